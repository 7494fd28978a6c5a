"""How far results spread: exact moments of a wager, and what a hold may come to."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist

from msgspec import Struct

from longsuit.analysis.exact.pricing import Price
from longsuit.analysis.report.content import Band

CONFIDENCES = (90, 95, 99)
ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
_COCHRAN = 25
"""Cochran's rule: a mean is near enough to normal after 25 times the squared skewness."""

_FEWEST = 30
"""And never before so many rounds."""


def deviations(confidence: int) -> float:
    """Standard deviations on either side that hold a normal result with that confidence."""
    return NormalDist().inv_cdf(0.5 + confidence / 200)


BANDS = tuple(Band(f"{c}%", deviations(c)) for c in CONFIDENCES)
INDEX = deviations(90)
"""The volatility index is the standard deviation times this: the trade's 90%."""


class Spread(Struct, frozen=True):
    """The spread of one seat's result of a round, per unit of the stake that counts."""

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


def spread_of(priced: Price) -> Spread | None:
    """One seat's spread on a bonus or progressive wager; None where meters or envy have a part.

    What a meter pays hangs on the rounds before, and envy on other hands. A meter held at its
    average award would give a spread that is neither the player's, for whom awards differ, nor the
    house's, which has set the contributions aside.
    """
    if priced.meters or priced.envy:
        return None
    return spread(results_of(priced))


def results_of(priced: Price) -> dict[Fraction, Fraction]:
    """Every net result of one unit wagered on fixed pays, with its probability."""
    back = 0 if priced.paytable.basis == "to 1" else -1
    drawn = _drawn(priced)
    results: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for priced_line in priced.lines:
        line, chance = priced_line.line, priced_line.probability
        assert line.meter is None, "a meter has no fixed pay"
        raised = drawn if line.dynamic else Fraction(0)
        results[line.pays + back] += chance * (1 - raised)
        for pay in line.dynamic:
            results[pay + back] += chance * raised / len(line.dynamic)
    results[Fraction(-1)] += 1 - sum(results.values())
    return {net: results[net] for net in sorted(results)}


def _drawn(priced: Price) -> Fraction:
    """The chance that a dynamic line is drawn for a round."""
    dynamic = sum(bool(line.line.dynamic) for line in priced.lines)
    fewest, most = priced.paytable.dynamic_lines
    return Fraction(fewest + most, 2 * dynamic) if dynamic else Fraction(0)
