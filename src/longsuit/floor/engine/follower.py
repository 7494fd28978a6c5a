"""A server that keeps up with the log: what it knows, who is told, what others have written.

Tables that it runs, or that somebody looks at here, it knows in full and as soon as others write to
them. Of the rest it keeps an outline, and reads on once a second (decisions/0022-outlines.md).
"""

import queue
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import structlog
from msgspec import Struct

from longsuit.core.progressive.jackpots import to_approve
from longsuit.core.progressive.meter import Meter
from longsuit.core.refusals import Refused
from longsuit.floor.edges import MACHINE, Edges
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import refresh
from longsuit.floor.engine.replies import (
    BUSY,
    CLOSING,
    MOST_WAITING,
    TRY_AGAIN,
    FloorBusy,
    FloorDown,
)
from longsuit.floor.log.codec import is_of_the_floor
from longsuit.floor.log.record import Head
from longsuit.floor.own_games.events import GAMES
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.leases import Leases
from longsuit.floor.tables.automation import Pace
from longsuit.floor.tables.events import TableSettings
from longsuit.floor.tables.state import FloorTable

logger = structlog.get_logger()

MOST_NEWS = 1000
"""Notices of other processes that are kept; beyond them all streams are looked at."""
POLL_SECONDS = 1.0
"""How often to look for what other processes have written, should a wake-up be lost."""
FOLLOWED_SECONDS = 10.0
"""How long a table is known in full after somebody has looked at it."""

_NOTHING = Head()

Told = dict[str, list[tuple[int, list[Any]]]]
"""Events by stream: the version of the record, and the events in it."""
Listener = Callable[[Told], None]


class Given(Struct, frozen=True):
    """What an engine works with."""

    log: Log
    safe: Safe
    leases: Leases
    alone: bool
    """No other process can be there, so leases are taken by force: SQLite, its lock ours."""
    pace: Pace = Pace()
    clock_is_right: bool = False
    """Somebody says so, and that it is the last records that are ahead."""
    edges: Edges = MACHINE


class Follower:
    """The log in memory, as far as it has been read."""

    def __init__(self, given: Given) -> None:
        edges = self.edges = given.edges
        self.log, self._safe, self.alone = given.log, given.safe, given.alone
        self.memory = Memory()
        self._listeners: list[Listener] = []
        self._news: queue.Queue[Sequence[str]] = edges.queue(MOST_NEWS)
        """Streams that other processes have written to, as they say."""
        self._polled = 0.0
        self._games = 0
        """So many records of own games are known."""
        self._stopping = edges.event()
        self._guard = edges.lock()
        """Of the next two: nobody counts on a table while it is let go."""
        self._watched: Counter[str] = Counter()
        """By table how many follow it here."""
        self._attended: dict[str, float] = {}
        """By table until when it is known in full, without anybody who follows it."""
        self._attending: queue.Queue[tuple[str, Future[None]]] = edges.queue(MOST_WAITING)

    # For other threads

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told, in the engine's thread, of everything that is written; returns how to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def table(self, name: str) -> FloorTable | None:
        """A table as it stands in the log, if it is known in full; see `attend`."""
        return self.memory.tables.get(name)

    def attend(self, name: str) -> "Future[None]":
        """Know a table in full for some seconds; it is done once that is so, or there is none."""
        done: Future[None] = Future()
        with self._guard:
            known = name in self.memory.tables
            if known or name in self.memory.outlines:
                self._attended[name] = self.edges.monotonic() + FOLLOWED_SECONDS
        if known or name not in self.memory.outlines:
            done.set_result(None)
            return done
        try:
            if self._stopping.is_set():
                done.set_exception(FloorDown(CLOSING))
            else:
                self._attending.put_nowait((name, done))
        except queue.Full:
            done.set_exception(FloorBusy(BUSY))
        self._rouse()
        return done

    @contextmanager
    def watch(self, name: str) -> Iterator[None]:
        """Know a table in full for as long as somebody follows it, once it has been attended."""
        with self._guard:
            self._watched[name] += 1
        try:
            yield
        finally:
            with self._guard:
                self._watched[name] -= 1
                if not self._watched[name]:
                    del self._watched[name]

    def _rouse(self) -> None:
        """Have the engine's thread look around."""

    def meters_of(self, settings: TableSettings) -> dict[str, Meter]:
        """A table's meters, by their names there."""
        links = settings.setup.meters
        return {name: meter for name, link in links.items() if (meter := self.memory.meter(link))}

    def lost_link(self, table: FloorTable) -> Refused | None:
        """Why no progressive wager is taken at a table: a meter of it is out of play (CON-17)."""
        found = (self.memory.out_of_play("", link) for link in table.settings.setup.meters.values())
        return next((no for no in found if no is not None), None)

    # In the engine's own

    def _tell(self, told: Told) -> None:
        for listener in list(self._listeners):
            try:
                listener(told)
            except Exception:
                logger.exception("a listener stumbled")

    def _hear(self) -> None:
        """Read what other processes have written."""
        if self.alone:
            return
        self._read_attended()
        hinted: set[str] = set()
        while not self._news.empty():
            hinted.update(self._news.get_nowait())
        now = self.edges.monotonic()
        if now >= self._polled + POLL_SECONDS:
            self._polled = now
            self._let_go(now)
            # A stream that is known and has no record any more has got to 0.
            self._catch_up({**dict.fromkeys(self.memory.heads, 0), **self.log.heads()})
        elif hinted:
            self._catch_up(self.log.heads(sorted({*hinted, GAMES})))

    def _wants(self, stream: str) -> bool:
        """Whether it is read as soon as it is written to: outlines have time."""
        name = stream.removeprefix("table ")
        return name == stream or name in self.memory.tables or name not in self.memory.outlines

    def _read_attended(self) -> None:
        """Get to know tables in full that somebody looks at."""
        waiting: dict[str, list[Future[None]]] = {}
        while not self._attending.empty():
            name, done = self._attending.get_nowait()
            waiting.setdefault(name, []).append(done)
        if not waiting:
            return
        try:
            self._follow([name for name in waiting if name not in self.memory.tables])
        except Exception:
            self._answer_attended(waiting, FloorDown(TRY_AGAIN))
            raise
        self._answer_attended(waiting)

    def _answer_attended(
        self, waiting: Mapping[str, list["Future[None]"]], error: Exception | None = None
    ) -> None:
        for done in (one for futures in waiting.values() for one in futures):
            if not done.set_running_or_notify_cancel():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    def _follow(self, names: Sequence[str]) -> None:
        """From now on these tables are known in full."""
        streams = [f"table {name}" for name in names]
        if streams:
            # What they have put into meters is told as of any other outline.
            self._catch_up(self.log.heads(streams))
            self._tell(refresh(self.log, self._safe, self.memory, streams, anew=True))

    def _let_go(self, now: float) -> None:
        """Keep outlines of the tables that nobody here needs, and get to know those with a claim.

        One with a jackpot or a bonus that waits stays: staff may have to see it at any server.
        """
        memory = self.memory
        with self._guard:
            needed = {name for name, until in self._attended.items() if until > now}
            self._attended = {name: self._attended[name] for name in needed}
            for name, table in list(memory.tables.items()):
                held = self._runs(name) or name in needed or name in self._watched
                waits = table.terminal.jackpots or any(to_approve(table.terminal))
                if not (held or waits or memory.out_of_play(name)):
                    memory.keep_outline(name)
        claimed = [name for name, one in memory.outlines.items() if one.claimed]
        self._follow([name for name in claimed if name not in memory.tables])

    def _runs(self, name: str) -> bool:
        """Whether it is this server that plays at a table."""
        raise NotImplementedError

    def _catch_up(self, heads: Mapping[str, int]) -> list[str]:
        """Read the streams that have got further; no transaction that is open holds them up."""
        known = self.memory.heads
        if heads.get(GAMES, 0) > self._games:
            # Before the tables that play them.
            self._games = self.log.learn_games()
        for stream, version in heads.items():
            if is_of_the_floor(stream) and version < known.get(stream, _NOTHING).version:
                self.memory.set_aside(stream, f"{stream}: record {version + 1} should be here.")
        if news := self._behind(heads):
            self._tell(refresh(self.log, self._safe, self.memory, news))
        return news

    def _behind(self, heads: Mapping[str, int]) -> list[str]:
        """The streams of which there is more in the log than in memory."""
        known = self.memory.heads
        return [
            stream
            for stream, version in heads.items()
            if is_of_the_floor(stream) and version > known.get(stream, _NOTHING).version
        ]
