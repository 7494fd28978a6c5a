"""Connections of the server: how many there may be, and how long a request may take to come.

Uvicorn waits for the headers of a request for as long as it takes, and for any number of them.
Here a connection that has not said what it wants is closed after a while, and when there is no
more room the one that has been silent for longest makes place for whoever comes next.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADER_SECONDS = 10.0
"""How long a request's headers may take to come in."""
MOST_CONNECTIONS = 4000
"""Or what the system lets a process have, less what the floor itself needs."""
_KEPT_FILES = 200

if TYPE_CHECKING:

    class _Protocol(asyncio.Protocol):
        """Uvicorn's protocol, as far as it is used here."""

        cycle: Any
        transport: asyncio.Transport
        connections: set[Any]
        client: tuple[str, int] | None

        def __init__(self, *args: Any, **options: Any) -> None: ...
        def connection_made(self, transport: asyncio.BaseTransport) -> None: ...
        def connection_lost(self, exc: Exception | None) -> None: ...
        def data_received(self, data: bytes) -> None: ...
        def handle_websocket_upgrade(self, *event: Any) -> None: ...

else:
    _Protocol = AutoHTTPProtocol


class Lines:
    """The connections of one server."""

    def __init__(self, most: int, *, behind_proxy: bool) -> None:
        self.most = most
        self.of_one = most if behind_proxy else most // 2
        """Of one address, so that others still come in; a proxy's address is everybody's."""
        self.addresses: Counter[str] = Counter()
        self.silent: OrderedDict[Guarded, asyncio.TimerHandle] = OrderedDict()
        """Those that have not said what they want, the longest silent first."""

    @classmethod
    def of_this_process(cls, *, behind_proxy: bool) -> "Lines":
        """As many as there may be here."""
        return cls(max(1, min(MOST_CONNECTIONS, _files() - _KEPT_FILES)), behind_proxy=behind_proxy)

    def let_go(self, silent: "Iterable[Guarded]") -> None:
        """Close the first of these: whoever just came is one of them, and the last."""
        first = next(iter(silent))
        first.stop_waiting()
        first.transport.abort()

    def protocol(self, **options: Any) -> "Guarded":
        """A protocol for a new connection, as uvicorn asks for it."""
        return Guarded(lines=self, **options)


def _files() -> int:
    """How many files and connections the system lets this process have open."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:  # Windows has no such limit.
        return MOST_CONNECTIONS + _KEPT_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS + _KEPT_FILES if soft == resource.RLIM_INFINITY else soft


class Guarded(_Protocol):
    """Uvicorn's protocol for a connection that does not wait for ever."""

    def __init__(self, *, lines: Lines, **options: Any) -> None:
        super().__init__(**options)
        self._lines = lines
        self.address = ""
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection in, if there is room or room can be made."""
        super().connection_made(transport)
        lines = self._lines
        self.address = self.client[0] if self.client else ""
        lines.addresses[self.address] += 1
        self._wait()
        if len(self.connections) > lines.most:
            lines.let_go(lines.silent)
        elif lines.addresses[self.address] > lines.of_one:
            lines.let_go(one for one in lines.silent if one.address == self.address)

    def data_received(self, data: bytes) -> None:
        """A part of a request, or a request."""
        super().data_received(data)
        if self._upgraded:
            return
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        else:
            self.stop_waiting()

    def _wait(self) -> None:
        if self not in self._lines.silent and not self.transport.is_closing():
            loop = asyncio.get_running_loop()
            self._lines.silent[self] = loop.call_later(HEADER_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self.stop_waiting()
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()

    def stop_waiting(self) -> None:
        """It has said what it wants, or has gone."""
        timer = self._lines.silent.pop(self, None)
        if timer is not None:
            timer.cancel()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """A feed or the line of a page: they have rules of their own, and are counted on."""
        self.stop_waiting()
        self._upgraded = True
        super().handle_websocket_upgrade(*event)
        now: Any = self.transport.get_protocol()
        over = now.connection_lost

        def lost(exc: Exception | None) -> None:
            self._leave()
            over(exc)

        now.connection_lost = lost

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.stop_waiting()
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        addresses = self._lines.addresses
        addresses[self.address] -= 1
        if addresses[self.address] <= 0:
            del addresses[self.address]
