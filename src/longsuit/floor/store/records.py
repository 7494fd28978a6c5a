"""Records as rows: written in somebody's transaction, and read back."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Integer, Row, bindparam, select

from longsuit.floor.log.record import Head, Record
from longsuit.floor.store.bulk import insert_rows
from longsuit.floor.store.names import Names, pack_key, unpack_key
from longsuit.floor.store.schema import records, records_told

UNREADABLE = (AttributeError, TypeError, ValueError)
"""What a row that nobody can have written leads to when it is read."""


_LAST = (
    select(records_told)
    .where(records_told.c.stream == bindparam("stream"))
    .order_by(records_told.c.version.desc())
    .limit(1)
)
_AFTER = (
    select(records_told)
    .where(
        records_told.c.stream == bindparam("stream"), records_told.c.version > bindparam("after")
    )
    .order_by(records_told.c.version)
)
_PIECE = _AFTER.limit(bindparam("most", type_=Integer))


def write_records(
    connection: Connection, new: Sequence[Record], numbers: Mapping[str, int]
) -> None:
    """In somebody's transaction, in their order; PostgreSQL puts the transaction's number in."""
    rows = [record_row(record, numbers) for record in new]
    insert_rows(connection, records, rows, tx="pg_current_xact_id()::text::bigint")


def append_record(connection: Connection, record: Record) -> None:
    """Write one record in somebody's transaction, where no other writes to its stream."""
    numbers = Names().numbers(connection, names_in([record]))
    write_records(connection, [record], numbers)


def names_in(found: Sequence[Record]) -> set[str]:
    """Every name in some records that is written as a number."""
    return {name for one in found for name in (one.stream, one.who, one.program)}


def head_of(connection: Connection, stream: str) -> Head:
    """How far a stream has got, in somebody's transaction."""
    row = connection.execute(_LAST, {"stream": stream}).first()
    return read_record(row).head if row is not None else Head()


def read_records(
    connection: Connection, stream: str, after: int, limit: int | None = None
) -> list[Record]:
    """The records of a stream after a version; one that cannot be read raises `UNREADABLE`."""
    given = {"stream": stream, "after": after}
    if limit is None:
        return list(map(read_record, connection.execute(_AFTER, given)))
    return list(map(read_record, connection.execute(_PIECE, given | {"most": limit})))


def record_row(record: Record, numbers: Mapping[str, int]) -> dict[str, object]:
    """A record as a row; its position is the database's to give."""
    return {
        "stream": numbers[record.stream],
        "version": record.version,
        "at": record.at,
        "who": numbers[record.who],
        "command": pack_key(record.command),
        "schema": record.schema,
        "program": numbers[record.program],
        "events": record.events,
        "hash": record.hash,
    }


def read_record(row: Row[Any]) -> Record:
    """A record from its row."""
    return Record(
        row.stream,
        row.version,
        row.at,
        row.who,
        unpack_key(row.command),
        row.schema,
        row.program,
        row.events,
        row.hash,
    )
