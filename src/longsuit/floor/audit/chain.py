"""A record as a link of its stream's chain: unchanged, and after the one before it."""

from collections.abc import Iterable, Sequence
from typing import Any

from longsuit.core.progressive.ledger import Transfer
from longsuit.floor.audit.findings import Broken
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import SCHEMA, Head, Record, fault
from longsuit.floor.store.audit_rows import PostingRow, Row
from longsuit.floor.store.schema import PURPOSES

_KINDS = (int, str, int, int, str, str, int, str, bytes, bytes, int)
_NAMES = {int: "a whole number", str: "text", bytes: "bytes"}
_START = Head()


def complaint(row: Row, before: Row | None, latest: int) -> str | None:
    """Why a record cannot be where it is, after the one before it or at the start; or None.

    `latest` is the last transaction that can have written it: 0 on SQLite, which numbers none.
    """
    if tuple(map(type, row)) != _KINDS:
        return _wrong_kind(row)
    if not 0 < row.schema <= SCHEMA:
        return f"it is written in form {row.schema}, and this program reads up to form {SCHEMA}."
    if (row.schema == 1) != (row.program == ""):
        return "it does not say which program wrote it, or was written by none."
    if not 0 <= row.tx <= latest:
        return f"there is no transaction {row.tx} that could have written it."
    return follows(row, before)


def _wrong_kind(row: Row) -> str:
    for name, value, kind in zip(Row._fields, row, _KINDS, strict=True):
        if type(value) is not kind:
            return f"its {name} is not {_NAMES[kind]}."
    raise AssertionError(row)


def follows(row: Row, before: Row | None) -> str | None:
    """Why a record does not follow the one before it, or the start of a stream; or None."""
    head = Head(before.version, before.hash, before.at) if before is not None else _START
    try:
        found = fault(Record(*row[1:-1]), head)
    except ValueError:
        return "it is not text that can be written."
    if found is not None:
        return found.removeprefix(f"{row.stream}, record {row.version}: ")
    if before is not None and row.tx < before.tx:
        return "its transaction is older than that of the record before it."
    if before is not None and row.schema < before.schema:
        return "its form is older than that of the record before it."
    return None


def read_events(row: Row) -> Sequence[Any]:
    """The events of a record, by the kind of its stream."""
    try:
        return events_of(row)
    except (ValueError, TypeError, ArithmeticError, LookupError, RecursionError):
        raise Broken("its events cannot be read.") from None


def read_exact(row: Row) -> Sequence[Any]:
    """The same, where the record is written to the last byte as the floor writes it."""
    told = read_events(row)
    if not says(row, told, told):
        raise Broken("it is not written in the floor's own form.")
    return told


def says(row: Row, told: Sequence[Any], expected: Sequence[Any]) -> bool:
    """Whether a record that tells of some events says what it should, to the last byte.

    One of an older form is as it was written then, and means the same today.
    """
    if row.schema != SCHEMA:
        return list(told) == list(expected)
    return encode_events(expected) == row.events


def posting_rows(row: Row, entries: Iterable[Transfer]) -> list[PostingRow]:
    """The rows of the ledger that a record's entries are."""
    version, at = row.version, row.at
    return [
        (version, line, at, entry.source, entry.target, entry.mites, PURPOSES.index(entry.purpose))
        for line, entry in enumerate(entries, 1)
    ]
