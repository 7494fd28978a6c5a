"""Approvals: every jackpot that waits for a supervisor, approved with one click."""

import secrets

from longsuit.floor.desk import Approval
from longsuit.floor.service import Visitor
from longsuit.money import show_dollars
from longsuit.progressive.commands import ApproveJackpot
from longsuit.web.pit.parts import Row, Rows, Said, head
from longsuit.web.pit.sitting import Sitting

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

    async def tick(self) -> None:
        """Look again."""
        found = await self._sitting.context.in_thread(self._sitting.desk.approvals)
        self._found = {f"{one.table} {one.round} {one.number}": one for one in found}
        # A key for as long as a jackpot waits: a second click asks for the same thing.
        self._keys = {name: self._keys.get(name) or secrets.token_hex(16) for name in self._found}
        self._rows.show([self._row(name, one) for name, one in self._found.items()])

    def _row(self, name: str, one: Approval) -> Row:
        allowed = self._sitting.may(ApproveJackpot)
        return {
            "id": name,
            "cells": {
                "table": [one.name, f"{one.table}, round {one.round}"],
                "seat": [f"Seat {one.seat}", one.player],
                "hand": [one.hand, one.meter],
                "amount": show_dollars(one.amount),
                "claimed": one.claimed_by,
                "since": one.since // 1000,
            },
            "acts": [{"name": "approve", "label": "Approve", "main": True}] if allowed else [],
        }

    async def _on_act(self, name: str, _act: str) -> None:
        one, key = self._found.get(name), self._keys.get(name)
        if one is None or key is None:
            return

        async def work(visitor: Visitor) -> str:
            command = ApproveJackpot(by=visitor.actor, number=one.number)
            return await self._sitting.answered(
                self._sitting.floor.ask(visitor, one.table, command, key)
            )

        said = await self._sitting.act(ApproveJackpot, work)
        done = f"{show_dollars(one.amount)} for seat {one.seat} at {one.name} is approved."
        self._said.tell(said or done, bad=bool(said))
        await self.tick()
