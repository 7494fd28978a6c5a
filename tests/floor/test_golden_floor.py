"""Golden floors: each form that the log ever had opens, goes on, is audited and reported."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from bench.audit import Writer
from tests.floor.played import Bots
from tests.golden_floor import FOLDER, KEY, SEED, expected, figures, load_into, unpack

from longsuit.core.progressive.events import MeterEvent
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.log.codec import decode_events
from longsuit.floor.log.record import SCHEMA
from longsuit.floor.people.changes import PeopleEvent
from longsuit.floor.secrets.vault import KEY_VARIABLE
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.backup import backup, restore
from longsuit.floor.store.database import open_database, open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables.automation import AT_ONCE
from longsuit.floor.tables.events import TableStreamEvent

FORMS = sorted(int(file.name.split("-")[1].split(".")[0]) for file in FOLDER.glob("form-*.db.xz"))
each_form = pytest.mark.parametrize("form", FORMS)
_NEVER_WRITTEN = {"TableOpened", "RoundOpened", "DeckShuffled"}
"""The settings, the opening and the deck of a round are told in another way."""


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY.decode())


def ready(file: Path) -> str:
    """A golden floor in the form of today's database."""
    open_database(str(file)).dispose()
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
        for event in decode_events(stream, record.events)
    }
    engine.dispose()
    events = (*get_args(TableStreamEvent), *get_args(MeterEvent), *get_args(PeopleEvent))
    assert {one.__name__ for one in events} - there == _NEVER_WRITTEN


@each_form
def test_it_is_audited_and_reported_with_the_figures_of_its_day(form: int, tmp_path: Path) -> None:
    assert figures(ready(unpack(form, tmp_path))) == expected(form)


@each_form
def test_it_goes_on(form: int, tmp_path: Path) -> None:
    file = unpack(form, tmp_path)
    assert play_on(ready(file)) > 20
    must_be_clean(str(file))


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
def test_postgresql_has_the_same_of_it(form: int, tmp_path: Path, postgres_database: str) -> None:
    load_into(postgres_database, unpack(form, tmp_path))
    open_database(postgres_database).dispose()
    assert figures(postgres_database) == expected(form)
    play_on(postgres_database, 1)
    must_be_clean(postgres_database)
