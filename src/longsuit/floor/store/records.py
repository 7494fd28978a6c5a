"""Records as rows: written in somebody's transaction, and read back."""

import sqlite3

from sqlalchemy import Connection, Insert, Row, insert, select, text
from sqlalchemy.exc import DBAPIError

from longsuit.floor.log.record import Head, Record
from longsuit.floor.store.schema import records


def insert_records(postgres: bool) -> Insert:
    """The statement that writes rows; PostgreSQL puts its transaction's number in."""
    if not postgres:
        return insert(records)
    return insert(records).values(tx=text("pg_current_xact_id()::text::bigint"))


def append_record(connection: Connection, record: Record) -> None:
    """Write one record in somebody's transaction, where no other writes to its stream."""
    statement = insert_records(connection.dialect.name == "postgresql")
    connection.execute(statement, [record_row(record)])


def head_of(connection: Connection, stream: str) -> Head:
    """How far a stream has got, in somebody's transaction."""
    query = select(records).where(records.c.stream == stream)
    row = connection.execute(query.order_by(records.c.version.desc()).limit(1)).first()
    return read_record(row).head if row is not None else Head()


def record_row(record: Record) -> dict[str, object]:
    """A record as a row; its position is the database's to give."""
    return {
        "stream": record.stream,
        "version": record.version,
        "at": record.at,
        "who": record.who,
        "command": record.command,
        "schema": record.schema,
        "events": record.events,
        "previous": record.previous,
        "hash": record.hash,
    }


def read_record(row: Row[tuple[object, ...]]) -> Record:
    """A record from its row."""
    return Record(
        row.stream,
        row.version,
        row.at,
        row.who,
        row.command,
        row.schema,
        row.events,
        row.previous,
        row.hash,
    )


def is_no_text(error: DBAPIError) -> bool:
    """Whether SQLite has found bytes where text was written."""
    return isinstance(error.orig, sqlite3.OperationalError) and "decode" in str(error.orig)
