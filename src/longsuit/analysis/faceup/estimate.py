"""From valued deals to a mean and its standard error.

Three means are known exactly and cost nothing:

- *What the blind player makes of the same deal.* His choices do not depend on what is seen, so on
  average he makes the blind value. The study adds up best play less that: the gain.
- *The edge of betting at once* over what he would do instead. For each hand of one's own its mean
  over what may be seen is its blind edge. The gain of a changed mind is the part of the edge
  beyond 0, and for a normal edge the best multiple to take off is the chance that it crosses 0.
  `slope` takes a close curve, with the edge's spread from a pilot of other deals: so the multiple
  is fixed before the first deal, and cannot bias anything.
- *The own hand's chance.* Chase the Flush has 1,755 opening hands, so they are dealt out in strata.

Floats appear here: these are statistics.
"""

from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PLAIN = 99
"""The phase of deals that are valued without control, for comparison."""


class Estimate(Struct, frozen=True):
    """Means over deals, in Antes, each with its standard error."""

    deals: int
    gain: float
    gain_error: float
    practical: float
    """The practical rule's gain."""
    practical_error: float
    plain_error: float
    """Of the mean of best play's value alone, for as many deals drawn at random."""


class Pilot(Struct, frozen=True):
    """What a few deals of another seed tell beforehand."""

    spread: float
    """The standard deviation of the edge when the own hand is known."""
    deviation: float
    """What one deal adds to the error: the error of n deals is about this over the root of n."""


def slope(expected: Floats, spread: float) -> Floats:
    """The multiple of (edge - expected edge) to take off a gain."""
    if spread == 0:
        return np.zeros_like(expected)
    # A logistic curve for the normal one; who bets blind gains where the edge falls below 0.
    crosses = 1 / (1 + np.exp(np.minimum(1.7 * np.abs(expected) / spread, 700.0)))
    multiple: Floats = np.where(expected > 0, -crosses, crosses)
    return multiple


def unlike(expected: Floats, spread: float) -> Floats:
    """How widely the gains of a hand differ, about: most where its blind choice is close."""
    if spread == 0:
        return np.ones_like(expected)
    wide: Floats = 0.05 + 0.3 * np.exp(-((expected / spread) ** 2) / 2.9)
    return wide


class Sums:
    """Deals drawn at random, added up: of each of three values its sum and that of its squares."""

    def __init__(self, *values: Floats) -> None:
        self.deals = len(values[0]) if values else 0
        self._sums = np.zeros((3, 2))
        for place, value in enumerate(values):
            self._sums[place] = value.sum(), (value * value).sum()

    def add(self, more: "Sums") -> None:
        """Count these deals too."""
        self.deals += more.deals
        self._sums += more._sums

    def estimate(self) -> Estimate:
        """Means and standard errors of the gain, the practical rule's gain and best play."""
        gain, practical, value = (self._mean(*row) for row in self._sums.tolist())
        return Estimate(self.deals, *gain, *practical, value[1])

    def _mean(self, total: float, squares: float) -> tuple[float, float]:
        mean = total / self.deals
        variance = max(squares / self.deals - mean * mean, 0.0) * self.deals / (self.deals - 1)
        return mean, sqrt(variance / self.deals)


class Strata:
    """Two deals from each of many parts of the own hand's chance.

    Hands stand in the order of their edge. A part is narrower where gains differ more, and its
    two deals count by its width, so that narrow parts bias nothing; the difference of the two
    gives the standard error.
    """

    def __init__(self, chances: Floats, wide: Floats, deals: int) -> None:
        parts = deals // 2
        ends = np.concatenate([[0.0], np.cumsum(chances)])
        work = np.concatenate([[0.0], np.cumsum(chances * wide)])
        cuts = np.interp(np.linspace(0.0, work[-1], parts + 1), work, ends)
        self.widths: Floats = np.diff(cuts)
        self._cuts, self._ends = cuts, ends

    def draw(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """The number of the own hand of every deal, two for each part."""
        shares = rng.random((len(self.widths), 2))
        places = (self._cuts[:-1, None] + shares * self.widths[:, None]).ravel()
        last = len(self._ends) - 2
        hands = np.searchsorted(self._ends, places, side="right") - 1
        return np.asarray(np.clip(hands, 0, last), np.int64)

    def estimate(self, gain: Floats, practical: Floats, value: Floats) -> Estimate:
        """Means and standard errors of what the drawn deals gave."""
        weights = np.repeat(self.widths / self.widths.sum() / 2, 2)
        mean = float((weights * value).sum())
        variance = float((weights * (value - mean) ** 2).sum())
        return Estimate(
            len(gain),
            *self._mean(gain),
            *self._mean(practical),
            sqrt(variance / len(gain)),
        )

    def _mean(self, values: Floats) -> tuple[float, float]:
        pairs = values.reshape(-1, 2)
        widths = self.widths / self.widths.sum()
        mean = float((widths * pairs.mean(axis=1)).sum())
        halves = widths * (pairs[:, 0] - pairs[:, 1]) / 2
        return mean, sqrt(float((halves * halves).sum()))


def generator(seed: int, *place: int) -> np.random.Generator:
    """A stream of chance of its own for every place, so that threads change nothing."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=place)))
