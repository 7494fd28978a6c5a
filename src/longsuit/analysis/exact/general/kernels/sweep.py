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
known (`_reach`), to count the deals of every ending.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

RANKS = 13
LOWEST = -(1 << 62)
BELOW, UPTO, SHORT = 0, 1, 2

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
    at_end: bool
    """Whether the last decision has all cards on the table."""
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
    """[point]: cards, labels, positions, start in `act`, start in `taken`, nodes, by length."""
    slots: Ints
    """[point]: where its actions begin."""
    slot: Ints
    """[action]: node, ending or -1, next node or -1, place in the values or -1 (see `_values`)."""
    opened: NDArray[np.bool_]
    """[action, length]"""
    scale: Ints
    """[point]: ways from one of its positions to one final position; deals from a position."""
    links: Ints
    """[link, label]: where its patterns begin; link p: final to p; points + p: p + 1 to p."""
    places: Ints
    """[pattern]: which of the cards were there before."""
    label: Ints
    """[pattern]: which of those are the seat's."""
    worth: Ints
    """[ending, 2 * class + side]: coefficients of (1, below, upto, short)."""
    folded: Ints
    """[ending]: the net of a fold, or the lowest number."""


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
def _line(
    poly: Ints, source: int, free: int, level: int, d: int, choose: Ints
) -> tuple[int, int]:
    """The coefficient of x^d once the last suit is in, as a + b just."""
    total = 0
    for k in range(min(level, d + 1)):
        total += poly[source, d - k] * choose[free, k]
    return total, poly[source, d - level] if 0 <= level <= d else 0


@njit(cache=True, nogil=True)
def _number(
    union: int, shared: int, own_before: int, before: int, free: int, base: int, labels: int,
    choose: Ints, bits: Ints,
) -> int:  # fmt: skip
    """What one suit's later cards add to the number of a position."""
    number, label, place, own = 0, 0, before, own_before
    while union:
        low = union & -union
        union ^= low
        number += choose[base + bits[free & (low - 1)], place + 1]
        if not shared & low:
            label += choose[place, own + 1]
            own += 1
        place += 1
    return number * labels + label


@njit(cache=True, nogil=True)
def _list_suits(own: Ints, p: Plan, union: Ints, shared: Ints, start: Ints, part: Ints) -> None:
    """What each suit may get, and what that adds to a position's number after so many cards."""
    every, width = (1 << p.ranks) - 1, p.board + 1
    base = 0
    for suit in range(4):
        free = every ^ own[suit]
        n = 0
        for g in range(len(p.group) - 1):
            start[suit, g] = n
            e, b = g // width, g % width
            for i in range(p.group[g], p.group[g + 1]):
                if p.union[i] & own[suit]:
                    continue
                union[suit, n], shared[suit, n] = p.union[i], p.shared[i]
                for e0 in range(p.own - e + 1):
                    for b0 in range(p.board - b + 1):
                        part[suit, e0 * width + b0, n] = _number(
                            p.union[i], p.shared[i], e0, e0 + b0, free, base, p.labels,
                            p.choose, p.bits,
                        )  # fmt: skip
                n += 1
        start[suit, len(p.group) - 1] = n
        base += p.bits[free]


@njit(cache=True, nogil=True)
def _count_suit(
    suit: int, first: int, last: int, mask: int, draw: int, free: int, p: Plan, union: Ints,
    shared: Ints, just: Any, low: int, ties: bool,
) -> None:  # fmt: skip
    """Draws of one suit that come to just so many cards and a lower mask, or also to the same."""
    if not 0 <= draw <= p.drawn:
        return
    for i in range(first, last):
        left, held = free ^ union[suit, i], shared[suit, i]
        n = _lower(mask, draw, left, held, p.choose, p.bits)
        just[low, suit, i] = n
        if ties:
            just[UPTO, suit, i] = n + (held & ~mask == 0 and mask & ~held & ~left == 0)


@njit(cache=True, nogil=True)
def _fill(
    own: Ints, p: Plan, union: Ints, shared: Ints, start: Ints, part: Ints, just: Ints,
    limit: Ints, poly: Ints, counts: Any, code: Any,
) -> None:  # fmt: skip
    """counts[position] = dealer's hands (below, not above, below the qualifier); and its code."""
    choose, bits, d, width, every = p.choose, p.bits, p.drawn, p.board + 1, (1 << p.ranks) - 1
    q_length, q_mask = p.qualifier >> RANKS, p.qualifier & (1 << RANKS) - 1
    groups = len(p.group) - 1
    e_of, b_of = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for suit in range(4):
        for g in range(groups):
            _count_suit(
                suit, start[suit, g], start[suit, g + 1], q_mask, q_length - g % width,
                every ^ own[suit], p, union, shared, just, SHORT, False,
            )  # fmt: skip
    for w in range(4):
        x, y, z = 1 if w == 0 else 0, 2 if w <= 1 else 1, 3 if w <= 2 else 2
        free_x, free_y, free_z = every ^ own[x], every ^ own[y], every ^ own[z]
        for gw in range(groups):
            e_rest, b_rest = p.own - gw // width, p.board - gw % width
            length = bits[own[w]] + gw // width + gw % width
            for iw in range(start[w, gw], start[w, gw + 1]):
                mask = own[w] | union[w, iw]
                possible = True
                for suit in range(4):
                    if suit == w:
                        continue
                    some = False
                    for g in range(groups):
                        limit[suit, g] = 0
                        e, b = g // width, g % width
                        if e > e_rest or b > b_rest:
                            continue
                        low, high = start[suit, g], start[suit, g + 1]
                        cards = bits[own[suit]] + e + b
                        if cards > length:
                            continue
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
                        _count_suit(
                            suit, start[suit, g], high, mask, length - b, every ^ own[suit], p,
                            union, shared, just, BELOW, True,
                        )  # fmt: skip
                    if not some:
                        possible = False
                        break
                if not possible:
                    continue
                side = 1 if (length << RANKS | mask) >= p.qualifier else 0
                _count_suit(
                    w, iw, iw + 1, mask, length - gw % width, every ^ own[w], p, union, shared,
                    just, BELOW, True,
                )  # fmt: skip
                left, held = bits[every ^ own[w]] - gw // width - gw % width, gw % width
                poly[9, 0] = 1
                _join(poly, 9, 0, left, length - held, just[BELOW, w, iw], d, choose)
                _join(poly, 9, 1, left, length - held, just[UPTO, w, iw], d, choose)
                _join(poly, 9, 2, left, q_length - held, just[SHORT, w, iw], d, choose)
                marks_w = p.marks[mask]
                e_of[w], b_of[w] = gw // width, gw % width
                for gx in range(groups):
                    e_of[x], b_of[x] = gx // width, gx % width
                    if limit[x, gx] == 0:
                        continue
                    left_x = bits[free_x] - e_of[x] - b_of[x]
                    for gy in range(groups):
                        e_of[y], b_of[y] = gy // width, gy % width
                        e_of[z], b_of[z] = e_rest - e_of[x] - e_of[y], b_rest - b_of[x] - b_of[y]
                        if limit[y, gy] == 0 or e_of[z] < 0 or b_of[z] < 0:
                            continue
                        gz = e_of[z] * width + b_of[z]
                        n_row = limit[z, gz]
                        if n_row == 0:
                            continue
                        left_y = bits[free_y] - e_of[y] - b_of[y]
                        left_z = bits[free_z] - e_of[z] - b_of[z]
                        to_x = to_y = to_z = to_w = 0
                        for suit in range(4):
                            size = e_of[suit] * width + b_of[suit]
                            to_w += size if suit < w else 0
                            to_x += size if suit < x else 0
                            to_y += size if suit < y else 0
                            to_z += size if suit < z else 0
                        at_w = part[w, to_w, iw]
                        z0 = start[z, gz]
                        for ix in range(start[x, gx], start[x, gx] + limit[x, gx]):
                            level = length - b_of[x]
                            _join(poly, 0, 3, left_x, level, just[BELOW, x, ix], d, choose)
                            _join(poly, 1, 4, left_x, level, just[UPTO, x, ix], d, choose)
                            level = q_length - b_of[x]
                            _join(poly, 2, 5, left_x, level, just[SHORT, x, ix], d, choose)
                            at_x = at_w + part[x, to_x, ix]
                            marks_x = marks_w | p.marks[own[x] | union[x, ix]]
                            for iy in range(start[y, gy], start[y, gy] + limit[y, gy]):
                                level = length - b_of[y]
                                _join(poly, 3, 6, left_y, level, just[BELOW, y, iy], d, choose)
                                _join(poly, 4, 7, left_y, level, just[UPTO, y, iy], d, choose)
                                level = q_length - b_of[y]
                                _join(poly, 5, 8, left_y, level, just[SHORT, y, iy], d, choose)
                                at_y = at_x + part[y, to_y, iy]
                                marks_y = marks_x | p.marks[own[y] | union[y, iy]]
                                level = length - b_of[z]
                                wa, wc = _line(poly, 6, left_z, level, d, choose)
                                ea, ec = _line(poly, 7, left_z, level, d, choose)
                                level = q_length - b_of[z]
                                sa, sc = _line(poly, 8, left_z, level, d, choose)
                                for i in range(z0, z0 + n_row):
                                    at = at_y + part[z, to_z, i]
                                    counts[at, 0] = wa + wc * just[BELOW, z, i]
                                    counts[at, 1] = ea + ec * just[UPTO, z, i]
                                    counts[at, 2] = sa + sc * just[SHORT, z, i]
                                    kind = p.class_of[marks_y | p.marks[own[z] | union[z, i]]]
                                    code[at] = (2 * kind + side) << 3 | length


@njit(cache=True, nogil=True)
def _advance(cards: Ints, size: int) -> None:
    """The next set of cards, by rising number."""
    j = 0
    while j + 1 < size and cards[j] + 1 == cards[j + 1]:
        cards[j] = j
        j += 1
    if size:
        cards[j] += 1


@njit(cache=True, nogil=True)
def _before(p: Plan, pattern: int, size: int, cards: Ints, labels: int) -> int:
    """The position from which a pattern leads here."""
    number = 0
    for j in range(size):
        number += p.choose[cards[p.places[pattern, j]], j + 1]
    return number * labels + p.label[pattern]


@njit(cache=True, nogil=True)
def _values(p: Plan, counts: Any, code: int, i: int, value: Ints, best: Ints) -> None:
    """What each ending is worth at a final position, then each node of a decision made there."""
    n, kind, length = len(p.folded), code >> 3, code & 7
    for t in range(n):
        value[t] = (
            p.worth[t, kind, 0] + p.worth[t, kind, 1] * counts[i, 0]
            + p.worth[t, kind, 2] * counts[i, 1] + p.worth[t, kind, 3] * counts[i, 2]
        )  # fmt: skip
    if not p.at_end:
        return
    value[n:] = LOWEST
    for q in range(p.slots[-2], p.slots[-1]):
        node = n + p.slot[q, 0]
        if p.opened[q, length] and value[p.slot[q, 1]] > value[node]:
            value[node] = value[p.slot[q, 1]]
            best[p.slot[q, 0]] = q


@njit(cache=True, nogil=True)
def _decide(
    own: Ints, p: Plan, counts: Any, code: Any, act: Ints, taken: Any, cards: Ints, value: Ints,
    best: Ints, opening: Ints,
) -> int:  # fmt: skip
    """Best play from the end to the beginning: act[action of a position], taken[node of one]."""
    points = len(p.level)
    inner = points - 1 if p.at_end else points
    later, total = p.own + p.board, 0
    act[:] = 0
    cards[:] = np.arange(len(cards))
    for first in range(0, len(code), p.labels):
        for label in range(p.labels):
            i = first + label
            _values(p, counts, code[i], i, value, best)
            for point in range(inner):
                size, labels, at = p.level[point, 0], p.level[point, 1], p.level[point, 3]
                low, high = p.slots[point], p.slots[point + 1]
                for a in range(p.links[point, label], p.links[point, label + 1]):
                    there = at + _before(p, a, size, cards, labels) * (high - low)
                    for q in range(low, high):
                        if p.slot[q, 3] >= 0:
                            act[there + q - low] += value[p.slot[q, 3]]
            if inner == 0:
                total += value[len(p.folded)]
        _advance(cards, later)
    free, suit_of, bit_of = 0, np.zeros(52, np.int64), np.zeros(52, np.int64)
    for suit in range(4):
        for rank in range(p.ranks):
            if not own[suit] >> rank & 1:
                suit_of[free], bit_of[free] = suit, 1 << rank
                free += 1
    held = np.zeros(4, np.int64)
    for point in range(inner - 1, -1, -1):
        size, labels, positions, at, there, nodes, by_length = p.level[point]
        low, high = p.slots[point], p.slots[point + 1]
        cards[:] = np.arange(len(cards))
        for i in range(positions):
            length, here = 0, at + i * (high - low)
            if by_length:
                held[:] = own
                for j in range(size):
                    held[suit_of[cards[j]]] |= bit_of[cards[j]]
                for suit in range(4):
                    length = max(length, p.bits[held[suit]])
            value[:] = LOWEST
            for q in range(low, high):
                end = p.slot[q, 1]
                if end >= 0 and p.folded[end] != LOWEST:
                    act[here + q - low] = p.folded[end] * p.scale[point, 1]
                elif end >= 0:
                    act[here + q - low] *= p.scale[point, 0]
                node = p.slot[q, 0]
                if p.opened[q, length] and act[here + q - low] > value[node]:
                    value[node] = act[here + q - low]
                    taken[there + i * nodes + node] = q
            if point == 0:
                total += value[0]
                if size == 0:
                    opening[: high - low] = act[here : here + high - low]
            else:
                label, back = i % labels, point - 1
                low0, high0 = p.slots[back], p.slots[point]
                link = points + back
                for a in range(p.links[link, label], p.links[link, label + 1]):
                    to = p.level[back, 3] + (high0 - low0) * _before(
                        p, a, p.level[back, 0], cards, p.level[back, 1]
                    )
                    for q in range(low0, high0):
                        if p.slot[q, 2] >= 0:
                            act[to + q - low0] += value[p.slot[q, 2]]
            if (i + 1) % labels == 0:
                _advance(cards, size)
    return total


@njit(cache=True, nogil=True)
def _reach(
    p: Plan, counts: Any, code: Any, taken: Any, ways: Ints, cards: Ints, value: Ints, best: Ints,
    hands: int, sums: Ints,
) -> None:  # fmt: skip
    """Add up the deals of every ending, as sums of (1, below, upto, short) over positions."""
    points = len(p.level)
    inner = points - 1 if p.at_end else points
    for point in range(inner):
        size, labels, positions, _, there, nodes, _ = p.level[point]
        if point == 0:
            ways[there : there + positions] = 1
            continue
        ways[there : there + positions * nodes] = 0
        back = point - 1
        there0, nodes0, link = p.level[back, 4], p.level[back, 5], points + back
        cards[:] = np.arange(len(cards))
        for i in range(positions):
            label = i % labels
            for a in range(p.links[link, label], p.links[link, label + 1]):
                before = _before(p, a, p.level[back, 0], cards, p.level[back, 1])
                for node in range(nodes0):
                    spot = there0 + before * nodes0 + node
                    ahead = p.slot[taken[spot], 2]
                    if ahead >= 0:
                        ways[there + i * nodes + ahead] += ways[spot]
            if label + 1 == labels:
                _advance(cards, size)
    ends = len(p.folded)
    times = np.zeros(len(value), np.int64)
    cards[:] = np.arange(len(cards))
    for first in range(0, len(code), p.labels):
        for label in range(p.labels):
            i = first + label
            times[:] = 0
            for point in range(inner):
                nodes, there = p.level[point, 5], p.level[point, 4]
                scale = p.scale[point, 0]
                for a in range(p.links[point, label], p.links[point, label + 1]):
                    before = _before(p, a, p.level[point, 0], cards, p.level[point, 1])
                    for node in range(nodes):
                        spot = there + before * nodes + node
                        q = taken[spot]
                        if p.slot[q, 1] >= 0:
                            times[p.slot[q, 1]] += ways[spot] * scale
                        elif point + 1 == points - 1 and p.at_end:
                            times[ends + p.slot[q, 2]] += ways[spot]
            if p.at_end:
                if inner == 0:
                    times[ends] = 1
                _values(p, counts, code[i], i, value, best)
                for node in range(p.level[-1, 5]):
                    if times[ends + node]:
                        times[p.slot[best[node], 1]] += times[ends + node]
            for t in range(ends):
                if times[t]:
                    n, kind = times[t] * hands, code[i] >> 3
                    sums[t, kind, 0] += n
                    sums[t, kind, 1] += n * counts[i, 0]
                    sums[t, kind, 2] += n * counts[i, 1]
                    sums[t, kind, 3] += n * counts[i, 2]
        _advance(cards, p.own + p.board)


@njit(cache=True, nogil=True)
def sweep(
    first: int, step: int, holes: Any, hands: Any, p: Plan, sums: Ints, totals: Ints, openings: Ints
) -> None:
    """Every step-th hole hand: sums[ending, 2 * class + side, 4], and what each hand is worth.

    openings[hole, action]: the actions of a decision on the hole cards, where there is room.
    """
    options, groups = len(p.union), len(p.group) - 1
    union, shared = np.zeros((4, options), np.int64), np.zeros((4, options), np.int64)
    start, part = np.zeros((4, groups + 1), np.int64), np.zeros((4, groups, options), np.int64)
    just, limit = np.zeros((3, 4, options), np.int64), np.zeros((4, groups), np.int64)
    poly = np.zeros((10, 8), np.int64)
    later, deck = p.own + p.board, 4 * p.ranks
    for suit in range(4):
        deck -= p.bits[holes[0, suit]]
    positions = p.choose[deck, later] * p.labels
    counts, code = np.zeros((positions, 3), np.int32), np.zeros(positions, np.int16)
    acts = nodes = 1
    for point in range(len(p.level)):
        if not p.at_end or point + 1 < len(p.level):
            acts += p.level[point, 2] * (p.slots[point + 1] - p.slots[point])
            nodes += p.level[point, 2] * p.level[point, 5]
    act, ways = np.zeros(acts, np.int64), np.zeros(nodes, np.int64)
    taken = np.zeros(nodes, np.uint8)
    wide = p.level[-1, 5] if p.at_end else 0
    most = max(len(p.folded) + wide, np.max(p.level[:, 5]))
    value, best = np.zeros(most, np.int64), np.zeros(most, np.int64)
    cards, own = np.zeros(max(later, 1), np.int64), np.zeros(4, np.int64)
    for h in range(first, len(holes), step):
        own[:] = holes[h]
        _list_suits(own, p, union, shared, start, part)
        _fill(own, p, union, shared, start, part, just, limit, poly, counts, code)
        row = openings[h] if len(openings) else np.zeros(p.slots[1], np.int64)
        totals[h] = _decide(own, p, counts, code, act, taken, cards, value, best, row)
        _reach(p, counts, code, taken, ways, cards, value, best, hands[h], sums)
