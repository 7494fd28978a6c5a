"""What each action nets, in whole units, for every way a deal can end.

Made from the same rulings that settle a round at a table, so the solver and the table cannot
disagree. The unit is the largest part of an Ante in which every pay is whole.
"""

from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

from msgspec import Struct

from longsuit.analysis.exact.histories import Bets, histories
from longsuit.core.errors import InputError
from longsuit.core.games.game import Decision, End, Game, MainRules, Outcome, Scale
from longsuit.core.games.settlement import rulings
from longsuit.core.paytable import HandTest, PayTable, hand_tests
from longsuit.core.ranking import Shape, key_length

OUTCOMES: tuple[Outcome, ...] = ("ahead", "tie", "behind")
LENGTHS = 8
"""A flush has 0 to 7 cards."""

_LARGEST_SUM = 6 * 24 * comb(49, 4) * comb(45, 3)

Nets = tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
"""[action][dealer qualifies][outcome][player's length]"""


class Payoffs(Struct, frozen=True):
    """The net result of each bet and of each fold, in units of which `unit` make one Ante.

    An action is the bet that a seat makes, or its fold; where betting goes on after a bet it is
    the whole history of bets.
    """

    names: tuple[str, ...]
    """Of the actions that stay to the end, in the order of `pay`."""
    multiples: tuple[int, ...]
    """Of the same: all that is bet, in Antes."""
    pay: Nets
    fold: int
    """Before any bet."""
    unit: int
    allowed: tuple[tuple[bool, ...], ...]
    """[length][bet]: which bets a flush of that length may make."""
    mandatory: int
    """Antes wagered by every seat before the deal."""
    bets: tuple[Bets, ...] = ()
    """Of the same: the bet at each decision."""
    fold_bets: tuple[Bets, ...] = ()
    """What is bet by each fold: one where a seat bets once a round."""
    fold_names: tuple[str, ...] = ("fold",)
    later_folds: tuple[int, ...] = ()
    """What a fold after a bet nets, in their order."""
    hands: tuple[str, ...] = ()
    """The hands of a paytable that `pay` tells apart: a class is 8 times the first that fits (their
    number for none) plus the length of the flush. Without hands it is that length."""
    margins: bool = False
    """Whether `pay` goes by margins too: each is as many further classes, by the cards that the
    own flush has more than the dealer's; 0 where it is not ahead."""
    wins: int = 0
    """Without a dealer: the shortest flush that wins."""

    @property
    def every_name(self) -> tuple[str, ...]:
        """Of all actions, the folds last."""
        return *self.names, *self.fold_names

    @property
    def own_classes(self) -> int:
        """Classes of the own hand, margins aside."""
        return own_classes(self.hands)

    @property
    def classes(self) -> int:
        """All classes: the rows of `pay`."""
        return self.own_classes * (LENGTHS if self.margins else 1)

    def told_apart(self, kind: int) -> str:
        """What a class says beside the length of the flush: the hand of a table, or the margin."""
        margin, own = divmod(kind, self.own_classes)
        if self.hands:
            line = own // LENGTHS
            return self.hands[line] if line < len(self.hands) else ""
        return f"by {margin}" if margin else ""

    @property
    def staked(self) -> tuple[int, ...]:
        """What all actions bet, the folds last."""
        return tuple(sum(bets) for bets in (*self.bets, *self.fold_bets))

    @property
    def folds(self) -> tuple[int, ...]:
        """What each fold nets."""
        return (self.fold, *self.later_folds)[: len(self.fold_bets)]

    @property
    def places(self) -> tuple[int, ...]:
        """The decision at which each action of `pay` bets last."""
        return tuple(
            max((place for place, bet in enumerate(bets) if bet), default=len(bets) - 1)
            for bets in self.bets
        )


def payoffs(game: Game, rules: MainRules, xtra: PayTable | None = None) -> Payoffs:
    """All ends of a deal under these rules, with the table by which a main wager is paid."""
    points = [(decision.free, _multiples(game, decision)) for decision in rules.decisions]
    ends, fold_bets = histories(points, several=game.several)
    hands, odds = table_odds(game, xtra)
    wins = 0 if game.dealer else key_length(rules.qualifier)
    margins = any(isinstance(t.pays, Scale) and t.pays.by == "margin" for t in game.main)
    net = _Nets(game, rules, hands, odds, wins)
    classes = range(own_classes(hands) * (LENGTHS if margins else 1))
    exact = [
        [
            [[net(end, bet, kind, qualifies) for kind in classes] for end in OUTCOMES]
            for qualifies in (False, True)
        ]
        for bet in map(sum, ends)
    ]
    folds = [net("folded", sum(bets), 0) for bets in fold_bets]
    every = [*folds, *(net for bet in exact for side in bet for end in side for net in end)]
    unit = lcm(*(net.denominator for net in every))
    whole = tuple(
        tuple(tuple(tuple(int(net * unit) for net in end) for end in side) for side in bet)
        for bet in exact
    )
    allowed = tuple(
        tuple(
            all(
                bet == 0 or bet in decision.multiples(length)
                for bet, decision in zip(bets, rules.decisions, strict=True)
            )
            for bets in ends
        )
        for length in range(LENGTHS)
    )
    first, *later = [int(net * unit) for net in folds] or [0]
    return Payoffs(
        tuple(_name(game, rules, bets, folds=False) for bets in ends),
        tuple(sum(bets) for bets in ends),
        whole,
        first,
        unit,
        allowed,
        len(game.mandatory),
        tuple(ends),
        tuple(fold_bets),
        tuple(_name(game, rules, bets, folds=True) for bets in fold_bets),
        tuple(later),
        hands,
        margins,
        wins,
    )


def _name(game: Game, rules: MainRules, bets: Bets, *, folds: bool) -> str:
    """The bet or the fold; where betting goes on, all actions up to it."""
    last = "fold" if folds else "check"
    if not game.several:
        return next((game.action_name(bet) for bet in bets if bet), last)
    if not folds:
        return ", ".join(game.action_name(bet) if bet else "check" for bet in bets)
    # It is the first decision after the last bet at which a seat can fold.
    after = max((place for place, bet in enumerate(bets) if bet), default=-1) + 1
    frees = [decision.free for decision in rules.decisions]
    at = frees.index("fold", after)
    return ", ".join([*(game.action_name(bet) if bet else "check" for bet in bets[:at]), "fold"])


def check_size(known: Payoffs) -> None:
    """Refuse pays for which a sum over all deals would not fit 64 bits.

    The largest sum that a kernel makes is over six flops, 24 renamings of suits, 211,876 boards
    and 14,190 dealer hands.
    """
    nets = [net for bet in known.pay for side in bet for end in side for net in end]
    largest = max(map(abs, [known.fold, *nets]))
    if largest * _LARGEST_SUM >= 2**63:
        raise InputError(
            "The X-tra pays are too large, or too finely divided, to be added up exactly."
        )


def _multiples(game: Game, decision: Decision) -> list[int]:
    """Every bet that some flush may make at a decision."""
    if min(decision.most) < 1:
        raise InputError(f"The {game.bet.name} is at least one Ante.")
    return sorted({bet for length in range(LENGTHS) for bet in decision.multiples(length)})


def table_odds(game: Game, table: PayTable | None) -> tuple[tuple[str, ...], list[Fraction]]:
    """What a win by the table pays: by length, or where lengths do not tell by the hands named.

    A hand that the table leaves out, or pays nothing, gets its wager back or loses it.
    """
    if table is None:
        return (), [Fraction(0)] * LENGTHS
    wager = game.wager(table.wager)
    lost = Fraction(-1 if wager.unmatched == "lose" else 0)
    if all(_by_length(line.hand) for line in table.lines):
        found = [table.line_for(Shape(length, 0, 0), wager.pick) for length in range(LENGTHS)]
        return (), [line.pays if line is not None else lost for line in found]
    lines = list(table.lines)
    if wager.pick == "best":
        lines.sort(key=lambda line: -line.pays)
    return tuple(line.hand for line in lines), [*(line.pays for line in lines), lost]


def _by_length(hand: str) -> bool:
    """Whether straight flushes are nothing to it."""
    return all(
        test == HandTest(test.flush, flush_below=test.flush_below) for test in hand_tests(hand)
    )


class _Nets(NamedTuple):
    """The net result in Antes: wagers of one each, and a bet of several."""

    game: Game
    rules: MainRules
    hands: tuple[str, ...]
    odds: list[Fraction]
    wins: int

    def __call__(self, end: End, bet: int, kind: int, qualifies: bool = True) -> Fraction:
        """Of an end with a hand of that class; without a dealer the hand alone tells."""
        margin, own = divmod(kind, own_classes(self.hands))
        line, length = divmod(own, LENGTHS)
        if self.wins and end != "folded":
            end = "ahead" if length >= self.wins else "behind"
        total = Fraction(0)
        for ruling in rulings(self.game, self.rules, end, qualifies):
            stake = bet if ruling.wager == self.game.bet.id else 1
            pays = ruling.pays
            if isinstance(pays, Scale):
                cards = margin if pays.by == "margin" else length
                pays = pays.odds[min(cards, len(pays.odds) - 1)]
            won = stake * (self.odds[line if self.hands else length] if pays is None else pays)
            total += {"win": won, "push": Fraction(0), "lose": Fraction(-stake)}[ruling.verdict]
        return total


def own_classes(hands: tuple[str, ...]) -> int:
    """How many classes of own hands there are with these hands of a paytable."""
    return LENGTHS * (len(hands) + 1 if hands else 1)


def hand_class(hands: tuple[str, ...], shape: Shape) -> int:
    """The class of a final hand of that shape, the margin aside: see `Payoffs.hands`."""
    if not hands:
        return shape.flush
    for place, line in enumerate(hands):
        if any(test.fits(shape) for test in hand_tests(line)):
            return place * LENGTHS + shape.flush
    return len(hands) * LENGTHS + shape.flush
