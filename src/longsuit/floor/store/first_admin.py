"""The first admin: a code that a start shows, kept as a digest, good for a day and for one."""

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

from longsuit.core.errors import InputError
from longsuit.floor.people.changes import AdminClaimed
from longsuit.floor.people.identity import (
    ADMIN_CODE_LASTS,
    PASSWORDS,
    Micros,
    Person,
    admin_code_digest,
    new_admin_code,
    tidy_name,
)
from longsuit.floor.store.people_rows import any_admin, check_person, insert_person, note
from longsuit.floor.store.redaction import reading, writing
from longsuit.floor.store.schema import settings
from longsuit.floor.store.settings_rows import drop_setting, read_setting, write_setting

_ADMIN_CODE = "admin code "


def first_admin_code(engine: Engine, now: Micros) -> str | None:
    """A code to become the first admin with, to be shown once; None where there is an admin.

    Every process that starts gets a code of its own, and each is good for a day or until the
    first of them is used.
    """
    with writing(engine, alone=True) as connection:
        if any_admin(connection):
            return None
        _forget_codes(connection, now)
        code = new_admin_code()
        digest = admin_code_digest(code)
        write_setting(connection, _setting(digest), f"{now} {digest}")
    return code


def claim_admin(engine: Engine, code: str, name: str, password: str, now: Micros) -> Person:
    """The first admin comes in by a code, which is then worth nothing."""
    person = Person(tidy_name(name), "admin", created=now)
    check_person(person, password)
    digest = admin_code_digest(code)
    with reading(engine) as connection:
        # Before the slow work on a password that a wrong code is not worth.
        _check_code(connection, digest, now)
    stored = PASSWORDS.hash(password)
    with writing(engine, alone=True) as connection:
        _check_code(connection, digest, now)
        _forget_codes(connection)
        insert_person(connection, person, stored)
        # Nobody else is there yet who could have done it.
        note(connection, now, f"admin {person.name}", "claim", AdminClaimed(person.name))
    return person


def _setting(digest: str) -> str:
    return _ADMIN_CODE + digest[:40]


def _check_code(connection: Connection, digest: str, now: Micros) -> None:
    made, _, whole = (read_setting(connection, _setting(digest)) or "0 ").partition(" ")
    if whole != digest or now >= int(made) + ADMIN_CODE_LASTS or any_admin(connection):
        raise InputError("That code is not good, or no longer: a new start of the floor shows one.")


def _forget_codes(connection: Connection, now: Micros | None = None) -> None:
    """All of them, or those whose day is over."""
    codes = sa.select(settings.c.name, settings.c.value).where(
        settings.c.name.startswith(_ADMIN_CODE, autoescape=True)
    )
    for name, value in connection.execute(codes).all():
        if now is None or now >= int(value.split()[0]) + ADMIN_CODE_LASTS:
            drop_setting(connection, name)
