"""What wakes feeds: the engine's thread says that something happened at a table.

The messages of a table are made while anybody follows it. Feeds are woken a few at a time, so
that however many watch a table, whoever waits for an answer does not wait for them all.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice

from longsuit.floor.reads.broadcast import Broadcast
from longsuit.floor.service.floor import Floor

WOKEN_AT_ONCE = 20
"""Feeds that are woken before the event loop looks after others."""


class Channel:
    """A table that is followed: its messages, and a bell for each feed."""

    def __init__(self, broadcast: Broadcast) -> None:
        self.broadcast = broadcast
        self.bells: dict[asyncio.Event, None] = {}


class Channels:
    """The tables that are followed here."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: dict[str, Channel] = {}
        self._heard: set[str] = set()

    def followed(self) -> tuple[str, ...]:
        """The tables that anybody follows."""
        return tuple(self._open)

    @contextmanager
    def follow(self, table: str) -> Iterator[tuple[Broadcast, asyncio.Event]]:
        """A table's messages and a bell, for as long as they are wanted."""
        self._listen(table)
        channel = self._open.get(table)
        if channel is None:
            channel = self._open[table] = Channel(self._floor.broadcast(table))
        bell = asyncio.Event()
        channel.bells[bell] = None
        try:
            yield channel.broadcast, bell
        finally:
            del channel.bells[bell]
            if not channel.bells:
                del self._open[table]

    def _listen(self, table: str) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._floor.telling.listen_to_meters(self._on_meters)
        if table not in self._heard:
            self._heard.add(table)
            self._floor.telling.listen(table, lambda _step: self._soon(table))

    def _on_meters(self, moved: frozenset[str]) -> None:
        """Only those who look at one of these meters."""
        links = self._floor.links
        concerned = [one for one in self.followed() if not moved.isdisjoint(links(one))]
        if concerned:
            self._soon(*concerned)

    def _soon(self, *tables: str) -> None:
        """In the engine's thread."""
        assert self._loop is not None
        # A server that has stopped has nobody to wake.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ring, tables)

    def _ring(self, tables: tuple[str, ...]) -> None:
        for table in tables:
            channel = self._open.get(table)
            if channel is not None:
                channel.broadcast.advance()
                self._wake(iter(tuple(channel.bells)))

    def _wake(self, bells: Iterator[asyncio.Event]) -> None:
        assert self._loop is not None
        few = tuple(islice(bells, WOKEN_AT_ONCE))
        for bell in few:
            bell.set()
        if few:
            self._loop.call_soon(self._wake, bells)
