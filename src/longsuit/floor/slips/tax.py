"""Which tax form an award calls for, by a dated table of thresholds: data, not code (CON-19)."""

import tomllib
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path

from msgspec import Struct

from longsuit.core.money import Cents, parse_dollars, parse_rate

_FILE = Path(__file__).with_name("tax.toml")


class TaxForm(Struct, frozen=True):
    """A form, from a day on."""

    name: str
    country: str
    start: date
    threshold: Cents
    multiple: int
    """Of the wager; an award below it is on no form."""
    withhold_above: Cents
    rate: Fraction
    status: str
    citation: str


class TaxNote(Struct, frozen=True):
    """What an award calls for."""

    form: str
    withheld: Cents
    """Whole cents; 0 for nothing."""
    status: str
    citation: str


@cache
def tax_forms() -> tuple[TaxForm, ...]:
    """The table, the oldest entry first."""
    found = tomllib.loads(_FILE.read_text(encoding="utf-8"))["form"]
    forms = [
        TaxForm(
            *(one["name"], one["country"], one["from"], parse_dollars(str(one["threshold"]))),
            *(one["multiple"], parse_dollars(str(one["withhold_above"]))),
            rate=parse_rate(one["rate"]),
            status=one["status"],
            citation=one["citation"],
        )
        for one in found
    ]
    return tuple(sorted(forms, key=lambda one: one.start))


def tax_note(
    country: str, amount: Cents, wagered: Cents, day: date, *, net: bool = False
) -> TaxNote | None:
    """What an award of that day calls for, or None; `net` is without the wager already."""
    forms = [one for one in tax_forms() if one.country == country and one.start <= day]
    if not forms:
        return None
    form = forms[-1]
    if amount < form.threshold or amount < form.multiple * wagered:
        return None
    won = amount if net else amount - wagered
    withheld = int(won * form.rate) if won > form.withhold_above else 0
    return TaxNote(form.name, withheld, form.status, form.citation)
