"""Best play over all hands: what each flush does at each decision, and where two forms differ."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact import cache
from longsuit.analysis.exact.general.form import SUITS, Form
from longsuit.analysis.exact.general.positions import (
    MOST_BYTES,
    check_positions,
    kept_bytes,
    layout,
)
from longsuit.analysis.exact.general.solver import (
    PIECES,
    Progress,
    actions_of_hands,
    in_pieces,
    list_holes,
    planned,
)
from longsuit.analysis.exact.general.tree import make_tree
from longsuit.analysis.exact.histories import Bets
from longsuit.core.cards import RANK_COUNT
from longsuit.core.errors import InputError

MOST_ACTIONS = 100
"""Of a form whose decisions are shown, each after all that may be bet before it."""
EXAMPLES = 25
"""Hands decided otherwise that are kept of each decision."""
_FLUSHES = 1 << RANK_COUNT

Ints = NDArray[np.int64]
Bits = NDArray[np.bool_]


class Spot(NamedTuple):
    """A decision, after the bets that were made before it."""

    point: int
    bets: Bets


class Change(NamedTuple):
    """Hands at a spot that take one action under one form, and another under the other."""

    spot: Spot
    before: int
    now: int
    """Bets in Antes; 0 is what costs nothing."""
    hands: int


class Example(NamedTuple):
    """One of them."""

    spot: Spot
    own: tuple[int, ...]
    board: tuple[int, ...]
    before: int
    now: int


class Survey(NamedTuple):
    """Every hand at every decision, whether or not it would be there after those bets."""

    shares: dict[Spot, dict[int, Ints]]
    """[bet][mask of the flush that is held]: so many hands do it."""
    changes: tuple[Change, ...]
    examples: tuple[Example, ...]


class _Action(NamedTuple):
    """An action of a form; its number is its place in the tree's."""

    spot: Spot
    bet: int
    way: tuple[int, ...]
    """The bets before, each by its place among those that were open: alike in two forms."""
    bets: int
    """How many sizes of bet the decision has."""


def is_comparable(form: Form, other: Form) -> bool:
    """Whether two forms have the same decisions on the same cards."""
    return (form.ranks, layout(form)) == (other.ranks, layout(other))


def survey_form(form: Form, before: Form | None = None, progress: Progress | None = None) -> Survey:
    """What best play does, and where it is not what it does under the form `before`."""
    other = before or form
    now, then = _actions(form), _actions(other)
    _check(form, other, len(now) + len(then))
    same = _same(now, then) if before is not None else np.zeros((0, 0), bool)

    def make() -> cache.Arrays:
        count = _count_hands if layout(form).end.cards == 0 else _count_positions
        return count(form, other, same, progress)

    shape = len(now), _FLUSHES
    asked = [b"survey", repr((form, before)).encode()]
    found = cache.kept(asked, lambda kept: kept["shares"].shape == shape, make)
    shares: dict[Spot, dict[int, Ints]] = {}
    for one, row in zip(now, found["shares"], strict=True):
        shares.setdefault(one.spot, {})[one.bet] = row
    changes = tuple(
        Change(now[new].spot, then[old].bet, now[new].bet, int(found["changed"][new, old]))
        for new, old in np.argwhere(found["changed"]).tolist()
    )
    examples = tuple(
        Example(
            now[new].spot,
            *_cards(form, now[new].spot.point, hole, place),
            then[old].bet,
            now[new].bet,
        )
        for *hole, place, new, old in found["some"].tolist()
    )
    return Survey(shares, changes, examples)


def _check(form: Form, other: Form, actions: int) -> None:
    check_positions(form)
    check_positions(other)
    if actions > 2 * MOST_ACTIONS:
        raise InputError(
            f"These decisions have {actions // 2:,} actions, each after all that may be bet before "
            f"it; {MOST_ACTIONS} can be shown."
        )
    if kept_bytes(form) + kept_bytes(other) > MOST_BYTES:
        raise InputError("A hole hand of this game takes more memory than its decisions may have.")
    if not is_comparable(form, other):
        raise InputError("The two games have other cards or decisions: they are not compared.")


def _actions(form: Form) -> list[_Action]:
    """In the order of their numbers."""
    found: list[_Action] = []
    alive: list[tuple[Bets, tuple[int, ...]]] = [((), ())]
    for point, actions in enumerate(make_tree(form).actions):
        coming: list[tuple[Bets, tuple[int, ...]]] = []
        for node, (bets, way) in enumerate(alive):
            here = [one for one in actions if one.node == node]
            for place, one in enumerate(here):
                found.append(_Action(Spot(point, bets), one.bet, way, len(here) - 1))
                if one.next >= 0:
                    coming.append(((*bets, one.bet), (*way, place)))
        alive = coming
    return found


def _same(now: Sequence[_Action], then: Sequence[_Action]) -> Bits:
    """Whether two actions are one decision; where a bet has one size, a bet is a bet."""
    pairs = [
        [
            new.bet == old.bet or (new.bets == old.bets == 1 and new.bet > 0 and old.bet > 0)
            for old in then
        ]
        for new in now
    ]
    return np.array(pairs)


def _count_hands(form: Form, other: Form, same: Bits, progress: Progress | None) -> dict[str, Ints]:
    """Where no card comes after the decision: hand by hand."""
    holes, hands = list_holes(form.ranks, layout(form).hole)
    new = actions_of_hands(form, progress).astype(np.int64)
    shares = _tally(new, holes[:, 0].astype(np.int64), hands, (len(_actions(form)), _FLUSHES))
    if not len(same):
        return {"shares": shares, **_nothing()}
    old = actions_of_hands(other, progress).astype(np.int64)
    changed = np.where(same, 0, _tally(new, old, hands, same.shape))
    places = np.flatnonzero(~same[new, old])
    some = np.column_stack([holes[places], 0 * places, new[places], old[places]])
    return {"shares": shares, "changed": changed, "some": _spread(some)}


def _tally(rows: Ints, columns: Ints, times: Ints, shape: tuple[int, ...]) -> Ints:
    found = np.bincount(rows * shape[1] + columns, times, shape[0] * shape[1])
    return found.astype(np.int64).reshape(shape)


def _nothing() -> dict[str, Ints]:
    return {"changed": np.zeros((0, 0), np.int64), "some": np.zeros((0, 7), np.int64)}


def _spread(rows: Ints) -> Ints:
    """As many as are kept, from all over."""
    kept: Ints = rows[:: -(-len(rows) // EXAMPLES) or 1]
    return kept


def _count_positions(
    form: Form, other: Form, same: Bits, progress: Progress | None
) -> dict[str, Ints]:
    """Hole hand by hole hand, through all positions of each."""
    from longsuit.analysis.exact.general.kernels.survey import survey

    holes, hands = list_holes(form.ranks, layout(form).hole)
    plan, beside = (planned(one, layout(one), make_tree(one)) for one in (form, other))
    starts = _starts(form, other if len(same) else None)
    pieces, points = min(PIECES, len(holes)), len(form.points)
    sizes = (len(_actions(form)), _FLUSHES), same.shape, (points,), (points, EXAMPLES, 5)

    def room() -> list[Ints]:
        return [np.zeros(size, np.int64) for size in sizes]

    def piece(first: int) -> list[Ints]:
        found = shares, changed, seen, some = room()
        survey(first, pieces, holes, hands, plan, beside, starts, same, shares, changed, seen, some)
        return found

    shares, changed, *_ = room()
    some: list[list[Ints]] = [[] for _ in range(points)]
    for piece_shares, piece_changed, seen, rows in in_pieces(pieces, piece, progress):
        shares += piece_shares
        changed += piece_changed
        for point, number in enumerate(seen.tolist()):
            kept = rows[point, :number]
            some[point].append(np.column_stack([holes[kept[:, 0]], kept[:, 2:]]))
    if not len(same):
        return {"shares": shares, **_nothing()}
    examples = np.concatenate([_spread(np.concatenate(of_point)) for of_point in some])
    return {"shares": shares, "changed": np.where(same, 0, changed), "some": examples}


def _starts(form: Form, other: Form | None) -> Ints:
    """[point, node]: where the kernel keeps its actions, and those of the same node of `other`."""
    known = layout(form)
    starts = np.full((len(form.points), max(make_tree(form).nodes), 2), -1, np.int64)
    rows = [_begin(form), _begin(other) if other is not None else {}]
    for point in range(len(form.points)):
        here = [way for at, way in rows[0] if at == point]
        for node, way in enumerate(here):
            starts[point, node] = [row.get((point, way), -1) for row in rows]
    assert starts.max() < known.positions(form.ranks, known.end) * starts.shape[1] * len(starts)
    return starts


def _begin(form: Form) -> dict[tuple[int, tuple[int, ...]], int]:
    """By decision and bets before it: the decision on the last card has an array of its own."""
    known, total, last = layout(form), 0, -1
    found: dict[tuple[int, tuple[int, ...]], int] = {}
    for one in _actions(form):
        point = one.spot.point
        if point != last and known.steps[point] == known.end:
            total = 0
        last = point
        if (point, one.way) not in found:
            found[point, one.way] = total
            total += known.positions(form.ranks, known.steps[point])
    return found


def _cards(
    form: Form, point: int, hole: Sequence[int], place: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The own cards and the board's at a position, as `fill` numbers them."""
    known = layout(form)
    step = known.steps[point]
    label, number = divmod(place, known.positions(form.ranks, step) // step.labels)
    cards = [(suit, rank) for suit in reversed(range(SUITS)) for rank in range(form.ranks)]
    deck = [suit * RANK_COUNT + rank for suit, rank in cards if not hole[suit] >> rank & 1]
    mine = [suit * RANK_COUNT + rank for suit, rank in cards if hole[suit] >> rank & 1]
    later, own = _set_of(number, step.cards), _set_of(label, step.own)
    return (
        (*mine, *(deck[at] for n, at in enumerate(later) if n in own)),
        tuple(deck[at] for n, at in enumerate(later) if n not in own),
    )


def _set_of(number: int, size: int) -> list[int]:
    """The set of places whose sum of binomials it is."""
    found: list[int] = []
    for left in range(size, 0, -1):
        place = left - 1
        while comb(place + 1, left) <= number:
            place += 1
        number -= comb(place, left)
        found.append(place)
    return found[::-1]
