"""What best play of a main game wins by the shape of the hand: how it goes with a side wager.

Bonus and progressive tables ask for nothing but the shape of the seven cards, so the covariance of
the main game with any of them follows from these sums. They are in the box for the games' own rules
and tables; for any other they are counted over every deal, and kept.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import resources

import numpy as np
from msgspec import json as packed
from numpy.typing import NDArray

from longsuit.analysis.exact.cache import Arrays, kept
from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.hand_classes import class_count
from longsuit.analysis.exact.kernels import high_card_flush
from longsuit.analysis.exact.kernels.board_sweep import PIECES, in_pieces
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.numbering import HOLES, board_classes
from longsuit.analysis.exact.payoffs import check_size
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.strategy import Strategy, best_strategy
from longsuit.analysis.strategies.kernels import by_shape
from longsuit.analysis.strategies.price import DEALER_HANDS
from longsuit.analysis.strategies.tables import seven_cards, spread_bits, suit_tables
from longsuit.core.cards import FULL_SUIT
from longsuit.core.ranking import Shape, shape

Ints = NDArray[np.int64]


def results_by_shape(case: Case) -> dict[Shape, Fraction]:
    """Of what best play wins in a round on average, the part that comes from each shape."""
    for name, entry in _in_the_box().items():
        game, _, xtra = name.partition(" ")
        same = make_case(game, xtra or None)
        if (same.game, same.rules, same.payoffs) == (case.game, case.rules, case.payoffs):
            return _shares(case, {int(code): total for code, total in entry.items()})

    def is_whole(found: Arrays) -> bool:
        return found["sums"].shape == (by_shape.CODES,) and _adds_up(case, found["sums"])

    about = packed.encode(case.rules), packed.encode(case.payoffs)
    parts = [b"by shape", case.game.id.encode(), *about]
    sums = kept(parts, is_whole, lambda: {"sums": count_by_shape(case)})["sums"]
    return _shares(case, dict(enumerate(sums.tolist())))


def count_by_shape(case: Case) -> Ints:
    """[code]: the results of all deals with hands of a shape, in the payoffs' unit."""
    strategy = best_strategy(case.game.id, xtra=case.xtra, rules=case.rules)
    check_size(case.payoffs)
    return _chase(case, strategy) if case.game.board else _high_card(case, strategy)


@cache
def _in_the_box() -> dict[str, dict[str, int]]:
    """By game and table: the sums of `count_by_shape`, by code."""
    file = resources.files("longsuit.analysis.strategies") / "by_shape.json"
    found: dict[str, dict[str, int]] = json.loads(file.read_text("utf-8"))
    return found


def _shares(case: Case, sums: Mapping[int, int]) -> dict[Shape, Fraction]:
    deals = solve_case(case).deals * case.payoffs.unit
    return {
        Shape(code >> 6, code >> 3 & 7, code & 7): Fraction(total, deals)
        for code, total in sums.items()
        if total
    }


def _adds_up(case: Case, sums: Ints) -> bool:
    solved = solve_case(case)
    return Fraction(sum(sums.tolist()), solved.deals * case.payoffs.unit) == solved.value


@cache
def _forms() -> Ints:
    """[flush, straight, ace-high; mask]: the shape of one suit."""
    return np.array([shape(mask) for mask in range(FULL_SUIT + 1)], np.int64).T.copy()


def _chase(case: Case, strategy: Strategy) -> Ints:
    listed, weights = board_classes()
    known, arrays = case.payoffs, strategy.arrays
    lines = bet_lines(np.array(known.pay, np.int64), DEALER_HANDS)
    opens = np.unpackbits(arrays["opening"], bitorder="little", count=HOLES)
    flop = spread_bits(arrays["flop"], arrays["flops"].astype(np.int64))

    def piece(first: int) -> Ints:
        sums = np.zeros(by_shape.CODES, np.int64)
        by_shape.chase(
            first, PIECES, listed, weights, case.rules.qualifier, lines,
            known.fold * DEALER_HANDS, opens, flop, arrays["river"], suit_tables().keys, _forms(),
            sums,
        )  # fmt: skip
        return sums

    total: Ints = np.add.reduce(in_pieces(piece))
    return total


def _high_card(case: Case, strategy: Strategy) -> Ints:
    """A pass in which a hand's action and shape together stand for its action."""
    codes = np.zeros(class_count(), np.int16)
    in_pieces(lambda first: by_shape.code_classes(*seven_cards(), first, PIECES, _forms(), codes))
    known = case.payoffs
    met = np.unique(codes)
    actions = len(known.pay) + 1
    labels = np.searchsorted(met, codes) * actions + strategy.arrays["hands"]
    counts = high_card_flush.solve(
        np.zeros((len(met) * actions, 2, 3, 8), np.int64), 0,
        np.zeros((8, len(met) * actions), np.bool_), case.rules.qualifier,
        strategy=labels.astype(np.uint8),
    ).counts  # fmt: skip
    pay = np.moveaxis(np.array(known.pay, np.int64), 3, 1)
    sums = np.zeros(by_shape.CODES, np.int64)
    for place, code in enumerate(met.tolist()):
        of_it = counts[place * actions : (place + 1) * actions]
        sums[code] = (of_it[:-1] * pay).sum() + of_it[-1].sum() * known.fold
    return sums
