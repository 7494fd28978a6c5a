"""What happens to the people of the house, as the log has it: never a password, never a token.

One stream, `people`, holds every change with who made it. Tables and meters do not need it; the
audit replays it and holds the database's table of people against it.
"""

from longsuit.core.round.events import Event
from longsuit.floor.people.identity import Person, Role

PEOPLE = "people"
"""The name of the stream."""
OPERATOR = "operator"
"""Who changes people at the command line: whoever has the database."""


class PersonAdded(Event, frozen=True):
    """Somebody has an account, open at once."""

    name: str
    role: Role


class AdminClaimed(Event, frozen=True):
    """The first admin has come in by the code that a start showed."""

    name: str


class RoleChanged(Event, frozen=True):
    """Somebody has another role: from and to."""

    name: str
    before: Role
    after: Role


class AccountClosed(Event, frozen=True):
    """Somebody may not sign in any more."""

    name: str


class AccountReopened(Event, frozen=True):
    """Somebody may sign in again."""

    name: str


class PasswordChanged(Event, frozen=True):
    """Somebody has another password, which nobody is told."""

    name: str


class AccountUnlocked(Event, frozen=True):
    """Bad tries are forgiven before their time."""

    name: str


class SignedOut(Event, frozen=True):
    """All sessions of somebody were ended by an admin."""

    name: str


class SessionBegun(Event, frozen=True):
    """Somebody has signed in, at that address (CON-35)."""

    name: str
    place: str = ""


class SignInFailed(Event, frozen=True):
    """A password for somebody was wrong."""

    name: str
    place: str = ""


class AccountLocked(Event, frozen=True):
    """After bad tries no password of somebody is looked at for a while, there at the least."""

    name: str
    seconds: int


class LimitPassed(Event, frozen=True):
    """Somebody tried a wager or a buy-in above its limit at a table for money, and was refused."""

    name: str
    table: str
    what: str
    """The wager, or ``buy-in``."""
    amount: int
    most: int


class SessionEnded(Event, frozen=True):
    """Somebody has signed out."""

    name: str


PeopleEvent = (
    PersonAdded
    | SessionBegun
    | SignInFailed
    | AccountLocked
    | SessionEnded
    | LimitPassed
    | AdminClaimed
    | RoleChanged
    | AccountClosed
    | AccountReopened
    | PasswordChanged
    | AccountUnlocked
    | SignedOut
)


def changes(
    before: Person, role: Role, active: bool, *, password: bool, unlock: bool
) -> tuple[PeopleEvent, ...]:
    """What a change of somebody comes to, always in this order; nothing where nothing changes."""
    told: list[PeopleEvent] = []
    if role != before.role:
        told.append(RoleChanged(before.name, before.role, role))
    if active != before.active:
        told.append(AccountReopened(before.name) if active else AccountClosed(before.name))
    if password:
        told.append(PasswordChanged(before.name))
    if unlock and (before.failures or before.locked_until):
        told.append(AccountUnlocked(before.name))
    return tuple(told)
