"""Staff: everybody with an account, for admins to change and for auditors to read."""

from typing import Any

from longsuit.api.routes.people import NewPerson, PersonChange
from longsuit.core.refusals import Refused
from longsuit.core.texts import sentence
from longsuit.floor.people.identity import ROLES, Person
from longsuit.floor.service.floor import Visitor
from longsuit.floor.store import people_rows as store
from longsuit.web.pit.parts import Form, Row, Rows, Said, Values, button, field, head, note, text
from longsuit.web.pit.staff_session import Sitting

_COLUMNS = (
    ("name", "Name", ""),
    ("role", "Role", ""),
    ("state", "Account", ""),
    ("created", "Since", ""),
)
_ROLES = [(role, role.capitalize()) for role in ROLES]
_ENDS = "All their sessions end with it."


class Staff:
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._changes = sitting.may("person.change")
        self._people: dict[str, Person] = {}
        with head("Staff", "Everybody with an account."):
            if self._changes:
                button("Add somebody", self._ask_for_person, main=True)
        self._said = Said()
        self._rows = Rows("People", _COLUMNS, empty="There is nobody.", on_act=self._on_act)
        self._form = Form()

    async def tick(self) -> None:
        """Look again."""
        context = self._sitting.context
        found = await context.in_thread(store.list_people, self._sitting.floor.database)
        self._people = {one.name: one for one in found}
        self._rows.show([self._row(one) for one in found])

    def _row(self, person: Person) -> Row:
        locked = person.is_locked(self._sitting.context.now())
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
            change: dict[str, Any] = {"active": True} if act == "reopen" else {"unlock": True}
            said = await self._change(name, change)
            self._said.tell(said or f"{name} is changed.", bad=bool(said))
        else:
            self._ask(person, act)

    def _ask(self, person: Person, act: str) -> None:
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
            fields = [*fields, note("A new password is needed where a PIN will not do.")]

        async def then(values: Values) -> str:
            if act == "out":
                return await self._sign_out(name)
            given = {key: str(values[key]) for key in ("role", "password") if values.get(key)}
            said = await self._change(name, given if act != "close" else {"active": False})
            if not said:
                self._said.tell(f"{name} is changed.")
            return said

        self._form.open(title, [*fields, note(_ENDS)], button_label, then)

    async def _change(self, name: str, change: dict[str, Any]) -> str:
        async def work(visitor: Visitor) -> str:
            changes = PersonChange.model_validate(change).changes()
            context, floor = self._sitting.context, self._sitting.floor
            asked = (visitor, name, context.now_to_write())
            found = await context.at_the_door(floor.accounts.change, *asked, **changes)
            return sentence(found) if isinstance(found, Refused) else ""

        said = await self._sitting.act(work)
        await self.tick()
        return said

    async def _sign_out(self, name: str) -> str:
        async def work(visitor: Visitor) -> str:
            context, floor = self._sitting.context, self._sitting.floor
            asked = (visitor, name, context.now_to_write())
            ended = await context.in_thread(floor.accounts.sign_out, *asked)
            if isinstance(ended, Refused):
                return sentence(ended)
            self._said.tell(f"{name} is signed out; sessions that ended: {ended}.")
            return ""

        return await self._sitting.act(work)

    def _ask_for_person(self) -> None:
        async def then(values: Values) -> str:
            return await self._sitting.act(lambda v: self._add(v, values))

        fields = [
            field("name", "Name", must=True, most=60),
            field("role", "Role", "select", "dealer", options=_ROLES),
            field(
                "password",
                "Password or PIN",
                "password",
                must=True,
                help="Players and dealers may have a PIN of six digits or more.",
            ),
        ]
        self._form.open("Add somebody", fields, "Add", then)

    async def _add(self, visitor: Visitor, values: Values) -> str:
        body = NewPerson.model_validate(
            {
                "name": text(values, "name"),
                "role": text(values, "role"),
                "password": str(values.get("password", "")),
            }
        )
        context, floor = self._sitting.context, self._sitting.floor
        asked = (visitor, body.name, body.role, body.password.get_secret_value())
        person = await context.at_the_door(floor.accounts.add, *asked, context.now_to_write())
        if isinstance(person, Refused):
            return sentence(person)
        self._said.tell(f"{person.name} is added, as {person.role}.")
        await self.tick()
        return ""
