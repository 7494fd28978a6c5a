"""The law of a meter's award.

A meter restarts at its seed, every round adds a step (the rate of each wager, all seats), and a
round takes it whole with the same chance however it stands. So a whole award is the seed and the
step times a geometric number of rounds. The wager that wins still adds its own contribution, after
the meter has restarted (PRG-2), so the first round after a hit finds the seed and one step.

Where a hand takes a part of the meter on the way (10%), the meter m before a round is, a round
later, (1 - s) m + step after an award of the share s. Its moments follow exactly, one after the
other, from the linear equations that this gives. Its points have no closed form: they are found
between two chains on a grid, one that rounds every award down and one that rounds up. What a round
does to a meter never puts a lower meter above a higher one, so the true point lies between theirs.
"""

from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, log1p, sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from longsuit.core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

POINTS = (5, 50, 95, 99)
"""The percentages whose points are given."""
_CELLS = 40_000
_REACH = 12
"""The grid ends so many standard deviations above the mean."""
_MOST_CYCLES = 2_000
_NEAR = 1e-12
_LARGEST_POWER = 600.0


class Point(Struct, frozen=True):
    """An amount in cents that an award stays within with some chance, and how far off it may be."""

    cents: Fraction
    error: Fraction = Fraction(0)


class Award(Struct, frozen=True):
    """What a meter is worth to who wins it. Amounts are in cents."""

    seed: Fraction
    step: Fraction
    """What a round adds."""
    whole: Fraction
    """The chance that a round takes the whole of it, once or more often."""
    parts: tuple[tuple[Fraction, Fraction], ...] = ()
    """Other awards: the chance in a round, and the share."""
    first: Fraction = Fraction(1)
    """The share of whole awards that are the first of their round: others take a seed (PRG-5)."""
    unsure: Fraction = Fraction(0)
    """How far the chance of a round may be off, as a share of it: 0 for up to two seats."""

    def meter_moment(self, power: int) -> Fraction:
        """The average of the meter before a round, to that power, in the long run."""
        return _moments(self, power)[power]

    def moment(self, power: int) -> Fraction:
        """The average of a whole award to that power."""
        others = (1 - self.first) * self.seed**power
        return self.first * self.meter_moment(power) + others

    @property
    def mean(self) -> Fraction:
        """The average whole award."""
        return self.moment(1)

    @property
    def variance(self) -> Fraction:
        """Of a whole award, in cents squared."""
        return self.moment(2) - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation of a whole award, in cents."""
        return sqrt(self.variance)

    @property
    def wait(self) -> Fraction:
        """Average rounds between two whole awards."""
        return self.first / self.whole

    @property
    def wait_variance(self) -> Fraction:
        """Of the rounds between two whole awards, 0 for the second of a round."""
        return self.first * (2 - self.whole) / self.whole**2 - self.wait**2

    def point(self, percentage: int) -> Point:
        """The least amount that so many of a hundred whole awards do not exceed."""
        chance = float((Fraction(percentage, 100) - (1 - self.first)) / self.first)
        if chance <= 0:
            return Point(self.seed)
        if not self.parts:
            rounds = ceil(log1p(-chance) / log1p(-float(self.whole)) - 1e-9)
            return Point(self.seed + self.step * max(rounds, 1))
        low, high = _between(self, chance)
        return Point((low + high) / 2, (high - low) / 2)


@lru_cache(maxsize=256)
def _moments(award: Award, power: int) -> tuple[Fraction, ...]:
    """The moments of the meter up to that power."""
    stays = 1 - award.whole - sum((chance for chance, _ in award.parts), Fraction(0))
    found = [Fraction(1)]
    for k in range(1, power + 1):
        total = award.whole * (award.seed + award.step) ** k
        for j in range(k):
            kept = stays + sum((q * (1 - share) ** j for q, share in award.parts), Fraction(0))
            total += comb(k, j) * award.step ** (k - j) * kept * found[j]
        kept = stays + sum((q * (1 - share) ** k for q, share in award.parts), Fraction(0))
        found.append(total / (1 - kept))
    return tuple(found)


def _between(award: Award, chance: float) -> tuple[Fraction, Fraction]:
    """Two amounts with the point between them."""
    import numpy as np

    per_cell = _per_cell(award)
    low, high = (
        int(np.searchsorted(_chain(award, per_cell, up), chance)) * per_cell * award.step
        for up in (False, True)
    )
    return low, high


def _reach(award: Award) -> float:
    mean = award.meter_moment(1)
    return float(mean) + _REACH * sqrt(award.meter_moment(2) - mean**2)


def _per_cell(award: Award) -> int:
    """Steps in a cell of the grid: whole, so that a wait of rounds is whole cells and a rest."""
    return max(ceil(_reach(award) / _CELLS / float(award.step)), 1)


@lru_cache(maxsize=16)
def _chain(award: Award, per_cell: int, up: bool) -> "NDArray[Any]":
    """The chance of each cell and those below it, for the chain that rounds up, or down."""
    import numpy as np

    cells = ceil(_reach(award) / (float(award.step) * per_cell)) + 2
    taken = float(award.whole + sum((q for q, _ in award.parts), Fraction(0)))
    apart = (1 - taken) ** per_cell
    if -cells * per_cell * log1p(-taken) > _LARGEST_POWER:
        raise InputError("This meter is paid out in parts too small for the points of its award.")
    powers = apart ** np.arange(cells)
    exact = award.seed / (award.step * per_cell)
    seeded = min(ceil(exact) if up else int(exact), cells - 1)
    landings = []
    for q, share in award.parts:
        kept = np.arange(cells) * float(1 - share)
        landing = np.ceil(kept - 1e-9) if up else np.floor(kept + 1e-9)
        landings.append((float(q) / taken, landing.astype(np.int64)))
    law = np.zeros(cells)
    law[-1 if up else 0] = 1.0
    for _ in range(_MOST_CYCLES):
        base = np.zeros(cells)
        for weight, landing in landings:
            base += weight * np.bincount(landing, weights=law, minlength=cells)
        base[seeded] += float(award.whole) / taken
        # What has grown past each cell, the chance falling by `apart` from cell to cell.
        gone = np.concatenate(([0.0], np.cumsum(base / powers)[:-1])) * powers
        if up:
            grown = (1 - apart) / apart * gone
        else:
            same = 1 - apart / (1 - taken)
            grown = same * base + (1 - apart) / (1 - taken) * gone
        grown[-1] += max(1.0 - grown.sum(), 0.0)
        far = float(np.abs(np.cumsum(grown - law)).max())
        law = grown
        if far < _NEAR:
            break
    return np.asarray(np.cumsum(law))
