"""Records as rows: written in somebody's transaction, and read back."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Integer, Row, bindparam, select, text

from longsuit.floor.log.codec import events_of
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import DamagedStream, Head, Record, fault, make_record
from longsuit.floor.store.bulk import insert_rows
from longsuit.floor.store.names import Names, pack_key, unpack_key
from longsuit.floor.store.schema import records, records_told

UNREADABLE = (AttributeError, TypeError, ValueError)
"""What a row that nobody can have written leads to when it is read."""
_AT_A_TIME = 1000

_STREAMS = text(
    """
    WITH RECURSIVE found(number) AS (
        SELECT min(stream) FROM records
        UNION ALL
        SELECT (SELECT min(stream) FROM records WHERE stream > number) FROM found
        WHERE number IS NOT NULL
    )
    SELECT name FROM found JOIN names ON id = number
    """
)
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


def append(
    connection: Connection, stream: str, head: Head, at: int, by: tuple[str, str], *events: Struct
) -> Record:
    """The next record, written in somebody's transaction, where no other writes to its stream.

    It is `by` who asks, and their command.
    """
    record = make_record(stream, head, at, *by, encode_events(events))
    write_records(connection, [record], Names().numbers(connection, names_in([record])))
    return record


def names_in(found: Sequence[Record]) -> set[str]:
    """Every name in some records that is written as a number."""
    return {name for one in found for name in (one.stream, one.who, one.program)}


def streams_in(connection: Connection) -> list[str]:
    """The names of all streams, each found by a step in the index: the log may be long."""
    return sorted(connection.execute(_STREAMS).scalars())


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


def follow(
    connection: Connection, stream: str, head: Head
) -> Iterator[tuple[Record, Sequence[Any]]]:
    """The records after a head with their events, each held against the one before it.

    Raises at the first one that does not follow, hash by hash.
    """
    more = True
    while more:
        given = {"stream": stream, "after": head.version, "most": _AT_A_TIME}
        rows = connection.execute(_PIECE, given).all()
        for row in rows:
            try:
                record = read_record(row)
                told, wrong = events_of(record), fault(record, head)
            except UNREADABLE:
                wrong = f"{stream}, record {head.version + 1}: it cannot be read."
            if wrong is not None:
                raise DamagedStream(wrong)
            head = record.head
            yield record, told
        more = len(rows) == _AT_A_TIME


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
