"""The stream of people, replayed: every change by somebody who might, and where it leads.

What the log leads to has to be what the database's table of people says: a role that was given, or
an account that was opened, behind the log's back is found.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from longsuit.core.texts import sentence
from longsuit.floor.audit.chain import read_exact
from longsuit.floor.audit.findings import Broken
from longsuit.floor.people import changes as events
from longsuit.floor.people.identity import PIN_ROLES, name_complaint
from longsuit.floor.people.permissions import Deed, refusal
from longsuit.floor.store.audit_rows import PersonRow, Row

_DEEDS: dict[str, Deed] = {
    "add": "person.add",
    "change": "person.change",
    "sign-out": "person.change",
    "password": "password.change",
}
_ORDER: tuple[type, ...] = (
    *(events.RoleChanged, events.AccountClosed, events.AccountReopened),
    *(events.PasswordChanged, events.AccountUnlocked),
)
_KINDS: dict[str, tuple[type, ...]] = {
    "add": (events.PersonAdded,),
    "claim": (events.AdminClaimed,),
    "sign-out": (events.SignedOut,),
    "password": (events.PasswordChanged,),
    "change": _ORDER,
    "sign-in": (events.SessionBegun,),
    "sign-in-failed": (events.SignInFailed, events.AccountLocked),
    "leave": (events.SessionEnded,),
    "over-limit": (events.LimitPassed,),
}
"""What may come of each command."""
_SESSIONS = ("sign-in", "leave")
_OWN = ("password", "over-limit", *_SESSIONS)
"""What people do for themselves alone."""
_DOOR = "system"


class Standing(Struct, frozen=True):
    """Somebody as the log has them."""

    role: str
    active: bool = True

    @property
    def is_admin(self) -> bool:
        """Whether they may change people."""
        return self.active and self.role == "admin"


class PeopleReplay:
    """Everybody, from the first record on."""

    def __init__(self) -> None:
        self.known: dict[str, Standing] = {}

    def record(self, row: Row) -> None:
        """One change."""
        told = read_exact(row)
        name = self._check_form(row.command, told)
        self._check_author(row, name)
        had_admin = self._has_admin
        before = self.known.get(name)
        for event in told:
            _RULES[type(event)](self, event)
        self._check_password(before, told)
        if row.command == "claim" and had_admin:
            raise Broken("there was an admin already.")
        if row.command == "change" and had_admin and not self._has_admin:
            raise Broken("the last admin stays one.")

    @property
    def _has_admin(self) -> bool:
        return any(one.is_admin for one in self.known.values())

    def _check_form(self, command: str, told: Sequence[Any]) -> str:
        """The events are those of the command, of one person, each once; returns the person."""
        kinds = [type(event) for event in told]
        possible = _KINDS.get(command, ())
        in_order = [kind for kind in possible if kind in kinds]
        both = {events.AccountClosed, events.AccountReopened} <= set(kinds)
        if not told or kinds != in_order or both or len({event.name for event in told}) != 1:
            raise Broken("its events are of no command.")
        name: str = told[0].name
        return name

    def _check_author(self, row: Row, name: str) -> None:
        """Whoever made the change might: at the command line, or by their role."""
        if row.command == "sign-in-failed":
            if row.who != _DOOR:
                raise Broken(f"{row.who} notes a try of somebody unknown.")
            return
        if row.command == "claim":
            if row.who != f"admin {name}":
                raise Broken(f"{row.who} claims to be the first admin for {name}.")
            return
        if row.who == events.OPERATOR and row.command not in _OWN:
            return
        author = self.author(row.who, "make this change", _DEEDS.get(row.command))
        if row.command in _OWN and author != name:
            raise Broken(f"{author} does for {name} what people do for themselves.")

    def author(self, who: str, what: str, deed: Deed | None) -> str:
        """The name of whoever makes a change, if they are there in that role, and may."""
        role, _, author = who.partition(" ")
        standing = self.known.get(author)
        if standing is None or not standing.active or standing.role != role:
            raise Broken(f"there is no {role} {author} to {what}.")
        no = refusal(standing.role, False, deed, practice=False) if deed else None  # type: ignore[arg-type]
        if no is not None:
            raise Broken(sentence(no))
        return author

    def _check_password(self, before: Standing | None, told: Sequence[Any]) -> None:
        """A role that may not have a PIN comes with a new password."""
        first = told[0]
        if before is None or not isinstance(first, events.RoleChanged):
            return
        needs = before.role in PIN_ROLES and first.after not in PIN_ROLES
        if needs and not any(isinstance(event, events.PasswordChanged) for event in told):
            raise Broken("the new role needs a new password.")

    # What each event does

    def _someone(self, name: str) -> Standing:
        found = self.known.get(name)
        if found is None:
            raise Broken(f"there is nobody named {name}.")
        return found

    def _add(self, name: str, role: str) -> None:
        if name in self.known:
            raise Broken(f"there is somebody named {name} already.")
        if wrong := name_complaint(name):
            raise Broken(wrong)
        self.known[name] = Standing(role)

    def _change_role(self, event: events.RoleChanged) -> None:
        found = self._someone(event.name)
        if found.role != event.before or event.after == event.before:
            raise Broken(f"{event.name} is {found.role}, and not changed from {event.before}.")
        self.known[event.name] = Standing(event.after, found.active)

    def _pass_limit(self, event: events.LimitPassed) -> None:
        self._someone(event.name)
        if event.amount <= event.most:
            raise Broken(f"{event.amount} is within the limit of {event.most}.")

    def _open(self, name: str, active: bool) -> None:
        found = self._someone(name)
        if found.active == active:
            raise Broken(f"the account of {name} is {_account(active)} already.")
        self.known[name] = Standing(found.role, active)

    # In the end

    def difference(self, table: Sequence[PersonRow]) -> str | None:
        """Where the table of people is not what the log leads to, in one sentence; or None."""
        there = {row.name: row for row in table}
        for name, standing in self.known.items():
            row = there.pop(name, None)
            if row is None:
                return f"{name} is in the log, and not in the table of people."
            if row.role != standing.role:
                return f"{name} is {row.role} in the table of people, and {standing.role} here."
            if row.active != standing.active:
                there_it_is = _account(bool(row.active)) if row.active in (0, 1) else "neither"
                return (
                    f"the account of {name} is {there_it_is} in the table of people, "
                    f"and {_account(standing.active)} here."
                )
        if there:
            return f"{next(iter(there))} is in the table of people, and nobody added them."
        return None


def _account(active: bool) -> str:
    return "open" if active else "closed"


_RULES: dict[type, Callable[[PeopleReplay, Any], object]] = {
    events.PersonAdded: lambda replay, e: replay._add(e.name, e.role),
    events.AdminClaimed: lambda replay, e: replay._add(e.name, "admin"),
    events.RoleChanged: lambda replay, e: replay._change_role(e),
    events.AccountClosed: lambda replay, e: replay._open(e.name, False),
    events.AccountReopened: lambda replay, e: replay._open(e.name, True),
    events.PasswordChanged: lambda replay, e: replay._someone(e.name),
    events.AccountUnlocked: lambda replay, e: replay._someone(e.name),
    events.SessionBegun: lambda replay, e: replay._someone(e.name),
    events.SignInFailed: lambda replay, e: replay._someone(e.name),
    events.AccountLocked: lambda replay, e: replay._someone(e.name),
    events.LimitPassed: lambda replay, e: replay._pass_limit(e),
    events.SessionEnded: lambda replay, e: replay._someone(e.name),
    events.SignedOut: lambda replay, e: replay._someone(e.name),
}
