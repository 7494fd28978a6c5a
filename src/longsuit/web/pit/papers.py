"""Papers: internal controls, posted sheets, submissions, reviews and reports, as PDF or HTML."""

from typing import Literal

from nicegui import ui

from longsuit.floor.papers.kinds import KINDS, SORTS, Kind, Wanted
from longsuit.floor.reports.period import day_at
from longsuit.floor.service.floor import Visitor
from longsuit.web.pit.parts import Field, Rows, Said, Values, field, head, text
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.pit.tab import TabPage

_COLUMNS = (("paper", "Paper", ""), ("about", "What it says", ""))
_MEDIA = {"pdf": "application/pdf", "html": "text/html"}
_PERIODS = "A day, a week (2026-W05), a month (2026-01), or days (2026-01-01..2026-01-15)."


class Papers(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        head("Papers", "Made from the floor's settings and its log.")
        self._said = Said()
        rows = Rows("Papers", _COLUMNS, on_act=self._choose)
        acts = [{"name": "pdf", "label": "PDF"}, {"name": "html", "label": "HTML"}]
        rows.show(
            [
                {
                    "id": kind,
                    "cells": {"paper": SORTS[kind].name, "about": SORTS[kind].does},
                    "acts": acts,
                }
                for kind in KINDS
                if sitting.may(SORTS[kind].deed)
            ]
        )

    async def _choose(self, row: str, act: str) -> None:
        kind = next(one for one in KINDS if one == row)
        ending: Literal["pdf", "html"] = "html" if act == "html" else "pdf"
        sort = SORTS[kind]

        async def work(_visitor: Visitor, values: Values) -> str:
            table, period, meter = (text(values, name) for name in ("table", "period", "meter"))
            wanted = Wanted(kind, self._today(), table, period, meter)
            job = self._context.paper_of(wanted, ending)
            content = await self._sitting.guest.work_out(job)
            file = f"{kind}.{ending}"
            ui.download.content(content, file, _MEDIA[ending])
            self._said.tell(f"{sort.name} is made: {file} is among your downloads.")
            return ""

        fields = self._fields(kind)
        self._ask(f"{sort.name} as {act.upper()}", fields, "Make", work, sort.deed)

    def _fields(self, kind: Kind) -> list[Field]:
        sort = SORTS[kind]
        names = sorted({*self._floor.tables(), *(one.id for one in self._floor.config.table)})
        tables = [(one, one) for one in names]
        found = []
        if sort.of_table:
            first = tables[0][0] if tables else ""
            found.append(field("table", "Table", "select", first, options=tables))
        if sort.of_period:
            today = self._today(self._floor.config.house.day_starts)
            found.append(field("period", "Period", value=today, must=True, most=40, help=_PERIODS))
        if kind == "meters":
            found.append(field("meter", "Meter", most=80, help="Empty for every meter."))
        return found

    def _today(self, hour: int = 0) -> str:
        house = self._floor.config.house
        return day_at(self._context.now(), house.zone, hour).title
