"""The log in the database: one writer a version, one commit for all, no late commit skipped."""

import hashlib
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, text
from tests.golden_floor import load_into, unpack

from longsuit.core.errors import InputError
from longsuit.core.progressive.ledger import Purpose, Transfer
from longsuit.floor.log.record import Head, make_record
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store import event_log as store_log
from longsuit.floor.store.database import migrate, open_database, upgrade
from longsuit.floor.store.event_log import Commit, Lease, Log
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.ledger_rows import Posting
from longsuit.floor.store.notify import make_notice
from longsuit.floor.store.receipts import Receipt
from longsuit.floor.store.schema import metadata
from longsuit.floor.store.snapshots import Snapshot
from longsuit.floor.store.transactions import LeaseLost, Stale

KEYED = Safe(b"A" * 43 + b"=").keyed_digest
OTHER = b"B" * 43 + b"="


def commit(
    stream: str, head: Head, *, key: str = "k", sealed: dict[str, bytes | None] | None = None
) -> Commit:
    """One record with a posting and a receipt."""
    record = make_record(stream, head, 1_000_000, "system", key, b"\x90")
    entry = Transfer("house", "tray T", 5, Purpose.SEED)
    posting = Posting(stream, record.version, 1, record.at, entry)
    receipt = Receipt("system", key, 0, 1, 1)
    return Commit([record], [posting], [receipt], sealed or {}, [])


def rows(engine: Engine, table: str) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def differences(engine: Engine) -> list[Any]:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        found: list[Any] = compare_metadata(context, metadata)
    if engine.dialect.name == "sqlite":
        # There the position is the order of commits, and needs no index.
        found = [one for one in found if one[1].name != "records_in_commit_order"]
    return found


def test_a_new_floor_has_the_tables_of_the_schema(engine: Engine) -> None:
    assert differences(engine) == []
    migrate(engine)  # a second time changes nothing
    with engine.connect() as connection:
        assert connection.execute(text("SELECT 1 FROM records_told, postings_told")).all() == []


def upgraded(url: str) -> list[Any]:
    upgrade(url)
    engine = open_database(url)
    try:
        return differences(engine)
    finally:
        engine.dispose()


def test_the_migrations_make_the_tables_of_the_schema(tmp_path: Path, bare_postgres: str) -> None:
    """Out of those of the oldest form."""
    oldest = unpack(1, tmp_path)
    load_into(bare_postgres, oldest)
    assert [upgraded(url) for url in (str(oldest), bare_postgres)] == [[], []]


def test_a_version_has_one_writer_and_the_loser_writes_nothing(engine: Engine) -> None:
    log = Log(engine)
    log.write(commit("table T", Head(), key="first", sealed={"seed T 1": b"x"}))
    with pytest.raises(Stale):
        log.write(commit("table T", Head(), key="second", sealed={"seed T 2": b"y"}))
    assert [record.command for record in log.read("table T")] == ["first"]
    assert (rows(engine, "postings"), rows(engine, "receipts")) == (1, 1)
    assert log.vault() == {"seed T 1": b"x"}


def test_a_key_has_one_receipt(engine: Engine) -> None:
    """Two commands under one key cannot both be written, whatever streams they are for."""
    log = Log(engine)
    log.write(commit("table T", Head(), key="same"))
    with pytest.raises(Stale):
        log.write(commit("table U", Head(), key="same"))
    assert log.streams() == ["table T"]


def test_secrets_are_replaced_and_taken_out(engine: Engine) -> None:
    log = Log(engine)
    log.write(commit("table T", Head(), key="a", sealed={"one": b"1", "two": b"2"}))
    head = log.head("table T")
    log.write(commit("table T", head, key="b", sealed={"one": b"3", "two": None, "no": None}))
    assert log.vault() == {"one": b"3"}


def test_snapshots_keep_the_last(engine: Engine) -> None:
    log = Log(engine)
    log.keyed_digest = KEYED
    for version in (1, 2):
        log.write(commit("table T", log.head("table T"), key=f"k{version}"))
        snapshot = Snapshot("table T", log.head("table T"), f"state {version}")
        log.write(Commit([], [], [], {}, [snapshot]))
    assert log.snapshot("table T") == Snapshot("table T", log.head("table T"), "state 2")
    assert log.snapshot("table U") is None


def test_a_snapshot_that_another_key_has_made_is_none(engine: Engine) -> None:
    log = Log(engine)
    log.write(commit("table T", Head()))
    snapshot = Snapshot("table T", log.head("table T"), "state")
    for key in (lambda content: hashlib.sha256(content).hexdigest(), Safe(OTHER).keyed_digest):
        log.keyed_digest = key
        log.write(Commit([], [], [], {}, [snapshot]))
        assert log.snapshot("table T") == snapshot
        log.keyed_digest = KEYED
        assert log.snapshot("table T") is None
    log.keyed_digest = None
    assert log.snapshot("table T") is None


def test_streams_are_read_in_pieces(engine: Engine) -> None:
    log = Log(engine)
    for number in range(7):
        stream = f"table {number % 2}"
        log.write(commit(stream, log.head(stream), key=f"k{number}"))
    assert [record.version for record in log.each("table 0", size=2)] == [1, 2, 3, 4]
    assert [record.version for record in log.read("table 1", after=1)] == [2, 3]


def test_the_last_version_of_every_stream(engine: Engine) -> None:
    log = Log(engine)
    assert log.heads() == log.heads(["table A"]) == {}
    for number in range(7):
        stream = f"table {'ABC'[number % 3]}"
        log.write(commit(stream, log.head(stream), key=f"k{number}"))
    assert log.heads() == {"table A": 3, "table B": 2, "table C": 2}
    assert log.heads(["table C", "table no"]) == {"table C": 2}


def test_a_notice_names_the_streams_unless_they_are_too_many() -> None:
    assert make_notice("me", ["table A", "meter x", "table A"]) == "me\ntable A\nmeter x"
    assert make_notice("me", (f"table {number:040}" for number in range(500))) == "me"


# Leases


def test_a_lease_has_one_holder_and_runs_out(engine: Engine) -> None:
    first, second = Leases(engine, "first", 60), Leases(engine, "second", 60)
    lease = first.take("T")
    assert lease == Lease("T", "first", 1)
    assert second.take("T") is None
    assert first.renew([lease]) == [lease]
    with engine.begin() as connection:
        connection.execute(text("UPDATE leases SET expires = 0"))
    taken = second.take("T")
    assert taken == Lease("T", "second", 2)
    assert first.renew([lease]) == []
    assert second.holders()["T"] == ("second", False)
    second.give_up([taken])
    assert first.take("T") == Lease("T", "first", 3)


def test_who_lost_the_lease_cannot_write(engine: Engine) -> None:
    """Fencing: the old holder finds out only when it writes, and writes nothing."""
    log = Log(engine)
    lease = Leases(engine, "old", 60).take("T")
    assert lease is not None
    log.write(commit("table T", Head(), key="held"), [lease])
    newer = Leases(engine, "new", 60).take("T", by_force=True)
    assert newer is not None
    assert newer.token > lease.token
    with pytest.raises(LeaseLost, match="T"):
        log.write(commit("table T", log.head("table T"), key="lost"), [lease])
    assert [record.command for record in log.read("table T")] == ["held"]
    log.write(commit("table T", log.head("table T"), key="new"), [newer])


def test_many_fight_for_a_lease_and_one_wins(engine: Engine) -> None:
    won: list[Lease] = []

    def fight(number: int) -> None:
        lease = Leases(engine, f"process {number}", 60).take("T")
        if lease is not None:
            won.append(lease)

    threads = [threading.Thread(target=fight, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1


# What a user may get wrong


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://x/y", "Longsuit keeps its log in SQLite or PostgreSQL, not mysql"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "cannot be used"),
        ("sqlite:////no/such/folder/floor.db", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_gets_one_sentence(url: str, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        open_database(url)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("most", "at_once"), [(2000, 50), (2, 50), (2000, 1)])
def test_news_of_streams_is_all_that_follows(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, most: int, at_once: int
) -> None:
    """In one question or stream by stream, whichever it takes."""
    log = Log(engine)
    monkeypatch.setattr(store_log, "_STREAMS_AT_ONCE", at_once)
    for number in range(9):
        stream = f"meter {'abc'[number % 3]}"
        log.write(commit(stream, log.head(stream), key=f"k{number}"))
    after = {"meter a": 1, "meter b": 3, "meter d": 0}
    found = {stream: list(news) for stream, news in log.news(after, most).items()}
    assert {stream: [one.version for one in news] for stream, news in found.items()} == {
        "meter a": [2, 3],
        "meter b": [],
        "meter d": [],
    }
    assert found["meter a"] == log.read("meter a", 1)
    assert log.news({}) == {}
