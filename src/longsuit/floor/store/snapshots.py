"""Snapshots as rows: each with a digest that nobody can make without the house's key."""

import sqlite3
from collections.abc import Callable, Sequence

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import DBAPIError

from longsuit.floor.log.record import Head
from longsuit.floor.store.bulk import put
from longsuit.floor.store.schema import snapshots

logger = structlog.get_logger()

KeyedDigest = Callable[[bytes], str]
_OF = select(snapshots).where(snapshots.c.stream == bindparam("stream"))


class Snapshot(Struct, frozen=True):
    """Where a stream stood."""

    stream: str
    head: Head
    state: str

    def content(self) -> bytes:
        """All of it, for its keyed digest."""
        content = [self.stream, self.head.version, self.head.hash, self.head.at, self.state]
        return msgspec.json.encode(content)


def write_snapshots(
    connection: Connection, taken: Sequence[Snapshot], keyed_digest: KeyedDigest
) -> None:
    """Note them in somebody's transaction, each in place of the one before."""
    connection.execute(
        put(connection.dialect.name, snapshots, "stream"),
        [
            {
                "stream": one.stream,
                "version": one.head.version,
                "hash": one.head.hash,
                "at": one.head.at,
                "state": one.state,
                "digest": keyed_digest(one.content()),
            }
            for one in taken
        ],
    )


def read_snapshot(
    connection: Connection, stream: str, keyed_digest: KeyedDigest
) -> Snapshot | None:
    """What was noted of a stream, if anything was, and the house has noted it."""
    try:
        row = connection.execute(_OF, {"stream": stream}).first()
    except DBAPIError as error:
        if not _is_no_text(error):
            raise
    else:
        if row is None:
            return None
        found = Snapshot(row.stream, Head(row.version, row.hash, row.at), row.state)
        if keyed_digest(found.content()) == row.digest:
            return found
    logger.warning("a snapshot is damaged: the stream is read from its start", stream=stream)
    return None


def _is_no_text(error: DBAPIError) -> bool:
    """Whether SQLite has found bytes where text was written."""
    return isinstance(error.orig, sqlite3.OperationalError) and "decode" in str(error.orig)
