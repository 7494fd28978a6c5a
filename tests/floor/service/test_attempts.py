"""A wager or a buy-in over its limit is refused, and told by the exception report."""

import msgspec
import pytest
from tests.floor.playing import DEALER, PATIENCE, SUPERVISOR, config, running, wait_for, with_house

from longsuit.core.refusals import Refused
from longsuit.core.round.commands import PlaceWagers
from longsuit.floor.audit.findings import Broken
from longsuit.floor.audit.people_stream import PeopleReplay, Standing
from longsuit.floor.audit.run import audit
from longsuit.floor.papers.exceptions import find_exceptions
from longsuit.floor.people.changes import PEOPLE, LimitPassed
from longsuit.floor.people.identity import Role
from longsuit.floor.reports.period import day_at
from longsuit.floor.service import attempts
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.database import open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.people_rows import add_person
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import SeatPlayer
from longsuit.floor.tables.state import FloorTable

pytestmark = pytest.mark.rule("CON-34")
FLOOR = with_house(config(T1={"mode": "dealt"}, P1={"mode": "practice"}), buy_in_limit=500_00)
PEOPLE_HERE: dict[str, Role] = {"Ann": "player", "Dee": "dealer", "Sue": "supervisor"}
ANN = Visitor("player", "Ann")


def wagers_are_open(table: FloorTable) -> bool:
    return table.round is not None and table.round.phase == "wagers"


def seat_ann(floor: Floor, stack: int, by: Visitor, table: str = "T1") -> Refused | None:
    command = SeatPlayer(by=by.actor, seat=1, player="Ann", stack=stack)
    return floor.ask(by, table, command, f"{table} {stack} {by.name}").result(PATIENCE).refused


def wager(floor: Floor, ante: int, key: str, table: str = "T1") -> Refused | None:
    wagers = {"ante": ante, "xtra": ante}
    command = PlaceWagers(by=ANN.actor, seat=1, wagers=wagers)
    return floor.ask(ANN, table, command, key).result(PATIENCE).refused


@pytest.fixture
def told(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Who did what, and why, by the exceptions of a floor on which limits were tried."""
    monkeypatch.setattr(attempts, "MOST_AN_HOUR", 3)
    with running(sqlite_database, FLOOR) as floor:
        for name, role in PEOPLE_HERE.items():
            add_person(floor.database, name, role, "correct horse battery", 1)
        wait_for(floor, "T1", wagers_are_open)
        wait_for(floor, "P1", wagers_are_open)
        assert seat_ann(floor, 500_01, DEALER) is not None
        assert seat_ann(floor, 600_00, SUPERVISOR) is None
        # Below the least, at a practice table, or more than the seat has: not over a limit.
        assert wager(floor, 1, "low") is not None
        assert seat_ann(floor, 1000_00, SUPERVISOR, "P1") is None
        assert wager(floor, 90_000_00, "practice", "P1") is not None
        for number in range(5):
            assert wager(floor, 90_000_00, f"high {number}") is not None
    engine = open_to_read(sqlite_database)
    found = audit(Log(engine), workers=1)
    assert found.clean, found.fault
    with reading(engine) as rows:
        last = rows.read(PEOPLE, rows.span(PEOPLE, 0, 1 << 62))
        day = day_at(max(row.at for row in last), "UTC")
        exceptions = find_exceptions(rows, day)
    engine.dispose()
    return [(one.who, one.kind, one.why) for one in exceptions if one.where == PEOPLE]


def test_they_are_told_by_person_and_no_more_than_so_many_an_hour(
    told: list[tuple[str, str, str]],
) -> None:
    assert told == [
        ("dealer Dee", "over a limit", "T1, buy-in: $500.01, limit $500.00"),
        *[("player Ann", "over a limit", "T1, ante: $90,000.00, limit $500.00")] * 3,
    ]


def test_the_audit_knows_a_false_one() -> None:
    replay = PeopleReplay()
    replay.known["Ann"] = Standing("player")
    fine = LimitPassed("Ann", "T1", "ante", 301_00, 300_00)
    replay._pass_limit(fine)
    with pytest.raises(Broken, match="within the limit"):
        replay._pass_limit(msgspec.structs.replace(fine, amount=300_00))
    with pytest.raises(Broken, match="nobody named Bob"):
        replay._pass_limit(msgspec.structs.replace(fine, name="Bob"))
