"""Desks: threads of their own for one kind of slow work, and so many who may wait at each.

What is slow never takes the threads in which sessions are looked up, and nobody waits in a line
without end: whoever comes when it is full is told so at once.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from longsuit.core.errors import InputError

P = ParamSpec("P")
T = TypeVar("T")


class Busy(InputError):
    """Too many ask for it at this moment."""


class Impatient(Busy):
    """One and the same asks for too much at once."""


class Desk:
    """Work of one kind, a few pieces at once, in threads that no other work uses up."""

    def __init__(self, at_once: int, waiting: int, busy: str, *, of_one: int = 0) -> None:
        self._threads = CapacityLimiter(at_once)
        self._most = at_once + waiting
        self._busy = busy
        self._of_one = of_one
        """How much of it may be one caller's; 0 for all."""
        self._here: Counter[str] = Counter()

    async def do(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Do it when its turn comes, or say at once that there are too many."""
        return await self.do_for("", work, *args, **options)

    async def do_for(self, who: str, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """The same for one caller, who does not take every place."""
        if self._of_one and self._here[who] >= self._of_one:
            raise Impatient("Your last question is still being worked on: ask again after it.")
        if self._here.total() >= self._most:
            raise Busy(self._busy)
        self._here[who] += 1
        try:
            return await to_thread.run_sync(partial(work, *args, **options), limiter=self._threads)
        finally:
            self._here[who] -= 1
            if not self._here[who]:
                del self._here[who]
