"""Tries to sign in, counted by account and by the place that they come from.

A try is counted before the password is looked at, with the account's row held: however many try
at once, in however many processes, no more passwords are looked at than the locks allow.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from longsuit.floor.people.identity import (
    PLACE_FORGOTTEN,
    PLACE_LOCKS,
    STRANGER_FORGOTTEN,
    STRANGER_LOCKS,
    Micros,
    lock_time,
)
from longsuit.floor.store.schema import people, places

MOST_PLACES = 100
"""Places that are remembered of an account; the strangest and oldest go first."""


def count_try(
    connection: Connection, name: str, place: str, now: Micros
) -> tuple[str, Micros] | None:
    """Count a bad try, to be forgiven if it is a good one; the stored password, if it counts.

    With it, for how long the account is locked if it was a bad one.

    None if nobody has the name, the account is closed, or it is locked for that place.
    """
    account = connection.execute(
        sa.select(people.c.password, people.c.failures, people.c.locked_until)
        .where(people.c.name == name, people.c.active)
        .with_for_update()
    ).first()
    if account is None:
        return None
    here = connection.execute(sa.select(places).where(*_at(name, place))).first()
    known = here is not None and here.good > 0
    if (here is not None and now < here.locked_until) or (not known and now < account.locked_until):
        return None
    failures = 1 + (here.failures if here is not None else 0)
    lock = now + lock_time(failures, PLACE_LOCKS) if lock_time(failures, PLACE_LOCKS) else 0
    counted = {"failures": failures, "locked_until": lock, "tried": now}
    if here is None:
        _make_room(connection, name)
        row = {"person": name, "place": place, "good": 0, **counted}
        connection.execute(sa.insert(places).values(row))
    else:
        connection.execute(sa.update(places).where(*_at(name, place)).values(counted))
    longest = lock_time(failures, PLACE_LOCKS)
    if not known:
        longest = max(longest, lock_time(account.failures + 1, STRANGER_LOCKS))
        _count_stranger(connection, name, account.failures + 1, now)
    return str(account.password), longest


def _at(name: str, place: str) -> Sequence[Any]:
    return (places.c.person == name, places.c.place == place)


def _count_stranger(connection: Connection, name: str, failures: int, now: Micros) -> None:
    """A try from where the person has never signed in: all such tries count together."""
    lock = lock_time(failures, STRANGER_LOCKS)
    values = {"failures": failures, "locked_until": now + lock if lock else 0}
    connection.execute(sa.update(people).where(people.c.name == name).values(values))


def _make_room(connection: Connection, name: str) -> None:
    theirs = places.c.person == name
    there = connection.scalar(sa.select(sa.func.count()).where(theirs)) or 0
    if there < MOST_PLACES:
        return
    oldest = sa.select(places.c.place).where(theirs)
    oldest = oldest.order_by(sa.case((places.c.good > 0, 1), else_=0), places.c.tried)
    gone = connection.scalars(oldest.limit(there - MOST_PLACES + 1)).all()
    connection.execute(sa.delete(places).where(theirs, places.c.place.in_(gone)))


def forgive_here(connection: Connection, name: str, place: str, now: Micros) -> None:
    """The password was right: from now on the person is known at that place."""
    values = {"failures": 0, "locked_until": 0, "good": now}
    connection.execute(sa.update(places).where(*_at(name, place)).values(values))


def forgive_everywhere(connection: Connection, name: str) -> None:
    """The account is unlocked, wherever it is tried from."""
    theirs = sa.update(places).where(places.c.person == name)
    connection.execute(theirs.values(failures=0, locked_until=0))


def locks(connection: Connection) -> dict[str, Micros]:
    """By account: until when the longest lock of any place lasts."""
    longest = sa.select(places.c.person, sa.func.max(places.c.locked_until))
    rows = connection.execute(longest.group_by(places.c.person)).all()
    return {person: until for person, until in rows if until}


def purge_places(connection: Connection, now: Micros) -> None:
    """Forget where strangers tried long ago, and where people were very long ago."""
    strange = sa.and_(places.c.good == 0, places.c.tried <= now - STRANGER_FORGOTTEN)
    old = sa.and_(places.c.good > 0, places.c.good <= now - PLACE_FORGOTTEN)
    connection.execute(sa.delete(places).where(sa.or_(strange, old)))
