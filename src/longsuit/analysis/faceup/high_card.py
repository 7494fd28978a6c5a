"""High Card Flush: deals with other seats' cards seen, drawn and valued by the million."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.faceup.estimate import PLAIN, Estimate, Pilot, Sums, generator, slope
from longsuit.analysis.faceup.kernels.high_card import (
    BEST,
    BLIND,
    COLUMNS,
    EDGE,
    EXPECTED,
    PRACTICAL,
    high_card_deals,
)
from longsuit.analysis.faceup.practical_rules import least_flushes
from longsuit.analysis.faceup.tables import bet_lines, choose, mask_tables

_PIECE = 1 << 14
_PILOT = 2 * _PIECE

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Progress = Callable[[int, int], None]


class Deals(Struct, frozen=True):
    """Deals, a row each: values in Antes, and what a practical rule looks at."""

    values: Floats
    """By the columns of the kernel: best play, blind play, edge, expected edge, practical rule."""
    keys: Ints
    spreads: Ints


class HighCardStudy:
    """High Card Flush under given rules, with so many other seats seen."""

    def __init__(self, case: Case, *, seats: int, dealer_card: bool, threads: int) -> None:
        self._seats = seats
        self._control = True
        self._dealer_card = dealer_card
        self._threads = threads
        known = case.payoffs
        self._unit = known.unit
        self._least = least_flushes(seats)
        self._game = (
            case.rules.qualifier,
            bet_lines(known),
            float(known.fold),
            np.array([sum(row) for row in known.allowed], np.int64),
        )

    def raise_always(self) -> None:
        """Make raising always, as much as is allowed, the practical rule: to find a better one."""
        self._least = np.zeros_like(self._least)

    def play(self, deals: int, rng: np.random.Generator) -> Deals:
        """Draw deals from one stream of chance."""
        values = np.zeros((deals, COLUMNS))
        keys, spreads = np.zeros(deals, np.int64), np.zeros(deals, np.int64)
        high_card_deals(
            rng, self._seats, self._dealer_card, self._control, *self._game, self._least,
            choose(), *mask_tables(), keys, spreads, values,
        )  # fmt: skip
        return Deals(values / self._unit, keys, spreads)

    def pilot(self, seed: int) -> Pilot:
        """A few deals of their own, to fix the slope before the study."""
        with compiling():
            values = self.play(_PILOT, generator(seed, 0)).values
        moved = values[:, EDGE] - values[:, EXPECTED]
        spread = sqrt(float((moved * moved).mean()))
        return Pilot(spread, float(_gain(values, BEST, spread).std()))

    def run(
        self, deals: int, pilot: Pilot, seed: int, phase: int, progress: Progress | None = None
    ) -> Estimate:
        """Value that many deals; the same whatever the number of threads."""
        sums = Sums()

        def piece(first: int) -> Sums:
            share = min(_PIECE, deals - first)
            values = self.play(share, generator(seed, phase, first // _PIECE)).values
            gain = _gain(values, BEST, pilot.spread)
            return Sums(gain, _gain(values, PRACTICAL, pilot.spread), values[:, BEST])

        with compiling(), ThreadPoolExecutor(self._threads) as pool:
            for part in pool.map(piece, range(0, deals, _PIECE)):
                sums.add(part)
                if progress is not None:
                    progress(sums.deals, deals)
        return sums.estimate()

    def run_plain(self, deals: int, seed: int) -> Estimate:
        """The same without any control: best play's value alone (see `plain_error`)."""
        self._control = False
        return self.run(deals, Pilot(0.0, 0.0), seed, PLAIN)


def _gain(values: Floats, column: int, spread: float) -> Floats:
    """A value less the blind player's, and less what is known to average to nothing."""
    expected = values[:, EXPECTED]
    moved = values[:, EDGE] - expected
    gain: Floats = values[:, column] - values[:, BLIND] - slope(expected, spread) * moved
    return gain
