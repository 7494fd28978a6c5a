"""The ways to bet: at each decision the histories that may come to it, and where actions lead."""

from typing import NamedTuple

from longsuit.analysis.exact.general.form import Form
from longsuit.analysis.exact.histories import Bets
from longsuit.analysis.exact.payoffs import LENGTHS


class End(NamedTuple):
    """A history that is over for the seat: it has folded, or waits for the last card."""

    bets: Bets
    folded: bool


class Action(NamedTuple):
    """One action at one node of a decision."""

    node: int
    bet: int
    """In Antes; 0 is what costs nothing."""
    end: int
    """The ending that it leads to, or -1."""
    next: int
    """The node of the next decision, or -1."""
    open: tuple[bool, ...]
    """[length of the flush held so far]"""


class Tree(NamedTuple):
    """All decisions of a form."""

    ends: tuple[End, ...]
    nodes: tuple[int, ...]
    """[point]: how many histories come to it."""
    actions: tuple[tuple[Action, ...], ...]
    """[point]: by node, what costs nothing first, then by rising bet: of equal values the first."""


def make_tree(form: Form) -> Tree:
    """Every history of bets, from the first decision on."""
    ends: list[End] = []
    alive: list[Bets] = [()]
    nodes: list[int] = []
    points: list[tuple[Action, ...]] = []
    size = len(form.points)
    for place, point in enumerate(form.points):
        last = place + 1 == size
        coming: list[Bets] = []
        actions: list[Action] = []
        for node, bets in enumerate(alive):
            for bet in (0, *sorted({bet for length in point.multiples for bet in length})):
                made = (*bets, bet)
                folds = bet == 0 and point.free == "fold"
                over = folds or last or (bet > 0 and not form.several)
                is_open = tuple(bet == 0 or bet in point.multiples[n] for n in range(LENGTHS))
                to_end, to_next = (len(ends), -1) if over else (-1, len(coming))
                if over:
                    ends.append(End(made + (0,) * (size - len(made)), folds))
                else:
                    coming.append(made)
                actions.append(Action(node, bet, to_end, to_next, is_open))
        nodes.append(len(alive))
        points.append(tuple(actions))
        alive = coming
    return Tree(tuple(ends), tuple(nodes), tuple(points))
