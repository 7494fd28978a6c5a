"""Checks of the database for whoever asks whether the server is ready; however many ask at once."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from anyio import CapacityLimiter, to_thread

if TYPE_CHECKING:
    from longsuit.api.context import Context

PATIENCE = 5.0
"""Seconds after which a database that says nothing does not answer."""
GOOD_FOR_SECONDS = 1.0
"""A check writes to the disk: who asks more often is told the same."""

Found = tuple[bool, bool]
"""Whether it answers, and whether it takes what is written."""


class Checks:
    """The last check, or the one being made."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._made: asyncio.Task[Found] | None = None
        self._until = 0.0
        # Of their own: those who play may have taken all others.
        self._threads = CapacityLimiter(2)

    async def made(self, here: "Context") -> Found:
        """What a check finds that is no older than a second."""
        if self._made is None or (self._made.done() and self._clock() >= self._until):
            self._made = asyncio.create_task(self._make(here))
        return await asyncio.shield(self._made)

    async def _make(self, here: "Context") -> Found:
        answers = await self._works(here.floor.check_database)
        writes = answers and await self._works(lambda: here.floor.check_writes(here.now()))
        self._until = self._clock() + GOOD_FOR_SECONDS
        return answers, writes

    async def _works(self, check: Callable[[], None]) -> bool:
        asked = asyncio.ensure_future(to_thread.run_sync(check, limiter=self._threads))
        done, _ = await asyncio.wait({asked}, timeout=PATIENCE)
        asked.add_done_callback(lambda one: one.cancelled() or one.exception())
        return bool(done) and asked.exception() is None
