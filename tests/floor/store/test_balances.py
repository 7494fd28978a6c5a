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
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.statement import Statement, statement
from longsuit.core.round.commands import SYSTEM, CancelRound
from longsuit.floor.engine import batch, recovery
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import load
from longsuit.floor.ledger.accounts import shown_account
from longsuit.floor.log.codec import events_of
from longsuit.floor.reads import archive
from longsuit.floor.reads.archive import Published
from longsuit.floor.reports import day as reports
from longsuit.floor.reports.day import day_at, read_day
from longsuit.floor.store import report_rows
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.projections import fold
from longsuit.floor.store.report_rows import Balance, reading
from longsuit.floor.tables.commands import BeginRound, SeatPlayer

SEED = 20261116
SHORT = 8_000
"""Microseconds of a day that has a few commits of a played floor in it."""
SEATS = {1: "Ann", 2: "Bob"}


@pytest.fixture
def short_days(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (fold, report_rows):
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


def all_replayed(log: Log, meter: str, start: int, end: int) -> Statement | None:
    """The slow twin of a statement: the meter's whole history, event by event."""
    history: list[MeterEvent] = []
    first = 0
    for record in log.each(f"meter {meter}"):
        if record.at >= end:
            break
        history.extend(events_of(record))
        first = len(history) if record.at < start else first
    return statement(history, first) if history else None


def plain(found: Statement | None) -> Any:
    """A statement without when, who and where."""
    if found is None:
        return None
    changes = [(one.account, one.kind, one.mites, one.why) for one in found.changes]
    ends = (found.opening, found.opening_reserve, found.closing, found.closing_reserve)
    return (found.meter, ends, found.pending, changes, found.unexplained)


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


def test_a_statement_is_what_the_whole_history_says(played: Engine) -> None:
    log, chance, entries = Log(played), random.Random(SEED), ledger(played)
    locked = [one for one in entries if "pending " in one.target]
    pending = 0
    names = [name.removeprefix("meter ") for name in log.streams() if name.startswith("meter ")]
    times = [one.at for one in entries]
    for meter in names:
        periods = [
            sorted(chance.choice(times) + chance.choice((-1, 0, 1)) for _ in "ab") for _ in range(5)
        ]
        periods += [[0, one.at + 1] for one in locked if one.stream == f"meter {meter}"][:3]
        for start, end in periods:
            found = Published(log).statement(meter, start, end)
            assert plain(found) == plain(all_replayed(log, meter, start, end)), (SEED, meter)
            pending += found.pending if found is not None else 0
        whole = Published(log).statement(meter, 0, 2**62)
        assert plain(whole) == plain(all_replayed(log, meter, 0, 2**62))
        assert Published(log).statement(meter, 0, times[0]) is None
    assert pending > 0, "some of them were taken while an award was pending"


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
        assert now.decoded <= before.decoded + 8, told
        # Where a day begins is found by halving: a question more when there are twice as many.
        assert now.statements <= before.statements * 1.5, told
        assert now.steps <= before.steps * 2 + 200, told


def test_a_statement_has_an_end(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    play_days(writer, 1)
    reader = Published(writer.log)
    whole = reader.statement("T1/star", 0, 2**62)
    assert whole is not None
    monkeypatch.setattr(archive, "MOST_CHANGES", 2)
    with pytest.raises(InputError, match="2 changes at most: ask for a shorter one"):
        reader.statement("T1/star", 0, 2**62)
