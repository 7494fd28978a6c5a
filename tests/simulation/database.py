"""One database for all servers: real SQLite behind the real store, with the faults of a line to it.

Servers that share it see what PostgreSQL shows them: each statement what is committed by then, a
read "at one moment" one state, a writer a lock on what it writes and on the leases it holds, turns
at streams, an end to a transaction that takes too long. A server alone has SQLite's own ways.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import OperationalError
from tests.simulation.kernel import SECOND, Killed, Task
from tests.simulation.transport import SimConnection, SimEngine

from longsuit.floor.store.transactions import LONGEST_COMMIT, TURN_SECONDS, OutOfTurn

if TYPE_CHECKING:
    from tests.simulation.server import Life
    from tests.simulation.world import World

EPOCH = 1_800_000_000 * SECOND
LOOKED_AT = ("records", "postings", "leases")
"""Tables whose rows are checked after each commit that may have changed them."""
_UNIX_DAYS, _DAY = 2440587.5, 86_400 * SECOND


class Transaction:
    """What one connection is doing."""

    def __init__(self, line: Any, server: "Life", kind: str) -> None:
        self.line, self.server, self.kind = line, server, kind
        self.locked = False
        self.broken = False
        self.turns: list[str] = []
        self.notices: list[str] = []
        self.writes_to: set[str] = set()
        """Of the tables that checks look at, those that a statement which writes has named."""
        self.fed: dict[str, Any] = {}
        """What tables had put into their meters when its turn came."""


class Store:
    """The database, and who writes to it now."""

    def __init__(self, world: "World", path: Path) -> None:
        self.world, self.path = world, path
        self.writer: Transaction | None = None
        self._waiting: deque[Task] = deque()
        self._turns: dict[str, Transaction] = {}
        self._lines: list[sqlite3.Connection] = []
        """Those that nobody uses now."""
        self.full_until = 0
        self.statements = 0
        self.on_commit: Callable[[Transaction], None] = lambda _tx: None
        self.on_turn: Callable[[Transaction], None] = lambda _tx: None

    def close(self) -> None:
        """Nobody is connected any more."""
        for line in self._lines:
            line.close()
        self._lines.clear()

    # A server's lines

    def connect(self, server: "Life") -> SimEngine:
        """A way to it for one server."""
        return SimEngine(self, server)

    def line(self) -> sqlite3.Connection:
        """A connection to the file."""
        if self._lines:
            return self._lines.pop()
        line = sqlite3.connect(self.path, timeout=0, isolation_level=None, cached_statements=500)
        line.execute("PRAGMA synchronous = OFF")
        line.execute("PRAGMA foreign_keys = ON")
        # The database's clock is right, and nobody's else is.
        line.create_function("julianday", 1, self._julian_day)
        return line

    def _julian_day(self, _when: str) -> float:
        return (EPOCH + self.world.kernel.now) / _DAY + _UNIX_DAYS

    def take_back(self, line: sqlite3.Connection) -> None:
        """Whoever had it is through."""
        self._lines.append(line)

    def begin(self, connection: SimConnection) -> Transaction:
        """What a connection does from here on belongs together."""
        kind = "writes"
        if connection.options.get("reads_only"):
            at_once = connection.options.get("one_moment") or self.world.alone
            kind = "moment" if at_once else "reads"
        line = connection.line
        assert line is not None
        tx = Transaction(line, connection.engine.life, kind)
        if kind == "moment":
            line.execute("BEGIN")
        elif kind == "writes" and self.world.alone:
            self._lock(tx)
        return tx

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
            self.end(tx)
            tx.broken = True

    def end(self, tx: Transaction | None) -> None:
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

    # What is done over a line

    def statement(self, tx: Transaction, statement: str) -> None:
        """Before it is run."""
        self.statements += 1
        writes, named = _read_statement(statement)
        if writes:
            tx.writes_to |= named
        self._go_on(tx, "write" if writes else "read")
        if tx.kind == "writes" and not tx.locked and (writes or "leases" in named):
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

    def commit(self, tx: Transaction) -> None:
        """All of it is kept, and told; or nothing, and the server does not always know which."""
        if not tx.locked:
            self._check(tx)
            self.end(tx)
            return
        self._go_on(tx, "commit")
        if self.world.kernel.now < self.full_until:
            self.end(tx)
            raise broken("database or disk is full")
        tx.line.commit()
        notices = tx.notices
        try:
            self.on_commit(tx)
        except Exception as error:
            # Servers would take it for a fault of the database.
            self.world.kernel.fail(error)
        self._release(tx)
        for notice in notices:
            self.world.tell_others(tx.server, notice.split("\n")[1:])
        self.world.meet(tx.server, "committed")
        self._check(tx)

    # What servers share beside rows

    def take_turn(self, connection: SimConnection, streams: Sequence[str]) -> None:
        """As advisory locks: whoever waits too long is told so."""
        kernel = self.world.kernel
        connection.exec_driver_sql("SELECT 1")
        tx = connection.transaction
        assert tx is not None
        until = kernel.now + round(TURN_SECONDS * SECOND)
        for stream in sorted(streams):
            while stream in self._turns:
                left = (until - kernel.now) / SECOND
                if left <= 0:
                    self.end(tx)
                    raise OutOfTurn
                kernel.wait(self._waiting, left)
            self._turns[stream] = tx
            tx.turns.append(stream)
        self.on_turn(tx)
        kernel.at(
            kernel.now + round(LONGEST_COMMIT * SECOND),
            lambda: self._give_up(tx),
        )

    def notify(self, connection: SimConnection, notice: str) -> None:
        """Others hear of it once it is committed."""
        tx = connection.transaction
        assert tx is not None
        tx.notices.append(notice)


@lru_cache(maxsize=1000)
def _read_statement(text: str) -> tuple[bool, frozenset[str]]:
    """Whether it writes, and which of the tables that checks look at it names."""
    writes = not text.lstrip().startswith(("SELECT", "WITH"))
    return writes, frozenset(name for name in LOOKED_AT if name in text)


def broken(why: str) -> OperationalError:
    return OperationalError("", None, sqlite3.OperationalError(why))
