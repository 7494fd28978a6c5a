"""Jackpots: the register of those above the approval amount, searched, exported, slips printed."""

from nicegui import ui

from longsuit.api.commands import answer_to
from longsuit.core.money import show_dollars
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.floor.service.floor import Visitor
from longsuit.floor.service.jackpots import Register, Slip
from longsuit.floor.slips.register import PrintSlip
from longsuit.floor.store.projections.awards import Search
from longsuit.floor.store.projections.fold import STATES
from longsuit.web.pit.parts import Row, Rows, Said, Values, button, field, head, text
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.pit.tab import TabPage
from longsuit.workers.jobs import DrawSlip

_COLUMNS = (
    ("slip", "Slip", ""),
    ("at", "When", "short"),
    ("place", "Where", ""),
    ("hand", "Hand", ""),
    ("winner", "Winner", ""),
    ("amount", "Amount", "number"),
    ("state", "State", ""),
)


class Jackpots(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self._register = Register(sitting.floor)
        self._search = Search()
        self._key = ""
        with head("Jackpots", "Those above their table's approval amount, each with its slip."):
            button("Search", self._ask_for_words)
            button("Export", self._export)
        self._said = Said()
        self._rows = Rows("Jackpots", _COLUMNS, empty="No jackpot.", on_act=self._print)

    async def tick(self) -> None:
        """Look again."""
        found = await self._context.in_thread(self._register.find, self._search)
        self._rows.show([self._row(one) for one in found])

    def _row(self, one: Slip) -> Row:
        prints = self._sitting.may(PrintSlip)
        tax = [f"Tax form {one.tax.form}"] if one.tax is not None else []
        if one.tax is not None and one.tax.withheld:
            tax.append(f"Withhold {show_dollars(one.tax.withheld)}")
        late = ["Late claim"] if one.late else []
        return {
            "id": str(one.slip),
            "cells": {
                "slip": str(one.slip),
                "at": self._sitting.shown(one.at),
                "place": [one.table, f"Round {one.round}, seat {one.seat}", *late],
                "hand": [one.hand, one.cards or one.meter or one.wager],
                "winner": [one.winner, one.document, f"Surveillance {one.surveillance}"],
                "amount": [show_dollars(one.amount), one.payment, *tax],
                "state": [one.state, f"Approved by {one.supervisor}"],
            },
            "acts": [{"name": "print", "label": "Print slip"}] if prints else [],
        }

    # Searching

    def _ask_for_words(self) -> None:
        async def work(_visitor: Visitor, values: Values) -> str:
            state = text(values, "state")
            found = [one for one in STATES if one == state]
            self._search = Search(text(values, "words"), found[0] if found else None)
            await self.tick()
            return ""

        any_state = [("", "any"), *((one, one) for one in STATES)]
        where = "In the winner, hand, table, surveillance reference or supervisor."
        fields = [
            field("words", "Words", value=self._search.words, most=60, help=where),
            field("state", "State", "select", self._search.state or "", options=any_state),
        ]
        self._ask("Search the register", fields, "Search", work, "report.read")

    async def _export(self) -> None:
        async def work(_visitor: Visitor) -> str:
            content = await self._context.in_thread(self._register.export, self._search)
            ui.download.content(content, "jackpots.csv", "text/csv")
            return ""

        await self._do(work, "report.read")

    # Printing

    async def _print(self, row: str, _act: str) -> None:
        number = int(row)

        async def work(visitor: Visitor, _values: Values) -> str | Refused:
            answer = await answer_to(self._register.print(visitor, number, self._form.key))
            if answer.refused is not None:
                return answer.refused
            sheet = await self._context.in_thread(self._register.sheet, answer.version)
            if sheet is None:
                return refuse(Code.NO_SLIP, slip=number)
            content = await self._sitting.guest.work_out(DrawSlip(sheet))
            ui.download.content(content, f"jackpot-slip-{number}.pdf", "application/pdf")
            return ""

        self._ask(f"Print slip {number}", [], "Print", work)
