"""What best play does at every position of a decision, counted by the flush held there.

Two forms with the same cards are decided side by side, to count the decisions that differ.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.general.kernels.draws import INNER, Ints, U
from longsuit.analysis.exact.general.kernels.fill import RANKS, Plan
from longsuit.analysis.exact.general.kernels.sweep import decide_hole, make_room


@njit(**INNER)
def _look(
    own: Ints, p: Plan, point: int, hand: int, times: int, taken: Any, other: Any, at: Ints,
    shares: Ints, changed: Ints, same: NDArray[np.bool_], seen: Ints, some: Ints, work: Ints,
) -> None:  # fmt: skip
    """Every position of a point, runs of those that differ in their lowest card inside.

    at[node]: where its actions begin in `taken` and in `other`, or -1 where the other has none.
    some[point, n]: hand, node, position and both actions of the n-th example, one a hole hand.
    """
    bits, size, labels = p.bits, p.level[point, 0], p.level[point, 1]
    sets = p.level[point, 2] // labels
    suits, ones, cards, held = work[0], work[1], work[2], work[3]
    left = 0
    for suit in range(3, -1, -1):
        for rank in range(p.ranks):
            if not own[suit] >> rank & 1:
                suits[left], ones[left] = suit, 1 << rank
                left += 1
    for j in range(size):
        cards[j] = j
    first = differing = 0
    while first < sets:
        key = 0
        for suit in range(4):
            held[suit] = own[suit]
        for j in range(1, size):
            held[suits[cards[j]]] |= ones[cards[j]]
        for suit in range(4):
            key = max(key, bits[held[suit]] << RANKS | held[suit])
        run = (cards[1] if size > 1 else left) if size else 1
        for low in range(run):
            mask = U(key & (1 << RANKS) - 1)
            if size:
                longer = held[suits[low]] | ones[low]
                mask = U(max(key, bits[longer] << RANKS | longer) & (1 << RANKS) - 1)
            for node in range(len(at)):
                for label in range(labels):
                    place = label * sets + first + low
                    q = taken[at[node, 0] + place]
                    shares[q, mask] += times
                    if at[node, 1] < 0:
                        continue
                    then = other[at[node, 1] + place]
                    changed[q, then] += times
                    if same[q, then] or seen[point] == some.shape[1]:
                        continue
                    # The first of a hole hand, the second, the fourth and so on: the last stays.
                    differing += 1
                    if differing & (differing - 1) == 0:
                        row = some[point, seen[point]]
                        row[0], row[1], row[2], row[3], row[4] = hand, node, place, q, then
        first += run
        j = 1
        while j + 1 < size and cards[j] + 1 == cards[j + 1]:
            cards[j] = j
            j += 1
        if j < size:
            cards[j] += 1
    if differing:
        seen[point] += 1


@njit(cache=True, nogil=True)
def survey(
    first: int, step: int, holes: Any, hands: Any, p: Plan, other: Plan, at: Ints,
    same: NDArray[np.bool_], shares: Ints, changed: Ints, seen: Ints, some: Ints,
) -> None:  # fmt: skip
    """Every step-th hole hand: shares[action, flush], and changed[action, action of the other].

    at[point, node]: see `_look`; -1 first where a point has no such node. `same` is empty where
    there is no other form.
    """
    room, beside = make_room(p), make_room(other)
    mine, yours = room[6:], beside[6:]
    own, work = np.zeros(4, np.int64), np.zeros((4, 52), np.int64)
    row, row_beside = np.zeros(p.slots[1], np.int64), np.zeros(other.slots[1], np.int64)
    for h in range(first, len(holes), step):
        own[:] = holes[h]
        decide_hole(own, p, room, row)
        if len(same):
            decide_hole(own, other, beside, row_beside)
        for point in range(len(p.level)):
            nodes = p.level[point, 4]
            if point < p.inner:
                _look(
                    own, p, point, h, hands[h], mine[0], yours[0], at[point, :nodes],
                    shares, changed, same, seen, some, work,
                )  # fmt: skip
            else:
                _look(
                    own, p, point, h, hands[h], mine[1].ravel(), yours[1].ravel(),
                    at[point, :nodes], shares, changed, same, seen, some, work,
                )  # fmt: skip
