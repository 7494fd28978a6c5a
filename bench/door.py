"""The door: what a command costs from the line to its answer, over HTTP and over the feed's line.

`longsuit serve` runs in a process of its own, and its processor time is counted there. Clients
write what they say by hand, so that they cost little beside it.
"""

import asyncio
import base64
import json
import os
import time
from collections.abc import Awaitable, Callable

from cryptography.fernet import Fernet

from bench.measure import processor_seconds, show
from bench.workers import served
from longsuit.floor.secrets.keys import KEY_VARIABLE

CLIENTS = 50
"""Each at a table of its own."""
COMMANDS = 60
"""Of each, one after another, each time."""
TIMES = 3
"""Each way is measured so often, in turn."""
_TEXT, _WHOLE, _MASKED, _LONG, _LONGER = 0x1, 0x80, 0x80, 126, 127

Way = Callable[["_Client", dict[str, object]], Awaitable[None]]


def run() -> None:
    """Each way in turn, several times, on one server."""
    os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())
    with served(CLIENTS) as (pid, address):
        asyncio.run(_measure(pid, address))


async def _measure(pid: int, address: str) -> None:
    host, _, port = address.removeprefix("http://").partition(":")
    clients = [_Client(host, int(port), f"T{number}") for number in range(CLIENTS)]
    for one in clients:
        await one.arrive()
    found: dict[str, list[tuple[float, float, list[float]]]] = {}
    for _ in range(TIMES):
        for name, opens, way in _WAYS:
            for one in clients:
                await opens(one)
            found.setdefault(name, []).append(await _play(pid, clients, way))
        for one in clients:
            one.leave()
    rows = []
    for name, runs in found.items():
        many = sum(len(times) for _, _, times in runs)
        spent, took = sum(one[0] for one in runs), sum(one[1] for one in runs)
        times = sorted(seconds for run in runs for seconds in run[2])
        middle, last = (times[round(share * (len(times) - 1))] for share in (0.5, 0.99))
        figures = (f"{1000 * spent / many:.2f}", f"{many / took:,.0f}")
        rows.append((name, *figures, f"{1000 * middle:.1f}", f"{1000 * last:.1f}"))
    heads = ("commands over", "processor ms each", "commands/s", "median ms", "99th ms")
    show(f"Through the door, {CLIENTS} clients, every command durable", rows, *heads)


async def _play(pid: int, clients: list["_Client"], way: Way) -> tuple[float, float, list[float]]:
    """Processor seconds of the server, seconds on the clock, and how long each command took."""
    spent, began = processor_seconds(pid), time.perf_counter()
    times = await asyncio.gather(*(one.play(way) for one in clients))
    took = time.perf_counter() - began
    return processor_seconds(pid) - spent, took, [seconds for few in times for seconds in few]


class _Client:
    """A guest at a table, who has a robot come and go."""

    def __init__(self, host: str, port: int, table: str) -> None:
        self._host, self._port, self._table = host, port, table
        self._keys = 0
        self._token = ""

    async def open(self) -> None:
        """A line for HTTP; the server closes one that is silent."""
        self._in, self._out = await asyncio.open_connection(self._host, self._port)

    async def arrive(self) -> None:
        await self.open()
        self._token = (await self._post("/api/guests", {}))["token"]
        await self.over_http({"type": "SitDown", "seat": 1, "stack": 100_000})

    async def play(self, way: Way) -> list[float]:
        times = []
        for turn in range(COMMANDS):
            kind = "UnseatRobot" if turn % 2 else "SeatRobot"
            began = time.perf_counter()
            await way(self, {"type": kind, "seat": 2})
            times.append(time.perf_counter() - began)
        return times

    def _key(self) -> str:
        self._keys += 1
        return f"{self._table} {self._keys}"

    async def over_http(self, command: dict[str, object]) -> None:
        told = await self._post(f"/api/tables/{self._table}/commands", command)
        assert told.get("ok"), told

    async def _post(self, path: str, body: object) -> dict[str, str]:
        said = json.dumps(body).encode()
        self._out.write(
            f"POST {path} HTTP/1.1\r\nhost: {self._host}\r\ncontent-type: application/json\r\n"
            f"authorization: Bearer {self._token}\r\nidempotency-key: {self._key()}\r\n"
            f"content-length: {len(said)}\r\n\r\n".encode()
            + said
        )
        head = (await self._in.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r")[0])
        told: dict[str, str] = json.loads(await self._in.readexactly(length))
        return told

    async def follow(self) -> None:
        """Open the feed, beside a line for HTTP."""
        await self.open()
        self._heard, self._say = await asyncio.open_connection(self._host, self._port)
        self._say.write(
            f"GET /api/tables/{self._table}/feed?events=decisions HTTP/1.1\r\n"
            f"host: {self._host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            f"authorization: Bearer {self._token}\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        assert b" 101 " in await self._heard.readuntil(b"\r\n\r\n")
        self._answers: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        self._hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        while True:
            _, length = await self._heard.readexactly(2)
            if length >= _LONG:
                length = int.from_bytes(await self._heard.readexactly(2 if length == _LONG else 8))
            said = await self._heard.readexactly(length)
            if said.startswith(b'{"key"'):
                self._answers.put_nowait(json.loads(said))

    async def over_the_line(self, command: dict[str, object]) -> None:
        said = json.dumps({"key": self._key(), "command": command}).encode()
        assert len(said) < 1 << 16
        short = len(said) < _LONG
        length = b"" if short else len(said).to_bytes(2)
        mask = b"\0\0\0\0"  # Which leaves all as it is.
        first = bytes((_WHOLE | _TEXT, _MASKED | (len(said) if short else _LONG)))
        self._say.write(first + length + mask + said)
        told = await self._answers.get()
        assert told["status"] == 200, told

    async def stay(self) -> None:
        """The feed is open."""

    def leave(self) -> None:
        self._hearing.cancel()
        self._say.close()


_WAYS: tuple[tuple[str, Callable[[_Client], Awaitable[None]], Way], ...] = (
    ("HTTP", _Client.open, _Client.over_http),
    ("HTTP, with a feed", _Client.follow, _Client.over_http),
    ("the feed's line", _Client.stay, _Client.over_the_line),
)


if __name__ == "__main__":
    run()
