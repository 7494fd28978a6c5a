"""The register in the log: read on from where one has got to, written with its author checked."""

from collections.abc import Callable

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection, Engine

from longsuit.core.errors import InputError
from longsuit.core.refusals import Refused
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import Head, fault, make_record
from longsuit.floor.people.identity import Micros
from longsuit.floor.register.events import REGISTER, ProgramStarted, RegisterEvent
from longsuit.floor.register.register import Register, evolve_register
from longsuit.floor.store.people_rows import check_author
from longsuit.floor.store.records import UNREADABLE, append_record, read_record
from longsuit.floor.store.redaction import reading, writing
from longsuit.floor.store.schema import records_told

_AT_A_TIME = 1000
SYSTEM = "system"
"""Who notes that a server has begun."""


class Followed(Struct, frozen=True):
    """The register as far as it was read, and the end of its chain there."""

    register: Register = Register()
    head: Head = Head()
    damage: str = ""
    """What is wrong with the next record; nothing follows it then."""


def follow_register(engine: Engine, known: Followed) -> Followed:
    """The register as it stands now, from as far as it is known."""
    with reading(engine) as connection:
        return _follow(connection, known)


def _follow(connection: Connection, known: Followed) -> Followed:
    """Each record has to follow the one before it, hash by hash; it ends where one does not."""
    register, head, told = known.register, known.head, records_told
    while True:
        query = sa.select(told).where(told.c.stream == REGISTER, told.c.version > head.version)
        rows = connection.execute(query.order_by(told.c.version).limit(_AT_A_TIME)).all()
        for row in rows:
            try:
                record = read_record(row)
                found, wrong = events_of(record), fault(record, head)
            except UNREADABLE:
                wrong, found = f"{REGISTER}, record {head.version + 1}: it cannot be read.", ()
            if wrong is not None:
                return Followed(register, head, wrong)
            for event in found:
                register = evolve_register(register, event, record.who, record.at, record.version)
            head = record.head
        if len(rows) < _AT_A_TIME:
            return Followed(register, head)


def write_register(
    engine: Engine,
    known: Followed,
    now: Micros,
    author: tuple[str, str],
    decide: Callable[[Register], RegisterEvent | Refused],
) -> Followed | Refused:
    """Decide on the register as it stands, and write what comes of it, alone among its writers.

    The author is who asks, and by which command.
    """
    with writing(engine, alone=True) as connection:
        check_author(connection, author[0])
        stands = _follow_to_the_end(connection, known)
        event = decide(stands.register)
        return (
            event if isinstance(event, Refused) else _append(connection, stands, now, author, event)
        )


def note_start(engine: Engine, known: Followed, now: Micros, event: ProgramStarted) -> Followed:
    """A server has begun."""
    with writing(engine, alone=True) as connection:
        return _append(
            connection, _follow_to_the_end(connection, known), now, (SYSTEM, "start"), event
        )


def _follow_to_the_end(connection: Connection, known: Followed) -> Followed:
    stands = _follow(connection, known)
    if stands.damage:
        raise InputError(f"The register is out of use: {stands.damage}")
    return stands


def _append(
    connection: Connection,
    stands: Followed,
    now: Micros,
    author: tuple[str, str],
    event: RegisterEvent,
) -> Followed:
    record = make_record(REGISTER, stands.head, now, *author, encode_events([event]))
    append_record(connection, record)
    told = (record.who, record.at, record.version)
    return Followed(evolve_register(stands.register, event, *told), record.head)
