"""One run: the servers, the database, the lines between them, and what goes wrong with each."""

import hashlib
import random
import tempfile
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TypeVar

from tests.floor.playing import lay_tables
from tests.simulation.checks import Checks
from tests.simulation.database import Store, broken
from tests.simulation.kernel import SECOND, Kernel, result
from tests.simulation.plan import Fault, Plan
from tests.simulation.server import Life, Server
from tests.simulation.witnesses import SimWitness

T = TypeVar("T")

KEPT_LINES = 400
"""Of the history, for whoever reads of a failure."""
FOLDER = Path("/dev/shm")
LATENCIES = (0.0002, 0.001, 0.004)


class World:
    """Everything there is in one run."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.alone = plan.servers == 1
        self.calm = False
        self.kernel = Kernel()
        self.chance = random.Random(f"{plan.seed} world")
        self._history = hashlib.sha256()
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)
        self.met: Counter[str] = Counter()
        self.retired: Counter[str] = Counter()
        """How many meters have been retired, by the name of the first."""
        self.store = Store(self, folder / "floor.db")
        self.network = Network(self)
        self.servers = [Server(self, at, drift) for at, drift in enumerate(plan.drifts)]
        self.checks = Checks(self)
        self.store.on_commit = self.checks.committed
        self.store.on_turn = self.checks.turn_taken
        self.witnesses = [
            SimWitness(self, at, begins, folder) for at, begins in enumerate(plan.witnesses)
        ]

    def note(self, *words: object) -> None:
        """A line of the history: the same seed has the same, byte for byte."""
        line = f"{self.kernel.now / SECOND:.6f} {' '.join(map(str, words))}"
        self._history.update(line.encode() + b"\n")
        self.lines.append(line)

    @property
    def digest(self) -> str:
        """Of the whole history."""
        return self._history.hexdigest()

    # Faults

    def arm(self) -> None:
        """Everything that is to go wrong, at its time."""
        for fault in self.plan.faults:
            self.kernel.at(round(fault.at * SECOND), partial(self._begin, fault))

    def _begin(self, fault: Fault) -> None:
        server = self.servers[fault.server]
        until = self.kernel.now + round(fault.seconds * SECOND)
        match fault.kind:
            case "kill":
                self._met(server, fault)
                server.crash(fault.seconds)
            case "clock":
                self._met(server, fault)
                change = round(fault.size * SECOND)
                server.offset += change
                self.kernel.at(until, lambda: self._set_back(server, change))
            case "full":
                self._met(server, fault)
                self.store.full_until = max(self.store.full_until, until)
            case "net":
                self._met(server, fault)
                self.network.trouble(fault.size, until)
            case _:
                server.armed.append([fault, fault.skip])

    def _set_back(self, server: Server, change: int) -> None:
        if not self.calm:
            server.offset -= change
            self.note(server.name, "clock is set back")

    def _met(self, server: Server, fault: Fault) -> None:
        self.met[fault.kind] += 1
        self.note(server.name, "fault:", fault.kind, fault.point, fault.seconds, fault.size)

    def disarm(self) -> None:
        """Nothing goes wrong from now on."""
        self.calm = True
        for server in self.servers:
            server.armed.clear()
            server.offset = 0
        self.store.full_until = 0
        self.network.trouble(0, 0)
        self.note("calm")

    def meet(self, life: Life, point: str) -> None:
        """A server comes to a point where something may go wrong."""
        server = life.server
        for entry in server.armed:
            fault, left = entry
            if fault.point != point:
                continue
            if left:
                entry[1] -= 1
                continue
            server.armed.remove(entry)
            self._met(server, fault)
            self._strike(life, fault)
            break
        if self.plan.latency and self.chance.random() < self.plan.latency:
            self.kernel.sleep(self.chance.choice(LATENCIES))

    def _strike(self, life: Life, fault: Fault) -> None:
        match fault.kind:
            case "crash":
                life.server.crash(fault.seconds)
            case "cut":
                raise broken(f"cut at a {fault.point}")
            case "stall":
                life.frozen_until = self.kernel.now + round(fault.seconds * SECOND)
                self.kernel.sleep(0)
            case "slow":
                self.kernel.sleep(fault.seconds)

    def tell_others(self, life: Life, streams: list[str]) -> None:
        """A notice of the database to all other servers."""
        for server in self.servers:
            if server.life is not life:
                self.network.post(partial(_wake, server, streams))


def _wake(server: Server, streams: list[str]) -> None:
    if not server.life.dead and server.life.wake is not None:
        server.life.wake(streams or None)


class Network:
    """Lines between people and servers: slow, cut, or with an echo, while there is trouble."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = random.Random(f"{world.plan.seed} network")
        self._size, self._until = 0.0, 0

    def trouble(self, size: float, until: int) -> None:
        """From now on; the larger the size, the worse."""
        self._size, self._until = size, until

    @property
    def _now(self) -> float:
        return self._size if self._world.kernel.now < self._until else 0.0

    def delay(self) -> float:
        """Seconds that a message takes, on a line that keeps their order."""
        return 0.001 + (self._chance.uniform(0, 4 * self._now) if self._now else 0.0)

    def cuts(self) -> bool:
        """Whether a line is cut now."""
        return bool(self._now) and self._chance.random() < self._now / 4

    def post(self, deliver: Callable[[], None]) -> int:
        """A message: it comes once, or late, twice, never; how many are on their way."""
        kernel, size = self._world.kernel, self._now
        copies = 1
        if size and self._chance.random() < size / 2:
            copies = self._chance.choice((0, 2))
        for _ in range(copies):
            late = self._chance.uniform(0, 4 * size) if size else 0.0
            kernel.at(kernel.now + round((0.001 + late) * SECOND), deliver)
        return copies

    def call(
        self,
        server: Server,
        work: Callable[[], T],
        seconds: float,
        kept: tuple[type[Exception], ...] = (),
    ) -> T:
        """Ask something of a server; `TimeoutError` where no answer comes."""
        kernel, box = self._world.kernel, Future[T]()

        def answer(outcome: T | BaseException) -> None:
            if box.done():
                return
            if isinstance(outcome, BaseException):
                box.set_exception(outcome)
            else:
                box.set_result(outcome)

        def deliver() -> None:
            life = server.life
            if life.dead or life.floor is None:
                kernel.at(kernel.now + 1000, lambda: answer(TimeoutError("refused")))
                return

            def run() -> None:
                try:
                    outcome: T | BaseException = work()
                except kept as error:
                    outcome = error
                self.post(lambda: answer(outcome))

            kernel.spawn(run, life)

        self.post(deliver)
        return result(kernel, box, seconds)


def temporary_folder() -> "tempfile.TemporaryDirectory[str]":
    """In memory where that can be."""
    return tempfile.TemporaryDirectory(
        prefix="longsuit-dst-", dir=FOLDER if FOLDER.is_dir() else None
    )


def make_world(plan: Plan, folder: Path) -> World:
    """A floor without a record, and nobody there yet."""
    lay_tables(f"sqlite:///{folder / 'floor.db'}")
    return World(plan, folder)
