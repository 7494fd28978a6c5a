"""What the kernels of this room share: masks of thirteen ranks, and how many of them are lower."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

RANKS = 13
ALL = (1 << RANKS) - 1

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@njit(cache=True, nogil=True)
def lower(
    mask: int, size: int, free: int, held: int, choose: Floats, bits: Ints, top: Ints
) -> float:
    """How many `size`-card subsets of `free` make, with `held`, a mask below `mask`."""
    total = 0.0
    while True:
        bit = top[mask ^ held]
        if held & bit or bit == 0:
            break
        total += choose[bits[free & (bit - 1)], size]
        if size == 0 or not free & bit:
            break
        size -= 1
        held |= bit
    return total
