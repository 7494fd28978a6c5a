"""Who is told what happens: every record of a table once and in its order, whatever went wrong.

The engine tells what it has written. It may also find records in the log that nobody was told of,
after a commit whose end it did not see or when it takes a table over: these are read from there.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import structlog

from longsuit.floor.edges import MACHINE, Edges
from longsuit.floor.engine.follower import Told
from longsuit.floor.engine.memory import Memory
from longsuit.floor.log.record import DamagedStream
from longsuit.floor.reads.table_feed import Step, TableFeed, read_steps, steps_of
from longsuit.floor.store.event_log import Commit, Lease, Log, Turn
from longsuit.floor.store.sharing import Sharing
from longsuit.floor.tables.events import MetersFed
from longsuit.floor.tables.state import FloorTable

logger = structlog.get_logger()

FEW = 2000
"""Records of a table that may be read again for somebody who comes back."""

T = TypeVar("T")
Listener = Callable[[Step], None]
MeterListener = Callable[[frozenset[str]], None]
Watcher = Callable[[Commit], None]


class WatchedLog(Log):
    """A log that tells, in the engine's thread, what is about to change and what has been written.

    While it is asked to write, or for what others have written, memory is as it was before.
    """

    def __init__(self, engine: Any, sharing: Sharing | None = None) -> None:
        super().__init__(engine, sharing)
        self.before: Callable[[], None] = lambda: None
        self.watchers: list[Watcher] = []

    def write(self, commit: Commit, held: Sequence[Lease] = (), turn: Turn | None = None) -> None:
        """Write all of it, or nothing."""
        self.before()
        super().write(commit, held, turn)
        for watcher in self.watchers:
            watcher(commit)

    def heads(self, streams: Sequence[str] | None = None) -> dict[str, int]:
        """How far streams have got."""
        self.before()
        return super().heads(streams)


class Telling:
    """The last records of every table, and those who listen."""

    def __init__(self, log: WatchedLog, memory: Memory, edges: Edges = MACHINE) -> None:
        self._log, self._memory = log, memory
        self._stands: dict[str, tuple[int, FloorTable | None]] = {}
        """Each table as those who listen have been told, and the record that it is of."""
        self._feeds: dict[str, TableFeed] = {}
        self._listeners: dict[str, list[Listener]] = {}
        self._meter_listeners: list[MeterListener] = []
        self._guard = edges.lock()
        self._turn = edges.lock()
        log.before = self._note_stands

    # Listening

    def listen(self, table: str, listener: Listener) -> Callable[[], None]:
        """Be told of each record of a table; returns how to stop."""
        with self._guard:
            self._listeners.setdefault(table, []).append(listener)
        return lambda: self._listeners[table].remove(listener)

    def listen_to_meters(self, listener: MeterListener) -> Callable[[], None]:
        """Be told which meters have moved; returns how to stop."""
        self._meter_listeners.append(listener)
        return lambda: self._meter_listeners.remove(listener)

    # Reading

    def version(self, table: str) -> int:
        """The last record of a table that those who listen have been told of."""
        stand = self._stands.get(table)
        return stand[0] if stand is not None else self._head(table)

    def stand(self, table: str) -> tuple[int, FloorTable]:
        """A table as those who listen have been told, and the record that it is of."""
        version, present = self._stands.get(table, (0, None))
        if present is None:
            return self.version(table), self._memory.tables[table]
        return version, present

    def _head(self, table: str) -> int:
        head = self._memory.heads.get(f"table {table}")
        return head.version if head is not None else 0

    def recent(self, table: str, version: int) -> list[Step] | None:
        """What is at hand of what happened after a version; None when the log must be read."""
        if version >= self.version(table):
            return []
        with self._guard:
            feed = self._feeds.get(table)
            return feed.since(version) if feed is not None else None

    def since(self, table: str, version: int) -> list[Step]:
        """What has happened at a table after a version."""
        kept = self.recent(table, version)
        return kept if kept is not None else self._read(table, version)

    def _read(self, table: str, version: int) -> list[Step]:
        """The records after a version from the log; nothing where that is damaged."""
        try:
            return list(read_steps(self._log, table, version))
        except DamagedStream as damage:
            self._memory.set_aside(f"table {table}", str(damage))
            return []

    def goes_back_to(self, table: str, version: int) -> bool:
        """Whether what happened after a version is at hand, or quickly read from the log."""
        if self.recent(table, version) is not None:
            return True
        if self._memory.out_of_play(table):
            return False
        if self.version(table) <= FEW:
            return True
        snapshot = self._log.snapshot(f"table {table}")
        return snapshot is not None and snapshot.head.version <= version

    # Telling

    def tell(self, told: Told) -> None:
        """Something was written; in the engine's thread."""
        moved: set[str] = set()
        for stream, entries in told.items():
            kind, _, name = stream.partition(" ")
            if kind == "meter":
                moved.add(name)
            elif kind == "table" and entries:
                moved.update(_fed(entries))
                if name in self._memory.tables:
                    # Nobody listens to what is known in outline.
                    with self._turn:
                        self._hear(name, entries)
        if moved:
            for hear in list(self._meter_listeners):
                _call(hear, frozenset(moved))

    def is_behind(self, table: str) -> bool:
        """Whether the log has records of a table that nobody was told of."""
        return self._head(table) > self.version(table)

    def keep_up(self, table: str) -> None:
        """Tell of them."""
        with self._turn:
            self._hear(table, [(self._head(table), [])])

    def _note_stands(self) -> None:
        """Where each table stands before anything is told of it; those let go are forgotten."""
        memory = self._memory
        for name in self._stands.keys() - memory.tables.keys():
            with self._guard:
                self._feeds.pop(name, None)
            del self._stands[name]
        for name in memory.tables.keys() - self._stands.keys():
            self._stands[name] = (memory.heads[f"table {name}"].version, memory.tables[name])

    def _hear(self, name: str, entries: list[tuple[int, list[Any]]]) -> None:
        version, table = self._stands.get(name, (entries[0][0] - 1, None))
        news = [entry for entry in entries if entry[0] > version]
        if not news:
            return
        in_order = news[0][0] == version + 1 and bool(news[0][1])
        if in_order and (table is not None or version == 0):
            steps, after = steps_of(table, news)
        else:
            read = self._read(name, version)
            steps = [step for step in read if step.version <= news[-1][0]]
            after = next((step.events[-1][0] for step in reversed(steps) if step.events), table)
        if not steps:
            return
        with self._guard:
            feed = self._feeds.setdefault(name, TableFeed())
            for step in steps:
                feed.add(step)
        self._stands[name] = (steps[-1].version, after)
        for step in steps:
            for listener in list(self._listeners.get(name, ())):
                _call(listener, step)


def _fed(entries: list[tuple[int, list[Any]]]) -> set[str]:
    """The meters that a table has put something into."""
    found = (event for _, events in entries for event in events if isinstance(event, MetersFed))
    return {one.meter for event in found for one in event.added}


def _call(listener: Callable[[T], None], told: T) -> None:
    """One listener that stumbles does not keep the news from the others."""
    try:
        listener(told)
    except Exception:
        logger.exception("a listener stumbled")
