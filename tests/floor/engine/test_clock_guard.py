"""A clock that is out: it is noticed, nothing is written meanwhile, and all goes on afterwards."""

from datetime import UTC, datetime

import pytest
from structlog.testing import capture_logs
from tests.floor.playing import (
    DEALER,
    Bot,
    DealtTable,
    config,
    running,
    wagers_open,
    wait_for,
)

from longsuit.floor.audit.run import audit
from longsuit.floor.edges import MACHINE
from longsuit.floor.engine.clock import CLOCK_OUT, FOLLOW_EVERY, MOST_OUT, Clock
from longsuit.floor.people.identity import HOUR, MINUTE
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import gaming_day
from longsuit.floor.service.floor import Floor, FloorDown, Visitor
from longsuit.floor.service.pit import Desk
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import CloseTable, SeatPlayer, UnseatPlayer

DAY = 24 * HOUR
YEAR = 365 * DAY
FLOOR = config(T1={"mode": "dealt"})
SUPERVISOR = Visitor("supervisor", "Sue")


class Machine:
    """A machine with a clock that can be set, one that cannot, and a database elsewhere."""

    def __init__(self) -> None:
        self.wall = self.database = 1_800_000_000_000_000
        self.steady = 5_000_000
        self.clock = Clock(lambda: self.wall, lambda: self.steady)

    def sleep(self, micros: int) -> None:
        """Time passes, for all of them."""
        self.wall += micros
        self.steady += micros
        self.database += micros

    def ask_database(self) -> int:
        return self.database


def test_a_jump_is_noticed_and_forgotten_when_it_is_undone() -> None:
    machine = Machine()
    assert machine.clock.complaint() is None
    machine.wall += YEAR
    machine.sleep(9 * MINUTE)
    assert machine.clock.complaint() == "The server's clock has jumped 365 days ahead."
    machine.wall -= YEAR
    assert machine.clock.complaint() is None
    machine.wall -= 2 * MINUTE
    assert machine.clock.complaint() == "The server's clock has jumped 2 minutes back."
    machine.wall += 2 * MINUTE
    assert machine.clock.complaint() is None


def test_small_steps_stop_nothing_however_many() -> None:
    """NTP steps by seconds, an hour apart, for a week: a leap second is one of them."""
    machine = Machine()
    for step in (1, -1, 7, 7, 7, -3) * 28:
        assert machine.clock.complaint() is None
        machine.wall += step * 1_000_000
        machine.sleep(FOLLOW_EVERY)
    assert machine.clock.complaint() is None


def test_a_clock_that_creeps_away_is_noticed() -> None:
    machine = Machine()
    complaints = []
    for _ in range(60):
        machine.wall += MOST_OUT // 30
        machine.sleep(MINUTE)
        complaints.append(machine.clock.complaint())
    assert complaints[0] is None and complaints[-1] is not None


def test_a_laptop_that_slept_is_right() -> None:
    """The clock that counts on counts while it sleeps."""
    machine = Machine()
    assert machine.clock.complaint() is None
    machine.sleep(12 * HOUR)
    assert machine.clock.complaint() is None


def test_a_clock_apart_from_the_databases_is_out_until_both_agree() -> None:
    """From the start on: none of the two is believed, and none has to be restarted."""
    for wrong in ("wall", "database"):
        machine = Machine()
        setattr(machine, wrong, getattr(machine, wrong) - 3 * DAY)
        machine.clock.hear_database(machine.ask_database)
        way = "behind" if wrong == "wall" else "ahead of"
        expected = f"The server's clock is 3 days {way} the database's."
        assert machine.clock.complaint() == expected
        machine.sleep(HOUR)
        setattr(machine, wrong, getattr(machine, wrong) + 3 * DAY)
        machine.clock.hear_database(machine.ask_database)
        assert machine.clock.complaint() is None


def test_a_machine_with_its_database_that_jumps_is_out() -> None:
    """Both show the same, and the clock that nobody sets does not."""
    machine = Machine()
    machine.clock.hear_database(machine.ask_database)
    assert machine.clock.complaint() is None
    machine.wall += YEAR
    machine.database += YEAR
    machine.clock.hear_database(machine.ask_database)
    assert machine.clock.complaint() == "The server's clock has jumped 365 days ahead."


def test_two_servers_on_either_side_of_the_databases_clock_both_write() -> None:
    """Each is less than a minute from it, and what the one writes is no fault of the other's."""
    machine = Machine()
    machine.wall -= 40_000_000
    machine.clock.hear_database(machine.ask_database)
    ahead = machine.database + 40_000_000
    assert machine.clock.complaint(ahead) is None
    wrong = machine.clock.complaint(machine.database + 2 * MINUTE)
    assert wrong == "The server's clock is 2 minutes behind the last record."


def test_a_clock_behind_the_last_record_is_out_until_it_gets_there() -> None:
    machine = Machine()
    latest = machine.wall + 5 * HOUR
    behind = "The server's clock is 5 hours behind the last record."
    assert machine.clock.complaint(latest) == behind
    machine.sleep(5 * HOUR - MOST_OUT)
    assert machine.clock.complaint(latest) is None


# A floor


def shifted(floor: Floor, micros: int) -> None:
    """Set the clock of a floor's machine."""
    floor.engine.clock.wall = lambda: MACHINE.wall() + micros


def refused(floor: Floor) -> bool:
    """Whether nothing is written, and whoever asks is told why."""
    before = sum(floor.log.heads().values())
    seat = SeatPlayer(by=DEALER.actor, seat=6, player="eve", stack=5_00)
    try:
        Bot(floor, "T1", DEALER).ask(seat)
    except FloorDown as error:
        assert str(error) == CLOCK_OUT
        assert sum(floor.log.heads().values()) == before
        return True
    return False


def test_a_year_ahead_leaves_no_record_and_the_day_has_every_round(database: str) -> None:
    """Nine rounds are asked for meanwhile; after that the floor goes on as if nothing had been."""
    with capture_logs() as told, running(database, FLOOR) as floor:
        table = DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
        table.play(1)
        wait_for(floor, "T1", wagers_open)
        shifted(floor, YEAR)
        assert all(refused(floor) for _ in range(9))
        (alarm,) = Desk(floor).alarms()
        assert "Nothing is written until it is right." in alarm
        assert floor.clock_complaint() is not None
        shifted(floor, 0)
        table.play(1)
        assert floor.clock_complaint() is None and Desk(floor).alarms() == ()
        assert audit(floor.log, workers=1).clean
        now = datetime.now(UTC)
        assert all(
            record.at <= now.timestamp() * 1_000_000
            for stream in floor.log.streams()
            for record in floor.log.each(stream)
        )
        with reading(floor.database) as rows:
            report = day_report(rows, gaming_day(now.date(), "UTC", 0))
        assert sum(one.rounds for one in report.tables) == 2 or now.hour == 0
    alarms = [one["event"] for one in told if one["log_level"] == "error"]
    assert alarms == ["the clock is out: nothing is written"]
    assert "the clock is right again" in [one["event"] for one in told]


def test_a_server_with_another_clock_writes_nothing_and_the_others_do(
    postgres_database: str,
) -> None:
    with running(postgres_database, FLOOR) as first, running(postgres_database, FLOOR) as second:
        table = DealtTable(first, "T1", {1: "ann"}, 1_000_00)
        shifted(second, -2 * DAY)
        assert second.clock_complaint() == "The server's clock is 2 days behind the database's."
        table.play(1)
        first.stop()
        wait_for(second, "T1", wagers_open)
        second.engine._renewed = 0.0
        assert refused(second)
        shifted(second, 0)
        assert not refused(second)


@pytest.mark.parametrize("right", [False, True])
def test_a_floor_whose_last_records_are_ahead(sqlite_database: str, right: bool) -> None:
    """A start with the clock a year ahead: nothing tells that it is wrong, until it is set right.

    Who says that the clock is right winds the table down and opens another; then all is well.
    """
    floor = Floor(sqlite_database, FLOOR)
    shifted(floor, YEAR)
    floor.start()
    try:
        DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
        shifted(floor, 0)
        assert refused(floor)
    finally:
        floor.stop()
    with running(sqlite_database, FLOOR, clock_is_right=right) as floor:
        wait_for(floor, "T1", wagers_open)
        if not right:
            wrong = floor.clock_complaint()
            assert wrong is not None and wrong.endswith("days behind the last record.")
            assert refused(floor)
            return
        Bot(floor, "T1", DEALER).must(UnseatPlayer(by=DEALER.actor, seat=1))
        Bot(floor, "T1", SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))
    with running(sqlite_database, config(T9={"mode": "dealt"})) as floor:
        DealtTable(floor, "T9", {1: "ann"}, 1_000_00).play(1)
        assert floor.engine.memory.heads["table T9"].at < MACHINE.wall() + MOST_OUT
        assert audit(floor.log, workers=1).clean


def test_what_is_looked_at_first_is_never_below_the_last_record(sqlite_database: str) -> None:
    """A closed table's records are in the one and not in the other, which is the slow way."""
    both = config(T1={"mode": "dealt"}, T2={"mode": "dealt"})
    with running(sqlite_database, both) as floor:
        memory = floor.engine.memory
        assert memory.highest >= memory.latest() > 0
        shifted(floor, MINUTE // 2)
        Bot(floor, "T1", SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))
        assert memory.highest == memory.heads["table T1"].at > memory.latest()
        shifted(floor, -MINUTE + MINUTE // 10)
        # By the highest of all it would be out, and nothing that goes on is so far ahead.
        assert floor.engine.clock.complaint(memory.highest) is not None
        assert floor.clock_complaint() is None
