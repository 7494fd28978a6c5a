"""Early positions of Chase the Flush, exactly: the flop and the opening, by numba kernels.

`showdown` answers the river and High Card Flush in plain Python, and the flop in a tenth of a
second; this file does what that one cannot: all 211,876 boards that can follow an opening hand.

Every board of four cards is met once. Its six counts [dealer qualifies][outcome] over the dealer's
hands, worked out as in `showdown` (a product of four polynomials cut off after x^3), settle the
river: bet 1x or fold, whichever is worth more. Each of the board's six pairs can have been the
flop, so the counts are added to the tallies of six flops, kept apart by the river's action and the
player's length. A flop's values are then sums of its tally times the pays, and the opening's are
sums over flops. Nothing but counts of deals is ever added up in the kernel.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.showdown import (
    BET1,
    BET2,
    BET3,
    Choice,
    Ending,
    Position,
    choice,
    need,
    remaining,
    to_cards,
)

LENGTHS = 8
RANKS = 13
ALL = (1 << RANKS) - 1
PIECES = 6  # of an opening's boards: more than threads, so that a slowed one holds nobody up

Ints = NDArray[np.int64]
Cubic = tuple[int, int, int, int]  # coefficients of 1, x, x^2, x^3


@njit(cache=True, nogil=True)
def _lower(mask: int, size: int, free: int, held: int, choose: Ints, bits: Ints) -> int:
    """How many `size`-card subsets of `free` make, with `held`, a mask below `mask`."""
    total = 0
    for rank in range(RANKS - 1, -1, -1):
        bit = 1 << rank
        if mask & bit == held & bit:
            continue
        if held & bit:
            break
        total += choose[bits[free & (bit - 1)], size]
        if size == 0 or not free & bit:
            break
        size -= 1
    return total


@njit(cache=True, nogil=True)
def _suit(free: int, held: int, length: int, mask: int, choose: Ints, bits: Ints) -> Cubic:
    """One suit's polynomial: for 0 to 3 cards drawn, the draws that stay below (length, mask)."""
    n_free, exact = bits[free], length - bits[held]
    if exact < 0:
        return 0, 0, 0, 0
    if exact > 3:
        return 1, n_free, choose[n_free, 2], choose[n_free, 3]
    low = _lower(mask, exact, free, held, choose, bits)
    if exact == 0:
        return low, 0, 0, 0
    if exact == 1:
        return 1, low, 0, 0
    if exact == 2:
        return 1, n_free, low, 0
    return 1, n_free, choose[n_free, 2], low


@njit(cache=True, nogil=True)
def _times(p: Cubic, q: Cubic) -> Cubic:
    """Two polynomials multiplied, cut off after x^3."""
    return (
        p[0] * q[0],
        p[0] * q[1] + p[1] * q[0],
        p[0] * q[2] + p[1] * q[1] + p[2] * q[0],
        p[0] * q[3] + p[1] * q[2] + p[2] * q[1] + p[3] * q[0],
    )


@njit(cache=True, nogil=True)
def _below(length: int, mask: int, board: Ints, free: Ints, choose: Ints, bits: Ints) -> int:
    """How many three-card draws leave the dealer below (length, mask)."""
    left = _times(
        _suit(free[0], board[0], length, mask, choose, bits),
        _suit(free[1], board[1], length, mask, choose, bits),
    )
    right = _times(
        _suit(free[2], board[2], length, mask, choose, bits),
        _suit(free[3], board[3], length, mask, choose, bits),
    )
    return left[0] * right[3] + left[1] * right[2] + left[2] * right[1] + left[3] * right[0]


@njit(cache=True, nogil=True)
def _river(
    own: Ints, board: Ints, free: Ints, qualifier: int, n_dealer: int, pay: Ints, fold: int,
    choose: Ints, bits: Ints, counts: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Fill the six counts of a board; return the river's action (0 bet, 1 fold) and the length."""
    key = 0
    for suit in range(4):
        hand = own[suit] | board[suit]
        key = max(key, bits[hand] << RANKS | hand)
    length, mask = key >> RANKS, key & ALL
    ahead = _below(length, mask, board, free, choose, bits)
    not_above = _below(length, mask + 1, board, free, choose, bits)
    unqualified = _below(qualifier >> RANKS, qualifier & ALL, board, free, choose, bits)
    first, second = min(ahead, unqualified), min(not_above, unqualified)
    counts[0] = first
    counts[1] = second - first
    counts[2] = unqualified - second
    counts[3] = ahead - first
    counts[4] = not_above - ahead - counts[1]
    counts[5] = n_dealer - not_above - counts[2]
    value = 0
    for end in range(6):
        value += counts[end] * pay[end, length]
    return 0 if value > fold * n_dealer else 1, length


@njit(cache=True, nogil=True)
def _flop(
    own: Ints, flop: Ints, free: Ints, cards: Ints, qualifier: int, n_dealer: int, pay: Ints,
    fold: int, choose: Ints, bits: Ints, tally: Ints,
) -> None:  # fmt: skip
    """Add up every turn and river after one flop: tally[river's action, length, end]."""
    board, left = flop.copy(), free.copy()
    counts = np.zeros(6, np.int64)
    for i in range(len(cards)):
        suit_i, bit_i = cards[i] // RANKS, 1 << cards[i] % RANKS
        board[suit_i] ^= bit_i
        left[suit_i] ^= bit_i
        for j in range(i):
            suit_j, bit_j = cards[j] // RANKS, 1 << cards[j] % RANKS
            board[suit_j] ^= bit_j
            left[suit_j] ^= bit_j
            action, length = _river(
                own, board, left, qualifier, n_dealer, pay, fold, choose, bits, counts
            )
            for end in range(6):
                tally[action, length, end] += counts[end]
            board[suit_j] ^= bit_j
            left[suit_j] ^= bit_j
        board[suit_i] ^= bit_i
        left[suit_i] ^= bit_i


@njit(cache=True, nogil=True)
def _opening(
    piece: int, own: Ints, free: Ints, cards: Ints, qualifier: int, n_dealer: int, pay: Ints,
    fold: int, choose: Ints, bits: Ints, tally: Ints,
) -> None:  # fmt: skip
    """Add up one piece of all boards a > b > c > d: tally[flop, river's action, length, end].

    The flop of the cards at places a > b has the number a(a-1)/2 + b.
    """
    board, left = np.zeros(4, np.int64), free.copy()
    counts = np.zeros(6, np.int64)
    for a in range(len(cards)):
        suit_a, bit_a = cards[a] // RANKS, 1 << cards[a] % RANKS
        board[suit_a] ^= bit_a
        left[suit_a] ^= bit_a
        for b in range(a):
            ab = a * (a - 1) // 2 + b
            if ab % PIECES != piece:
                continue
            suit_b, bit_b = cards[b] // RANKS, 1 << cards[b] % RANKS
            board[suit_b] ^= bit_b
            left[suit_b] ^= bit_b
            for c in range(b):
                suit_c, bit_c = cards[c] // RANKS, 1 << cards[c] % RANKS
                ac, bc = a * (a - 1) // 2 + c, b * (b - 1) // 2 + c
                board[suit_c] ^= bit_c
                left[suit_c] ^= bit_c
                for d in range(c):
                    suit_d, bit_d = cards[d] // RANKS, 1 << cards[d] % RANKS
                    board[suit_d] ^= bit_d
                    left[suit_d] ^= bit_d
                    action, length = _river(
                        own, board, left, qualifier, n_dealer, pay, fold, choose, bits, counts
                    )
                    ad, bd = a * (a - 1) // 2 + d, b * (b - 1) // 2 + d
                    for flop in (ab, ac, ad, bc, bd, c * (c - 1) // 2 + d):
                        for end in range(6):
                            tally[flop, action, length, end] += counts[end]
                    board[suit_d] ^= bit_d
                    left[suit_d] ^= bit_d
                board[suit_c] ^= bit_c
                left[suit_c] ^= bit_c
            board[suit_b] ^= bit_b
            left[suit_b] ^= bit_b
        board[suit_a] ^= bit_a
        left[suit_a] ^= bit_a


def flop(
    own: Sequence[int], board: Sequence[int], seen: Sequence[int], pay: Ints, fold: int,
    qualifier: int,
) -> Position:  # fmt: skip
    """Two community cards: check, or bet 2x. The same as `showdown.flop`, faster.

    own, board, seen: four suit masks each. pay[0 bet 3x, 1 bet 2x, 2 bet 1x][dealer qualifies]
    [0 player ahead, 1 tie, 2 behind][player's length]: the net result in whole units.
    """
    need(own, 3)
    need(board, 2)
    pay = _ints(pay)
    free = remaining(own, board, seen)
    cards = to_cards(free)
    deals = _deals(len(cards), 2, pay, fold)
    tally = np.zeros((2, LENGTHS, 6), np.int64)
    with compiling():
        _flop(
            _ints(own), _ints(board), _ints(free), _ints(cards), qualifier,
            comb(len(cards) - 2, 3), pay[BET1].reshape(6, LENGTHS), fold, *_tables(), tally,
        )  # fmt: skip
    return Position(deals, (_check([], tally, pay, fold), _bet(BET2, tally.sum(0), pay, fold)))


def opening(
    own: Sequence[int], seen: Sequence[int], pay: Ints, fold: int, qualifier: int,
    *, threads: int = 2,
) -> Position:  # fmt: skip
    """Three cards and no board: check, or bet 3x. Arguments as in `flop`.

    A deal here is a flop, a turn and river and a dealer's hand: four community cards count six
    times, once for each pair that can be the flop, for both choices alike.
    """
    need(own, 3)
    pay = _ints(pay)
    free = remaining(own, seen)
    cards = to_cards(free)
    deals = _deals(len(cards), 4, pay, fold) * 6
    arrays = _ints(own), _ints(free), _ints(cards)
    pay1 = pay[BET1].reshape(6, LENGTHS)

    def run(piece: int) -> Ints:
        tally = np.zeros((comb(len(cards), 2), 2, LENGTHS, 6), np.int64)
        _opening(piece, *arrays, qualifier, comb(len(cards) - 4, 3), pay1, fold, *_tables(), tally)
        return tally

    with compiling(), ThreadPoolExecutor(threads) as pool:
        tally: Ints = np.add.reduce(list(pool.map(run, range(PIECES))))
    # Of equal values at the flop, check: the smaller wager.
    by_end = np.moveaxis(pay.reshape(3, 6, LENGTHS), 1, 2)
    wait = (tally[:, 0] * by_end[BET1]).sum(axis=(1, 2)) + fold * tally[:, 1].sum(axis=(1, 2))
    bets = (tally.sum(axis=1) * by_end[BET2]).sum(axis=(1, 2)) > wait
    now = [(BET2, tally[bets].sum(axis=(0, 1)))]
    check = _check(now, tally[~bets].sum(axis=0), pay, fold)
    return Position(deals, (check, _bet(BET3, tally.sum(axis=(0, 1)), pay, fold)))


def _ints(values: Sequence[int] | Ints) -> Ints:
    """One array type, so that each kernel is compiled once."""
    return np.ascontiguousarray(values, np.int64)


@cache
def _tables() -> tuple[Ints, Ints]:
    """Binomials, and how many bits a mask has."""
    choose = [[comb(n, k) for k in range(4)] for n in range(RANKS + 1)]
    return _ints(np.array(choose)), _ints([mask.bit_count() for mask in range(1 << RANKS)])


def _deals(n_cards: int, to_come: int, pay: Ints, fold: int) -> int:
    """How many ways the community cards to come and the dealer's can fall."""
    if pay.shape != (3, 2, 3, LENGTHS):
        raise ValueError("pay must be [3][2][3][8]")
    if n_cards < to_come + 3:
        raise ValueError("too few cards are left for the board and the dealer")
    deals = comb(n_cards, to_come) * comb(n_cards - to_come, 3)
    if 6 * deals * max(int(abs(pay).max()), abs(fold)) >= 2**63:
        raise ValueError("the pays are too large for exact 64-bit sums: use a coarser unit")
    return deals


def _endings(action: int, tally: Ints) -> dict[Ending, int]:
    """tally[length, end] as a dictionary of what occurs."""
    return {
        (action, int(length), int(end) // 3, int(end) % 3): int(tally[length, end])
        for length, end in np.argwhere(tally)
    }


def _bet(action: int, tally: Ints, pay: Ints, fold: int) -> Choice:
    return choice(action, _endings(action, tally), pay.tolist(), fold)


def _check(now: list[tuple[int, Ints]], later: Ints, pay: Ints, fold: int) -> Choice:
    """A check, from what is bet on the next street and from later[river's action, length, end]."""
    ends: Counter[Ending] = Counter()
    for action, tally in [*now, (BET1, later[0]), (len(pay), later[1])]:
        ends.update(_endings(action, tally))
    return choice(len(pay) + 1, ends, pay.tolist(), fold)
