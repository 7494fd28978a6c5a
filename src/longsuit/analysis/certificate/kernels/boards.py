"""Chase the Flush board by board, the plain way: a sweep over the hands of each board in order.

With counters of the cards and pairs in all lower hands, the number of dealer hands below a hand
that share no card with it falls out by inclusion and exclusion. It is slower than the solver and
has nothing in common with it, so that a certificate is a second opinion on the whole deck.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

RANKS = 13
HOLES = 22_100
ON_BOARD = comb(48, 3)
DEALERS = comb(45, 3)
KEYS = 1 << 16
THREADS = 2

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def _apart(hand: int, holes: Ints, ones: Ints, twos: Ints) -> int:
    """The counted hands that share a card with this one, with the sign of taking them away."""
    a, b, c = holes[hand]
    return int(twos[a, b] + twos[a, c] + twos[b, c] - ones[a] - ones[b] - ones[c])


@njit(cache=True, nogil=True)
def _sort(held: Ints, masks: Ints, key_of: Ints, keys: Ints, first: Ints, order: Ints) -> None:
    """Every hand that the board leaves, by rising key."""
    first[:] = 0
    for hand in range(HOLES):
        key = 0
        for suit in range(4):
            mask = masks[hand, suit]
            if mask & held[suit]:
                key = KEYS
                break
            key = max(key, key_of[mask | held[suit]])
        keys[hand] = key
        if key < KEYS:
            first[key + 1] += 1
    for key in range(KEYS):
        first[key + 1] += first[key]
    for hand in range(HOLES):
        if keys[hand] < KEYS:
            order[first[keys[hand]]] = hand
            first[keys[hand]] += 1


@njit(cache=True, nogil=True)
def _sweep(
    keys: Ints, order: Ints, qualifier: int, holes: Ints, ones: Ints, twos: Ints, below: Ints,
    upto: Ints, short: Ints,
) -> None:  # fmt: skip
    """Per hand the dealer hands below it, not above it, and short of the qualifier."""
    ones[:] = 0
    twos[:] = 0
    start, waiting = 0, True
    while waiting or start < ON_BOARD:
        key = keys[order[start]] if start < ON_BOARD else KEYS
        if waiting and key >= qualifier:
            waiting = False
            for hand in order:
                short[hand] = start + _apart(hand, holes, ones, twos) - (keys[hand] < qualifier)
        end = start
        while end < ON_BOARD and keys[order[end]] == key:
            below[order[end]] = start + _apart(order[end], holes, ones, twos)
            end += 1
        for at in range(start, end):
            a, b, c = holes[order[at]]
            for card in (a, b, c):
                ones[card] += 1
            twos[a, b] += 1
            twos[a, c] += 1
            twos[b, c] += 1
        for at in range(start, end):
            upto[order[at]] = end + _apart(order[at], holes, ones, twos) - 1
        start = end


@njit(cache=True, nogil=True)
def _add_boards(
    part: int, boards: Ints, held: Ints, sizes: Ints, row_of: Ints, naming_of: Ints, moved: Ints,
    holes: Ints, masks: Ints, key_of: Ints, pay: Ints, fold: int, qualifier: int, counts: Ints,
    rows: Ints, opening: Ints, flop: Ints,
) -> None:  # fmt: skip
    """Every second board: its counts[all or folded, length, (hands, six ends)], and its values.

    rows[flop class, hand] add up how much more the river is worth than the bet on the flop.
    """
    keys, below, upto, short = np.zeros((4, HOLES), np.int64)
    first, order = np.zeros(KEYS + 1, np.int64), np.zeros(ON_BOARD, np.int64)
    ones, twos, ends = np.zeros(52, np.int64), np.zeros((52, 52), np.int64), np.zeros(6, np.int64)
    for board in range(part, len(boards), THREADS):
        _sort(held[board], masks, key_of, keys, first, order)
        _sweep(keys, order, qualifier, holes, ones, twos, below, upto, short)
        size = sizes[board]
        for hand in order:
            length = keys[hand] >> RANKS
            ends[0] = min(below[hand], short[hand])
            ends[1] = min(upto[hand], short[hand]) - ends[0]
            ends[2] = short[hand] - ends[0] - ends[1]
            ends[3] = below[hand] - ends[0]
            ends[4] = upto[hand] - below[hand] - ends[1]
            ends[5] = DEALERS - upto[hand] - ends[2]
            bet3, bet2, bet1 = 0, 0, 0
            for end in range(6):
                bet3 += ends[end] * pay[0, end, length]
                bet2 += ends[end] * pay[1, end, length]
                bet1 += ends[end] * pay[2, end, length]
            folds = bet1 <= fold
            for folded in range(1 + folds):
                counts[board, folded, length, 0] += 1
                for end in range(6):
                    counts[board, folded, length, 1 + end] += ends[end]
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
    holes = np.array([(a, b, c) for c in range(52) for b in range(c) for a in range(b)])
    masks = np.zeros((HOLES, 4), np.int64)
    for place in range(3):
        masks[np.arange(HOLES), holes[:, place] // RANKS] |= 1 << holes[:, place] % RANKS
    namings = np.array(list(permutations(range(4))))
    moved = np.sort(namings[:, holes // RANKS] * RANKS + holes % RANKS, axis=2)
    choose = np.array([[comb(n, k) for k in range(4)] for n in range(52)])
    moved = choose[moved[:, :, 2], 3] + choose[moved[:, :, 1], 2] + moved[:, :, 0]
    row_of, naming_of, alone = _flops(flops, namings.tolist())
    key_of = np.array([mask.bit_count() << RANKS | mask for mask in range(1 << RANKS)])
    listed = np.array(boards, np.int64)
    held = np.zeros((len(listed), 4), np.int64)
    for place in range(4):
        held[np.arange(len(listed)), listed[:, place] // RANKS] |= 1 << listed[:, place] % RANKS
    counts = np.zeros((len(listed), 2, 8, 7), np.int64)

    def part(number: int) -> tuple[Ints, Ints]:
        rows, bets = np.zeros((len(flops), HOLES), np.int64), np.zeros((2, HOLES), np.int64)
        _add_boards(
            number, listed, held, np.array(sizes), row_of, naming_of, moved, holes, masks, key_of,
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
