"""A form as the arrays that the kernel runs on."""

from functools import cache
from itertools import accumulate, combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.general.form import Form
from longsuit.analysis.exact.general.positions import (
    Layout,
    Step,
    link_pairs,
    link_size,
    run_count,
)
from longsuit.analysis.exact.general.regions import fold_net, worth
from longsuit.analysis.exact.general.tree import Tree
from longsuit.analysis.exact.payoffs import LENGTHS, hand_class
from longsuit.core.cards import RANK_COUNT
from longsuit.core.ranking import Shape, shape

if TYPE_CHECKING:
    from longsuit.analysis.exact.general.kernels.fill import Plan

Ints = NDArray[np.int64]
Narrow = NDArray[np.int32]
LOWEST = -(1 << 62)
FLUSH_MARKS, STRAIGHT_MARKS, SHORTEST = 7, 5, 3
"""A flush of 1 to 7 cards is as many marks; a straight flush of 3 to 7 is one to five."""


def make_plan(form: Form, known: Layout, tree: Tree) -> "Plan":
    """All that the kernel asks of a form."""
    from longsuit.analysis.exact.general.kernels.fill import Plan

    at_end = known.steps[-1] == known.end
    union, shared, group = _suit_options(form.ranks, known.end)
    seats = _seats(form.ranks, known.end)
    numbers = {mask: number for number, mask in enumerate(seats)}
    seat = [numbers[both & ~board] for both, board in zip(union, shared, strict=True)]
    ranked, ranked_at = _ranked(form, known.end)
    links = _links(form, known)
    slots = [0, *accumulate(len(actions) for actions in tree.actions)]
    opened = [action.open for actions in tree.actions for action in actions]
    choose = _choose()
    return Plan(
        form.ranks,
        known.end.own,
        known.end.board,
        form.drawn,
        form.dealer.qualifier if form.dealer is not None else 0,
        known.end.labels,
        known.positions(form.ranks, known.end),
        len(known.steps) - at_end,
        not form.lines,
        choose,
        np.array([mask.bit_count() for mask in range(1 << RANK_COUNT)], np.int64),
        _suit_marks(),
        _classes_of_marks(form),
        np.array(union, np.int64),
        np.array(shared, np.int64),
        np.array(seat, np.int64),
        np.array(seats, np.int64),
        np.array(group, np.int64),
        ranked,
        ranked_at,
        _levels(form, known, tree),
        np.array(slots, np.int64),
        _slots(form, known, tree),
        np.array(opened),
        _scale(form, known),
        *links,
        worth(form, tree.ends, dealer_hands(form)),
        np.array([fold_net(form, end.bets) if end.folded else LOWEST for end in tree.ends]),
        np.array(known.steps, np.int64),
    )


def _suit_options(ranks: int, end: Step) -> tuple[list[int], list[int], list[int]]:
    """Later cards that one suit may get: all of them, those on the board, where sizes begin."""
    union: list[int] = []
    shared: list[int] = []
    group = [0]
    by_size: dict[int, list[int]] = {}
    for mask in range(1 << ranks):
        by_size.setdefault(mask.bit_count(), []).append(mask)
    for own in range(end.own + 1):
        for board in range(end.board + 1):
            for mask in by_size.get(own + board, []):
                cards = [1 << rank for rank in range(ranks) if mask >> rank & 1]
                for some in combinations(cards, board):
                    union.append(mask)
                    shared.append(sum(some))
            group.append(len(union))
    return union, shared, group


def _seats(ranks: int, end: Step) -> list[int]:
    """What the seat may get of one suit in later cards, nothing first."""
    return [mask for mask in range(1 << ranks) if mask.bit_count() <= end.own]


def _ranked(form: Form, end: Step) -> "tuple[NDArray[np.int16], Ints]":
    """Of the first so many masks of a length, how many hold a subset: see `Plan`."""
    rows, at, first = [np.zeros(1, np.int16)], np.full((LENGTHS, end.board + 1), -1, np.int64), 1
    masks = np.arange(1 << form.ranks)
    sizes = np.bitwise_count(masks)
    for length in range(1, LENGTHS):
        long = masks[sizes == length]
        for size in range(max(length - form.drawn, 0), min(length, end.board) + 1):
            held = masks[sizes == size]
            found = np.zeros((len(long) + 1, len(held)), np.int16)
            np.cumsum(long[:, None] & held == held, axis=0, dtype=np.int16, out=found[1:])
            rows.append(found.ravel())
            at[length, size] = first
            first += found.size
    return np.concatenate(rows), at


def _label(places: tuple[int, ...]) -> int:
    """The number of the seat's places among the later cards."""
    return sum(comb(place, k) for k, place in enumerate(places, 1))


def _patterns(after: Step, before: Step) -> list[list[tuple[tuple[int, ...], int]]]:
    """[label after]: the places of the cards that were out before, and their label."""
    found: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in range(after.labels)]
    for own in combinations(range(after.cards), after.own):
        board = [place for place in range(after.cards) if place not in own]
        for some in combinations(own, before.own):
            for rest in combinations(board, before.board):
                places = tuple(sorted((*some, *rest)))
                label = _label(tuple(k for k, place in enumerate(places) if place in some))
                found[_label(own)].append((places, label))
    return [sorted(row, key=lambda one: one[0][0]) for row in found]


def _links(form: Form, known: Layout) -> "tuple[Ints, Narrow, Narrow, Ints]":
    """From the end to each decision, then from each decision to the one before: see `Plan`."""
    from longsuit.analysis.exact.general.kernels.setup import fill_link, list_runs

    pairs = link_pairs(known)
    left, choose = known.left(form.ranks), _choose()
    link, moving = np.zeros((len(pairs), 6), np.int64), [0]
    origin = np.zeros(max(link_size(form, known), 1), np.int32)
    runs = np.zeros(sum(run_count(left, after) for after, _ in pairs), np.int32)
    first = begin = 0
    for number, (after, before) in enumerate(pairs):
        if before.cards == 0:
            continue
        patterns = _patterns(after, before)
        places = np.array([[cards for cards, _ in row] for row in patterns], np.int64)
        label = np.array([[name for _, name in row] for row in patterns], np.int64)
        ways = places.shape[1]
        n = list_runs(comb(left, after.cards), after.cards, left, runs, begin)
        link[number] = first, ways, begin, n, after.labels, len(moving)
        moving += [sum(cards[0] == 0 for cards, _ in row) for row in patterns]
        sets = comb(left, before.cards)
        fill_link(n, after.cards, places, label, before.cards, sets, choose, origin, first)
        first += n * after.labels * ways
        begin += n
    return link, origin, runs, np.array(moving, np.int64)


@cache
def _choose() -> Ints:
    return np.array([[comb(n, k) for k in range(LENGTHS + 1)] for n in range(53)], np.int64)


def _levels(form: Form, known: Layout, tree: Tree) -> Ints:
    rows = []
    taken = 0
    for place, step in enumerate(known.steps):
        positions = known.positions(form.ranks, step)
        nodes, point = tree.nodes[place], form.points[place]
        by_length = len(set(point.multiples)) > 1
        rows.append([step.cards, step.labels, positions, taken, nodes, by_length])
        taken += positions * nodes
    return np.array(rows, np.int64)


def _slots(form: Form, known: Layout, tree: Tree) -> Ints:
    """Node, ending, next node, which value of a final position it adds up, and its own place."""
    at_end = known.steps[-1] == known.end
    rows = []
    act = 0
    for place, actions in enumerate(tree.actions):
        for action in actions:
            source = -1
            if action.end >= 0 and not tree.ends[action.end].folded:
                source = action.end
            elif action.next >= 0 and at_end and place + 2 == len(tree.actions):
                source = len(tree.ends) + action.next
            rows.append([action.node, action.end, action.next, source, act])
            act += known.positions(form.ranks, known.steps[place])
    return np.array(rows, np.int64)


def _scale(form: Form, known: Layout) -> Ints:
    """Ways from a position to one final position, and the deals from a position."""
    rows = []
    every = (*known.steps, known.end)
    for place in range(len(known.steps)):
        ways, deals, end = 1, 1, known.end
        left = known.left(form.ranks) - every[place].cards
        for now, then in zip(every[place:], every[place + 1 :], strict=False):
            own, board = then.own - now.own, then.board - now.board
            ways *= comb(end.own - now.own, own) * comb(end.board - now.board, board)
            deals *= comb(left, own) * comb(left - own, board)
            left -= own + board
        rows.append([ways, deals * comb(left, form.drawn)])
    return np.array(rows, np.int64)


def dealer_hands(form: Form) -> int:
    """How many hands the dealer may have at a final position."""
    return comb(4 * form.ranks - form.own - form.board, form.drawn)


@cache
def _suit_marks() -> Ints:
    """[mask]: flush, straight flush and ace-high straight flush as rows of marks."""
    marks: list[int] = []
    for mask in range(1 << RANK_COUNT):
        found = shape(mask)
        flush, run = min(found.flush, FLUSH_MARKS), min(found.straight, FLUSH_MARKS)
        ace = min(found.ace_high, FLUSH_MARKS)
        marks.append(_marks(Shape(flush, run, ace)))
    return np.array(marks, np.int64)


def _marks(found: Shape) -> int:
    run, ace = max(found.straight - SHORTEST + 1, 0), max(found.ace_high - SHORTEST + 1, 0)
    rows = (1 << found.flush) - 1, (1 << run) - 1, (1 << ace) - 1
    return rows[0] | rows[1] << FLUSH_MARKS | rows[2] << FLUSH_MARKS + STRAIGHT_MARKS


def _classes_of_marks(form: Form) -> Ints:
    """[marks]: the class of a hand."""
    found: Any = np.zeros(1 << FLUSH_MARKS + 2 * STRAIGHT_MARKS, np.int64)
    runs = (0, *range(SHORTEST, LENGTHS))
    for flush in range(LENGTHS):
        for straight in runs:
            for ace in runs:
                one = Shape(flush, straight, ace)
                found[_marks(one)] = hand_class(form.lines, one)
    classes: Ints = found
    return classes


def class_of_hands(form: Form, hands: Ints) -> Ints:
    """[row]: the class of each final hand, given as four suit masks."""
    marks = np.bitwise_or.reduce(_suit_marks()[hands], axis=1)
    classes: Ints = _classes_of_marks(form)[marks]
    return classes
