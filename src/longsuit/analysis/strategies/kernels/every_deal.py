"""Compiled loops over every deal of Chase the Flush: what a strategy comes to, board by board."""

import numpy as np
from numba import njit

from longsuit.analysis.exact.kernels.board_sweep import (
    HOLE,
    KEY,
    RANKS,
    Bytes,
    Ints,
    Small,
    board_masks,
    count_board,
    make_room,
)
from longsuit.analysis.strategies.kernels.every_hand import FACTS, LEAST, fill_facts


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
    3 for the three counts of `count_board` summed over them. opens[strategy, hole] and
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
