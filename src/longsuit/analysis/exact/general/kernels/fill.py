"""The dealer's hands at every final position of a hole hand, and the class of the seat's.

A final position is a hole hand with m later cards: a set X, some of it the seat's own, the others
the board's. The cards left in the deck are numbered from the last suit to the first; X is numbered
by sums of binomials over its cards in rising order, and says by a label, which stands first, which
places in it are the seat's. So a number is a sum of one part a suit, and positions that differ in
their lowest card alone are neighbours: a run.

The dealer's hands below a flush of L cards and mask M are the coefficient of x^d in a product of
four polynomials. A suit with n board cards gives C(free, k) x^k for n + k < L, and at n + k = L
the draws that leave the mask below M. Those are looked up: with the seat's cards taken out of the
ranks they are the sets of L cards below the same bound that hold the board's (`Plan.ranked`).
Later cards are taken by the suit that makes the seat's flush, so that L and M are known outside;
of the other suits the one with most subsets is innermost, where each count is a straight line.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.general.kernels.draws import (
    BELOW,
    INNER,
    SHORT,
    UPTO,
    Ints,
    U,
    join,
    lower,
    two_lines,
)

RANKS = 13


class Plan(NamedTuple):
    """All that does not depend on the hole hand: made by `general.plan`."""

    ranks: int
    own: int
    """Later cards of the seat alone, all streets together."""
    board: int
    drawn: int
    qualifier: int
    labels: int
    """Ways to say which of the later cards are the seat's."""
    final: int
    """Final positions of a hole hand."""
    inner: int
    """Decisions before the last card; one more may come with it."""
    by_length: bool
    """Whether a hand's class is the length of its flush."""
    choose: Ints
    bits: Ints
    marks: Ints
    """[mask]: lengths of flush and straight flushes as marks, joined by `or`."""
    class_of: Ints
    """[marks]: the class of a hand."""
    union: Ints
    """Later cards that a suit may get, by (own, board) sizes, rising."""
    shared: Ints
    """Those of them on the board."""
    seat: Ints
    """The number of the seat's part of them."""
    seats: Ints
    """[number]: a mask of the seat's later cards in a suit."""
    group: Ints
    """[own * (board + 1) + board]: where the sizes begin."""
    ranked: NDArray[np.int16]
    """[start + bound * subsets + subset]: of the first so many masks of a length, those that hold
    a subset of a size."""
    ranked_at: Ints
    """[length, size]: where in `ranked`, or -1."""
    level: Ints
    """[point]: later cards, labels, positions, start in `taken`, nodes, by length."""
    slots: Ints
    """[point]: where its actions begin."""
    slot: Ints
    """[action]: node, ending or -1, next node or -1, value pushed to it or -1, start in `act`."""
    opened: NDArray[np.bool_]
    """[action, length]"""
    scale: Ints
    """[point]: ways from one of its positions to one final position; deals from a position."""
    link: Ints
    """[link]: start in `origin`, positions before each, start in `runs`, runs, labels, start in
    `moving`; link p: final to p, points + p: p + 1 to p.

    No positions: there is but one before, the hole hand.
    """
    origin: NDArray[np.int32]
    """By label and run: a position before, of the run's first. First those that move with it."""
    runs: NDArray[np.int32]
    """The length of each run."""
    moving: Ints
    """By label: so many of the positions before have the lowest card, and move with it."""
    worth: Ints
    """[ending, 2 * class + side]: coefficients of 1 and of each of `counts`."""
    folded: Ints
    """[ending]: the net of a fold, or the lowest number."""
    steps: Ints
    """[point]: later cards out by then, the seat's own and the board's."""


@njit(**INNER)
def list_suits(
    own: Ints, p: Plan, union: Ints, place: Ints, seat: Ints, start: Ints, part: Ints
) -> None:
    """What each suit may get, and what that adds to a position's number after so many cards."""
    choose, bits, width, groups = p.choose, p.bits, p.board + 1, len(p.group) - 1
    every, sets = (1 << p.ranks) - 1, p.final // p.labels
    base = 0
    for suit in range(3, -1, -1):
        free = every ^ own[suit]
        n = 0
        for g in range(groups):
            start[suit, g] = n
            e, b = g // width, g % width
            for i in range(p.group[g], p.group[g + 1]):
                if p.union[i] & own[suit]:
                    continue
                union[suit, n], seat[suit, n] = p.union[i], p.seat[i]
                left, rest, number = free & ~p.seats[p.seat[i]], p.shared[i], 0
                at = 1
                while rest:
                    low = rest & -rest
                    rest ^= low
                    number += choose[bits[left & (low - 1)], at]
                    at += 1
                place[suit, n] = number
                for e0 in range(p.own - e + 1):
                    for b0 in range(p.board - b + 1):
                        number, label, at, mine = 0, 0, e0 + b0, e0
                        rest = p.union[i]
                        while rest:
                            low = rest & -rest
                            rest ^= low
                            number += choose[base + bits[free & (low - 1)], at + 1]
                            if not p.shared[i] & low:
                                label += choose[at, mine + 1]
                                mine += 1
                            at += 1
                        part[suit, e0 * width + b0, n] = number + label * sets
                n += 1
        start[suit, groups] = n
        base += bits[free]


@njit(**INNER)
def _look_up(
    kind: int, suit: int, first: int, last: int, length: int, size: int, p: Plan, place: Ints,
    seat: Ints, bound: Ints, just: Any,
) -> None:  # fmt: skip
    """Draws of a suit, with `size` cards on the board, that come to just so many cards and below.

    bound[kind, suit, seat]: so many masks of that length are below, with the seat's cards left out.
    """
    at = p.ranked_at[length, size]
    if at < 0 or first == last:
        return
    subsets = p.choose[p.ranks, size]
    if p.own == 0:
        row, to = U(at + bound[kind, suit, 0] * subsets + place[suit, first]), U(first)
        for i in range(U(last - first)):
            just[kind, suit, to + i] = p.ranked[row + i]
    else:
        for i in range(first, last):
            row = at + bound[kind, suit, seat[suit, i]] * subsets
            just[kind, suit, i] = p.ranked[row + place[suit, i]]


@njit(**INNER)
def _bound(kind: int, mask: int, length: int, suit: int, own: int, p: Plan, bound: Ints) -> None:
    """How many masks of a length are below one, whatever the seat has of the suit; or not above."""
    every = (1 << p.ranks) - 1
    for number in range(len(p.seats)):
        mine = p.seats[number]
        if mine & own:
            continue
        n = lower(mask, length, every ^ own ^ mine, p.choose, p.bits)
        bound[kind, suit, number] = n
        if kind == BELOW:
            bound[UPTO, suit, number] = n + (mask & (own | mine) == 0)


@njit(**INNER)
def _limit(
    suit: int, w: int, mask: int, length: int, e_rest: int, b_rest: int, own: Ints, p: Plan,
    union: Ints, start: Ints, limit: Ints,
) -> bool:  # fmt: skip
    """limit[suit, sizes]: so many of a suit's subsets leave its flush below the seat's."""
    some, width = False, p.board + 1
    for g in range(len(p.group) - 1):
        limit[suit, g] = 0
        e, b = g // width, g % width
        cards = p.bits[own[suit]] + e + b
        if e > e_rest or b > b_rest or cards > length:
            continue
        low, high = start[suit, g], start[suit, g + 1]
        if cards == length:
            while low < high:
                middle = (low + high) >> 1
                other = own[suit] | union[suit, middle]
                if other < mask or (other == mask and suit > w):
                    low = middle + 1
                else:
                    high = middle
        limit[suit, g] = high - start[suit, g]
        some |= limit[suit, g] > 0
    return some


@njit(**INNER)
def fill(
    own: Ints, p: Plan, union: Ints, place: Ints, seat: Ints, start: Ints, part: Ints, just: Any,
    bound: Ints, limit: Ints, poly: Ints, line: Ints, four: Ints, within: Ints, counts: Any,
    code: Any, whole: Ints,
) -> None:  # fmt: skip
    """counts[:, position]: dealer's hands below, not above, below the qualifier; and its code.

    Where margins count, further those with a flush of no card, of one at most, and so on.
    line, four, within: room to work in. A code is class, whether the own flush qualifies, and its
    length.
    whole[2 * class + side]: positions, and their counts, added up.
    """
    choose, bits, d, width = p.choose, p.bits, p.drawn, p.board + 1
    groups = len(p.group) - 1
    q_length, q_mask = p.qualifier >> RANKS, p.qualifier & (1 << RANKS) - 1
    same, to, sizes = four[0], four[1], four[2]
    whole[:] = 0
    for suit in range(4):
        # Suits of which the seat holds the same ranks are counted once.
        same[suit] = suit
        for other in range(suit - 1, -1, -1):
            if own[other] == own[suit]:
                same[suit] = other
        if same[suit] == suit:
            _bound(SHORT, q_mask, q_length, suit, own[suit], p, bound)
            for g in range(groups):
                _look_up(
                    SHORT, suit, start[suit, g], start[suit, g + 1], q_length, g % width, p, place,
                    seat, bound, just,
                )  # fmt: skip
    for w in range(4):
        a, b, c = 1 if w == 0 else 0, 2 if w <= 1 else 1, 3 if w <= 2 else 2
        longest = max(bits[own[a]], bits[own[b]], bits[own[c]])
        for gw in range(groups):
            e_rest, b_rest, bw = p.own - gw // width, p.board - gw % width, gw % width
            length = bits[own[w]] + gw // width + bw
            if longest > length:
                continue
            for iw in range(start[w, gw], start[w, gw + 1]):
                mask = own[w] | union[w, iw]
                possible = True
                for suit in (a, b, c):
                    possible = possible and _limit(
                        suit, w, mask, length, e_rest, b_rest, own, p, union, start, limit
                    )
                if not possible:
                    continue
                for suit in range(4):
                    if same[suit] != suit:
                        continue
                    _bound(BELOW, mask, length, suit, own[suit], p, bound)
                    only = suit == same[w] and suit != same[a] and suit != same[b]
                    only = only and suit != same[c]
                    for g in range(groups):
                        first, last = start[suit, g], start[suit, g + 1]
                        if only or g // width > e_rest or g % width > b_rest:
                            if g != gw or suit != same[w]:
                                continue
                            first, last = iw, iw + 1
                        for kind in (BELOW, UPTO):
                            _look_up(
                                kind, suit, first, last, length, g % width, p, place, seat, bound,
                                just,
                            )  # fmt: skip
                side = 1 if (length << RANKS | mask) >= p.qualifier else 0
                left, ws = p.ranks - length, same[w]
                poly[6, 0] = 1
                join(poly, 6, 0, left, length - bw, just[BELOW, ws, iw], d, choose)
                join(poly, 6, 1, left, length - bw, just[UPTO, ws, iw], d, choose)
                join(poly, 6, 2, left, q_length - bw, just[SHORT, ws, iw], d, choose)
                sizes[w] = gw
                for ga in range(groups):
                    for gb in range(groups if limit[a, ga] else 0):
                        e = e_rest - ga // width - gb // width
                        rest = b_rest - ga % width - gb % width
                        if e < 0 or rest < 0 or limit[b, gb] == 0:
                            continue
                        gc = e * width + rest
                        if limit[c, gc] == 0:
                            continue
                        sizes[a], sizes[b], sizes[c] = ga, gb, gc
                        to[2] = sizes[3]
                        to[1] = to[2] + sizes[2]
                        to[0] = to[1] + sizes[1]
                        # The suit with fewest subsets outside, that with most inside.
                        x, y, z = a, b, c
                        if limit[x, sizes[x]] > limit[y, sizes[y]]:
                            x, y = y, x
                        if limit[y, sizes[y]] > limit[z, sizes[z]]:
                            y, z = z, y
                        if limit[x, sizes[x]] > limit[y, sizes[y]]:
                            x, y = y, x
                        at_w = part[w, to[w], iw]
                        for n in range(len(within)):
                            for suit in range(4):
                                e, rest = sizes[suit] // width, sizes[suit] % width
                                free = p.ranks - bits[own[suit]] - e - rest
                                first = 3 if suit % 2 == 0 else 4
                                source = 6 if suit == 0 else first
                                join(poly, source, 7 - first, free, n + 1 - rest, 0, d, choose)
                            within[n] = poly[3, d]
                        _rows(
                            x, y, z, length, q_length, 2 * side, p.marks[mask], at_w, own, p, same,
                            sizes, to, limit, union, start, part, just, poly, line, within, counts,
                            code, whole,
                        )  # fmt: skip


@njit(**INNER)
def _rows(
    x: int, y: int, z: int, length: int, q_length: int, side: int, marks_w: int, at_w: int,
    own: Ints, p: Plan, same: Ints, sizes: Ints, to: Ints, limit: Ints, union: Ints, start: Ints,
    part: Ints, just: Any, poly: Ints, line: Ints, within: Ints, counts: Any, code: Any,
    whole: Ints,
) -> None:  # fmt: skip
    """All positions of a flush and of sizes in the other suits; a row has subsets of x and y."""
    bits, choose, d, width = p.bits, p.choose, p.drawn, p.board + 1
    gx, gy, gz = sizes[x], sizes[y], sizes[z]
    bx, by, bz = gx % width, gy % width, gz % width
    left_x = p.ranks - bits[own[x]] - gx // width - bx
    left_y = p.ranks - bits[own[y]] - gy // width - by
    left_z = p.ranks - bits[own[z]] - gz // width - bz
    xs, ys, zs, one = same[x], same[y], same[z], np.int64(1)
    z0, row, own_z = U(start[z, gz]), U(limit[z, gz]), own[z]
    together = p.own == 0 and (z == 3 or (gz <= 1 and to[z] == 0))
    plain = (2 * length + (side >> 1)) << 3 | length
    kind0 = 2 * length + (side >> 1)
    for ix in range(start[x, gx], start[x, gx] + limit[x, gx]):
        join(poly, 0, 3, left_x, length - bx, just[BELOW, xs, ix], d, choose)
        join(poly, 1, 4, left_x, length - bx, just[UPTO, xs, ix], d, choose)
        join(poly, 2, 5, left_x, q_length - bx, just[SHORT, xs, ix], d, choose)
        for kind in range(3):
            level = q_length if kind == SHORT else length
            two_lines(poly, 3 + kind, left_y, level - by, left_z, level - bz, d, choose, line, kind)
        at_x, marks_x = at_w + part[x, to[x], ix], marks_w | p.marks[own[x] | union[x, ix]]
        for iy in range(start[y, gy], start[y, gy] + limit[y, gy]):
            at_y, marks_y = at_x + part[y, to[y], iy], marks_x | p.marks[own[y] | union[y, iy]]
            n = np.int64(just[BELOW, ys, iy])
            wa, wc = np.int32(line[0, 0] + line[0, 1] * n), np.int32(line[0, 2] + line[0, 3] * n)
            n = np.int64(just[UPTO, ys, iy])
            ea, ec = np.int32(line[1, 0] + line[1, 1] * n), np.int32(line[1, 2] + line[1, 3] * n)
            n = np.int64(just[SHORT, ys, iy])
            sa, sc = np.int32(line[2, 0] + line[2, 1] * n), np.int32(line[2, 2] + line[2, 3] * n)
            below = upto = short = np.int64(0)
            if together:
                at = U(at_y + part[z, 0, start[z, gz]])
                for i in range(row):
                    n0 = np.int32(wa + wc * np.int32(just[0, zs, z0 + i]))
                    n1 = np.int32(ea + ec * np.int32(just[1, zs, z0 + i]))
                    n2 = np.int32(sa + sc * np.int32(just[2, zs, z0 + i]))
                    counts[0, at + i], counts[1, at + i], counts[2, at + i] = n0, n1, n2
                    below += np.int64(n0)
                    upto += np.int64(n1)
                    short += np.int64(n2)
                if p.by_length:
                    for i in range(row):
                        code[at + i] = plain
            else:
                for i in range(row):
                    at = U(at_y + part[z, to[z], z0 + i])
                    n0 = np.int32(wa + wc * np.int32(just[0, zs, z0 + i]))
                    n1 = np.int32(ea + ec * np.int32(just[1, zs, z0 + i]))
                    n2 = np.int32(sa + sc * np.int32(just[2, zs, z0 + i]))
                    counts[0, at], counts[1, at], counts[2, at] = n0, n1, n2
                    below += np.int64(n0)
                    upto += np.int64(n1)
                    short += np.int64(n2)
                    if p.by_length:
                        code[at] = plain
            for m in range(len(within)):
                for i in range(row):
                    counts[3 + m, U(at_y + part[z, to[z], z0 + i])] = within[m]
            if p.by_length:
                for m in range(len(within)):
                    whole[kind0, 4 + m] += np.int64(row) * within[m]
                whole[kind0, 0] += np.int64(row)
                whole[kind0, 1] += below
                whole[kind0, 2] += upto
                whole[kind0, 3] += short
                continue
            for i in range(row):
                at = U(at_y + part[z, to[z], z0 + i])
                kind = 2 * p.class_of[marks_y | p.marks[own_z | union[z, z0 + i]]] + (side >> 1)
                code[at] = kind << 3 | length
                for m in range(len(within)):
                    whole[kind, 4 + m] += within[m]
                whole[kind, 0] += one
                whole[kind, 1] += counts[0, at]
                whole[kind, 2] += counts[1, at]
                whole[kind, 3] += counts[2, at]
