"""The floor as its doors see it: people ask, are answered, look, and are told."""

import os
import secrets
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import IO

import structlog
from msgspec import Struct

from longsuit.floor.automation import Pace
from longsuit.floor.commands import SetTable
from longsuit.floor.config import FloorConfig, TableConfig, table_settings
from longsuit.floor.engine import Elsewhere, Engine, FloorDown, Told
from longsuit.floor.feed import Step, TableFeed, read_steps, steps_of
from longsuit.floor.permissions import complaint
from longsuit.floor.safe import Safe, find_key
from longsuit.floor.state import FloorTable
from longsuit.floor.store.database import open_database
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.log import Log
from longsuit.floor.store.waking import Wakener, lock_file
from longsuit.floor.view import Looker, TableView, table_view
from longsuit.floor.work import Answer, Ask
from longsuit.progressive.meter import Meter
from longsuit.round.commands import SYSTEM, Actor, Command

__all__ = ["Elsewhere", "Floor", "FloorDown", "Visitor"]

logger = structlog.get_logger()

LEASE_SECONDS = 6.0
_HUMAN_PACE = Pace()
_LONGEST_KEY = 80


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


class Floor:
    """A running floor on one database."""

    def __init__(
        self, url: str, config: FloorConfig, *, pace: Pace = _HUMAN_PACE, address: str = ""
    ) -> None:
        self.config = config
        self.database = open_database(url)
        self.log = Log(self.database)
        self._lock: IO[bytes] | None = None
        path = _sqlite_path(self.database.url.database, self.log.postgres)
        if not self.log.postgres and path is not None:
            self._lock = lock_file(path)
        owner = f"{address or socket.gethostname()}#{os.getpid()}-{secrets.token_hex(4)}"
        leases = Leases(self.database, owner, LEASE_SECONDS)
        safe = Safe(find_key(path))
        self.leases = leases
        self.engine = Engine(self.log, safe, leases, alone=not self.log.postgres, pace=pace)
        self._wakener = Wakener(self.database, self.engine.wake) if self.log.postgres else None
        self._feeds: dict[str, TableFeed] = {}
        self._last: dict[str, FloorTable] = {}
        self._listeners: dict[str, list[Listener]] = {}
        self._meter_listeners: list[Callable[[], None]] = []
        self._guard = threading.Lock()

    # Opening and closing

    def start(self) -> None:
        """Recover, open the tables of the configuration, and run."""
        self.engine.listen(self._on_told)
        self.engine.start()
        self._last.update(self.engine.memory.tables)
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

    def ask(self, visitor: Visitor, table: str, command: Command, key: str) -> "Future[Answer]":
        """A person's command at a table. The answer comes once it is on disk."""
        present = self.engine.table(table)
        refusal = _bad_key(key)
        if present is not None:
            practice = present.settings.practice
            refusal = refusal or complaint(
                visitor.role,  # type: ignore[arg-type]
                visitor.guest,
                type(command),
                practice=practice,
            )
        if refusal is not None:
            refused: Future[Answer] = Future()
            refused.set_result(Answer(False, refusal))
            return refused
        return self.engine.submit(Ask(command, key, table))

    def ask_meter(
        self, visitor: Visitor, meter: str, command: Command, key: str
    ) -> "Future[Answer]":
        """A person's command to a meter."""
        refusal = _bad_key(key) or complaint(
            visitor.role,  # type: ignore[arg-type]
            visitor.guest,
            type(command),
            practice=False,
        )
        if refusal is not None:
            refused: Future[Answer] = Future()
            refused.set_result(Answer(False, refusal))
            return refused
        return self.engine.submit(Ask(command, key, meter=meter))

    # Looking

    def tables(self) -> list[str]:
        """The tables that are open, in their order of names."""
        return sorted(n for n, table in self.engine.memory.tables.items() if not table.closed)

    def view(self, table: str, looker: Looker) -> TableView | None:
        """A table as the looker may see it."""
        present = self.engine.table(table)
        if present is None:
            return None
        head = self.engine.memory.heads.get(f"table {table}")
        version = head.version if head is not None else 0
        return table_view(present, self.engine.meters_of(present), version, looker)

    def meters(self) -> dict[str, Meter]:
        """Every meter of the floor."""
        return dict(self.engine.memory.meters)

    def owner(self, table: str) -> str:
        """Who runs a table: an address, where the process gave one."""
        holder, _ = self.leases.holders().get(table, ("", True))
        return holder.rpartition("#")[0]

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

    def since(self, table: str, version: int) -> list[Step]:
        """What has happened at a table after a version."""
        feed = self._feeds.get(table)
        kept = feed.since(version) if feed is not None else None
        return kept if kept is not None else list(read_steps(self.log, table, version))

    def _on_told(self, told: Told) -> None:
        moved = False
        for stream, entries in told.items():
            kind, _, name = stream.partition(" ")
            if kind == "meter":
                moved = True
                continue
            steps, after = steps_of(self._last.get(name), entries)
            if after is not None:
                self._last[name] = after
            feed = self._feeds.setdefault(name, TableFeed())
            for step in steps:
                feed.add(step)
                for listener in list(self._listeners.get(name, ())):
                    listener(step)
        if moved:
            for hear in list(self._meter_listeners):
                hear()


def _bad_key(key: str) -> str | None:
    if 1 <= len(key) <= _LONGEST_KEY and key.isprintable():
        return None
    return f"A command carries a key of 1 to {_LONGEST_KEY} characters, a new one for each."


def _sqlite_path(database: str | None, postgres: bool) -> Path | None:
    return None if postgres or not database else Path(database)
