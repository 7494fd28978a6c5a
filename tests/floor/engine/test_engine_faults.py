"""A fault in one command is that command's alone, and no queue grows without end."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs
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
from tests.floor.told import text_of

from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.must_hit import SECRET_BYTES, Secret
from longsuit.core.refusals import Code
from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.engine import batch, committer, engine, follower, tenant
from longsuit.floor.secrets.vault import trigger_name
from longsuit.floor.service.floor import CommandFailed, Floor, FloorBusy, FloorDown
from longsuit.floor.store.event_log import Commit
from longsuit.floor.store.projections.rounds import Rounds
from longsuit.floor.store.transactions import Unavailable
from longsuit.floor.tables.automation import what_next
from longsuit.floor.tables.commands import SeatPlayer
from longsuit.floor.tables.decide import decide

TWO = config(T1={"mode": "dealt"}, T2={"mode": "dealt"})
MUST_HIT = config(
    L1={"mode": "live", "must_hit": {"seed": 500, "by": 501, "rate": "3.00%"}},
    L2={"mode": "live"},
)
BY = DEALER.actor
UNLUCKY = "unlucky"


class Bug(Exception):
    """What no rule foresees."""


def sit(seat: int, player: str) -> SeatPlayer:
    return SeatPlayer(by=BY, seat=seat, player=player, stack=5_00)


@pytest.fixture
def bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the midst of carrying out whatever seats that player: half is done by then."""
    plain = batch.Work._done

    def done(self: Any, asked: Any, stream: str) -> Any:
        if getattr(asked.command, "player", "") == UNLUCKY:
            raise Bug(UNLUCKY)
        return plain(self, asked, stream)

    monkeypatch.setattr(batch.Work, "_done", done)


def test_a_fault_leaves_no_row_behind(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a round is said to begin that never did, another round would be read."""
    with running(sqlite_database, TWO) as floor:
        for name in ("T1", "T2"):
            wait_for(floor, name, wagers_open)
        cancel = ask.CancelRound(by=BY, reason="a test")
        plain = batch.Work._done

        def done(self: Any, asked: Any, stream: str) -> Any:
            if asked.command == cancel:
                raise Bug
            return plain(self, asked, stream)

        monkeypatch.setattr(batch.Work, "_done", done)
        with held_commit(floor) as begun:
            first = floor.ask(DEALER, "T2", sit(6, "eve"), "first")
            assert begun.wait(PATIENCE)
            failing = floor.ask(DEALER, "T1", cancel, "cancel")
            seated = floor.ask(DEALER, "T1", sit(1, "ann"), "sit")
        assert first.result(PATIENCE).ok and seated.result(PATIENCE).ok
        assert isinstance(failing.exception(PATIENCE), CommandFailed)
        assert Rounds(floor.log.engine).find("table T1", 1) is None


@pytest.mark.usefixtures("bug")
def test_a_fault_fails_its_own_command_only(database: str) -> None:
    """The rest of the batch is decided as if it had not been there, in one commit."""
    with running(database, TWO) as floor, capture_logs() as told:
        for name in ("T1", "T2"):
            wait_for(floor, name, wagers_open)
        wanted = [("T1", 1, "ann"), ("T1", 2, UNLUCKY), ("T2", 1, UNLUCKY), ("T1", 2, "bob")]
        wanted += [("T2", 1, "cyd"), ("T1", 2, "dan")]
        with held_commit(floor) as begun:
            first = floor.ask(DEALER, "T2", sit(6, "eve"), "first")
            assert begun.wait(PATIENCE)
            asked = [
                floor.ask(DEALER, table, sit(seat, player), f"key {number}")
                for number, (table, seat, player) in enumerate(wanted)
            ]
        assert first.result(PATIENCE).ok
        failed = [one.exception(PATIENCE) for one in asked]
        assert [type(one) for one in failed if one] == [CommandFailed, CommandFailed]
        assert "nothing was done" in str(failed[1])
        answers = [one.result() for one, error in zip(asked, failed, strict=True) if not error]
        assert [answer.ok for answer in answers] == [True, True, True, False]
        stood = {name: floor.engine.memory.tables[name].seated() for name in ("T1", "T2")}
        assert stood["T1"] == {1: ("ann", 5_00), 2: ("bob", 5_00)}
        assert stood["T2"] == {1: ("cyd", 5_00), 6: ("eve", 5_00)}
        assert UNLUCKY not in "".join(text_of(one) for one in floor.log.read("table T1"))
        report = audit(floor.log, workers=1)
        assert report.clean, report.fault
    lines = [line for line in told if line["event"] == "a command failed"]
    assert [(line["command"], line["table"]) for line in lines] == [
        ("SeatPlayer", "T1"),
        ("SeatPlayer", "T2"),
    ]


def test_what_fails_by_itself_is_tried_again_later(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not at once, over and over."""
    with running(sqlite_database, TWO) as floor, capture_logs() as told:
        table = DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
        fails = True

        def failing(*args: Any) -> Any:
            if fails and type(args[2]).__name__ == "BeginRound":
                raise Bug
            return decide(*args)

        monkeypatch.setattr(batch, "decide", failing)
        table.play(1)
        DealtTable(floor, "T2", {1: "bob"}, 1_000_00).wager()
        (timer,) = [one for one in floor.engine._timers if one.table == "T1"]
        assert sum(line["event"] == "a command failed" for line in told) == 1
        fails = False
        timer.due = 0.0
        floor.engine.wake()
        wait_for(floor, "T1", wagers_open)


def test_a_table_that_raises_is_set_aside_and_the_others_go_on(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had written is answered and stands; it is told like damage, for the same alarms."""
    with running(sqlite_database, TWO) as floor, capture_logs() as told:
        for name in ("T1", "T2"):
            wait_for(floor, name, wagers_open)

        def fails(table: Any, *more: Any) -> Any:
            if table.id == "T1":
                raise Bug
            return what_next(table, *more)

        monkeypatch.setattr(tenant, "what_next", fails)
        with held_commit(floor) as begun:
            first = floor.ask(DEALER, "T2", sit(6, "eve"), "first")
            assert begun.wait(PATIENCE)
            asked = [floor.ask(DEALER, name, sit(1, "ann"), f"sit {name}") for name in ("T1", "T2")]
        assert all(one.result(PATIENCE).ok for one in (first, *asked))
        refused = floor.ask(DEALER, "T1", sit(2, "bob"), "late").result(PATIENCE)
        assert refused.refused is not None and refused.refused.code == Code.TABLE_OUT_OF_PLAY
        assert floor.damaged().keys() == {"table T1"}
        assert floor.tables() == ["T2"]
        assert floor.ask(DEALER, "T2", sit(2, "bob"), "on").result(PATIENCE).ok
        assert floor.engine.memory.tables["T1"].seated() == {1: ("ann", 5_00)}
    assert [line["table"] for line in told if line["event"] == "a table failed"] == ["T1"]


@pytest.mark.rule("PRG-11")
def test_a_lost_secret_stops_its_own_draw_only(database: str) -> None:
    """The vault holds another: nothing is drawn, opened or thrown away, and other tables play."""
    with running(database, MUST_HIT) as floor:
        name = trigger_name("L1/must-hit")
        for table in ("L1", "L2"):
            live = Bot(floor, table, DEALER)
            live.must(touch.TurnLight(by=BY, seat=2, on=True))
            live.must(ask.StartRound(by=BY))
        wrong = floor.engine._safe.lock(Secret(b"x" * SECRET_BYTES))
        floor.log.write(Commit([], [], [], {name: wrong}, []))
        floor.engine.memory.secrets[name] = Secret(b"x" * SECRET_BYTES)
        head = floor.log.head("table L1")
        with capture_logs() as told:
            answer = Bot(floor, "L1", DEALER).ask(ask.EndRound(by=BY))
        assert not answer.ok
        assert [line["event"] for line in told] == ["a damaged stream is set aside"]
        assert floor.log.head("table L1") == head
        assert floor.log.vault()[name] == wrong
        Bot(floor, "L2", DEALER).must(ask.EndRound(by=BY))


# What waits


@contextmanager
def sleeping(floor: Floor) -> Iterator[None]:
    """The engine is kept from its queue."""
    asleep, awake = threading.Event(), threading.Event()

    def hold() -> None:
        asleep.set()
        assert awake.wait(PATIENCE)

    plain = floor.engine._keep_up
    floor.engine._keep_up = hold  # type: ignore[method-assign]
    floor.engine.wake()
    assert asleep.wait(PATIENCE)
    floor.engine._keep_up = plain  # type: ignore[method-assign]
    yield
    awake.set()


def test_a_full_queue_is_said_at_once(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who wait are answered in the end, and whoever was sent away may ask again."""
    monkeypatch.setattr(engine, "MOST_WAITING", 5)
    monkeypatch.setattr(follower, "MOST_NEWS", 3)
    with running(sqlite_database, TWO) as floor:
        wait_for(floor, "T1", wagers_open)
        with sleeping(floor):
            asked = [
                floor.ask(DEALER, "T1", sit(seat, f"player {seat}"), f"key {seat}")
                for seat in range(1, 8)
            ]
            for _ in range(9):
                floor.engine.wake(["table T2"])
            assert floor.engine.waiting == 5
            assert floor.engine._news.qsize() == 3
            sent_away = [one for one in asked if one.done()]
            assert sent_away == asked[5:]
            for one in sent_away:
                with pytest.raises(FloorBusy, match=r"^The floor is busy: try again"):
                    one.result()
        assert all(one.result(PATIENCE).ok for one in asked[:5])
        assert floor.ask(DEALER, "T1", sit(6, "player 6"), "key 6").result(PATIENCE).ok
        assert len(floor.engine.memory.tables["T1"].seated()) == 6


def test_a_table_that_could_not_be_opened_is_run_by_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However it failed: refused, or decided and never written."""
    monkeypatch.setattr(committer, "TRIES", 1)
    with running(database, config()) as floor:

        def broken(*_: object) -> None:
            raise Unavailable("cut off")

        with monkeypatch.context() as patch:
            patch.setattr(floor.log, "write", broken)
            with pytest.raises(FloorDown):
                floor.open_table(TWO.table[0])
            assert floor.engine.held == {}
        holders = floor.leases.holders()
        assert all(over for _, over in holders.values())
        assert floor.open_table(TWO.table[0]).ok and set(floor.engine.held) == {"T1"}
