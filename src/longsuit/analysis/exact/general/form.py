"""A game of the family as an abstract form: cards, decisions and what each end pays.

A form knows no names and no money: hands of up to seven cards, dealt in streets to the seat and to
a board, a dealer who shares the board or nobody, decisions between the streets, and whole numbers
for every end. What the own hand is at the end is told by its class.
"""

from itertools import product
from math import comb
from typing import Literal, NamedTuple

from msgspec import Struct

from longsuit.analysis.exact.histories import Bets, histories
from longsuit.analysis.exact.payoffs import LENGTHS, own_classes
from longsuit.core.errors import InputError
from longsuit.core.ranking import FlushKey

MOST_CARDS = 7
SUITS = 4

Multiples = tuple[tuple[int, ...], ...]
"""[length of the flush held so far]: the bets that are open, in Antes."""
Nets = tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]
"""[class][dealer qualifies][ahead, tie, behind]; classes are those of `exact.payoffs`."""


class Street(Struct, frozen=True):
    """Cards dealt together: to the seat alone, and to the board."""

    own: int = 0
    board: int = 0


class Dealer(Struct, frozen=True):
    """The opponent: cards of his own beside the board, and the least flush that qualifies."""

    cards: int
    qualifier: FlushKey = 0


class Point(Struct, frozen=True):
    """A decision, after so many streets: a bet, or what costs nothing."""

    street: int
    """0 is right after the hole cards."""
    multiples: Multiples
    free: Literal["check", "fold"]


class Pay(Struct, frozen=True):
    """What a seat nets that stays to the end, having made these bets (0: none), a place a point."""

    bets: Bets
    nets: Nets


class Fold(Struct, frozen=True):
    """What a seat nets that folds after these bets."""

    bets: Bets
    net: int


class Ending(NamedTuple):
    """A way in which a deal ends."""

    bets: Bets
    folded: bool
    hand: int
    """The class of the seat's final hand, folded or not, with the margin where that counts."""
    qualifies: bool
    outcome: Literal["ahead", "tie", "behind"]


class Form(Struct, frozen=True):
    """One game; equal forms are the same game."""

    hole: int
    streets: tuple[Street, ...]
    dealer: Dealer | None
    points: tuple[Point, ...]
    pays: tuple[Pay, ...]
    folds: tuple[Fold, ...] = ()
    several: bool = False
    """Whether betting goes on at later points after a bet; else one bet a round."""
    lines: tuple[str, ...] = ()
    """Hands of a paytable that the nets tell apart: see `exact.payoffs.hand_class`."""
    margins: bool = False
    """Whether the nets go by the margin of a flush that is ahead: see `exact.payoffs.Payoffs`."""
    ranks: int = 13
    """Ranks a suit, from the lowest; fewer for tests."""
    unit: int = 1
    """So many units of `pays` and `folds` make one Ante."""

    @property
    def own(self) -> int:
        """Cards that the seat holds alone at the end."""
        return self.hole + sum(street.own for street in self.streets)

    @property
    def board(self) -> int:
        """Cards on the board at the end."""
        return sum(street.board for street in self.streets)

    @property
    def own_classes(self) -> int:
        """How many classes of own final hands there are."""
        return own_classes(self.lines)

    @property
    def classes(self) -> int:
        """The same, each as often as there are margins: the rows of a pay."""
        return self.own_classes * (LENGTHS if self.margins else 1)

    @property
    def drawn(self) -> int:
        """Cards that the dealer draws."""
        return self.dealer.cards if self.dealer is not None else 0

    @property
    def deals(self) -> int:
        """How many ways there are to deal the round, the order within a street left aside."""
        left, ways = SUITS * self.ranks, 1
        sizes = [size for street in self.streets for size in (street.own, street.board)]
        for size in (self.hole, *sizes, self.drawn):
            ways *= comb(left, size)
            left -= size
        return ways


def fixed(*multiples: int) -> Multiples:
    """The same bets for a flush of any length."""
    return (multiples,) * LENGTHS


def reachable(form: Form) -> tuple[list[Bets], list[Bets]]:
    """The bets with which a seat may come to the end, and those with which it may fold."""
    points = [
        (point.free, sorted({bet for length in point.multiples for bet in length}))
        for point in form.points
    ]
    return histories(points, several=form.several)


def check_form(form: Form) -> None:
    """Refuse a form that cannot be dealt or that leaves an end without a pay."""
    if not (1 <= form.ranks <= 13 and form.hole >= 1 and 1 <= form.own + form.board <= MOST_CARDS):
        raise InputError("A hand has one to seven cards, one at least before the first street.")
    if form.own + form.board + form.drawn > SUITS * form.ranks or not 0 <= form.drawn <= MOST_CARDS:
        raise InputError("The deck has not enough cards for this game.")
    if form.dealer is not None and form.drawn + form.board > MOST_CARDS:
        raise InputError("The dealer's hand has seven cards at most.")
    if any(street.own < 0 or street.board < 0 for street in form.streets):
        raise InputError("A street cannot take cards back.")
    if any(street.own + street.board == 0 for street in form.streets):
        raise InputError("Each street deals a card at least: decisions have cards between them.")
    _check_points(form)
    ends, folds = reachable(form)
    paid, lost = [pay.bets for pay in form.pays], [fold.bets for fold in form.folds]
    if sorted(paid) != sorted(ends) or sorted(lost) != sorted(folds):
        raise InputError("Every way to bet has exactly one pay, and every fold exactly one loss.")
    if any(len(pay.nets) != form.classes for pay in form.pays):
        raise InputError("A pay has a row for every class of hands.")


def _check_points(form: Form) -> None:
    places = [point.street for point in form.points]
    if not places or places != sorted(set(places)) or not 0 <= places[0] <= places[-1]:
        raise InputError("A game has decisions, one at most after each street.")
    if places[-1] > len(form.streets):
        raise InputError("A decision comes after a street that is not dealt.")
    for point, length in product(form.points, range(LENGTHS)):
        if len(point.multiples) != LENGTHS or any(bet < 1 for bet in point.multiples[length]):
            raise InputError("The bets of a decision are listed by length, of one Ante or more.")
