"""Transactions of those who write: whose turn it is, how long one may take, and why one failed."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Function, Integer, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.exc import DBAPIError, IntegrityError

from longsuit.floor.slips.register import SLIPS

LONGEST_COMMIT = 5.0
"""Seconds after which PostgreSQL gives up a transaction that writes and is not through.

A server that is frozen, or cut off, in the middle of one would hold up whoever is to take over, and
whoever reads all streams.
"""
_HAS_TRANSACTION_TIMEOUT = (17,)
TURN_SECONDS = 2.0
"""How long a writer waits at a time for others who write to the same streams; it keeps its leases
between two times."""
_TURNS = 7021
"""The turns among PostgreSQL's advisory locks."""
_AFTER_OTHERS = ("40001", "40P01")
"""What PostgreSQL says after a failed serialization or a deadlock: try again."""
_LOCK_NOT_AVAILABLE = "55P03"


class Stale(Exception):
    """Another writer was first: read again and decide again."""


class OutOfTurn(Exception):
    """Others are writing to the same streams, and this writer's turn has not come in time."""


class LeaseLost(Exception):
    """Another process runs the table now."""


class Unavailable(Exception):
    """The database cannot be written to now; whether it took the last commit is not known."""


def reading(engine: Engine) -> Connection:
    """A connection that only reads, each question at a moment of its own."""
    found = engine.connect().execution_options(reads_only=True)
    if engine.dialect.name != "postgresql":
        return found
    # A transaction around it would cost two messages more; rolled back, as all are that only read,
    # it would have the driver forget each statement that is prepared on the connection.
    return found.execution_options(isolation_level="AUTOCOMMIT")


@contextmanager
def at_one_moment(engine: Engine) -> Iterator[Connection]:
    """The same, and whatever is written meanwhile is not seen."""
    kept: dict[str, Any] = {"reads_only": True, "one_moment": True}
    if engine.dialect.name == "postgresql":
        kept |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.connect().execution_options(**kept) as connection:
        yield connection
        connection.commit()


def limit(engine: Engine) -> Function[str]:
    """Limits the transaction that asks for it; in a query that is asked anyhow it costs no time."""
    version = engine.dialect.server_version_info or ()
    # Before PostgreSQL 17 only silence between two statements can be limited.
    name = "transaction_timeout"
    if version < _HAS_TRANSACTION_TIMEOUT:
        name = "idle_in_transaction_session_timeout"
    return func.set_config(name, str(round(LONGEST_COMMIT * 1000)), True)


def take_turn(connection: Connection, streams: Sequence[str]) -> None:
    """Wait on PostgreSQL until nobody else writes to these streams; it ends with the transaction.

    Writers are served in the order in which they came.
    """
    keys = sorted({turn_key(stream) for stream in streams})
    wait = func.set_config("lock_timeout", str(round(TURN_SECONDS * 1000)), True)
    # In one order for all, so that no two wait for each other.
    each = func.unnest(literal(keys, ARRAY(Integer))).column_valued("each")
    taken = func.pg_advisory_xact_lock(_TURNS, each)
    connection.execute(select(limit(connection.engine), wait, taken))


def shared_streams(streams: Iterable[str]) -> list[str]:
    """Those that several servers write to: of meters and slips, never of a table: one runs it."""
    return sorted({one for one in streams if one.startswith("meter ") or one == SLIPS})


def turn_key(stream: str) -> int:
    """What PostgreSQL knows the turn of a stream by; two that have the same take turns too."""
    return zlib.crc32(stream.encode()) - 2**31


@contextmanager
def told_apart() -> Iterator[None]:
    """The database's complaints as what a writer has to do about them."""
    try:
        yield
    except IntegrityError as error:
        raise Stale from error
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", "")
        if state in _AFTER_OTHERS:
            raise Stale from error
        if state == _LOCK_NOT_AVAILABLE:
            raise OutOfTurn from error
        raise Unavailable(type(error.orig).__name__) from error
