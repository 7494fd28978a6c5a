"""Limits, the largest payouts, and what a round may cost a table."""

from collections.abc import Sequence
from fractions import Fraction

from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import Price
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.report.bonuses import Priced, title_of
from longsuit.analysis.report.content import Cell, Section, Table, Text, left, right, words
from longsuit.analysis.report.numbers import short_dollars, signed
from longsuit.analysis.report.settings import Settings
from longsuit.core.games.table import BONUS_LIMITS, STANDARD_LIMITS, Limits
from longsuit.core.money import Cents


def exposure_section(settings: Settings, solved: Solution, priced: Sequence[Priced]) -> Section:
    """What each wager may cost at its largest, from one seat and from all."""
    seats = settings.definition.seats
    most = max(solved.distribution)
    ante = STANDARD_LIMITS
    rows = [
        _row("Main game", ante, f"{signed(most)} Antes", most * ante.most, seats, ""),
    ]
    for choice, one in priced:
        limits = _limits(one)
        largest = max(
            (pay for line in one.lines for pay in (line.pays, *line.line.all_pays)),
            default=Fraction(0),
        )
        shown = f"{largest} {one.paytable.basis}"
        meters = "; ".join(
            f"{name} {short_dollars(award.point(99).cents)}"
            for name, award in wager_law(one).awards.items()
        )
        rows.append(_row(title_of(choice), limits, shown, largest * limits.most, seats, meters))
    cap = settings.bonus_cap
    capped = (
        f" The cap of {short_dollars(cap)} on the bonus payouts of a round holds for all bonus "
        "wagers of all seats together."
        if cap
        else ""
    )
    return Section(
        "exposure",
        "Limits and exposure",
        (
            Text(
                "Usual limits, which a table may post otherwise. The largest payout is what one "
                "seat wins beyond its wager at the largest wager; all seats together is the sum, "
                f"whether or not one deal can pay it.{capped} Meters are paid from what was "
                "contributed and cost the house their seeds; 99 of 100 whole awards are no larger "
                "than the amount given."
            ),
            Table(
                "exposure",
                "Largest payouts",
                (
                    *left("Wager"),
                    *right("Least", "Most", "Step", "Largest pay", "One seat", f"{seats} seats"),
                    *left("Awards within, 99%"),
                ),
                tuple(rows),
            ),
        ),
    )


def _limits(priced: Price) -> Limits:
    """A progressive is one amount; bonuses have a table's usual limits."""
    if priced.wager:
        return Limits(priced.wager, priced.wager, priced.wager)
    return BONUS_LIMITS


def _row(
    name: str, limits: Limits, pay: str, payout: Fraction, seats: int, meters: str
) -> tuple[Cell, ...]:
    def amount(cents: Cents | Fraction) -> Cell:
        return Cell(short_dollars(cents), Fraction(cents) / 100)

    return (
        words(name),
        amount(limits.least),
        amount(limits.most),
        amount(limits.step),
        words(pay),
        amount(payout),
        amount(payout * seats),
        words(meters),
    )
