"""Two seats of one round of a main game: how far their results go together.

They share the dealer's cards, and in Chase the Flush the board. The covariance is counted over
every deal of two seats that play by one strategy: here that of Chase the Flush, and in
`high_card_seats` that of High Card Flush.
"""

import tomllib
from fractions import Fraction
from functools import cache
from importlib import resources
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.kernels.board_sweep import PIECES, in_pieces
from longsuit.analysis.exact.numbering import HOLES, board_classes
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.strategies.kernels.two_seats import FLOPS, two_seats
from longsuit.analysis.strategies.tables import spread_bits, suit_tables

Ints = NDArray[np.int64]


def known_covariance(case: Case) -> Fraction | None:
    """The covariance of two seats' results of a round with best play, in Antes squared.

    It is in the box for the games' own rules and tables; there is none for any other.
    """
    for entry in _in_the_box():
        same = make_case(entry["game"], entry.get("xtra"))
        if (same.game, same.rules, same.payoffs) == (case.game, case.rules, case.payoffs):
            return Fraction(entry["value"])
    return None


@cache
def _in_the_box() -> list[dict[str, str]]:
    file = resources.files("longsuit.analysis.strategies") / "seats.toml"
    found: list[dict[str, str]] = tomllib.loads(file.read_text("utf-8")).get("covariance", [])
    return found


def chase_covariance(strategy: Strategy, played: Solution) -> Fraction:
    """The covariance of two seats' results of a round of Chase the Flush, in Antes squared.

    `played` is what one seat comes to with the strategy.
    """
    listed, weights = board_classes()
    arrays = strategy.arrays
    opens = np.unpackbits(arrays["opening"], bitorder="little", count=HOLES)
    flop = spread_bits(arrays["flop"], arrays["flops"].astype(np.int64))
    sums = products(np.arange(52), listed, played, opens, flop, arrays["river"])
    total = sum(int(w) * int(n) for w, n in zip(weights.tolist(), sums.tolist(), strict=True))
    return mean_product(total, int(weights.sum()), 52, played) - played.value**2


def products(
    deck: Ints,
    listed: Ints,
    played: Solution,
    opens: NDArray[np.uint8],
    flop: NDArray[np.uint8],
    river: NDArray[np.uint8],
) -> NDArray[np.float64]:
    """What the kernel comes to for each board."""
    known = played.case.payoffs
    pay = np.array(known.pay, np.float64)
    sums = np.zeros(len(listed))

    def piece(first: int) -> None:
        two_seats(
            first, PIECES, deck, listed, played.rules.qualifier, suit_tables().keys, opens, flop,
            river, pay, float(known.fold), sums,
        )  # fmt: skip

    in_pieces(piece)
    return sums


def mean_product(total: int, boards_dealt: int, cards: int, played: Solution) -> Fraction:
    """The average product of two seats' results, from what the kernel came to in all.

    It leaves out the sets of three cards, hands that are one and the same: they are the mean
    square of one seat, over as many deals of a board, a dealer and one hand.
    """
    unit = played.case.payoffs.unit
    one = boards_dealt * FLOPS * comb(cards - 4, 3) * comb(cards - 7, 3)
    square = played.variance + played.value**2
    return (Fraction(total, unit**2) - square * one) / (one * comb(cards - 10, 3))
