"""The slow twins: deals with seen cards settled one by one, from the rules' own text.

The cards left are given, not those seen: what has been seen is simply no longer there. The blind
player's choices come from `advise` with nothing seen, which has tests of its own.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from tests.analysis.exact.oracle import Extra, best_flush, chase_net, high_card_net

from longsuit.analysis.exact import advise
from longsuit.core.cards import Card
from longsuit.core.games.game import MainRules

Cards = Sequence[Card]


def mean(values: Iterator[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


def without(cards: Cards, *gone: Cards) -> list[Card]:
    known = {card for part in gone for card in part}
    return [card for card in cards if card not in known]


class SlowChase:
    """One deal of Chase the Flush: the player's cards, the cards left, the dealer's shown card."""

    def __init__(
        self,
        rules: MainRules,
        extra: Extra,
        xtra: str,
        own: Cards,
        left: Cards,
        shown: Cards = (),
        blind_deck: Cards | None = None,
    ) -> None:
        self.rules, self.extra, self.xtra = rules, extra, xtra
        self.own, self.left, self.shown = own, left, shown
        # What the blind player takes for gone: nothing, as long as the deck is whole.
        deck = range(52) if blind_deck is None else blind_deck
        self.missing = without(range(52), deck, own)
        self.bets = [decision.most[0] for decision in rules.decisions]

    def showdown(self, bet: int, board: Cards) -> Fraction:
        player = best_flush(frozenset((*self.own, *board)))
        return mean(
            chase_net(
                self.rules,
                self.extra,
                bet,
                player,
                best_flush(frozenset((*d, *board, *self.shown))),
            )
            for d in combinations(without(self.left, board), 3 - len(self.shown))
        )

    def boards(self, flop: Cards = ()) -> Iterator[Cards]:
        for more in combinations(without(self.left, flop), 4 - len(flop)):
            yield (*flop, *more)

    def bet(self) -> Fraction:
        return mean(self.showdown(self.bets[0], board) for board in self.boards())

    def _flop_bet(self, flop: Cards) -> Fraction:
        return mean(self.showdown(self.bets[1], board) for board in self.boards(flop))

    def check(self) -> Fraction:
        """Best play after it, with all that is seen."""
        return mean(
            max(
                self._flop_bet(flop),
                mean(max(self.showdown(self.bets[2], b), Fraction(-2)) for b in self.boards(flop)),
            )
            for flop in combinations(self.left, 2)
        )

    def blind_check(self) -> Fraction:
        """Play as if nothing had been seen."""
        return mean(
            mean(self._blind_river(board) for board in self.boards(flop))
            if self._blind(flop) == "check"
            else self._flop_bet(flop)
            for flop in combinations(self.left, 2)
        )

    def _blind_river(self, board: Cards) -> Fraction:
        bet = 0 if self._blind(board) == "fold" else self.bets[2]
        return self.showdown(bet, board)

    def _blind(self, board: Cards) -> str:
        found = advise(
            "ctf", self.own, board, self.missing, xtra=self.xtra or None, rules=self.rules
        )
        return found.best.action


def slow_high_card(
    rules: MainRules, own: Cards, left: Cards, shown: Cards = ()
) -> dict[int, Fraction]:
    """What a fold (0) and each raise are worth."""
    player = best_flush(frozenset(own))
    dealers = [
        best_flush(frozenset((*dealer, *shown))) for dealer in combinations(left, 7 - len(shown))
    ]
    return {
        bet: mean(high_card_net(rules, bet, player, dealer) for dealer in dealers)
        for bet in range(rules.decisions[0].most[player[0]] + 1)
    }
