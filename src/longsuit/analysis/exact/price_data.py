"""A priced wager as plain data: exact figures with their decimals, amounts in cents."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from longsuit.analysis.exact.law.award import POINTS, Award
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.must_hit import MustHitPrice
from longsuit.analysis.numbers import as_json, cents_json, plain_number
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.paytable import PayTable

if TYPE_CHECKING:
    from longsuit.analysis.exact.pricing import LinePrice, Price


def head_data(
    table: PayTable,
    house_edge: Fraction | None,
    hit_frequency: Fraction | None,
    returns: Fraction | None,
    edge_of: str = "wager",
) -> dict[str, Any]:
    """What is said of a paytable in a line; `edge_of` is what the house edge is of."""
    figures = {"house_edge": house_edge, "return": returns, "hit_frequency": hit_frequency}
    return {
        "game": table.game,
        "wager": table.wager,
        "paytable": table.id,
        "name": table.name,
        "digest": table.digest,
        "source": table.source,
        "of": edge_of,
        **{name: None if one is None else as_json(one) for name, one in figures.items()},
    }


def price_data(priced: "Price") -> dict[str, Any]:
    """Everything about a priced wager."""
    shown = head_data(priced.paytable, priced.house_edge, priced.hit_frequency, priced.returns)
    shown["lines"] = [_line_json(priced, line) for line in priced.lines]
    law = wager_law(priced)
    shown["standard_deviation"] = {
        "player": law.player_deviation,
        "house": law.house.deviation,
    }
    shown["variance"] = {
        "player": as_json(law.player_variance),
        "house": as_json(law.house.variance),
    }
    if not (priced.meters or priced.must_hit):
        return shown
    shown["base"] = cents_json(priced.wager)
    shown["seats"] = priced.seats
    shown["return_parts"] = {
        "fixed": as_json(priced.fixed),
        "envy": as_json(priced.envy),
        "contributions": as_json(priced.contributions),
        "seeds": as_json(priced.seeds),
        "must_hit": as_json(priced.mystery),
    }
    shown["return_at_meters"] = as_json(priced.return_at_meters)
    shown["break_even"] = {
        m.meter.id: None if m.break_even is None else float(m.break_even / 100)
        for m in priced.meters
    }
    if priced.must_hit is not None:
        even = priced.must_hit_break_even
        shown["break_even"][MYSTERY_METER] = None if even is None else even / 100
        shown["must_hit"] = _must_hit_json(priced, priced.must_hit)
    shown["meters"] = {
        m.meter.id: {
            "value": cents_json(m.value),
            "seed": cents_json(m.seed),
            "hit_probability": as_json(m.hit_probability),
            "rounds_between_hits": _optional(priced.rounds_between(m.hit_probability)),
            "expected_when_hit": cents_json(m.expected),
            "award": _award_json(law.awards[m.meter.id]),
            "break_even": cents_json(m.break_even),
        }
        for m in priced.meters
    }
    return shown


def _must_hit_json(priced: "Price", hit: MustHitPrice) -> dict[str, Any]:
    """A Must Hit meter for scripts."""
    return {
        "return": as_json(priced.mystery),
        "house_edge_without": as_json(priced.house_edge + priced.mystery),
        "value_per_wager": cents_json(hit.per_wager),
        "average_award": cents_json(hit.award),
        "average_rounds": as_json(hit.rounds),
        "award_standard_deviation": cents_json(hit.cycle.award_deviation),
        "rounds_standard_deviation": hit.cycle.rounds_deviation,
        "within": {f"{at}%": cents_json(hit.cycle.award_point(at)) for at in POINTS},
        "rounds_within": {f"{at}%": hit.cycle.rounds_point(at) for at in POINTS},
        "value": cents_json(hit.stands),
        "value_now": cents_json(hit.now),
        "chance_now": as_json(hit.chance_now),
    }


def _award_json(award: Award) -> dict[str, Any]:
    """The law of a whole award."""
    points = {percentage: award.point(percentage) for percentage in POINTS}
    return {
        "chance_in_a_round": as_json(award.whole),
        "mean": cents_json(award.mean),
        "standard_deviation": cents_json(award.deviation),
        "within": {f"{at}%": cents_json(point.cents) for at, point in points.items()},
        "within_error": {f"{at}%": cents_json(point.error) for at, point in points.items()},
        "chance_error": float(award.unsure),
    }


def _line_json(priced: "Price", line: "LinePrice") -> dict[str, Any]:
    table = priced.paytable
    scale = Fraction(priced.wager, 100) if table.base else Fraction(1)
    pays: int | str = plain_number(line.line.pays * scale)
    shown: dict[str, Any] = {
        "hand": line.line.hand,
        "combinations": line.combinations,
        "probability": float(line.probability),
        "pays": table.show_pay(line.line) if line.line.meter else pays,
    }
    if line.line.dynamic:
        shown["average_pays"] = as_json(line.pays * scale)
    if line.line.envy:
        shown["envy"] = plain_number(line.line.envy * scale)
    return shown


def _optional(value: Fraction | None) -> dict[str, Any] | None:
    return None if value is None else as_json(value)
