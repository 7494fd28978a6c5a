"""What a house may hold of many rounds, with several seats in each.

Seats of a round share the dealer's cards and the board, where there are some, so that their results
go together: the variance of a round of n seats is n v + n (n - 1) c, v the variance of one seat and
c the covariance of two. For bonus and progressive wagers both follow from the hands alone.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from msgspec import Struct

from longsuit.analysis.exact.law.wager import drawn_pays, house_results, line_values, pairs_for
from longsuit.analysis.exact.pricing import LinePrice, Price
from longsuit.analysis.exact.solution import Solution
from longsuit.core.games.catalog import wager_of
from longsuit.core.ranking import Shape

ROUNDS_AN_HOUR = 40
"""How many rounds a table is taken to deal in an hour."""
SPANS = (
    ("a day", 24 * ROUNDS_AN_HOUR),
    ("a week", 7 * 24 * ROUNDS_AN_HOUR),
    ("a million rounds", 1_000_000),
)


class Table(Struct, frozen=True):
    """A wager made by several seats in every round, per unit of one seat's stake."""

    seats: int
    edge: Fraction
    """What the house wins of one seat's stake on average."""
    variance: float
    """Of what it wins of all seats in a round."""

    def bounds(self, rounds: int, deviations: float) -> tuple[float, float]:
        """Between what the hold lies: what is won over all that the seats stake."""
        reach = deviations * sqrt(self.variance / rounds) / self.seats
        return float(self.edge) - reach, float(self.edge) + reach


def at_table(edge: Fraction, variance: Fraction, covariance: float, seats: int) -> Table:
    """The wager with that variance of one seat and covariance of two, at so many seats."""
    whole = seats * float(variance) + seats * (seats - 1) * covariance
    return Table(seats, edge, whole)


def side_covariance(priced: Price) -> Fraction:
    """The covariance of what two seats' wagers on one table cost the house in a round.

    Envy is counted with the hand that causes it. Dynamic pays are drawn once for a round, so two
    seats on dynamic lines share the draw.
    """
    results = house_results(priced)
    pairs = pairs_for(priced)
    mean = sum((net * chance for net, chance in results.items()), Fraction(0))
    costs = {one.line.hand: _cost(priced, one) for one in priced.lines}
    values = line_values(priced, pairs, costs)
    covariance = pairs.mean_product(values, values) - (mean + _kept(priced)) ** 2
    for one in priced.lines:
        for two in priced.lines:
            if one.line.dynamic and two.line.dynamic:
                both = pairs.mean_product(
                    line_values(priced, pairs, {one.line.hand: Fraction(1)}),
                    line_values(priced, pairs, {two.line.hand: Fraction(1)}),
                )
                covariance += both * _shared_draw(priced, one, two)
    return covariance


def main_covariance(
    solution: Solution, priced: Price, results: Mapping[Shape, Fraction]
) -> Fraction:
    """The covariance of one seat's main game and its wager on a table, per Ante and unit.

    `results` says what the main game wins by the shape of the hand (`results_by_shape`); the wager
    counts as what it costs the house, as in `side_covariance`.
    """
    pick = wager_of(priced.paytable).pick
    costs = {one.line.hand: _cost(priced, one) for one in priced.lines}
    total = Fraction(0)
    for shape, won in results.items():
        line = priced.paytable.line_for(shape, pick)
        total += won * costs.get(line.hand, 0) if line is not None else 0
    mean = sum((one.probability * costs[one.line.hand] for one in priced.lines), Fraction(0))
    return total - solution.value * mean


def _kept(priced: Price) -> Fraction:
    """What results are below a hand's cost: the stake, less contributions."""
    return 1 - priced.contributions


def _cost(priced: Price, one: LinePrice) -> Fraction:
    """What a line costs the house on average: its pay, the stake it gives back, envy and seed."""
    back = 1 if priced.paytable.basis == "to 1" else 0
    cost = one.pays + back + one.line.envy * (priced.seats - 1)
    if one.line.meter is not None and one.line.share == 1:
        meter = next(m for m in priced.meters if m.meter.id == one.line.meter)
        cost += Fraction(meter.seed, priced.wager)
    return cost


def _shared_draw(priced: Price, one: LinePrice, two: LinePrice) -> Fraction:
    """The covariance of two lines' pays over the draws of a round."""
    if one.line.hand == two.line.hand:
        pays = drawn_pays(priced.paytable, one)
        mean = sum((pay * chance for pay, chance in pays), Fraction(0))
        return sum((pay * pay * chance for pay, chance in pays), Fraction(0)) - mean**2
    fewest, most = priced.paytable.dynamic_lines
    lines = sum(bool(line.line.dynamic) for line in priced.lines)
    counts = range(fewest, most + 1)
    drawn = Fraction(sum(counts), len(counts) * lines)
    together = Fraction(sum(n * (n - 1) for n in counts), len(counts) * lines * (lines - 1))
    raised = [
        sum(line.line.dynamic, Fraction(0)) / len(line.line.dynamic) - line.line.pays
        for line in (one, two)
    ]
    return (together - drawn**2) * raised[0] * raised[1]
