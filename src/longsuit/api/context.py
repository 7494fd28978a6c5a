"""What every endpoint has at hand: the floor, the clock, threads for slow work, and counters."""

import time
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Annotated, Any, ParamSpec, TypeVar

from anyio import to_thread
from fastapi import Depends
from starlette.requests import HTTPConnection

from longsuit.api.admission import Gate
from longsuit.api.metrics import Metrics
from longsuit.api.readiness import Checks
from longsuit.api.thread_pools import Desk
from longsuit.floor.engine.clock import CLOCK_OUT
from longsuit.floor.engine.replies import ClockOut
from longsuit.floor.people.identity import Micros
from longsuit.floor.service.floor import Floor

_REPORTS_AT_ONCE = 2
"""Reports that are being made: games are solved for them, and nobody else should wait for that."""
_REPORTS_WAITING = 20
_PASSWORDS_AT_ONCE = 8
"""Passwords that are being worked on or wait in a thread; more wait without one."""
_PASSWORDS_WAITING = 100
"""Some seconds of work; guests, who have no password, do not wait among them."""
_QUESTIONS_AT_ONCE = 1
"""Positions that the coach works out: one takes up to half a second of two cores."""
_QUESTIONS_WAITING = 16
_QUESTIONS_OF_ONE = 2
"""Of one session: what its last decision was worth, and what the next one is."""

P = ParamSpec("P")
T = TypeVar("T")
Reports = Callable[[date], Any]
"""The report of a day, as a value that msgspec encodes."""


def _now() -> Micros:
    return time.time_ns() // 1000


class Context:
    """One floor behind one app."""

    def __init__(
        self,
        floor: Floor,
        *,
        clock: Callable[[], Micros] | None = None,
        reports: Reports | None = None,
    ) -> None:
        self.floor = floor
        self.now = clock or _now
        self.reports = reports
        self.metrics = Metrics(floor)
        self.gate = Gate(floor.config.house, self.metrics.turned_away)
        self.checks = Checks()
        self._door = Desk(
            _PASSWORDS_AT_ONCE, _PASSWORDS_WAITING, "Many are signing in just now: try again soon."
        )
        self._office = Desk(
            _REPORTS_AT_ONCE, _REPORTS_WAITING, "Too many reports are being made: try again soon."
        )
        self.coaching = Desk(
            _QUESTIONS_AT_ONCE,
            _QUESTIONS_WAITING,
            "The coach is busy: try again in a few seconds.",
            of_one=_QUESTIONS_OF_ONE,
        )

    def now_to_write(self) -> Micros:
        """The time for a record of people: none is made while the clock is out."""
        if self.floor.clock_complaint():
            raise ClockOut(CLOCK_OUT)
        return self.now()

    async def in_thread(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Work that waits for the database or a disk, away from the event loop."""
        return await to_thread.run_sync(partial(work, *args, **options))

    async def in_the_office(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Work that takes its time, a report: few at once, and away from all others."""
        return await self._office.do(work, *args, **options)

    async def at_the_door(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Work on a password: a crowd at the door does not take the threads of those inside."""
        return await self._door.do(work, *args, **options)


async def context_of(connection: HTTPConnection) -> Context:
    """The context of the app that was asked."""
    found: Context = connection.app.state.context
    return found


Here = Annotated[Context, Depends(context_of)]
