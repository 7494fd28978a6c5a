"""A slow oracle: both games in plain Python, straight from the rules, with no shortcut.

Every way that the unknown cards can fall is dealt and settled one by one. It shares nothing with
the kernels, the payoffs or the settlement, so that agreement with it means something. It is far
too slow for a whole deck; tests give it positions, and whole games of small decks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from longsuit.core.cards import RANK_COUNT, Card
from longsuit.core.games.game import MainRules

Flush = tuple[int, tuple[int, ...]]
"""Length, then ranks from the highest: tuples compare just as FL-2 and FL-3 say."""
Extra = Mapping[int, Fraction]
"""What the X-tra Bonus pays by flush length."""


@lru_cache(maxsize=1 << 20)
def best_flush(cards: frozenset[Card]) -> Flush:
    """The suit with most cards; of equal lengths the higher cards (FL-2 to FL-4)."""
    suits = []
    for suit in range(4):
        ranks = sorted(card % RANK_COUNT for card in cards if card // RANK_COUNT == suit)
        suits.append((len(ranks), tuple(reversed(ranks))))
    return max(suits)


def _qualifies(dealer: Flush, rules: MainRules) -> bool:
    wanted = [rank for rank in range(RANK_COUNT) if rules.qualifier >> rank & 1]
    return dealer >= (rules.qualifier >> RANK_COUNT, tuple(reversed(wanted)))


def _compared(player: Flush, dealer: Flush, ties: str) -> int:
    """1 for a win, 0 for a push, -1 for a loss of a wager that is compared."""
    if player == dealer:
        return {"win": 1, "push": 0, "lose": -1}[ties]
    return 1 if player > dealer else -1


def chase_net(rules: MainRules, extra: Extra, bet: int, player: Flush, dealer: Flush) -> Fraction:
    """Ante, X-tra Bonus and All In together, in Antes; a bet of 0 is a fold (CTF-9 to CTF-18)."""
    if bet == 0:
        return Fraction(-2)
    compared = _compared(player, dealer, rules.ties)
    ante = compared
    if not _qualifies(dealer, rules) and rules.unqualified != "play":
        ante = 1 if rules.unqualified == "win" else 0
    bonus = Fraction(compared)
    if compared == 1:
        bonus = extra.get(player[0], Fraction(0)) if player[0] >= 4 else Fraction(0)
    return ante + bonus + bet * compared


def high_card_net(rules: MainRules, bet: int, player: Flush, dealer: Flush) -> Fraction:
    """Ante and Raise together, in Antes; a bet of 0 is a fold (HCF-4, HCF-7, HCF-8)."""
    if bet == 0:
        return Fraction(-1)
    if not _qualifies(dealer, rules) and rules.unqualified != "play":
        return Fraction(1 if rules.unqualified == "win" else 0)
    return Fraction((1 + bet) * _compared(player, dealer, rules.ties))


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _expected(net: Callable[[Flush], Fraction], dealers: Counter[Flush]) -> Fraction:
    """The average net result over dealer hands, told by their flushes."""
    total = sum((net(dealer) * times for dealer, times in dealers.items()), Fraction(0))
    return total / dealers.total()


class Chase:
    """Chase the Flush over a deck of any cards."""

    def __init__(self, rules: MainRules, extra: Extra, deck: Sequence[Card]) -> None:
        self.rules = rules
        self.extra = extra
        self.deck = deck
        self.bets = [decision.most[0] for decision in rules.decisions]

    def _left(self, *gone: Iterable[Card]) -> list[Card]:
        known = {card for cards in gone for card in cards}
        return [card for card in self.deck if card not in known]

    def showdown(
        self, bet: int, own: Sequence[Card], board: Sequence[Card], seen: Sequence[Card] = ()
    ) -> Fraction:
        """A bet with all four community cards out: every three cards the dealer may hold."""
        player = best_flush(frozenset((*own, *board)))
        dealers = Counter(
            best_flush(frozenset((*dealer, *board)))
            for dealer in combinations(self._left(own, board, seen), 3)
        )
        return _expected(
            lambda dealer: chase_net(self.rules, self.extra, bet, player, dealer), dealers
        )

    def river(
        self, own: Sequence[Card], board: Sequence[Card], seen: Sequence[Card] = ()
    ) -> dict[str, Fraction]:
        """Fold or bet, all four community cards out (CTF-7)."""
        return {
            "fold": self.showdown(0, own, board, seen),
            f"bet_{self.bets[2]}x": self.showdown(self.bets[2], own, board, seen),
        }

    def flop(
        self, own: Sequence[Card], board: Sequence[Card], seen: Sequence[Card] = ()
    ) -> dict[str, Fraction]:
        """Check or bet with two community cards out (CTF-6)."""
        checks, bets = [], []
        for more in combinations(self._left(own, board, seen), 2):
            full = (*board, *more)
            checks.append(max(self.river(own, full, seen).values()))
            bets.append(self.showdown(self.bets[1], own, full, seen))
        return {"check": _mean(checks), f"bet_{self.bets[1]}x": _mean(bets)}

    def opening(self, own: Sequence[Card], seen: Sequence[Card] = ()) -> dict[str, Fraction]:
        """Check or bet on three cards (CTF-5)."""
        checks: list[Fraction] = []
        bets: list[Fraction] = []
        for flop in combinations(self._left(own, seen), 2):
            checks.append(max(self.flop(own, flop, seen).values()))
            bets.extend(
                self.showdown(self.bets[0], own, (*flop, *more), seen)
                for more in combinations(self._left(own, flop, seen), 2)
            )
        return {"check": _mean(checks), f"bet_{self.bets[0]}x": _mean(bets)}

    def value(self) -> Fraction:
        """The whole game, best play at every decision: every deal of the deck."""
        return _mean([max(self.opening(own).values()) for own in combinations(self.deck, 3)])


class HighCard:
    """High Card Flush over a deck of any cards, with hands of any size."""

    def __init__(self, rules: MainRules, deck: Sequence[Card], size: int = 7) -> None:
        self.rules = rules
        self.deck = deck
        self.size = size

    def hand(self, own: Sequence[Card], seen: Sequence[Card] = ()) -> dict[str, Fraction]:
        """Fold or raise on a whole hand (HCF-4, HCF-5)."""
        player = best_flush(frozenset(own))
        left = [card for card in self.deck if card not in own and card not in seen]
        dealers = Counter(best_flush(frozenset(d)) for d in combinations(left, self.size))

        def value(bet: int) -> Fraction:
            return _expected(lambda dealer: high_card_net(self.rules, bet, player, dealer), dealers)

        raises = range(1, self.rules.decisions[0].most[player[0]] + 1)
        return {"fold": value(0)} | {f"raise_{bet}x": value(bet) for bet in raises}

    def value(self) -> Fraction:
        """The whole game, best play: every deal of the deck."""
        return _mean([max(self.hand(own).values()) for own in combinations(self.deck, self.size)])
