"""Receipts of commands as rows: found by their key, kept for a set time, then thrown away."""

import hashlib
from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, select

from longsuit.floor.store.bulk import insert_rows
from longsuit.floor.store.schema import receipts

AT_ONCE = 1000
"""Receipts that are thrown away in one transaction: no writer waits long for it."""
_SECOND = 1_000_000
_AMONG = select(receipts).where(receipts.c.mark.in_(bindparam("marks", expanding=True)))


class Receipt(Struct, frozen=True):
    """That a command was carried out, and the record that it led to."""

    who: str
    key: str
    digest: int
    """A mark of what was asked."""
    version: int
    at: int


def short_mark(digest: str) -> int:
    """The first 64 bits of a SHA-256, as a database counts: enough to tell commands apart."""
    return int.from_bytes(bytes.fromhex(digest[:16]), "big", signed=True)


def _mark(who: str, key: str) -> int:
    return short_mark(hashlib.sha256(f"{who}\n{key}".encode()).hexdigest())


def write_receipts(connection: Connection, new: Sequence[Receipt]) -> None:
    """In the transaction of what they are for."""
    rows = [
        {
            "mark": _mark(one.who, one.key),
            "digest": one.digest,
            "version": one.version,
            "seconds": one.at // _SECOND,
        }
        for one in new
    ]
    insert_rows(connection, receipts, rows)


def find_receipts(
    connection: Connection, keys: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], Receipt]:
    """The receipts among these commands, each by who asked and its key."""
    marks = {_mark(*each): each for each in keys}
    return {
        marks[row.mark]: Receipt(*marks[row.mark], row.digest, row.version, row.seconds * _SECOND)
        for row in connection.execute(_AMONG, {"marks": list(marks)})
    }


def throw_away_receipts(connection: Connection, before: int) -> bool:
    """Those from before a time, the oldest first; whether there may be more."""
    at, end = receipts.c.seconds, before // _SECOND
    old = select(at).where(at < end).order_by(at)
    last = connection.execute(old.limit(1).offset(AT_ONCE - 1)).scalar()
    # Those of one second go together.
    connection.execute(delete(receipts).where(at < end if last is None else at <= last))
    return last is not None
