"""Compiled loops that add up a main game's results by the shape of the player's seven cards.

A shape is the longest flush, straight flush and ace-high straight flush of a hand, each the longest
among its suits: `forms` has the three of every mask of a suit. A code is 64 times the first, 8
times the second and the third.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.board_sweep import (
    HOLE,
    KEY,
    RANKS,
    Bytes,
    Ints,
    board_masks,
    count_board,
    make_room,
)

CODES = 512


@njit(cache=True, nogil=True)
def _code(masks: Ints, forms: Ints) -> Any:
    """The shape of four suits."""
    flush = straight = ace = 0
    for suit in range(4):
        flush = max(flush, forms[0, masks[suit]])
        straight = max(straight, forms[1, masks[suit]])
        ace = max(ace, forms[2, masks[suit]])
    return flush * 64 + straight * 8 + ace


@njit(cache=True, nogil=True)
def chase(
    first: int, step: int, boards: Ints, weights: Ints, qualifier: int, lines: Ints, fold: int,
    opens: Bytes, flop: Bytes, river: Bytes, keys: Ints, forms: Ints, sums: Ints,
) -> None:  # fmt: skip
    """sums[code]: the results of every deal of Chase the Flush on every step-th board.

    Actions and `lines` are as `every_deal` takes them.
    """
    room = make_room()
    rows, counts = room[0], room[5]
    masks, shared = np.zeros(4, np.int64), np.zeros(4, np.int64)
    seen = np.zeros(52, np.bool_)
    worth = np.zeros(4, np.int64)
    worth[3] = fold
    for row in range(first, len(boards), step):
        holes = count_board(boards[row], qualifier, keys, *room)
        board_masks(boards[row], shared, seen)
        for i in range(holes):
            hole, key = rows[i, HOLE], rows[i, KEY]
            kind = 2 * (key >> RANKS) + (key >= qualifier)
            for bet in range(3):
                worth[bet] = (
                    lines[kind, bet, 0] * counts[i, 0] + lines[kind, bet, 1] * counts[i, 1]
                    + lines[kind, bet, 2] * counts[i, 2] + lines[kind, bet, 3]
                )  # fmt: skip
            masks[:] = shared
            for place in range(3):
                masks[rows[i, place] // RANKS] |= 1 << rows[i, place] % RANKS
            last = worth[2] if river[row, hole >> 3] >> (hole & 7) & 1 else fold
            won = np.int64(0)
            for one in range(4):
                for two in range(one):
                    high = max(boards[row, one], boards[row, two])
                    low = min(boards[row, one], boards[row, two])
                    early = flop[high * (high - 1) // 2 + low, hole]
                    won += worth[0] if opens[hole] else (worth[1] if early else last)
            sums[_code(masks, forms)] += weights[row] * won


@njit(cache=True, nogil=True)
def code_classes(
    shapes: Ints, starts: Ints, by_size: Ints, masks: Ints, first: int, step: int, forms: Ints,
    codes: NDArray[np.int16],
) -> None:  # fmt: skip
    """codes[class]: the shape of every class of seven cards, in the order of `hand_classes`."""
    own = np.zeros(4, np.int64)
    for s in range(len(shapes)):
        size0, size1, size2, size3 = shapes[s]
        b0, b1, b2, b3 = by_size[size0], by_size[size1], by_size[size2], by_size[size3]
        n1, n2, n3 = by_size[size1 + 1] - b1, by_size[size2 + 1] - b2, by_size[size3 + 1] - b3
        for i0 in range(first, by_size[size0 + 1] - b0, step):
            own[0] = masks[b0 + i0]
            at = starts[s, i0]
            for i1 in range(i0 + 1 if size0 == size1 else n1):
                own[1] = masks[b1 + i1]
                for i2 in range(i1 + 1 if size1 == size2 else n2):
                    own[2] = masks[b2 + i2]
                    for i3 in range(i2 + 1 if size2 == size3 else n3):
                        own[3] = masks[b3 + i3]
                        codes[at] = _code(own, forms)
                        at += 1
