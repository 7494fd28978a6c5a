"""People, their sign-ins and their sessions in the database.

A try to sign in is counted before the password is looked at, by one UPDATE: however many try at
once, in however many processes, no more passwords are looked at than the lock-out allows. The
slow work on a password is done outside any transaction, so that nobody at the door holds up the
tables.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec.structs import asdict, replace
from sqlalchemy import ColumnElement, Connection, Engine
from sqlalchemy.exc import StatementError

from longsuit.errors import InputError
from longsuit.floor.people import (
    ADMIN_CODE_LASTS,
    LOCKS,
    PASSWORDS,
    PIN_ROLES,
    REFRESH,
    ROLES,
    SIGN_IN_REFUSED,
    Micros,
    Person,
    Role,
    Session,
    SignedIn,
    Token,
    admin_code_digest,
    could_be_name,
    guest_name,
    name_complaint,
    new_admin_code,
    new_session,
    password_complaint,
    stay,
    tidy_name,
    token_digest,
)
from longsuit.floor.store.schema import people, sessions, settings
from longsuit.round.decide import Refused

_ADMIN_CODE = "admin code "
_LOCK = 7021512
_PERSON = [people.c[field] for field in Person.__struct_fields__]
_SESSION = [sessions.c[field] for field in Session.__struct_fields__]


# Transactions


@contextmanager
def _writing(engine: Engine, *, alone: bool = False) -> Iterator[Connection]:
    """A transaction that writes; `alone` among those that ask for it, in every process."""
    with _discreet(), engine.begin() as connection:
        if alone and engine.dialect.name == "postgresql":
            # On SQLite whoever writes is alone already.
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        yield connection


@contextmanager
def _reading(engine: Engine) -> Iterator[Connection]:
    with _discreet(), engine.connect() as connection:
        yield connection.execution_options(reads_only=True)


@contextmanager
def _discreet() -> Iterator[None]:
    """A database's error names the values of its statement: not these."""
    try:
        yield
    except StatementError as error:
        error.hide_parameters, error.params = True, None
        raise


# People


def add_person(engine: Engine, name: str, role: Role, password: str, now: Micros) -> Person:
    """Somebody new, active at once."""
    person = Person(tidy_name(name), role, created=now)
    _check(person, password)
    stored = PASSWORDS.hash(password)
    with _writing(engine, alone=True) as connection:
        _insert(connection, person, stored)
    return person


def _check(person: Person, password: str) -> None:
    _check_role(person.role)
    bad = name_complaint(person.name) or password_complaint(person.role, person.name, password)
    if bad:
        raise InputError(bad)


def _check_role(role: Role) -> None:
    if role not in ROLES:
        raise InputError(f"A role is one of {', '.join(ROLES)}.")


def _insert(connection: Connection, person: Person, stored: str) -> None:
    # Ann and ANN would be taken for one another at a table.
    alike = sa.func.lower(people.c.name) == sa.func.lower(person.name)
    if there := connection.scalar(sa.select(people.c.name).where(alike)):
        raise InputError(f"There is somebody named {there} already.")
    connection.execute(sa.insert(people).values(password=stored, **asdict(person)))


def change_person(
    engine: Engine,
    name: str,
    *,
    role: Role | None = None,
    active: bool | None = None,
    password: str | None = None,
    unlock: bool = False,
) -> Person:
    """Change what is given. A new role, a new password or a closed account ends all sessions."""
    before = find_person(engine, name)
    if before is None:
        raise InputError("There is nobody of that name.")
    wanted = replace(
        before,
        role=before.role if role is None else role,
        active=before.active if active is None else active,
        failures=0 if unlock else before.failures,
        locked_until=0 if unlock else before.locked_until,
    )
    was = asdict(before)
    values = {field: value for field, value in asdict(wanted).items() if value != was[field]}
    if password is not None:
        _check(wanted, password)
        values["password"] = PASSWORDS.hash(password)
    else:
        _check_role(wanted.role)
        if before.role in PIN_ROLES and wanted.role not in PIN_ROLES:
            raise InputError("The new role needs a new password: it may not have a PIN.")
    if not values:
        return before
    with _writing(engine, alone=True) as connection:
        # As it was when the password was checked for the role.
        same = sa.and_(people.c.name == before.name, people.c.role == before.role)
        changed = sa.update(people).where(same).values(values).returning(*_PERSON)
        row = connection.execute(changed).first()
        if row is None:
            raise InputError(f"{before.name} has just been changed by somebody else: look again.")
        after = _person(row)
        if _is_admin(before) and not _is_admin(after) and not _any_admin(connection):
            raise InputError("The last admin stays one: make another first.")
        if values.keys() & {"role", "active", "password"}:
            _end_sessions(connection, before.name)
    return after


def _is_admin(person: Person) -> bool:
    return person.active and person.role == "admin"


def _any_admin(connection: Connection) -> bool:
    admins = people.c.active & (people.c.role == "admin")
    return bool(connection.scalar(sa.select(sa.exists().where(admins))))


def find_person(engine: Engine, name: str) -> Person | None:
    """Somebody by name."""
    tidy = tidy_name(name)
    if not could_be_name(tidy):
        return None
    with _reading(engine) as connection:
        row = connection.execute(sa.select(*_PERSON).where(people.c.name == tidy)).first()
    return _person(row) if row is not None else None


def list_people(engine: Engine) -> tuple[Person, ...]:
    """Everybody with an account, by name."""
    with _reading(engine) as connection:
        rows = connection.execute(sa.select(*_PERSON)).all()
    # Databases differ in how they sort letters.
    return tuple(sorted((_person(row) for row in rows), key=lambda person: person.name))


def _person(row: Sequence[Any]) -> Person:
    return Person(*row)


# Signing in


def sign_in(engine: Engine, name: str, password: str, now: Micros) -> SignedIn | Refused:
    """A session for who knows the password; the refusal is the same whatever was wrong."""

    def begin(connection: Connection, person: Person) -> SignedIn:
        return _begin(connection, new_session(person.name, person.role, now))

    return _prove(engine, name, password, now, begin)


def confirm(engine: Engine, name: str, password: str, now: Micros) -> Person | Refused:
    """Who knows the password, as a second person must show beside whoever is signed in (PRG-8)."""
    return _prove(engine, name, password, now, lambda _connection, person: person)


def change_password(engine: Engine, name: str, old: str, new: str, now: Micros) -> Person | Refused:
    """Somebody's own password, by whoever knows the old one; it ends all their sessions."""
    proved = confirm(engine, name, old, now)
    if isinstance(proved, Refused):
        return proved
    return change_person(engine, proved.name, password=new)


_Then = TypeVar("_Then")


def _prove(
    engine: Engine,
    name: str,
    password: str,
    now: Micros,
    then: Callable[[Connection, Person], _Then],
) -> _Then | Refused:
    """What follows for who knows the password, in the transaction that forgives the try."""
    name = tidy_name(name)
    stored = _count_try(engine, name, now)
    if not PASSWORDS.fits(password, stored) or stored is None:
        return Refused(SIGN_IN_REFUSED)
    values: dict[str, Any] = {"failures": 0, "locked_until": 0}
    if PASSWORDS.is_outdated(stored):
        values["password"] = PASSWORDS.hash(password)
    with _writing(engine) as connection:
        # Not if the account was closed or its password changed meanwhile.
        same = sa.and_(people.c.name == name, people.c.password == stored, people.c.active)
        forgiven = sa.update(people).where(same).values(values).returning(*_PERSON)
        row = connection.execute(forgiven).first()
        return then(connection, _person(row)) if row is not None else Refused(SIGN_IN_REFUSED)


def _count_try(engine: Engine, name: str, now: Micros) -> str | None:
    """Count a bad try, to be forgiven if it is a good one; the stored password, if it counts.

    None if nobody has the name, or the account is locked or closed.
    """
    if not could_be_name(name):
        return None
    failures = people.c.failures + 1
    locks = [(failures >= tries, now + time) for tries, time in reversed(LOCKS)]
    counted = (
        sa.update(people)
        .where(people.c.name == name, people.c.active, people.c.locked_until <= now)
        .values(failures=failures, locked_until=sa.case(*locks, else_=0))
        .returning(people.c.password)
    )
    with _writing(engine) as connection:
        stored: str | None = connection.scalar(counted)
    return stored


# Sessions


def _begin(connection: Connection, session: Session) -> SignedIn:
    token = Token()
    connection.execute(
        sa.insert(sessions).values(token=token_digest(token.open()), **asdict(session))
    )
    return SignedIn(session, token)


def admit_guest(engine: Engine, now: Micros) -> SignedIn:
    """A session for somebody without an account, under a name that no other guest has."""
    with _writing(engine, alone=True) as connection:
        while True:
            # Six digits, so that a name left at a table is hardly ever drawn again.
            name = guest_name(100_000 + secrets.randbelow(900_000))
            if not connection.scalar(sa.select(sa.exists().where(sessions.c.person == name))):
                return _begin(connection, new_session(name, "player", now, guest=True))


def find_session(
    engine: Engine, token: str, now: Micros, *, note_use: bool = True
) -> Session | None:
    """The session of a token, if it is live; that it was used is noted once a minute.

    Who only looks whether it still lives does not keep it alive.
    """
    digest = token_digest(token)
    if digest is None:
        return None
    with _reading(engine) as connection:
        row = connection.execute(
            sa.select(*_SESSION)
            .join(people, people.c.name == sessions.c.person, isouter=True)
            .where(sessions.c.token == digest, _is_still_so())
        ).first()
    session = Session(*row) if row is not None else None
    if session is None or not session.is_live(now):
        return None
    if note_use and session.wants_refresh(now):
        stale = sa.and_(sessions.c.token == digest, sessions.c.used <= now - REFRESH)
        with _writing(engine) as connection:
            connection.execute(sa.update(sessions).where(stale).values(used=now))
    return session


def _is_still_so() -> ColumnElement[bool]:
    """Whoever has an account has it still, in the role that they signed in with."""
    return sa.or_(sessions.c.guest, sa.and_(people.c.active, people.c.role == sessions.c.role))


def revoke(engine: Engine, token: str) -> bool:
    """Sign out; whether there was a session to end."""
    digest = token_digest(token)
    if digest is None:
        return False
    with _writing(engine) as connection:
        ended = connection.execute(sa.delete(sessions).where(sessions.c.token == digest))
        return ended.rowcount > 0


def revoke_all(engine: Engine, person: str) -> int:
    """Sign somebody out everywhere; how many sessions that ended."""
    name = tidy_name(person)
    if not could_be_name(name):
        return 0
    with _writing(engine) as connection:
        return _end_sessions(connection, name)


def _end_sessions(connection: Connection, person: str) -> int:
    return connection.execute(sa.delete(sessions).where(sessions.c.person == person)).rowcount


def purge_sessions(engine: Engine, now: Micros) -> int:
    """Throw away the sessions that have ended by themselves; how many."""
    idle = [
        sa.and_(sessions.c.role == role, sessions.c.used <= now - stay(role).idle) for role in ROLES
    ]
    with _writing(engine) as connection:
        over = sa.delete(sessions).where(sa.or_(sessions.c.expires <= now, *idle))
        return connection.execute(over).rowcount


# The first admin


def first_admin_code(engine: Engine, now: Micros) -> str | None:
    """A code to become the first admin with, to be shown once; None where there is an admin.

    Every process that starts gets a code of its own, and each is good for a day or until the
    first of them is used.
    """
    with _writing(engine, alone=True) as connection:
        if _any_admin(connection):
            return None
        _forget_codes(connection, now)
        code = new_admin_code()
        digest = admin_code_digest(code)
        connection.execute(
            sa.insert(settings).values(name=_setting(digest), value=f"{now} {digest}")
        )
    return code


def claim_admin(engine: Engine, code: str, name: str, password: str, now: Micros) -> Person:
    """The first admin comes in by a code, which is then worth nothing."""
    person = Person(tidy_name(name), "admin", created=now)
    _check(person, password)
    digest = admin_code_digest(code)
    with _reading(engine) as connection:
        # Before the slow work on a password that a wrong code is not worth.
        _check_code(connection, digest, now)
    stored = PASSWORDS.hash(password)
    with _writing(engine, alone=True) as connection:
        _check_code(connection, digest, now)
        _forget_codes(connection)
        _insert(connection, person, stored)
    return person


def _setting(digest: str) -> str:
    return _ADMIN_CODE + digest[:40]


def _check_code(connection: Connection, digest: str, now: Micros) -> None:
    value = connection.scalar(
        sa.select(settings.c.value).where(settings.c.name == _setting(digest))
    )
    made, _, whole = (value or "0 ").partition(" ")
    if whole != digest or now >= int(made) + ADMIN_CODE_LASTS or _any_admin(connection):
        raise InputError("That code is not good, or no longer: a new start of the floor shows one.")


def _forget_codes(connection: Connection, now: Micros | None = None) -> None:
    """All of them, or those whose day is over."""
    codes = sa.select(settings.c.name, settings.c.value).where(
        settings.c.name.startswith(_ADMIN_CODE, autoescape=True)
    )
    for name, value in connection.execute(codes).all():
        if now is None or now >= int(value.split()[0]) + ADMIN_CODE_LASTS:
            connection.execute(sa.delete(settings).where(settings.c.name == name))
