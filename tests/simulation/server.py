"""A server of the simulated floor: the real `Floor` on a machine whose edges are the kernel's."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tests.floor.playing import config, with_house
from tests.simulation.database import EPOCH
from tests.simulation.kernel import (
    SECOND,
    Process,
    SimEvent,
    SimLock,
    SimPool,
    SimQueue,
    Task,
    result,
)
from tests.simulation.witnesses import signer_of

from longsuit.floor.engine.replies import TRY_AGAIN, CommandFailed, Elsewhere, FloorDown
from longsuit.floor.secrets.keys import KeyPlaces
from longsuit.floor.service.floor import Floor
from longsuit.floor.service.machine import Machine
from longsuit.floor.service.post import NotDelivered
from longsuit.floor.store.database import Database, DatabaseError
from longsuit.floor.store.floor_key import FloorKey
from longsuit.floor.store.sharing import Wake
from longsuit.floor.store.transactions import Stale, Unavailable
from longsuit.floor.tables.automation import Pace

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tests.simulation.world import World

T = TypeVar("T")

KEY = b"QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="
PACE = Pace(robot=0.5, start=1.0, wait=5.0, show=0.5, patience=30.0)
CONFIG = config()
RESTART_SECONDS = 1.0
POST_SECONDS = 20.0


class Life(Process):
    """A server from a start to its end."""

    def __init__(self, server: "Server") -> None:
        super().__init__()
        self.server = server
        self.name = server.name
        self.floor: Floor | None = None
        self.wake: Wake | None = None
        self.dead = False


class Server:
    """A place where a server runs, again and again."""

    def __init__(self, world: "World", index: int, drift: float) -> None:
        self.world, self.index, self.drift = world, index, drift
        self.name, self.address = f"s{index}", f"http://s{index}"
        self.offset = 0
        """By which its clock was set, in microseconds."""
        self.armed: list[Any] = []
        self.chance = random.Random(f"{world.plan.seed} server {index}")
        self.life = Life(self)
        self.life.dead = True

    @property
    def floor(self) -> Floor | None:
        """None while it is down, or still starting."""
        return None if self.life.dead else self.life.floor

    def start(self) -> None:
        """With nothing but what is in the database."""
        life, plan = Life(self), self.world.plan
        self.life = life
        house = with_house(
            CONFIG, witnesses=[str(key) for one in self.world.witnesses for key in one.keys]
        )
        signer = signer_of(plan.seed, "the floor") if plan.witnesses else None
        if self.world.alone:
            # Nothing but its records would tell it that the clock is out: it is set at a start.
            self.offset = 0
        self.world.note(self.name, "starts")

        def run() -> None:
            try:
                floor = Floor(
                    str(self.world.store.path),
                    house,
                    pace=PACE,
                    address=self.address,
                    signer=signer,
                    machine=SimMachine(self.world, life),
                )
                floor.start()
            except (DatabaseError, Unavailable, Stale, FloorDown) as error:
                # As a process that ends with a sentence, and is started again.
                self.world.note(self.name, "does not start:", type(error).__name__)
                self.crash()
            life.floor = floor
            self.world.note(self.name, "is open")

        self.world.kernel.spawn(run, life)

    def crash(self, seconds: float = RESTART_SECONDS) -> None:
        """It ends at once, and is started again."""
        kernel = self.world.kernel
        if self.life.dead:
            return
        self.world.note(self.name, "crashes")
        kernel.at(kernel.now + round(seconds * SECOND), self.start)
        kernel.kill(self.life)

    def wall(self) -> int:
        """What its clock shows."""
        return EPOCH + self.offset + round(self.world.kernel.now * (1 + self.drift))

    def take_in(self, body: bytes) -> bytes:
        """As the door for other servers does (api/routes/relay.py)."""
        floor = self.floor
        if floor is None or floor.peers is None:
            raise NotDelivered("down")
        letter = floor.peers.read(body)
        if letter is None:
            raise NotDelivered("403")
        try:
            answer = result(self.world.kernel, floor.take_in(letter), POST_SECONDS)
        except (FloorDown, CommandFailed) as error:
            return floor.peers.write(None, str(error))
        except (Elsewhere, TimeoutError):
            return floor.peers.write(None, TRY_AGAIN)
        return floor.peers.write(answer)


class SimMachine(Machine):
    """The edges of one life of a server."""

    def __init__(self, world: "World", life: Life) -> None:
        self._world, self._life, self._kernel = world, life, world.kernel
        self.sharing = None if world.alone else SimSharing(world, life)

    def wall(self) -> int:
        return self._life.server.wall()

    def steady(self) -> int:
        return self._kernel.now

    def monotonic(self) -> float:
        # Not from zero: what was never done is long ago.
        return 1000 + self._kernel.now / SECOND

    def entropy(self, count: int) -> bytes:
        drawn = self._life.server.chance.randbytes(count)
        self._world.checks.drawn(drawn)
        return drawn

    def process(self) -> str:
        return f"{self._life.name}#1"

    def thread(self, run: Callable[[], None], name: str) -> Task:
        return self._kernel.task(run, self._life)

    def pool(self, most: int, name: str) -> Executor:
        return SimPool(self._kernel, self._life)

    def lock(self) -> AbstractContextManager[Any]:
        return SimLock(self._kernel)

    def event(self) -> Any:
        return SimEvent(self._kernel)

    def queue(self, most: int) -> Any:
        return SimQueue(self._kernel, most)

    def result(self, future: "Future[T]") -> T:
        return result(self._kernel, future)

    def connect(self, url: str) -> Database:
        found: Any = self._world.store.connect(self._life)
        return found  # type: ignore[no-any-return]

    def claim(self, path: Path) -> Any:
        """One server at a time is started in each place."""
        return BytesIO()

    def make_ready(self, database: Database) -> None:
        """Its tables are there."""

    def key(self, database: Database, places: KeyPlaces) -> FloorKey:
        return FloorKey(KEY)

    def post(self) -> "SimPost":
        return SimPost(self._world)


class SimPost:
    """Letters between servers: late, twice or never."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def send(self, address: str, body: bytes) -> bytes:
        target = next((one for one in self._world.servers if one.address == address), None)
        if target is None or target.floor is None:
            raise NotDelivered("down")
        try:
            return self._world.network.call(
                target, lambda: target.take_in(body), POST_SECONDS, (NotDelivered,)
            )
        except TimeoutError:
            raise NotDelivered("late") from None

    def close(self) -> None:
        """There is nothing to close."""


class SimSharing:
    """Turns and notices of servers on one simulated database."""

    def __init__(self, world: "World", life: Life) -> None:
        self._world, self._life = world, life

    def take_turn(self, connection: Any, streams: Sequence[str]) -> None:
        self._world.store.take_turn(connection, streams)

    def notify(self, connection: Any, notice: str) -> None:
        self._world.store.notify(connection, notice)

    def listen(self, engine: Database, wake: Wake, own: str) -> "SimSharing":
        self._wake = wake
        return self

    def start(self) -> None:
        self._life.wake = self._wake
        self._wake(None)

    def stop(self) -> None:
        self._life.wake = None
