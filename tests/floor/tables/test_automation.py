"""What happens at a table by itself, and that no table hangs for want of it."""

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs
from tests.floor.playing import Bot, config, running, wagers_open, wait_for

from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import PRACTICE
from longsuit.floor.engine import engine, tenant
from longsuit.floor.engine.ask import Ask
from longsuit.floor.engine.clock import Clock
from longsuit.floor.reads.table_feed import Step
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.tables.automation import AT_ONCE, Next, Pace, robot_wagers, what_next
from longsuit.floor.tables.commands import BeginRound, SeatRobot, UnseatRobot
from longsuit.floor.tables.decide import ROBOT_STACK, robot_stack
from longsuit.floor.tables.state import FloorTable

ZOE = Visitor("player", "Zoe")


def sit_and_wager(floor: Floor, table: str, stack: int = 1_000_00) -> Bot:
    zoe = Bot(floor, table, ZOE)
    wait_for(floor, table, wagers_open)
    zoe.must(ask.SitDown(by=ZOE.actor, seat=1, stack=stack))
    zoe.must(SeatRobot(by=ZOE.actor, seat=2))
    wagers = robot_wagers(zoe.state)
    zoe.must(ask.PlaceWagers(by=ZOE.actor, seat=1, wagers=wagers))
    return zoe


def zoes_turn(table: FloorTable) -> bool:
    return table.round is not None and table.round.phase == "decisions" and table.round.turn == 1


@pytest.mark.rule("TBL-3")
def test_a_practice_table_without_a_clock_does_not_wait_for_ever(sqlite_database: str) -> None:
    """Its player has gone: after ten minutes the seat is given the free action."""
    with running(sqlite_database, config(P1={}, D1={"mode": "dealt"})) as floor:
        zoe = sit_and_wager(floor, "P1")
        table = wait_for(floor, "P1", zoes_turn)
        due = what_next(table, Pace())
        assert due == Next(600, ask.LetTimePass(by=SYSTEM, seat=1))
        # A dealt table has a dealer, who may call the time.
        assert (
            what_next(replace(table, settings=replace(table.settings, practice=False)), Pace())
            is None
        )
        number = table.terminal.number
        floor.engine.pace = replace(AT_ONCE, patience=0.001)
        zoe.must(ask.Act(by=ZOE.actor, seat=1, action="check"))
        wait_for(floor, "P1", lambda now: now.terminal.number > number)


NOW = 1_800_000_000_000_000


@pytest.mark.rule("TBL-3")
def test_a_view_tells_the_clock_that_runs(sqlite_database: str) -> None:
    floor = Floor(sqlite_database, config(P1={"action_seconds": 12}), pace=Pace(0, 7, 20, 0))
    floor.engine.clock = Clock(lambda: NOW, lambda: 0)
    try:
        floor.start()
        zoe = Bot(floor, "P1", ZOE)
        wait_for(floor, "P1", wagers_open)
        told: list[tuple[int, int | None]] = []

        broadcast = floor.broadcast("P1")

        def hear(step: Step) -> None:
            broadcast.advance()
            told.append((step.version, broadcast.last.stand.deadline))

        stop = floor.telling.listen("P1", hear)
        for seat in (1, 2):
            zoe = Bot(floor, "P1", Visitor("player", f"Zoe {seat}"))
            zoe.must(ask.SitDown(by=zoe.visitor.actor, seat=seat, stack=1_000_00))
        view = floor.view("P1", ZOE.looker)
        assert view is not None and (view.deadline, view.now) == (None, NOW)
        # One has wagered and is waiting for the other; then the cards are coming.
        for seat, seconds in ((1, 20), (2, 7)):
            by = Visitor("player", f"Zoe {seat}").actor
            zoe.must(ask.PlaceWagers(by=by, seat=seat, wagers=robot_wagers(zoe.state)))
            view = floor.view("P1", ZOE.looker)
            assert view is not None and view.deadline == NOW + seconds * 1_000_000
        floor.engine.submit(Ask(ask.StartRound(by=SYSTEM), "start", "P1")).result()
        view = floor.view("P1", ZOE.looker)
        assert view is not None and view.deadline == NOW + 12_000_000
        stop()
        # Every record was told with the clock that it set.
        left = [(due - NOW) // 1_000_000 if due else None for _, due in told]
        assert left == [None, None, 20, 7, 12]
    finally:
        floor.stop()


def test_the_floor_of_a_first_start_has_clocks() -> None:
    assert [table.action_seconds for table in PRACTICE.table] == [60, 60]
    assert [table.robots for table in PRACTICE.table] == [2, 2]


def robots(table: FloorTable) -> list[int]:
    return [seat for seat, (player, _) in table.seated().items() if player.startswith("Robot ")]


def test_robots_wait_for_company_and_play_for_nobody(database: str) -> None:
    company = config(P1={"robots": 2})
    with running(database, company) as floor:
        wait_for(floor, "P1", lambda table: robots(table) == [3, 5])
    with running(database, company) as floor:
        table = floor.engine.table("P1")
        assert table is not None and robots(table) == [3, 5]
        # Nothing happens by itself while nobody comes.
        assert what_next(table, AT_ONCE) is None
        zoe = Bot(floor, "P1", ZOE)
        zoe.must(ask.SitDown(by=ZOE.actor, seat=1, stack=1_000_00))
        zoe.must(UnseatRobot(by=ZOE.actor, seat=3))
        for seat in (2, 4, 6):
            zoe.must(SeatRobot(by=ZOE.actor, seat=seat))
        assert robots(zoe.state) == [2, 4, 5, 6]
        assert what_next(zoe.state, AT_ONCE) is None
        # The last one leaves, and the company is as it was, if not on the same seats.
        zoe.must(ask.StandUp(by=ZOE.actor, seat=1))
        wait_for(floor, "P1", lambda table: len(table.seated()) == 2)
        assert what_next(zoe.state, AT_ONCE) is None
        assert audit(floor.log, workers=1).fault == ""


def test_robots_can_pay_whatever_the_limits_are(sqlite_database: str) -> None:
    dear = {"limits": {"ante": [60_000, 90_000, 10_000]}, "buy_in": 1_000_000}
    with running(sqlite_database, config(big=dear, small={})) as floor:
        zoe = sit_and_wager(floor, "big", 1_000_000_00)
        table = wait_for(floor, "big", zoes_turn)
        assert table.round is not None and table.round.seat(2).plays
        # Ante and X-tra of 90,000 and a bet of three times as much, five times over.
        assert robot_stack(zoe.state) >= 5 * 5 * 90_000_00
        small = floor.engine.table("small")
        assert small is not None
        assert robot_stack(small) == ROBOT_STACK


def test_what_is_refused_is_told_once_and_tried_again(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def stubborn(table: FloorTable, pace: Pace, gone: frozenset[str]) -> Next | None:
        """Begins a round that has begun, six times; after that as it should be."""
        if not wagers_open(table) or len(tried) >= 6:
            return what_next(table, pace, gone)
        tried.append(table.id)
        return Next(0, BeginRound(by=SYSTEM))

    monkeypatch.setattr(tenant, "what_next", stubborn)
    monkeypatch.setattr(engine, "RETRY_SECONDS", 0.01)
    with capture_logs() as told, running(sqlite_database, config(P1={})) as floor:
        sit_and_wager(floor, "P1")
        wait_for(floor, "P1", zoes_turn)
    assert len(tried) == 6
    waits = [one for one in told if one["event"] == "a table waits"]
    assert {(one["table"], one["command"], one["reason"]) for one in waits} == {
        ("P1", "BeginRound", "between_rounds")
    }
    # Once for each state of the table, not once for each try.
    assert len(waits) <= 4
