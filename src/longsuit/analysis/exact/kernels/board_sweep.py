"""Boards of Chase the Flush one by one: dealer hands below each of a board's holes.

For one board the 17,296 holes are sorted by their flush and swept upward with counters for cards
and pairs of cards: of all holes met so far, those that share no card with a given one are, by
inclusion and exclusion, the holes met less those with each of its cards, plus those with each of
its pairs, less itself. That gives three counts a hole: the dealer's hands below it, not above it,
and below the qualifier. They settle everything. It takes longer than `chase_kernel`, which goes
through hands instead of boards and has nothing in common with it: each is a check of the other.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.core.ranking import mask_key

RANKS = 13
FREE = 17_296  # holes that a board of four leaves
# A hole of a board: cards a < b < c, the places of its pairs among 52 * 52, its flush, its number.
KEY, HOLE = 6, 7
HOLES = 22_100
THREADS = 2
PIECES = 8
"""Of work: more than threads, so that a slowed thread holds nobody up."""

Ints = NDArray[np.int64]
Small = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]


@njit(cache=True, nogil=True)
def board_masks(board: Ints, shared: Ints, seen: NDArray[np.bool_]) -> None:
    """The suits of a board, and which cards are on it."""
    shared[:] = 0
    seen[:] = False
    for card in board:
        shared[card // RANKS] |= 1 << card % RANKS
        seen[card] = True


@njit(cache=True, nogil=True)
def _list_holes(
    board: Ints, keys: Ints, rows: Shorts, ends: Ints, shared: Ints, seen: NDArray[np.bool_]
) -> int:
    """List the holes that a board leaves, by rising number; see KEY for a row. Gives how many."""
    board_masks(board, shared, seen)
    ends[:] = 0
    holes = 0
    for c in range(2, 52):
        if seen[c]:
            continue
        for b in range(1, c):
            if seen[b]:
                continue
            shared[c // RANKS] |= 1 << c % RANKS
            shared[b // RANKS] |= 1 << b % RANKS
            most = max(keys[shared[0]], keys[shared[1]], keys[shared[2]], keys[shared[3]])
            at = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2
            for a in range(b):
                if seen[a]:
                    continue
                flush = max(most, keys[shared[a // RANKS] | 1 << a % RANKS])
                rows[holes, KEY], rows[holes, HOLE] = flush, at + a
                rows[holes, 0], rows[holes, 1], rows[holes, 2] = a, b, c
                rows[holes, 3], rows[holes, 4] = b * 52 + a, c * 52 + a
                rows[holes, 5] = c * 52 + b
                ends[0, (flush & 255) + 1] += 1
                ends[1, (flush >> 8) + 1] += 1
                holes += 1
            shared[c // RANKS] ^= 1 << c % RANKS
            shared[b // RANKS] ^= 1 << b % RANKS
    return holes


@njit(cache=True, nogil=True)
def _sort_holes(rows: Shorts, holes: int, ends: Ints, order: Shorts, spare: Shorts) -> None:
    """Order the holes by their flush: by its lower byte, then by its higher one."""
    for byte in range(256):
        ends[0, byte + 1] += ends[0, byte]
        ends[1, byte + 1] += ends[1, byte]
    for i in range(holes):
        byte = rows[i, KEY] & 255
        spare[ends[0, byte]] = i
        ends[0, byte] += 1
    for j in range(holes):
        i = spare[j]
        byte = rows[i, KEY] >> 8
        order[ends[1, byte]] = i
        ends[1, byte] += 1


@njit(cache=True, nogil=True)
def _apart(rows: Shorts, i: int, total: int, one: Small, two: Small) -> int:
    """Of all hands met so far, those that share no card with the i-th (itself not met yet).

    Rows are never taken out as arrays in these loops: counting references to them takes longer
    than all the rest.
    """
    apart: int = (
        total - one[rows[i, 0]] - one[rows[i, 1]] - one[rows[i, 2]]
        + two[rows[i, 3]] + two[rows[i, 4]] + two[rows[i, 5]]
    )  # fmt: skip
    return apart


@njit(cache=True, nogil=True)
def count_board(
    board: Ints, qualifier: int, keys: Ints, rows: Shorts, order: Shorts, spare: Shorts,
    one: Small, two: Small, counts: Small, ends: Ints, shared: Ints, seen: NDArray[np.bool_],
) -> int:  # fmt: skip
    """counts[i] = (below, not above, below the qualifier) of the i-th hole of `_list_holes`."""
    holes = _list_holes(board, keys, rows, ends, shared, seen)
    _sort_holes(rows, holes, ends, order, spare)
    one[:] = 0
    two[:] = 0
    total, start, short = 0, 0, False
    while start < holes or not short:
        if not short and (start == holes or rows[order[start], KEY] >= qualifier):
            short = True
            for i in range(holes):
                itself = rows[i, KEY] < qualifier
                counts[i, 2] = _apart(rows, i, total, one, two) - itself
            continue
        flush = rows[order[start], KEY]
        common = np.uint64(0) - np.uint64(1)
        end = start
        while end < holes and rows[order[end], KEY] == flush:
            i = order[end]
            below = _apart(rows, i, total, one, two)
            counts[i, 0] = below
            counts[i, 1] = below
            common &= (
                np.uint64(1) << np.uint64(rows[i, 0]) | np.uint64(1) << np.uint64(rows[i, 1])
                | np.uint64(1) << np.uint64(rows[i, 2])
            )  # fmt: skip
            end += 1
        for j in range(start, end):
            i = order[j]
            for place in range(3):
                one[rows[i, place]] += 1
                two[rows[i, place + 3]] += 1
        total += end - start
        # Hands with a card in common do not tie, for two of them are never dealt together.
        if common == 0:
            for j in range(start, end):
                i = order[j]
                counts[i, 1] = _apart(rows, i, total, one, two) - 1
        start = end
    return holes


@njit(cache=True, nogil=True)
def make_room() -> Any:
    """The arrays that `count_board` works in."""
    return (
        np.zeros((FREE, 8), np.uint16), np.zeros(FREE, np.uint16), np.zeros(FREE, np.uint16),
        np.zeros(52, np.int32), np.zeros(52 * 52, np.int32), np.zeros((FREE, 3), np.int32),
        np.zeros((2, 257), np.int64), np.zeros(4, np.int64), np.zeros(52, np.bool_),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _decide(
    first: int, step: int, boards: Ints, qualifier: int, lines: Ints, fold: int, keys: Ints,
    river: Bytes, wins: Ints,
) -> None:  # fmt: skip
    """Set the bits of the holes that bet; wins[board]: holes of four cards and more that fold."""
    room = make_room()
    rows, counts = room[0], room[5]
    for row in range(first, len(boards), step):
        for i in range(count_board(boards[row], qualifier, keys, *room)):
            hole, key = rows[i, HOLE], rows[i, KEY]
            kind = 2 * (key >> RANKS) + (key >= qualifier)
            value = (
                lines[kind, 0] * counts[i, 0] + lines[kind, 1] * counts[i, 1]
                + lines[kind, 2] * counts[i, 2] + lines[kind, 3]
            )  # fmt: skip
            if value > fold:
                river[row, hole >> 3] |= 1 << (hole & 7)
            else:
                wins[row] += key >> RANKS >= 4 and counts[i, 0] > 0


def decide_rivers(boards: Ints, lines: Ints, fold: int, qualifier: int) -> tuple[Bytes, bool]:
    """Best play at the river of every board, a bit a hole; lines[class]: see `bet_lines`.

    And whether no hole of four or more cards folds that is ahead of some dealer's hand.
    """
    river, wins = np.zeros((len(boards), -(-HOLES // 8)), np.uint8), np.zeros(len(boards), np.int64)
    # Rows of one array, not of every other row of it: else they would be compiled anew.
    boards, lines = np.ascontiguousarray(boards), np.ascontiguousarray(lines)
    known = boards, qualifier, lines, fold, flush_keys(), river, wins
    in_pieces(lambda first: _decide(first, PIECES, *known))
    return river, not wins.any()


@cache
def flush_keys() -> Ints:
    """The flush of every mask of a suit."""
    return np.array([mask_key(mask) for mask in range(1 << RANKS)], np.int64)


def in_pieces(work: Callable[[int], Any]) -> list[Any]:
    """The results of all pieces, whichever thread is free taking the next."""
    with compiling(), ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(PIECES)))
