"""A record as a link of its stream's chain: unchanged, and after the one before it."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from longsuit.core.progressive.ledger import Transfer
from longsuit.floor.audit.findings import Broken
from longsuit.floor.log.codec import decode_events, encode
from longsuit.floor.log.record import SCHEMA, Head, Record, fault, record_hash
from longsuit.floor.store.audit_rows import PostingRow, Row

_KINDS = (int, str, int, int, str, str, int, str, str, str, int)
_NAMES = {int: "a whole number", str: "text"}
_START = Head()


def complaint(row: Row, before: Row | None, latest: int) -> str | None:
    """Why a record cannot be where it is, or None; without the one before it, alone.

    `latest` is the last transaction that can have written it: 0 on SQLite, which numbers none.
    """
    if tuple(map(type, row)) != _KINDS:
        return _wrong_kind(row)
    try:
        _, stream, version, at, who, command, schema, events, previous, digest, tx = row
        again = record_hash(previous, stream, version, at, who, command, schema, events)
    except UnicodeEncodeError:
        return "it is not text that can be written."
    if again != digest:
        return "its content is not what its hash says."
    if schema != SCHEMA:
        return f"it is written in form {schema}, and this program reads form {SCHEMA}."
    if not 0 <= tx <= latest:
        return f"there is no transaction {tx} that could have written it."
    if before is None or (
        version == before.version + 1
        and previous == before.hash
        and at >= before.at
        and tx >= before.tx
    ):
        return None
    return follows(row, before)


def _wrong_kind(row: Row) -> str:
    for name, value, kind in zip(Row._fields, row, _KINDS, strict=True):
        if type(value) is not kind:
            return f"its {name} is not {_NAMES[kind]}."
    raise AssertionError(row)


def follows(row: Row, before: Row | None) -> str | None:
    """Why a record does not follow the one before it, or the start of a stream; or None."""
    head = Head(before.version, before.hash, before.at) if before is not None else _START
    found = fault(Record(*row[1:-1]), head)
    if found is not None:
        return found.removeprefix(f"{row.stream}, record {row.version}: ")
    if before is not None and row.tx < before.tx:
        return "its transaction is older than that of the record before it."
    return None


def read_events(row: Row) -> Sequence[Any]:
    """The events of a record, by the kind of its stream."""
    try:
        return decode_events(row.stream, row.events)
    except (msgspec.MsgspecError, ArithmeticError, RecursionError):
        raise Broken("its events cannot be read.") from None


def encode_all(events: Sequence[Any]) -> bytes:
    """Events as a record has them."""
    told: Any = events
    return encode(told)


def posting_rows(row: Row, entries: Iterable[Transfer]) -> list[PostingRow]:
    """The rows of the ledger that a record's entries are."""
    version, at = row.version, row.at
    return [
        (version, line, at, entry.source, entry.target, entry.mites, entry.reason)
        for line, entry in enumerate(entries, 1)
    ]
