"""Sums over some boards of Chase the Flush, in place of all: whole decks are for full length.

The boards are taken in equal steps, many times over from other places, so that what they come to
has an error that is known.
"""

from collections.abc import Callable
from fractions import Fraction
from statistics import fmean, stdev
from types import ModuleType
from typing import Any

import pytest
from tests.extent import SEED, chance

STEP = 800
SAMPLES = 24


def on_some_boards(module: ModuleType, count: Callable[[], object]) -> list[Any]:
    """What a function that counts over all boards in pieces finds in each sample of them."""
    found: list[Any] = []

    def in_pieces(piece: Callable[[int], Any]) -> list[Any]:
        found.extend(map(piece, chance(module.__name__).sample(range(STEP), SAMPLES)))
        return found

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "PIECES", STEP)
        patched.setattr(module, "in_pieces", in_pieces)
        count()
    return found


def assert_near(found: list[Fraction], truth: Fraction) -> None:
    """The mean of the samples is within four of its errors."""
    values = [float(one) for one in found]
    mean, error = fmean(values), stdev(values) / SAMPLES**0.5
    assert abs(mean - float(truth)) < 4 * error, f"{mean} ± {error}, seed {SEED}"
