"""How many positions a form asks for, known before anything is solved."""

from itertools import pairwise
from math import comb
from typing import NamedTuple

from longsuit.analysis.exact.general.form import SUITS, Form, check_form
from longsuit.analysis.exact.general.regions import columns
from longsuit.analysis.exact.general.tree import make_tree
from longsuit.analysis.exact.hand_classes import class_count
from longsuit.core.errors import InputError

MOST_POSITIONS = 400_000_000
"""So many final positions are counted: every board after a hole hand of two cards or more."""
MOST_AT_ONCE = 25_000_000
"""So many of them with one hole hand: they are kept in memory together."""
MOST_LINKS = 400_000_000
"""So many numbers, of four bytes each, tell from which position each is reached."""
MOST_BYTES = 700_000_000
"""So much memory a thread has for what it keeps of one hole hand."""


class Step(NamedTuple):
    """Later cards that are out at a decision: the seat's own, and the board's."""

    own: int
    board: int

    @property
    def cards(self) -> int:
        """Both together."""
        return self.own + self.board

    @property
    def labels(self) -> int:
        """Ways to say which of them are the seat's."""
        return comb(self.cards, self.own)


class Layout(NamedTuple):
    """A form's cards as they are counted: a hole hand, then the steps that matter.

    Where nobody else looks at the board, its cards are the seat's own. The seat's cards that come
    before any decision belong to the hole hand, and streets with no decision between them are one.
    """

    hole: int
    steps: tuple[Step, ...]
    """At each decision."""
    end: Step

    def left(self, ranks: int) -> int:
        """Cards that a hole hand leaves in the deck."""
        return SUITS * ranks - self.hole

    def holes(self, ranks: int) -> int:
        """Hole hands up to a renaming of suits."""
        return class_count(ranks, self.hole)

    def positions(self, ranks: int, step: Step) -> int:
        """Positions of one hole hand at a step."""
        return comb(self.left(ranks), step.cards) * step.labels

    def deals(self, form: Form) -> int:
        """The ways to deal that are told apart here; a form's own are a whole multiple."""
        left, ways, done = self.left(form.ranks), comb(SUITS * form.ranks, self.hole), Step(0, 0)
        for step in (*self.steps, self.end):
            for size in (step.own - done.own, step.board - done.board):
                ways *= comb(left, size)
                left -= size
            done = step
        return ways * comb(left, form.drawn)


def layout(form: Form) -> Layout:
    """The cards of a form as they are counted."""
    check_form(form)
    alone = form.dealer is None
    out = [Step(0, 0)]
    for street in form.streets:
        own = street.own + (street.board if alone else 0)
        board = 0 if alone else street.board
        out.append(Step(out[-1].own + own, out[-1].board + board))
    early = 0
    for step in out[: form.points[0].street + 1]:
        if step.board:
            break
        early = step.own
    steps = [Step(step.own - early, step.board) for step in out]
    at = tuple(steps[point.street] for point in form.points)
    return Layout(form.hole + early, at, steps[-1])


def link_pairs(known: Layout) -> list[tuple[Step, Step]]:
    """Steps between which values are carried: end to each decision, each to the one before."""
    steps = known.steps
    pairs = [(known.end, step if step != known.end else Step(0, 0)) for step in steps]
    return pairs + [
        (after, before if after != known.end else Step(0, 0)) for before, after in pairwise(steps)
    ]


def run_count(left: int, step: Step) -> int:
    """Sets of cards that differ in their lowest card alone are a run: how many runs there are."""
    return comb(left - 1, step.cards - 1) if step.cards else 1


def link_size(form: Form, known: Layout) -> int:
    """How many numbers tell from which positions each run of positions is reached."""
    total = 0
    for after, before in link_pairs(known):
        if before.cards:
            ways = comb(after.own, before.own) * comb(after.board, before.board)
            total += run_count(known.left(form.ranks), after) * after.labels * ways
    return total


def count_positions(form: Form) -> int:
    """Final positions, hole hands taken up to a renaming of suits."""
    known = layout(form)
    return known.holes(form.ranks) * known.positions(form.ranks, known.end)


def kept_bytes(form: Form) -> int:
    """What is kept of one hole hand, in bytes: the arrays that `kernels.sweep` makes."""
    known, tree = layout(form), make_tree(form)
    if known.end.cards == 0:
        return 0
    final = known.positions(form.ranks, known.end)
    total = ((columns(form) - 1) * 4 + 2 + 8) * final
    for step, nodes, actions in zip(known.steps, tree.nodes, tree.actions, strict=True):
        if step == known.end:
            total += 2 * nodes * final
        else:
            total += (8 * len(actions) + 2 * nodes) * known.positions(form.ranks, step)
    return total


def check_positions(form: Form) -> None:
    """Refuse a form that asks for more than can be counted."""
    known = layout(form)
    positions = count_positions(form)
    at_once = known.positions(form.ranks, known.end)
    too_many = positions > MOST_POSITIONS or link_size(form, known) > MOST_LINKS
    if too_many or at_once > MOST_AT_ONCE:
        raise InputError(
            f"This game has {positions:,} positions, {at_once:,} of them with one hole hand, which "
            f"is more than can be counted ({MOST_POSITIONS:,} and {MOST_AT_ONCE:,}): "
            "simulate it with --strategy robot."
        )
    if (kept := kept_bytes(form)) > MOST_BYTES:
        raise InputError(
            f"This game has {len(form.points)} decisions with so many actions that one hole hand "
            f"takes {kept:,} bytes, which is more than can be kept ({MOST_BYTES:,})."
        )
