"""The audit, in a process of its own, with a progress bar; one at a time for the whole floor."""

import threading
from collections.abc import Iterator

from nicegui import ui

from longsuit.core.errors import InputError
from longsuit.core.money import show_mites
from longsuit.floor.audit.process import audit_apart
from longsuit.floor.audit.run import AuditReport
from longsuit.floor.ledger.accounts import PRACTICE
from longsuit.floor.people.identity import Micros
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.database import DatabaseError
from longsuit.web.pit.parts import Row, Rows, Said, button, head
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.shell import words

_FIGURES = (("what", "What", ""), ("figure", "Figure", "number"))
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
        self._turn = threading.Lock()

    @property
    def runs(self) -> bool:
        """Whether one runs now."""
        return self._turn.locked()

    def start(self, floor: Floor, by: str, now: Micros) -> str:
        """Begin, or say why not."""
        if not self._turn.acquire(blocking=False):
            return f"{self.by} is running an audit already."
        self.number += 1
        self.by, self.began = by, now
        self.done, self.total, self.report, self.wrong = 0, 0, None, ""
        # A thread that waits for the other process; it holds nobody up when the server ends.
        threading.Thread(target=self._work, args=(floor,), name="audit", daemon=True).start()
        return ""

    def _work(self, floor: Floor) -> None:
        try:
            self.report = audit_apart(floor.log, self._progress)
        except InputError as error:
            self.wrong = str(error)
        except DatabaseError as error:
            self.wrong = f"The database cannot be read ({type(error).__name__})."
        finally:
            self._turn.release()

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total


_run = Run()
"""Of this server."""


class Audit:
    """The tab."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._shown = -1
        said = "Everything recomputed from the log alone, while the tables go on."
        with head("Audit", said):
            self._button = button("Run the audit", self._start, main=True)
        self._said = Said()
        self._bar = ui.element("progress").classes("pit-progress")
        self._bar.props('max="100" aria-label="Progress of the audit"')
        self._below = ui.element("div").classes("pit-section").props('aria-live="polite"')

    async def tick(self) -> None:
        """Look how far it is."""
        runs = _run.runs
        self._bar.set_visibility(runs)
        self._button.props["disabled"] = runs
        if runs:
            self._shown = -1
            self._bar.props["value"] = round(100 * _run.done / _run.total) if _run.total else None
            done = f"{_run.done:,} of {_run.total:,} records" if _run.total else "begun"
            self._said.tell(f"{_run.by} runs the audit: {done}.")
        elif _run.number != self._shown:
            self._shown = _run.number
            self._show()

    async def _start(self) -> None:
        async def work(visitor: Visitor) -> str:
            return _run.start(self._sitting.floor, visitor.name, self._sitting.context.now())

        if said := await self._sitting.act("audit.run", work):
            self._said.tell(said, bad=True)
        else:
            await self.tick()

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


def _verdict(report: AuditReport) -> None:
    if report.clean:
        words("p", "All of it holds.").classes("pit-verdict good")
        return
    wrong = "Something is wrong: it was read as far as the first fault."
    words("p", wrong).classes("pit-verdict bad")
    words("p", report.fault).classes("pit-fault")


def _figures(report: AuditReport) -> Iterator[Row]:
    running = f", {report.open_rounds:,} of them open" if report.open_rounds else ""
    figures = [
        ("Streams", f"{report.streams:,}"),
        ("Records, each with its hash", f"{report.records:,}"),
        (f"Rounds decided again{running}", f"{report.rounds:,}"),
        ("Shuffles from their opened seeds", f"{report.shuffles:,}"),
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
