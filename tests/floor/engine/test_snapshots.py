"""Snapshots are a short cut and never the truth: one that was touched is not believed."""

import hashlib
import os
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, text
from structlog.testing import capture_logs
from tests.floor.playing import DealtTable, config, running, wagers_open, wait_for

from longsuit.core.progressive.meter import Meter
from longsuit.floor.engine import batch, recovery
from longsuit.floor.log.codec import decode_state, encode
from longsuit.floor.log.record import Head, Record, fault
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.store.snapshots import Snapshot
from longsuit.floor.tables.commands import PlanSeat

FLOOR = config(T1={"mode": "dealt", "must_hit": {}})
SEED = 11
FLIPS = 24


@pytest.fixture
def played(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A floor with a snapshot of its table and of a meter; its tables and its meters."""
    monkeypatch.setattr(batch, "SNAPSHOT_EVERY", 4)
    with running(database, FLOOR) as floor:
        DealtTable(floor, "T1", {1: "ann", 3: "bob"}, 1_000_00).play(9)
        wait_for(floor, "T1", wagers_open)
        memory = floor.engine.memory
        return database, dict(memory.tables), dict(memory.meters)


def rows(engine: Engine) -> list[dict[str, Any]]:
    with engine.connect() as connection:
        found = connection.execute(text("SELECT * FROM snapshots ORDER BY stream"))
        return [dict(row._mapping) for row in found]


def put(engine: Engine, stream: str, column: str, value: object) -> None:
    change = text(f'UPDATE snapshots SET "{column}" = :value WHERE stream = :stream')
    with engine.begin() as connection:
        connection.execute(change, {"value": value, "stream": stream})


def warned(told: list[Any]) -> set[str]:
    """The streams that a start has told somebody to look at."""
    return {one["stream"] for one in told if one["log_level"] == "warning" and "stream" in one}


def flipped(old: Any, chance: random.Random) -> Any:
    if isinstance(old, int):
        return old ^ 1 << chance.randrange(20)
    if isinstance(old, bytes):
        return bytes([old[0] ^ 1]) + old[1:]
    data = list(old)
    place = chance.choice([i for i, one in enumerate(data) if one.isdigit()])
    # Another digit, so that it still reads as what it was.
    data[place] = str((int(data[place]) + 1 + chance.randrange(8)) % 10)
    return "".join(data)


@pytest.mark.rule("PRG-7")
def test_a_start_does_not_believe_a_touched_snapshot(
    played: tuple[str, dict[str, Any], dict[str, Any]],
) -> None:
    """One cell at a time, seed 11: tables and meters stand as the log has them, with a warning."""
    database, tables, meters = played
    engine = open_database(database)
    noted = rows(engine)
    # Cards are as they come: a hand may have won another meter.
    assert {row["stream"] for row in noted} >= {"table T1", "meter T1/must-hit"}
    chance = random.Random(SEED)
    columns = ("state", "version", "hash", "at", "digest")
    try:
        for number in range(FLIPS):
            column = columns[number % len(columns)]
            row = chance.choice(noted)
            put(engine, row["stream"], column, flipped(row[column], chance))
            with capture_logs() as told, running(database, config()) as floor:
                assert floor.engine.memory.tables == tables, (row["stream"], column)
                assert floor.engine.memory.meters == meters, (row["stream"], column)
            assert warned(told) == {row["stream"]}
            put(engine, row["stream"], column, row[column])
        with capture_logs() as told, running(database, config()) as floor:
            assert floor.engine.memory.meters == meters
        assert warned(told) == set()
    finally:
        engine.dispose()


@pytest.mark.rule("PRG-7")
def test_a_table_has_snapshots_while_somebody_sits_out(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a table knows by seat is in its snapshot: a round begins, and a start believes it."""
    monkeypatch.setattr(batch, "SNAPSHOT_EVERY", 1)
    by = Visitor("player", "ann")
    with running(database, FLOOR) as floor:
        table = DealtTable(floor, "T1", {1: "ann", 3: "bob"}, 1_000_00)
        table.bots[1].must(PlanSeat(by=by.actor, seat=1, plan="out"))
        del table.bots[1]
        table.play(2)
        stood = wait_for(floor, "T1", wagers_open)
        assert stood.plans == {1: "out"}
        reached = floor.engine.memory.heads["table T1"].version
    engine = open_database(database)
    assert {one["stream"]: one["version"] for one in rows(engine)}["table T1"] == reached
    engine.dispose()
    with capture_logs() as told, running(database, FLOOR) as floor:
        assert floor.engine.memory.tables["T1"] == stood
    assert warned(told) == set()


@pytest.mark.rule("PRG-7")
def test_a_meter_that_does_not_add_up_is_read_from_its_start(
    played: tuple[str, dict[str, Any], dict[str, Any]],
) -> None:
    """Even where the digest of the snapshot is made with the house's own key."""
    database, _, meters = played
    engine = open_database(database)
    try:
        log = Log(engine)
        log.keyed_digest = Safe(os.environ[KEY_VARIABLE].encode()).keyed_digest
        known = log.snapshot("meter T1/must-hit")
        assert known is not None
        meter = decode_state("meter T1/must-hit", known.state)
        assert isinstance(meter, Meter)
        state = encode(meter).decode()
        higher = state.replace(f'"value":{meter.value}', f'"value":{meter.value + 2**34}')
        assert higher != state
        for wrong in (higher, "{}", "no state at all"):
            forged = Snapshot(known.stream, known.head, wrong)
            log.write(Commit([], [], [], {}, [forged]))
            with running(database, config()) as floor:
                assert floor.engine.memory.meters == meters
    finally:
        engine.dispose()


@pytest.mark.rule("PRG-7")
def test_a_digest_without_the_key_makes_no_snapshot(
    played: tuple[str, dict[str, Any], dict[str, Any]],
) -> None:
    """Whoever can write to the database can count SHA-256, and cannot make the house's digest."""
    database, tables, _ = played
    engine = open_database(database)
    try:
        noted = next(row for row in rows(engine) if row["stream"] == "table T1")
        state = noted["state"].replace('"stack":', '"stack":9', 1)
        content = [noted[name] for name in ("stream", "version", "hash", "at")]
        digest = hashlib.sha256(msgspec.json.encode([*content, state])).hexdigest()
        put(engine, "table T1", "state", state)
        put(engine, "table T1", "digest", digest)
        with capture_logs() as told, running(database, config()) as floor:
            assert floor.engine.memory.tables == tables
            assert floor.damaged() == {}
        assert warned(told) == {"table T1"}
    finally:
        engine.dispose()


def test_a_log_that_does_not_lead_to_its_snapshot_is_damaged(
    played: tuple[str, dict[str, Any], dict[str, Any]],
) -> None:
    """The house has noted a record there; now it is another, or gone."""
    database, tables, _ = played
    engine = open_database(database)
    last = "SELECT version FROM snapshots WHERE stream = 'table T1'"
    number = "(SELECT id FROM names WHERE name = 'table T1')"
    try:
        for change in (
            f"UPDATE records SET hash = :hash WHERE stream = {number} AND version = ({last})",
            f"DELETE FROM records WHERE stream = {number} AND version >= ({last})",
        ):
            with engine.begin() as connection:
                given = {"hash": bytes(32)} if ":hash" in change else {}
                assert connection.execute(text(change), given).rowcount
            with running(database, config()) as floor:
                assert list(floor.damaged()) == ["table T1"]
                assert floor.engine.memory.tables["T1"].terminal.number <= (
                    tables["T1"].terminal.number
                )
    finally:
        engine.dispose()


def test_a_start_reads_and_checks_what_follows_the_snapshot_and_no_more(
    played: tuple[str, dict[str, Any], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: Counter[str] = Counter()

    def counted(record: Record, head: Head) -> str | None:
        checked[record.stream] += 1
        return fault(record, head)

    monkeypatch.setattr(recovery, "fault", counted)
    with running(played[0], config()) as floor:
        behind = {
            stream: head.version - floor.engine.memory.noted.get(stream, 0)
            for stream, head in floor.engine.memory.heads.items()
        }
        # Among several servers a table is read once to know of it, and once more to run it.
        again = 1 + floor.log.postgres
        times = {stream: again if stream.startswith("table ") else 1 for stream in behind}
        assert checked == Counter({name: behind[name] * times[name] for name in behind})
        assert floor.engine.memory.heads["table T1"].version > 2 * behind["table T1"]
