"""Forms for the tests, and a slow twin that plays every deal from the rules alone."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from longsuit.analysis.exact.general import Dealer, Fold, Form, Pay, Point, Street, fixed

RUSH_LINES = (
    "7-card straight flush",
    "6-card straight flush",
    "7-card flush",
    "5-card straight flush",
    "6-card flush",
    "4-card straight flush",
    "5-card flush",
    "4-card flush",
)
RUSH_PAYS = (1000, 500, 300, 100, 20, 15, 9, 5)

Card = tuple[int, int]


def flush_rush(ranks: int = 13, streets: tuple[int, int, int] = (4, 2, 1), second: int = 1) -> Form:
    """Flush Rush: no dealer, two Plays; the second may be of more than one Ante."""
    lines = [pay + 1 + second for pay in RUSH_PAYS] + [second]
    rows = [(line if n >= 4 else -2 - second,) * 3 for line in lines for n in range(8)]
    return Form(
        hole=streets[0],
        streets=(Street(own=streets[1]), Street(own=streets[2])),
        dealer=None,
        points=(Point(0, fixed(1), "fold"), Point(1, fixed(second), "fold")),
        pays=(Pay((1, second), tuple((row, row) for row in rows)),),
        folds=(Fold((0, 0), -1), Fold((1, 0), -2)),
        several=True,
        lines=RUSH_LINES,
        ranks=ranks,
    )


def mixed(ranks: int) -> Form:
    """Cards to the seat and to the board by turns, and two bets."""

    def nets(bets: int) -> tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]:
        return tuple(((n, 1, -1), (1 + bets * n, 0, -1 - bets)) for n in range(8))

    return Form(
        hole=1,
        streets=(Street(board=1), Street(own=1), Street(board=1)),
        dealer=Dealer(2, 2 << 13 | 0b101),
        points=(
            Point(1, ((1,), (1,), (1, 2), *((1, 2),) * 5), "check"),
            Point(2, fixed(1), "fold"),
            Point(3, fixed(2), "check"),
        ),
        pays=tuple(Pay((a, 1, c), nets(a + 1 + c)) for a in (0, 1, 2) for c in (0, 2)),
        folds=tuple(Fold((a, 0, 0), -1 - a) for a in (0, 1, 2)),
        several=True,
        ranks=ranks,
    )


def many_bets(most: int) -> Form:
    """A bet up to so many Antes at each of three decisions, one after the other."""
    points = tuple(Point(at, fixed(*range(1, most + 1)), "check") for at in range(3))
    every = list(product(range(most + 1), repeat=3))

    def nets(
        bets: tuple[int, ...],
    ) -> tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]:
        bet = 1 + sum(bets)
        return tuple(((bet, 0, -bet), (bet + n, 1, -bet - bets[n % 3])) for n in range(8))

    return Form(
        hole=1,
        streets=(Street(board=1), Street(board=1)),
        dealer=Dealer(1),
        points=points,
        pays=tuple(Pay(bets, nets(bets)) for bets in every),
        several=True,
        ranks=2,
    )


def dealt_at_once(ranks: int, hole: int = 3, drawn: int = 2) -> Form:
    """No card after the decision; the dealer has another number of cards than the seat."""
    nets = tuple(((n, 1, -1), (1 + n, 0, -2)) for n in range(8))
    more = tuple(((2 * n, 1, -3), (2 + n, 1, -4)) for n in range(8))
    return Form(
        hole=hole,
        streets=(),
        dealer=Dealer(drawn, 2 << 13 | 0b101),
        points=(Point(0, ((1,), (1,), (1,), *((1, 2),) * 5), "fold"),),
        pays=(Pay((1,), nets), Pay((2,), more)),
        folds=(Fold((0,), -1),),
        ranks=ranks,
    )


def by_margin(ranks: int, hole: int = 1, drawn: int = 2) -> Form:
    """Pays by how many cards more: the bet at a board of one, or at two, or all at once."""

    def nets(bet: int) -> tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]:
        return tuple(
            ((1 + m, 1, -n), (1 + bet * (m * m + n), 2, -1 - bet))
            for m, n in product(range(8), repeat=2)
        )

    streets: tuple[Street, ...] = (Street(board=1), Street(own=1, board=1))
    points: tuple[Point, ...] = (Point(1, fixed(2), "check"), Point(2, fixed(1, 3), "fold"))
    every: list[tuple[int, ...]] = [(2, 0), (0, 1), (0, 3)]
    if hole > 2:
        streets, points, every = (), (Point(0, fixed(1, 3), "fold"),), [(1,), (3,)]
    return Form(
        hole=hole,
        streets=streets,
        dealer=Dealer(drawn, 2 << 13 | 0b101),
        points=points,
        pays=tuple(Pay(bets, nets(sum(bets))) for bets in every),
        folds=(Fold((0,) * len(points), -1),),
        margins=True,
        ranks=ranks,
    )


def flush(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    """Most cards of one suit, then the highest ranks."""
    suits = [sorted((r for s, r in cards if s == suit), reverse=True) for suit in range(4)]
    return max((len(ranks), ranks) for ranks in suits)


def rush_pay(cards: tuple[Card, ...]) -> int:
    """The better of flush and straight flush, both Plays made; from the posted pays."""
    best = {7: 300, 6: 20, 5: 9, 4: 5}.get(flush(cards)[0], 0)
    for suit in range(4):
        ranks = {r for s, r in cards if s == suit}
        ranks |= {-1} if 12 in ranks else set()
        for low in ranks:
            run = 1
            while low + run in ranks:
                run += 1
            best = max(best, {7: 1000, 6: 500, 5: 100, 4: 15}.get(min(run, 7), 0))
    return best + 2 if best else -3


Decided = tuple[tuple[int, ...], frozenset[Card], frozenset[Card], frozenset[Card]]
"""Bets made before, the hole hand, the seat's later cards and the board's."""


class Twin:
    """Every card dealt, every action tried; nothing is shared with the solver."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.deck = [(suit, rank) for suit in range(4) for rank in range(form.ranks)]
        key = form.dealer.qualifier if form.dealer else 0
        ranks = [rank for rank in range(12, -1, -1) if key >> rank & 1]
        self.least = (key >> 13, ranks)
        self._ended: dict[
            tuple[frozenset[Card], frozenset[Card]], Counter[tuple[bool, int, int]]
        ] = {}
        self.decided: dict[Decided, int] = {}
        """The best bet at every decision, 0 for what costs nothing; of equals the least."""

    def value(self) -> Fraction:
        """The whole game."""
        hands = list(combinations(self.deck, self.form.hole))
        total = sum((self._after(hand, (), 0, (), False) for hand in hands), Fraction(0))
        return total / len(hands)

    def _left(self, *gone: tuple[Card, ...]) -> list[Card]:
        seen = {card for cards in gone for card in cards}
        return [card for card in self.deck if card not in seen]

    def _after(
        self, own: tuple[Card, ...], board: tuple[Card, ...], street: int,
        bets: tuple[int, ...], over: bool,
    ) -> Fraction:  # fmt: skip
        """The value once so many streets are dealt."""
        place = len(bets)
        point = next((p for p in self.form.points[place:] if p.street == street), None)
        if point is None or over:
            more = () if point is None else (0,)
            return self._deal(own, board, street, bets + more, over)
        padded = bets + (0,) * (len(self.form.points) - place)
        if point.free == "fold":
            best = Fraction(next(f.net for f in self.form.folds if f.bets == padded))
        else:
            best = self._deal(own, board, street, (*bets, 0), False)
        chosen = 0
        for bet in point.multiples[flush(own + board)[0]]:
            ends = not self.form.several
            value = self._deal(own, board, street, (*bets, bet), ends)
            if value > best:
                best, chosen = value, bet
        hole = self.form.hole
        self.decided[bets, frozenset(own[:hole]), frozenset(own[hole:]), frozenset(board)] = chosen
        return best

    def _deal(
        self, own: tuple[Card, ...], board: tuple[Card, ...], street: int,
        bets: tuple[int, ...], over: bool,
    ) -> Fraction:  # fmt: skip
        if street == len(self.form.streets):
            return self._showdown(own, board, bets)
        coming = self.form.streets[street]
        values = [
            self._after(own + mine, board + shared, street + 1, bets, over)
            for mine, shared in self._ways(own, board, coming)
        ]
        return sum(values, Fraction(0)) / len(values)

    def _ways(
        self, own: tuple[Card, ...], board: tuple[Card, ...], coming: Street
    ) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        for mine in combinations(self._left(own, board), coming.own):
            for shared in combinations(self._left(own, board, mine), coming.board):
                yield mine, shared

    def _showdown(
        self, own: tuple[Card, ...], board: tuple[Card, ...], bets: tuple[int, ...]
    ) -> Fraction:
        form = self.form
        if form.dealer is None:
            return Fraction(rush_pay(own + board))
        nets = next(pay.nets for pay in form.pays if pay.bets == bets)
        endings = self._endings(frozenset(own), frozenset(board))
        length = flush(own + board)[0]
        total = sum(
            nets[8 * margin * form.margins + length][plays][outcome] * deals
            for (plays, outcome, margin), deals in endings.items()
        )
        return Fraction(total, endings.total())

    def _endings(
        self, own: frozenset[Card], board: frozenset[Card]
    ) -> Counter[tuple[bool, int, int]]:
        """The dealer's hands by whether they qualify, who is ahead, and by how many cards."""
        assert self.form.dealer is not None
        if (own, board) not in self._ended:
            mine, found = flush((*own, *board)), Counter[tuple[bool, int, int]]()
            for hidden in combinations(self._left((*own, *board)), self.form.dealer.cards):
                his = flush((*hidden, *board))
                outcome = 1 if mine == his else 0 if mine > his else 2
                found[his >= self.least, outcome, max(mine[0] - his[0], 0)] += 1
            self._ended[own, board] = found
        return self._ended[own, board]
