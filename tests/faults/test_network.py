"""Bad company on the network: noise, hangers-on, and the same thing said ten times at once."""

import asyncio
import base64
import json
import os
import random
import socket
import string
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from tests.extent import SEED, chance, extent
from tests.faults.conftest import Figures
from tests.faults.crowd import Crowd, Person, add_people
from tests.faults.processes import ServerProcess, Servers
from tests.faults.tables import DEALT, TABLES, prepare
from tests.floor.playing import PATIENCE
from tests.plain_http import PLAIN
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from longsuit.floor.service.command_json import COMMANDS, example
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log

BYTES = extent(30_000, 1_000_000)
SIZES, WEIGHTS = (1, 2, 7, 125, 126, 1000, 4000, 70_000), (5, 5, 5, 5, 5, 5, 5, 0.2)
MESSAGES = extent(40, 3_000)
"""Sent one by one, each to a feed of its own."""
BURSTS = extent(3_000, 1_000_000)
"""Sent many to a feed, without waiting for what it says to the first."""
TIMES = extent(4, 100)
HANGING = extent(60, 400)


def records(database: str) -> int:
    """How many records the log has, once every table has begun its first round."""
    engine = open_database(database)
    log = Log(engine)
    until = time.monotonic() + PATIENCE
    while any(log.head(f"table {table}").version < 2 for table in (*DEALT, "P1")):
        assert time.monotonic() < until, "the rounds never began"
        time.sleep(0.02)
    found = sum(log.heads().values())
    engine.dispose()
    return found


@pytest.fixture
def server(sqlite_database: str, servers: Servers) -> ServerProcess:
    prepare(sqlite_database)
    add_people(sqlite_database, {"Mal": "player"})
    started = servers.make(sqlite_database, TABLES)
    started.start_and_wait()
    return started


@pytest.fixture
def unchanged(sqlite_database: str, server: ServerProcess) -> Iterator[None]:
    """Whatever comes in, the log stays as it is, the server is well, and it says no error."""
    before = records(sqlite_database)
    yield
    assert records(sqlite_database) == before, f"seed {SEED}"
    assert server.is_ready()
    assert server.end() == 0, server.tail()
    assert server.errors() == []


def guest_token(server: ServerProcess) -> str:
    answer = httpx.post(
        f"{server.address}/api/guests", trust_env=False, timeout=PATIENCE, verify=PLAIN
    )
    token: str = answer.json()["token"]
    return token


def line_to(server: ServerProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE)


# Ten times at once


def test_the_same_command_ten_times_at_once(
    database: str, servers: Servers, figures: Figures
) -> None:
    """To one server, or five times to each of two: it is done once, and all hear of one record."""
    prepare(database)
    add_people(database, {"Zoe": "player"})
    count = 1 if database.startswith("sqlite") else 2
    there = [servers.make(database, TABLES, lease=1.0) for _ in range(count)]
    for one in there:
        one.start_and_wait()
    told: Counter[int] = Counter()

    async def shout(crowd: Crowd) -> None:
        dealer = await crowd.sign_in("dealer", "Dee T1")
        for number in range(TIMES):
            kind, fields = _by_turns(number)
            answers = await asyncio.gather(
                *(
                    _send(crowd, at.address, dealer, f"shout {number}", kind, fields)
                    for at in there * (10 // count)
                )
            )
            assert len({json.dumps(one["version"]) for one in answers}) == 1, answers
            assert sum(not one["again"] for one in answers) == 1, answers
            told[answers[0]["version"]] += 1

    async def run() -> None:
        async with Crowd([one.address for one in there], chance("ten times")) as crowd:
            await shout(crowd)

    asyncio.run(run())
    assert set(told.values()) == {1}
    engine = open_database(database)
    done = Counter(
        one.command for one in Log(engine).read("table T1") if one.command.startswith("shout ")
    )
    engine.dispose()
    assert done == Counter({f"shout {number}": 1 for number in range(TIMES)})
    figures(commands=TIMES, sent=TIMES * 10, done=done.total())


def _by_turns(number: int) -> tuple[str, dict[str, Any]]:
    """A player is seated, and sent away again."""
    if number % 2:
        return "UnseatPlayer", {"seat": 1}
    return "SeatPlayer", {"seat": 1, "player": "Zoe", "stack": 5_00 + number}


async def _send(
    crowd: Crowd, at: str, person: Person, key: str, kind: str, fields: dict[str, Any]
) -> Any:
    """To one server, or to the one that it names; until wagers are open and it is answered."""
    headers = {**person.headers, "idempotency-key": key}
    async with asyncio.timeout(PATIENCE * 4):
        while True:
            address = f"{at}/api/tables/T1/commands"
            answer = await crowd.http.post(address, json={"type": kind, **fields}, headers=headers)
            if answer.status_code == 200:
                return answer.json()
            if answer.status_code == 307:
                place = httpx.URL(answer.headers["location"])
                at = f"{place.scheme}://{place.netloc.decode()}"
            elif answer.status_code == 404:
                # The second server hears of the table a moment after it is opened.
                await asyncio.sleep(0.02)
            else:
                assert answer.status_code in (421, 503), answer.text


# Noise


def handshake(server: ServerProcess, token: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /api/tables/P1/feed HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
    ).encode()


def pour(line: socket.socket, noise: bytes, number: int) -> bool:
    """Send it, and listen until the server hangs up, as it has to; whether all could be sent."""
    sent = False
    try:
        line.sendall(noise)
        sent = True
        line.shutdown(socket.SHUT_WR)
        while line.recv(65536):
            pass
    except TimeoutError:
        raise AssertionError(f"not hung up: seed {SEED}, number {number}") from None
    except OSError:
        # It has hung up before all was said.
        pass
    return sent


@pytest.mark.usefixtures("unchanged")
def test_random_bytes_are_refused(server: ServerProcess, figures: Figures) -> None:
    """To a feed after its handshake, and to the door without any."""
    noise_of = chance("bytes")
    token = guest_token(server)
    poured = lines = 0
    while poured < BYTES:
        noise = noise_of.randbytes(noise_of.choices(SIZES, WEIGHTS)[0])
        with line_to(server) as line:
            if noise_of.random() < 0.7:
                line.sendall(handshake(server, token))
                assert line.recv(12) == b"HTTP/1.1 101"
                # Half of it begins as a frame does, so that more of the rest is looked at.
                start = [0x81, 0x82, 0x88, 0x89, 0x8A, 0x01, 0x00]
                if noise_of.random() < 0.5:
                    noise = bytes([noise_of.choice(start)]) + noise
            pour(line, noise, lines)
        poured += len(noise)
        lines += 1
    figures(bytes=poured, connections=lines)


def random_message(noise_of: random.Random) -> str | bytes:
    """Commands, bits of JSON, text and bytes; some larger than a frame may be."""
    kind = noise_of.randrange(5)
    if kind == 0:
        return noise_of.randbytes(noise_of.randrange(3000))
    if kind == 1:
        return "".join(noise_of.choices(string.printable, k=noise_of.randrange(3000)))
    if kind == 2:
        return "x" * noise_of.randrange(4000, 20_000)
    command = example(noise_of.choice(COMMANDS))
    if kind == 3:
        return json.dumps(command)
    text = json.dumps({"command": command, "key": f"{noise_of.random()}"})
    return text[: noise_of.randrange(len(text))]


@pytest.mark.usefixtures("unchanged")
def test_random_messages_are_refused(server: ServerProcess, figures: Figures) -> None:
    """Nothing is said to a feed: each message ends it, and changes nothing."""
    noise_of = chance("messages")
    headers = {"authorization": f"Bearer {guest_token(server)}"}
    address = f"ws://127.0.0.1:{server.port}/api/tables/P1/feed"
    codes: Counter[int] = Counter()
    for _ in range(MESSAGES):
        with connect(
            address, additional_headers=headers, proxy=None, open_timeout=PATIENCE
        ) as feed:
            feed.recv(timeout=PATIENCE)
            with pytest.raises(ConnectionClosed) as closed:
                feed.send(random_message(noise_of))
                while True:
                    feed.recv(timeout=PATIENCE)
        codes[closed.value.rcvd.code if closed.value.rcvd else 0] += 1
    # 1003: it spoke; 1007: that was no text; 1009: too large; 0: hung up in the middle of it.
    assert set(codes) <= {1003, 1007, 1009, 0}
    figures(messages=MESSAGES, closed_with=dict(codes))


def frame(message: str | bytes) -> bytes:
    """A message as a client puts it on the line."""
    if isinstance(message, str):
        return Frame(Opcode.TEXT, message.encode()).serialize(mask=True)
    return Frame(Opcode.BINARY, message).serialize(mask=True)


@pytest.mark.usefixtures("unchanged")
def test_bursts_of_random_messages_are_refused(server: ServerProcess, figures: Figures) -> None:
    """As many as the line takes, long after the server has said that it does not listen."""
    noise_of = chance("bursts")
    token = guest_token(server)
    # Made once: it is the server that is tried, and what comes first in each burst is new to it.
    frames = [frame(random_message(noise_of)) for _ in range(2_000)]
    sent = feeds = hung_up = 0
    while sent < BURSTS:
        burst = noise_of.choices(frames, k=noise_of.choice((2, 30, 400, 1_500)))
        with line_to(server) as line:
            line.sendall(handshake(server, token))
            assert line.recv(12) == b"HTTP/1.1 101"
            taken = pour(line, b"".join(burst), feeds)
        sent += len(burst) if taken else 1
        hung_up += not taken
        feeds += 1
    figures(messages=sent, feeds=feeds, hung_up_in_the_middle=hung_up)


# Hangers-on


@pytest.mark.usefixtures("unchanged")
def test_half_open_connections_hold_up_nobody(server: ServerProcess) -> None:
    """Requests that stop in the middle, feeds that do not read, and lines that say nothing."""
    token = guest_token(server)
    upgrade = handshake(server, token)
    half = [
        b"",
        b"GET /api/tab",
        b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{",
        b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        upgrade[:-2],
    ]
    with ExitStack() as open_lines:
        for number in range(HANGING):
            line = open_lines.enter_context(line_to(server))
            line.sendall(half[number % len(half)])
        for _ in range(20):
            line = open_lines.enter_context(line_to(server))
            line.sendall(upgrade)
        headers = {"authorization": f"Bearer {token}"}
        for _ in range(20):
            answer = httpx.get(
                f"{server.address}/api/tables",
                headers=headers,
                trust_env=False,
                timeout=PATIENCE,
                verify=PLAIN,
            )
            assert answer.status_code == 200
    assert server.is_ready()


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "request_line",
    [
        pytest.param(b"GET /" + b"a" * 200_000, id="address"),
        pytest.param(b"GET /health HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 200_000, id="header"),
        pytest.param(b"GET /health HTTP/1.1\r\n" + b"X: y\r\n" * 50_000, id="headers"),
        pytest.param(
            b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: " + b"9" * 20 + b"\r\n\r\n",
            id="length",
        ),
        pytest.param(
            b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
            + b"10000\r\n"
            + b" " * 65536
            + b"\r\n10000\r\n"
            + b" " * 65536
            + b"\r\n",
            id="body",
        ),
    ],
)
def test_what_is_huge_is_refused(server: ServerProcess, request_line: bytes) -> None:
    with line_to(server) as line:
        pour(line, request_line, 0)
