"""Limits of dealer outs at the river, best play before it: what was counted by others, exactly."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from tests.analysis.strategies.some_boards import STEP, assert_near, on_some_boards
from tests.extent import extent

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.strategy import best_strategy
from longsuit.analysis.strategies import gains, words
from longsuit.analysis.strategies.facts import BEATEN, FLUSH, OWN
from longsuit.analysis.strategies.gains import Cells, Grid, holds, river_gains
from longsuit.analysis.strategies.search import DEALS
from longsuit.analysis.strategies.words import parse_condition

BY_LENGTH = [
    "two suited and at most 9 dealer outs",
    "a three-card flush and at most 15 dealer outs",
    "a four-card flush or better and at most 9 dealer outs",
]
WEIGHTED = ["at most 15 weighted outs"]
ONE_LIMIT = ["at most 11 dealer outs"]
at_full_length = pytest.mark.skipif(extent(True, False), reason="values every deal")


LIMITS = [
    (ONE_LIMIT, Fraction(203938335631, 33222050862000), "0.614"),
    (BY_LENGTH, Fraction(42182088589, 33222050862000), "0.127"),
    (WEIGHTED, Fraction(22156147187, 33222050862000), "0.067"),
]


@pytest.fixture(scope="module")
def grid() -> Grid:
    tests = [test for text in (*BY_LENGTH, *WEIGHTED) for test in parse_condition(text)]
    tests += [words.Test(BEATEN, outs, 99) for outs in range(46)]
    tests += [words.Test(OWN, own, 3) for own in range(4)]
    return Grid(tests)


def count_river(grid: Grid) -> Cells:
    """The gain of every hand that best play brings to the river, by its outs."""
    case, best = make_case("ctf"), best_strategy("ctf").arrays
    early = best["opening"], best["flop"], best["flops"].astype(np.int64)
    return river_gains(grid, case.payoffs, case.rules, *early)


def cost(river: Cells, lines: list[str]) -> Fraction:
    bets = np.any([holds(parse_condition(text), river.facts) for text in lines], axis=0)
    return Fraction(river.most - int(river.gain[bets].sum()), DEALS)


def test_limits_of_outs_on_some_boards(grid: Grid) -> None:
    rivers = [
        Cells(grid.facts(np.arange(grid.size)), cells[:, 0], int(cells[:, 1].sum()))
        for cells in on_some_boards(gains, lambda: count_river(grid))
    ]
    for lines, exact, _ in LIMITS:
        assert_near([STEP * cost(river, lines) for river in rivers], exact)


@pytest.fixture(scope="module")
def river(grid: Grid) -> Cells:
    return count_river(grid)


@at_full_length
@pytest.mark.parametrize(("lines", "exact", "percent"), LIMITS)
def test_limits_of_outs(river: Cells, lines: list[str], exact: Fraction, percent: str) -> None:
    found = cost(river, lines)
    assert found == exact
    assert f"{float(found * 100):.3f}" == percent


@at_full_length
def test_outs_alone_do_not_get_under_an_eighth_of_a_percent(river: Cells) -> None:
    """Not even with the best limit for every length and every number of own cards in it."""
    lengths, own, outs = river.facts[:, FLUSH] >> 13, river.facts[:, OWN], river.facts[:, BEATEN]
    best = 0
    for length, mine in product(range(8), range(4)):
        here = (lengths == length) & (own == mine)
        best += max(int(river.gain[here & (outs <= limit)].sum()) for limit in range(-1, 46))
    assert Fraction(river.most - best, DEALS) > Fraction(12, 10_000)
