"""Stated errors are true: over many seeds, as many results lie within them as ought to."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest
from tests.extent import SEED, extent

from longsuit.analysis.faceup.study import study
from longsuit.analysis.simulate import simulate

NORMAL = {1: 0.6827, 2: 0.9545, 3: 0.9973}
RUNS = extent(150, 3_000)


def check(off: Sequence[float]) -> None:
    """Shares within one, two and three errors, and neither side favoured."""
    for errors, share in NORMAL.items():
        found = sum(abs(one) < errors for one in off) / len(off)
        reach = 4 * sqrt(share * (1 - share) / len(off)) + 0.5 / len(off)
        assert abs(found - share) < reach, f"seed {SEED}: {found:.4f} within {errors}"
    mean, spread = sum(off) / len(off), sqrt(sum(one * one for one in off) / len(off))
    assert abs(mean) < 4 / sqrt(len(off)), f"seed {SEED}: {mean}"
    assert spread == pytest.approx(1, abs=4 / sqrt(2 * len(off))), f"seed {SEED}"


@cache
def simulated(seats: int) -> tuple[float, ...]:
    """How many of its own errors each run is off."""
    off = []
    for run in range(RUNS):
        found = simulate("hcf", rounds=4_000, seed=SEED + run, seats=seats).long_run.errors_off
        assert found is not None
        off.append(found)
    return tuple(off)


@pytest.mark.parametrize("seats", [1, 5])
def test_the_errors_of_a_simulation_are_true(seats: int) -> None:
    """Several seats of a round share the dealer: an error that took them apart would be small."""
    check(simulated(seats))


def test_a_wrong_error_is_found() -> None:
    """Errors a quarter too small would not pass."""
    with pytest.raises(AssertionError):
        check([found / 0.75 for found in simulated(1)])


def test_the_errors_of_a_face_up_study_are_true() -> None:
    """One dealer's card seen: every deal was counted, so the sampled value has a truth."""
    exact = Fraction(-966058027589, 42160364546300)
    if extent(False, True):
        assert study("hcf", 0, dealer_card=True).exact == exact
    off = []
    for run in range(extent(60, 1_000)):
        found = study("hcf", 0, deals=extent(500, 2_000), seed=SEED + run, dealer_card=True)
        off.append((found.value - float(exact)) / found.standard_error)
    check(off)
