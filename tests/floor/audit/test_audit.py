"""The audit: a floor that was played is clean, however it is read; a flipped bit is found."""

import random
import sqlite3
import threading
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from bench.audit import Writer
from sqlalchemy import Engine, text
from sqlalchemy.exc import DataError, IntegrityError
from tests.extent import extent
from tests.floor.audit.forged import Entries, load, save, save_people
from tests.floor.people.staffed import house
from tests.floor.played import DEE, SUE, TABLES, Bots, play_floor

from longsuit.core.errors import InputError
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM, Actor
from longsuit.floor.audit import run as auditing
from longsuit.floor.audit.run import AuditReport, audit
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.people.identity import PASSWORDS
from longsuit.floor.slips.register import SLIPS
from longsuit.floor.store.database import open_database, open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.schema import postings, records
from longsuit.floor.tables import commands as asked

SEED = 5
FLIPS = extent({"sqlite": 34, "postgresql": 17}, {"sqlite": 102, "postgresql": 51})
"""Of the cells that are hashed or posted: each column once or twice, at the least."""
MEANWHILE = extent(12, 100)
"""Rounds of each table that are played while an audit reads."""
PEOPLE_FLIPS, NUMBER_FLIPS, FILE_FLIPS = extent((12, 18, 30), (36, 45, 90))


@pytest.fixture(scope="module")
def small_log(tmp_path_factory: pytest.TempPathFactory) -> Entries:
    """A few rounds of everything, and people who change."""
    url = str(tmp_path_factory.mktemp("played") / "floor.db")
    play_floor(url, rounds=3, seed=SEED, running=True)
    engine = open_database(url)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PASSWORDS, "hasher", PasswordHasher(1, 8, 1))
        house(engine)
    entries = load(engine)
    engine.dispose()
    return entries


@pytest.fixture
def forged(engine: Engine, small_log: Entries) -> Engine:
    """That log on each database."""
    save(engine, small_log)
    save_people(engine, small_log)
    return engine


def figures(report: AuditReport) -> dict[str, Any]:
    """All of a report but the time it took."""
    names = set(AuditReport.__struct_fields__) - {"seconds"}
    return {name: getattr(report, name) for name in names}


# Nothing is wrong


@pytest.mark.rule("PRG-7", "TBL-5")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_floor_that_was_played_is_clean(database: str, seed: int) -> None:
    done = play_floor(database, rounds=15, seed=seed, running=True)
    engine = open_to_read(database)
    report = audit(Log(engine))
    engine.dispose()
    assert report.fault == ""
    assert report.clean
    assert report.records > done > 1000
    ours = {"ctf star", "ctf heart", "ctf must-hit", "hcf main"}
    meters = ours | {f"practice {name}" for name in ours} | {"shelf"}
    # The shelf is a meter of table S1 that is retired; slips have a stream of their own.
    assert report.streams == len({*TABLES, "S1"}) + len(meters) + len({SLIPS})
    assert report.open_rounds == 3
    assert report.rounds > report.shuffles > report.settlements > 50
    assert report.awards > 10
    assert set(report.meters) == meters
    assert report.meters["shelf"] == 0
    for books in ("", "practice "):
        kinds = {
            kind: mites
            for kind, mites in report.balances.items()
            if kind.split()[:-1] == books.split()
        }
        assert sum(kinds.values()) == 0
        held = {f"{books}{name}" for name in ours}
        assert kinds[f"{books}meter"] == sum(report.meters[name] for name in held)
    assert report.balances["pending"] > 0


def test_it_comes_to_the_same_however_the_log_is_cut(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stretches that end anywhere, in this process and in others."""
    play_floor(database, rounds=6, seed=SEED, running=True)
    engine = open_database(database)
    log = Log(engine)
    whole = figures(audit(log))
    assert whole["fault"] == ""
    cuts = [(3, 17), (50, 200)]
    if engine.dialect.name == "sqlite":
        cuts.append((1, 1))
    for first, size in sorted(cuts):
        monkeypatch.setattr(auditing, "FIRST_STRETCH", first)
        monkeypatch.setattr(auditing, "STRETCH", size)
        assert figures(audit(log, workers=1)) == whole
    heard: list[tuple[int, int]] = []
    told = audit(log, workers=2, progress=lambda done, total: heard.append((done, total)))
    assert figures(told) == whole
    assert heard == sorted(heard)
    assert heard[-1][0] == heard[-1][1]
    engine.dispose()


@pytest.mark.rule("TBL-3")
def test_plans_of_seats_are_followed_across_cuts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who leaves or sits out said so in a round that another stretch has."""
    monkeypatch.setattr(auditing, "FIRST_STRETCH", 1)
    monkeypatch.setattr(auditing, "STRETCH", 1)
    database = str(tmp_path / "floor.db")
    writer = Writer(database, SEED)
    Bots(writer).open(TABLES["H1"]())
    writer.must(asked.BeginRound(by=SYSTEM), "H1")
    people = {1: Actor("player", "Ann"), 3: Actor("player", "Bob")}
    for seat, by in people.items():
        sits = asked.SeatPlayer(by=DEE, seat=seat, player=by.name, stack=1_000_00)
        writer.must(sits, "H1")
        writer.must(ask.PlaceWagers(by=by, seat=seat, wagers={"ante": 5_00}), "H1")
    writer.must(ask.StartRound(by=DEE), "H1")
    writer.must(asked.PlanSeat(by=people[1], seat=1, plan="leave"), "H1")
    writer.must(asked.PlanSeat(by=people[3], seat=3, plan="out"), "H1")
    for _ in range(2):
        writer.must(ask.CancelRound(by=SUE, reason="a test"), "H1")
        writer.must(asked.BeginRound(by=SYSTEM), "H1")
        if 1 in writer.table("H1").seated():
            writer.must(asked.UnseatPlayer(by=SYSTEM, seat=1), "H1")
    assert writer.table("H1").plans == {3: "out"}
    writer.must(asked.PlanSeat(by=people[3], seat=3, plan="play"), "H1")
    # Whoever wagers sits out no longer, and may plan it again; so may whoever comes next.
    writer.must(asked.PlanSeat(by=people[3], seat=3, plan="out"), "H1")
    writer.must(ask.PlaceWagers(by=people[3], seat=3, wagers={"ante": 5_00}), "H1")
    writer.must(asked.PlanSeat(by=people[3], seat=3, plan="out"), "H1")
    writer.must(asked.UnseatPlayer(by=DEE, seat=3), "H1")
    writer.must(asked.SeatPlayer(by=DEE, seat=3, player="Cy", stack=1_000_00), "H1")
    writer.must(asked.PlanSeat(by=Actor("player", "Cy"), seat=3, plan="out"), "H1")
    writer.close()
    engine = open_to_read(database)
    report = audit(Log(engine), workers=1)
    engine.dispose()
    assert report.fault == ""


def test_a_floor_that_goes_on_meanwhile(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written while the audit reads is left for the next one."""
    monkeypatch.setattr(auditing, "FIRST_STRETCH", 20)
    monkeypatch.setattr(auditing, "STRETCH", 60)
    writer = Writer(database, SEED)
    bots = Bots(writer)
    for name in ("C1", "C2", "L1"):
        bots.open(TABLES[name]())
    writer.flush()
    stop = threading.Event()

    def go_on() -> None:
        # However slow the audit is: a longer log would only make it slower.
        for _ in range(MEANWHILE):
            for name in ("C1", "C2", "L1"):
                bots.play(name, 1)
            writer.flush()
            if stop.is_set():
                break

    playing = threading.Thread(target=go_on)
    playing.start()
    engine = open_to_read(database)
    try:
        reports = [audit(Log(engine), workers=1) for _ in range(4)]
    finally:
        stop.set()
        playing.join()
        writer.close()
        engine.dispose()
    assert [report.fault for report in reports] == [""] * 4
    assert reports[-1].records >= reports[0].records


def test_an_empty_log_is_clean(engine: Engine) -> None:
    report = audit(Log(engine))
    assert report.clean
    assert (report.streams, report.records, report.postings) == (0, 0, 0)


def test_the_fingerprint_is_of_where_the_streams_end(forged: Engine, small_log: Entries) -> None:
    before = audit(Log(forged)).fingerprint
    assert audit(Log(forged)).fingerprint == before
    save(forged, small_log[:-1])
    assert audit(Log(forged)).fingerprint != before


# One bit

HASHED = ("stream", "version", "at", "who", "command", "schema", "program", "events", "hash")
POSTED = ("stream", "version", "line", "at", "source", "target", "mites", "purpose")
KNOWN = ("name", "role", "active")
CELLS = [*(("records", name) for name in HASHED), *(("postings", name) for name in POSTED)]
NAMES = ("names", "name")
"""What all of them are called."""
PEOPLE_CELLS = [*(("records", name) for name in HASHED), *(("people", name) for name in KNOWN)]
KEYS = {"records": "position", "postings": "id", "people": "created", "names": "id"}


class Flipper:
    """Flips one bit of one cell, and puts it back."""

    def __init__(self, engine: Engine, only: str = "") -> None:
        self.engine = engine
        self.only = only
        self.sqlite = engine.dialect.name == "sqlite"

    def _rows(self, table: str) -> tuple[str, list[Any]]:
        key = KEYS[table]
        stream = {"people": f"'{PEOPLE}'", "names": "''"}.get(table, "stream")
        told = f"{table}_told" if stream == "stream" else table
        with self.engine.connect() as connection:
            found = connection.execute(text(f'SELECT "{key}", {stream} FROM {told} ORDER BY 1'))
            return key, [row for row in found if self.only in ("", row[1])]

    def flip(
        self, chance: random.Random, table: str, column: str
    ) -> tuple[set[str], tuple[Any, ...]] | None:
        """The streams that it may be blamed on, and how to undo it."""
        key, rows = self._rows(table)
        number, stream = chance.choice(rows)
        with self.engine.connect() as connection:
            where = {"number": number}
            query = text(f'SELECT "{column}" FROM {table} WHERE "{key}" = :number')
            old = connection.execute(query, where).scalar_one()
        new: Any
        if isinstance(old, bool):
            new = not old
        elif isinstance(old, int):
            new = old ^ 1 << chance.randrange(31)
        elif isinstance(old, bytes):
            new = _flipped(old, chance)
        else:
            new = _Text(_flipped(old.encode(), chance))
        if isinstance(new, _Text) and not self.sqlite:
            try:
                new = new.decode()
            except UnicodeDecodeError:
                return None
        # With another name it is a record of whatever is called so.
        blamed = set() if column == "stream" or table == "names" else {stream}
        try:
            self.put(table, key, number, column, new)
        except (IntegrityError, DataError, ValueError):
            return None  # two records of one version, or a zero byte in PostgreSQL
        return blamed, (table, key, number, column, old)

    def put(self, table: str, key: str, number: int, column: str, value: Any) -> None:
        cast = "CAST(:value AS TEXT)" if isinstance(value, _Text) else ":value"
        change = text(f'UPDATE {table} SET "{column}" = {cast} WHERE "{key}" = :number')
        with self.engine.begin() as connection:
            connection.execute(change, {"value": value, "number": number})


class _Text(bytes):
    """Bytes that are put where text should be."""


def _flipped(old: bytes, chance: random.Random) -> bytes:
    data = bytearray(old)
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def test_any_flipped_bit_is_found_and_its_stream_named(forged: Engine) -> None:
    """One bit of one cell that is hashed or posted, many times; seed 5."""
    flip_and_audit(forged, [*CELLS, NAMES], FLIPS[forged.dialect.name])


def test_any_flipped_bit_among_people_is_found(forged: Engine) -> None:
    """In the stream of people, and in the table that it leads to; seed 5."""
    flip_and_audit(forged, PEOPLE_CELLS, PEOPLE_FLIPS, only=PEOPLE)


def flip_and_audit(
    engine: Engine, cells: list[tuple[str, str]], times: int, *, only: str = ""
) -> None:
    chance, flipper, log = random.Random(SEED), Flipper(engine, only), Log(engine)
    found = 0
    while found < times:
        table, column = cells[found % len(cells)]
        flip = flipper.flip(chance, table, column)
        if flip is None:
            continue
        blamed, undo = flip
        report = audit(log, workers=1)
        assert not report.clean, f"{table}.{column} {undo}"
        assert not blamed or report.fault.partition(", record ")[0] in blamed, report.fault
        flipper.put(*undo)
        found += 1
    assert audit(log).clean


BOOKKEEPING = (("records", "tx"), ("records", "position"), ("postings", "id"))
"""What the database needs for itself: no part of any record's content."""


def test_every_column_is_flipped_somewhere() -> None:
    cells = {*CELLS, *BOOKKEEPING}
    for table in (records, postings):
        assert {name for one, name in cells if one == table.name} == {*table.c.keys()}


def test_a_flipped_bit_in_what_the_database_numbers(database: str) -> None:
    """On SQLite any is found; on PostgreSQL any that changes an order or cannot be; seed 5."""
    play_floor(database, rounds=2, seed=SEED, running=True)
    engine = open_database(database)
    sqlite = engine.dialect.name == "sqlite"
    chance, log, found = random.Random(SEED), Log(engine), 0
    assert audit(log, workers=1).fault == ""
    for number in range(NUMBER_FLIPS):
        table, column = BOOKKEEPING[number % 3]
        key, rows = Flipper(engine)._rows(table)
        place = chance.choice(rows)[0]
        with engine.connect() as connection:
            query = text(f'SELECT "{column}" FROM {table} WHERE "{key}" = :place')
            old = connection.execute(query, {"place": place}).scalar_one()
        new = old ^ 1 << chance.randrange(40)
        try:
            Flipper(engine).put(table, key, place, column, new)
        except IntegrityError:
            continue  # another row has that number
        broken = sqlite or not _in_order(engine, table)
        clean = audit(log, workers=1).clean
        assert not (broken and clean), (table, column, old, new)
        found += not clean
        Flipper(engine).put(table, key, new if key == column else place, column, old)
    assert found > NUMBER_FLIPS // 3
    assert audit(log, workers=1).fault == ""
    engine.dispose()


def _in_order(engine: Engine, table: str) -> bool:
    """Whether PostgreSQL's numbers rise along every stream, none of them still to come."""
    columns = "tx, position" if table == "records" else "id"
    order = "version" if table == "records" else "version, line"
    with engine.connect() as connection:
        rows = connection.execute(
            text(f"SELECT stream, {columns} FROM {table} ORDER BY stream, {order}")
        ).all()
        latest = connection.execute(
            text("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1")
        ).scalar_one()
    for (one, *before), (other, *after) in pairwise(rows):
        # Each of the two numbers by itself: neither a transaction nor a place goes back.
        if one == other and not (before[0] <= after[0] and before[-1] < after[-1]):
            return False
    return table == "postings" or all(0 <= row.tx <= latest for row in rows)


def test_a_log_from_another_postgresql(postgres_database: str) -> None:
    """Its transactions may have got further there: here they are all through."""
    play_floor(postgres_database, rounds=1, seed=SEED)
    engine = open_database(postgres_database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE records SET tx = tx + 1000000000000"))
    assert "transaction" in audit(Log(engine), workers=1).fault
    engine.dispose()
    engine = open_database(postgres_database)
    log = Log(engine)
    assert audit(log, workers=1).fault == ""
    engine.dispose()


def test_the_numbers_of_the_rows_themselves(sqlite_database: str, small_log: Entries) -> None:
    """SQLite counts on without a gap, so that even those cannot change."""
    engine = open_database(sqlite_database)
    save(engine, small_log)
    save_people(engine, small_log)
    for table, key in (("records", "position"), ("postings", "id")):
        for old, new in ((1, 0), (1, -1), (7, 7 + 2**20)):
            flipper = Flipper(engine)
            flipper.put(table, key, old, key, new)
            assert not audit(Log(engine), workers=1).clean, (table, new)
            flipper.put(table, key, new, key, old)
    assert audit(Log(engine)).clean
    engine.dispose()


def test_any_flipped_bit_of_the_file(tmp_path: Path, small_log: Entries) -> None:
    """Whatever bit of a SQLite file: it is found, or the log reads the same; seed 5."""
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"
    engine = open_database(str(whole))
    save(engine, small_log)
    save_people(engine, small_log)
    engine.dispose()
    content, before = whole.read_bytes(), _read_all(whole)
    chance, found = random.Random(SEED), 0
    for _ in range(FILE_FLIPS):
        data = bytearray(content)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        for left in tmp_path.glob("broken.db*"):
            left.unlink()
        broken.write_bytes(data)
        try:
            engine = open_to_read(str(broken))
        except InputError:
            found += 1
            continue
        report = audit(Log(engine), workers=1)
        engine.dispose()
        if report.clean:
            assert _read_all(broken) == before
        found += not report.clean
    # Much of a file is room between records: how much, differs a little each time.
    assert found > FILE_FLIPS // 10


def test_a_damaged_schema_is_told(tmp_path: Path, small_log: Entries) -> None:
    """A column under another name is found before anything of the log is read."""
    engine = open_database(str(tmp_path / "broken.db"))
    save(engine, small_log)
    engine.dispose()
    with closing(sqlite3.connect(tmp_path / "broken.db")) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        changed = "UPDATE sqlite_master SET sql = replace(sql, 'events', 'evens')"
        connection.execute(f"{changed} WHERE name = 'records'")
    with pytest.raises(InputError, match=r"broken\.db cannot be read: no such column"):
        open_to_read(str(tmp_path / "broken.db"))


def _read_all(path: Path) -> list[Any]:
    """The tables as they lie in the file, without their indexes."""
    with closing(sqlite3.connect(path)) as connection:
        ask = "SELECT * FROM {} NOT INDEXED ORDER BY 1"
        return [
            connection.execute(ask.format(one)).fetchall()
            for one in ("records", "postings", "names")
        ]
