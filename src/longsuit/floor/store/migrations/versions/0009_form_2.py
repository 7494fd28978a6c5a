"""Names are numbers, hashes and events are bytes, and ledger entries carry codes.

Every record keeps what its hash is of, byte for byte: only where it lies changes. Snapshots are of
the old form, and are taken anew.
"""

import hashlib
import json
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_PIECE = 5000
_serial = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_names = sa.table("names", sa.column("id"), sa.column("name"))
_PURPOSES = (
    *("first seed", "contribution, ", "award for ", "seed after the award to ", "jackpot, "),
    *("award voided, ", "correction by ", "wagers, ", "pays, ", "progressive wager, "),
    *("fixed pay, ", "envy, ", "buy-in, ", "cash-out, "),
)
"""How the reasons of ledger entries began, in the order of today's codes."""


def upgrade() -> None:
    """Make the new tables, fill them from the old ones, and let those go."""
    connection = op.get_bind()
    for index, table in (
        ("records_in_commit_order", "records"),
        ("postings_by_time", "postings"),
        ("receipts_by_time", "receipts"),
    ):
        op.drop_index(index, table)
    for table in ("records", "postings", "receipts"):
        op.rename_table(table, f"old_{table}")
    _make_tables()
    numbers = _Numbers(connection)
    _fill("records", _records(connection, numbers))
    _fill("postings", _postings(connection, numbers))
    _fill("receipts", _receipts(connection))
    for table in ("records", "postings", "receipts"):
        op.drop_table(f"old_{table}")
    op.drop_table("snapshots")
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(200), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    _make_indexes(connection)


def _make_tables() -> None:
    op.create_table(
        "names",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
    )
    op.create_table(
        "records",
        sa.Column("position", _serial, primary_key=True, autoincrement=True),
        sa.Column("tx", sa.BigInteger, nullable=False),
        sa.Column("stream", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.Integer, nullable=False),
        sa.Column("command", sa.LargeBinary, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("program", sa.Integer, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("stream", "version", name="records_of_a_stream"),
    )
    op.create_table(
        "postings",
        sa.Column("id", _serial, primary_key=True, autoincrement=True),
        sa.Column("stream", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("source", sa.Integer, nullable=False),
        sa.Column("target", sa.Integer, nullable=False),
        sa.Column("mites", sa.BigInteger, nullable=False),
        sa.Column("purpose", sa.Integer, nullable=False),
        sa.UniqueConstraint("stream", "version", "line", name="postings_of_a_record"),
    )
    op.create_table(
        "receipts",
        sa.Column("mark", _serial, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
    )


def _make_indexes(connection: sa.Connection) -> None:
    op.create_index("postings_by_time", "postings", ["at"])
    op.create_index("receipts_by_time", "receipts", ["seconds"])
    if connection.dialect.name == "postgresql":
        op.create_index("records_in_commit_order", "records", ["tx", "position"])
        for table, column in (("records", "position"), ("postings", "id")):
            last = f"(SELECT coalesce(max({column}), 0) + 1 FROM {table})"
            serial = f"pg_get_serial_sequence('{table}', '{column}')"
            op.execute(f"SELECT setval({serial}, {last}, false)")


class _Numbers:
    """The number of each name, given as it is met."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._known: dict[str, int] = {}

    def __call__(self, name: str) -> int:
        number = self._known.get(name)
        if number is None:
            self._connection.execute(sa.insert(_names).values(name=name))
            query = sa.select(_names.c.id).where(_names.c.name == name)
            number = self._known[name] = int(self._connection.execute(query).scalar_one())
        return number


def _pieces(connection: sa.Connection, table: str, order: str) -> Iterator[Sequence[Any]]:
    query = sa.text(f'SELECT * FROM old_{table} WHERE "{order}" > :after ORDER BY 1 LIMIT {_PIECE}')
    after = -1
    while rows := connection.execute(query, {"after": after}).all():
        yield rows
        after = getattr(rows[-1], order)


Filled = Iterator[list[dict[str, Any]]]


def _fill(table: str, pieces: Filled) -> None:
    for rows in pieces:
        if rows:
            op.bulk_insert(sa.table(table, *map(sa.column, rows[0])), rows)


def _records(connection: sa.Connection, numbers: _Numbers) -> Filled:
    columns = ("position", "tx", "version", "at", "schema")
    for rows in _pieces(connection, "records", "position"):
        yield [
            {name: getattr(row, name) for name in columns}
            | {"stream": numbers(row.stream), "who": numbers(row.who), "program": numbers("")}
            | {"command": _key(row.command), "events": _as_bytes(row.events)}
            | {"hash": bytes.fromhex(row.hash)}
            for row in rows
        ]


def _as_bytes(told: Any) -> bytes:
    return told if isinstance(told, bytes) else str(told).encode()


def _key(key: str) -> bytes:
    if len(key) == 32 and not key.strip("0123456789abcdef"):
        return b"\0" + bytes.fromhex(key)
    try:
        found = uuid.UUID(key)
    except ValueError:
        return key.encode()
    return b"\1" + found.bytes if str(found) == key else key.encode()


def _postings(connection: sa.Connection, numbers: _Numbers) -> Filled:
    columns = ("id", "version", "line", "at", "mites")
    for rows in _pieces(connection, "postings", "id"):
        yield [
            {name: getattr(row, name) for name in columns}
            | {name: numbers(getattr(row, name)) for name in ("stream", "source", "target")}
            | {"purpose": _purpose(row.reason)}
            for row in rows
        ]


def _purpose(reason: str) -> int:
    """The code of a reason; -1 for one that nobody can have written, which the audit finds."""
    return next((n for n, begins in enumerate(_PURPOSES) if reason.startswith(begins)), -1)


def _receipts(connection: sa.Connection) -> Filled:
    found = connection.execute(sa.text("SELECT who, key, digest, answer, at FROM old_receipts"))
    for rows in found.partitions(_PIECE):
        yield [
            {
                "mark": _mark(hashlib.sha256(f"{row.who}\n{row.key}".encode()).digest()),
                "digest": _mark(bytes.fromhex(row.digest)),
                "version": json.loads(row.answer)["version"],
                "seconds": row.at // 1_000_000,
            }
            for row in rows
        ]


def _mark(digest: bytes) -> int:
    return int.from_bytes(digest[:8], "big", signed=True)


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
