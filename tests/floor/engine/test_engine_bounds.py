"""What cannot be is refused by itself: tables that are not there, and what cannot be written."""

from typing import Any

import pytest
from tests.floor.playing import DEALER, PATIENCE, SUPERVISOR, Bot, config, running, wait_for
from tests.floor.playing import wagers_open as wagers_are_open
from tests.wording import reason_of

from longsuit.core.progressive.commands import VoidJackpot
from longsuit.core.refusals import Code, refuse
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.floor.config.settings import TableConfig, table_settings
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.tables.commands import BeginRound, SealWord, SeatPlayer, SetTable
from longsuit.floor.tables.decide import MOST_CHANGES
from longsuit.floor.tables.events import RoundBegun
from longsuit.floor.tables.state import evolve_floor

ONE = config(T1={"mode": "dealt"})
DEE = DEALER.actor


def submit(floor: Floor, command: Command, key: str = "key", table: str = "T1") -> Answer:
    return floor.engine.submit(Ask(command, key, table)).result(PATIENCE)


# Tables that are not there


def test_no_lease_is_taken_for_a_table_that_is_not_there(database: str) -> None:
    with running(database, ONE) as floor:
        for command in (ask.StartRound(by=DEE), BeginRound(by=SYSTEM)):
            answer = submit(floor, command, table="T9")
            assert reason_of(answer) == "There is no table T9."
        assert floor.engine.held.keys() == {"T1"}
        assert floor.leases.holders().keys() == {"T1"}


def test_a_table_that_is_not_opened_is_nobody_s(database: str) -> None:
    """The lease is given up at once: another process may open the table."""
    made, _ = table_settings(TableConfig(id="T9", game="ctf", mode="dealt"), ONE.house)
    with running(database, ONE) as floor:
        refused = submit(floor, SetTable(by=DEE, settings=made), "one", "T9")
        assert reason_of(refused) == "Only a supervisor may change a table."
        assert floor.engine.held.keys() == {"T1"}
        _, is_free = floor.leases.holders()["T9"]
        assert is_free
        # It is opened after all, in the same moment as it is refused to somebody else.
        wanted = [
            Ask(SetTable(by=by, settings=made), f"key {number}", "T9")
            for number, by in enumerate((DEE, SUPERVISOR.actor, DEE))
        ]
        answers = [one.result(PATIENCE) for one in map(floor.engine.submit, wanted)]
        assert [one.ok for one in answers][:2] == [False, True]
        assert floor.engine.held.keys() == {"T1", "T9"}
        wait_for(floor, "T9", wagers_are_open)


# What cannot be written

_SEAT: dict[str, Any] = {"seat": 1, "player": "ann", "stack": 100}
UNWRITABLE: dict[str, Command] = {
    "half a character": SeatPlayer(by=DEE, **{**_SEAT, "player": "\ud800"}),
    "half a name": SeatPlayer(by=Actor("dealer", "\udfff"), **_SEAT),
    "a zero": SeatPlayer(by=DEE, **{**_SEAT, "player": "a\0b"}),
    "a zero in a name": SeatPlayer(by=Actor("dealer", "D\0"), **_SEAT),
    "a zero in a reason": VoidJackpot(by=DEE, reason="\0"),
    "a zero in a key": ask.PlaceWagers(by=DEE, seat=1, wagers={"an\0te": 5_00}),
    "too much": SeatPlayer(by=DEE, **{**_SEAT, "stack": 2**60}),
    "far too much": SeatPlayer(by=DEE, **{**_SEAT, "stack": 2**80}),
    "a thing": SeatPlayer(by=DEE, **{**_SEAT, "player": object()}),
}


@pytest.mark.parametrize("name", list(UNWRITABLE))
def test_what_cannot_be_written_is_refused_and_fails_nothing(database: str, name: str) -> None:
    """Others that are asked in the same moment are carried out."""
    bad = UNWRITABLE[name]
    with running(database, ONE) as floor:
        wait_for(floor, "T1", wagers_are_open)
        good = SeatPlayer(by=DEE, seat=5, player="bob", stack=1_00)
        futures = [
            floor.engine.submit(Ask(command, f"key {number}", "T1"))
            for number, command in enumerate((bad, good, bad))
        ]
        answers = [future.result(PATIENCE) for future in futures]
        assert [answer.ok for answer in answers] == [False, True, False]
        for refused in (answers[0], answers[2]):
            assert refused.refused == refuse(Code.NOT_WRITABLE)
        assert floor.engine.memory.tables["T1"].seated() == {5: ("bob", 1_00)}


@pytest.mark.parametrize("place", [{"key": "\ud800"}, {"key": "a\0"}, {"table": "T\0"}])
def test_a_place_that_cannot_be_written(database: str, place: dict[str, str]) -> None:
    with running(database, ONE) as floor:
        assert not submit(floor, ask.StartRound(by=DEE), **place).ok
        assert reason_of(Bot(floor, "T1", DEALER).ask(ask.StartRound(by=DEE)))


def test_what_only_looks_so_is_carried_out(sqlite_database: str) -> None:
    with running(sqlite_database, ONE) as floor:
        wait_for(floor, "T1", wagers_are_open)
        for seat, player in ((1, r"\u0000"), (2, "123456789012345678901234567890")):
            seated = SeatPlayer(by=DEE, seat=seat, player=player, stack=100)
            assert submit(floor, seated, f"seat {seat}").ok
        word = SealWord(by=Actor("player", r"\u0000"), seat=1, seal="ab" * 32)
        assert submit(floor, word, r"\u0000").ok


def test_an_engine_says_how_it_is(sqlite_database: str) -> None:
    with running(sqlite_database, ONE) as floor:
        assert floor.is_running and floor.engine.is_running
        assert floor.waiting == floor.engine.waiting >= 0
    assert not floor.is_running


def test_a_seat_changes_its_mind_so_often_in_a_round(sqlite_database: str) -> None:
    """Every wager and word that is given is on record for good."""
    with running(sqlite_database, config(P1={"mode": "practice"})) as floor:
        guest = Visitor("player", "Guest 1", guest=True)
        bot = Bot(floor, "P1", guest)
        wait_for(floor, "P1", wagers_are_open)
        bot.must(ask.SitDown(by=guest.actor, seat=1, stack=100_000))
        for number in range(MOST_CHANGES):
            bot.must(SealWord(by=guest.actor, seat=1, seal=f"{number:064x}"))
        head = floor.log.head("table P1")
        said = f"You have changed your wagers, word or plan {MOST_CHANGES} times in this round."
        wagers = {"ante": 500, "xtra": 500}
        for command in (
            SealWord(by=guest.actor, seat=1, seal="ab" * 32),
            ask.PlaceWagers(by=guest.actor, seat=1, wagers=wagers),
        ):
            assert reason_of(bot.ask(command)) == said
        assert floor.log.head("table P1") == head
        # Who sits down anew begins anew, and so does a new round.
        bot.must(ask.StandUp(by=guest.actor, seat=1))
        bot.must(ask.SitDown(by=guest.actor, seat=1, stack=100_000))
        bot.must(ask.PlaceWagers(by=guest.actor, seat=1, wagers=wagers))
        table = floor.engine.table("P1")
        assert table is not None
        begun = evolve_floor(table, RoundBegun(table.terminal.number + 1, (), "0" * 64))
        assert begun.changes == {}
