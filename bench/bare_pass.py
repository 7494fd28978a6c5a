"""The yardstick: ranking every hand on every board, and nothing else."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, nogil=True)
def rank_boards(boards: NDArray[np.int64], keys: NDArray[np.int32]) -> int:
    """The sum of the flush keys of all three-card hands on each board: four look-ups a hand."""
    free = np.empty(48, np.int64)
    total = 0
    for number in range(len(boards)):
        board = 0
        for place in range(4):
            board |= 1 << boards[number, place]
        count = 0
        for card in range(52):
            if not board >> card & 1:
                free[count] = 1 << card
                count += 1
        for a in range(2, 48):
            for b in range(1, a):
                two = board | free[a] | free[b]
                for c in range(b):
                    hand = two | free[c]
                    first = max(keys[hand & 8191], keys[hand >> 13 & 8191])
                    total += max(first, keys[hand >> 26 & 8191], keys[hand >> 39])
    return total
