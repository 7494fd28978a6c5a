"""Guests who have gone: their seats at practice tables are freed, and nobody waits for them."""

from sqlalchemy import Engine
from tests.floor.playing import PATIENCE, Bot, config, running, wait_for
from tests.floor.playing import wagers_open as wagers_are_open
from tests.floor.told import text_of
from tests.wording import reason_of

from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM
from longsuit.floor.audit.run import audit
from longsuit.floor.engine.ask import Ask
from longsuit.floor.people.identity import AWAY, HOUR, MINUTE, SignedIn, is_guest
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store import people_rows as store
from longsuit.floor.tables.automation import AT_ONCE, Pace, freeing, what_next
from longsuit.floor.tables.commands import SeatRobot, UnseatPlayer
from longsuit.floor.tables.state import FloorTable

NOW = 1_700_000_000_000_000
PRACTICE = config(P={"mode": "practice"}, D={"mode": "dealt"})


class Guest(Bot):
    """A guest at the practice table, with a session of their own."""

    def __init__(self, floor: Floor, seat: int) -> None:
        came = store.admit_guest(floor.database, NOW)
        assert isinstance(came, SignedIn)
        self.token, self.seat = came.token.open(), seat
        super().__init__(floor, "P", Visitor("player", came.session.person, guest=True))
        wait_for(floor, "P", wagers_are_open)
        self.must(ask.SitDown(by=self.visitor.actor, seat=seat, stack=1_000_00))

    def wager(self) -> None:
        wagers = {"ante": 5_00, "xtra": 5_00}
        self.must(ask.PlaceWagers(by=self.visitor.actor, seat=self.seat, wagers=wagers))

    def leave(self) -> None:
        assert store.revoke(self.floor.database, self.token)


def seats(table: FloorTable) -> set[int]:
    return set(table.seated())


def test_a_guest_who_has_gone_leaves_the_table(database: str) -> None:
    with running(database, PRACTICE) as floor:
        one, two = Guest(floor, 1), Guest(floor, 2)
        floor.free_seats(NOW)
        assert seats(one.state) == {1, 2}
        one.leave()
        floor.free_seats(NOW)
        wait_for(floor, "P", lambda table: seats(table) == {2})
        floor.free_seats(NOW + AWAY - 1)
        assert seats(two.state) == {2}
        floor.free_seats(NOW + AWAY)
        wait_for(floor, "P", lambda table: seats(table) == set())
        left = [record for record in floor.log.read("table P") if "SeatLeft" in text_of(record)]
        assert [record.who for record in left] == ["system", "system"]
        assert [record.command for record in left] == [
            f"auto {record.version - 1} P" for record in left
        ]
        assert two.visitor.name != one.visitor.name
        assert audit(floor.log, workers=1).fault == ""


def test_nobody_waits_for_a_guest_who_left_in_a_round(database: str) -> None:
    """Their hand is played out with the free action, and then the seat is free."""
    with running(database, PRACTICE) as floor:
        gone, stays = Guest(floor, 1), Guest(floor, 2)
        floor.engine.pace = Pace(0, 0, 3600, 0)
        for guest in (gone, stays):
            guest.wager()
        wait_for(floor, "P", lambda table: table.round is not None and table.round.turn == 1)
        gone.leave()
        floor.free_seats(NOW)
        wait_for(floor, "P", lambda table: table.round is not None and table.round.turn == 2)
        while stays.state.round is not None and stays.state.round.number == 1:
            state = wait_for(
                floor,
                "P",
                lambda t: t.round is not None and (t.round.turn == 2 or t.round.number > 1),
            )
            assert state.round is not None
            if state.round.number > 1:
                break
            act = "fold" if state.round.decision == 2 else "check"
            stays.must(ask.Act(by=stays.visitor.actor, seat=2, action=act))
        wait_for(floor, "P", lambda table: wagers_are_open(table) and seats(table) == {2})
        late = [one for one in floor.log.read("table P") if '"in_time":false' in text_of(one)]
        assert {one.who for one in late} == {"system"}
        assert audit(floor.log, workers=1).fault == ""


def test_wagers_of_who_has_gone_are_taken_back(sqlite_database: str) -> None:
    with running(sqlite_database, PRACTICE) as floor:
        gone, stays = Guest(floor, 1), Guest(floor, 3)
        # One has wagered and the other has not, so the table waits.
        floor.engine.pace = Pace(0, 0, 3600, 0)
        gone.wager()
        gone.leave()
        floor.free_seats(NOW)
        state = wait_for(floor, "P", lambda table: seats(table) == {3})
        assert state.round is not None and state.round.phase == "wagers"
        assert stays.state.seated()[3][1] == 1_000_00


def test_it_is_done_after_a_restart_too(sqlite_database: str) -> None:
    with running(sqlite_database, PRACTICE) as floor:
        Guest(floor, 4).leave()
    with running(sqlite_database, PRACTICE) as floor:
        state = floor.engine.table("P")
        assert state is not None and seats(state) == {4}
        floor.free_seats(NOW)
        wait_for(floor, "P", lambda table: seats(table) == set())


def test_after_a_restart_there_is_time_to_come_back(sqlite_database: str) -> None:
    with running(sqlite_database, PRACTICE) as floor:
        for seat in (1, 2):
            Guest(floor, seat)
    later = NOW + HOUR
    with running(sqlite_database, PRACTICE) as floor:
        floor.free_seats(later)
        floor.free_seats(later + AWAY - 1)
        state = floor.engine.table("P")
        assert state is not None and seats(state) == {1, 2}
        floor.free_seats(later + AWAY)
        wait_for(floor, "P", lambda table: seats(table) == set())


def test_only_guests_of_practice_tables_are_seen_off(sqlite_database: str) -> None:
    with running(sqlite_database, PRACTICE) as floor:
        guest = Guest(floor, 1)
        pam = Bot(floor, "P", Visitor("player", "Pam"))
        pam.must(ask.SitDown(by=pam.visitor.actor, seat=2, stack=1_000_00))
        pam.must(SeatRobot(by=pam.visitor.actor, seat=3))
        guest.leave()
        floor.free_seats(NOW)
        wait_for(floor, "P", lambda table: seats(table) == {2, 3})
        floor.free_seats(NOW + 48 * HOUR)
        assert seats(pam.state) == {2, 3}
        table = floor.engine.table("D")
        assert table is not None
        assert freeing(table, frozenset({"Pam"})) is None
        assert what_next(pam.state, AT_ONCE, frozenset({"Nobody"})) is None
        # At a table for real money only the dealer frees a seat.
        free = Ask(UnseatPlayer(by=SYSTEM, seat=1), "auto", "D")
        refused = floor.engine.submit(free).result(PATIENCE)
        assert reason_of(refused) == "Only a dealer or a supervisor may free a player's seat."


def test_who_is_still_here(engine: Engine) -> None:
    begun = [store.admit_guest(engine, NOW) for _ in range(3)]
    tokens = {one.session.person: one.token.open() for one in begun if isinstance(one, SignedIn)}
    came = list(tokens)
    store.add_person(engine, "Ann", "player", "correct horse", NOW)
    store.sign_in(engine, "Ann", "correct horse", NOW)
    assert store.guests_here(engine, [*came, "Ann", "Guest 1"], NOW) == set(came)
    # Whoever does something elsewhere is not at a table.
    now = NOW + 5 * MINUTE
    store.note_sight(engine, tokens[came[0]], now - AWAY + 1)
    assert store.find_session(engine, tokens[came[1]], now) is not None
    assert store.guests_here(engine, came, now) == {came[0]}
    assert store.guests_here(engine, came, now + 1) == set()
    # Nobody could be seen while the floor was closed, and nobody lives on by being there.
    assert store.guests_here(engine, came, now, now - AWAY + 1) == set(came)
    store.note_sight(engine, tokens[came[0]], NOW + 2 * HOUR)
    assert store.guests_here(engine, came, NOW + 2 * HOUR) == set()
    assert store.guests_here(engine, [], NOW) == set()
    assert all(map(is_guest, came)) and not is_guest("Ann") and not is_guest("guest")
