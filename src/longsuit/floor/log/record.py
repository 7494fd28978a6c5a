"""The log as a chain: every record's hash is of what it says and of the record before it.

A record holds the events of one command in one stream, with who asked, when, the form in which it
is written and the program that wrote it. Any bit of it that changes afterwards changes its hash,
and with it every hash that follows.
"""

import hashlib

import msgspec
from msgspec import Struct

from longsuit.version import __version__

SCHEMA = 2
"""The form in which events are written now."""
GENESIS = bytes(32)
"""What stands for the hash before the first record."""


class DamagedStream(Exception):
    """A stream is not what was written to it; its words say where, and what is wrong."""


class Head(Struct, frozen=True):
    """How far a stream has got."""

    version: int = 0
    hash: bytes = GENESIS
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
    program: str
    """The version of Longsuit that wrote it; records of form 1 do not say."""
    events: bytes
    """In the form that the schema says."""
    hash: bytes

    @property
    def is_shortened(self) -> bool:
        """Whether its content was taken out, and its hash alone is left of it."""
        return not self.events

    @property
    def head(self) -> Head:
        """The stream after this record."""
        return Head(self.version, self.hash, self.at)


def make_record(stream: str, head: Head, at: int, who: str, command: str, events: bytes) -> Record:
    """The next record of a stream. A clock that was set back does not turn time back here."""
    content = (
        stream,
        head.version + 1,
        max(at, head.at),
        who,
        command,
        SCHEMA,
        __version__,
        events,
    )
    return Record(*content, record_hash(head.hash, *content))


def record_hash(
    previous: bytes,
    stream: str,
    version: int,
    at: int,
    who: str,
    command: str,
    schema: int,
    program: str,
    events: bytes,
) -> bytes:
    """SHA-256 over all that a record says, and over the hash before, as one MessagePack array."""
    if schema == 1:
        # As it was then: JSON, with digests in hexadecimal and the events as text.
        told = [previous.hex(), stream, version, at, who, command, schema, events.decode()]
        return hashlib.sha256(msgspec.json.encode(told)).digest()
    content = [previous, stream, version, at, who, command, schema, program, events]
    return hashlib.sha256(msgspec.msgpack.encode(content)).digest()


def _hash_after(head: Head, record: Record) -> bytes:
    return record_hash(head.hash, *msgspec.structs.astuple(record)[:-1])


def fault(record: Record, head: Head) -> str | None:
    """Why a record does not follow the stream so far, or None when it does."""
    where = f"{record.stream}, record {record.version}"
    if record.version != head.version + 1:
        return f"{where}: record {head.version + 1} should be here."
    # Of one that was shortened the hash is all there is: the next record is chained to it.
    if not record.is_shortened and _hash_after(head, record) != record.hash:
        return f"{where}: its content is not what its hash says."
    if record.at < head.at:
        return f"{where}: it is older than the record before it."
    return None
