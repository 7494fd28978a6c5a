"""A day's report for other programs: JSON, and one CSV file for each of its sections.

Amounts in CSV are dollars, to the last part of a cent where there is one; shares have a decimal to
look at and the exact fraction beside it. In JSON amounts are whole cents, or mites where the name
says so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from longsuit.core.money import MITES, Cents, Mites, plain_dollars
from longsuit.floor.config import time_zones
from longsuit.floor.reports.day import DayReport
from longsuit.floor.reports.meter_day import MeterDay, Movement
from longsuit.floor.reports.period import Day
from longsuit.floor.reports.table_day import Share, Totals, WagerDay
from longsuit.floor.spreadsheet import csv_file, text_cell

_PLACES = 8

Table = list[Sequence[Any]]
"""A heading and rows."""


# JSON


def _exact(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise NotImplementedError(f"{type(value).__name__} has no place in a report")


_encoder = msgspec.json.Encoder(enc_hook=_exact)


def to_json(report: DayReport) -> bytes:
    """The report as JSON."""
    return _encoder.encode(report)


# CSV


def to_csv(report: DayReport) -> dict[str, str]:
    """Each section of the report as CSV, by its name."""
    return {name: _written(report, section(report)) for name, section in SECTIONS.items()}


def _written(report: DayReport, table: Table) -> str:
    heading, *rows = table
    return csv_file(["date", *heading], ([report.day.title, *row] for row in rows))


def plain_mites(mites: Mites) -> str:
    """An amount to the last mite, as a file has it: ``500.150075``."""
    cents, rest = divmod(abs(mites), MITES)
    sign = "-" if mites < 0 else ""
    return f"{sign}{plain_dollars(cents)}" + (f"{rest:04d}" if rest else "")


def local_time(day: Day, at: int) -> str:
    """A moment by the floor's clock, with its distance from UTC."""
    return time_zones.local_time(at, day.zone).isoformat(timespec="microseconds")


def _share(share: Share | None) -> tuple[str, str]:
    if share is None:
        return "", ""
    scaled = round(share.exact * 10**_PLACES)
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**_PLACES)
    return f"{sign}{whole}.{rest:0{_PLACES}d}", _exact(share.exact)


def _expected(share: Share | None) -> str:
    """The expected win in dollars, rounded to a mite."""
    return plain_mites(round(share.exact * MITES)) if share is not None else ""


def _dollars(*amounts: Cents) -> list[str]:
    return [plain_dollars(amount) for amount in amounts]


_TOTALS = (
    *("tables", "rounds", "cancelled", "seats", "drop", "taken", "handle", "tray", "win"),
    *("hold", "hold_exact", "theory", "theory_exact", "expected", "jackpots", "envy", "cut"),
    *("robot_handle", "robot_tray"),
)


def _figures(one: Totals) -> list[object]:
    return [
        *(one.tables, one.rounds, one.cancelled, one.seats),
        *_dollars(one.drop, one.taken, one.handle, one.tray),
        plain_mites(one.win_mites),
        *(*_share(one.hold), *_share(one.theory), _expected(one.expected_cents)),
        *_dollars(one.jackpots, one.envy, one.cut, one.robot_handle, one.robot_tray),
    ]


def _totals(report: DayReport) -> Table:
    return [("mode", *_TOTALS), *([one.mode, *_figures(one)] for one in report.totals)]


def _tables(report: DayReport) -> Table:
    heading = ("table", "name", "game", "mode", *_TOTALS, "first_record", "last_record")
    return [
        heading,
        *(
            [
                *(one.table, text_cell(one.name), one.game, one.mode),
                *(*_figures(one), one.first_record, one.last_record),
            ]
            for one in report.tables
        ),
    ]


def _wagers(report: DayReport) -> Table:
    heading = (
        *("table", "mode", "wager", "part_of", "name", "paytable", "wagers", "handle", "paid"),
        *("envy", "contributions", "seeds", "win", "hold", "hold_exact", "theory"),
        *("theory_exact", "expected", "deviations", "jackpots", "note"),
    )
    rows = [
        [table.table, table.mode, *row]
        for table in report.tables
        for wager in table.wagers
        for row in _wager_rows(wager)
    ]
    return [heading, *rows]


def _wager_rows(one: WagerDay, part_of: str = "") -> Iterator[list[object]]:
    yield [
        *(one.wager, part_of, one.name, text_cell(one.paytable), one.wagers),
        *_dollars(one.handle, one.paid, one.envy),
        *(plain_mites(m) for m in (one.contributions_mites, one.seeds_mites, one.win_mites)),
        *(*_share(one.hold), *_share(one.theory), _expected(one.expected_cents)),
        "" if one.deviations is None else f"{one.deviations:.4f}",
        *(plain_dollars(one.jackpots), one.note),
    ]
    for part in one.parts:
        yield from _wager_rows(part, one.wager)


def _with_all(report: DayReport) -> Iterable[MeterDay]:
    return (*report.meters, report.meter_totals)


def _meters(report: DayReport) -> Table:
    parts = Movement.__struct_fields__
    rows = [
        [meter.meter, name, *_mites(part, parts), plain_mites(part.unexplained)]
        for meter in _with_all(report)
        for name, part in (("meter", meter.value), ("reserve", meter.reserve))
    ]
    return [("meter", "account", *parts, "unexplained"), *rows]


def _pending(report: DayReport) -> Table:
    parts = ("opening", "locked", "paid", "voided", "closing")
    rows = [
        [meter.meter, *_mites(meter.pending, parts), plain_mites(meter.pending.unexplained)]
        for meter in _with_all(report)
    ]
    return [("meter", *parts, "unexplained"), *rows]


def _mites(value: object, names: Iterable[str]) -> list[str]:
    return [plain_mites(getattr(value, name)) for name in names]


def _changes(report: DayReport) -> Table:
    heading = ("meter", "time", "who", "account", "kind", "amount", "stream", "record", "why")
    rows = [
        [
            *(meter.meter, local_time(report.day, one.at), text_cell(one.who)),
            *(one.account, one.kind, plain_mites(one.mites)),
            *(text_cell(one.stream), one.record, text_cell(one.why)),
        ]
        for meter in report.meters
        for one in meter.changes
    ]
    return [heading, *rows]


def _ledger(report: DayReport) -> Table:
    parts = ("opening", "received", "given", "closing")
    rows = [[text_cell(one.account), *_mites(one, parts)] for one in report.ledger.accounts]
    balance = ["trial balance", "", "", "", plain_mites(report.ledger.trial_balance)]
    return [("account", *parts), *rows, balance]


def _differences(report: DayReport) -> Table:
    return [("difference",), *([text_cell(one)] for one in report.differences)]


def _custody(report: DayReport) -> Table:
    parts = ("displayed", "reserve", "overflow", "pending", "held")
    rows = [[one.meter, *_mites(one, parts)] for one in report.custody.meters]
    total = ["all", "", "", "", "", plain_mites(report.custody.held)]
    house = ["house money", "", "", "", "", plain_mites(report.custody.house)]
    return [("meter", *parts), *rows, total, house]


def _cash(report: DayReport) -> Table:
    rows = [[one.table, one.prizes, plain_dollars(one.amount)] for one in report.custody.cash]
    return [("table", "prizes_above_25000", "second_highest"), *rows]


def _dealers(report: DayReport) -> Table:
    rows = [
        [one.table, text_cell(one.dealer), one.rounds, *_dollars(one.handle, one.handle - one.paid)]
        for one in report.dealers
    ]
    return [("table", "dealer", "rounds", "handle", "tray"), *rows]


def _duty(report: DayReport) -> Table:
    rows = [
        (local_time(report.day, one.at), one.table, text_cell(one.dealer), ("off", "on")[one.on])
        for one in report.duties
    ]
    return [("time", "table", "dealer", "duty"), *rows]


SECTIONS: dict[str, Callable[[DayReport], Table]] = {
    "totals": _totals,
    "tables": _tables,
    "wagers": _wagers,
    "meters": _meters,
    "pending": _pending,
    "custody": _custody,
    "cash": _cash,
    "changes": _changes,
    "ledger": _ledger,
    "dealers": _dealers,
    "duty": _duty,
    "differences": _differences,
}
