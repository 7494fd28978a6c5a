"""What betting gains over the free action, exactly, by cells of facts.

A cell is a set of hands that no test of a family tells apart. For each the gains of all its hands
are added up, over every deal that comes to the decision; so the gain of any list of rules made
from those tests is a sum over cells. Later decisions first: the river is valued by the cards alone,
the flop with the river's rules given, the opening with both.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.hand_classes import class_count
from longsuit.analysis.exact.kernels import high_card_flush
from longsuit.analysis.exact.kernels.board_sweep import PIECES, in_pieces
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.numbering import HOLES, board_classes, holes
from longsuit.analysis.exact.payoffs import Payoffs, check_size
from longsuit.analysis.strategies.facts import COUNT, PAIR_FACTS
from longsuit.analysis.strategies.kernels import every_deal, every_hand
from longsuit.analysis.strategies.price import DEALER_HANDS
from longsuit.analysis.strategies.tables import (
    flop_classes,
    moves,
    seven_cards,
    spread_bits,
    spread_flops,
    suit_tables,
)
from longsuit.analysis.strategies.words import Test
from longsuit.core.games.game import MainRules

LARGEST_FACT = 1 << 16
_LABELS = 250
"""Cells counted in one pass: a label is one byte."""

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class Cells(NamedTuple):
    """Hands grouped by facts."""

    facts: Ints
    """[cell, fact]: what the tests see of its hands."""
    gain: Ints
    """[cell]: betting less the free action, summed over all deals that come there."""
    most: int
    """The sum of the gains of all hands that gain."""


class Grid:
    """The cells that tests make: each fact is cut where some test begins or ends."""

    def __init__(self, tests: Iterable[Test]) -> None:
        cuts: dict[int, set[int]] = {}
        for test in tests:
            cuts.setdefault(test.fact, set()).update(
                cut for cut in (test.least, test.most + 1) if 0 <= cut < LARGEST_FACT
            )
        self.cuts = {fact: sorted(found) for fact, found in sorted(cuts.items())}

    @property
    def size(self) -> int:
        """How many cells there are."""
        return int(np.prod([len(cuts) + 1 for cuts in self.cuts.values()], dtype=np.int64))

    @property
    def counts_pairs(self) -> bool:
        """Whether pairs of cards have to be counted, which takes longer."""
        return not PAIR_FACTS.isdisjoint(self.cuts)

    def marks(self) -> Ints:
        """[fact, value + 1]: what it adds to the number of its cell."""
        marks = np.zeros((COUNT, LARGEST_FACT + 1), np.int64)
        stride = 1
        values = np.arange(-1, LARGEST_FACT)
        for fact, cuts in self.cuts.items():
            marks[fact] = np.searchsorted(cuts, values, side="right") * stride
            stride *= len(cuts) + 1
        return marks

    def facts(self, cells: Ints) -> Ints:
        """[cell, fact]: a value that stands for all of the cell."""
        found = np.zeros((len(cells), COUNT), np.int64)
        number = cells.copy()
        for fact, cuts in self.cuts.items():
            place = number % (len(cuts) + 1)
            found[:, fact] = np.array([-1, *cuts])[place]
            number //= len(cuts) + 1
        return found

    def cells_of(self, facts: NDArray[np.int32]) -> Ints:
        """The cell of each row of facts."""
        cells = np.zeros(len(facts), np.int64)
        stride = 1
        for fact, cuts in self.cuts.items():
            cells += np.searchsorted(cuts, facts[:, fact], side="right") * stride
            stride *= len(cuts) + 1
        return cells

    def gather(self, cells: Ints, gain: Ints) -> Cells:
        """The cells that hands are in, from each hand's cell and gain."""
        met, place = np.unique(cells, return_inverse=True)
        sums = np.zeros(len(met), np.int64)
        np.add.at(sums, place.ravel(), gain)
        return Cells(self.facts(met), sums, int(np.maximum(gain, 0).sum()))


def river_gains(
    grid: Grid, known: Payoffs, rules: MainRules, opening: Bytes, flop: Bytes, flops: Ints
) -> Cells:
    """Betting at the river over folding, where these earlier decisions leave hands to decide."""
    check_size(known)
    opens = np.unpackbits(opening, bitorder="little", count=HOLES)
    early = spread_bits(flop, flops)
    lines = bet_lines(known.pay, DEALER_HANDS)
    marks = grid.marks()

    def piece(first: int) -> Ints:
        cells = np.zeros((grid.size, 3), np.int64)
        every_deal.river_cells(
            first, PIECES, *board_classes(), rules.qualifier, lines, known.fold * DEALER_HANDS,
            opens, early, marks, grid.counts_pairs, *suit_tables(), cells,
        )  # fmt: skip
        return cells

    cells: Ints = np.add.reduce(in_pieces(piece))
    met = np.flatnonzero(cells[:, 2])
    return Cells(grid.facts(met), cells[met, 0], int(cells[:, 1].sum()))


class Early(NamedTuple):
    """The values of the earlier decisions, with the river's rules given."""

    margin: Ints
    """[flop class, hole]: checking less betting on the flop, summed over turns and rivers."""
    bet: Ints
    """[hole]: a bet at the opening, summed over all that follows."""
    flop_bet: Ints
    """[hole]: a bet on every flop, summed likewise."""


def early_values(known: Payoffs, rules: MainRules, river: Bytes) -> Early:
    """One pass over all boards: what flop and opening are worth with this river."""
    check_size(known)
    lines = bet_lines(known.pay, DEALER_HANDS)
    classes = flop_classes()
    found = spread_flops(classes)

    def piece(first: int) -> tuple[Ints, Ints]:
        margin = np.zeros((len(classes), HOLES), np.int64)
        bets = np.zeros((2, HOLES), np.int64)
        every_deal.margins(
            first, PIECES, *board_classes(), rules.qualifier, lines, known.fold * DEALER_HANDS,
            river, found.of, found.move, moves(), suit_tables().keys, margin, bets,
        )  # fmt: skip
        return margin, bets

    parts = in_pieces(piece)
    moved: Ints = np.add.reduce([part[0] for part in parts])
    bets: Ints = np.add.reduce([part[1] for part in parts])
    # Boards stand for others up to suits: the sum over all 24 renamings, of which some leave
    # the flop as it is, makes up for that.
    margin = np.zeros_like(moved)
    for row, still in enumerate(found.still):
        for order in still:
            margin[row] += moved[row][moves()[order]]
    every = 6 * bets[:, moves()].sum(axis=1) // len(moves())
    return Early(margin // len(moves()), every[0], every[1])


def flop_gains(grid: Grid, early: Early, opening: Bytes) -> Cells:
    """Betting on the flop over checking, for hands that the opening has not bet."""
    checked = np.unpackbits(opening, bitorder="little", count=HOLES) == 0
    classes = flop_classes()
    sizes = spread_flops(classes).sizes
    cells, gain = [], []
    for row, flop in enumerate(classes):
        free = checked & ~np.isin(holes(), flop).any(axis=1)
        cells.append(grid.cells_of(facts_of(holes()[free], flop)))
        gain.append(-early.margin[row][free] * int(sizes[row]))
    return grid.gather(np.concatenate(cells), np.concatenate(gain))


def opening_gains(grid: Grid, early: Early, flop: Bytes) -> Cells:
    """Betting at the opening over checking, the later rules given."""
    cells = grid.cells_of(facts_of(holes(), np.zeros(0, np.int64)))
    return grid.gather(cells, early.bet - check_values(early, flop))


def check_values(early: Early, flop: Bytes) -> Ints:
    """[hole]: a check at the opening, with the flop's and the river's rules after it."""
    sizes = spread_flops(flop_classes()).sizes
    bets = np.unpackbits(flop, axis=1, bitorder="little", count=HOLES)
    waits = (np.where(bets == 0, early.margin, 0) * sizes[:, None]).sum(axis=0)
    value: Ints = early.flop_bet + waits[moves()].sum(axis=0) // len(moves())
    return value


def facts_of(hands: Ints, board: Ints) -> NDArray[np.int32]:
    """The facts of every hand on one board."""
    out = np.zeros((len(hands), COUNT), np.int32)
    rows = np.zeros(len(hands), np.int64)
    every_hand.all_facts(0, len(hands), board[None, :], hands, rows, *suit_tables(), out)
    return out


def high_card_gains(grid: Grid, known: Payoffs, rules: MainRules) -> Cells:
    """The largest raise over a fold in High Card Flush."""
    labels = _label_classes(grid)
    pay = np.array(known.pay, np.int64)
    largest = [int(np.flatnonzero(known.allowed[length])[-1]) for length in range(8)]
    sums = np.zeros(grid.size, np.int64)
    used = np.unique(labels)
    for start in range(0, len(used), _LABELS):
        some = used[start : start + _LABELS]
        renamed = np.full(grid.size, _LABELS, np.uint8)
        renamed[some] = np.arange(len(some))
        counted = high_card_flush.solve(
            np.zeros((_LABELS, 2, 3, 8), np.int64), 0, np.zeros((8, _LABELS), np.bool_),
            rules.qualifier, strategy=renamed[labels],
        ).counts  # fmt: skip
        for length in range(8):
            worth = counted[: len(some), length] * (pay[largest[length], :, :, length] - known.fold)
            sums[some] += worth.sum(axis=(1, 2))
    return Cells(grid.facts(used.astype(np.int64)), sums[used], int(np.maximum(sums, 0).sum()))


def _label_classes(grid: Grid) -> NDArray[np.int32]:
    """The cell of every class of seven cards."""
    cells = np.zeros(class_count(), np.int32)
    nothing = np.zeros((0, 3), np.int64), np.zeros(0, np.int64), np.zeros((1, 8), np.uint8)
    marks = grid.marks()

    def piece(first: int) -> None:
        every_hand.rule_of_classes(
            *seven_cards(), *nothing, first, PIECES, *suit_tables(), np.zeros(0, np.uint8), marks,
            cells,
        )  # fmt: skip

    in_pieces(piece)
    return cells


def holds(tests: Sequence[Test], facts: Ints) -> NDArray[np.bool_]:
    """[cell]: whether all tests hold there."""
    held = np.ones(len(facts), np.bool_)
    for test in tests:
        value = facts[:, test.fact]
        held &= (value >= test.least) & (value <= test.most)
    return held
