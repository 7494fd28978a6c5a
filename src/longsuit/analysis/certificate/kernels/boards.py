"""Chase the Flush board by board, from `board_sweep`.

It is slower than the solver and has nothing in common with it, so that a certificate is a second
opinion on the whole deck.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numba import njit

from longsuit.analysis.exact.kernels.board_sweep import (
    HOLE,
    HOLES,
    KEY,
    RANKS,
    THREADS,
    Ints,
    count_board,
    flush_keys,
    make_room,
)
from longsuit.analysis.exact.numbering import hole_numbers, holes, orders, rename

DEALERS = comb(45, 3)


@njit(cache=True, nogil=True)
def _add_boards(
    part: int, boards: Ints, sizes: Ints, row_of: Ints, naming_of: Ints, moved: Ints, keys: Ints,
    pay: Ints, fold: int, qualifier: int, sums: Ints, rows: Ints, opening: Ints, flop: Ints,
) -> None:  # fmt: skip
    """Every second board: its sums[all or folded, length, (hands, six ends)], and its values.

    rows[flop class, hand] add up how much more the river is worth than the bet on the flop.
    """
    room = make_room()
    listed, counts, ends = room[0], room[5], np.zeros(6, np.int64)
    for board in range(part, len(boards), THREADS):
        size = sizes[board]
        for i in range(count_board(boards[board], qualifier, keys, *room)):
            hand, length = listed[i, HOLE], listed[i, KEY] >> RANKS
            below, upto, short = counts[i, 0], counts[i, 1], counts[i, 2]
            ends[0] = min(below, short)
            ends[1] = min(upto, short) - ends[0]
            ends[2] = short - ends[0] - ends[1]
            ends[3] = below - ends[0]
            ends[4] = upto - below - ends[1]
            ends[5] = DEALERS - upto - ends[2]
            bet3, bet2, bet1 = 0, 0, 0
            for end in range(6):
                bet3 += ends[end] * pay[0, end, length]
                bet2 += ends[end] * pay[1, end, length]
                bet1 += ends[end] * pay[2, end, length]
            folds = bet1 <= fold
            for folded in range(1 + folds):
                sums[board, folded, length, 0] += 1
                for end in range(6):
                    sums[board, folded, length, 1 + end] += ends[end]
            opening[hand] += size * bet3
            flop[hand] += size * bet2
            better = size * (max(bet1, fold) - bet2)
            for x in range(4):
                for y in range(x):
                    high = max(boards[board, x], boards[board, y])
                    number = high * (high - 1) // 2 + min(boards[board, x], boards[board, y])
                    rows[row_of[number], moved[naming_of[number], hand]] += better


class Count(NamedTuple):
    """What `count` finds; values are sums over deals, in units.

    boards[class, all or folded at the river, length, (hands, six ends)]. opening, check
    [hand]: the bet and the check on three cards. margin[class, hand]: checking less betting on the
    flop. Hands are numbered C(c, 3) + C(b, 2) + a.
    """

    boards: Ints
    opening: Ints
    check: Ints
    margin: Ints


def count(
    boards: Sequence[Sequence[int]], sizes: Sequence[int], flops: Sequence[Sequence[int]],
    pay: Ints, fold: int, qualifier: int,
) -> Count:  # fmt: skip
    """The whole game: every class of boards, with its size, and every class of flops."""
    moved = hole_numbers(rename(orders(), holes()))
    row_of, naming_of, alone = _flops(flops, orders().tolist())
    listed = np.array(boards, np.int64)
    counts = np.zeros((len(listed), 2, 8, 7), np.int64)

    def part(number: int) -> tuple[Ints, Ints]:
        rows, bets = np.zeros((len(flops), HOLES), np.int64), np.zeros((2, HOLES), np.int64)
        _add_boards(
            number, listed, np.array(sizes), row_of, naming_of, moved, flush_keys(),
            pay.reshape(3, 6, 8), fold * DEALERS, qualifier, counts, rows, *bets,
        )  # fmt: skip
        return rows, bets

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(part, range(THREADS)))
    rows, (bet3, bet2) = (np.add.reduce([one[place] for one in found]) for place in (0, 1))
    # One board stands for its class: the namings that leave a flop alone make up for the others.
    margin = np.stack([rows[at][moved[still]].sum(axis=0) for at, still in enumerate(alone)]) // 24
    better = sum(
        (24 // len(still)) * np.maximum(margin[at], 0)[moved].sum(axis=0)
        for at, still in enumerate(alone)
    )
    opening = 6 * bet3[moved].sum(axis=0) // 24
    return Count(counts, opening, (6 * bet2[moved].sum(axis=0) + better) // 24, margin)


def _flops(
    flops: Sequence[Sequence[int]], namings: list[list[int]]
) -> tuple[Ints, Ints, list[list[int]]]:
    """Of each flop its class and the naming that takes it there; of each class, what leaves it."""
    row_of, naming_of = np.zeros((2, 1326), np.int64)
    classes = {tuple(sorted(flop)): row for row, flop in enumerate(flops)}
    alone: list[list[int]] = [[] for _ in flops]
    for low, high in combinations(range(52), 2):
        for number, naming in enumerate(namings):
            there = sorted(naming[card // RANKS] * RANKS + card % RANKS for card in (low, high))
            row = classes.get((there[0], there[1]))
            if row is not None:
                place = high * (high - 1) // 2 + low
                row_of[place], naming_of[place] = row, number
                if there == [low, high]:
                    alone[row].append(number)
    return row_of, naming_of, alone
