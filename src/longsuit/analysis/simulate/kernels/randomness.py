"""Chance: random words to fair numbers, and numbers to a shuffled deck.

Numbers are drawn several to a word (Brackett-Rozinsky and Lemire, "Batched ranged random integer
generation"). A word is a fraction of 58 bits; times a bound, the whole part is the number drawn and
the rest goes on to the next. At the end of a word the rest tells whether it was one of the few
that would favour some numbers: those are drawn again, so every outcome is equally likely, exactly.

Unsigned indices spare a test for negative ones at each step.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

FRACTION = 58
"""Bits of a word that are used: with bounds up to 64 a product stays within 64 bits."""

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

_U = np.uint64
_FRACTION = _U(FRACTION)
_SPARE = _U(64 - FRACTION)
_REST = _U((1 << FRACTION) - 1)
_ONE = _U(1)


@njit(cache=True, nogil=True)
def draw(words: Words, bounds: Words, ends: Words, favoured: Words, numbers: Bytes) -> int:
    """Fill rows: numbers[row, place] is below bounds[place]; how many rows the words were for.

    Word by word, the places up to ends[word] are drawn; a rest below favoured[word] is drawn anew.
    """
    flat = numbers.reshape(-1)
    width, at, row, start = _U(numbers.shape[1]), 0, 0, _U(0)
    while row < numbers.shape[0]:
        place, group = _U(0), 0
        while group < len(ends):
            if at == len(words):
                return row
            rest, first = words[at] >> _SPARE, place
            at += 1
            while place < ends[group]:
                product = rest * bounds[place]
                flat[start + place] = product >> _FRACTION
                rest = product & _REST
                place += _ONE
            if rest < favoured[group]:
                place = first
                continue
            group += 1
        row += 1
        start += width
    return row


@njit(cache=True, nogil=True)
def shuffle(numbers: Bytes, deck: Words) -> None:
    """Turn each row of numbers into the cards of a shuffle (Fisher and Yates, from the front).

    The deck goes on as it lies: from any order of the cards a fair shuffle is fair.
    """
    flat = numbers.reshape(-1)
    width, start = _U(numbers.shape[1]), _U(0)
    for _ in range(numbers.shape[0]):
        place = _U(0)
        while place < width:
            other = place + _U(flat[start + place])
            card = deck[other]
            deck[other] = deck[place]
            deck[place] = card
            flat[start + place] = card
            place += _ONE
        start += width


@njit(cache=True, nogil=True)
def raise_lines(numbers: Bytes, fewest: int, most: int, lines: Bytes, chosen: Bytes) -> None:
    """The dynamic pays of each round (PRG-14): chosen[row, line] is 0, or which raised pay it has.

    A row of numbers says how many lines more than the fewest, then which of those left each time,
    and then a pay for every dynamic line, of which those of the drawn lines count.
    """
    left = np.empty_like(lines)
    for row in range(numbers.shape[0]):
        left[:] = np.arange(len(lines))
        chosen[row] = 0
        for place in range(fewest + numbers[row, 0]):
            other = place + numbers[row, 1 + place]
            drawn = left[other]
            left[other] = left[place]
            chosen[row, lines[drawn]] = 1 + numbers[row, 1 + most + drawn]
