"""How far results spread: exact moments, and what the hold of many rounds may come to."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist

from msgspec import Struct

CONFIDENCES = (90, 95, 99)
ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
_COCHRAN = 25
"""Cochran's rule: a mean is near enough to normal after 25 times the squared skewness."""

_FEWEST = 30
"""And never before so many rounds."""


def deviations(confidence: int) -> float:
    """Standard deviations on either side that hold a normal result with that confidence."""
    return NormalDist().inv_cdf(0.5 + confidence / 200)


INDEX = deviations(90)
"""The volatility index is the standard deviation times this: the trade's 90%."""


class Spread(Struct, frozen=True):
    """The spread of results of a round, per unit of the stake that counts."""

    edge: Fraction
    variance: Fraction
    third: Fraction
    """The third central moment of the player's result."""
    least: Fraction
    most: Fraction
    """The results between which every round lies."""

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def index(self) -> float:
        """The volatility index."""
        return INDEX * self.deviation

    @property
    def skewness(self) -> float:
        """How lopsided results are."""
        return float(self.third) / self.deviation**3 if self.variance else 0.0

    @property
    def settled(self) -> int:
        """Rounds after which the hold is near enough to normal for its bounds to mean much."""
        return max(ceil(_COCHRAN * self.skewness**2), _FEWEST)

    def bounds(self, rounds: int, deviations: float) -> tuple[float, float]:
        """Between what the hold of that many rounds lies; no hold is past what a round can be."""
        reach = deviations * self.deviation / sqrt(rounds)
        low, high = float(self.edge) - reach, float(self.edge) + reach
        return max(low, float(-self.most)), min(high, float(-self.least))


def spread(results: Mapping[Fraction, Fraction]) -> Spread:
    """The spread of net results with their probabilities."""
    mean = sum((net * p for net, p in results.items()), Fraction(0))
    variance = sum((p * (net - mean) ** 2 for net, p in results.items()), Fraction(0))
    third = sum((p * (net - mean) ** 3 for net, p in results.items()), Fraction(0))
    return Spread(-mean, variance, third, min(results), max(results))
