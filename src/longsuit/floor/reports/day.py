"""The report of a gaming day or a longer period, from the log and the ledger alone.

- *Handle* is all that was wagered, *win* is handle less what came back, *hold* is win / handle.
- *Drop* is what players sat down with, and *taken* what they left with; robots bring nothing.
- Of a progressive, win is handle less fixed pays and envy, less what the wagers added to meters,
  less the seeds of meters that were won whole. Jackpots come out of the meters and do not count
  again. A reserve is the house's own, set apart for seeds: what is added to it costs nothing, and
  a seed costs the same wherever it is drawn from. That is how the exact price counts as well.
- *Theory* is the exact house edge of a wager, for the main game its element of risk.

Robots' wagers are part of all that, because they feed trays and meters; their part is told.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.money import MITES, Mites, show_mites
from longsuit.core.progressive import events as meter_events
from longsuit.core.progressive.ledger import meter_accounts, tray
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.progressive.terms import MustHit
from longsuit.floor.ledger.accounts import CAGE, account
from longsuit.floor.log.codec import events_left, events_of
from longsuit.floor.reports.custody import Custody, custody
from longsuit.floor.reports.dealers import DealerDay, DealerTally, Duty
from longsuit.floor.reports.meter_day import LedgerDay, MeterDay, Told, ledger_day, meter_day
from longsuit.floor.reports.period import Day
from longsuit.floor.reports.table_day import TableDay, Totals, table_day, totals
from longsuit.floor.reports.tally import Line, Tally
from longsuit.floor.store.report_rows import Balance, Row, Rows
from longsuit.floor.tables.events import MetersFed, RoundBegun, TableSet, TableSettings
from longsuit.floor.tables.state import FloorTable, evolve_floor, without_round


class DayReport(Struct, frozen=True):
    """All that a floor did in a day."""

    day: Day
    tables: tuple[TableDay, ...]
    """The tables at which anything happened."""
    totals: tuple[Totals, ...]
    """By mode, and all together but for practice, which is play money."""
    meters: tuple[MeterDay, ...]
    meter_totals: MeterDay
    ledger: LedgerDay
    differences: tuple[str, ...]
    """Where log and ledger do not agree: nowhere."""
    custody: Custody = Custody()
    """What is kept for players, and the cash to hold."""
    shortened: tuple[str, ...] = ()
    """Practice tables that are left out: their rounds of that day are no longer in the log."""
    dealers: tuple[DealerDay, ...] = ()
    """Who dealt how many rounds at each table."""
    duties: tuple[Duty, ...] = ()
    """Who came on and went off, in their time."""


# The report


def day_report(rows: Rows, day: Day, *, theory: bool = True) -> DayReport:
    """The report of a day. Without theory no game is solved."""
    return made_of(read_day(rows, day), theory=theory)


class ReadDay(Struct, frozen=True):
    """A day as it was read and counted; what theory says of it comes later."""

    day: Day
    names: tuple[str, ...]
    """Of all tables."""
    tables: tuple["_CountedDay", ...]
    meters: tuple[MeterDay, ...]
    balances: Mapping[str, Balance]
    shortened: tuple[str, ...] = ()
    dealers: tuple[DealerTally, ...] = ()
    """At each table."""


def read_day(rows: Rows, day: Day) -> ReadDay:
    """All that is needed of the log and the ledger."""
    balances = rows.balances(day.start, day.end)
    names: dict[str, list[str]] = {"meter": [], "table": []}
    for stream in rows.streams():
        kind, _, name = stream.partition(" ")
        # People come and go, and no money with them.
        names.get(kind, []).append(name)
    told = {name: list(_meter_events(rows, name, day)) for name in names["meter"]}
    flows: dict[str, list[_Flow]] = {}
    for happened in told.values():
        for *_, event in happened:
            _flow(event, flows)
    tables: list[_CountedDay] = []
    shortened: list[str] = []
    dealers: list[DealerTally] = []
    for name in names["table"]:
        found = _table_days(rows, name, day, flows.get(name, []), told, dealers)
        if found is None:
            shortened.append(name)
        tables += found or ()
    meters = []
    for name, happened in told.items():
        main = meter_accounts(name)[0]
        if happened or main in balances or account(main, practice=True) in balances:
            in_time = sorted(happened, key=lambda one: one[2])
            meters.append(meter_day(name, in_time, balances))
    known = tuple(names["table"]), tuple(tables), tuple(meters)
    return ReadDay(day, *known, balances, tuple(shortened), tuple(dealers))


def made_of(read: ReadDay, *, theory: bool) -> DayReport:
    """The report. With theory, games that nobody has asked for yet are solved, which takes time."""
    day, meters, balances = read.day, read.meters, read.balances
    tables = [
        table_day(one.tally, one.versions, one.must_hit, theory=theory) for one in read.tables
    ]
    differences: list[str] = []
    for name in (one for one in read.names if one not in read.shortened):
        found = [one for one in tables if one.table == name]
        differences.extend(_tray_difference(name, found, balances))
    kinds = (False,) if read.shortened else (False, True)
    differences.extend(_cage_differences(tables, balances, kinds))
    differences.extend(sentence for meter in meters for sentence in meter.differences())
    ledger = ledger_day(balances)
    if ledger.trial_balance:
        differences.append(f"The ledger is off by {show_mites(ledger.trial_balance)}.")
    return DayReport(
        day,
        tuple(tables),
        totals(tables),
        meters,
        MeterDay.together(meters),
        ledger,
        tuple(differences),
        custody(meters, balances, [one.tally.settings for one in read.tables]),
        read.shortened,
        tuple(one for dealers in read.dealers for one in dealers.days),
        tuple(sorted((one for ds in read.dealers for one in ds.duties), key=lambda one: one.at)),
    )


def _tray_difference(
    name: str, found: Iterable[TableDay], balances: Mapping[str, Balance]
) -> Iterator[str]:
    """The tray has what the table's rounds say, or the sentence that says what is off."""
    days = list(found)
    for practice in (False, True):
        balance = balances.get(account(tray(name), practice=practice)) or Balance()
        booked = balance.received - balance.given
        own = [one for one in days if (one.mode == "practice") == practice]
        counted = sum(one.tray for one in own) * MITES
        if booked != counted:
            yield (
                f"The tray of {name} won {show_mites(booked)} by the ledger and "
                f"{show_mites(counted)} by the log."
            )


def _cage_differences(
    tables: Iterable[TableDay], balances: Mapping[str, Balance], kinds: Iterable[bool]
) -> Iterator[str]:
    """The cage gave what players sat down with, and got what they left with."""
    days = list(tables)
    for practice in kinds:
        cage = account(CAGE, practice=practice)
        balance = balances.get(cage) or Balance()
        own = [one for one in days if (one.mode == "practice") == practice]
        for verb, booked, counted in (
            ("gave", balance.given, sum(one.drop for one in own) * MITES),
            ("got", balance.received, sum(one.taken for one in own) * MITES),
        ):
            if booked != counted:
                yield (
                    f"The {cage} {verb} {show_mites(booked)} by the ledger and "
                    f"{show_mites(counted)} by the log."
                )


@contextmanager
def _fitting(stream: str, row: Row) -> Iterator[None]:
    """A record that cannot follow those before it is named: the log has been damaged."""
    try:
        yield
    except (LookupError, ValueError, AssertionError, AttributeError) as error:
        where = f"{stream}, record {row.version}"
        raise InputError(f"{where}: it cannot have happened; see longsuit audit.") from error


# Meters


def _meter_events(rows: Rows, name: str, day: Day) -> Iterator[Told]:
    stream = f"meter {name}"
    for row in rows.read(stream, rows.span(stream, day.start, day.end)):
        with _fitting(stream, row):
            events = events_of(row)
        for event in events:
            yield stream, row.version, row.at, row.who, event


class _Flow(Struct, frozen=True):
    """What a round of a table put into a meter."""

    round: int
    contributions: Mites = 0
    seeds: Mites = 0


def _flow(event: meter_events.MeterEvent, flows: dict[str, list[_Flow]]) -> None:
    match event:
        case meter_events.Contributed(table=table):
            flow = _Flow(event.round, contributions=event.main)
        case meter_events.ContributionReturned(table=table):
            flow = _Flow(event.round, contributions=-event.main - event.overflow)
        case meter_events.AwardLocked(claim=meter_events.Claim(table=table, round=number)):
            flow = _Flow(number, seeds=event.from_reserve + event.from_house)
        case meter_events.AwardVoided(claim=meter_events.Claim(table=table, round=number)):
            flow = _Flow(number, seeds=-event.to_reserve - event.to_house)
        case _:
            return
    flows.setdefault(table, []).append(flow)


# Tables


class _CountedDay(Struct, frozen=True):
    """A table's day in one mode, counted."""

    tally: Tally
    versions: range
    must_hit: MustHit | None


def _table_days(
    rows: Rows,
    name: str,
    day: Day,
    flows: Sequence[_Flow],
    fed: Mapping[str, list[Told]],
    dealers: list[DealerTally],
) -> list[_CountedDay] | None:
    """A table's day, one or none; None where its rounds were shortened.

    What its rounds put into meters is added to what these tell themselves.
    """
    stream = f"table {name}"
    versions = rows.span(stream, day.start, day.end)
    if not versions and not flows:
        return []
    counted = _Counted(rows, stream, versions)
    for meter, contributed in counted.fed:
        fed[meter].append(contributed)
        counted.add(_Flow(contributed[-1].round, contributions=contributed[-1].main))
    for flow in flows:
        counted.add(flow)
    if counted.shortened:
        return None
    dealers.append(counted.dealers)
    must_hit = _must_hit(rows, counted.table.settings)
    present = counted.tally()
    return [
        _CountedDay(tally, versions, must_hit)
        for tally in counted.tallies.values()
        if tally is present or not tally.is_empty
    ]


_Fed = tuple[str, int, int, str, meter_events.Contributed]


class _Counted:
    """A table's day, counted from its own stream."""

    def __init__(self, rows: Rows, stream: str, versions: range) -> None:
        self.table, start = _at_start(rows, stream, versions.start)
        self.tallies: dict[str, Tally] = {}
        self.fed: list[tuple[str, _Fed]] = []
        """What its rounds have put into meters, by the meters' own names."""
        self.dealers = DealerTally(stream.removeprefix("table "))
        self._of_round: dict[int, Line | None] = {}
        self.shortened = False
        """Whether rounds of the day are gone; what they have put into meters is still told."""
        gap = False
        for row in rows.read(stream, range(max(start - 2, 1), start)):
            gap = events_left(row, gap)[1]
        for row in rows.read(stream, range(start, versions.stop)):
            with _fitting(stream, row):
                events, gap = events_left(row, gap)
                self.shortened |= gap and row.version in versions
                self.table = without_round(self.table) if not row.events else self.table
                for event in events:
                    self.dealers.note(row, event, inside=row.version in versions)
                    if row.version in versions:
                        self._note(row, event)
                    self._happened(event)

    def _note(self, row: Row, event: Any) -> None:
        if not isinstance(event, MetersFed):
            self.tally().note(self.table, event)
            if self.table.settings.setup.live and _from_tray(event):
                self.dealers.note_paid(row, event.amount)
            return
        for meter, contributed in event.contributions(self.table.id):
            self.fed.append((meter, (row.stream, row.version, row.at, row.who, contributed)))

    def _happened(self, event: Any) -> None:
        if not self.table.settings.setup.live or isinstance(event, TableSet):
            self.table = evolve_floor(self.table, event)
        # Which line the progressive wagers of a round are on.
        if isinstance(event, RoundBegun):
            self._of_round[event.number] = self._progressive()
        elif isinstance(event, meter_events.WagersRegistered):
            self._of_round.setdefault(event.round, self._progressive())

    def tally(self) -> Tally:
        """The count in the mode in which the table runs."""
        mode = self.table.settings.mode
        tally = self.tallies.setdefault(mode, Tally(self.table.settings, mode))
        tally.settings = self.table.settings
        return tally

    def _progressive(self) -> Line | None:
        return self.tally().lines_of(self.table.settings.setup.table).progressive

    def add(self, flow: _Flow) -> None:
        """What the meters say of a round."""
        line = self._of_round.get(flow.round) or self._progressive()
        assert line is not None
        line.contributions += flow.contributions
        line.seeds += flow.seeds


def _from_tray(event: Any) -> bool:
    """Whether a live table's dealer has paid from the tray."""
    if isinstance(event, meter_events.SumAgreed):
        return not event.meter
    return isinstance(event, meter_events.EnvyPaid)


def _at_start(rows: Rows, stream: str, first: int) -> tuple[FloorTable, int]:
    """A table before the day, and the version to read from: the start of the round at hand.

    Of a live table, whose cards are on the felt, only its settings matter.
    """
    change = rows.last_setup(stream, first) or first
    record = next(rows.read(stream, range(change, change + 1)))
    told = events_of(record)
    settings = next((event.after for event in told if isinstance(event, TableSet)), None)
    if settings is None:
        raise InputError(f"{stream}: the log does not say how it was opened; see longsuit audit.")
    table = FloorTable(settings, Terminal(settings.setup))
    if change == first:
        # The table is opened in the day: its first record says nothing but that.
        return table, first
    begun = None
    if not settings.setup.live:
        begun = rows.last_begun(stream, first, after=change)
    return table, begun or first


def _must_hit(rows: Rows, settings: TableSettings) -> MustHit | None:
    """The terms of the table's Must Hit meter, from the first record of the meter."""
    link = settings.setup.meters.get(MYSTERY_METER)
    if link is None:
        return None
    stream = f"meter {link}"
    first = next(rows.read(stream, range(1, 2)))
    terms = next(
        event.terms for event in events_of(first) if isinstance(event, meter_events.MeterOpened)
    )
    return MustHit(terms.seed, terms.by, Fraction(terms.main, MITES))
