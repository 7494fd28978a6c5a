"""From the six flops of each board to flop classes and opening hands."""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

WIDTH = 5552
HANDS = 4 * WIDTH

Ints = NDArray[np.int64]
Maps = NDArray[np.int32]
Sums = NDArray[np.signedinteger[Any]]
"""32 or 64 bits, whichever the pays need."""


@njit(cache=True, nogil=True)
def _merge_flops(
    first: int, last: int, orbit: Ints, orbit_at: Ints, maps: Maps, back: Ints, still: Ints,
    still_at: Ints, group: int, used: NDArray[np.bool_], rows: Sums, margin: Sums, better: Ints,
) -> None:  # fmt: skip
    """Add up the flops of each class and turn the sums into margins of checking over betting.

    margin[f, hand] = sum over all boards with the class's flop of (best of the river - bet 2).
    rows only holds one board a class, weighted by its orbit; with G the suit permutations,
    margin = 1/|G| * sum over g of rows[g^-1 flop, g^-1 hand]: first one g a flop of the orbit,
    then those that leave the flop alone. better[hand] += orbit size * max(margin, 0).
    """
    total = np.zeros(HANDS, rows.dtype)
    for f in range(first, last):
        total[:] = 0
        for i in range(orbit_at[f], orbit_at[f + 1]):
            at = orbit[i] * HANDS
            if not used[orbit[i]]:
                continue
            move = maps[back[i]]
            for j in range(HANDS):
                total[j] += rows[at + move[j]]
        size = orbit_at[f + 1] - orbit_at[f]
        for i in range(still_at[f], still_at[f + 1]):
            move = maps[still[i]]
            for j in range(HANDS):
                margin[f, j] += total[move[j]]
        for j in range(HANDS):
            value = margin[f, j] // group
            margin[f, j] = value
            better[j] += size * max(value, 0)


@njit(cache=True, nogil=True)
def _spread_bets(
    first: int, last: int, flops: Ints, owner: Ints, forth: Ints, maps: Maps, margin: Sums,
    opens: NDArray[np.int8], bets: NDArray[np.int8],
) -> None:  # fmt: skip
    """Write bets[flop, hand] for raw flops from the margins of their classes (tie: check)."""
    for i in range(first, last):
        f = owner[i]
        move = maps[forth[i]]
        at = flops[i] * HANDS
        for j in range(HANDS):
            bets[at + j] = margin[f, move[j]] < 0 and opens[j] == 0
