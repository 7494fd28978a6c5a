"""The log as a chain: every record carries the hash of the one before it in its stream.

A record holds the events of one command in one stream, with who asked, when, and the version of the
form. Any bit of it that changes afterwards changes its hash, and with it every hash that follows.
"""

import hashlib
from collections.abc import Sequence

import msgspec
from msgspec import Struct

SCHEMA = 1
"""The version of the form in which events are written."""
GENESIS = "0" * 64
"""What stands for the hash before the first record."""


class DamagedStream(Exception):
    """A stream is not what was written to it; its words say where, and what is wrong."""


class Head(Struct, frozen=True):
    """How far a stream has got."""

    version: int = 0
    hash: str = GENESIS
    at: int = 0


class Record(Struct, frozen=True):
    """One row of the log."""

    stream: str
    version: int
    at: int
    """Microseconds since 1970, UTC; within a stream they never go back."""
    who: str
    command: str
    schema: int
    events: str
    """A JSON array."""
    previous: str
    hash: str

    @property
    def head(self) -> Head:
        """The stream after this record."""
        return Head(self.version, self.hash, self.at)


def make_record(
    stream: str, head: Head, at: int, who: str, command: str, events: Sequence[bytes]
) -> Record:
    """The next record of a stream. A clock that was set back does not turn time back here."""
    when = max(at, head.at)
    told = (b"[" + b",".join(events) + b"]").decode()
    digest = record_hash(head.hash, stream, head.version + 1, when, who, command, SCHEMA, told)
    return Record(stream, head.version + 1, when, who, command, SCHEMA, told, head.hash, digest)


def record_hash(
    previous: str,
    stream: str,
    version: int,
    at: int,
    who: str,
    command: str,
    schema: int,
    events: str,
) -> str:
    """SHA-256 over all that a record says, as one JSON array."""
    content = [previous, stream, version, at, who, command, schema, events]
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()


def fault(record: Record, head: Head) -> str | None:
    """Why a record does not follow the stream so far, or None when it does."""
    where = f"{record.stream}, record {record.version}"
    if record.version != head.version + 1:
        return f"{where}: record {head.version + 1} should be here."
    if record.previous != head.hash:
        return f"{where}: it does not follow the record before it."
    again = record_hash(
        record.previous,
        record.stream,
        record.version,
        record.at,
        record.who,
        record.command,
        record.schema,
        record.events,
    )
    if again != record.hash:
        return f"{where}: its content is not what its hash says."
    if record.at < head.at:
        return f"{where}: it is older than the record before it."
    return None
