"""The law of one wager on a priced table: to the house, and to the player.

**The house** sets contributions aside: they are gone when the wager is made, and a whole award
costs it the seed. So what a wager costs hangs on the hand alone, and rounds are independent. Envy
is counted with the hand that causes it.

**The player** is paid awards as they are. They differ, so his results spread far more than with
every meter at its average award. Envy comes from the other seats' hands.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import comb, sqrt

from msgspec import Struct

from longsuit.analysis.exact.law.award import Award
from longsuit.analysis.exact.law.seats import Pairs, count_pairs, pairs_of
from longsuit.analysis.exact.law.spread import Spread, spread
from longsuit.analysis.exact.pricing import LinePrice, MeterPrice, Price
from longsuit.core.games.catalog import game_by_id, wager_of
from longsuit.core.paytable import PayTable


class WagerLaw(Struct, frozen=True):
    """How one unit wagered spreads, with every seat wagering in every round."""

    house: Spread
    """What it costs the house, contributions set aside; a Must Hit meter is left out."""
    player_variance: Fraction
    """Of what one seat is ahead by, awards as they are paid, a Must Hit award among them."""
    awards: dict[str, Award]
    """By meter."""

    @property
    def player_deviation(self) -> float:
        """The player's standard deviation."""
        return sqrt(self.player_variance)


def wager_law(priced: Price) -> WagerLaw:
    """The law of a priced wager.

    >>> from longsuit import find_game, price
    >>> from longsuit.core.games.catalog import find_paytable
    >>> law = wager_law(price(find_paytable(find_game("ctf"), any_wager("stax"), "STAX-1")))
    >>> f"{law.player_deviation:.2f} {law.house.deviation:.2f}"
    '64.20 4.07'
    """
    awards = {meter.meter.id: award_law(priced, meter) for meter in priced.meters}
    return WagerLaw(spread(house_results(priced)), _player_variance(priced, awards), awards)


def drawn_pays(table: PayTable, one: LinePrice) -> list[tuple[Fraction, Fraction]]:
    """What a line may pay, each pay with its chance: dynamic pays are drawn for a round."""
    line = one.line
    if not line.dynamic:
        return [(one.pays, Fraction(1))]
    lines = sum(bool(other.dynamic) for other in table.lines)
    drawn = Fraction(sum(table.dynamic_lines), 2) / lines
    each = drawn / len(line.dynamic)
    return [(line.pays, 1 - drawn), *((pays, each) for pays in line.dynamic)]


def house_results(priced: Price, others: Fraction | None = None) -> dict[Fraction, Fraction]:
    """What one unit wagered costs the house beyond it, with the chance of each, least first.

    A line pays its pay, envy to the `others` who wager (all other seats unless said), and the
    seed of a meter that it takes whole.
    """
    around = Fraction(priced.seats - 1) if others is None else others
    seeds = {one.meter.id: Fraction(one.seed, priced.wager) for one in priced.meters}
    results: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    left = Fraction(1)
    for one in priced.lines:
        left -= one.probability
        beside = one.line.envy * around + priced.contributions - _stake(priced)
        if one.line.meter is not None and one.line.share == 1:
            beside += seeds[one.line.meter]
        for pays, chance in drawn_pays(priced.paytable, one):
            results[pays + beside] += one.probability * chance
    results[priced.contributions - 1] += left
    return {net: results[net] for net in sorted(results)}


def _stake(priced: Price) -> int:
    """What a line that pays keeps of the unit wagered."""
    return 0 if priced.paytable.basis == "to 1" else 1


def award_law(priced: Price, meter: MeterPrice) -> Award:
    """The law of a meter's award with every seat wagering in every round.

    The chance that one of several seats takes the meter is counted for up to two. For more, the
    chances of one seat p and of two together pp bound it: from below by what counts every pair,
    n p - n (n - 1) / 2 pp, from above by a chain of neighbours, n p - (n - 1) pp.
    """
    own = [line for line in priced.lines if line.line.meter == meter.meter.id]
    seats, p = priced.seats, meter.hit_probability
    whole, unsure = p, Fraction(0)
    if seats > 1:
        both = _together(priced, [line for line in own if line.line.share == 1])
        least = seats * p - comb(seats, 2) * both
        most = seats * p - (seats - 1) * both
        whole = (least + most) / 2
        unsure = (most - least) / 2 / whole
    return Award(
        Fraction(meter.seed),
        meter.meter.main * priced.wager * seats,
        whole,
        tuple((line.probability * seats, line.line.share) for line in own if line.line.share < 1),
        whole / (p * seats),
        unsure,
    )


def _together(priced: Price, lines: list[LinePrice]) -> Fraction:
    """The chance that two seats both have one of these lines."""
    pairs = pairs_for(priced)
    hits = line_values(priced, pairs, {line.line.hand: Fraction(1) for line in lines})
    return pairs.mean_product(hits, hits)


def pairs_for(priced: Price) -> Pairs:
    """The shapes of two seats of a round, of the cards at which the wager looks."""
    first = wager_of(priced.paytable).first
    return count_pairs(first, 0) if first else pairs_of(game_by_id(priced.paytable.game))


def line_values(priced: Price, pairs: Pairs, values: dict[str, Fraction]) -> list[Fraction]:
    """For every shape the value of the line that pays it, by the line's hand."""
    pick = wager_of(priced.paytable).pick
    found = (priced.paytable.line_for(shape, pick) for shape in pairs.shapes)
    return [Fraction(0) if line is None else values.get(line.hand, Fraction(0)) for line in found]


def _player_variance(priced: Price, awards: dict[str, Award]) -> Fraction:
    back = 1 - _stake(priced)
    mean = square = Fraction(0)
    means: dict[str, Fraction] = {}
    for one in priced.lines:
        first = second = Fraction(0)
        for amount, amount_squared in _amounts(priced, one, back, awards):
            first, second = first + amount, second + amount_squared
        means[one.line.hand] = first
        mean += one.probability * first
        square += one.probability * second
    variance = square - mean**2
    if priced.envy:
        variance += _envy_variance(priced, means)
    if priced.must_hit is not None:
        cycle = priced.must_hit.cycle
        chance = 1 / (cycle.rounds * priced.seats)
        squared = (cycle.award_variance + cycle.award**2) / priced.wager**2
        variance += chance * squared - (chance * cycle.award / priced.wager) ** 2
    return variance


def _amounts(
    priced: Price, one: LinePrice, back: int, awards: dict[str, Award]
) -> Iterator[tuple[Fraction, Fraction]]:
    """What a line gives back, on average, and squared, each weighed with its chance."""
    line = one.line
    if line.meter is None:
        for pays, chance in drawn_pays(priced.paytable, one):
            yield chance * (pays + back), chance * (pays + back) ** 2
        return
    award = awards[line.meter]
    first, second = (
        (award.moment(power) if line.share == 1 else line.share**power * award.meter_moment(power))
        / priced.wager**power
        for power in (1, 2)
    )
    yield first, second


def _envy_variance(priced: Price, means: dict[str, Fraction]) -> Fraction:
    """What the other seats' hands add: their own spread, and how they go with this hand's pay."""
    pairs, others = pairs_for(priced), priced.seats - 1
    envies = {one.line.hand: one.line.envy for one in priced.lines}
    envy = line_values(priced, pairs, envies)
    own = line_values(priced, pairs, means)
    mean = priced.envy / others
    square = sum((one.probability * one.line.envy**2 for one in priced.lines), Fraction(0))
    own_mean = sum((one.probability * means[one.line.hand] for one in priced.lines), Fraction(0))
    with_own = pairs.mean_product(own, envy) - own_mean * mean
    with_other = pairs.mean_product(envy, envy) - mean**2
    spread_of_others = others * (square - mean**2) + others * (others - 1) * with_other
    return spread_of_others + 2 * others * with_own
