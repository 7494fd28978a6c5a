"""Games in which no card comes after the first decision: hands up to suits, the longest suit first.

A hand is four suit masks in falling order of key, as `hand_classes` numbers them, and the dealer
draws from all that is left. For each first mask, the flush, the draws of a suit that come to the
same length and a lower mask are counted once for every mask that another suit may have.
"""

from typing import Any

import numpy as np
from numba import njit

from longsuit.analysis.exact.general.kernels.draws import (
    BELOW,
    SHORT,
    UPTO,
    Ints,
    join,
    lower,
    two_lines,
)
from longsuit.analysis.exact.general.kernels.fill import RANKS, Plan

LOWEST = -(1 << 62)
HALF = 30
"""A sum is kept as two: this many bits, and what is above them."""


@njit(cache=True, nogil=True)
def sweep_hands(
    first: int, step: int, shapes: Ints, starts: Ints, masks: Ints, by_size: Ints, p: Plan,
    sums: Ints, promised: Ints, taken: Any,
) -> None:  # fmt: skip
    """Every step-th flush: sums[ending, 2 * class + side, column], and best play's worth.

    starts[shape, place]: the number of the first hand with that flush, and so many `shapes` have.
    taken[hand]: the action of each, where there is room.
    """
    choose, bits, d, every = p.choose, p.bits, p.drawn, (1 << p.ranks) - 1
    q_length, q_mask = p.qualifier >> RANKS, p.qualifier & (1 << RANKS) - 1
    just = np.zeros((3, len(masks)), np.int64)
    poly, line = np.zeros((7, 8), np.int64), np.zeros((3, 4), np.int64)
    within = np.zeros(p.worth.shape[2] - 4, np.int64)
    poly[6, 0] = 1
    for i in range(len(masks)):
        just[SHORT, i] = lower(q_mask, q_length, every ^ masks[i], choose, bits)
    item = 0
    for s in range(len(shapes)):
        length, n_b, n_c, n_d = shapes[s]
        left_b, left_c, left_d = p.ranks - n_b, p.ranks - n_c, p.ranks - n_d
        for n in range(len(within)):
            # Where margins count: the dealer's hands with a flush of so many cards at most.
            join(poly, 6, 0, p.ranks - length, n + 1, 0, d, choose)
            join(poly, 0, 1, left_b, n + 1, 0, d, choose)
            join(poly, 1, 0, left_c, n + 1, 0, d, choose)
            join(poly, 0, 1, left_d, n + 1, 0, d, choose)
            within[n] = poly[1, d]
        for i in range(by_size[length], by_size[length + 1]):
            item += 1
            if item % step != first:
                continue
            flush = masks[i]
            for suit in range(1, 4):
                size = shapes[s, suit]
                for j in range(by_size[size], by_size[size + 1]):
                    n = lower(flush, length, every ^ masks[j], choose, bits)
                    just[BELOW, j], just[UPTO, j] = n, n + (masks[j] & flush == 0)
            own = lower(flush, length, every ^ flush, choose, bits)
            side = 1 if (length << RANKS | flush) >= p.qualifier else 0
            for kind in range(3):
                n, level = (just[SHORT, i], q_length) if kind == SHORT else (own, length)
                join(poly, 6, kind, p.ranks - length, level, n, d, choose)
            at = starts[s, i - by_size[length]]
            for j in range(by_size[n_b], i + 1 if n_b == length else by_size[n_b + 1]):
                for kind in range(3):
                    level = q_length if kind == SHORT else length
                    join(poly, kind, 3 + kind, left_b, level, just[kind, j], d, choose)
                    two_lines(poly, 3 + kind, left_c, level, left_d, level, d, choose, line, kind)
                marks_b = p.marks[flush] | p.marks[masks[j]]
                same_b = 2 if j == i else 1
                for k in range(by_size[n_c], j + 1 if n_c == n_b else by_size[n_c + 1]):
                    below0 = line[0, 0] + line[0, 1] * just[0, k]
                    below1 = line[0, 2] + line[0, 3] * just[0, k]
                    upto0 = line[1, 0] + line[1, 1] * just[1, k]
                    upto1 = line[1, 2] + line[1, 3] * just[1, k]
                    short0 = line[2, 0] + line[2, 1] * just[2, k]
                    short1 = line[2, 2] + line[2, 3] * just[2, k]
                    marks_c, run_c = marks_b | p.marks[masks[k]], 1
                    same_c = same_b
                    if k == j:
                        run_c = 3 if j == i else 2
                        same_c *= run_c
                    for n in range(by_size[n_d], k + 1 if n_d == n_c else by_size[n_d + 1]):
                        below = below0 + below1 * just[0, n]
                        upto = upto0 + upto1 * just[1, n]
                        short = short0 + short1 * just[2, n]
                        kind = 2 * length + side
                        if not p.by_length:
                            kind = 2 * p.class_of[marks_c | p.marks[masks[n]]] + side
                        hands = 24 // (same_c * (run_c + 1 if n == k else 1))
                        best, q = LOWEST, 0
                        for action in range(len(p.slot)):
                            if not p.opened[action, length]:
                                continue
                            end = p.slot[action, 1]
                            value = (
                                p.worth[end, kind, 0] + p.worth[end, kind, 1] * below
                                + p.worth[end, kind, 2] * upto + p.worth[end, kind, 3] * short
                            )  # fmt: skip
                            for m in range(len(within)):
                                value += p.worth[end, kind, 4 + m] * within[m]
                            if value > best:
                                best, q = value, action
                        end = p.slot[q, 1]
                        sums[end, kind, 0] += hands
                        sums[end, kind, 1] += hands * below
                        sums[end, kind, 2] += hands * upto
                        sums[end, kind, 3] += hands * short
                        for m in range(len(within)):
                            sums[end, kind, 4 + m] += hands * within[m]
                        promised[0] += hands * (best & (1 << HALF) - 1)
                        promised[1] += hands * (best >> HALF)
                        if len(taken):
                            taken[at] = q
                        at += 1
