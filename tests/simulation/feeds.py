"""Pages that follow a table: the real row of messages, over a line that may be slow or cut.

What the server does here is what its door does (api/routes/feed.py), without the socket. The page
checks what it is told: each record once and in order, no card before its time, and in the end the
same picture that somebody sees who comes anew.
"""

import json
import random
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from tests.floor.reads.test_delta import applied
from tests.simulation.checks import Broken
from tests.simulation.kernel import SECOND, SimEvent, Task, result

from longsuit.core.round.codec import to_text
from longsuit.floor.engine.replies import FloorDown
from longsuit.floor.reads.broadcast import Broadcast, FeedNews, encode, heard
from longsuit.floor.reads.table_view import ANYONE, Looker
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.database import DatabaseError

if TYPE_CHECKING:
    from tests.simulation.server import Life
    from tests.simulation.world import World

BEAT_SECONDS = 15.0
SILENT_SECONDS = 25.0
"""A page that hears nothing for so long comes again."""
_TIMES = ("now", "deadline")


class Line:
    """From a server to a page: in order, or cut."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._messages: deque[str] = deque()
        self._waiting: deque[Task] = deque()
        self._last = 0
        self._on_the_way = 0
        self.cut = False
        self.begun = False

    def send(self, message: str) -> None:
        """It arrives after those before it."""
        self._world.checks.sent(message)
        kernel = self._world.kernel
        self._last = max(self._last, kernel.now + round(self._world.network.delay() * SECOND))
        self._on_the_way += 1
        kernel.at(self._last, lambda: self._arrive(message))

    def _arrive(self, message: str) -> None:
        self._on_the_way -= 1
        self._messages.append(message)
        for task in list(self._waiting):
            self._world.kernel.wake(task)

    def close(self) -> None:
        """Nothing more comes."""
        self.cut = True
        for task in list(self._waiting):
            self._world.kernel.wake(task)

    def receive(self) -> str | None:
        """The next message; None once there is none."""
        if not self._messages and not self.cut:
            self._world.kernel.wait(self._waiting, SILENT_SECONDS)
        return self._messages.popleft() if self._messages else None

    def waiting(self) -> list[str] | None:
        """What has come and was not read yet; None where more is still to come, or never will."""
        return None if self.cut or self._on_the_way else list(self._messages)


class Page:
    """Somebody who looks at a table, for as long as the run lasts."""

    def __init__(self, world: "World", table: str, looker: Looker, slow: float) -> None:
        self._world, self.table, self._looker, self._slow = world, table, looker, slow
        self._chance = random.Random(f"{world.plan.seed} page {table} {looker.name}")
        self.told = 0
        self._began = False
        self._view: Any = None
        self._life: Life | None = None
        self._line: Line | None = None

    def follow(self) -> None:
        """Come, be told, and come again whenever the line is cut."""
        kernel = self._world.kernel
        while True:
            server = self._chance.choice(self._world.servers)
            life = server.life
            if not life.dead and life.floor is not None:
                line = Line(self._world)
                after = self.told if self._began else None
                self._life, self._line = life, line
                kernel.spawn(partial(self._serve, life, line, after), life)
                self._listen(line, life)
            kernel.sleep(self._chance.uniform(0.1, 2.0))

    # The page

    def _listen(self, line: Line, life: "Life") -> None:
        while (message := line.receive()) is not None:
            self._take(line, message)
            if self._world.network.cuts():
                line.close()
                return
            if self._slow:
                self._world.kernel.sleep(self._slow)
        line.close()

    def _take(self, line: Line, message: str) -> None:
        told = json.loads(message)
        if line.begun:
            self._hear(told)
        else:
            self._start(told)
        line.begun = True

    def _start(self, told: Any) -> None:
        if self._began and told["version"] != self.told:
            raise Broken(f"{self.table}: the feed goes on from {told['version']}, not {self.told}")
        self.told, self._began = told["version"], True
        self._view = told["view"]
        self._check_cards()

    def _hear(self, told: Any) -> None:
        if "events" in told:
            if told["version"] != self.told + 1:
                raise Broken(f"{self.table}: the feed tells {told['version']} after {self.told}")
            self.told = told["version"]
            self._world.note("page", self._looker.name, self.table, "hears", self.told)
        if "change" in told:
            self._view = applied(self._view, told["change"])
            self._check_cards()

    def _check_cards(self) -> None:
        """No hand is shown before its time."""
        state = self._view["round"]
        if state is None or state["face_up"] or state["phase"] not in ("wagers", "decisions"):
            return
        for seat in state["seats"]:
            others = seat["player"] != self._looker.name
            if others and any(card is not None for card in seat["cards"]):
                raise Broken(f"{self.table}: {self._looker} sees {seat}")

    def check_picture(self) -> None:
        """What the page shows, once it has read all, is what a page shows that comes now."""
        life, line = self._life, self._line
        if life is None or line is None or life.dead or life.floor is None:
            return
        waiting = line.waiting()
        if waiting is None or life.frozen_until > self._world.kernel.now:
            return
        for message in waiting:
            self._take(line, message)
        if self._view is None:
            return
        table = life.floor.engine.table(self.table)
        if table is None or life.floor.telling.version(self.table) != self.told:
            return
        now = life.floor.view(self.table, self._looker)
        anew = msgspec.to_builtins(now, enc_hook=to_text)
        for name in anew:
            if name not in _TIMES and json.loads(json.dumps(anew[name])) != self._view[name]:
                raise Broken(f"{self.table}: a page shows {self._view[name]}, not {anew[name]}")

    # The server

    def _serve(self, life: "Life", line: Line, after: int | None) -> None:
        floor = life.floor
        assert floor is not None
        try:
            with floor.engine.watch(self.table):
                result(self._world.kernel, floor.engine.attend(self.table))
                self._tell(floor, line, after)
        except (DatabaseError, FloorDown):
            pass
        line.close()

    def _tell(self, floor: Floor, line: Line, after: int | None) -> None:
        if floor.last_round(self.table) is None or floor.engine.table(self.table) is None:
            return
        reached = floor.telling.version(self.table)
        version = reached if after is None else after
        if version > reached:
            return
        if not floor.telling.goes_back_to(self.table, version):
            # It starts anew.
            self._began = False
            return
        with self._rung(floor) as (broadcast, bell):
            broadcast.advance()
            frame = broadcast.last
            line.send(broadcast.start(version, self._looker))
            if version < frame.stand.version:
                for step in floor.telling.since(self.table, version):
                    if step.version <= frame.stand.version:
                        line.send(encode(FeedNews(step.version, heard(step, self._looker))))
            self._tell_news(broadcast, bell, line, frame.number)

    def _tell_news(self, broadcast: Broadcast, bell: SimEvent, line: Line, place: int) -> None:
        while not line.cut:
            bell.clear()
            broadcast.advance()
            frames = broadcast.after(place)
            if frames is None:
                return
            for frame in frames:
                line.send(frame.message(self._looker))
                place = frame.number
            if not bell.wait(BEAT_SECONDS):
                line.send(encode(FeedNews(broadcast.last.stand.version)))

    @contextmanager
    def _rung(self, floor: Floor) -> Iterator[tuple[Broadcast, SimEvent]]:
        bell = SimEvent(self._world.kernel)
        stops = [
            floor.telling.listen(self.table, lambda _step: bell.set()),
            floor.telling.listen_to_meters(lambda _moved: bell.set()),
        ]
        try:
            yield floor.broadcast(self.table), bell
        finally:
            for stop in stops:
                stop()


def looker_of(name: str) -> Looker:
    """A dealer, somebody with a seat, or anyone."""
    return Looker("dealer", "Dee") if name == "Dee" else Looker("player", name) if name else ANYONE
