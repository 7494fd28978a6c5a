"""High Card Flush: deals with other seats' cards seen, drawn and valued by the million."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.analysis.exact.position import bet_values, flush_keys
from longsuit.analysis.faceup.estimate import PLAIN, Estimate, Pilot, Sums, generator, slope
from longsuit.analysis.faceup.kernels.high_card import HAND, deal_hands
from longsuit.analysis.faceup.practical_rules import least_flushes
from longsuit.core.cards import FULL_SUIT, RANK_COUNT

BEST, BLIND, EDGE, EXPECTED, PRACTICAL = 0, 1, 2, 3, 4  # columns of a deal
_COLUMNS = 5
_PIECE = 1 << 14
_PILOT = 2 * _PIECE

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Progress = Callable[[int, int], None]


class Deals(Struct, frozen=True):
    """Deals, a row each: values in Antes, and what a practical rule looks at."""

    values: Floats
    """Best play, blind play, the smallest raise less a fold, the same seen by nobody, practical."""
    keys: Ints
    spreads: Ints


class HighCardStudy:
    """High Card Flush under given rules, with so many other seats seen."""

    def __init__(self, case: Case, *, seats: int, dealer_cards: int, threads: int) -> None:
        self._seats = seats
        self._control = True
        self._dealer_cards = dealer_cards
        self._threads = threads
        self._case = case
        self._least = least_flushes(seats)

    def raise_from(self, least: Ints) -> None:
        """Make another the practical rule: by spread, the least flush to raise with."""
        self._least = least

    def play(self, deals: int, rng: np.random.Generator) -> Deals:
        """Draw deals from one stream of chance."""
        own, free, held = (np.zeros((deals, 4), np.int64) for _ in range(3))
        deal_hands(rng, self._seats, self._dealer_cards, own, free, held)
        return self.value_deals(own, free, held, HAND - self._dealer_cards)

    def value_deals(self, own: Ints, free: Ints, held: Ints, draw: int) -> Deals:
        """Value deals, a row of suit masks each: the dealer holds `held` and draws from `free`."""
        keys = flush_keys(own)
        left = np.bitwise_count(free)
        spreads = np.asarray(left.max(axis=1) - left.min(axis=1), np.int64)
        known, rows = self._case.payoffs, np.arange(len(own))
        fold = known.fold / known.unit
        allowed = np.array(known.allowed)[keys >> RANK_COUNT]
        largest = allowed.sum(axis=1) - 1
        raises = self._raises(keys, free, held, draw)
        values = np.zeros((len(own), _COLUMNS))
        values[:, BEST] = np.maximum(np.where(allowed, raises, fold).max(axis=1), fold)
        values[:, EDGE] = raises[:, 0] - fold
        values[:, BLIND] = fold
        if self._control:
            unseen = self._raises(keys, FULL_SUIT ^ own, np.zeros_like(held), HAND)
            values[:, EXPECTED] = unseen[:, 0] - fold
            # Of equal values the smaller wager: a fold first, then the smaller raise.
            choice = np.where(allowed, unseen, -np.inf).argmax(axis=1)
            bets = unseen[rows, choice] > fold
            values[:, BLIND] = np.where(bets, raises[rows, choice], fold)
        least = self._least[spreads]
        ruled = np.where(keys >= least, raises[rows, largest], fold)
        values[:, PRACTICAL] = np.where(least >= 0, ruled, values[:, BLIND])
        return Deals(values, keys, spreads)

    def _raises(self, keys: Ints, free: Ints, held: Ints, draw: int) -> Floats:
        """[deal, raise]: its value in Antes."""
        hands = comb(int(np.bitwise_count(free[0]).sum()), draw)
        values: Floats = bet_values(self._case, keys, free, held, draw) / hands
        return values / self._case.payoffs.unit

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
