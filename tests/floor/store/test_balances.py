"""Reports and statements carry on from balances of days, and come to what the whole past does."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bench import audit as bench
from bench.audit import DEALER, Writer, deal_round
from cryptography.fernet import Fernet
from sqlalchemy import Engine, text
from tests.floor.cost import Cost, counting
from tests.floor.played import play_floor

from longsuit.core.errors import InputError
from longsuit.core.progressive.ledger import meter_accounts
from longsuit.core.progressive.statement import Statement, changes_of
from longsuit.core.round.commands import SYSTEM, CancelRound
from longsuit.floor.engine import batch, recovery
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import load
from longsuit.floor.ledger.accounts import account, shown_account
from longsuit.floor.log.codec import events_of
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.reads import archive, meter_statement
from longsuit.floor.reads.archive import Published
from longsuit.floor.reports import day as reports
from longsuit.floor.reports.day import read_day
from longsuit.floor.reports.period import day_at
from longsuit.floor.store import report_rows
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.projections import fold
from longsuit.floor.store.report_rows import Balance, reading
from longsuit.floor.tables.commands import BeginRound, SeatPlayer
from longsuit.floor.tables.events import MetersFed

SEED = 20261116
SHORT = 8_000
"""Microseconds of a day that has a few commits of a played floor in it."""
SEATS = {1: "Ann", 2: "Bob"}


@pytest.fixture
def short_days(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (fold, report_rows, meter_statement):
        monkeypatch.setattr(module, "DAY", SHORT)
    monkeypatch.setattr(bench, "_AT_ONCE", 3)


@pytest.fixture
def played(database: str, short_days: None) -> Iterator[Engine]:
    """A floor with everything in it, over many short days."""
    play_floor(database, rounds=4, seed=SEED, running=True)
    engine = open_database(database)
    yield engine
    engine.dispose()


def ledger(engine: Engine) -> list[Any]:
    query = "SELECT stream, version, at, source, target, mites FROM postings_told ORDER BY at, id"
    with engine.connect() as connection:
        return list(connection.execute(text(query)))


def all_added_up(entries: list[Any], start: int, end: int) -> dict[str, Balance]:
    """The slow twin of `Rows.balances`: every entry from the first on."""
    found: dict[str, Balance] = {}
    for one in entries:
        if one.at >= end:
            continue
        source = found.setdefault(shown_account(one.source), Balance())
        target = found.setdefault(shown_account(one.target), Balance())
        if one.at < start:
            source.opening -= one.mites
            target.opening += one.mites
        else:
            source.given += one.mites
            target.received += one.mites
    return found


def all_read(log: Log, entries: list[Any], meter: str, start: int, end: int) -> Any:
    """The slow twin of a statement: every entry from the first on, and every record there is."""
    accounts = [
        {account(name, practice=practice) for practice in (False, True)}
        for name in meter_accounts(meter)
    ]
    opening, closing = (
        [
            sum(one.mites * ((one.target in names) - (one.source in names)) for one in before)
            for names in accounts
        ]
        for at in (start, end)
        for before in [[one for one in entries if one.at < at]]
    )
    changes: list[Any] = []
    for stream in log.streams():
        for record in log.each(stream) if stream != PEOPLE else ():
            if not start <= record.at < end:
                continue
            told = [one for one in events_of(record) if stream == f"meter {meter}"]
            for event in events_of(record):
                if isinstance(event, MetersFed):
                    table = stream.removeprefix("table ")
                    told += [one for name, one in event.contributions(table) if name == meter]
            for event in told:
                changes += changes_of(meter, record.version, event)
    return (opening[:2], closing, sorted((one.account, one.mites, one.why) for one in changes))


def plain(found: Statement) -> Any:
    """A statement without when, who and where."""
    assert found.unexplained == 0
    changes = sorted((one.account, one.mites, one.why) for one in found.changes)
    closing = [found.closing, found.closing_reserve, found.pending]
    return ([found.opening, found.opening_reserve], closing, changes)


def test_what_is_carried_is_what_the_whole_past_comes_to(played: Engine) -> None:
    entries, chance = ledger(played), random.Random(SEED)
    first, last = entries[0].at, entries[-1].at
    assert (last - first) // SHORT > 5, "several days"
    with reading(played) as rows:
        for _ in range(15):
            start, end = sorted(chance.randrange(first - SHORT, last + 2 * SHORT) for _ in "ab")
            if chance.random() < 0.3:
                start -= start % SHORT
            found, slow = rows.balances(start, end), all_added_up(entries, start, end)
            assert found == slow, f"seed {SEED}: {start} to {end}"


def periods(played: Engine) -> Iterator[tuple[str, int, int]]:
    """Each meter with some periods, some of which end while an award is pending."""
    chance, entries = random.Random(SEED), ledger(played)
    locked = [one for one in entries if "pending " in one.target]
    times = [one.at for one in entries]
    for stream in Log(played).streams():
        if stream.startswith("meter "):
            meter = stream.removeprefix("meter ")
            assert Published(Log(played)).statement(meter, 0, times[0]) is None
            yield meter, 0, 2**62
            for _ in range(4):
                start, end = sorted(chance.choice(times) + chance.choice((-1, 0, 1)) for _ in "ab")
                yield meter, start, end
            for one in locked:
                if one.stream == stream:
                    yield meter, 0, one.at + 1
                    break


def test_a_statement_is_what_the_whole_history_says(played: Engine) -> None:
    log, entries, pending, empty = Log(played), ledger(played), 0, 0
    for meter, start, end in periods(played):
        found = Published(log).statement(meter, start, end)
        if found is None:
            empty += 1
            continue
        told = (SEED, meter, start, end)
        assert plain(found) == all_read(log, entries, meter, start, end), told
        pending += found.pending
    assert pending > 0, "some of them were taken while an award was pending"


def test_a_long_statement_tells_contributions_by_day(
    played: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it comes to is the same, kind by kind and table by table."""
    log, condensed = Log(played), 0
    for meter, start, end in periods(played):
        whole = Published(log).statement(meter, start, end)
        if whole is None:
            continue
        own = sum(start <= one.at < end for one in log.each(f"meter {meter}"))
        with monkeypatch.context() as patch:
            patch.setattr(meter_statement, "MOST_CHANGES", max(own, 2))
            try:
                short = Published(log).statement(meter, start, end)
            except InputError:
                # Even its days are too many for so low a limit.
                continue
        assert short is not None and short.unexplained == 0
        condensed += any(one.position == 0 for one in short.changes)
        for part in ("meter", "reserve"):
            for kind in ("contributions", "awards", "reseeds", "voids", "corrections"):
                assert short.total(kind, part) == whole.total(kind, part), (SEED, meter, kind)
        for table in {one.stream for one in whole.changes}:
            sums = [
                sum(one.mites for one in found.changes if one.stream == table)
                for found in (short, whole)
            ]
            assert sums[0] == sums[1], (SEED, meter, table)
        assert [one.at for one in short.changes] == sorted(one.at for one in short.changes)
    assert condensed > 2, "some of them were too long"


# What it costs


@pytest.fixture
def writer(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Writer]:
    monkeypatch.setattr(batch, "SNAPSHOT_EVERY", 10)
    found = Writer(sqlite_database, key=Fernet.generate_key())
    found.open_table(id="T1", game="ctf", mode="dealt")
    found.must(BeginRound(by=SYSTEM), "T1")
    for seat, player in SEATS.items():
        found.must(SeatPlayer(by=DEALER, seat=seat, player=player, stack=100_000_000), "T1")
    found.must(CancelRound(by=DEALER), "T1")
    yield found
    found.close()


def play_days(writer: Writer, days: int) -> None:
    """Two rounds a day."""
    for _ in range(days):
        writer.flush()
        writer._now += fold.DAY
        writer.flush()
        for _ in range(2):
            deal_round(writer, "T1", SEATS)
    writer.flush()


def looks(writer: Writer) -> dict[str, Cost]:
    """What each thing that somebody looks at costs now."""
    start = writer._now - writer._now % fold.DAY
    reader, engine = Published(writer.log), writer.database

    def report() -> None:
        with reading(engine) as rows:
            read = read_day(rows, day_at(writer._now))
        assert read.tables and read.meters

    def statement() -> None:
        found = reader.statement("T1/star", start, start + fold.DAY)
        assert found is not None and len(found.changes) >= 2

    works: dict[str, Callable[[], object]] = {
        "the report of a day": report,
        "a statement of a day": statement,
        "the trial balance": reader.balances,
        "a player's balance": lambda: reader.balances("player Ann"),
        "the register of jackpots": lambda: reader.jackpots("T1/star", 10**9),
        "the list of rounds": lambda: reader.rounds("T1", 5),
        "a round": lambda: reader.round("T1", 3),
        "a receipt": lambda: writer.log.receipt("player Ann", "key 9"),
        "the start of a server": lambda: load(writer.log, writer._safe, Memory()),
    }
    found = {}
    for name, work in works.items():
        with counting(engine, reports, archive, recovery) as found[name]:
            work()
    return found


def test_every_look_costs_the_same_after_twenty_times_the_days(writer: Writer) -> None:
    """Counted in steps of SQLite's machine, statements and decoded records; never in time."""
    play_days(writer, 3)
    few = looks(writer)
    play_days(writer, 57)
    many = looks(writer)
    for name, before in few.items():
        now = many[name]
        told = f"{name}: {before} before, {now} now"
        # What came since the last snapshot is now more, now less (16 to 25 over 120 days).
        assert now.decoded <= before.decoded + 16, told
        # Where a day begins is found by halving: a question more when there are twice as many.
        assert now.statements <= before.statements * 1.5, told
        assert now.steps <= before.steps * 2 + 200, told


def test_a_statement_has_an_end(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    play_days(writer, 1)
    reader = Published(writer.log)
    whole = reader.statement("T1/star", 0, 2**62)
    assert whole is not None
    monkeypatch.setattr(meter_statement, "MOST_CHANGES", 1)
    with pytest.raises(InputError, match="1 changes at most: ask for a shorter period"):
        reader.statement("T1/star", 0, 2**62)
