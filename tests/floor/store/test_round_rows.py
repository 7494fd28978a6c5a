"""Rounds and settings are found where the projections say, however long the log is."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, text
from tests.floor.cost import Cost, counting
from tests.floor.playing import Bot, DealtTable, config, running, wagers_open, wait_for

from longsuit.core.errors import InputError
from longsuit.core.round.commands import CancelRound
from longsuit.core.round.events import RoundCancelled, RoundEnded, RoundSettled
from longsuit.floor.config.settings import TableConfig, table_settings
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import Head, make_record
from longsuit.floor.reads import archive
from longsuit.floor.reads.archive import ROUNDS, Outcome, Published, RoundLine, moment
from longsuit.floor.secrets.shuffle import Word
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.store.projections.fold import Told
from longsuit.floor.tables.commands import SetTable
from longsuit.floor.tables.events import RoundBegun, TableSet, TableSettings, WordAdded

STREAM = "table T1"


def rounds_by_reading(log: Log, stream: str) -> list[RoundLine]:
    """The slow twin: every finished round, the newest first, from all records."""
    lines: list[RoundLine] = []
    number, began, staked, returned = 0, 0, 0, 0
    for record in log.each(stream):
        for event in events_of(record):
            match event:
                case RoundBegun():
                    number, began, staked, returned = event.number, record.at, 0, 0
                case RoundSettled(settlement=settlement):
                    staked = sum(one.stake for one in settlement.results)
                    seats = {one.seat for one in settlement.results}
                    returned = sum(map(settlement.returned_to, seats))
                case RoundEnded() | RoundCancelled():
                    outcome: Outcome = "ended" if isinstance(event, RoundEnded) else "cancelled"
                    times = (moment(began), moment(record.at))
                    lines.append(RoundLine(number, outcome, *times, staked, returned))
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


def test_the_list_of_rounds_says_what_the_records_do(database: str) -> None:
    with running(database, config(T1={"mode": "dealt"}, L1={"mode": "live"})) as floor:
        play(floor)
        lines = rounds_by_reading(floor.log, STREAM)
        reader = floor.published
        assert len(lines) >= 6 and {line.outcome for line in lines} == {"ended", "cancelled"}
        assert list(reader.rounds("T1", 10**6)) == lines[:ROUNDS]
        assert list(reader.rounds("T1", lines[2].number)) == lines[3:]
        assert reader.rounds("L1", 10**6) == ()
        for line in lines:
            told = reader.round("T1", line.number)
            assert told is not None and (told.outcome, told.began) == (line.outcome, line.began)
        last = floor.last_round("T1") or 0
        assert reader.round("T1", last) is None, "it goes on"
        begun = [
            record.version
            for record in floor.log.each(STREAM)
            if any(isinstance(event, RoundBegun) for event in events_of(record))
        ][-1]
        assert reader.records(STREAM, begun - 2)[-1].version == begun - 1


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
        self.add(TableSet(None, self.settings))
        self.save()

    def add(self, event: Any, stream: str = STREAM) -> None:
        record = make_record(
            stream, self.head, self.head.at + 1, "system", "k", encode_events([event])
        )
        self.head = record.head
        self.commit.records.append(record)
        self.commit.told.append(Told(stream, record.version, record.at, [event]))

    def save(self) -> None:
        self.log.write(self.commit)
        self.commit = Commit([], [], [], {}, [])

    def rounds(self, many: int) -> None:
        for _ in range(many):
            self.number += 1
            self.add(RoundBegun(self.number, (), "00"))
            self.add(WordAdded(Word(1, "Pam", "word")))
            self.add(RoundCancelled("a test"))
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
def test_a_look_costs_the_same_after_twenty_times_the_rounds(long: Long, look: str) -> None:
    long.rounds(200)
    few = spend(long, LOOKS[look])
    long.rounds(3800)
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
            long.add(WordAdded(Word(1, "Pam", "word")), "table L1")
        long.save()
        costs.append(spend(long, lambda one: one.rounds("L1", 10**6)))
    assert costs[0] == costs[1] and costs[1].decoded == 0


def test_a_row_that_lies_shows_no_other_round(long: Long) -> None:
    long.rounds(5)
    with long.log.engine.begin() as connection:
        connection.execute(text("DELETE FROM rounds WHERE number = 4"))
        connection.execute(text("UPDATE rounds SET number = 4 WHERE number = 3"))
    with pytest.raises(InputError, match="not where it should be"):
        Published(long.log).round("T1", 4)
