"""The log for auditors: a stream's records page by page, none of a round that is not over."""

import json

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from longsuit.api.bodies import LARGEST_VERSION
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.reads.archive import RecordView
from longsuit.floor.service.floor import Visitor
from longsuit.web.pit.parts import Row, Rows, Said, button, head
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.pit.tab import TabPage
from longsuit.web.shell import words

PAGE = 50
_COLUMNS = (
    ("version", "Record", "number"),
    ("at", "Time", ""),
    ("who", "Who", ""),
    ("events", "What happened", ""),
    ("json", "As it is written", "code"),
)


class LogPages(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self._stream, self._after, self._more = PEOPLE, 0, False
        head("Log", "The records of a stream. A round is shown once it is over.")
        with ui.element("div").classes("pit-bar"):
            self._choice()
            self._first = button("First", lambda: self._go(0))
            self._back = button("Earlier", lambda: self._go(max(0, self._after - PAGE)))
            self._on = button("Later", lambda: self._go(self._after + PAGE))
            self._last = button("Last", self._end)
        self._said = Said()
        self._rows = Rows("Records", _COLUMNS, empty="No more records can be read now.")
        self._begun = False

    def _choice(self) -> Element:
        with words("label", "Stream").classes("ls-field"):
            choice = ui.element("select")
            with choice:
                for stream in self._sitting.desk.streams():
                    words("option", stream).props["value"] = stream
        choice.on("change", self._chosen, js_handler="(event) => emit(event.target.value)")
        return choice

    async def tick(self) -> None:
        """The first page; nothing of the log changes afterwards."""
        if not self._begun:
            self._begun = True
            await self._go(0)

    async def _chosen(self, event: GenericEventArguments) -> None:
        self._stream = str(event.args)
        await self._go(0)

    async def _end(self) -> None:
        last = await self._context.in_thread(self._sitting.desk.last_version, self._stream)
        await self._go(max(0, last - PAGE))

    async def _go(self, after: int) -> None:
        async def work(_visitor: Visitor) -> str:
            if not self._floor.has_stream(self._stream):
                return f"There is no stream {self._stream[:100]}."
            published = self._floor.published
            at = min(after, LARGEST_VERSION)
            found = await self._context.in_thread(published.records, self._stream, at)
            self._after, self._more = at, len(found) > PAGE
            self._show(found[:PAGE])
            return ""

        await self._do(work, "log.read")

    def _show(self, found: list[RecordView]) -> None:
        self._rows.show([self._row(one) for one in found])
        self._first.props["disabled"] = self._back.props["disabled"] = self._after == 0
        self._on.props["disabled"] = not self._more
        where = f"{found[0].version:,} to {found[-1].version:,}" if found else "none"
        self._said.tell(f"{self._stream}: records {where}.")

    def _row(self, record: RecordView) -> Row:
        return {
            "id": f"{record.stream} {record.version}",
            "cells": {
                "version": f"{record.version:,}",
                "at": self._sitting.shown(record.at),
                "who": record.who,
                "events": [event["type"] for event in record.events],
                "json": [json.dumps(record.events, ensure_ascii=False), f"hash {record.hash}"],
            },
        }
