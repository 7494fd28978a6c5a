"""What every endpoint has at hand: the floor, the clock, workers for slow work, and counters."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Depends
from msgspec.structs import replace
from starlette.requests import HTTPConnection, Request

from longsuit.api.access_log import AccessLog
from longsuit.api.admission import Gate
from longsuit.api.metrics import Metrics
from longsuit.api.readiness import Checks
from longsuit.api.turnstile import Turnstile
from longsuit.floor.engine.clock import CLOCK_OUT
from longsuit.floor.engine.replies import ClockOut
from longsuit.floor.papers.kinds import Posted, Wanted, house_of
from longsuit.floor.people.identity import Micros
from longsuit.floor.service.floor import Floor
from longsuit.floor.service.table_cover import waiting
from longsuit.workers.job import Busy, Ended, Job, Tell
from longsuit.workers.jobs import MakePaper, ReportDay
from longsuit.workers.pool import Pool

_PASSWORDS_AT_ONCE = 8
"""Passwords that are being worked on or wait in a thread; more wait without one."""
_PASSWORDS_WAITING = 100
"""Some seconds of work; guests, who have no password, do not wait among them."""
_NOBODY_WAITS = "Nobody waits for it any more."
_PASSWORDS_BUSY = "Many are signing in just now: try again soon."

P = ParamSpec("P")
T = TypeVar("T")


def _now() -> Micros:
    return time.time_ns() // 1000


class Context:
    """One floor behind one app."""

    def __init__(
        self,
        floor: Floor,
        *,
        clock: Callable[[], Micros] | None = None,
        theory: bool = True,
        workers: Pool | None = None,
    ) -> None:
        self.floor = floor
        self.now = clock or _now
        self._theory = theory
        self.workers = workers or Pool()
        self.metrics = Metrics(floor, self.workers)
        known = floor.sessions.known
        self.gate = Gate(floor.config.house, self.metrics.turned_away, known)
        self.checks = Checks()
        self.access_log = AccessLog()
        self.turnstile = Turnstile()
        self._passwords = CapacityLimiter(_PASSWORDS_AT_ONCE)

    def now_to_write(self) -> Micros:
        """The time for a record of people: none is made while the clock is out."""
        if self.floor.clock_complaint():
            raise ClockOut(CLOCK_OUT)
        return self.now()

    def now_to_note(self) -> Micros:
        """The time for a record that may be left out: 0 while the clock is out."""
        return 0 if self.floor.clock_complaint() else self.now()

    async def in_thread(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Work that waits for the database or a disk, away from the event loop."""
        return await to_thread.run_sync(partial(work, *args, **options))

    async def at_the_door(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Work on a password: a crowd at the door does not take the threads of those inside.

        No worker does it: a password stays in this process.
        """
        if self._passwords.statistics().tasks_waiting >= _PASSWORDS_WAITING:
            raise Busy(_PASSWORDS_BUSY)
        return await to_thread.run_sync(partial(work, *args, **options), limiter=self._passwords)

    async def work_out(
        self, job: Job[T], who: str, request: Request | None = None, tell: Tell | None = None
    ) -> T:
        """Have a worker do a job; when the request it is for has gone, the job goes as well."""
        answer = asyncio.wrap_future(self.workers.submit(job, who, tell or _nobody))
        if request is None or answer.done():
            return await answer
        gone = asyncio.create_task(_leaves(request))
        try:
            await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            raise Ended(_NOBODY_WAITS)
        finally:
            gone.cancel()
            answer.cancel()

    def report_of(self, period: str) -> ReportDay:
        """The job that makes the report of a day or a longer period."""
        house = self.floor.config.house
        return ReportDay(self.floor.url, period, house.zone, house.day_starts, self._theory)

    def paper_of(self, wanted: Wanted, ending: Literal["pdf", "html"]) -> MakePaper:
        """The job that makes a paper."""
        posted = {
            name: Posted(meter.limit, meter.bound)
            for name, meter in self.floor.engine.memory.meters.items()
            if meter.limit or meter.bound
        }
        asked = replace(wanted, theory=self._theory)
        house = house_of(self.floor.config.house)
        tables = waiting(self.floor)
        return MakePaper(self.floor.url, asked, house, posted, tables, f".{ending}")  # type: ignore[arg-type]


def _nobody(_done: int, _total: int, _doing: str) -> None:
    """Nobody looks how far it is."""


async def _leaves(request: Request) -> None:
    """Until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def context_of(connection: HTTPConnection) -> Context:
    """The context of the app that was asked."""
    found: Context = connection.app.state.context
    return found


Here = Annotated[Context, Depends(context_of)]
