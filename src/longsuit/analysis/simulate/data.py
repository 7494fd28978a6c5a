"""A simulation as plain data: amounts in cents, exact figures beside the measured ones."""

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from longsuit.analysis.numbers import as_json, cents_json

if TYPE_CHECKING:
    from longsuit.analysis.simulate.result import (
        Figure,
        MeterFigures,
        SessionFigures,
        Simulation,
        WagerFigures,
    )

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def simulation_data(result: "Simulation") -> dict[str, Any]:
    """All of it but what only a chart needs."""
    return {
        "game": result.game,
        "strategy": result.strategy,
        "rounds": result.rounds,
        "seed": result.seed,
        "seats": result.seats,
        "ante": {"cents": result.ante},
        "mean": result.mean,
        "standard_error": result.standard_error,
        "standard_deviation": result.standard_deviation,
        "long_run": _figure_json(result.long_run),
        "wagers": [_wager_json(wager) for wager in result.wagers],
        "must_hit": _figure_json(result.must_hit.returns) if result.must_hit else None,
        "actions": result.actions,
        "average_wager": result.average_wager,
        "meters": [_meter_json(meter) for meter in result.meters],
        "sessions": _sessions_json(result.sessions) if result.sessions else None,
        "histogram": [{"antes": antes, "count": count} for antes, count in result.histogram],
        "seconds": result.seconds,
        "rounds_per_second": result.rounds_per_second,
    }


def _figure_json(figure: "Figure") -> dict[str, Any]:
    return {
        "mean": figure.mean,
        "standard_error": figure.standard_error,
        "standard_deviation": figure.standard_deviation,
        "exact_standard_deviation": figure.exact_deviation,
        "exact": _optional(figure.exact),
        "errors_off": finite(figure.errors_off),
    }


def finite(value: float | None) -> float | None:
    """JSON has no infinity: off by so many errors of 0 is null."""
    return value if value is not None and isfinite(value) else None


def _optional(value: Fraction | None) -> dict[str, Any] | None:
    return None if value is None else as_json(value)


def _wager_json(wager: "WagerFigures") -> dict[str, Any]:
    return {
        "wager": wager.wager,
        "paytable": wager.paytable,
        "stake": {"cents": wager.stake},
        "house_edge": wager.house_edge,
        "paid": _figure_json(wager.paid),
        "long_run": _figure_json(wager.long_run),
        "hit_frequency": wager.hit_frequency,
        "exact_hit_frequency": _optional(wager.exact_hit_frequency),
        "lines": [
            {
                "hand": line.hand,
                "count": line.count,
                "frequency": line.frequency,
                "probability": float(line.probability),
            }
            for line in wager.lines
        ],
    }


def _meter_json(meter: "MeterFigures") -> dict[str, Any]:
    return {
        "meter": meter.id,
        "seed": {"cents": meter.seed},
        "awards": meter.awards,
        "partial_awards": meter.partial_awards,
        "awarded": {"cents": meter.awarded},
        "average_award": cents_json(meter.average_award),
        "exact_average_award": cents_json(meter.law.award) if meter.law else None,
        "award_deviation": cents_json(meter.award_deviation),
        "exact_award_deviation": cents_json(meter.law.award_deviation) if meter.law else None,
        "within": _within_json(meter),
        "largest_award": cents_json(meter.largest_award),
        "rounds_between": meter.rounds_between,
        "rounds_deviation": meter.rounds_deviation,
        "exact_rounds_deviation": meter.law.rounds_deviation if meter.law else None,
        "median_rounds_between": meter.median_rounds_between,
        "longest_rounds_between": meter.longest_rounds_between,
        "exact_rounds_between": _optional(meter.law.rounds if meter.law else None),
        "stands": cents_json(meter.stands),
        "reserve": cents_json(meter.reserve),
        "seeds_from_house": cents_json(meter.seeds_from_house),
    }


def _within_json(meter: "MeterFigures") -> dict[str, Any]:
    """The share of awards within each point of the law."""
    points = meter.law.points if meter.law else ()
    return {
        f"{at}%": {"point": cents_json(cents), "share": share}
        for (at, cents), share in zip(points, meter.within, strict=True)
    }


def _sessions_json(sessions: "SessionFigures") -> dict[str, Any]:
    return {
        "rounds": sessions.length,
        "bankroll": cents_json(sessions.bankroll),
        "needed": {"cents": sessions.needed},
        "sessions": sessions.sessions,
        "mean": cents_json(sessions.mean),
        "standard_deviation": cents_json(sessions.standard_deviation),
        "ahead": sessions.ahead,
        "ruin": sessions.ruin if sessions.bankroll is not None else None,
        "quantiles": {f"{share:g}": {"cents": sessions.quantile(share)} for share in QUANTILES},
    }
