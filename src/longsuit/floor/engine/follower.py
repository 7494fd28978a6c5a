"""A server that keeps up with the log: what it knows, who is told, what others have written."""

import queue
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog

from longsuit.core.progressive.meter import Meter
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import refresh
from longsuit.floor.log.codec import is_of_the_floor
from longsuit.floor.log.record import Head
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables.state import FloorTable

logger = structlog.get_logger()

MOST_NEWS = 1000
"""Notices of other processes that are kept; beyond them all streams are looked at."""
POLL_SECONDS = 1.0
"""How often to look for what other processes have written, should a wake-up be lost."""

_NOTHING = Head()

Told = dict[str, list[tuple[int, list[Any]]]]
"""Events by stream: the version of the record, and the events in it."""
Listener = Callable[[Told], None]


class Follower:
    """The log in memory, as far as it has been read."""

    def __init__(self, log: Log, safe: Safe, *, alone: bool) -> None:
        self.log = log
        self.memory = Memory()
        self.alone = alone
        """No other process can be there, so leases are taken by force: SQLite, its lock ours."""
        self._safe = safe
        self._listeners: list[Listener] = []
        self._news: queue.Queue[Sequence[str]] = queue.Queue(MOST_NEWS)
        """Streams that other processes have written to, as they say."""
        self._polled = 0.0

    # For other threads

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told, in the engine's thread, of everything that is written; returns how to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def table(self, name: str) -> FloorTable | None:
        """A table as it stands in the log."""
        return self.memory.tables.get(name)

    def meters_of(self, table: FloorTable) -> dict[str, Meter]:
        """A table's meters, by their names there."""
        links = table.settings.setup.meters
        return {name: meter for name, link in links.items() if (meter := self.memory.meter(link))}

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
        hinted: set[str] = set()
        while not self._news.empty():
            hinted.update(self._news.get_nowait())
        now = time.monotonic()
        if now >= self._polled + POLL_SECONDS:
            self._polled = now
            self._catch_up(self.log.heads())
        elif hinted:
            self._catch_up(self.log.heads(sorted(hinted)))

    def _catch_up(self, heads: Mapping[str, int]) -> list[str]:
        """Read the streams that have got further; no transaction that is open holds them up."""
        known = self.memory.heads
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
