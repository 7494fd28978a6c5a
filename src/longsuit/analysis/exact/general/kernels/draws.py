"""What the dealer may draw, suit by suit: polynomials whose degree is the number of cards drawn.

A suit gives C(free, k) for k cards below the level at which its flush is as long as the seat's,
and at that level the draws that stay below. A numba cache does not notice a change in another file:
after a change here save the kernels that use it too.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

BELOW, UPTO, SHORT = 0, 1, 2
U = np.uint64
INNER: Any = {"cache": True, "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INNER["_nrt"] = False  # Counting references to arrays would take longer than all the rest.

Ints = NDArray[np.int64]


@njit(**INNER)
def list_deck(own: Ints, ranks: int, suits: Ints, ones: Ints) -> int:
    """Suit and bit of each card that a hole hand leaves, as positions number them; how many."""
    left = 0
    for suit in range(3, -1, -1):
        for rank in range(ranks):
            if not own[suit] >> rank & 1:
                suits[left], ones[left] = suit, 1 << rank
                left += 1
    return left


@njit(**INNER)
def next_set(cards: Ints, size: int) -> None:
    """The set of so many cards that comes next: sets are in the order of sums of binomials."""
    j = 0
    while j + 1 < size and cards[j] + 1 == cards[j + 1]:
        cards[j] = j
        j += 1
    cards[j] += 1


@njit(**INNER)
def lower(mask: int, draw: int, free: int, choose: Ints, bits: Ints) -> int:
    """How many sets of `draw` cards of `free` are, as masks, below one."""
    total = 0
    while mask:
        # The highest bit that is left.
        top = mask | mask >> 1
        top |= top >> 2
        top |= top >> 4
        top |= top >> 8
        bit = top ^ top >> 1
        total += choose[bits[free & (bit - 1)], draw]
        if draw == 0 or not free & bit:
            break
        mask ^= bit
        draw -= 1
    return total


@njit(**INNER)
def join(
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


@njit(**INNER)
def two_lines(
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
