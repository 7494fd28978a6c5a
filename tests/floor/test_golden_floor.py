"""Golden floors: each form that the log ever had opens, goes on, is audited and reported."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from bench.audit import Writer
from msgspec.structs import astuple, replace
from sqlalchemy import update
from tests.floor.played import Bots
from tests.golden_floor import FOLDER, KEY, SEED, expected, figures, load_into, unpack

from longsuit.core.progressive.events import MeterEvent
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import SCHEMA, Head, record_hash
from longsuit.floor.people.changes import PeopleEvent
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.backup import backup, restore
from longsuit.floor.store.database import open_database, open_to_read, upgrade
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.names import number_of
from longsuit.floor.store.schema import records
from longsuit.floor.tables.automation import AT_ONCE
from longsuit.floor.tables.events import TableStreamEvent

FORMS = sorted(int(file.name.split("-")[1].split(".")[0]) for file in FOLDER.glob("form-*.db.xz"))
each_form = pytest.mark.parametrize("form", FORMS)
_NEVER_WRITTEN = {"TableOpened", "RoundOpened", "DeckShuffled"}
"""The settings, the opening and the deck of a round are told in another way."""
_SINCE = {"JackpotReferred", "BonusApproved", "BonusRefused", "SlipGiven"}
_SINCE |= {"MeterSet", "FundsLeft", "FundsCame", "SeatPlanned", "DutyChanged"}
_SINCE |= {"SessionBegun", "SignInFailed", "AccountLocked", "SessionEnded"}
_SINCE |= {"ContributionReturned", "LimitPassed", "WordSealed", "DeckSealed", "WordsMissing"}
_LATER = {1: {"MetersFed", "ContributionsGathered"} | _SINCE, 2: _SINCE}
"""What a form did not have yet."""


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY.decode())


def ready(file: Path) -> str:
    """A golden floor in the form of today's database."""
    upgrade(str(file))
    return str(file)


def must_be_clean(url: str) -> None:
    engine = open_to_read(url)
    found = audit(Log(engine), workers=1)
    engine.dispose()
    assert found.clean, found.fault


def play_on(url: str, rounds: int = 2) -> int:
    """More rounds at every table that goes on."""
    writer = Writer(url, SEED, KEY, keys="later")
    bots = Bots(writer)
    for name in ("C1", "H1", "L2", "P1"):
        bots.play(name, rounds)
    writer.close()
    return bots.done


def test_there_is_one_of_each_form() -> None:
    assert [*range(1, SCHEMA + 1)] == FORMS


@each_form
def test_everything_that_can_happen_is_in_it(form: int, tmp_path: Path) -> None:
    engine = open_database(ready(unpack(form, tmp_path)))
    log = Log(engine)
    there = {
        type(event).__name__
        for stream in log.streams()
        for record in log.each(stream)
        for event in events_of(record)
    }
    engine.dispose()
    events = (*get_args(TableStreamEvent), *get_args(MeterEvent), *get_args(PeopleEvent))
    assert {one.__name__ for one in events} - there == _NEVER_WRITTEN | _LATER.get(form, set())


@each_form
def test_it_is_audited_and_reported_with_the_figures_of_its_day(form: int, tmp_path: Path) -> None:
    assert figures(ready(unpack(form, tmp_path))) == expected(form)


@each_form
def test_it_goes_on(form: int, tmp_path: Path) -> None:
    file = unpack(form, tmp_path)
    assert play_on(ready(file)) > 20
    must_be_clean(str(file))


def test_a_lie_in_a_record_of_the_first_form_is_found(tmp_path: Path) -> None:
    """The forger makes every hash fit again; what the cards give is another amount."""
    engine = open_database(ready(unpack(1, tmp_path)))
    log, changed = Log(engine), 0
    head = Head()
    with engine.begin() as connection:
        for record in log.read("table C1"):
            events = record.events
            if b"RoundSettled" in events and not changed:
                events = events.replace(b'"returned":0', b'"returned":1', 1)
                changed = record.version
            digest = record_hash(head.hash, *astuple(replace(record, events=events))[:-1])
            where = (records.c.version == record.version, records.c.stream == number_of("table C1"))
            connection.execute(update(records).where(*where).values(events=events, hash=digest))
            head = Head(record.version, digest, record.at)
    found = audit(log, workers=1)
    engine.dispose()
    assert found.fault.startswith(f"table C1, record {changed}: the settlement gives seat")


@each_form
def test_a_server_runs_it(form: int, tmp_path: Path) -> None:
    file = unpack(form, tmp_path)
    floor = Floor(ready(file), FloorConfig(), pace=AT_ONCE)
    floor.start()
    try:
        assert not floor.engine.memory.damaged
        assert len(floor.engine.memory.tables) == 8
    finally:
        floor.stop()
    must_be_clean(str(file))


@each_form
def test_it_is_copied_and_put_back(form: int, tmp_path: Path) -> None:
    file = unpack(form, tmp_path)
    copy, again = tmp_path / "copy.db", tmp_path / "again.db"
    backup(ready(file), copy)
    restore(copy, str(again))
    with closing(sqlite3.connect(again)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert figures(str(again)) == expected(form)


@each_form
def test_postgresql_has_the_same_of_it(form: int, tmp_path: Path, bare_postgres: str) -> None:
    load_into(bare_postgres, unpack(form, tmp_path))
    upgrade(bare_postgres)
    assert figures(bare_postgres) == expected(form)
    play_on(bare_postgres, 1)
    must_be_clean(bare_postgres)
