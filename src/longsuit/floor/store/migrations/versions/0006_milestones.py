"""Where rounds and settings are in a table's stream is written down beside the records."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_PIECE = 2000
_KINDS = ("TableSet", "RoundBegun", "RoundEnded", "RoundCancelled")
_NUMBERED = "WagersRegistered"
"""By which a round of a live table has its number."""
_milestones = sa.table(
    "milestones", *(sa.column(name) for name in ("stream", "kind", "version", "number", "at"))
)


def upgrade() -> None:
    """Make the table, and fill it from the log as it is."""
    op.create_table(
        "milestones",
        sa.Column("stream", sa.String(200), primary_key=True),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("milestones_by_number", "milestones", ["stream", "kind", "number"])
    rows: list[dict[str, object]] = []
    for row in _from_the_log(op.get_bind()):
        rows.append(row)
        if len(rows) == _PIECE:
            op.bulk_insert(_milestones, rows)
            rows = []
    if rows:
        op.bulk_insert(_milestones, rows)


def _from_the_log(connection: sa.Connection) -> Iterator[dict[str, object]]:
    number, stream = 0, ""
    for row in _records(connection):
        if row.stream != stream:
            number, stream = 0, row.stream
        for event in _events(row.events):
            kind = event.get("type")
            if kind == _NUMBERED:
                number = event["round"]
            if kind not in _KINDS:
                continue
            if kind == "RoundBegun":
                number = event["number"]
            place = {"stream": stream, "kind": kind, "version": row.version}
            yield {**place, "number": number, "at": row.at}


def _records(connection: sa.Connection) -> Iterator[Any]:
    """The records that may tell of one, stream by stream, in pieces."""
    told = " OR ".join(f"""events LIKE '%"type":"{kind}"%'""" for kind in (*_KINDS, _NUMBERED))
    query = sa.text(
        "SELECT stream, version, at, events FROM records "
        "WHERE stream LIKE 'table %' "
        "AND (stream > :stream OR (stream = :stream AND version > :version)) "
        f"AND ({told}) ORDER BY stream, version LIMIT {_PIECE}"
    )
    stream, version = "", 0
    while piece := connection.execute(query, {"stream": stream, "version": version}).all():
        yield from piece
        stream, version = piece[-1].stream, piece[-1].version


def _events(told: str) -> list[dict[str, Any]]:
    """The events of a record; one that is damaged has none, and the audit says so."""
    try:
        found = json.loads(told)
    except ValueError:
        return []
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def downgrade() -> None:
    """Nothing to go back to: a log is not thrown away."""
