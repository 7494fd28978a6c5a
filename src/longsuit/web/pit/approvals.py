"""Approvals: every jackpot that waits for a supervisor, approved with one click or refused."""

import secrets

from longsuit.core.money import show_dollars
from longsuit.core.progressive.commands import ApproveJackpot
from longsuit.floor.service.pit import Approval
from longsuit.web.pit.parts import Form, Row, Rows, Said, Values, field, head, note, text
from longsuit.web.pit.staff_session import Sitting

_COLUMNS = (
    ("table", "Table", ""),
    ("seat", "Seat", ""),
    ("hand", "Hand", ""),
    ("amount", "Amount", "number"),
    ("claimed", "Claimed by", ""),
    ("since", "Since", "since"),
)


class Approvals:
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._found: dict[str, Approval] = {}
        self._keys: dict[str, str] = {}
        head("Approvals", "Jackpots above their table's limit wait here for a supervisor.")
        self._said = Said()
        self._rows = Rows(
            "Jackpots to approve",
            _COLUMNS,
            empty="No jackpot waits for approval.",
            on_act=self._on_act,
        )
        self._form = Form()

    async def tick(self) -> None:
        """Look again."""
        found = await self._sitting.context.in_thread(self._sitting.desk.approvals)
        self._found = {f"{one.table} {one.round} {one.number}": one for one in found}
        # A key for as long as a jackpot waits: a second click asks for the same thing.
        self._keys = {name: self._keys.get(name) or secrets.token_hex(16) for name in self._found}
        self._rows.show([self._row(name, one) for name, one in self._found.items()])

    def _row(self, name: str, one: Approval) -> Row:
        refused = [f"Refused by {one.refused_by}: {one.refused_why}"] if one.refused_by else []
        return {
            "id": name,
            "cells": {
                "table": [one.name, f"{one.table}, round {one.round}"],
                "seat": [f"Seat {one.seat}", one.player],
                "hand": [one.hand, one.meter, *refused],
                "amount": show_dollars(one.amount),
                "claimed": one.claimed_by,
                "since": one.since // 1000,
            },
            "acts": self._acts(one),
        }

    def _acts(self, one: Approval) -> list[dict[str, object]]:
        if not self._sitting.may(ApproveJackpot):
            return []
        acts: list[dict[str, object]] = [{"name": "approve", "label": "Approve", "main": True}]
        if not one.refused_by:
            acts.append({"name": "refuse", "label": "Refuse"})
        return acts

    async def _on_act(self, name: str, act: str) -> None:
        one, key = self._found.get(name), self._keys.get(name)
        if one is None or key is None:
            return
        if act == "refuse":
            self._ask_why(one)
        else:
            await self._approve(one, key)

    async def _approve(self, one: Approval, key: str) -> None:
        sent = {"type": "ApproveJackpot", "number": one.number}
        said = await self._sitting.ask(one.table, sent, key)
        done = f"{show_dollars(one.amount)} for seat {one.seat} at {one.name} is approved."
        self._said.tell(said or done, bad=bool(said))
        await self.tick()

    def _ask_why(self, one: Approval) -> None:
        what = f"{show_dollars(one.amount)} for seat {one.seat} at {one.name}"

        async def then(values: Values) -> str:
            given = {"number": one.number, "reason": text(values, "reason")}
            sent = {"type": "RefuseJackpot", **given}
            said = await self._sitting.ask(one.table, sent, self._form.key)
            if not said:
                self._said.tell(f"{what} is refused.")
                await self.tick()
            return said

        fields = [
            note("The dealer's terminal shows who refused it, and why."),
            field("reason", "Why", must=True, most=200),
        ]
        self._form.open(f"Refuse {what}", fields, "Refuse", then)
