"""Staff: everybody with an account, for admins to change and for auditors to read."""

from typing import Any

from longsuit.api.routes.people import NewPerson, PersonChange
from longsuit.core.refusals import Refused
from longsuit.floor.people.identity import ROLES, Person
from longsuit.floor.service.floor import Visitor
from longsuit.floor.store import people_rows as store
from longsuit.web.pit.parts import Row, Rows, Said, Values, button, field, given, head, note
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.pit.tab import TabPage

_COLUMNS = (
    ("name", "Name", ""),
    ("role", "Role", ""),
    ("state", "Account", ""),
    ("created", "Since", ""),
)
_ROLES = [(role, role.capitalize()) for role in ROLES]
_ENDS = "All their sessions end with it."


class Staff(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self._changes = sitting.may("person.change")
        self._people: dict[str, Person] = {}
        with head("Staff", "Everyone with an account."):
            if self._changes:
                button("Add somebody", self._ask_for_person, main=True)
        self._said = Said()
        self._rows = Rows("People", _COLUMNS, empty="No accounts yet.", on_act=self._on_act)

    async def tick(self) -> None:
        """Look again."""
        found = await self._context.in_thread(store.list_people, self._floor.database)
        self._people = {one.name: one for one in found}
        self._rows.show([self._row(one) for one in found])

    def _row(self, person: Person) -> Row:
        locked = person.is_locked(self._context.now())
        state = "Active" if person.active else "Closed"
        until = self._sitting.shown(person.locked_until) if locked else ""
        acts = [
            ("role", "Role"),
            ("password", "Password"),
            ("close", "Close") if person.active else ("reopen", "Reopen"),
            *([("unlock", "Unlock")] if locked else ()),
            ("out", "Sign out"),
        ]
        return {
            "id": person.name,
            "mark": "" if person.active else "closed",
            "cells": {
                "name": person.name,
                "role": person.role,
                "state": [state, *([f"Locked until {until}"] if locked else [])],
                "created": self._sitting.shown(person.created),
            },
            "acts": [{"name": n, "label": label} for n, label in acts] if self._changes else [],
        }

    async def _on_act(self, name: str, act: str) -> None:
        person = self._people.get(name)
        if person is None:
            return
        if act in ("reopen", "unlock"):
            sent = {"active": True} if act == "reopen" else {"unlock": True}
            await self._do(lambda visitor: self._change(visitor, name, sent))
        else:
            self._ask_about(person, act)

    def _ask_about(self, person: Person, act: str) -> None:
        """A question before something that ends sessions."""
        name = person.name
        roles = field("role", "Role", "select", person.role, options=_ROLES)
        password = field("password", "New password or PIN", "password", must=act == "password")
        title, button_label, fields = {
            "role": (f"Role of {name}", "Change the role", [roles, password]),
            "password": (f"Password of {name}", "Set the password", [password]),
            "close": (f"Close the account of {name}?", "Close the account", []),
            "out": (f"Sign {name} out everywhere?", "Sign out", []),
        }[act]
        if act == "role":
            fields = [*fields, note("Some roles need a password: a PIN is not enough.")]

        async def work(visitor: Visitor, values: Values) -> str | Refused:
            if act == "out":
                return await self._sign_out(visitor, name)
            sent = {key: str(values[key]) for key in ("role", "password") if values.get(key)}
            return await self._change(visitor, name, sent if act != "close" else {"active": False})

        self._ask(title, [*fields, note(_ENDS)], button_label, work)

    async def _change(self, visitor: Visitor, name: str, sent: dict[str, Any]) -> str | Refused:
        changes = PersonChange.model_validate(sent).changes()
        asked = (visitor, name, self._context.now_to_write())
        found = await self._context.at_the_door(self._floor.accounts.change, *asked, **changes)
        return found if isinstance(found, Refused) else await self._tell(f"{name} is changed.")

    async def _sign_out(self, visitor: Visitor, name: str) -> str | Refused:
        asked = (visitor, name, self._context.now_to_write())
        ended = await self._context.in_thread(self._floor.accounts.sign_out, *asked)
        if isinstance(ended, Refused):
            return ended
        return await self._tell(f"{name} is signed out; sessions that ended: {ended}.")

    def _ask_for_person(self) -> None:
        pin = "Players and dealers may have a PIN of six digits or more."
        fields = [
            field("name", "Name", must=True, most=60),
            field("role", "Role", "select", "dealer", options=_ROLES),
            field("password", "Password or PIN", "password", must=True, help=pin),
        ]
        self._ask("Add somebody", fields, "Add", self._add)

    async def _add(self, visitor: Visitor, values: Values) -> str | Refused:
        body = NewPerson.model_validate(given(values))
        asked = (visitor, body.name, body.role, body.password.get_secret_value())
        now = self._context.now_to_write()
        person = await self._context.at_the_door(self._floor.accounts.add, *asked, now)
        if isinstance(person, Refused):
            return person
        return await self._tell(f"{person.name} is added, as {person.role}.")
