"""The report of a gaming day, from the log and the ledger alone.

- *Handle* is all that was wagered, *win* is handle less what came back, *hold* is win / handle.
- *Drop* is what players sat down with, and *taken* what they left with; robots bring nothing.
- Of a progressive, win is handle less fixed pays and envy, less what the wagers added to meters,
  less the seeds of meters that were won whole. Jackpots come out of the meters and do not count
  again. A reserve is the house's own, set apart for seeds: what is added to it costs nothing, and
  a seed costs the same wherever it is drawn from. That is how the exact price counts as well.
- *Theory* is the exact house edge of a wager, for the main game its element of risk.

Robots' wagers are part of all that, because they feed trays and meters; their part is told.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from fractions import Fraction
from itertools import chain
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from longsuit.errors import InputError
from longsuit.floor.codec import decode_events
from longsuit.floor.report_lines import Share, TableDay, Totals, table_day, totals
from longsuit.floor.report_meters import LedgerDay, MeterDay, ledger_day, meter_day
from longsuit.floor.report_tally import Line, Tally, mode_of
from longsuit.floor.state import FloorTable, evolve_floor
from longsuit.floor.store.report_rows import Rows
from longsuit.games.settlement import MYSTERY_METER
from longsuit.money import MITES, Mites, show_mites
from longsuit.progressive import events as meter_events
from longsuit.progressive.ledger import tray
from longsuit.progressive.terminal import Terminal
from longsuit.progressive.terms import MustHit

__all__ = ["Day", "DayReport", "Share", "day_report", "gaming_day"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_HOUR = 23


class Day(Struct, frozen=True):
    """A gaming day: from an hour of a date up to the same hour of the next, where the floor is."""

    date: date
    zone: str
    hour: int
    start: int
    """Microseconds since 1970, UTC."""
    end: int


class DayReport(Struct, frozen=True):
    """All that a floor did in a day."""

    day: Day
    tables: tuple[TableDay, ...]
    """The tables at which anything happened."""
    totals: tuple[Totals, ...]
    """By mode, because practice is play money; and all together."""
    meters: tuple[MeterDay, ...]
    meter_totals: MeterDay
    ledger: LedgerDay
    differences: tuple[str, ...]
    """Where log and ledger do not agree: nowhere."""


# Days


def find_zone(name: str) -> tzinfo:
    """The time zone of that name."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        shown = "".join(one if one.isprintable() else "?" for one in name[:40])
        raise InputError(f"There is no time zone '{shown}'; one is Europe/Berlin.") from None


def gaming_day(on: date, zone: str = "UTC", hour: int = 0) -> Day:
    """The gaming day of a date. Days follow each other without a gap, whatever clocks do."""
    if not 0 <= hour <= _LAST_HOUR:
        raise InputError(f"A gaming day starts at an hour from 0 to {_LAST_HOUR}.")
    place = find_zone(zone)
    try:
        following = on + timedelta(days=1)
        start, end = (_micros(one, hour, place) for one in (on, following))
    except OverflowError:
        raise InputError(f"{on} is out of any calendar's reach.") from None
    return Day(on, zone, hour, start, end)


def _micros(on: date, hour: int, zone: tzinfo) -> int:
    begins = datetime(on.year, on.month, on.day, hour, tzinfo=zone)
    return (begins.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)


def day_at(moment: int, zone: str = "UTC", hour: int = 0) -> Day:
    """The gaming day of a moment, in microseconds since 1970."""
    on = (_EPOCH + timedelta(microseconds=moment)).astimezone(find_zone(zone)).date()
    for candidate in (on, on - timedelta(days=1), on + timedelta(days=1)):
        day = gaming_day(candidate, zone, hour)
        if day.start <= moment < day.end:
            return day
    raise AssertionError("days follow each other without a gap")


# The report


def day_report(rows: Rows, day: Day, *, theory: bool = True) -> DayReport:
    """The report of a day. Without theory no game is solved."""
    balances = rows.balances(day.start, day.end)
    streams = list(rows.streams())
    meters: list[MeterDay] = []
    flows: dict[str, list[_Flow]] = {}
    for stream in streams:
        kind, _, name = stream.partition(" ")
        if kind == "meter":
            told = list(_meter_records(rows, stream, day))
            if told or f"meter {name}" in balances:
                meters.append(meter_day(name, told, balances))
            for _, _, _, event in told:
                _flow(event, flows)
    tables: list[TableDay] = []
    differences: list[str] = []
    for stream in streams:
        kind, _, name = stream.partition(" ")
        if kind == "table":
            counted = _Counted(rows, stream, day)
            if not counted.versions and name not in flows:
                continue
            for flow in flows.get(name, ()):
                counted.add(flow)
            must_hit = counted.must_hit(rows)
            found = [
                table_day(tally, counted.versions, must_hit, theory=theory)
                for tally in counted.tallies.values()
            ]
            tables.extend(found)
            differences.extend(_tray_difference(name, found, balances))
    differences.extend(chain.from_iterable(one.differences() for one in meters))
    ledger = ledger_day(balances)
    if ledger.trial_balance:
        differences.append(f"The ledger is off by {show_mites(ledger.trial_balance)}.")
    return DayReport(
        day,
        tuple(tables),
        totals(tables),
        tuple(meters),
        MeterDay.together(meters),
        ledger,
        tuple(differences),
    )


def _tray_difference(
    name: str, found: Iterable[TableDay], balances: dict[str, Any]
) -> Iterator[str]:
    """The tray has what the table's rounds say, or the sentence that says what is off."""
    balance = balances.get(tray(name))
    booked = balance.received - balance.given if balance is not None else 0
    counted = sum(one.tray for one in found) * MITES
    if booked != counted:
        yield (
            f"The tray of {name} won {show_mites(booked)} by the ledger and "
            f"{show_mites(counted)} by the log."
        )


# Meters


def _meter_records(
    rows: Rows, stream: str, day: Day
) -> Iterator[tuple[int, int, str, meter_events.MeterEvent]]:
    """The events of a meter's day, each with its record's version, time and author."""
    for row in rows.read(stream, rows.span(stream, day.start, day.end)):
        for event in decode_events(stream, row.events):
            yield row.version, row.at, row.who, event


class _Flow(Struct, frozen=True):
    """What a round of a table put into a meter."""

    round: int
    contributions: Mites = 0
    seeds: Mites = 0


def _flow(event: meter_events.MeterEvent, flows: dict[str, list[_Flow]]) -> None:
    match event:
        case meter_events.Contributed(table=table):
            flow = _Flow(event.round, contributions=event.main)
        case meter_events.AwardLocked(claim=claim):
            table = claim.table
            flow = _Flow(claim.round, seeds=event.from_reserve + event.from_house)
        case meter_events.AwardVoided(claim=claim):
            table = claim.table
            flow = _Flow(claim.round, seeds=-event.to_reserve - event.to_house)
        case _:
            return
    flows.setdefault(table, []).append(flow)


# Tables


class _Counted:
    """A table's day, counted from its own stream."""

    def __init__(self, rows: Rows, stream: str, day: Day) -> None:
        self.versions = rows.span(stream, day.start, day.end)
        self.tallies: dict[str, Tally] = {}
        self._of_round: dict[int, Line | None] = {}
        table: FloorTable | None = None
        for version in _needed(rows, stream, self.versions):
            for row in rows.read(stream, version):
                for event in decode_events(stream, row.events):
                    if table is not None and row.version in self.versions:
                        self._tally(table).note(table, event)
                    table = _after(table, event)
                    self._remember(table, event)
        self.table = table

    def _tally(self, table: FloorTable) -> Tally:
        mode = mode_of(table.settings)
        tally = self.tallies.setdefault(mode, Tally(table.settings, mode))
        tally.settings = table.settings
        return tally

    def _remember(self, table: FloorTable, event: object) -> None:
        """Which line a round's progressive wagers are on."""
        match event:
            case _ if table.round is not None and table.round.number not in self._of_round:
                lines = self._tally(table).lines_of(table.round.table)
                self._of_round[table.round.number] = lines.progressive
            case meter_events.WagersRegistered(round=number) if number not in self._of_round:
                lines = self._tally(table).lines_of(table.settings.setup.table)
                self._of_round[number] = lines.progressive

    def add(self, flow: _Flow) -> None:
        """What the meters say of a round."""
        line = self._of_round.get(flow.round)
        if line is None:
            assert self.table is not None
            lines = self._tally(self.table).lines_of(self.table.settings.setup.table)
            line = lines.progressive
        assert line is not None
        line.contributions += flow.contributions
        line.seeds += flow.seeds

    def must_hit(self, rows: Rows) -> MustHit | None:
        """The terms of the table's Must Hit meter, from the first record of the meter."""
        assert self.table is not None
        link = self.table.settings.setup.meters.get(MYSTERY_METER)
        if link is None:
            return None
        stream = f"meter {link}"
        first = next(rows.read(stream, range(1, 2)))
        opened = decode_events(stream, first.events)[0]
        terms = opened.terms
        return MustHit(terms.seed, terms.by, Fraction(terms.main, MITES))


def _needed(rows: Rows, stream: str, versions: range) -> Iterator[range]:
    """What has to be read to know the day: the settings, the round at hand, and the day itself."""
    begun = rows.last_with(stream, "RoundBegun", versions.start) or versions.start
    settings = rows.last_with(stream, "TableSet", begun)
    if settings is not None:
        yield range(settings, settings + 1)
    yield range(begun, versions.stop)


def _after(table: FloorTable | None, event: Any) -> FloorTable:
    """The table after the event; of a live table only its settings matter here."""
    if table is None:
        # The record may tell of a change; what was before it does not matter.
        settings = event.after
        return FloorTable(settings, Terminal(settings.setup))
    if table.settings.setup.live and not hasattr(event, "after"):
        return table
    return evolve_floor(table, event)
