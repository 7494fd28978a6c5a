"""The books: a player's account is what lies in front of them, and play money is apart."""

from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, select
from tests.floor.ledger.booked import booked
from tests.floor.played import play_floor
from tests.floor.playing import DEALER, SUPERVISOR, Bot, DealtTable, config, running, wait_for
from tests.wording import reason_of

from longsuit.core.money import MITES, Mites
from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.ledger.accounts import PRACTICE, books_of, in_front, is_players
from longsuit.floor.log.codec import events_of
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.schema import postings_told, records_told
from longsuit.floor.tables.commands import CloseTable, SeatPlayer, SeatRobot, UnseatPlayer
from longsuit.floor.tables.state import FloorTable, evolve_floor

ANN, ZOE = Visitor("player", "Ann"), Visitor("player", "Zoe")


class Books:
    """A log read again, command by command, with the ledger beside it."""

    def __init__(self, engine: Engine) -> None:
        self.tables: dict[str, FloorTable] = {}
        self.balances: dict[str, Mites] = {}
        with engine.connect() as connection:
            self.rows = connection.execute(
                select(records_told).order_by(records_told.c.position)
            ).all()
            self.booked: dict[tuple[str, int], list[Any]] = {}
            for one in connection.execute(select(postings_told).order_by(postings_told.c.id)):
                self.booked.setdefault((one.stream, one.version), []).append(one)

    def check(self) -> int:
        """The law after every command; returns how many there were."""
        commands = 0
        for place, row in enumerate(self.rows):
            self._happen(row)
            following = self.rows[place + 1] if place + 1 < len(self.rows) else None
            if following is None or (following.who, following.command) != (row.who, row.command):
                self._hold(f"{row.stream}, record {row.version}")
                commands += 1
        return commands

    def _happen(self, row: Any) -> None:
        kind, _, name = row.stream.partition(" ")
        for event in events_of(row) if kind == "table" else ():
            self.tables[name] = evolve_floor(self.tables.get(name), event)
        for one in self.booked.get((row.stream, row.version), ()):
            assert one.source.startswith(PRACTICE) == one.target.startswith(PRACTICE)
            self.balances[one.source] = self.balances.get(one.source, 0) - one.mites
            self.balances[one.target] = self.balances.get(one.target, 0) + one.mites

    def _hold(self, where: str) -> None:
        front: dict[str, Mites] = {}
        for table in self.tables.values():
            for account, mites in in_front(table).items():
                front[account] = front.get(account, 0) + mites
        live = [name for name, table in self.tables.items() if table.settings.setup.live]
        for account in {*front, *self.balances}:
            if is_players(account, live):
                assert self.balances.get(account, 0) == front.get(account, 0), (where, account)
        for practice in (False, True):
            assert sum(books_of(self.balances, practice=practice).values()) == 0, where


@pytest.mark.rule("PRG-7")
@pytest.mark.parametrize("seed", [3, 4])
def test_a_players_account_is_what_lies_in_front_of_them(database: str, seed: int) -> None:
    """After every command of a floor where everything happens, on either database."""
    play_floor(database, rounds=12, seed=seed, running=True)
    engine = open_database(database)
    try:
        books = Books(engine)
        assert books.check() > 500
        assert {"practice cage", "cage"} <= books.balances.keys()
        # Practice guests have no account among real money, nor players of dealt tables elsewhere.
        assert not any(name.startswith("player Guest") for name in books.balances)
        assert audit(Log(engine), workers=1).fault == ""
    finally:
        engine.dispose()


def entries(floor: Floor, table: str) -> list[tuple[str, str, int, str]]:
    found = booked(floor.log, f"table {table}")
    return [(one.source, one.target, one.mites // MITES, one.purpose.value) for one in found]


@pytest.mark.rule("PRG-7")
def test_a_buy_in_and_a_cash_out_are_posted(database: str) -> None:
    with running(database, config(T1={"mode": "dealt"})) as floor:
        table = DealtTable(floor, "T1", {2: "Ann"}, 1_000_00)
        assert entries(floor, "T1") == [("cage", "player Ann", 1_000_00, "buy-in")]
        table.play(1)
        _, stack = table.dealer.state.seated()[2]
        table.dealer.must(UnseatPlayer(by=DEALER.actor, seat=2))
        assert entries(floor, "T1")[-1] == ("player Ann", "cage", stack, "cash-out")


@pytest.mark.rule("PRG-7")
def test_play_money_has_books_of_its_own(database: str) -> None:
    with running(database, config(P1={"game": "hcf"})) as floor:
        zoe = Bot(floor, "P1", ZOE)
        wait_for(floor, "P1", lambda table: table.round is not None)
        zoe.must(ask.SitDown(by=ZOE.actor, seat=1, stack=1_000_00))
        zoe.must(SeatRobot(by=ZOE.actor, seat=2))
        zoe.must(ask.StandUp(by=ZOE.actor, seat=1))
        assert entries(floor, "P1") == [
            ("practice cage", "practice player Zoe", 1_000_00, "buy-in"),
            ("practice player Zoe", "practice cage", 1_000_00, "cash-out"),
        ]


# Closing


@pytest.mark.rule("TBL-7")
def test_a_dealt_table_closes_when_everybody_is_cashed_out(database: str) -> None:
    with running(database, config(T1={"mode": "dealt"})) as floor:
        table = DealtTable(floor, "T1", {1: "Ann", 4: "Bob"}, 955_00)
        supervisor = Bot(floor, "T1", SUPERVISOR)
        close = CloseTable(by=SUPERVISOR.actor)
        refused = supervisor.ask(close)
        assert reason_of(refused) == "Ann sits at seat 1 with $955.00: cash out first."
        table.dealer.must(UnseatPlayer(by=DEALER.actor, seat=1))
        assert reason_of(supervisor.ask(close)).startswith("Bob sits at seat 4 with $955.00")
        table.bots[4].must(ask.StandUp(by=table.bots[4].visitor.actor, seat=4))
        # Somebody who has lost it all just goes.
        table.dealer.must(SeatPlayer(by=DEALER.actor, seat=3, player="Cy", stack=0))
        supervisor.must(close)
        assert (table.dealer.state.closed, table.dealer.state.seated()) == (True, {})


def test_a_buy_in_has_a_bound(sqlite_database: str) -> None:
    with running(sqlite_database, config(T1={"mode": "dealt"}, P1={})) as floor:
        table = DealtTable(floor, "T1", {1: "Ann"}, 500_00)
        wait_for(floor, "P1", lambda one: one.round is not None)
        seat = SeatPlayer(by=DEALER.actor, seat=2, player="Cy", stack=50_000_000_00)
        why = "A buy-in is from $0 to $1,000,000.00."
        assert reason_of(table.dealer.ask(seat)) == why
        table.dealer.must(replace(seat, stack=1_000_000_00))
        other = Bot(floor, "P1", DEALER).ask(replace(seat, stack=5_000_00))
        assert reason_of(other) == "At this practice table everyone sits down with $1,000.00."


def test_a_dealer_sends_nobody_away_from_their_wagers(sqlite_database: str) -> None:
    with running(sqlite_database, config(T1={"mode": "dealt"})) as floor:
        table = DealtTable(floor, "T1", {1: "Ann"}, 500_00)
        wagers = {"ante": 5_00, "xtra": 5_00}
        ann = table.bots[1]
        ann.must(ask.PlaceWagers(by=ann.visitor.actor, seat=1, wagers=wagers))
        free = UnseatPlayer(by=DEALER.actor, seat=1)
        assert reason_of(table.dealer.ask(free)) == (
            "Ann has $10.00 down: have it taken back, or cancel the round."
        )
        ann.must(ask.TakeBackWagers(by=ann.visitor.actor, seat=1))
        table.dealer.must(free)
        assert entries(floor, "T1")[-1] == ("player Ann", "cage", 500_00, "cash-out")
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("TBL-7")
def test_a_practice_table_lets_everybody_go_when_it_closes(database: str) -> None:
    with running(database, config(P1={})) as floor:
        zoe = Bot(floor, "P1", ZOE)
        wait_for(floor, "P1", lambda table: table.round is not None)
        zoe.must(ask.SitDown(by=ZOE.actor, seat=3, stack=1_000_00))
        zoe.must(SeatRobot(by=ZOE.actor, seat=5))
        Bot(floor, "P1", SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))
        assert (zoe.state.closed, zoe.state.seated()) == (True, {})
        (last,) = floor.log.read("table P1", floor.engine.memory.heads["table P1"].version - 1)
        told = [type(event).__name__ for event in events_of(last)]
        assert told == ["SeatLeft", "SeatLeft", "RoundCancelled", "TableClosed"]
        assert entries(floor, "P1")[-1][-1] == "cash-out"
    engine = open_database(database)
    assert audit(Log(engine), workers=1).fault == ""
    engine.dispose()


def test_whoever_still_sits_at_a_closed_table_may_leave(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As floors closed their tables once: with the people at them."""
    with running(database, config(T1={"mode": "dealt"})) as floor:
        table = DealtTable(floor, "T1", {1: "Ann", 4: "Bob"}, 500_00)
        supervisor = Bot(floor, "T1", SUPERVISOR)
        with monkeypatch.context() as patch:
            patch.setattr(FloorTable, "seated", lambda _: {})
            supervisor.must(CloseTable(by=SUPERVISOR.actor))
        assert set(table.dealer.state.seated()) == {1, 4}
        seat = SeatPlayer(by=DEALER.actor, seat=2, player="Cy", stack=1)
        assert reason_of(table.dealer.ask(seat)).endswith("is closed.")
        ann = Bot(floor, "T1", ANN)
        assert not ann.ask(ask.StandUp(by=ANN.actor, seat=4)).ok
        assert not ann.ask(ask.StandUp(by=ANN.actor, seat=2)).ok
        ann.must(ask.StandUp(by=ANN.actor, seat=1))
        table.dealer.must(UnseatPlayer(by=DEALER.actor, seat=4))
        assert table.dealer.state.seated() == {}
        assert entries(floor, "T1")[-1] == ("player Bob", "cage", 500_00, "cash-out")
