"""Hole hands one by one: every way the later cards fall, the dealer's hands, and best play.

A final position is a hole hand with m later cards: a set X, some of it the seat's own, the others
the board's. X is numbered by sums of binomials over its cards in rising order, its parts by the
places of the seat's cards in it; so a number is a sum of one part a suit (`_number`).

The dealer's hands below a flush of L cards and mask M are the coefficient of x^d in a product of
four polynomials. A suit with n board cards gives C(free, k) x^k for n + k < L, and at n + k = L
the draws that leave the mask below M (`_lower`). Later cards are taken by the suit that makes the
seat's flush, so that L and M are known outside and each suit is counted once for them; in the
last suit each count is a straight line in one number.

Then plain backward induction over positions (`_decide`), and forward again with the decisions
known (`_reach`), to count the deals of every ending. No loop that runs often calls a function:
counting references to arrays takes longer than all the rest.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

RANKS = 13
LOWEST = -(1 << 62)
BELOW, UPTO, SHORT = 0, 1, 2
STRIDE = 1 << 24
"""Between the seeds of two hole hands."""

Ints = NDArray[np.int64]


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
    group: Ints
    """[own * (board + 1) + board]: where the sizes begin."""
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
    """[link]: start in `origin`, positions before each; link p: final to p, points + p: p + 1 to p.

    No positions: there is but one before, the hole hand.
    """
    origin: NDArray[np.int32]
    worth: Ints
    """[ending, 2 * class + side]: coefficients of (1, below, upto, short)."""
    folded: Ints
    """[ending]: the net of a fold, or the lowest number."""
    steps: Ints
    """[point]: later cards out by then, the seat's own and the board's."""


@njit(cache=True, nogil=True)
def list_classes(shapes: Ints, masks: Ints, by_size: Ints, out: Any, hands: Any) -> int:
    """Write every hand up to suits and how many hands it stands for; gives how many classes."""
    at = 0
    for s in range(len(shapes)):
        a, b, c, d = shapes[s]
        for i in range(by_size[a], by_size[a + 1]):
            for j in range(by_size[b], i + 1 if a == b else by_size[b + 1]):
                for k in range(by_size[c], j + 1 if b == c else by_size[c + 1]):
                    for n in range(by_size[d], k + 1 if c == d else by_size[d + 1]):
                        out[at, 0], out[at, 1] = masks[i], masks[j]
                        out[at, 2], out[at, 3] = masks[k], masks[n]
                        same, run = 1, 1
                        run = run + 1 if i == j else 1
                        same *= run
                        run = run + 1 if j == k else 1
                        same *= run
                        run = run + 1 if k == n else 1
                        same *= run
                        hands[at] = 24 // same
                        at += 1
    return at


@njit(cache=True, nogil=True)
def _lower(mask: int, draw: int, free: int, held: int, choose: Ints, bits: Ints) -> int:
    """How many `draw` cards of `free` make, with those held, a mask below one of as many cards."""
    total = 0
    rest = mask | held
    while rest:
        # The highest bit that is left.
        top = rest | rest >> 1
        top |= top >> 2
        top |= top >> 4
        top |= top >> 8
        bit = top ^ top >> 1
        rest ^= bit
        if not mask & bit:
            break
        if held & bit:
            continue
        total += choose[bits[free & (bit - 1)], draw]
        if draw == 0 or not free & bit:
            break
        draw -= 1
    return total


@njit(cache=True, nogil=True)
def fill_link(
    sets: int, after: int, places: Ints, label: Ints, before: int, labels: int, choose: Ints,
    index: NDArray[np.int32], first: int,
) -> None:  # fmt: skip
    """index[first + position, pattern]: the positions from which one is reached.

    places[label, pattern]: which of the cards were there before; label[label, pattern]: whose.
    """
    cards = np.arange(max(after, 1))
    at = first
    for _ in range(sets):
        for i in range(places.shape[0]):
            for a in range(places.shape[1]):
                number = 0
                for j in range(before):
                    number += choose[cards[places[i, a, j]], j + 1]
                index[at] = number * labels + label[i, a]
                at += 1
        j = 0
        while j + 1 < after and cards[j] + 1 == cards[j + 1]:
            cards[j] = j
            j += 1
        cards[j] += 1


@njit(cache=True, nogil=True)
def _join(
    poly: Ints, source: int, target: int, free: int, level: int, just: int, d: int, choose: Ints
) -> None:
    """Multiply by a suit: any draw below `level` cards, `just` draws of so many, none above."""
    for degree in range(d + 1):
        total = 0
        for k in range(min(level, degree + 1)):
            total += poly[source, degree - k] * choose[free, k]
        if 0 <= level <= degree:
            total += just * poly[source, degree - level]
        poly[target, degree] = total


@njit(cache=True, nogil=True)
def _two_lines(
    poly: Ints, source: int, free_y: int, level_y: int, free_z: int, level_z: int, d: int,
    choose: Ints, out: Ints, kind: int,
) -> None:  # fmt: skip
    """The coefficient of x^d with two more suits in: (a + b y) + (c + d y) z, y and z their `just`.

    out[kind] = a, b, c, d.
    """
    for i in range(4):
        out[kind, i] = 0
    for k in range(min(level_y, d) + 1):
        if level_y < 0 or level_z < 0:
            return
        rest = d - k
        total = 0
        for j in range(min(level_z, rest + 1)):
            total += poly[source, rest - j] * choose[free_z, j]
        slope = poly[source, rest - level_z] if level_z <= rest else 0
        if k == level_y:
            out[kind, 1], out[kind, 3] = total, slope
        else:
            out[kind, 0] += choose[free_y, k] * total
            out[kind, 2] += choose[free_y, k] * slope


@njit(cache=True, nogil=True)
def _list_suits(
    own: Ints, ranks: int, e_all: int, b_all: int, labels: int, all_union: Ints, all_shared: Ints,
    group: Ints, choose: Ints, bits: Ints, union: Ints, shared: Ints, start: Ints, part: Ints,
) -> None:  # fmt: skip
    """What each suit may get, and what that adds to a position's number after so many cards."""
    every, width, groups = (1 << ranks) - 1, b_all + 1, len(group) - 1
    base = 0
    for suit in range(4):
        free = every ^ own[suit]
        n = 0
        for g in range(groups):
            start[suit, g] = n
            e, b = g // width, g % width
            for i in range(group[g], group[g + 1]):
                if all_union[i] & own[suit]:
                    continue
                union[suit, n], shared[suit, n] = all_union[i], all_shared[i]
                for e0 in range(e_all - e + 1):
                    for b0 in range(b_all - b + 1):
                        number, label, place, seat = 0, 0, e0 + b0, e0
                        rest = all_union[i]
                        while rest:
                            low = rest & -rest
                            rest ^= low
                            number += choose[base + bits[free & (low - 1)], place + 1]
                            if not all_shared[i] & low:
                                label += choose[place, seat + 1]
                                seat += 1
                            place += 1
                        part[suit, e0 * width + b0, n] = number * labels + label
                n += 1
        start[suit, groups] = n
        base += bits[free]


@njit(cache=True, nogil=True)
def _count_suit(
    suit: int, first: int, last: int, mask: int, draw: int, free: int, drawn: int, choose: Ints,
    bits: Ints, union: Ints, shared: Ints, just: Ints, kind: int,
) -> None:  # fmt: skip
    """Draws of one suit that come to just so many cards and a lower mask, or also to the same."""
    if not 0 <= draw <= drawn:
        return
    for i in range(first, last):
        left, held = free ^ union[suit, i], shared[suit, i]
        n = _lower(mask, draw, left, held, choose, bits)
        just[kind, suit, i] = n
        if kind == BELOW:
            just[UPTO, suit, i] = n + (held & ~mask == 0 and mask & ~held & ~left == 0)


@njit(cache=True, nogil=True)
def _fill(
    own: Ints, ranks: int, e_all: int, b_all: int, d: int, qualifier: int, choose: Ints,
    bits: Ints, marks: Ints, class_of: Ints, union: Ints, shared: Ints, start: Ints, part: Ints,
    just: Ints, limit: Ints, poly: Ints, line: Ints, at0: int, counts: Any, code: Any,
) -> None:  # fmt: skip
    """counts[:, position]: dealer's hands below, not above, below the qualifier; and its code.

    line: room for `_two_lines`. A code is class, whether the own flush qualifies, and its length.
    """
    width, every, groups = b_all + 1, (1 << ranks) - 1, (e_all + 1) * (b_all + 1)
    q_length, q_mask = qualifier >> RANKS, qualifier & (1 << RANKS) - 1
    for suit in range(4):
        for g in range(groups):
            _count_suit(
                suit, start[suit, g], start[suit, g + 1], q_mask, q_length - g % width,
                every ^ own[suit], d, choose, bits, union, shared, just, SHORT,
            )  # fmt: skip
    for w in range(4):
        x, y, z = 1 if w == 0 else 0, 2 if w <= 1 else 1, 3 if w <= 2 else 2
        own_x, own_y, own_z = own[x], own[y], own[z]
        for gw in range(groups):
            e_rest, b_rest, bw = e_all - gw // width, b_all - gw % width, gw % width
            length = bits[own[w]] + gw // width + bw
            if max(bits[own_x], bits[own_y], bits[own_z]) > length:
                continue
            for iw in range(start[w, gw], start[w, gw + 1]):
                mask = own[w] | union[w, iw]
                possible = True
                for suit in range(4):
                    if suit == w or not possible:
                        continue
                    some = False
                    for g in range(groups):
                        limit[suit, g] = 0
                        e, b = g // width, g % width
                        cards = bits[own[suit]] + e + b
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
                    possible = some
                if not possible:
                    continue
                for suit in range(4):
                    for g in range(groups):
                        first, n = start[suit, g], limit[suit, g]
                        if suit == w:
                            first, n = iw, 1 if g == gw else 0
                        if n:
                            _count_suit(
                                suit, first, first + n, mask, length - g % width,
                                every ^ own[suit], d, choose, bits, union, shared, just, BELOW,
                            )  # fmt: skip
                side = 1 if (length << RANKS | mask) >= qualifier else 0
                left = ranks - length
                poly[6, 0] = 1
                _join(poly, 6, 0, left, length - bw, just[BELOW, w, iw], d, choose)
                _join(poly, 6, 1, left, length - bw, just[UPTO, w, iw], d, choose)
                _join(poly, 6, 2, left, q_length - bw, just[SHORT, w, iw], d, choose)
                marks_w = marks[mask]
                for gx in range(groups):
                    ex, bx = gx // width, gx % width
                    if limit[x, gx] == 0:
                        continue
                    left_x = ranks - bits[own_x] - ex - bx
                    for ix in range(start[x, gx], start[x, gx] + limit[x, gx]):
                        _join(poly, 0, 3, left_x, length - bx, just[BELOW, x, ix], d, choose)
                        _join(poly, 1, 4, left_x, length - bx, just[UPTO, x, ix], d, choose)
                        _join(poly, 2, 5, left_x, q_length - bx, just[SHORT, x, ix], d, choose)
                        marks_x = marks_w | marks[own_x | union[x, ix]]
                        for gy in range(groups):
                            ey, by = gy // width, gy % width
                            ez, bz = e_rest - ex - ey, b_rest - bx - by
                            if limit[y, gy] == 0 or ez < 0 or bz < 0:
                                continue
                            gz = ez * width + bz
                            n_row = limit[z, gz]
                            if n_row == 0:
                                continue
                            left_y = ranks - bits[own_y] - ey - by
                            left_z = ranks - bits[own_z] - ez - bz
                            for kind in range(3):
                                level = q_length if kind == SHORT else length
                                _two_lines(
                                    poly, 3 + kind, left_y, level - by, left_z, level - bz, d,
                                    choose, line, kind,
                                )  # fmt: skip
                            below0, below1, below2, below3 = line[0]
                            upto0, upto1, upto2, upto3 = line[1]
                            short0, short1, short2, short3 = line[2]
                            # Cards of lower suits come first; x < y < z, and w is among them.
                            to_x = gw if w < x else 0
                            to_y = gx + (gw if w < y else 0)
                            to_z = gx + gy + (gw if w < z else 0)
                            to_w = (gx if x < w else 0) + (gy if y < w else 0)
                            to_w += gz if z < w else 0
                            at_x = at0 + part[w, to_w, iw] + part[x, to_x, ix]
                            z0 = start[z, gz]
                            for iy in range(start[y, gy], start[y, gy] + limit[y, gy]):
                                at_y = at_x + part[y, to_y, iy]
                                marks_y = marks_x | marks[own_y | union[y, iy]]
                                c = just[BELOW, y, iy]
                                wa, wc = below0 + below1 * c, below2 + below3 * c
                                c = just[UPTO, y, iy]
                                ea, ec = upto0 + upto1 * c, upto2 + upto3 * c
                                c = just[SHORT, y, iy]
                                sa, sc = short0 + short1 * c, short2 + short3 * c
                                for i in range(z0, z0 + n_row):
                                    at = at_y + part[z, to_z, i]
                                    counts[0, at] = wa + wc * just[BELOW, z, i]
                                    counts[1, at] = ea + ec * just[UPTO, z, i]
                                    counts[2, at] = sa + sc * just[SHORT, z, i]
                                    hand = class_of[marks_y | marks[own_z | union[z, i]]]
                                    code[at] = (2 * hand + side) << 3 | length


@njit(cache=True, nogil=True)
def _price(end: int, worth: Ints, counts: Any, code: Any, value: Ints) -> None:
    """What an ending is worth at every final position."""
    for i in range(len(code)):
        kind = code[i] >> 3
        value[i] = (
            worth[end, kind, 0] + worth[end, kind, 1] * counts[0, i]
            + worth[end, kind, 2] * counts[1, i] + worth[end, kind, 3] * counts[2, i]
        )  # fmt: skip


@njit(cache=True, nogil=True)
def _choose_last(
    node: int, low: int, high: int, slot: Ints, opened: NDArray[np.bool_], worth: Ints,
    counts: Any, code: Any, value: Ints, pick: Any,
) -> None:  # fmt: skip
    """The best action of a node with all cards out: its value and its number."""
    for i in range(len(code)):
        kind, length = code[i] >> 3, code[i] & 7
        best, taken = LOWEST, 0
        for q in range(low, high):
            if slot[q, 0] != node or not opened[q, length]:
                continue
            end = slot[q, 1]
            one = (
                worth[end, kind, 0] + worth[end, kind, 1] * counts[0, i]
                + worth[end, kind, 2] * counts[1, i] + worth[end, kind, 3] * counts[2, i]
            )  # fmt: skip
            if one > best:
                best, taken = one, q
        value[i], pick[node, i] = best, taken


@njit(cache=True, nogil=True)
def _push(
    value: Ints, n: int, index: NDArray[np.int32], first: int, ways: int, act: Ints, at: int
) -> None:
    """Add the values of positions to the positions from which they are reached."""
    if ways == 0:
        for i in range(n):
            act[at] += value[i]
    for i in range(n if ways else 0):
        for a in range(first + i * ways, first + (i + 1) * ways):
            act[at + index[a]] += value[i]


@njit(cache=True, nogil=True)
def _pull(
    act: Ints, at: int, n: int, index: NDArray[np.int32], first: int, ways: int, value: Ints
) -> None:
    """The other way: each position takes from those from which it is reached."""
    if ways == 0:
        value[:n] = act[at]
    for i in range(n if ways else 0):
        total = 0
        for a in range(first + i * ways, first + (i + 1) * ways):
            total += act[at + index[a]]
        value[i] = total


@njit(cache=True, nogil=True)
def _settle(
    node: int, positions: int, low: int, high: int, slot: Ints, opened: NDArray[np.bool_],
    lengths: Any, folded: Ints, ways: int, deals: int, act: Ints, value: Ints, taken: Any, at: int,
) -> None:  # fmt: skip
    """The best action of a node at every position; what each is worth stays in `act`."""
    for i in range(positions):
        best, choice = LOWEST, 0
        length = lengths[i] if len(lengths) else 0
        for q in range(low, high):
            if slot[q, 0] != node:
                continue
            end, spot = slot[q, 1], slot[q, 4] + i
            if end >= 0:
                act[spot] = act[spot] * ways if folded[end] == LOWEST else folded[end] * deals
            if opened[q, length] and act[spot] > best:
                best, choice = act[spot], q
        value[i], taken[at + i] = best, choice


@njit(cache=True, nogil=True)
def _hold(own: Ints, ranks: int, size: int, labels: int, bits: Ints, lengths: Any) -> None:
    """The length of the flush held at every position of a decision."""
    suits, ones = np.zeros(52, np.int64), np.zeros(52, np.int64)
    n = 0
    for suit in range(4):
        for rank in range(ranks):
            if not own[suit] >> rank & 1:
                suits[n], ones[n] = suit, 1 << rank
                n += 1
    cards, held = np.arange(max(size, 1)), np.zeros(4, np.int64)
    for first in range(0, len(lengths), labels):
        held[:] = own
        for j in range(size):
            held[suits[cards[j]]] |= ones[cards[j]]
        longest = max(bits[held[0]], bits[held[1]], bits[held[2]], bits[held[3]])
        lengths[first : first + labels] = longest
        j = 0
        while j + 1 < size and cards[j] + 1 == cards[j + 1]:
            cards[j] = j
            j += 1
        cards[j] += 1


@njit(cache=True, nogil=True)
def _add_up(
    end: int, times: Ints, counts: Any, code: Any, pick: Any, node: int, slot: Ints, sums: Ints
) -> None:
    """Add positions to an ending, or to that of the action picked there (end below 0)."""
    for i in range(len(code)):
        n = times[i]
        if n:
            to, kind = end if end >= 0 else slot[pick[node, i], 1], code[i] >> 3
            sums[to, kind, 0] += n
            sums[to, kind, 1] += n * counts[0, i]
            sums[to, kind, 2] += n * counts[1, i]
            sums[to, kind, 3] += n * counts[2, i]


@njit(cache=True, nogil=True)
def _decide(
    own: Ints, p: Plan, counts: Any, code: Any, act: Ints, taken: Any, value: Ints, pick: Any,
    opening: Ints,
) -> int:  # fmt: skip
    """Best play from the end to the beginning: act[action of a position], taken[node of one]."""
    points, ends, total = len(p.level), len(p.folded), 0
    act[:] = 0
    for point in range(p.inner):
        for q in range(p.slots[point], p.slots[point + 1]):
            if p.slot[q, 3] < 0:
                continue
            if p.slot[q, 3] < ends:
                _price(p.slot[q, 3], p.worth, counts, code, value)
            else:
                _choose_last(
                    p.slot[q, 3] - ends, p.slots[-2], p.slots[-1], p.slot, p.opened, p.worth,
                    counts, code, value, pick,
                )  # fmt: skip
            _push(value, p.final, p.origin, p.link[point, 0], p.link[point, 1], act, p.slot[q, 4])
    if p.inner == 0:
        _choose_last(
            0, p.slots[-2], p.slots[-1], p.slot, p.opened, p.worth, counts, code, value, pick
        )
        for i in range(len(code)):
            total += value[i]
    for point in range(p.inner - 1, -1, -1):
        size, labels, positions, at, nodes, by_length = p.level[point]
        low, high = p.slots[point], p.slots[point + 1]
        lengths = np.zeros(positions if by_length else 0, np.uint8)
        if by_length:
            _hold(own, p.ranks, size, labels, p.bits, lengths)
        for node in range(nodes):
            _settle(
                node, positions, low, high, p.slot, p.opened, lengths, p.folded, p.scale[point, 0],
                p.scale[point, 1], act, value, taken, at + node * positions,
            )  # fmt: skip
            if point == 0:
                for i in range(positions):
                    total += value[i]
                continue
            link = points + point - 1
            for q in range(p.slots[point - 1], low):
                if p.slot[q, 2] == node:
                    _push(
                        value, positions, p.origin, p.link[link, 0], p.link[link, 1], act,
                        p.slot[q, 4],
                    )  # fmt: skip
    if p.inner and p.level[0, 0] == 0:
        for q in range(p.slots[1]):
            opening[q] = act[p.slot[q, 4]]
    return total


@njit(cache=True, nogil=True)
def _reach(
    p: Plan, counts: Any, code: Any, act: Ints, taken: Any, value: Ints, pick: Any, hands: int,
    sums: Ints,
) -> None:  # fmt: skip
    """Add up the deals of every ending; act becomes the ways in which an action is taken."""
    points, ends = len(p.level), len(p.folded)
    for point in range(p.inner):
        positions, at = p.level[point, 2], p.level[point, 3]
        for node in range(p.level[point, 4]):
            value[:positions] = hands
            for q in range(p.slots[point - 1] if point else 0, p.slots[point]):
                if p.slot[q, 2] == node:
                    link = points + point - 1
                    _pull(
                        act, p.slot[q, 4], positions, p.origin, p.link[link, 0], p.link[link, 1],
                        value,
                    )  # fmt: skip
            for q in range(p.slots[point], p.slots[point + 1]):
                if p.slot[q, 0] == node:
                    for i in range(positions):
                        is_taken = taken[at + node * positions + i] == q
                        act[p.slot[q, 4] + i] = value[i] if is_taken else 0
    for point in range(p.inner):
        for q in range(p.slots[point], p.slots[point + 1]):
            end, node = p.slot[q, 1], p.slot[q, 3] - ends
            if end < 0 and node < 0:
                continue
            some = 0
            for i in range(p.level[point, 2]):
                some |= act[p.slot[q, 4] + i]
                if end >= 0:
                    act[p.slot[q, 4] + i] *= p.scale[point, 0]
            if some:
                _pull(
                    act, p.slot[q, 4], p.final, p.origin, p.link[point, 0], p.link[point, 1], value
                )
                _add_up(end, value, counts, code, pick, node, p.slot, sums)
    if p.inner == 0:
        value[: len(code)] = hands
        _add_up(-1, value, counts, code, pick, 0, p.slot, sums)


@njit(cache=True, nogil=True)
def _play(own: Ints, p: Plan, taken: Any, pick: Any, rounds: int, seed: int, out: Ints) -> None:
    """Rounds dealt card by card with a hole hand, played as decided: out[ending, class, 2, 3]."""
    suits, ones = np.zeros(52, np.int64), np.zeros(52, np.int64)
    left = 0
    for suit in range(4):
        for rank in range(p.ranks):
            if not own[suit] >> rank & 1:
                suits[left], ones[left] = suit, 1 << rank
                left += 1
    deck, sort, mine = np.arange(left), np.zeros(8, np.int64), np.zeros(8, np.int64)
    hand, dealer = np.zeros(4, np.int64), np.zeros(4, np.int64)
    later, points = p.own + p.board, len(p.level)
    state = np.uint64(seed)
    for _ in range(rounds):
        for i in range(later + p.drawn):
            # SplitMix64.
            state += np.uint64(0x9E3779B97F4A7C15)
            mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            mixed ^= mixed >> np.uint64(31)
            j = i + int((mixed >> np.uint64(32)) * np.uint64(left - i) >> np.uint64(32))
            deck[i], deck[j] = deck[j], deck[i]
        node, end = 0, -1
        for point in range(points):
            size = 0
            for i in range(later):
                is_own = i < p.own
                if (i if is_own else i - p.own) >= p.steps[point, 0 if is_own else 1]:
                    continue
                at = size
                while at and sort[at - 1] > deck[i]:
                    sort[at], mine[at] = sort[at - 1], mine[at - 1]
                    at -= 1
                sort[at], mine[at] = deck[i], is_own
                size += 1
            number, label, seat = 0, 0, 0
            for place in range(size):
                number += p.choose[sort[place], place + 1]
                if mine[place]:
                    label += p.choose[place, seat + 1]
                    seat += 1
            number = number * p.level[point, 1] + label
            if point < p.inner:
                q = taken[p.level[point, 3] + node * p.level[point, 2] + number]
            else:
                q = pick[node, number]
            end, node = p.slot[q, 1], p.slot[q, 2]
            if end >= 0:
                break
        hand[:] = own
        dealer[:] = 0
        for i in range(later + p.drawn):
            suit, bit = suits[deck[i]], ones[deck[i]]
            if i < later:
                hand[suit] |= bit
            if i >= p.own:
                dealer[suit] |= bit
        marks = key = other = 0
        for suit in range(4):
            marks |= p.marks[hand[suit]]
            key = max(key, p.bits[hand[suit]] << RANKS | hand[suit])
            other = max(other, p.bits[dealer[suit]] << RANKS | dealer[suit])
        outcome = 0 if key > other else 1 if key == other else 2
        out[end, p.class_of[marks], 1 if other >= p.qualifier else 0, outcome] += 1


@njit(cache=True, nogil=True)
def sweep(
    first: int, step: int, holes: Any, hands: Any, p: Plan, sums: Ints, totals: Ints,
    openings: Ints, rounds: Ints, seed: int, played: Ints,
) -> None:  # fmt: skip
    """Every step-th hole hand: sums[ending, 2 * class + side, 4], and what each hand is worth.

    openings[hole, action]: the actions of a decision on the hole cards, where there is room.
    rounds[hole]: so many are also played out, from the seed and the hole's number (`_play`).
    """
    options, groups = len(p.union), len(p.group) - 1
    union, shared = np.zeros((4, options), np.int64), np.zeros((4, options), np.int64)
    start, part = np.zeros((4, groups + 1), np.int64), np.zeros((4, groups, options), np.int64)
    just, limit = np.zeros((3, 4, options), np.int64), np.zeros((4, groups), np.int64)
    poly, line = np.zeros((7, 8), np.int64), np.zeros((3, 4), np.int64)
    counts, code = np.zeros((3, p.final), np.int32), np.zeros(p.final, np.int16)
    acts = nodes = longest = 1
    for point in range(p.inner):
        acts += p.level[point, 2] * (p.slots[point + 1] - p.slots[point])
        nodes += p.level[point, 2] * p.level[point, 4]
        longest = max(longest, p.level[point, 2])
    act, value = np.zeros(acts, np.int64), np.zeros(max(p.final, longest), np.int64)
    taken = np.zeros(nodes, np.uint8)
    pick = np.zeros((p.level[-1, 4] if p.inner < len(p.level) else 1, p.final), np.uint8)
    own, row = np.zeros(4, np.int64), np.zeros(p.slots[1], np.int64)
    for h in range(first, len(holes), step):
        own[:] = holes[h]
        _list_suits(
            own, p.ranks, p.own, p.board, p.labels, p.union, p.shared, p.group, p.choose, p.bits,
            union, shared, start, part,
        )  # fmt: skip
        _fill(
            own, p.ranks, p.own, p.board, p.drawn, p.qualifier, p.choose, p.bits, p.marks,
            p.class_of, union, shared, start, part, just, limit, poly, line, 0, counts, code,
        )  # fmt: skip
        totals[h] = _decide(own, p, counts, code, act, taken, value, pick, row)
        if len(rounds):
            _play(own, p, taken, pick, rounds[h], seed + (h + 1) * STRIDE, played)
        _reach(p, counts, code, act, taken, value, pick, hands[h], sums)
        if len(openings):
            openings[h] = row
