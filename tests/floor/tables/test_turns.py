"""Servers that write to the same meters take turns: nobody is told that the floor is down.

A Must Hit meter needs the order of its contributions. What rounds put into other meters does not.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, text
from tests.floor.playing import DEALER, PATIENCE, SUPERVISOR, Bot, config, running, until
from tests.floor.told import text_of
from tests.wording import reason_of

from longsuit.core.progressive import commands as touch
from longsuit.core.round import commands as ask
from longsuit.floor.engine import committer
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.engine import Engine as FloorEngine
from longsuit.floor.log.record import Head, make_record
from longsuit.floor.service.floor import Floor, FloorBusy
from longsuit.floor.store import transactions as store
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Lease, Log, Turn
from longsuit.floor.store.transactions import OutOfTurn, Stale

LINKS = {name: f"link/{name}" for name in ("star", "spade", "heart", "diamond")}
PLAIN: dict[str, Any] = {"mode": "live", "links": LINKS}
LIVE: dict[str, Any] = {
    "mode": "live",
    "links": {**LINKS, "must-hit": "link/must-hit"},
    "must_hit": {"seed": 500, "by": 1000, "rate": "3.00%"},
}
BY = DEALER.actor
METER = "meter link/must-hit"
_WAITING = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


def started(floor: Floor, table: str) -> Bot:
    """A live table whose END ROUND is to come."""
    live = Bot(floor, table, DEALER)
    live.must(touch.TurnLight(by=BY, seat=3, on=True))
    live.must(ask.StartRound(by=BY))
    return live


def waiting(log: Log) -> int:
    with log.engine.connect() as connection:
        return int(connection.execute(_WAITING).scalar_one())


@contextmanager
def turn_of(database: str, *streams: str) -> Iterator[Turn]:
    """Somebody else has the turn of these streams."""
    engine = open_database(database)
    try:
        with Log(engine).turn(streams) as turn:
            yield turn
    finally:
        engine.dispose()


def test_who_comes_second_waits_and_is_carried_out(postgres_database: str) -> None:
    with running(postgres_database, config(T1=LIVE)) as floor:
        live = started(floor, "T1")
        with turn_of(postgres_database, METER):
            ended = floor.ask(DEALER, "T1", ask.EndRound(by=BY), "end")
            until(lambda: waiting(floor.log) == 1, "the server waits for its turn")
            assert not ended.done()
        assert ended.result(PATIENCE).ok
        assert live.state.terminal.phase == "idle"


def test_what_others_wrote_meanwhile_is_taken_in_before_it_is_written(
    postgres_database: str,
) -> None:
    """Decided once before the turn and once in it; no commit is refused by the database."""
    with (
        running(postgres_database, config(T1=LIVE)) as a,
        running(postgres_database, config(T2=LIVE)) as b,
    ):
        started(a, "T1")
        started(b, "T2")
        refused: list[object] = []
        for floor in (a, b):
            floor.log.write = noting(floor.log.write, refused)  # type: ignore[method-assign]
        with turn_of(postgres_database, METER):
            both = [
                floor.ask(DEALER, table, ask.EndRound(by=BY), f"end {table}")
                for floor, table in ((a, "T1"), (b, "T2"))
            ]
            until(lambda: waiting(a.log) == 2, "both wait for their turn")
        assert all(one.result(PATIENCE).ok for one in both)
        assert refused == []
        here, there = a.engine.memory.meters, b.engine.memory.meters
        until(lambda: here == there, "both see both contributions")
        told = "".join(text_of(one) for one in a.log.read(METER))
        assert told.count('"Contributed"') == 2


def noting(write: Callable[..., None], refused: list[object]) -> Callable[..., None]:
    def noted(*args: Any) -> None:
        try:
            write(*args)
        except Stale as error:
            refused.append(error)
            raise

    return noted


def test_a_turn_that_never_comes_is_told_as_busy(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as a floor that is down; what was put off is carried out when it is asked for again."""
    monkeypatch.setattr(store, "TURN_SECONDS", 0.05)
    monkeypatch.setattr(committer, "LONGEST_WAIT_SECONDS", 0.1)
    with running(postgres_database, config(T1=LIVE, T2={"mode": "dealt"})) as floor:
        live = started(floor, "T1")
        with turn_of(postgres_database, METER):
            with pytest.raises(FloorBusy, match=r"^The floor is busy: try again with the same key"):
                live.ask(ask.EndRound(by=BY), "end")
            # What has nothing to do with the meter goes on.
            live.must(touch.ChooseSeat(by=BY, seat=3))
        again = live.must(ask.EndRound(by=BY), "end")
        assert not again.again


def test_leases_are_kept_while_a_turn_is_waited_for(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "TURN_SECONDS", 0.05)
    with running(postgres_database, config(T1=LIVE)) as floor:
        live = started(floor, "T1")
        renewed = threading.Event()
        plain = floor.leases.renew

        def renew(held: Any) -> Any:
            renewed.set()
            return plain(held)

        with turn_of(postgres_database, METER):
            ended = floor.ask(DEALER, "T1", ask.EndRound(by=BY), "end")
            until(lambda: waiting(floor.log) == 1, "the server waits for its turn")
            floor.leases.renew = renew  # type: ignore[method-assign]
            floor.engine._renewed = 0.0
            assert renewed.wait(PATIENCE)
            assert not ended.done()
        assert ended.result(PATIENCE).ok
        assert live.state.terminal.phase == "idle"


# What is changed by hand

TWO: dict[str, Any] = {"by": SUPERVISOR.actor, "reason": "a test", "second": "Sam"}


def reduced(floor: Floor, meter: str) -> str:
    """Why a mite less in a meter is refused; nothing when it was done."""
    taken = touch.ReduceMeter(cause="malfunction", part="meter", amount=1, **TWO)
    return reason_of(floor.ask_meter(SUPERVISOR, meter, taken, f"take {meter}").result(PATIENCE))


@pytest.mark.rule("CON-28", "PRG-2")
@pytest.mark.parametrize("meter", ["link/star", "link/must-hit"])
def test_a_round_that_began_at_another_server_keeps_the_figures_of_its_meters(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch, meter: str
) -> None:
    """Not a notice comes through, and nobody looks: it is asked when it counts."""
    with (
        running(postgres_database, config(T1=LIVE)) as a,
        running(postgres_database, config(T2=LIVE)) as b,
    ):
        until(lambda: set(a.meters()["link/star"].tables) == {"T1", "T2"}, "a knows both")
        monkeypatch.setattr(FloorEngine, "_keep_up", FloorEngine._keep_leases)
        started(b, "T2")
        runs = f"A round runs at T2: end it, then change {meter}."
        assert reduced(a, meter) == runs


@pytest.mark.rule("CON-28", "PRG-2")
def test_no_round_begins_while_a_meter_is_changed(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits at its server until the change is written, and finds the meter so."""
    with (
        running(postgres_database, config(T1=LIVE)) as a,
        running(postgres_database, config(T2=LIVE)) as b,
    ):
        until(lambda: set(a.meters()["link/star"].tables) == {"T1", "T2"}, "a knows both")
        live = Bot(b, "T2", DEALER)
        live.must(touch.TurnLight(by=BY, seat=3, on=True))
        begun: list[Future[Answer]] = []
        finish = Turn.finish

        def meanwhile(turn: Turn, commit: Commit, held: Sequence[Lease]) -> None:
            monkeypatch.setattr(Turn, "finish", finish)
            begun.append(b.ask(DEALER, "T2", ask.StartRound(by=BY), "start"))
            until(lambda: begun[0].done() or blocked(b.log) > 0, "it begins, or has to wait")
            finish(turn, commit, held)

        monkeypatch.setattr(Turn, "finish", meanwhile)
        assert reduced(a, "link/star") == ""
        assert begun[0].result(PATIENCE).ok
        with a.log.engine.connect() as connection:
            order = connection.execute(text(_ORDER)).scalars().all()
        assert list(order) == ["table T2", "meter link/star"]


def blocked(log: Log) -> int:
    with log.engine.connect() as connection:
        return int(connection.execute(_BLOCKED).scalar_one())


_BLOCKED = text("SELECT count(*) FROM pg_locks WHERE locktype <> 'advisory' AND NOT granted")
_ORDER = """
    SELECT name FROM records JOIN names ON id = stream ORDER BY position DESC LIMIT 2
"""


# The log itself


def record(stream: str, head: Head) -> Commit:
    return Commit([make_record(stream, head, 1, "system", "", b"\x90")], [], [], {}, [])


def test_a_writer_without_a_turn_waits_for_it(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "TURN_SECONDS", 0.05)
    engine = open_database(postgres_database)
    log = Log(engine)
    try:
        with turn_of(postgres_database, "meter b", "meter a") as turn:
            for stream in ("meter a", "meter b"):
                with pytest.raises(OutOfTurn):
                    log.write(record(stream, Head()))
            log.write(record("meter c", Head()))
            log.write(record("table a", Head()))
            turn.finish(record("meter a", Head()), ())
        log.write(record("meter b", Head()))
        assert log.streams() == ["meter a", "meter b", "meter c", "table a"]
    finally:
        engine.dispose()


def test_a_turn_that_is_not_used_writes_nothing(engine: Engine) -> None:
    log = Log(engine)
    with log.turn(["meter a"]) as turn:
        assert turn.heads(["meter a"]) == {}
    assert log.streams() == []


def test_what_is_decided_again_has_its_turn_at_every_meter(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others have moved a meter meanwhile, and now the batch leads to one more."""
    with running(postgres_database, config(T1=PLAIN)) as floor:
        engine = floor.engine
        turns: list[list[str]] = []
        engine.stop()
        change: Any = {"part": "meter", "amount": 1, "reason": "a test", "second": "Abe"}
        asks = [
            Ask(touch.CorrectMeter(by=SUPERVISOR.actor, **change), meter, meter=meter)
            for meter in ("link/star", "link/heart")
        ]
        decide, turn = engine._decide, Log.turn

        def first_one_then_both(found: Sequence[Ask], known: Any) -> Any:
            return decide(found if turns else found[:1], known)

        def noted(log: Log, streams: Sequence[str]) -> Any:
            turns.append(list(streams))
            return turn(log, streams)

        monkeypatch.setattr(engine, "_decide", first_one_then_both)
        monkeypatch.setattr(Log, "turn", noted)
        monkeypatch.setattr(engine, "_hear_of", lambda *_: len(turns) == 1)
        _, answers = engine._decide_in_turn(asks, {})
        assert [isinstance(one, Answer) and one.ok for one in answers] == [True, True]
        assert turns == [["meter link/star"], ["meter link/heart", "meter link/star"]]
