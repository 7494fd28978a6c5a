"""Every wager of every seat settled in cents, added up, and the meter hits listed.

Sums of squares are kept in two parts, above and below 32 bits, so that no sum runs over.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Signed = NDArray[np.int8]
Shorts = NDArray[np.uint16]
Ints = NDArray[np.int64]

_U = np.uint64
_SUIT = _U(13)
_MASK = _U(8191)
_HALF = 32
_LOW = (1 << _HALF) - 1
_MOST_PAYOUTS = 32


@njit(cache=True, nogil=True)
def count_endings(endings: Shorts, counts: Ints) -> None:
    """How often each ending comes."""
    for item in range(len(endings)):
        counts[_U(endings[item])] += 1


@njit(cache=True, nogil=True)
def find_lines(hands: Words, marks: Shorts, line_of: Signed, lines: Signed, counts: Ints) -> None:
    """lines[side, item]: the line that pays the hand, or the number after the last for none.

    Marks stand for lengths in unary, so joining suits by `or` keeps the longest of each kind.
    """
    for item in range(len(hands)):
        hand = hands[item]
        low = marks[hand & _MASK] | marks[hand >> _SUIT & _MASK]
        form = low | marks[hand >> _U(26) & _MASK] | marks[hand >> _U(39)]
        for side in range(lines.shape[0]):
            line = line_of[side, form]
            lines[side, item] = line
            counts[side, line] += 1


@njit(cache=True, nogil=True)
def settle(
    endings: Shorts, lines: Signed, seats: int, main: Ints, pays: Ints,
    dynamic: int, chosen: Bytes, raised: Ints, envious: int, envy: Ints, nets: Ints,
) -> None:  # fmt: skip
    """nets[0, item] is the main game's, then each side wager's, in cents.

    `dynamic` and `envious` are the side wager with raised pays and with envy pays, or -1.
    """
    items = len(endings)
    for item in range(items):
        nets[0, item] = main[_U(endings[item])]
    for side in range(lines.shape[0]):
        for item in range(items):
            nets[side + 1, item] = pays[side, lines[side, item]]
    if dynamic >= 0:
        for item in range(items):
            line = lines[dynamic, item]
            pay = chosen[item // seats, line]
            if pay:
                nets[dynamic + 1, item] = raised[line, pay - 1]
    if envious >= 0:
        for item in range(items):
            paid = envy[lines[envious, item]]
            if paid:
                first = item // seats * seats
                for other in range(first, first + seats):
                    if other != item:
                        nets[envious + 1, other] += paid


@njit(cache=True, nogil=True)
def cap_bonuses(nets: Ints, seats: int, bonuses: Bytes, cap: int) -> None:
    """Over the cap, every bonus payout of the round is cut in proportion, to the cent (HCF-10).

    Whole cents first, then one more to the largest remainders, an earlier payout first.
    """
    owed, cut = np.zeros(_MOST_PAYOUTS, np.int64), np.zeros(_MOST_PAYOUTS, np.int64)
    for first in range(0, nets.shape[1], seats):
        total, count = 0, 0
        for item in range(first, first + seats):
            for column in range(len(bonuses)):
                if bonuses[column] and nets[column, item] > 0:
                    owed[count] = nets[column, item]
                    total += owed[count]
                    count += 1
        if total <= cap:
            continue
        left = cap
        for index in range(count):
            cut[index] = cap * owed[index] // total
            left -= cut[index]
            owed[index] = cap * owed[index] % total
        while left > 0:
            most = 0
            for index in range(1, count):
                if owed[index] > owed[most]:
                    most = index
            cut[most] += 1
            owed[most] = -1
            left -= 1
        index = 0
        for item in range(first, first + seats):
            for column in range(len(bonuses)):
                if bonuses[column] and nets[column, item] > 0:
                    nets[column, item] = cut[index]
                    index += 1


@njit(cache=True, nogil=True)
def _add_column(
    nets: Ints, seats: int, column: int, sums: Ints, squares: Ints, round_squares: Ints
) -> None:
    """One column's sums, in registers until the end."""
    total, low, high, round_low, round_high = 0, 0, 0, 0, 0
    for first in range(0, len(nets), seats):
        together = 0
        for item in range(first, first + seats):
            net = nets[item]
            together += net
            low += net * net & _LOW
            high += net * net >> _HALF
        total += together
        round_low += together * together & _LOW
        round_high += together * together >> _HALF
    sums[column] += total
    squares[column, 0] += low
    squares[column, 1] += high
    round_squares[column, 0] += round_low
    round_squares[column, 1] += round_high


@njit(cache=True, nogil=True)
def add_up(
    nets: Ints, seats: int, sums: Ints, squares: Ints, round_squares: Ints,
    ante: int, lowest: int, histogram: Ints, wholes: Ints,
) -> None:  # fmt: skip
    """Add the nets of all seats: by wager, and all wagers together in the last place.

    `squares` are of each seat's net, `round_squares` of all seats' together: seats of one round
    share cards, so only rounds are independent. `wholes` keeps each seat's net of a round.
    """
    columns, items = nets.shape
    whole = np.zeros(items, np.int64)
    for column in range(columns):
        _add_column(nets[column], seats, column, sums, squares, round_squares)
        for item in range(items):
            whole[item] += nets[column, item]
    _add_column(whole, seats, columns, sums, squares, round_squares)
    last = len(histogram) - 1
    for item in range(items):
        # Whole Antes, halves upward. Whole division is slow; within these bounds this is exact.
        place = int(np.floor(whole[item] / ante + 0.5)) - lowest
        histogram[min(max(place, 0), last)] += 1
        wholes[item] = whole[item]


@njit(cache=True, nogil=True)
def list_hits(lines: Signed, metered: Bytes, seats: int, first: int) -> Ints:
    """Round, seat and line of every hand that takes from a meter, in the order of play.

    Within a round from right to left, that is from the last seat to the first (PRG-5).
    """
    count = 0
    for item in range(len(lines)):
        count += metered[lines[item]]
    hits = np.empty((count, 3), np.int64)
    count = 0
    for start in range(0, len(lines), seats):
        for item in range(start + seats - 1, start - 1, -1):
            if metered[lines[item]]:
                hits[count, 0] = first + start // seats
                hits[count, 1] = item - start
                hits[count, 2] = lines[item]
                count += 1
    return hits
