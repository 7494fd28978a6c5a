"""Rounds and settings are found where milestones say, however long the log is."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, text
from tests.floor.cost import Cost, counting
from tests.floor.playing import Bot, DealtTable, config, running, wagers_open, wait_for

from longsuit.core.errors import InputError
from longsuit.core.round.commands import CancelRound
from longsuit.core.round.events import RoundCancelled, RoundEnded
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import TableConfig, table_settings
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import Head, Record, make_record
from longsuit.floor.reads import archive
from longsuit.floor.reads.archive import ROUNDS, Published, RoundLine, moment
from longsuit.floor.secrets.shuffle import Word
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.store.round_index import CODES, Kind, Milestone
from longsuit.floor.tables.commands import SetTable
from longsuit.floor.tables.events import RoundBegun, TableSet, TableSettings, WordAdded

STREAM = "table T1"


def milestones(engine: Engine) -> list[tuple[Any, ...]]:
    query = "SELECT name, kind, version, number, at FROM milestones JOIN names ON id = stream"
    with engine.connect() as connection:
        return sorted((row[0], CODES[row[1]], *row[2:]) for row in connection.execute(text(query)))


def read_all(log: Log, stream: str) -> Iterator[tuple[Kind, Record, int]]:
    """The slow twin: every record of a stream is decoded."""
    number = 0
    for record in log.each(stream):
        for event in events_of(record):
            number = event.number if isinstance(event, RoundBegun) else number
            if isinstance(event, TableSet | RoundBegun | RoundEnded | RoundCancelled):
                yield type(event).__name__, record, number  # type: ignore[misc]


def rounds_by_reading(log: Log, stream: str) -> list[RoundLine]:
    """Every finished round, the newest first, from all records."""
    began, lines = 0, []
    for kind, record, number in read_all(log, stream):
        if kind == "RoundBegun":
            began = record.at
        elif kind != "TableSet":
            outcome = "ended" if kind == "RoundEnded" else "cancelled"
            lines.append(RoundLine(number, outcome, moment(began), moment(record.at)))  # type: ignore[arg-type]
    return lines[::-1]


def play(floor: Floor) -> None:
    """Rounds that end and rounds that are cancelled, with new settings between them."""
    dealt = DealtTable(floor, "T1", {1: "Pam"}, 10_000_00)
    sue = Bot(floor, "T1", Visitor("supervisor", "Sue"))
    for number in range(3):
        dealt.play(1)
        dealt.wager()
        dealt.dealer.must(CancelRound(by=dealt.dealer.visitor.actor, reason="a test"))
        named = TableConfig(id="T1", game="ctf", mode="dealt", name=f"T1 {number}")
        settings, _ = table_settings(named, floor.config.house)
        sue.must(SetTable(by=sue.visitor.actor, settings=settings))
    wait_for(floor, "T1", wagers_open)


def test_milestones_say_what_the_records_do(database: str) -> None:
    with running(database, config(T1={"mode": "dealt"}, L1={"mode": "live"})) as floor:
        play(floor)
        found = milestones(floor.database)
        slow = [
            (stream, kind, record.version, number, record.at)
            for stream in ("table L1", STREAM)
            for kind, record, number in read_all(floor.log, stream)
        ]
        assert sorted(found) == sorted(slow) and len(slow) > 15
        lines = rounds_by_reading(floor.log, STREAM)
        reader = floor.published
        assert list(reader.rounds("T1", 10**6)) == lines[:ROUNDS]
        assert list(reader.rounds("T1", lines[2].number)) == lines[3:]
        for line in lines:
            told = reader.round("T1", line.number)
            assert told is not None and (told.outcome, told.began) == (line.outcome, line.began)
        last = floor.last_round("T1") or 0
        assert reader.round("T1", last) is None, "it goes on"
        begun = [one for one in slow if one[:2] == (STREAM, "RoundBegun")][-1]
        assert reader.records(STREAM, begun[2] - 2)[-1].version == begun[2] - 1


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE milestones SET number = 9 WHERE kind = 2 AND number = 1",
        "UPDATE milestones SET version = version - 1 WHERE kind = 1 AND number = 2",
        "UPDATE milestones SET at = at + 1 WHERE kind = 0 AND stream = "
        "(SELECT id FROM names WHERE name = 'table L1')",
        "DELETE FROM milestones WHERE kind = 1 AND number = 2",
        "INSERT INTO milestones SELECT id, 1, 100000, 9, 5 FROM names WHERE name = 'table T1'",
        "INSERT INTO milestones SELECT id, 1, 1, 9, 5 FROM names WHERE name LIKE 'meter %' LIMIT 1",
    ],
)
def test_a_false_milestone_is_named_by_the_audit(sqlite_database: str, change: str) -> None:
    """Who reads a round by it would read another, or what is not over."""
    with running(sqlite_database, config(T1={"mode": "dealt"}, L1={"mode": "live"})) as floor:
        play(floor)
        assert audit(floor.log, workers=1).fault == ""
    engine = open_database(sqlite_database)
    with engine.begin() as connection:
        assert connection.execute(text(change)).rowcount == 1
    assert "its milestone" in audit(Log(engine), workers=1).fault
    engine.dispose()


# What it costs


class Long:
    """A table's stream of many short rounds, written without a game."""

    def __init__(self, engine: Engine) -> None:
        self.log, self.head, self.number, self.live = Log(engine), Head(), 0, 0
        self.commit = Commit([], [], [], {}, [])
        house = config().house
        self.settings: TableSettings
        self.settings, _ = table_settings(
            TableConfig(id="T1", game="ctf", mode="dealt"), house, files=False
        )
        self.add("TableSet", TableSet(None, self.settings))
        self.save()

    def add(self, kind: Kind | None, event: Any, stream: str = STREAM) -> None:
        record = make_record(
            stream, self.head, self.head.at + 1, "system", "k", encode_events([event])
        )
        self.head = record.head
        self.commit.records.append(record)
        if kind is not None:
            stone = Milestone(stream, kind, record.version, self.number, record.at)
            self.commit.milestones.append(stone)

    def save(self) -> None:
        self.log.write(self.commit)
        self.commit = Commit([], [], [], {}, [], [])

    def rounds(self, many: int) -> None:
        for _ in range(many):
            self.number += 1
            self.add("RoundBegun", RoundBegun(self.number, (), "00"))
            self.add(None, WordAdded(Word(1, "Pam", "word")))
            self.add("RoundCancelled", RoundCancelled("a test"))
        self.save()


@pytest.fixture
def long(sqlite_database: str) -> Iterator[Long]:
    engine = open_database(sqlite_database)
    yield Long(engine)
    engine.dispose()


def spend(long: Long, work: Any) -> Cost:
    with counting(long.log.engine, archive) as cost:
        work(Published(long.log))
    return cost


LOOKS = {
    "the list": lambda one: one.rounds("T1", 10**6),
    "an old round": lambda one: one.round("T1", 7),
    "no such round": lambda one: one.round("T1", 10**6),
    "the log": lambda one: one.records(STREAM, 5),
    "the end of the log": lambda one: one.records(STREAM, 10**6),
    "rounds of a live table": lambda one: one.rounds("L1", 10**6),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_costs_the_same_after_ten_times_the_rounds(long: Long, look: str) -> None:
    long.rounds(200)
    few = spend(long, LOOKS[look])
    long.rounds(1800)
    many = spend(long, LOOKS[look])
    assert (many.statements, many.decoded) == (few.statements, few.decoded)
    # A round has few records, and of the log a page is shown.
    assert many.decoded <= (archive.PAGE if look == "the log" else 5)
    # Deeper trees and longer numbers, and no more.
    assert many.steps <= few.steps * 1.2 + 100, (few, many)


def test_a_live_table_is_not_searched_for_rounds(long: Long) -> None:
    """However many records it has, none is of a round of ours."""
    long.head = Head()
    costs = []
    for many in (100, 1000):
        for _ in range(many):
            long.add(None, WordAdded(Word(1, "Pam", "word")), "table L1")
        long.save()
        costs.append(spend(long, lambda one: one.rounds("L1", 10**6)))
    assert costs[0] == costs[1] and costs[1].decoded == 0


def test_a_milestone_that_lies_shows_no_other_round(long: Long) -> None:
    long.rounds(5)
    with long.log.engine.begin() as connection:
        connection.execute(text("DELETE FROM milestones WHERE number = 4"))
        connection.execute(text("UPDATE milestones SET number = 4 WHERE number = 3"))
    with pytest.raises(InputError, match="not where it should be"):
        Published(long.log).round("T1", 4)
