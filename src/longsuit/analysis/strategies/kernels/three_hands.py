"""Compiled counts of three hands of one deck that share no card: two players' and the dealer's.

Whatever is asked of a hand by asking each of its suits makes a suit's part the number of ways to
take disjoint sets of its cards, by their sizes: a polynomial. The deals are a coefficient of the
product of the four. Two things are asked so: whether a hand's flush is below a limit, as all its
suits are then; and whether its suits are of four given kinds, a *leaf*.

The masks of a suit come in the order of their flushes, and a limit is a place in it. Sums are far
above 64 bits, so each is made twice: its remainder by 2^64, and a double whose error is far below
2^63; `whole` puts them together. What two suits come to is below 4^26, whole in a double.
The file stands by itself.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
Sum = tuple[np.uint64, float]


def whole(found: Sum) -> int:
    """The number with that remainder that lies next to the double."""
    near = int(found[1])
    return near + (int(found[0]) - near + 2**63) % 2**64 - 2**63


@njit(cache=True, nogil=True)
def _ranks(order: Ints) -> int:
    """How many ranks a suit has: the last mask but none has the highest."""
    ranks = 0
    while order.max() >> ranks:
        ranks += 1
    return ranks


@njit(cache=True, nogil=True)
def _inside(below: Ints, hand: int, ranks: int) -> Doubles:
    """[mask, size]: how many of these masks of that size lie in a mask."""
    found = np.zeros((1 << ranks, hand + 1))
    for mask in below:
        found[mask, _size(mask)] = 1.0
    for rank in range(ranks):
        for mask in range(1 << ranks):
            if mask >> rank & 1:
                found[mask] += found[mask ^ 1 << rank]
    return found


@njit(cache=True, nogil=True)
def _size(mask: int) -> int:
    size = 0
    while mask:
        mask &= mask - 1
        size += 1
    return size


@njit(cache=True, nogil=True)
def _add(one: Sum, weight: int, first: Doubles, second: Doubles) -> Sum:
    """Add the last coefficient of a product, with its weight."""
    rest, near, last = np.uint64(0), 0.0, len(first) - 1
    for place in range(last + 1):
        rest += np.uint64(first[place]) * np.uint64(second[last - place])
        near += first[place] * second[last - place]
    return one[0] + rest * np.uint64(weight), one[1] + near * weight


@njit(cache=True, nogil=True)
def _square(suit: Doubles, both: Doubles) -> None:
    """Two suits alike, with three hands' cards in them."""
    wide = len(suit)
    both[:] = 0.0
    for i in range(wide):
        for j in range(wide):
            for k in range(wide):
                ways = suit[i, j, k]
                if ways != 0.0:
                    for a in range(wide - i):
                        for b in range(wide - j):
                            for c in range(wide - k):
                                both[i + a, j + b, k + c] += ways * suit[a, b, c]


@njit(cache=True, nogil=True)
def _times(one: Doubles, other: Doubles, both: Doubles) -> None:
    """Two suits with two hands' cards in them."""
    wide = len(one)
    both[:] = 0.0
    for j in range(wide):
        for k in range(wide):
            ways = one[j, k]
            if ways != 0.0:
                for b in range(wide - j):
                    for c in range(wide - k):
                        both[j + b, k + c] += ways * other[b, c]


@njit(cache=True, nogil=True)
def by_limits(order: Ints, hand: int, limits: Ints, worth: Ints) -> Sum:
    """The sum over deals of the product of both players' worth, each by its flush alone.

    With the dealer's flush at place t a hand is worth worth[t, y] for each limit y that it is
    below: `limits`, then t and t + 1.
    """
    ranks, wide, still = _ranks(order), hand + 1, len(limits)
    full = (1 << ranks) - 1
    place_of = np.full(full + 1, len(order))
    place_of[order] = np.arange(len(order))
    inside = np.zeros((still + 1, full + 1, wide))
    for y in range(still):
        inside[y] = _inside(order[: limits[y]], hand, ranks)
    inside[still, :, 0] = 1.0  # at place 1 only the empty mask is below
    # Of one suit: the ways by the cards of both players, whose limits are x and y, and the dealer.
    ways = np.zeros((still + 1, still + 1, wide, wide, wide))
    now, both = np.zeros((wide, wide, wide)), np.zeros((wide, wide, wide))
    apart = np.zeros((still + 1, still + 1, wide, wide))
    found = (np.uint64(0), 0.0)
    for t in range(len(order)):
        mask = order[t]
        free, size = full ^ mask, _size(mask)
        # What is apart from this mask: two hands within limits, by their cards.
        apart[:] = 0.0
        one = free
        while True:
            own = _size(one)
            if own <= hand:
                for x in range(still + 1):
                    if place_of[one] < (limits[x] if x < still else max(t, 1)):
                        apart[x, :, own] += inside[:, free ^ one]
            if one == 0:
                break
            one = (one - 1) & free
        for x in range(still + 2):
            a = min(x, still)
            for y in range(x + 1):
                b = min(y, still)
                now[:] = ways[a, b]
                if t > 0 and x > still:
                    now[size] += apart[b, still]
                if t > 0 and y > still:
                    now[:, size] += apart[a, still]
                weight = worth[t, x] * worth[t, y] * (1 if x == y else 2)
                if weight != 0:
                    _square(now, both)
                    found = _add(found, -weight, both.ravel(), both.ravel())
                now[:, :, size] += apart[a, b]
                if weight != 0:
                    _square(now, both)
                    found = _add(found, weight, both.ravel(), both.ravel())
                if x != still and y != still:
                    ways[a, b] = now
                    ways[b, a] = np.transpose(now, (1, 0, 2))
        if t > 0:
            _include(inside[still], mask, free, size)
    return found


@njit(cache=True, nogil=True)
def _include(inside: Doubles, mask: int, free: int, size: int) -> None:
    """One more mask is below the moving limit: it lies in every mask that holds it."""
    more = free
    while True:
        inside[mask | more, size] += 1.0
        if more == 0:
            break
        more = (more - 1) & free


@njit(cache=True, nogil=True)
def leaves_by_limits(
    order: Ints, hand: int, limits: Ints, worth: Ints, kinds: Ints, leaves: Ints, of_leaf: Ints
) -> Sum:
    """The same where the first hand is a leaf: worth of_leaf[t, w], and the second as before.

    `kinds` has rows of (kind, mask). `leaves` has rows of four kinds, w, and how many ways there
    are to give the kinds to the suits.
    """
    ranks, wide, still = _ranks(order), hand + 1, len(limits)
    full, many = (1 << ranks) - 1, kinds[:, 0].max() + 1
    inside = np.zeros((still + 1, full + 1, wide))
    for y in range(still):
        inside[y] = _inside(order[: limits[y]], hand, ranks)
    inside[still, :, 0] = 1.0
    ways = np.zeros((still + 1, many, wide, wide))
    apart = np.zeros((still + 1, many, wide))
    now, more = np.zeros((many, wide, wide)), np.zeros((many, wide, wide))
    one, other = np.zeros((wide, wide)), np.zeros((wide, wide))
    found = (np.uint64(0), 0.0)
    for t in range(len(order)):
        mask = order[t]
        free, size = full ^ mask, _size(mask)
        apart[:] = 0.0
        for row in range(len(kinds)):
            if kinds[row, 1] & mask == 0:
                apart[:, kinds[row, 0]] += inside[:, free ^ kinds[row, 1]]
        for y in range(still + 2):
            b = min(y, still)
            now[:] = ways[b]
            if t > 0 and y > still:
                now[:, size] += apart[still]
            more[:] = now
            more[:, :, size] += apart[b]
            if y != still:
                ways[b] = more
            for leaf in leaves:
                weight = worth[t, y] * of_leaf[t, leaf[4]] * leaf[5]
                if weight != 0:
                    _times(now[leaf[0]], now[leaf[1]], one)
                    _times(now[leaf[2]], now[leaf[3]], other)
                    found = _add(found, -weight, one.ravel(), other.ravel())
                    _times(more[leaf[0]], more[leaf[1]], one)
                    _times(more[leaf[2]], more[leaf[3]], other)
                    found = _add(found, weight, one.ravel(), other.ravel())
        if t > 0:
            _include(inside[still], mask, free, size)
    return found


@njit(cache=True, nogil=True)
def leaves_by_leaves(
    order: Ints, hand: int, limit: int, kinds: Ints, leaves: Ints, arranged: Ints, weights: Ints
) -> Sum:
    """The sum over deals where both hands are leaves and the dealer's flush is below the limit.

    Each deal counts weights[w of the first, w of the second]. `arranged` has a row for each way to
    give a leaf's kinds to the suits: four kinds and w.
    """
    ranks, wide = _ranks(order), hand + 1
    full, many = (1 << ranks) - 1, kinds[:, 0].max() + 1
    inside = _inside(order[:limit], hand, ranks)
    ways = np.zeros((many, many, wide))
    for row in range(len(kinds)):
        for line in range(len(kinds)):
            if kinds[row, 1] & kinds[line, 1] == 0:
                free = full ^ kinds[row, 1] ^ kinds[line, 1]
                ways[kinds[row, 0], kinds[line, 0]] += inside[free]
    some = np.zeros((many, many), np.bool_)
    for first in range(many):
        for second in range(many):
            some[first, second] = ways[first, second].any()
    one, other = np.zeros(wide), np.zeros(wide)
    found = (np.uint64(0), 0.0)
    for leaf in leaves:
        for row in arranged:
            weight = weights[leaf[4], row[4]] * leaf[5]
            if weight == 0 or not (
                some[leaf[0], row[0]] and some[leaf[1], row[1]]
                and some[leaf[2], row[2]] and some[leaf[3], row[3]]
            ):  # fmt: skip
                continue
            one[:] = 0.0
            other[:] = 0.0
            for j in range(wide):
                for k in range(wide - j):
                    one[j + k] += ways[leaf[0], row[0], j] * ways[leaf[1], row[1], k]
                    other[j + k] += ways[leaf[2], row[2], j] * ways[leaf[3], row[3], k]
            found = _add(found, weight, one, other)
    return found
