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


@njit(cache=True, nogil=True)
def rank_deals(cards: NDArray[np.uint8], hole: int, board: int, keys: NDArray[np.uint16]) -> int:
    """The sum of the flush keys of player and dealer in every dealt row, and nothing else.

    A row holds the player's cards, the board and the dealer's; the board belongs to both.
    """
    one, low = np.uint64(1), np.uint64(8191)
    total = np.uint64(0)
    flat, start = cards.reshape(-1), np.uint64(0)
    first, middle, last = np.uint64(hole), np.uint64(hole + board), np.uint64(2 * hole + board)
    for _ in range(cards.shape[0]):
        player, shared, dealer = np.uint64(0), np.uint64(0), np.uint64(0)
        place = start
        while place < start + first:
            player |= one << np.uint64(flat[place])
            place += one
        while place < start + middle:
            shared |= one << np.uint64(flat[place])
            place += one
        while place < start + last:
            dealer |= one << np.uint64(flat[place])
            place += one
        start += last
        for hand in (player | shared, dealer | shared):
            a = max(keys[hand & low], keys[hand >> np.uint64(13) & low])
            b = max(keys[hand >> np.uint64(26) & low], keys[hand >> np.uint64(39)])
            total += np.uint64(max(a, b))
    return int(total)
