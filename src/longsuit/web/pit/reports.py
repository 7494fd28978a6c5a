"""Reports: a gaming day in tables and charts, and as files."""

import io
import zipfile
from collections.abc import Sequence
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from longsuit.core.money import show_dollars, show_mites
from longsuit.floor.reports.day import DayReport
from longsuit.floor.reports.export import to_csv, to_json
from longsuit.floor.reports.meter_day import MeterDay, Movement
from longsuit.floor.reports.period import day_at
from longsuit.floor.reports.table_day import Share, TableDay, Totals
from longsuit.floor.service.floor import Visitor
from longsuit.web.pit.day_charts import height, hold_chart, meter_chart, money_chart, moved_most
from longsuit.web.pit.parts import Row, Rows, Said, button, head
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.pit.tab import TabPage
from longsuit.web.shell import words

_MONEY = (
    ("rounds", "Rounds", "number"),
    ("drop", "Drop", "number"),
    ("handle", "Handle", "number"),
    ("win", "Win", "number"),
    ("hold", "Hold", "number"),
    ("theory", "Theory", "number"),
    ("jackpots", "Jackpots", "number"),
)
_TABLES = (("table", "Table", ""), *_MONEY)
_TOTALS = (("mode", "Mode", ""), *_MONEY)
_WAGERS = (
    ("wager", "Wager", ""),
    ("wagers", "Placed", "number"),
    ("handle", "Handle", "number"),
    ("win", "Win", "number"),
    ("hold", "Hold", "number"),
    ("theory", "Theory", "number"),
    ("deviations", "Deviations", "number"),
    ("note", "Note", ""),
)
_METERS = (
    ("meter", "Meter", ""),
    *((name, name.capitalize(), "number") for name in Movement.__struct_fields__),
    ("unexplained", "Unexplained", "number"),
)
_PENDING = (
    ("meter", "Meter", ""),
    *(
        (name, name.capitalize(), "number")
        for name in ("opening", "locked", "paid", "voided", "closing", "unexplained")
    ),
)
_LEDGER = (
    ("account", "Account", ""),
    *((name, name.capitalize(), "number") for name in ("opening", "received", "given", "closing")),
)


class Reports(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self._report: DayReport | None = None
        self._asked = 0
        house = sitting.floor.config.house
        self._period = day_at(sitting.context.now(), house.zone, house.day_starts).title
        begins = f"A day begins at {house.day_starts:02d}:00, {house.zone}."
        head("Reports", f"Drop, handle, win and hold beside theory. {begins}")
        with ui.element("div").classes("pit-bar"):
            with words("label", "Day, week, month or range").classes("ls-field"):
                hint = "2026-01-31, 2026-W05, 2026-01 or 2026-01-01..2026-01-15"
                picker = ui.element("input").props('type="text" maxlength="40" size="24"')
                picker.props["title"] = hint
                # What it starts with. As `value` it would be set again when the page changes.
                picker.props["^value"] = self._period
            picker.on("change", self._pick, js_handler="(event) => emit(event.target.value)")
            button("Show", self._make, main=True)
            self._files = [button("CSV", self._csv), button("JSON", self._json)]
        self._said = Said()
        self._below = ui.element("div").classes("pit-section")
        self._allow_files(False)

    def _pick(self, event: GenericEventArguments) -> None:
        self._period = str(event.args)[:40]

    def _allow_files(self, there: bool) -> None:
        for one in self._files:
            one.props["disabled"] = not there

    async def _make(self) -> None:
        self._asked += 1
        asked, day = self._asked, self._period
        self._said.tell(f"The report of {day} is being made.")

        async def work(_visitor: Visitor) -> str:
            made = await self._sitting.guest.work_out(self._context.report_of(day))
            if asked == self._asked and not self._below.is_deleted:
                self._report = made
                self._show(made)
            return ""

        said = await self._sitting.act(work, "report.read")
        if asked == self._asked and not self._below.is_deleted:
            self._said.tell(said or f"The report of {day}.", bad=bool(said))

    # Files

    def _name(self, ending: str) -> str:
        assert self._report is not None
        return f"longsuit-{self._report.day.file_name}{ending}"

    async def _json(self) -> None:
        async def work(_visitor: Visitor) -> str:
            if self._report is not None:
                ui.download.content(to_json(self._report), self._name(".json"), "application/json")
            return ""

        await self._do(work, "report.read")

    async def _csv(self) -> None:
        async def work(_visitor: Visitor) -> str:
            if self._report is not None:
                packed = _zipped(self._name("-"), to_csv(self._report))
                ui.download.content(packed, self._name("-csv.zip"), "application/zip")
            return ""

        await self._do(work, "report.read")

    # The page

    def _show(self, report: DayReport) -> None:
        self._allow_files(True)
        self._below.clear()
        with self._below:
            _differences(report.differences)
            if report.shortened:
                left_out = ", ".join(report.shortened)
                words("p", f"Left out, with shortened rounds: {left_out}.")
            head("All tables")
            Rows("Totals", _TOTALS).show([_total(one) for one in report.totals])
            head("By table")
            _charts(report)
            tables = Rows("Tables", _TABLES, empty="No table was used on that day.")
            tables.show([_table(one) for one in report.tables])
            head("By wager", "The main game, bonuses and progressives beside their exact price.")
            wagers = Rows("Wagers", _WAGERS, empty="Nothing was wagered.")
            wagers.show([row for one in report.tables for row in _wagers(one)])
            _meter_section(report)
            balance = show_mites(report.ledger.trial_balance)
            words("p", f"Trial balance of the ledger: {balance}.")
            with _folded("Ledger"):
                Rows("Ledger", _LEDGER, empty="Every account is empty.").show(_accounts(report))


def _zipped(start: str, files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"{start}{name}.csv", content)
    return packed.getvalue()


def _differences(found: Sequence[str]) -> None:
    if not found:
        words("p", "Log and ledger agree.").classes("pit-verdict good")
        return
    words("p", "Log and ledger do not agree.").classes("pit-verdict bad")
    for sentence in found:
        words("p", sentence).classes("pit-fault")


def _chart(label: str, options: dict[str, Any], pixels: int) -> None:
    chart = ui.echart(options, renderer="svg").classes("pit-chart")
    chart.style(f"height: {pixels}px")
    chart.props('role="img"').props["aria-label"] = f"{label}; the table below has the figures."


def _charts(report: DayReport) -> None:
    """Of the tables for money, and apart from them of those for practice."""
    used = [one for one in report.tables if one.handle or one.drop]
    money = [one for one in used if one.mode != "practice"]
    practice = [one for one in used if one.mode == "practice"]
    if money:
        _two_charts(money, "")
    if practice:
        with _folded("Charts of the practice tables"):
            _two_charts(practice, ", practice")


def _two_charts(used: Sequence[TableDay], which: str) -> None:
    with ui.element("div").classes("pit-charts"):
        for label, options, bars in (
            (f"Drop, handle and win{which}", money_chart(used), 3),
            (f"Hold beside theory{which}", hold_chart(used), 2),
        ):
            with ui.element("div").classes("ls-panel pit-drawn"):
                words("h3", label)
                _chart(label, options, height(len(used), bars))


def _meter_section(report: DayReport) -> None:
    head("Progressives", "Each meter as the ledger has it, explained by the log.")
    drawn = moved_most([one for one in report.meters if not one.practice])
    if drawn:
        with ui.element("div").classes("ls-panel pit-drawn"):
            words("h3", "Meters that moved most")
            _chart("Meters that moved most", meter_chart(drawn), height(len(drawn), 2))
    rows = [*report.meters, report.meter_totals]
    Rows("Meters", _METERS).show([_moved(one, "value") for one in rows])
    with _folded("Reserves"):
        Rows("Reserves", _METERS).show([_moved(one, "reserve") for one in rows])
    with _folded("Pending jackpots"):
        Rows("Pending jackpots", _PENDING).show([_pending(one) for one in rows])
    kept = report.custody
    words("p", f"Held for players in all meters: {show_mites(kept.held)}.")
    for one in kept.cash:
        amount = show_dollars(one.amount)
        words("p", f"Cash to hold for {one.table}: {amount}, its second highest odds-based prize.")


def _folded(title: str) -> Element:
    """What most do not read, under its title."""
    folded = ui.element("details")
    with folded:
        words("summary", title)
    return folded


def _percent(share: Share | None) -> str:
    return f"{100 * share.decimal:.2f}%" if share is not None else ""


def _money(one: Totals) -> dict[str, str]:
    return {
        "rounds": f"{one.rounds:,}",
        "drop": show_dollars(one.drop),
        "handle": show_dollars(one.handle),
        "win": show_mites(one.win_mites),
        "hold": _percent(one.hold),
        "theory": _percent(one.theory),
        "jackpots": show_dollars(one.jackpots),
    }


def _total(one: Totals) -> Row:
    mode = "All but practice" if one.mode == "all" else one.mode.capitalize()
    return {"id": one.mode, "cells": {"mode": mode, **_money(one)}}


def _table(one: TableDay) -> Row:
    table = [one.name, f"{one.table}, {one.mode}"]
    return {"id": f"{one.table} {one.mode}", "cells": {"table": table, **_money(one)}}


def _wagers(table: TableDay) -> list[Row]:
    return [
        {
            "id": f"{table.table} {table.mode} {number}",
            "cells": {
                "wager": [one.name, f"{table.name}{', ' if one.paytable else ''}{one.paytable}"],
                "wagers": f"{one.wagers:,}",
                "handle": show_dollars(one.handle),
                "win": show_mites(one.win_mites),
                "hold": _percent(one.hold),
                "theory": _percent(one.theory),
                "deviations": "" if one.deviations is None else f"{one.deviations:+.2f}",
                "note": one.note,
            },
        }
        for number, one in enumerate(table.wagers)
        if one.handle
    ]


def _moved(one: MeterDay, part: str) -> Row:
    movement: Movement = getattr(one, part)
    amounts = {name: show_mites(getattr(movement, name)) for name in Movement.__struct_fields__}
    off = show_mites(movement.unexplained)
    return {"id": one.meter, "cells": {"meter": _named(one), **amounts, "unexplained": off}}


def _pending(one: MeterDay) -> Row:
    names = [name for name, _, _ in _PENDING[1:]]
    amounts = {name: show_mites(getattr(one.pending, name)) for name in names}
    return {"id": one.meter, "cells": {"meter": _named(one), **amounts}}


def _named(one: MeterDay) -> list[str]:
    if one.meter == "all":
        return ["All but practice"]
    return [one.meter, *(["Practice"] if one.practice else [])]


def _accounts(report: DayReport) -> list[Row]:
    return [
        {
            "id": one.account,
            "cells": {
                "account": one.account,
                "opening": show_mites(one.opening),
                "received": show_mites(one.received),
                "given": show_mites(one.given),
                "closing": show_mites(one.closing),
            },
        }
        for one in report.ledger.accounts
    ]
