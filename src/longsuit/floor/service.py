"""The floor as its doors see it: people ask, are answered, look, and are told."""

import os
import secrets
import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any

import structlog
from msgspec import Struct

from longsuit.floor.automation import Pace
from longsuit.floor.commands import SetTable
from longsuit.floor.config import FloorConfig, TableConfig, table_settings
from longsuit.floor.engine import Elsewhere, Engine, FloorDown, Told
from longsuit.floor.feed import Step, TableFeed, read_steps, steps_of
from longsuit.floor.permissions import Deed, complaint
from longsuit.floor.published import Published
from longsuit.floor.safe import Safe, find_key
from longsuit.floor.state import FloorTable
from longsuit.floor.store.database import open_database
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.log import Commit, Lease, Log
from longsuit.floor.store.waking import Wakener, lock_file
from longsuit.floor.view import (
    LobbyView,
    Looker,
    SignView,
    TableView,
    lobby_view,
    sign_view,
    table_view,
)
from longsuit.floor.work import Answer, Ask, who
from longsuit.progressive.meter import Meter
from longsuit.round.commands import SYSTEM, Actor, Command

__all__ = ["Elsewhere", "Floor", "FloorDown", "Visitor"]

logger = structlog.get_logger()

LEASE_SECONDS = 6.0
_HUMAN_PACE = Pace()
_LONGEST_KEY = 80
FEW = 2000
"""Records of a table that may be read again for somebody who comes back."""


class Visitor(Struct, frozen=True):
    """Who stands at a door: a person with a role, or a guest of the practice tables."""

    role: str
    name: str
    guest: bool = False

    @property
    def looker(self) -> Looker:
        """As the views know them."""
        return Looker(self.role, self.name)  # type: ignore[arg-type]

    @property
    def actor(self) -> Actor:
        """As the core knows them."""
        return Actor(self.role, self.name)  # type: ignore[arg-type]


Listener = Callable[[Step], None]
Watcher = Callable[[Commit], None]
_Stand = tuple[int, FloorTable | None]
"""A table as those who listen have been told, and the record that it is of."""


class WatchedLog(Log):
    """A log that tells of every commit that has gone through, in the engine's thread."""

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        self.watchers: list[Watcher] = []

    def write(self, commit: Commit, held: Sequence[Lease] = ()) -> None:
        """Write all of it, or nothing."""
        super().write(commit, held)
        for watcher in self.watchers:
            watcher(commit)


class Floor:
    """A running floor on one database."""

    def __init__(
        self, url: str, config: FloorConfig, *, pace: Pace = _HUMAN_PACE, address: str = ""
    ) -> None:
        self.config = config
        self.database = open_database(url)
        self.log = WatchedLog(self.database)
        self.published = Published(self.log)
        self._lock: IO[bytes] | None = None
        path = _sqlite_path(self.database.url.database, self.log.postgres)
        if not self.log.postgres and path is not None:
            self._lock = lock_file(path)
        owner = f"{address or socket.gethostname()[:60]}#{os.getpid()}-{secrets.token_hex(4)}"
        leases = Leases(self.database, owner, LEASE_SECONDS)
        safe = Safe(find_key(path))
        self.leases = leases
        self.engine = Engine(self.log, safe, leases, alone=not self.log.postgres, pace=pace)
        self._wakener = Wakener(self.database, self.engine.wake) if self.log.postgres else None
        self._feeds: dict[str, TableFeed] = {}
        self._stands: dict[str, _Stand] = {}
        self._listeners: dict[str, list[Listener]] = {}
        self._meter_listeners: list[Callable[[], None]] = []
        self._guard = threading.Lock()
        self._telling = threading.Lock()

    # Opening and closing

    def start(self) -> None:
        """Recover, open the tables of the configuration, and run."""
        self.engine.listen(self._on_told)
        self.engine.start()
        if self._wakener is not None:
            self._wakener.start()
        for table in self.config.table:
            self.open_table(table)

    def stop(self) -> None:
        """Answer what is waiting and let go of everything."""
        if self._wakener is not None:
            self._wakener.stop()
        self.engine.stop()
        self.database.dispose()
        if self._lock is not None:
            self._lock.close()

    def open_table(self, config: TableConfig, by: Actor = SYSTEM, key: str = "") -> Answer:
        """Open a table, or give it the settings of the configuration if it has others."""
        settings, must_hit = table_settings(config, self.config.house)
        present = self.engine.table(config.id)
        if present is not None and present.settings == settings and not present.closed:
            return Answer(True)
        ask = Ask(
            SetTable(by=by, settings=settings),
            key or f"config {secrets.token_hex(8)}",
            config.id,
            must_hit=must_hit,
        )
        try:
            answer = self.engine.submit(ask).result()
        except Elsewhere:
            # Another process runs it, with the settings that it was given.
            return Answer(True)
        if not answer.ok:
            logger.warning("a table keeps its settings", table=config.id, reason=answer.reason)
        return answer

    # Asking

    def complaint(
        self, visitor: Visitor, deed: type[Command] | Deed, table: str = ""
    ) -> str | None:
        """Why somebody may not do it, at that table or at none, or None if they may."""
        present = self.engine.table(table) if table else None
        practice = present is not None and present.settings.practice
        return complaint(visitor.role, visitor.guest, deed, practice=practice)  # type: ignore[arg-type]

    def ask(self, visitor: Visitor, table: str, command: Command, key: str) -> "Future[Answer]":
        """A person's command at a table. The answer comes once it is on disk."""
        refusal = _bad_key(key)
        if self.has(table):
            refusal = refusal or self.complaint(visitor, type(command), table)
        return _refused(refusal) if refusal else self.engine.submit(Ask(command, key, table))

    def ask_meter(
        self, visitor: Visitor, meter: str, command: Command, key: str
    ) -> "Future[Answer]":
        """A person's command to a meter."""
        refusal = _bad_key(key) or self.complaint(visitor, type(command))
        return _refused(refusal) if refusal else self.engine.submit(Ask(command, key, meter=meter))

    def set_table(self, visitor: Visitor, config: TableConfig, key: str) -> "Future[Answer]":
        """A person opens a table, or changes it between rounds. No file is read for it."""
        refusal = _bad_key(key) or self.complaint(visitor, SetTable)
        if refusal:
            return _refused(refusal)
        settings, must_hit = table_settings(config, self.config.house, files=False)
        command = SetTable(by=visitor.actor, settings=settings)
        return self.engine.submit(Ask(command, key, config.id, must_hit=must_hit))

    def was_done(self, visitor: Visitor, key: str) -> bool:
        """Whether a command of theirs has been carried out under that key."""
        return self.log.receipt(who(visitor.actor), key) is not None

    # Looking

    def tables(self) -> list[str]:
        """The tables that are open, in their order of names."""
        return sorted(n for n, table in self.engine.memory.tables.items() if not table.closed)

    def has(self, table: str) -> bool:
        """Whether there is such a table, open or closed."""
        return self.engine.table(table) is not None

    def view(self, table: str, looker: Looker) -> TableView | None:
        """A table as the looker may see it."""
        # The version first: a view may show more than its version says, but never less, so that
        # whoever follows the feed from there misses nothing.
        version = self.version(table)
        present = self.engine.table(table)
        if present is None:
            return None
        return table_view(present, self.engine.meters_of(present), version, looker)

    def view_after(self, step: Step, looker: Looker) -> TableView:
        """The table after a record, with its meters as they are now."""
        table = step.events[-1][0]
        return table_view(table, self.engine.meters_of(table), step.version, looker)

    def lobby(self) -> tuple[LobbyView, ...]:
        """Every table that is open, in a few words."""
        present = [self.engine.memory.tables[name] for name in self.tables()]
        return tuple(lobby_view(table, self.engine.meters_of(table)) for table in present)

    def sign(self, table: str) -> SignView | None:
        """A table's sign."""
        present = self.engine.table(table)
        return sign_view(present, self.engine.meters_of(present)) if present is not None else None

    def version(self, table: str) -> int:
        """The last record of a table that those who listen have been told of."""
        stand = self._stands.get(table)
        return stand[0] if stand is not None else self._head(table)

    def _head(self, table: str) -> int:
        head = self.engine.memory.heads.get(f"table {table}")
        return head.version if head is not None else 0

    def meters(self) -> dict[str, Meter]:
        """Every meter of the floor."""
        return dict(self.engine.memory.meters)

    def owner(self, table: str) -> str:
        """The address of the process that runs a table; empty where it gave none."""
        holder, _ = self.leases.holders().get(table, ("", True))
        address = holder.rpartition("#")[0]
        return address if address.startswith(("http://", "https://")) else ""

    # How it is

    @property
    def is_running(self) -> bool:
        """Whether the engine's thread is alive."""
        return self.engine._thread.is_alive()

    @property
    def waiting(self) -> int:
        """Commands that wait for the engine."""
        return self.engine._queue.qsize()

    def check_database(self) -> None:
        """Ask the database something; it raises what it raises."""
        self.log.head("")

    # Being told

    def listen(self, table: str, listener: Listener) -> Callable[[], None]:
        """Be told of each record of a table; returns how to stop."""
        with self._guard:
            self._listeners.setdefault(table, []).append(listener)
        return lambda: self._listeners[table].remove(listener)

    def listen_to_meters(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told that some meter has moved; returns how to stop."""
        self._meter_listeners.append(listener)
        return lambda: self._meter_listeners.remove(listener)

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
        return kept if kept is not None else list(read_steps(self.log, table, version))

    def goes_back_to(self, table: str, version: int) -> bool:
        """Whether what happened after a version is at hand, or quickly read from the log."""
        if self.recent(table, version) is not None or self.version(table) <= FEW:
            return True
        snapshot = self.log.snapshot(f"table {table}")
        return snapshot is not None and snapshot.head.version <= version

    def is_behind(self, table: str) -> bool:
        """Whether the log has records of a table that nobody was told of.

        The engine may find them there, after a commit whose end it did not see.
        """
        return self._head(table) > self.version(table)

    def keep_up(self, table: str) -> None:
        """Tell of them."""
        with self._telling:
            self._hear(table, [(self._head(table), [])])

    def _on_told(self, told: Told) -> None:
        moved = False
        for stream, entries in told.items():
            kind, _, name = stream.partition(" ")
            if kind == "meter":
                moved = True
            elif entries:
                with self._telling:
                    self._hear(name, entries)
        if moved:
            for hear in list(self._meter_listeners):
                _call(hear)

    def _hear(self, name: str, entries: list[tuple[int, list[Any]]]) -> None:
        """Records of a table, each told once and in order: what was left out is in the log."""
        version, table = self._stands.get(name, (entries[0][0] - 1, None))
        news = [entry for entry in entries if entry[0] > version]
        if not news:
            return
        if table is not None and news[0][0] == version + 1 and news[0][1]:
            steps, after = steps_of(table, news)
        else:
            read = read_steps(self.log, name, version)
            steps = [step for step in read if step.version <= news[-1][0]]
            after = steps[-1].events[-1][0]
        with self._guard:
            feed = self._feeds.setdefault(name, TableFeed())
            for step in steps:
                feed.add(step)
        self._stands[name] = (steps[-1].version, after)
        for step in steps:
            for listener in list(self._listeners.get(name, ())):
                _call(listener, step)


def _call(listener: Callable[..., None], *told: Step) -> None:
    """One listener that stumbles does not keep the news from the others."""
    try:
        listener(*told)
    except Exception:
        logger.exception("a listener stumbled")


def _refused(reason: str) -> "Future[Answer]":
    refused: Future[Answer] = Future()
    refused.set_result(Answer(False, reason))
    return refused


def _bad_key(key: str) -> str | None:
    if 1 <= len(key) <= _LONGEST_KEY and key.isprintable():
        return None
    return f"A command carries a key of 1 to {_LONGEST_KEY} characters, a new one for each."


def _sqlite_path(database: str | None, postgres: bool) -> Path | None:
    return None if postgres or not database else Path(database)
