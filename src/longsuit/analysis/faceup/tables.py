"""Small tables that the kernels read, and the pays in the form that they use."""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.payoffs import LENGTHS, Payoffs
from longsuit.core.cards import DECK_SIZE, FULL_SUIT, RANK_COUNT
from longsuit.core.errors import InputError

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_MASKS = 2 * (FULL_SUIT + 1)
"""A mask, or one more than the greatest."""
_LARGEST_SUM = 6 * comb(49, 4) * comb(45, 3)
"""Flops, boards and dealer hands of an opening; a hand of High Card Flush has fewer."""


@cache
def choose() -> Floats:
    """Binomials of up to 52 cards."""
    return np.array([[comb(n, k) for k in range(9)] for n in range(DECK_SIZE + 1)], np.float64)


@cache
def mask_tables() -> tuple[Ints, Ints]:
    """How many bits a mask has, and its highest one."""
    bits = [mask.bit_count() for mask in range(_MASKS)]
    top = [1 << mask.bit_length() >> 1 for mask in range(_MASKS)]
    return np.array(bits, np.int64), np.array(top, np.int64)


@cache
def suit_terms() -> tuple[Floats, Floats]:
    """A suit's polynomial up to x^3, by 1 + (the number of cards that just makes the length).

    terms[level, cards left]: the binomials below it; last[level]: 1 at the number itself.
    """
    terms, last = np.zeros((6, RANK_COUNT + 1, 4)), np.zeros((6, 4))
    for exact in range(-1, 5):
        for drawn in range(4):
            last[exact + 1, drawn] = drawn == exact
            for left in range(RANK_COUNT + 1):
                terms[exact + 1, left, drawn] = comb(left, drawn) if drawn < exact else 0
    return terms, last


def bet_lines(known: Payoffs) -> Floats:
    """Each bet as a sum: lines[2 * length + qualifies, bet] times (below, upto, short, hands).

    Of the dealer's hands, `below` are below the player's, `upto` not above, `short` do not
    qualify. A hand that qualifies beats all of those; another loses to all that qualify.
    """
    nets = [net for bet in known.pay for side in bet for end in side for net in end]
    if max(map(abs, [known.fold, *nets])) * _LARGEST_SUM >= 2**53:
        raise InputError(
            "The X-tra pays are too large, or too finely divided, to be added up exactly here."
        )
    lines = np.zeros((2 * LENGTHS, len(known.pay), 4))
    for number, ((ahead, tie, behind), (q_ahead, q_tie, q_behind)) in enumerate(known.pay):
        for n in range(LENGTHS):
            lines[2 * n, number] = (
                ahead[n] - tie[n], tie[n] - behind[n], behind[n] - q_behind[n], q_behind[n],
            )  # fmt: skip
            lines[2 * n + 1, number] = (
                q_ahead[n] - q_tie[n], q_tie[n] - q_behind[n], ahead[n] - q_ahead[n], q_behind[n],
            )  # fmt: skip
    return lines
