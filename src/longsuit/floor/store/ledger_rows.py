"""Entries of the ledger as rows: written with the record that each comes from, and read back."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, select

from longsuit.core.progressive.ledger import Transfer
from longsuit.floor.store.bulk import insert_rows
from longsuit.floor.store.names import number_of
from longsuit.floor.store.schema import PURPOSES, postings

_LAST = select(func.max(postings.c.version)).where(
    postings.c.stream == number_of(bindparam("stream"))
)


class Posting(Struct, frozen=True):
    """An entry of the ledger with the record that it comes from."""

    stream: str
    version: int
    line: int
    at: int
    entry: Transfer


def accounts_in(new: Sequence[Posting]) -> set[str]:
    """Every account that some entries are of."""
    return {name for one in new for name in (one.entry.source, one.entry.target)}


def write_postings(
    connection: Connection, new: Sequence[Posting], numbers: Mapping[str, int]
) -> None:
    """In the transaction of their records."""
    insert_rows(connection, postings, [_row(one, numbers) for one in new])


def last_posted(connection: Connection, stream: str) -> int:
    """The last record of a stream that the ledger has entries of; 0 without any."""
    return connection.execute(_LAST, {"stream": stream}).scalar() or 0


def _row(one: Posting, numbers: Mapping[str, int]) -> dict[str, object]:
    return {
        "stream": numbers[one.stream],
        "version": one.version,
        "line": one.line,
        "at": one.at,
        "source": numbers[one.entry.source],
        "target": numbers[one.entry.target],
        "mites": one.entry.mites,
        "purpose": PURPOSES.index(one.entry.purpose),
    }
