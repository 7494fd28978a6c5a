"""The audit, by a worker, with a progress bar; one at a time for the whole floor."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future

from nicegui import ui

from longsuit.api.context import Context
from longsuit.core.errors import InputError
from longsuit.core.money import show_mites
from longsuit.floor.audit.run import AuditReport
from longsuit.floor.ledger.accounts import PRACTICE
from longsuit.floor.service.floor import Visitor
from longsuit.web.pit.parts import Row, Rows, Said, button, head
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.pit.tab import TabPage
from longsuit.web.shell import words
from longsuit.workers.jobs import AuditLog

_FIGURES = (("what", "What", ""), ("figure", "Figure", "number"))
_WITNESSES = (
    ("witness", "Witness", ""),
    ("records", "Records seen", "number"),
    ("when", "Signed", ""),
    ("age", "Age", "number"),
)
_WITNESSED_EVERY = 10
"""Ticks between two looks."""
_ACCOUNTS = {
    "house": "the house",
    "cage": "the cage",
    "tray": "chip trays",
    "player": "players",
    "meter": "meters",
    "reserve": "reserves",
    "pending": "jackpots pending",
}


class Run:
    """The audit of a floor that runs, or the last one; every auditor's page shows the same."""

    def __init__(self) -> None:
        self.number = 0
        self.by, self.began = "", 0
        self.done = self.total = 0
        self.report: AuditReport | None = None
        self.wrong = ""
        self.runs = False
        self.stop: Callable[[], object] = lambda: None

    def start(self, context: Context, by: str) -> str:
        """Begin, or say why not."""
        if self.runs:
            return f"{self.by} is running an audit already."
        answer = context.workers.submit(AuditLog(context.floor.url), tell=self._tell)
        self.number += 1
        self.by, self.began = by, context.now()
        self.done, self.total, self.report, self.wrong = 0, 0, None, ""
        self.runs, self.stop = True, answer.cancel
        answer.add_done_callback(self._over)
        return ""

    def _tell(self, done: int, total: int, _doing: str) -> None:
        self.done, self.total = done, total

    def _over(self, answer: "Future[AuditReport]") -> None:
        try:
            self.report = answer.result()
        except CancelledError:
            self.wrong = "The audit was stopped."
        except InputError as error:
            self.wrong = str(error)
        self.runs = False


_run = Run()
"""Of this server."""


class Audit(TabPage):
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self._shown = -1
        said = "Everything recomputed from the log alone, while tables keep running."
        with head("Audit", said):
            self._button = button("Run the audit", self._start, main=True)
            self._stop_button = button("Stop the audit", self._stop)
        self._said = Said()
        self._bar = ui.element("progress").classes("pit-progress")
        self._bar.props('max="100" aria-label="Progress of the audit"')
        self._below = ui.element("div").classes("pit-section").props('aria-live="polite"')
        with ui.element("div").classes("pit-section"):
            head("Witnesses", "Witnesses who have signed that the log has only grown.")
            self._signed = words("p", "")
            self._witnesses = Rows("Witnesses", _WITNESSES, empty="The configuration names none.")
        self._ticks = 0

    async def tick(self) -> None:
        """Look how far it is."""
        if self._ticks % _WITNESSED_EVERY == 0:
            await self._show_witnesses()
        self._ticks += 1
        runs = _run.runs
        self._bar.set_visibility(runs)
        self._button.props["disabled"] = runs
        self._stop_button.set_visibility(runs)
        if runs:
            self._shown = -1
            self._bar.props["value"] = round(100 * _run.done / _run.total) if _run.total else None
            done = f"{_run.done:,} of {_run.total:,} records" if _run.total else "begun"
            self._said.tell(f"{_run.by} runs the audit: {done}.")
        elif _run.number != self._shown:
            self._shown = _run.number
            self._show()

    async def _show_witnesses(self) -> None:
        floor, context = self._floor, self._context
        if floor.checkpointer is None:
            self._signed.text = "This server signs no checkpoints."
        standing = await context.in_thread(floor.witnesses.standing)
        now = floor.engine.now()
        if standing.size:
            when = f"{self._sitting.shown(standing.at)}, {_age(now - standing.at)} ago"
            self._signed.text = f"Last checkpoint: {standing.size:,} records, {when}."
        elif floor.checkpointer is not None:
            self._signed.text = "No checkpoint has been signed yet."
        self._witnesses.show(
            [
                {
                    "id": one.witness,
                    "cells": {
                        "witness": one.witness,
                        "records": f"{one.size:,}" if one.size else "none yet",
                        "when": self._sitting.shown(one.at) if one.at else "",
                        "age": _age(now - one.at) if one.at else "",
                    },
                }
                for one in standing.witnesses
            ]
        )

    async def _start(self) -> None:
        async def work(visitor: Visitor) -> str:
            no = _run.start(self._context, visitor.name)
            if not no:
                await self.tick()
            return no

        await self._do(work, "audit.run")

    async def _stop(self) -> None:
        async def work(_visitor: Visitor) -> str:
            _run.stop()
            return ""

        await self._do(work, "audit.run")

    def _show(self) -> None:
        self._below.clear()
        report = _run.report
        if _run.wrong:
            self._said.tell(_run.wrong, bad=True)
        elif report is None:
            self._said.tell("No audit has been run since the server started.")
        else:
            when = f"{self._sitting.shown(_run.began)}, in {report.seconds:,.1f} seconds"
            self._said.tell(f"Run by {_run.by}, {when}.")
            with self._below:
                _verdict(report)
                head("Summary")
                Rows("Summary", _FIGURES).show(list(_figures(report)))
                words("p", f"Fingerprint {report.fingerprint}").classes("pit-code")


def _age(micros: int) -> str:
    """How long ago, in the largest unit of which there are two."""
    seconds = max(0, micros // 1_000_000)
    for name, unit in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * unit:
            return f"{seconds // unit} {name}"
    return f"{seconds} seconds"


def _verdict(report: AuditReport) -> None:
    if report.clean:
        words("p", "All of it holds.").classes("pit-verdict good")
        return
    wrong = "Something is wrong: the audit stopped at the first fault."
    words("p", wrong).classes("pit-verdict bad")
    words("p", report.fault).classes("pit-fault")


def _figures(report: AuditReport) -> Iterator[Row]:
    running = f", {report.open_rounds:,} of them open" if report.open_rounds else ""
    figures = [
        ("Streams", f"{report.streams:,}"),
        ("Records, each with its hash", f"{report.records:,}"),
        (f"Rounds decided again{running}", f"{report.rounds:,}"),
        ("Shuffles from their opened seeds", f"{report.shuffles:,}"),
        ("Words that were not opened", f"{report.unopened:,}"),
        ("Rounds whose seed was lost before the deal", f"{report.lost:,}"),
        ("Settlements", f"{report.settlements:,}"),
        ("Awards from meters", f"{report.awards:,}"),
        ("Ledger entries", f"{report.postings:,}"),
        *((f"Meter {name}", show_mites(mites)) for name, mites in report.meters.items()),
        *((_account(name), show_mites(mites)) for name, mites in report.balances.items()),
    ]
    for what, figure in figures:
        yield {"id": what, "cells": {"what": what, "figure": figure}}


def _account(name: str) -> str:
    own = name.removeprefix(PRACTICE)
    practice = "" if own == name else "practice, "
    return f"Balance, {practice}{_ACCOUNTS.get(own, own)}"
