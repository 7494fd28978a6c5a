"""One database for all servers: real SQLite behind the real store, with the faults of a line to it.

Servers that share it see what PostgreSQL shows them: each statement what is committed by then, a
read "at one moment" one state, a writer a lock on what it writes and on the leases it holds, turns
at streams, an end to a transaction that takes too long. A server alone has SQLite's own ways.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError
from tests.simulation.kernel import SECOND, Killed, Task

from longsuit.floor.store.transactions import LONGEST_COMMIT, TURN_SECONDS, OutOfTurn

if TYPE_CHECKING:
    from tests.simulation.server import Life
    from tests.simulation.world import World

EPOCH = 1_800_000_000 * SECOND
_UNIX_DAYS, _DAY = 2440587.5, 86_400 * SECOND


class Transaction:
    """What one connection is doing."""

    def __init__(self, line: Any, server: "Life", kind: str) -> None:
        self.line, self.server, self.kind = line, server, kind
        self.locked = False
        self.broken = False
        self.turns: list[str] = []
        self.notices: list[str] = []


class Store:
    """The database, and who writes to it now."""

    def __init__(self, world: "World", path: Path) -> None:
        self.world, self.path = world, path
        self.writer: Transaction | None = None
        self._waiting: deque[Task] = deque()
        _CURRENT[:] = [self]
        self._turns: dict[str, Transaction] = {}
        self.full_until = 0
        self.statements = 0
        self.on_commit: Callable[[Life], None] = lambda _life: None

    def close(self) -> None:
        """Nobody is connected any more."""
        _shared_engine().dispose()
        _CURRENT.clear()

    # A server's lines

    def connect(self, server: "Life") -> Engine:
        """An engine for one server."""
        return _shared_engine().execution_options(store=self, life=server)

    def open_line(self) -> sqlite3.Connection:
        """A connection to the file."""
        line = sqlite3.connect(self.path, timeout=0, isolation_level=None)
        line.execute("PRAGMA synchronous = OFF")
        line.execute("PRAGMA foreign_keys = ON")
        # The database's clock is right, and nobody's else is.
        line.create_function("julianday", 1, self._julian_day)
        return line

    def _julian_day(self, _when: str) -> float:
        return (EPOCH + self.world.kernel.now) / _DAY + _UNIX_DAYS

    def begin(self, connection: Connection) -> None:
        options = connection.get_execution_options()
        kind = "writes"
        if options.get("reads_only"):
            kind = "moment" if options.get("one_moment") or self.world.alone else "reads"
        line: Any = connection.connection.dbapi_connection
        tx = Transaction(line, options["life"], kind)
        connection.info["transaction"] = tx
        if kind == "moment":
            line.execute("BEGIN")
        elif kind == "writes" and self.world.alone:
            self._lock(tx)

    def _lock(self, tx: Transaction) -> None:
        while self.writer is not None:
            self.world.kernel.wait(self._waiting)
        self.writer = tx
        tx.locked = True
        tx.line.execute("BEGIN IMMEDIATE")
        if not self.world.alone:
            self.world.kernel.at(
                self.world.kernel.now + round(LONGEST_COMMIT * SECOND), lambda: self._give_up(tx)
            )

    def _give_up(self, tx: Transaction) -> None:
        """It has taken too long: the database ends it."""
        if tx.locked or tx.turns:
            self.world.note("the database ends a transaction", tx.server.name)
            self._end(tx)
            tx.broken = True

    def _end(self, tx: Transaction | None) -> None:
        """Nothing of it is kept, unless it was committed before."""
        if tx is None:
            return
        if tx.line.in_transaction:
            tx.line.rollback()
        self._release(tx)

    def _release(self, tx: Transaction) -> None:
        for key in tx.turns:
            if self._turns.get(key) is tx:
                del self._turns[key]
        tx.turns.clear()
        tx.locked = False
        if self.writer is tx:
            self.writer = None
        # In the order in which they came; who finds it taken waits again.
        for task in list(self._waiting):
            self.world.kernel.wake(task)

    def let_go(self, line: Any, record: Any) -> None:
        tx = record.info.pop("transaction", None)
        if tx is not None and line is not None:
            self._end(tx)

    # What is done over a line

    def statement(
        self,
        connection: Connection,
        _cursor: Any,
        statement: str,
        _parameters: Any,
        _context: Any,
        _many: bool,
    ) -> None:
        tx = _of(connection)
        if tx is None:
            return
        self.statements += 1
        writes = not statement.lstrip().startswith(("SELECT", "WITH"))
        self._go_on(tx, "write" if writes else "read")
        if tx.kind == "writes" and not tx.locked and (writes or "leases" in statement):
            self._lock(tx)
            self._check(tx)
        if writes and self.world.kernel.now < self.full_until:
            raise broken("database or disk is full")

    def _go_on(self, tx: Transaction, point: str) -> None:
        self._check(tx)
        self.world.meet(tx.server, point)
        self._check(tx)

    def _check(self, tx: Transaction) -> None:
        if tx.server.dead:
            raise Killed
        if tx.broken:
            raise broken("the connection is gone")

    def commit(self, connection: Connection) -> None:
        tx = _of(connection)
        if tx is None or not tx.locked:
            if tx is not None:
                self._check(tx)
                self._end(tx)
            return
        self._go_on(tx, "commit")
        if self.world.kernel.now < self.full_until:
            self._end(tx)
            raise broken("database or disk is full")
        tx.line.commit()
        notices = tx.notices
        self._release(tx)
        try:
            self.on_commit(tx.server)
        except Exception as error:
            # Servers would take it for a fault of the database.
            self.world.kernel.fail(error)
        for notice in notices:
            self.world.tell_others(tx.server, notice.split("\n")[1:])
        self.world.meet(tx.server, "committed")
        self._check(tx)

    # What servers share beside rows

    def take_turn(self, connection: Connection, streams: Sequence[str]) -> None:
        """As advisory locks: whoever waits too long is told so."""
        kernel = self.world.kernel
        connection.exec_driver_sql("SELECT 1")
        tx = _of(connection)
        assert tx is not None
        until = kernel.now + round(TURN_SECONDS * SECOND)
        for stream in sorted(streams):
            while stream in self._turns:
                left = (until - kernel.now) / SECOND
                if left <= 0:
                    self._end(tx)
                    raise OutOfTurn
                kernel.wait(self._waiting, left)
            self._turns[stream] = tx
            tx.turns.append(stream)
        kernel.at(
            kernel.now + round(LONGEST_COMMIT * SECOND),
            lambda: self._give_up(tx),
        )

    def notify(self, connection: Connection, notice: str) -> None:
        """Others hear of it once it is committed."""
        tx = _of(connection)
        assert tx is not None
        tx.notices.append(notice)


_CURRENT: list[Store] = []
"""The database of the run at hand."""


# ruff: noqa: PLW0108 - the run at hand changes, and its listeners with it


@cache
def _shared_engine() -> Engine:
    """One for all servers and runs, so that each statement is compiled once."""
    engine = create_engine(
        "sqlite:///floor.db",
        creator=lambda: _CURRENT[0].open_line(),
        hide_parameters=True,
        pool_size=20,
        max_overflow=200,
    )
    event.listen(engine, "begin", lambda connection: _CURRENT[0].begin(connection))
    event.listen(engine, "before_cursor_execute", lambda *given: _CURRENT[0].statement(*given))
    event.listen(engine, "commit", lambda connection: _CURRENT[0].commit(connection))
    event.listen(engine, "rollback", lambda connection: _CURRENT[0]._end(_of(connection)))
    event.listen(engine, "checkin", lambda line, record: _CURRENT[0].let_go(line, record))
    event.listen(engine, "invalidate", lambda line, record, _: _CURRENT[0].let_go(line, record))
    event.listen(engine, "close", lambda line, record: _CURRENT[0].let_go(line, record))
    return engine


def _of(connection: Connection) -> Transaction | None:
    if connection.closed or connection.invalidated:
        return None
    found: Transaction | None = connection.info.get("transaction")
    return found


def broken(why: str) -> OperationalError:
    return OperationalError("", None, sqlite3.OperationalError(why))
