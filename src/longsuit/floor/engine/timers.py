"""Clocks of the tables: what is due by itself, and when."""

import heapq
import itertools
from collections.abc import Callable, Iterator

from msgspec import Struct

from longsuit.core.round.commands import Command
from longsuit.floor.engine.ask import Ask
from longsuit.floor.tables.automation import Next


class Timer(Struct, order=True):
    """A command that is due by itself, unless something happens at the table before."""

    due: float
    number: int
    table: str
    version: int
    command: Command

    @property
    def ask(self) -> Ask:
        """The command on its way: after that record of the table, and no other."""
        return automatic(self.command, self.table, self.version)


def automatic(command: Command, table: str, version: int) -> Ask:
    """What happens at a table by itself, tied to the record that it follows."""
    return Ask(command, f"auto {version} {table}", table, after=version)


class Timers:
    """All that is set, the next that is due first."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._heap: list[Timer] = []
        self._numbers = itertools.count()

    def __iter__(self) -> Iterator[Timer]:
        return iter(self._heap)

    def set(self, table: str, version: int, following: Next, pause: float = 0.0) -> None:
        """Something is due at a table, after a pause at the least."""
        due = self._monotonic() + max(following.seconds, pause)
        timer = Timer(due, next(self._numbers), table, version, following.command)
        heapq.heappush(self._heap, timer)

    def until(self, latest: float) -> float:
        """When the next is due, or a time that is earlier."""
        return min(latest, self._heap[0].due) if self._heap else latest

    def due(self) -> Iterator[Timer]:
        """Those whose time has come."""
        now = self._monotonic()
        while self._heap and self._heap[0].due <= now:
            yield heapq.heappop(self._heap)
