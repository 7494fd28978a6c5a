"""Approvals: every jackpot that waits for a supervisor, approved with one click or refused."""

import secrets

from longsuit.core.money import show_dollars
from longsuit.core.progressive.commands import ApproveJackpot
from longsuit.core.progressive.terminal import PAYMENTS
from longsuit.core.refusals import Refused
from longsuit.floor.service.command_json import read_command
from longsuit.floor.service.floor import Visitor
from longsuit.floor.service.pit import Approval
from longsuit.web.pit.parts import Field, Row, Rows, Said, Values, field, given, head, note
from longsuit.web.pit.staff_session import Sitting, answered
from longsuit.web.pit.tab import TabPage

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


class Approvals(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
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

    async def tick(self) -> None:
        """Look again."""
        found = await self._context.in_thread(self._sitting.desk.approvals)
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
            self._ask_about(one, "Refuse", fields, "is refused")
        elif act == "refer":
            fields = [field("to", "Who is to decide", must=True, most=60), _WHY]
            self._ask_about(one, "Refer", fields, "is referred")
        elif one.papers:
            self._ask_about(one, "Approve", _PAPERS, "is approved, and has its slip")
        else:
            done = "is approved"
            await self._do(lambda visitor: self._decide(visitor, one, "Approve", {}, key, done))

    def _ask_about(self, one: Approval, act: str, fields: list[Field], done: str) -> None:
        async def work(visitor: Visitor, values: Values) -> str | Refused:
            return await self._decide(visitor, one, act, given(values), self._form.key, done)

        self._ask(f"{act} {_named(one)}", fields, act, work)

    async def _decide(
        self, visitor: Visitor, one: Approval, act: str, said: Values, key: str, done: str
    ) -> str | Refused:
        """A command at the table, as anybody might send it."""
        kind = f"{act}Bonus" if one.wager else f"{act}Jackpot"
        place = {"seat": one.seat, "wager": one.wager} if one.wager else {"number": one.number}
        command = read_command({"type": kind, **place, **said}, visitor.actor)
        no = await answered(self._floor.ask(visitor, one.table, command, key))
        return no or await self._tell(f"{_named(one)} {done}.")


def _named(one: Approval) -> str:
    return f"{show_dollars(one.amount)} for seat {one.seat} at {one.name}"
