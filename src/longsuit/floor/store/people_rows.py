"""People, their sign-ins and their sessions in the database.

Every change of people is written to the log in the transaction that makes it, with who made it.

A try to sign in is counted before the password is looked at (sign_in_attempts.py). The slow
work on a password is done outside any transaction, so that nobody at the door holds up the tables.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import ColumnElement, Connection, Engine

from longsuit.core.errors import InputError
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import same_person
from longsuit.floor.people.changes import (
    OPERATOR,
    PEOPLE,
    AccountLocked,
    AccountReopened,
    AccountUnlocked,
    LimitPassed,
    PeopleEvent,
    PersonAdded,
    SessionBegun,
    SessionEnded,
    SignedOut,
    SignInFailed,
    changes,
)
from longsuit.floor.people.identity import (
    HOUR,
    PASSWORDS,
    PIN_ROLES,
    REFRESH,
    ROLES,
    Micros,
    Person,
    Role,
    Session,
    SignedIn,
    Token,
    could_be_name,
    guest_name,
    name_complaint,
    new_session,
    password_complaint,
    stay,
    tidy_name,
    token_digest,
)
from longsuit.floor.store.records import append, head_of
from longsuit.floor.store.redaction import reading, writing
from longsuit.floor.store.schema import people, sessions
from longsuit.floor.store.settings_rows import read_setting, write_setting
from longsuit.floor.store.sign_in_attempts import (
    count_try,
    forgive_everywhere,
    forgive_here,
    locks,
    purge_places,
)

_DAY: Micros = 24 * HOUR
DOOR = "system"
"""Who notes a try of somebody unknown."""
_PERSON = [people.c[field] for field in Person.__struct_fields__]
_ASKED_AT_ONCE = 500
"""Sessions that are looked for in one question to the database."""
_SESSION = [sessions.c[field] for field in Session.__struct_fields__]


# People


def add_person(
    engine: Engine, name: str, role: Role, password: str, now: Micros, *, by: str = OPERATOR
) -> Person:
    """Somebody new, active at once."""
    person = Person(tidy_name(name), role, created=now)
    check_person(person, password)
    stored = PASSWORDS.hash(password)
    with writing(engine, alone=True) as connection:
        check_author(connection, by)
        insert_person(connection, person, stored)
        note(connection, now, by, "add", PersonAdded(person.name, person.role))
    return person


def check_person(person: Person, password: str) -> None:
    """Raise what is wrong with somebody and their password."""
    _check_role(person.role)
    bad = name_complaint(person.name) or password_complaint(person.role, person.name, password)
    if bad:
        raise InputError(bad)


def _check_role(role: Role) -> None:
    if role not in ROLES:
        raise InputError(f"A role is one of {', '.join(ROLES)}.")


def insert_person(connection: Connection, person: Person, stored: str) -> None:
    """A new row, unless somebody is named alike."""
    if there := _alike(connection, person.name):
        raise InputError(f"There is somebody named {there} already.")
    connection.execute(sa.insert(people).values(password=stored, **asdict(person)))


def note(connection: Connection, now: Micros, by: str, command: str, *events: PeopleEvent) -> None:
    """Write a change down, in its own transaction; whoever calls is alone among such."""
    append(connection, PEOPLE, head_of(connection, PEOPLE), now, (by, command), *events)


def check_author(connection: Connection, by: str) -> None:
    """Whoever asks may have been closed, or given another role, since they came to the door."""
    role, _, name = by.partition(" ")
    if by == OPERATOR:
        return
    author = _read(connection, name)
    if author is None or not author.active or author.role != role:
        raise InputError("Your account has just been changed: sign in again.")


def change_person(
    engine: Engine,
    name: str,
    now: Micros,
    *,
    by: str = OPERATOR,
    role: Role | None = None,
    active: bool | None = None,
    password: str | None = None,
    unlock: bool = False,
) -> Person:
    """Change what is given. A new role, a new password or a closed account ends all sessions."""
    change = _Change(role, active, password, unlock)
    return _change(engine, _must_find(engine, name), change, now, (by, "change"))


class _Change(Struct, frozen=True):
    """What is to change; None stays."""

    role: Role | None = None
    active: bool | None = None
    password: str | None = None
    unlock: bool = False


def _change(
    engine: Engine, before: Person, change: _Change, now: Micros, author: tuple[str, str]
) -> Person:
    role = before.role if change.role is None else change.role
    values: dict[str, Any] = {}
    if change.password is not None:
        check_person(replace(before, role=role), change.password)
        values["password"] = PASSWORDS.hash(change.password)
    else:
        _check_role(role)
        if before.role in PIN_ROLES and role not in PIN_ROLES:
            raise InputError("The new role needs a new password: it may not have a PIN.")
    with writing(engine, alone=True) as connection:
        by, command = author
        check_author(connection, by)
        present = _read(connection, before.name)
        # As it was when the password was checked for the role.
        if present is None or present.role != before.role:
            raise InputError(f"{before.name} has just been changed by somebody else: look again.")
        active = present.active if change.active is None else change.active
        told = changes(present, role, active, password=bool(values), unlock=change.unlock)
        if not told:
            return present
        values |= {"role": role, "active": active}
        if change.unlock:
            values |= {"failures": 0, "locked_until": 0}
            forgive_everywhere(connection, before.name)
        mine = people.c.name == before.name
        row = connection.execute(sa.update(people).where(mine).values(values).returning(*_PERSON))
        after = _person(row.one())
        if _is_admin(present) and not _is_admin(after) and not any_admin(connection):
            raise InputError("The last admin stays one: make another first.")
        note(connection, now, by, command, *told)
        if "password" in values:
            write_setting(connection, _password_name(before.name), str(now))
        if any(not isinstance(event, AccountReopened | AccountUnlocked) for event in told):
            _end_sessions(connection, before.name)
    return after


def _password_name(person: str) -> str:
    return f"password {hashlib.sha256(person.encode()).hexdigest()[:40]}"


def _password_set(connection: Connection, person: Person) -> Micros:
    """From when a password is; the first one is as old as its account."""
    return int(read_setting(connection, _password_name(person.name)) or person.created)


def _is_admin(person: Person) -> bool:
    return person.active and person.role == "admin"


def any_admin(connection: Connection) -> bool:
    """Whether anybody may change people."""
    admins = people.c.active & (people.c.role == "admin")
    return bool(connection.scalar(sa.select(sa.exists().where(admins))))


def _alike(connection: Connection, name: str) -> str:
    """The account that would be taken for that name at a table, as ANN for Ann; empty for none."""
    # Not in SQL: databases differ in which letters they know the small ones of.
    known = connection.scalars(sa.select(people.c.name)).all()
    alike = [one for one in known if same_person(one, name)]
    return name if name in alike else "".join(alike[:1])


def find_alike(engine: Engine, name: str) -> Person | None:
    """Whoever has an account in that name, or in one that nobody at a table tells from it."""
    with reading(engine) as connection:
        return _read(connection, _alike(connection, name))


def find_person(engine: Engine, name: str) -> Person | None:
    """Somebody by name."""
    tidy = tidy_name(name)
    if not could_be_name(tidy):
        return None
    with reading(engine) as connection:
        return _read(connection, tidy)


def _must_find(engine: Engine, name: str) -> Person:
    found = find_person(engine, name)
    if found is None:
        raise InputError("No one has that name.")
    return found


def _read(connection: Connection, name: str) -> Person | None:
    row = connection.execute(sa.select(*_PERSON).where(people.c.name == name)).first()
    return _person(row) if row is not None else None


def list_people(engine: Engine) -> tuple[Person, ...]:
    """Everybody with an account, by name."""
    with reading(engine) as connection:
        found = [_person(row) for row in connection.execute(sa.select(*_PERSON)).all()]
        longest = locks(connection)
    told = [
        replace(one, locked_until=max(one.locked_until, longest.get(one.name, 0))) for one in found
    ]
    # Databases differ in how they sort letters.
    return tuple(sorted(told, key=lambda person: person.name))


def _person(row: Sequence[Any]) -> Person:
    return Person(*row)


# Signing in


def sign_in(
    engine: Engine,
    name: str,
    password: str,
    now: Micros,
    place: str = "",
    *,
    noted: bool = True,
    days: int = 0,
) -> SignedIn | Refused:
    """A session for who knows the password.

    The refusal is the same for a bad name, a bad password, a locked account and a closed one.

    The place is the address that it is tried from. What comes of it is in the log (CON-35), but for
    what is not to be noted: nothing is written by a wrong clock. A password that is older than so
    many days, if any, is good for nothing but to be changed by an admin (CON-34).
    """

    def begin(connection: Connection, person: Person) -> SignedIn | Refused:
        if days and now - _password_set(connection, person) > days * _DAY:
            return refuse(Code.PASSWORD_OLD, days=days)
        if noted:
            who = f"{person.role} {person.name}"
            note(connection, now, who, "sign-in", SessionBegun(person.name, place))
        return _begin(connection, new_session(person.name, person.role, now))

    return _prove(engine, name, password, (now, place), begin, noted=noted)


def confirm(
    engine: Engine, name: str, password: str, now: Micros, place: str = ""
) -> Person | Refused:
    """Who knows the password, as a second person must show beside whoever is signed in (PRG-8)."""
    return _prove(engine, name, password, (now, place), lambda _connection, person: person)


def change_password(
    engine: Engine, name: str, old: str, new: str, now: Micros, place: str = ""
) -> Person | Refused:
    """Somebody's own password, by whoever knows the old one; it ends all their sessions."""
    proved = confirm(engine, name, old, now, place)
    if isinstance(proved, Refused):
        return proved
    author = (f"{proved.role} {proved.name}", "password")
    return _change(engine, proved, _Change(password=new), now, author)


_Then = TypeVar("_Then")


def _prove(
    engine: Engine,
    name: str,
    password: str,
    when_and_where: tuple[Micros, str],
    then: Callable[[Connection, Person], _Then],
    *,
    noted: bool = True,
) -> _Then | Refused:
    """What follows for who knows the password, in the transaction that forgives the try."""
    name, (now, place) = tidy_name(name), when_and_where
    stored, locks_for = None, 0
    if could_be_name(name):
        with writing(engine) as connection:
            counted = count_try(connection, name, place, now)
            stored, locks_for = counted if counted is not None else (None, 0)
    if not PASSWORDS.fits(password, stored) or stored is None:
        if stored is not None and noted:
            _note_failure(engine, name, locks_for, now, place)
        return refuse(Code.SIGN_IN)
    values: dict[str, Any] = {"failures": 0, "locked_until": 0}
    if PASSWORDS.is_outdated(stored):
        values["password"] = PASSWORDS.hash(password)
    with writing(engine, alone=True) as connection:
        # Not if the account was closed or its password changed meanwhile.
        same = sa.and_(people.c.name == name, people.c.password == stored, people.c.active)
        forgiven = sa.update(people).where(same).values(values).returning(*_PERSON)
        row = connection.execute(forgiven).first()
        if row is None:
            return refuse(Code.SIGN_IN)
        forgive_here(connection, name, place, now)
        return then(connection, _person(row))


def _note_failure(engine: Engine, name: str, locks_for: Micros, now: Micros, place: str) -> None:
    """Only what was looked at is noted, so the locks bound how much strangers can write."""
    told: list[PeopleEvent] = [SignInFailed(name, place)]
    if locks_for:
        told.append(AccountLocked(name, locks_for // 1_000_000))
    with writing(engine, alone=True) as connection:
        note(connection, now, DOOR, "sign-in-failed", *told)


def note_attempt(engine: Engine, by: str, told: LimitPassed, now: Micros) -> None:
    """Somebody was refused a wager or a buy-in for its limit."""
    with writing(engine, alone=True) as connection:
        check_author(connection, by)
        note(connection, now, by, "over-limit", told)


# Sessions


def _begin(connection: Connection, session: Session) -> SignedIn:
    token = Token()
    connection.execute(
        sa.insert(sessions).values(token=token_digest(token.open()), **asdict(session))
    )
    return SignedIn(session, token)


_MOST_DRAWS = 100
"""Of names for a guest: at most a ninth of all names are taken, so one is free long before."""


def admit_guest(engine: Engine, now: Micros, most: int = 20_000) -> SignedIn | Refused:
    """A session for somebody without an account, under a name that no other guest has."""
    with writing(engine, alone=True) as connection:
        here = sa.select(sa.func.count()).select_from(sessions).where(sessions.c.guest)
        if (connection.scalar(here) or 0) >= most:
            return refuse(Code.GUESTS_FULL)
        for _ in range(_MOST_DRAWS):
            # Six digits, so that a name left at a table is hardly ever drawn again.
            name = guest_name(100_000 + secrets.randbelow(900_000))
            if not connection.scalar(sa.select(sa.exists().where(sessions.c.person == name))):
                return _begin(connection, new_session(name, "player", now, guest=True))
    return refuse(Code.GUESTS_FULL)


def guests_here(engine: Engine, names: Collection[str], now: Micros, since: Micros = 0) -> set[str]:
    """Those of these guests whose session lives and who are not away.

    Nobody could be seen before the floor was open, `since` when it is.
    """
    if not names:
        return set()
    theirs = sessions.c.guest & sessions.c.person.in_(names)
    with reading(engine) as connection:
        rows = connection.execute(sa.select(*_SESSION).where(theirs)).all()
    found = [Session(*row) for row in rows]
    return {one.person for one in found if one.is_live(now) and not one.is_away(now, since)}


def note_sight(engine: Engine, token: str, now: Micros) -> None:
    """A guest is at a table. Their session does not live longer for it."""
    with writing(engine) as connection:
        theirs = sessions.c.token == token_digest(token)
        connection.execute(sa.update(sessions).where(theirs).values(seen=now))


def find_session(
    engine: Engine, token: str, now: Micros, *, note_use: bool = True
) -> Session | None:
    """The session of a token, if it is live; that it was used is noted once a minute.

    Who only looks whether it still lives does not keep it alive.
    """
    digest = token_digest(token)
    if digest is None:
        return None
    with reading(engine) as connection:
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
        with writing(engine) as connection:
            connection.execute(sa.update(sessions).where(stale).values(used=now))
        session = replace(session, used=now)
    return session


def live_sessions(engine: Engine, tokens: Collection[str], now: Micros) -> dict[str, Session]:
    """Those of many sessions that are live, by token; nobody stays signed in by being asked for."""
    digests = {token_digest(token): token for token in tokens}
    found: dict[str, Session] = {}
    asked = [digest for digest in digests if digest is not None]
    for start in range(0, len(asked), _ASKED_AT_ONCE):
        few = asked[start : start + _ASKED_AT_ONCE]
        with reading(engine) as connection:
            rows = connection.execute(
                sa.select(sessions.c.token, *_SESSION)
                .join(people, people.c.name == sessions.c.person, isouter=True)
                .where(sessions.c.token.in_(few), _is_still_so())
            ).all()
        found |= {digests[digest]: Session(*row) for digest, *row in rows}
    return {token: session for token, session in found.items() if session.is_live(now)}


def _is_still_so() -> ColumnElement[bool]:
    """Whoever has an account has it still, in the role that they signed in with."""
    return sa.or_(sessions.c.guest, sa.and_(people.c.active, people.c.role == sessions.c.role))


def revoke(engine: Engine, token: str, now: Micros = 0) -> bool:
    """Sign out; whether there was a session to end. With the time it is noted (CON-35)."""
    digest = token_digest(token)
    if digest is None:
        return False
    with writing(engine, alone=True) as connection:
        ending = sa.delete(sessions).where(sessions.c.token == digest)
        ended = connection.execute(ending.returning(*_SESSION)).first()
        person = None if ended is None or not now else _read(connection, ended.person)
        if person is not None and person.active:
            who = f"{person.role} {person.name}"
            note(connection, now, who, "leave", SessionEnded(person.name))
        return ended is not None


def revoke_all(engine: Engine, person: str, now: Micros, *, by: str = OPERATOR) -> int:
    """Sign somebody out everywhere; how many sessions that ended."""
    name = tidy_name(person)
    if not could_be_name(name):
        return 0
    with writing(engine, alone=True) as connection:
        check_author(connection, by)
        if _read(connection, name) is not None:
            note(connection, now, by, "sign-out", SignedOut(name))
        return _end_sessions(connection, name)


def _end_sessions(connection: Connection, person: str) -> int:
    return connection.execute(sa.delete(sessions).where(sessions.c.person == person)).rowcount


def purge_sessions(engine: Engine, now: Micros) -> int:
    """Throw away the sessions that have ended by themselves; how many."""
    idle = [
        sa.and_(sessions.c.role == role, sessions.c.used <= now - stay(role).idle) for role in ROLES
    ]
    with writing(engine) as connection:
        purge_places(connection, now)
        over = sa.delete(sessions).where(sa.or_(sessions.c.expires <= now, *idle))
        return connection.execute(over).rowcount
