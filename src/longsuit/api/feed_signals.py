"""Bells: the engine's thread says that something happened, and the feeds of a table wake up."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from longsuit.floor.service.floor import Floor


class Bells:
    """A bell for each open feed, rung from the engine's thread through the event loop."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._heard: set[str] = set()

    @contextmanager
    def at(self, table: str) -> Iterator[asyncio.Event]:
        """A bell at a table, for as long as it is wanted."""
        self._listen(table)
        bell = asyncio.Event()
        self._bells[table].add(bell)
        try:
            yield bell
        finally:
            self._bells[table].discard(bell)

    def _listen(self, table: str) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._floor.listen_to_meters(self._on_meters)
        if table not in self._heard:
            self._heard.add(table)
            self._floor.listen(table, lambda _step: self._soon(table))

    def _on_meters(self, moved: frozenset[str]) -> None:
        """Only the tables that have one of these meters."""
        heard = [one for one in tuple(self._heard) if not moved.isdisjoint(self._floor.links(one))]
        if heard:
            self._soon(*heard)

    def _soon(self, *tables: str) -> None:
        """In the engine's thread."""
        assert self._loop is not None
        # A server that has stopped has nobody to wake.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ring, tables)

    def _ring(self, tables: tuple[str, ...]) -> None:
        for table in tables:
            for bell in self._bells[table]:
                bell.set()
