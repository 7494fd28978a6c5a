"""The register in the log: read on from where one has got to, written with its author checked."""

from collections.abc import Callable

from msgspec import Struct
from sqlalchemy import Connection, Engine

from longsuit.core.errors import InputError
from longsuit.core.refusals import Refused
from longsuit.floor.log.record import DamagedStream, Head
from longsuit.floor.people.identity import Micros
from longsuit.floor.register.events import REGISTER, ProgramStarted, RegisterEvent
from longsuit.floor.register.register import Register, evolve_register
from longsuit.floor.store.people_rows import check_author
from longsuit.floor.store.records import append, follow
from longsuit.floor.store.redaction import reading, writing

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
    """It ends where a record does not follow the one before it."""
    register, head = known.register, known.head
    try:
        for record, told in follow(connection, REGISTER, head):
            for event in told:
                register = evolve_register(register, event, record.who, record.at, record.version)
            head = record.head
    except DamagedStream as error:
        return Followed(register, head, str(error))
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
        if isinstance(event, Refused):
            return event
        return _append(connection, stands, now, author, event)


def note_start(engine: Engine, known: Followed, now: Micros, event: ProgramStarted) -> Followed:
    """A server has begun."""
    with writing(engine, alone=True) as connection:
        stands = _follow_to_the_end(connection, known)
        return _append(connection, stands, now, (SYSTEM, "start"), event)


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
    record = append(connection, REGISTER, stands.head, now, author, event)
    told = (record.who, record.at, record.version)
    return Followed(evolve_register(stands.register, event, *told), record.head)
