"""A report of touched books, of many days, and of one moment; and as files."""

import random
import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Engine, text
from tests.floor.reports.scripted import (
    DAY,
    HOUR,
    MINUTE,
    SUE,
    ZONE,
    Script,
    play_the_day,
    report_of,
)

from longsuit.core.errors import InputError
from longsuit.core.progressive import commands as asked
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import Actor
from longsuit.core.round.events import RoundEnded, RoundSettled, SeatLeft
from longsuit.core.round.robot import robot_choice
from longsuit.core.round.view import Viewer, view
from longsuit.floor.config.settings import MustHitConfig, TableConfig
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.packed import encode_events
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import gaming_day
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.report_rows import open_rows, reading
from longsuit.floor.tables import commands as floor_asked
from longsuit.floor.tables.automation import AT_ONCE, what_next
from longsuit.floor.tables.state import ROBOT


@pytest.fixture
def script(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Script:
    return Script(engine, monkeypatch)


@pytest.fixture
def played(script: Script) -> Script:
    play_the_day(script)
    return script


# Touched books


def change(engine: Engine, statement: str) -> None:
    with engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount == 1


def test_a_changed_entry_of_a_tray_is_told(played: Script, engine: Engine) -> None:
    change(
        engine, "UPDATE postings SET mites = mites + 5000000 WHERE source = "
            "(SELECT id FROM names WHERE name = 'tray L1') AND line = 1"
        " AND purpose = 10",
    )  # fmt: skip
    (told,) = report_of(engine).differences
    assert told == "The tray of L1 won -$240.00 by the ledger and -$235.00 by the log."


def test_a_changed_entry_of_a_meter_is_told(played: Script, engine: Engine) -> None:
    change(
        engine,
        "UPDATE postings SET mites = mites + 1 WHERE target = "
        "(SELECT id FROM names WHERE name = 'practice reserve P1/level-2')",
    )
    report = report_of(engine)
    assert report.differences == (
        "$0.000001 of the reserve of P1/level-2 is explained by no event.",
    )
    assert [meter.unexplained for meter in report.meters if meter.meter == "P1/level-2"] == [1]


@pytest.mark.parametrize(
    ("where", "told"),
    [
        (
            "source = (SELECT id FROM names WHERE name = 'cage')",
            "The cage gave $0.00 by the ledger and $1,500.00 by the log.",
        ),
        (
            "target = (SELECT id FROM names WHERE name = 'cage')",
            "The cage got $0.00 by the ledger and $395.00 by the log.",
        ),
        (
            "source = (SELECT id FROM names WHERE name = 'practice cage')",
            "The practice cage gave $0.00 by the ledger and $1,000.00 by the log.",
        ),
    ],
)
def test_drop_and_taken_are_the_cages(
    played: Script, engine: Engine, where: str, told: str
) -> None:
    with engine.begin() as connection:
        connection.execute(text(f"DELETE FROM postings WHERE {where}"))
    assert report_of(engine).differences == (told,)


def test_an_entry_that_is_gone_is_told(played: Script, engine: Engine) -> None:
    change(
        engine,
        "DELETE FROM postings WHERE source = "
        "(SELECT id FROM names WHERE name = 'pending T1/heart')",
    )
    (told,) = report_of(engine).differences
    assert told == "$1,000.00 of the pending account of T1/heart is explained by no event."


def test_a_record_that_is_gone_is_told(played: Script, engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(
            text(
                "DELETE FROM records WHERE stream = "
                "(SELECT id FROM names WHERE name = 'table T1') AND version BETWEEN 2 AND 20"
            )
        )
    with pytest.raises(InputError, match=r"table T1: record \d+ is missing; see longsuit audit"):
        report_of(engine)


@pytest.mark.parametrize(
    ("stream", "version", "events"),
    [
        ("table T1", 4, encode_events([])),
        ("table T1", 4, encode_events([RoundEnded()])),
        ("table T1", 4, b"\x91"),
        ("meter T1/star", 3, b"\x91\x91\x7f"),
        ("table P1", 4, encode_events([SeatLeft(40)])),
    ],
)
def test_a_record_that_cannot_have_happened_is_told(
    played: Script, engine: Engine, stream: str, version: int, events: bytes
) -> None:
    """Its wagers were never placed, or it is no record at all."""
    with engine.begin() as connection:
        spoil = text(
            "UPDATE records SET events = :events WHERE version = :version AND stream = "
            "(SELECT id FROM names WHERE name = :stream)"
        )
        connection.execute(spoil, {"events": events, "version": version, "stream": stream})
    with pytest.raises(InputError) as refused:
        report_of(engine)
    assert re.fullmatch(rf"{stream}, record \d+: it cannot have .*audit\.", str(refused.value))


# Many days of play


class Autoplay:
    """Practice tables that play by themselves, hours going by between the rounds."""

    def __init__(self, script: Script, seed: int) -> None:
        self.script = script
        self.chance = random.Random(seed)

    def step(self, table: str) -> None:
        state = self.script.memory.tables[table].round
        if state is not None and state.phase == "wagers" and not state.playing:
            self.script.at += self.chance.randrange(90 * MINUTE)
            by = self._seated(table)
            self.script.place(table, 1, by, **self._wagers(table))
            return
        if state is not None and state.phase == "decisions" and state.turn == 1:
            by = Actor("player", str(state.seat(1).player))
            action = robot_choice(view(state, Viewer(by.name)), 1)
            act = round_asked.Act(by=by, seat=1, action=action.name, amount=action.least)
            self.script.ask(act, table)
            return
        following = what_next(self.script.memory.tables[table], AT_ONCE)
        assert following is not None
        self.script.ask(following.command, table)

    def _seated(self, table: str) -> Actor:
        """Whoever runs out of money leaves, and another comes."""
        seated = self.script.memory.tables[table].seated()
        name, stack = seated.get(1, ("", 0))
        if name and stack < 60_00:
            self.script.ask(round_asked.StandUp(by=Actor("player", name), seat=1), table)
            name = ""
        if not name:
            name = f"Guest {self.chance.randrange(1000)}"
            sit = round_asked.SitDown(by=Actor("player", name), seat=1, stack=200_00)
            self.script.ask(sit, table)
        if 2 not in seated:
            self.script.ask(floor_asked.SeatRobot(by=Actor("player", name), seat=2), table)
        return Actor("player", name)

    def _wagers(self, table: str) -> dict[str, int]:
        if table == "C":
            return {"ante": 5_00, "xtra": 5_00, "same_suit": 1_00, "stax": 5_00}
        return {"ante": 5_00, "straight_flush_bonus": 1_00, "progressive": 1_00}


def test_days_of_play_add_up(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each day opens as the one before closed, and together they are all that happened."""
    seed = 11
    script = Script(engine, monkeypatch, seed)
    chance = random.Random(seed)
    shuffled = lambda *_: tuple(chance.sample(range(52), 52))  # noqa: E731
    monkeypatch.setattr("longsuit.floor.tables.decide.shuffle", shuffled)
    script.at = DAY.start
    small = MustHitConfig(seed=1, by=3)
    script.open(TableConfig(id="C", game="ctf", must_hit=small, buy_in=200))
    script.open(TableConfig(id="H", game="hcf", buy_in=200))
    play = Autoplay(script, seed)
    while script.at < DAY.start + 4 * 24 * 60 * MINUTE:
        play.step(chance.choice("CH"))
    days = [report_of(engine, DAY.date + timedelta(days=n)) for n in range(6)]
    assert [one.differences for one in days] == [()] * 6
    for day, following in pairwise(days):
        for meter in day.meters:
            (after,) = [one for one in following.meters if one.meter == meter.meter]
            assert meter.value.closing == after.value.opening, f"seed {seed}"
            assert meter.reserve.closing == after.reserve.opening
            assert meter.pending.closing == after.pending.opening
    assert sum(meter.value.awards != 0 for day in days for meter in day.meters) > 0
    for name in "CH":
        settled = list(settlements(script.log, name))
        found = [table for day in days for table in day.tables if table.table == name]
        assert sum(table.rounds for table in found) == len(settled) > 20
        results = [result for one in settled for result in one.settlement.results]
        assert sum(table.handle for table in found) == sum(one.stake for one in results)
        assert sum(table.tray for table in found) == -sum(one.net for one in results)
        _, stack = script.memory.tables[name].seated()[1]
        brought = sum(table.drop - table.taken for table in found)
        robots = sum(table.robot_tray for table in found)
        awards = sum(table.jackpots for table in found)
        state = script.memory.tables[name].round
        assert state is not None
        at_stake = state.seat(1).staked if state.phase not in ("settled", "ended") else 0
        won_by_robots = robot_awards(script.log, name)
        lost = sum(table.tray for table in found) - robots
        assert brought - lost + awards - won_by_robots == stack + at_stake


def settlements(log: Log, table: str) -> Iterator[RoundSettled]:
    for record in log.each(f"table {table}"):
        for event in events_of(record):
            if isinstance(event, RoundSettled):
                yield event


def robot_awards(log: Log, table: str) -> int:
    total = 0
    for record in log.each(f"table {table}"):
        for event in events_of(record):
            if type(event).__name__ == "SumAgreed" and event.player.startswith(ROBOT):
                total += event.amount
    return total


# Reading


def test_a_report_reads_of_one_moment(played: Script, engine: Engine) -> None:
    """What is written while a report is made is not in it."""
    with reading(engine) as rows:
        first = day_report(rows, DAY, theory=False)
        played.ask(
            asked.CorrectMeter(by=SUE, part="meter", amount=1, reason="late", second="Sam"),
            meter="T1/spade",
        )
        again = day_report(rows, gaming_day(date(2026, 5, 11), ZONE, HOUR), theory=False)
    assert first.differences == again.differences == ()
    assert all(one.why != "late" for meter in again.meters for one in meter.changes)
    assert again.meter_totals.value.corrections == 0
    after = report_of(engine, date(2026, 5, 11))
    assert after.meter_totals.value.corrections == 1


def test_a_floor_is_opened_by_its_address(played: Script, database: str) -> None:
    with open_rows(database) as rows:
        assert list(rows.streams()) == sorted(rows.streams())
        assert day_report(rows, DAY, theory=False).differences == ()


def test_nothing_is_made_where_no_floor_is(tmp_path: Any) -> None:
    missing, other, empty = (tmp_path / name for name in ("no.db", "notes.txt", "empty.db"))
    other.write_text("This is no database, and it is long enough to be seen as none.\n" * 40)
    empty.touch()
    for path, why in (
        (missing, "There is no database"),
        (tmp_path, "There is no database"),
        (other, "cannot be read: file is not a database"),
        (empty, "holds no log of Longsuit"),
    ):
        with pytest.raises(InputError) as refused, open_rows(str(path)):
            pass
        assert why in str(refused.value)
    assert not missing.exists()
