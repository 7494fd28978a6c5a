"""Compiled loops over every deal of Chase the Flush: what a strategy comes to.

They go board by board. For one board the 17,296 hands are sorted by their flush and swept upward
with counters for cards and pairs of cards: of all hands met so far, those that share no card with a
given hand are, by inclusion and exclusion, the hands met less those with each of its cards, plus
those with each of its pairs, less itself. That gives three counts a hand: the dealer's hands below
it, not above it, and below the qualifier. They settle everything.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.strategies.kernels.every_hand import (
    FACTS,
    LEAST,
    RANKS,
    Bytes,
    Ints,
    Small,
    board_masks,
    fill_facts,
)

FREE = 17_296  # holes that a board of four leaves
# A hole of a board: cards a < b < c, the places of its pairs among 52 * 52, its flush, its number.
KEY, HOLE = 6, 7

Shorts = NDArray[np.uint16]


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
    """The arrays that `_count_board` works in."""
    return (
        np.zeros((FREE, 8), np.uint16), np.zeros(FREE, np.uint16), np.zeros(FREE, np.uint16),
        np.zeros(52, np.int32), np.zeros(52 * 52, np.int32), np.zeros((FREE, 3), np.int32),
        np.zeros((2, 257), np.int64), np.zeros(4, np.int64), np.zeros(52, np.bool_),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _six_flops(board: Ints, flops: Ints) -> None:
    """The numbers of a board's six pairs: C(high, 2) + low."""
    at = 0
    for i in range(4):
        for j in range(i):
            high, low = max(board[i], board[j]), min(board[i], board[j])
            flops[at] = high * (high - 1) // 2 + low
            at += 1


@njit(cache=True, nogil=True)
def _add(
    sums: Ints, strategy: int, kind: int, action: int, times: int, counts: Small, i: int
) -> None:
    sums[strategy, kind, action, 0] += times
    sums[strategy, kind, action, 1] += times * counts[i, 0]
    sums[strategy, kind, action, 2] += times * counts[i, 1]
    sums[strategy, kind, action, 3] += times * counts[i, 2]


@njit(cache=True, nogil=True)
def price(
    first: int, step: int, boards: Ints, weights: Ints, qualifier: int, opens: Bytes, flop: Bytes,
    river: Bytes, keys: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Play every deal of every step-th board by several strategies.

    sums[strategy, 2 length + own key qualifies, action, j]: j is 0 for deals of hole and flop, 1 to
    3 for the three counts of `_count_board` summed over them. opens[strategy, hole] and
    flop[strategy, flop, hole] are 0 or 1; river[strategy, board] has bits.
    """
    room = make_room()
    rows, counts = room[0], room[5]
    flops = np.zeros(6, np.int64)
    for row in range(first, len(boards), step):
        holes = count_board(boards[row], qualifier, keys, *room)
        _six_flops(boards[row], flops)
        weight = weights[row]
        for i in range(holes):
            hole, key = rows[i, HOLE], rows[i, KEY]
            kind = 2 * (key >> RANKS) + (key >= qualifier)
            for strategy in range(len(opens)):
                if opens[strategy, hole]:
                    _add(sums, strategy, kind, 0, 6 * weight, counts, i)
                    continue
                early = 0
                for f in range(6):
                    early += flop[strategy, flops[f], hole]
                if early:
                    _add(sums, strategy, kind, 1, early * weight, counts, i)
                if early < 6:
                    bet = river[strategy, row, hole >> 3] >> (hole & 7) & 1
                    last = 2 if bet else 3
                    _add(sums, strategy, kind, last, (6 - early) * weight, counts, i)


@njit(cache=True, nogil=True)
def margins(
    first: int, step: int, boards: Ints, weights: Ints, qualifier: int, lines: Ints, fold: int,
    river: Bytes, flop_class: Ints, flop_move: Ints, maps: Small, keys: Ints, margin: Ints,
    bets: Ints,
) -> None:  # fmt: skip
    """What checking on the flop is worth over betting, river rules given.

    margin[class, hole] gets, for every board and each of its flops moved to the class's own suits,
    weight times (river by the rules less a bet on the flop); bets[0 and 1, hole] what the bets
    at the opening and on the flop come to. lines are `bet_lines` of the exact solver.
    """
    room = make_room()
    rows, counts = room[0], room[5]
    flops = np.zeros(6, np.int64)
    for row in range(first, len(boards), step):
        holes = count_board(boards[row], qualifier, keys, *room)
        _six_flops(boards[row], flops)
        for i in range(holes):
            hole, key = rows[i, HOLE], rows[i, KEY]
            kind = 2 * (key >> RANKS) + (key >= qualifier)
            worth = np.int64(0)
            for bet in range(3):
                value = (
                    lines[kind, bet, 0] * counts[i, 0] + lines[kind, bet, 1] * counts[i, 1]
                    + lines[kind, bet, 2] * counts[i, 2] + lines[kind, bet, 3]
                )  # fmt: skip
                if bet == 0:
                    bets[0, hole] += weights[row] * value
                elif bet == 1:
                    bets[1, hole] += weights[row] * value
                    worth = -value
                else:
                    worth += value if river[row, hole >> 3] >> (hole & 7) & 1 else fold
            for f in range(6):
                moved = maps[flop_move[flops[f]], hole]
                margin[flop_class[flops[f]], moved] += weights[row] * worth


@njit(cache=True, nogil=True)
def river_cells(
    first: int, step: int, boards: Ints, weights: Ints, qualifier: int, lines: Ints, fold: int,
    opens: Bytes, flop: Bytes, marks: Ints, pairs: bool, keys: Ints, bits: Ints, tops: Ints,
    cells: Ints,
) -> None:  # fmt: skip
    """Gains of betting over folding at the river, by cell of facts.

    A hand's cell is the sum over facts of marks[fact, value + 1]. cells[cell] gets the sum of
    gains, the sum of those above 0, and the deals of hole and flop that come there.
    """
    room = make_room()
    rows, counts = room[0], room[5]
    flops = np.zeros(6, np.int64)
    own, shared = np.zeros(4, np.int64), np.zeros(4, np.int64)
    seen = np.zeros(52, np.bool_)
    facts = np.zeros(FACTS, np.int64)
    for row in range(first, len(boards), step):
        holes = count_board(boards[row], qualifier, keys, *room)
        _six_flops(boards[row], flops)
        board_masks(boards[row], shared, seen)
        for i in range(holes):
            hole, key = rows[i, HOLE], rows[i, KEY]
            if opens[hole]:
                continue
            late = 6
            for f in range(6):
                late -= flop[flops[f], hole]
            if late == 0:
                continue
            own[:] = 0
            for place in range(3):
                own[rows[i, place] // RANKS] |= 1 << rows[i, place] % RANKS
            fill_facts(own, shared, keys, bits, tops, pairs, facts)
            cell = 0
            for fact in range(LEAST):
                cell += marks[fact, facts[fact] + 1]
            kind = 2 * (key >> RANKS) + (key >= qualifier)
            gain = (
                lines[kind, 2, 0] * counts[i, 0] + lines[kind, 2, 1] * counts[i, 1]
                + lines[kind, 2, 2] * counts[i, 2] + lines[kind, 2, 3] - fold
            )  # fmt: skip
            times = late * weights[row]
            cells[cell, 0] += times * gain
            cells[cell, 1] += times * max(gain, 0)
            cells[cell, 2] += times
