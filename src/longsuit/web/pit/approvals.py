"""Approvals: every jackpot that waits for a supervisor, approved with one click or refused."""

import secrets

from longsuit.core.money import show_dollars
from longsuit.core.progressive.commands import ApproveJackpot
from longsuit.core.progressive.terminal import PAYMENTS
from longsuit.floor.service.pit import Approval
from longsuit.web.pit.parts import Field, Form, Row, Rows, Said, Values, field, head, note, text
from longsuit.web.pit.staff_session import Sitting

_COLUMNS = (
    ("table", "Table", ""),
    ("seat", "Seat", ""),
    ("hand", "Hand", ""),
    ("amount", "Amount", "number"),
    ("claimed", "Claimed by", ""),
    ("since", "Since", "since"),
)
_WHY = field("reason", "Why", must=True, most=200)
_PAPERS = [
    note("These go on the slip, which has its number at once."),
    field("winner", "Who won", must=True, most=200, help="A name, or the seat."),
    field("document", "Document seen", must=True, most=200),
    field("surveillance", "Surveillance reference", must=True, most=200),
    field("payment", "Paid by", "select", "chips", options=[(one, one) for one in PAYMENTS]),
]


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
        self._found = {
            f"{one.table} {one.round} {one.number} {one.seat} {one.wager}": one for one in found
        }
        # A key for as long as a jackpot waits: a second click asks for the same thing.
        self._keys = {name: self._keys.get(name) or secrets.token_hex(16) for name in self._found}
        self._rows.show([self._row(name, one) for name, one in self._found.items()])

    def _row(self, name: str, one: Approval) -> Row:
        refused = [f"Refused by {one.refused_by}: {one.refused_why}"] if one.refused_by else []
        if one.referred_to:
            refused.append(f"Referred to {one.referred_to}: {one.referred_why}")
        return {
            "id": name,
            "cells": {
                "table": [one.name, f"{one.table}, round {one.round}"],
                "seat": [f"Seat {one.seat}", one.player],
                "hand": [one.hand, one.meter or one.wager, *refused],
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
            if not one.wager:
                acts.append({"name": "refer", "label": "Refer"})
        return acts

    async def _on_act(self, name: str, act: str) -> None:
        one, key = self._found.get(name), self._keys.get(name)
        if one is None or key is None:
            return
        if act == "refuse":
            fields = [note("The dealer's terminal shows who refused it, and why."), _WHY]
            kind = {"type": "RefuseBonus" if one.wager else "RefuseJackpot"}
            self._ask(one, "Refuse", kind, fields, "is refused")
        elif act == "refer":
            fields = [field("to", "Who is to decide", must=True, most=60), _WHY]
            self._ask(one, "Refer", {"type": "ReferJackpot"}, fields, "is referred")
        elif one.papers:
            kind = {"type": "ApproveBonus" if one.wager else "ApproveJackpot"}
            self._ask(one, "Approve", kind, _PAPERS, "is approved, and has its slip")
        else:
            await self._approve(one, key)

    async def _approve(self, one: Approval, key: str) -> None:
        sent = {"type": "ApproveJackpot", "number": one.number}
        said = await self._sitting.ask(one.table, sent, key)
        done = f"{show_dollars(one.amount)} for seat {one.seat} at {one.name} is approved."
        self._said.tell(said or done, bad=bool(said))
        await self.tick()

    def _ask(
        self, one: Approval, act: str, kind: dict[str, str], fields: list[Field], done: str
    ) -> None:
        what = f"{show_dollars(one.amount)} for seat {one.seat} at {one.name}"
        place = {"seat": one.seat, "wager": one.wager} if one.wager else {"number": one.number}

        async def then(values: Values) -> str:
            given = {name: text(values, name) for name in values}
            sent = {**kind, **place, **given}
            said = await self._sitting.ask(one.table, sent, self._form.key)
            if not said:
                self._said.tell(f"{what} {done}.")
                await self.tick()
            return said

        self._form.open(f"{act} {what}", fields, act, then)
