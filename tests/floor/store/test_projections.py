"""Projections say what the log does: written beside it, made anew from it, compared with it."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, text
from tests.floor.played import play_floor
from tests.floor.playing import DealtTable, config, running

from longsuit.cli.main import main
from longsuit.core.progressive.events import AwardLocked, AwardVoided, Claim, JackpotPaid
from longsuit.floor.audit.merge import Joining
from longsuit.floor.audit.run import audit
from longsuit.floor.ledger.accounts import shown_account
from longsuit.floor.log.codec import events_of
from longsuit.floor.reads.archive import JACKPOTS, Published
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.notify import lock_file
from longsuit.floor.store.projections import fold, rebuild
from longsuit.floor.store.projections.awards import Jackpot

SEED = 20261118
SHORT = 8_000
"""Microseconds of a day that has a few commits of a played floor in it."""


def rows(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all projections."""
    with engine.connect() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(table.select())), key=repr)
            for table in rebuild.PROJECTIONS
        }


def differences(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        found = [rebuild.compare(connection, one) for one in rebuild.streams(connection)]
        return [str(one) for one in (*found, rebuild.stray(connection)) if one is not None]


@pytest.fixture
def played(sqlite_database: str) -> Iterator[Engine]:
    """A floor with everything in it."""
    play_floor(sqlite_database, rounds=3, seed=SEED, running=True)
    engine = open_database(sqlite_database)
    yield engine
    engine.dispose()


@pytest.mark.parametrize("number", range(3))
def test_a_rebuild_gives_exactly_the_rows_that_were_written(
    database: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was played, in however many commits, and in pieces of any size."""
    chance = random.Random(SEED + number)
    monkeypatch.setattr(fold, "DAY", SHORT)
    monkeypatch.setattr(rebuild, "_PIECE", chance.randrange(1, 60))
    play_floor(database, rounds=chance.randrange(1, 5), seed=SEED + number, running=True)
    engine = open_database(database)
    written = rows(engine)
    assert all(written.values()), "every projection has rows"
    assert differences(engine) == [], f"seed {SEED + number}"
    with engine.begin() as connection:
        counted = rebuild.rebuild(connection)
    again = rows(engine)
    engine.dispose()
    assert again == written, f"seed {SEED + number}"
    assert counted == {name: len(found) for name, found in written.items()}


TABLE = "stream IN (SELECT id FROM names WHERE name LIKE 'table %')"
LIES = {
    "a round elsewhere": ("UPDATE rounds SET first = first - 1 WHERE number = 2", "its round 2"),
    "another result": ("UPDATE rounds SET returned = returned + 1 WHERE number = 1", "its round 1"),
    "a round that goes on": ("UPDATE rounds SET last = NULL WHERE number = 1", "not what the log"),
    "a round that is none": (
        "INSERT INTO rounds (stream, number, first, began) "
        "SELECT stream, 99, 7, 7 FROM rounds LIMIT 1",
        "its round 99 in the list of rounds comes from nothing",
    ),
    "no such round": ("DELETE FROM rounds WHERE number = 1", "is missing"),
    "nonsense": ("UPDATE rounds SET first = 'x' WHERE number = 1", "its round 1"),
    "settings of another record": ("UPDATE setups SET version = version + 1", "list of settings"),
    "no settings": ("DELETE FROM setups", "record 1 in the list of settings is missing"),
    "a larger jackpot": ("UPDATE jackpots SET cents = cents + 1", "in the register is not what"),
    "a jackpot that was not paid": ("UPDATE jackpots SET state = 2", "in the register is not"),
    "no jackpot": ("DELETE FROM jackpots", "in the register is missing"),
    "money": ("UPDATE balances SET mites = mites + 10000 WHERE mites <> 0", "and its entries come"),
    "no balance": (f"DELETE FROM balances WHERE {TABLE}", "the balance of cage is missing"),
    "a day's balance": ("UPDATE day_balances SET mites = mites - 1", "at the end of day"),
    "a balance of nothing": (
        "INSERT INTO day_balances SELECT stream, account, 3, 5 FROM day_balances LIMIT 1",
        "at the end of day 3 comes from nothing",
    ),
    "a day that is none": ("UPDATE day_balances SET day = 'x' WHERE mites < 0", "at the end"),
    "no stream": ("INSERT INTO balances VALUES (1, 999999, 5)", "a stream without a record"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_false_row_is_named_by_the_audit_and_mended_by_a_rebuild(
    played: Engine, lie: str
) -> None:
    """Who falsifies one and leaves log and ledger alone is found."""
    change, told = LIES[lie]
    right = rows(played)
    with played.begin() as connection:
        assert connection.execute(text(change)).rowcount
    found = audit(Log(played), workers=1)
    assert not found.clean and told in found.fault, found.fault
    with played.begin() as connection:
        rebuild.rebuild(connection)
    assert rows(played) == right and differences(played) == []


def test_an_audit_beside_a_server_that_writes_finds_no_false_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written after its moment is in the rows, and not in what it has recomputed."""
    with running(f"sqlite:///{tmp_path / 'x.db'}", config(T1={"mode": "dealt"})) as floor:
        table = DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
        table.play(1)
        plain = Joining.finish

        def finish(self: Joining, *args: Any) -> None:
            table.play(1)
            plain(self, *args)

        monkeypatch.setattr(Joining, "finish", finish)
        assert audit(floor.log, workers=1).fault == ""


# Reads


def jackpots_by_reading(log: Log, meter: str) -> list[Jackpot]:
    """The slow twin of the register: every event of a meter, the newest award first."""
    found: dict[Claim, Jackpot] = {}
    for record in log.each(f"meter {meter}"):
        for event in events_of(record):
            match event:
                case AwardLocked(claim=claim):
                    place = (claim.table, claim.round, claim.number, event.seat, event.hand)
                    state = (event.amount, record.at, "pending", "", None)
                    found[claim] = Jackpot(record.version, *place, *state)  # type: ignore[arg-type]
                case JackpotPaid(claim=claim):
                    paid = {"state": "paid", "player": event.player, "closed": record.at}
                    found[claim] = replace(found[claim], **paid)
                case AwardVoided(claim=claim):
                    found[claim] = replace(found[claim], state="voided", closed=record.at)
    return list(found.values())[::-1]


def test_the_register_has_every_jackpot_with_what_became_of_it(played: Engine) -> None:
    log = Log(played)
    states: set[str] = set()
    reader = Published(log)
    for stream in log.streams():
        if stream.startswith("meter "):
            meter = stream.removeprefix("meter ")
            slow = jackpots_by_reading(log, meter)
            assert reader.jackpots(meter, 10**9) == slow[:JACKPOTS]
            states.update(one.state for one in slow)
            for place, one in enumerate(slow[:5], 1):
                assert reader.jackpots(meter, one.record) == slow[place : place + JACKPOTS]
    assert {"paid", "voided"} <= states
    assert reader.jackpots("none", 10**9) == []


def test_balances_are_what_all_entries_come_to(played: Engine) -> None:
    slow: dict[str, int] = {}
    with played.connect() as connection:
        for row in connection.execute(text("SELECT source, target, mites FROM postings_told")):
            slow[row.source] = slow.get(row.source, 0) - row.mites
            slow[row.target] = slow.get(row.target, 0) + row.mites
    reader = Published(Log(played))
    for account, mites in slow.items():
        assert reader.balances(account) == {account: mites}
    shown: dict[str, int] = {}
    for account, mites in slow.items():
        name = shown_account(account)
        shown[name] = shown.get(name, 0) + mites
    assert reader.balances() == shown and sum(shown.values()) == 0
    assert reader.balances("player Nobody") == {}


# The command


def call(*args: str) -> int:
    return main(["rebuild", "--db", "floor.db", *args])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    play_floor("floor.db", rounds=1, seed=SEED)
    return tmp_path / "floor.db"


def test_the_command_checks_and_mends(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--check") == 0
    assert "are what the log says" in capsys.readouterr().out
    engine = open_database(str(here))
    right = rows(engine)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM rounds WHERE number = 1"))
    wrong = rows(engine)
    assert call("--check") == 1
    assert "its round 1 in the list of rounds is missing." in capsys.readouterr().out
    assert rows(engine) == wrong, "a check changes nothing"
    assert call("--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rows"] == {name: len(found) for name, found in right.items()}
    assert rows(engine) == right
    engine.dispose()
    assert call("--check", "--json") == 0
    assert json.loads(capsys.readouterr().out)["difference"] == ""


def test_nothing_is_rebuilt_under_a_server(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with lock_file(here):
        assert call() == 2
        assert "A server runs the floor in floor.db: stop it first" in capsys.readouterr().err
        assert call("--check") == 0


def test_no_floor_is_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rebuild", "--db", str(tmp_path / "none.db")]) == 2
    assert "There is no database" in capsys.readouterr().err
