"""Clocks that are set: time in the log never goes back, and nothing is due too soon.

Small steps are followed. While a clock is out by more, nothing is written: tests/floor has that.
"""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.api.serving import Clock, open_house
from tests.extent import chance, extent
from tests.faults.holding import held_commit
from tests.floor.playing import (
    DEALER,
    PATIENCE,
    Bot,
    DealtTable,
    config,
    running,
    wagers_open,
    wait_for,
)

from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.edges import MACHINE
from longsuit.floor.engine.clock import MOST_OUT
from longsuit.floor.people.identity import HOUR, MINUTE
from longsuit.floor.service.floor import Elsewhere, Floor, FloorDown, Visitor
from longsuit.floor.store.event_log import Commit
from longsuit.floor.store.transactions import Unavailable
from longsuit.floor.tables.commands import SeatPlayer

ROUNDS = extent(6, 300)
ANN = Visitor("player", "ann")


class JumpyClock:
    """A clock that somebody keeps setting, as far as is let pass, forward and back."""

    def __init__(self) -> None:
        self.chance = chance("clock")
        self.off = 0
        self.back = 0

    def __call__(self) -> int:
        if self.chance.random() < 0.3:
            # Each within half of it from where it began, so that no two are too much.
            off = self.chance.randint(-MOST_OUT // 2, MOST_OUT // 2)
            self.back += off < self.off
            self.off = off
        return MACHINE.wall() + self.off


def jumping(floor: Floor) -> JumpyClock:
    """The engine's clock, replaced."""
    clock = JumpyClock()
    floor.engine.clock.wall = clock
    return clock


def test_time_in_the_log_never_goes_back(database: str) -> None:
    tables = config(T1={"mode": "dealt", "must_hit": {}}, T2={"game": "hcf", "mode": "dealt"})
    with running(database, tables) as floor:
        clock = jumping(floor)
        for name in ("T1", "T2"):
            DealtTable(floor, name, {1: f"ann {name}", 3: f"bob {name}"}, 100_000_00).play(ROUNDS)
        assert clock.back > ROUNDS
        for stream in floor.log.streams():
            times = [record.at for record in floor.log.each(stream)]
            assert times == sorted(times)
        report = audit(floor.log, workers=1)
        assert report.clean, report.fault
        for name in ("T1", "T2"):
            # The next round opens by itself: only then does nothing more happen at the table.
            wait_for(floor, name, wagers_open)
        before = dict(floor.engine.memory.tables)
    with running(database, tables) as floor:
        assert floor.engine.memory.tables == before


# What is due by itself


@pytest.mark.rule("TBL-3")
def test_a_jump_neither_takes_nor_gives_time_to_decide(sqlite_database: str) -> None:
    """A seat has its seconds by a clock that nobody can set."""
    tables = config(
        SLOW={"mode": "dealt", "action_seconds": 40},
        QUICK={"game": "hcf", "mode": "dealt", "action_seconds": 1},
    )
    with running(sqlite_database, tables) as floor:
        both = {name: DealtTable(floor, name, {1: "ann"}, 1_000_00) for name in ("SLOW", "QUICK")}
        for table in both.values():
            table.wager()
            table.start()
        # Forward, and the time of the slow table is not over; back, and the second of the quick
        # one still is.
        floor.engine.clock.wall = lambda: MACHINE.wall() + 50_000_000
        wait_for(floor, "QUICK", lambda t: t.round is not None and t.round.turn == 0)
        floor.engine.clock.wall = lambda: MACHINE.wall() - 5_000_000
        both["QUICK"].end()
        both["QUICK"].wager()
        both["QUICK"].start()
        wait_for(floor, "QUICK", lambda t: t.round is not None and t.round.turn == 0)
        slow = both["SLOW"].dealer.state.round
        assert slow is not None and slow.turn == 1 and slow.seat(1).actions == ()


def seat_in_turn(floor: Floor) -> DealtTable:
    """One player, whose decisions come one after another, and an hour for each."""
    table = DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
    table.wager()
    table.start()
    return table


def due_now(floor: Floor) -> None:
    """The hour is over."""
    version = floor.engine.memory.heads["table T1"].version
    (timer,) = [one for one in floor.engine._timers if one.version == version]
    timer.due = 0.0


ONE_HOUR = config(T1={"mode": "dealt", "action_seconds": 3600}, T2={"mode": "dealt"})


@pytest.mark.rule("TBL-3")
def test_who_decides_as_the_time_ends_has_the_next_decision_whole(sqlite_database: str) -> None:
    """The command and the clock come into one batch: the clock was for the decision before."""
    with running(sqlite_database, ONE_HOUR) as floor:
        seat_in_turn(floor)
        wait_for(floor, "T2", wagers_open)
        with held_commit(floor) as begun:
            bob = SeatPlayer(by=DEALER.actor, seat=1, player="bob", stack=5_00)
            first = floor.ask(DEALER, "T2", bob, "b")
            begun.wait(PATIENCE)
            acted = floor.ask(ANN, "T1", ask.Act(by=ANN.actor, seat=1, action="check"), "a")
            due_now(floor)
        assert first.result(PATIENCE).ok and acted.result(PATIENCE).ok
        assert _settled(floor).seat(1).actions == ("check",)


@pytest.mark.rule("TBL-3")
def test_time_passes_once_though_the_end_of_its_commit_was_not_seen(sqlite_database: str) -> None:
    """Written, and the line cut before that was heard: it is found in the log and not repeated."""
    with running(sqlite_database, ONE_HOUR) as floor:
        seat_in_turn(floor)
        write = floor.log.write
        cuts: list[Commit] = []

        def cut_once(commit: Commit, *more: Any) -> None:
            write(commit, *more)
            if not cuts:
                cuts.append(commit)
                raise Unavailable("cut")

        floor.log.write = cut_once  # type: ignore[method-assign,assignment]
        due_now(floor)
        floor.engine.wake()
        wait_for(floor, "T1", lambda t: t.round is not None and t.round.seat(1).actions != ())
        assert _settled(floor).seat(1).actions == ("check",)
        assert len(cuts) == 1


def _settled(floor: Floor) -> Any:
    """The round once all that is waiting has been carried out."""
    Bot(floor, "T1", DEALER).ask(ask.EndRound(by=DEALER.actor))
    state = floor.engine.table("T1")
    assert state is not None
    return state.round


# Leases and sessions


def test_leases_outlive_a_jump_of_the_clock_here(postgres_database: str) -> None:
    """Only the database's clock counts: a server whose own is out keeps its tables for later."""
    tables = config(T1={"mode": "dealt"})
    with running(postgres_database, tables) as a, running(postgres_database, tables) as b:
        table = DealtTable(a, "T1", {1: "ann"}, 10_000_00)
        wait_for(a, "T1", wagers_open)
        for jump in (9 * HOUR, -20 * HOUR, 11 * HOUR):
            a.engine.clock.wall = lambda off=jump: MACHINE.wall() + off  # type: ignore[misc]
            for floor in (a, b):
                floor.engine._renewed = 0.0
                floor.engine.wake()
            with pytest.raises(FloorDown, match="clock is wrong"):
                table.wager()
            a.engine.clock.wall = MACHINE.wall
            table.play(1)
            wait_for(a, "T1", wagers_open)
        assert "T1" in a.engine.held and "T1" not in b.engine.held


@pytest.mark.parametrize("jump", [-5 * HOUR, 5 * HOUR])
def test_a_jump_of_the_databases_clock_leaves_one_runner(postgres_database: str, jump: int) -> None:
    """As after a jump, every lease ends hours too soon or too late. Nobody writes who lost one."""
    tables = config(T1={"mode": "dealt"})
    with running(postgres_database, tables) as a:
        wait_for(a, "T1", wagers_open)
        with running(postgres_database, tables) as b:
            with a.database.begin() as connection:
                connection.execute(text(f"UPDATE leases SET expires = expires + {jump}"))
            command = SeatPlayer(by=DEALER.actor, seat=1, player="ann", stack=5_00)
            runs = []
            for number in range(20):
                for floor in (a, b):
                    floor.engine._renewed = 0.0
                    try:
                        runs.append(Bot(floor, "T1", DEALER).ask(command, f"key {number}").ok)
                    except Elsewhere:
                        continue
            assert runs.count(True) == 1, "seated once, and refused at every other key"
            assert not ("T1" in a.engine.held and "T1" in b.engine.held)
            assert audit(a.log, workers=1).clean


def test_a_session_ends_when_the_clock_says_so(tmp_path: Path) -> None:
    """Forward by hours: who was idle is out. Back: the end of a stay does not move."""
    clock = Clock()
    with open_house(str(tmp_path / "floor.db"), clock=clock) as house:
        began = clock.now
        pam, guest = house["Pam"], house.guest()
        clock.now = began - 3 * HOUR
        assert pam.get("/api/me").status_code == 200
        until = pam.get("/api/me").json()["until"]
        clock.now = began + HOUR
        assert pam.get("/api/me").json()["until"] == until
        clock.now = began + 26 * HOUR
        assert [one.get("/api/me").status_code for one in (pam, guest)] == [401, 401]
        # Who signs in while the clock is wrong stays no longer than the clock says.
        dee = house["Dee"]
        clock.now = began
        assert dee.get("/api/me").status_code == 200
        clock.now = began + 26 * HOUR + 31 * MINUTE
        assert dee.get("/api/me").status_code == 401
