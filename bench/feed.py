"""The feed of a table: bytes a round to whoever watches and plays, and answers with many who watch.

Bytes are those of the line itself, so compressed where server and browser agree to compress.
"""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from cryptography.fernet import Fernet
from websockets.sync.client import ClientConnection, connect

from bench.measure import processor_seconds, show
from longsuit.floor.secrets.keys import KEY_VARIABLE

ROUNDS = 8
WATCHING = (1, 100, 500)
ANSWERS = 60
GAMES = ("chase-the-flush", "high-card-flush")
SEATS = (2, 6)
_CHILD = Path(__file__).parent.parent / "tests" / "browser" / "child.py"
_HOUSE = """[house]
guests_a_minute = 0
requests_a_minute = 0
commands_a_minute = 0
guest_commands_a_minute = 0
"""
_TABLE = """
[[table]]
id = "{game}-{seats}"
name = "{game} {seats}"
game = "{game}"
mode = "practice"
seats = {seats}
"""


def run() -> None:
    """Bytes a round, and answers with many who watch."""
    os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())
    with _floor() as (pid, address):
        rows = [_bytes(address, game, seats) for game in GAMES for seats in SEATS]
        headings = ("table", "seats", "watcher, messages", "watcher, line", "player, line")
        show("Bytes a round on the feed", rows, *headings)
        rows = [_answers(pid, address, watching) for watching in WATCHING]
        show("From a command to its answer and to the last who watches", rows, *_HEADINGS)


_HEADINGS = (
    *("who watch", "answer, median ms", "99th ms", "last watcher, median ms"),
    *("processor ms a command", "and for each who watches, µs"),
)


@contextmanager
def _floor() -> Iterator[tuple[int, str]]:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "floor.toml"
        tables = [_TABLE.format(game=game, seats=seats) for game in GAMES for seats in SEATS]
        config.write_text(_HOUSE + "".join(tables), encoding="utf-8")
        asked = [sys.executable, str(_CHILD), str(Path(folder) / "floor.db"), str(config), "0"]
        process = subprocess.Popen(asked, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        port = next(json.loads(line)["port"] for line in process.stdout if line.startswith("{"))
        try:
            yield process.pid, f"http://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait()


class _Guest:
    """Somebody with a session and a key for each command."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60)
        told = self.http.post("/api/guests").json()
        self.name, self.token, self._keys = told["name"], told["token"], 0
        self.http.headers["authorization"] = f"Bearer {self.token}"
        self._where = address.replace("http", "ws", 1)

    def ask(self, table: str, kind: str, **fields: Any) -> int:
        """Have a command done; the record that it led to."""
        self._keys += 1
        key = {"idempotency-key": f"{self.name} {self._keys}"}
        body = {"type": kind, **fields}
        answer = self.http.post(f"/api/tables/{table}/commands", json=body, headers=key)
        assert answer.status_code == 200, answer.text
        version: int = answer.json()["version"]
        return version

    def feed(self, table: str) -> ClientConnection:
        header = {"Authorization": f"Bearer {self.token}"}
        path = f"{self._where}/api/tables/{table}/feed?events=decisions"
        return connect(path, additional_headers=header, max_queue=None, proxy=None)


class _Listener(threading.Thread):
    """Counts what one feed brings, after the first message."""

    def __init__(self, feed: ClientConnection) -> None:
        super().__init__(daemon=True)
        self._feed, self.messages, self.line = feed, 0, 0
        feed.recv()
        protocol: Any = feed.protocol
        counted = protocol.receive_data

        def count(data: bytes) -> None:
            self.line += len(data)
            counted(data)

        protocol.receive_data = count
        self.start()

    def run(self) -> None:
        with contextlib.suppress(Exception):
            for message in self._feed:
                self.messages += len(message)


def _bytes(address: str, game: str, seats: int) -> tuple[str, ...]:
    """A guest and robots play some rounds; what the feeds of the guest and of another brought."""
    table, player, watcher = f"{game}-{seats}", _Guest(address), _Guest(address)
    with contextlib.suppress(AssertionError):
        player.ask(table, "SitDown", seat=1, stack=100_000)
    for seat in range(2, seats + 1):
        with contextlib.suppress(AssertionError):
            player.ask(table, "SeatRobot", seat=seat)
    with player.feed(table) as mine, watcher.feed(table) as theirs:
        listeners = [_Listener(mine), _Listener(theirs)]
        for _ in range(ROUNDS):
            _play(player, table)
        told = [f"{one.line / ROUNDS:,.0f}" for one in (listeners[1], listeners[0])]
    player.ask(table, "StandUp", seat=1)
    return (game, str(seats), f"{listeners[1].messages / ROUNDS:,.0f}", *told)


def _play(player: _Guest, table: str) -> None:
    """One round: every wager at its least, and the first action that is offered."""
    view = player.http.get(f"/api/tables/{table}").json()
    number = view["round"]["number"]
    offers = _offers(player, view)
    player.ask(table, "PlaceWagers", seat=1, wagers={one["wager"]: one["least"] for one in offers})
    while True:
        now = player.http.get(f"/api/tables/{table}").json()["round"]
        if now["number"] != number:
            return
        actions = now["seats"][0]["actions"]
        if now["turn"] == 1 and actions:
            with contextlib.suppress(AssertionError):
                first = actions[0]
                player.ask(table, "Act", seat=1, action=first["name"], amount=first["least"])
        time.sleep(0.02)


def _offers(player: _Guest, view: Any) -> Any:
    if "offers" in view:
        return view["offers"]
    return player.http.get(f"/api/fixed/{view['fixed']}").json()["offers"]


def _answers(pid: int, address: str, watching: int) -> tuple[str, ...]:
    """A robot comes and goes while many watch."""
    table, player = "chase-the-flush-6", _Guest(address)
    answers, seen = [], []
    with ExitStack() as stack:
        feeds = [stack.enter_context(_Guest(address).feed(table)) for _ in range(watching)]
        for feed in feeds:
            feed.recv()
        player.ask(table, "SitDown", seat=1, stack=100_000)
        spent = processor_seconds(pid)
        for number in range(ANSWERS):
            start = time.perf_counter()
            version = player.ask(table, "UnseatRobot" if number % 2 else "SeatRobot", seat=2)
            answers.append(time.perf_counter() - start)
            while json.loads(feeds[-1].recv())["version"] < version:
                pass
            seen.append(time.perf_counter() - start)
            time.sleep(0.05)
        spent = (processor_seconds(pid) - spent) / ANSWERS
        player.ask(table, "StandUp", seat=1)
    last = sorted(answers)[round(0.99 * (len(answers) - 1))]
    figures = (statistics.median(answers), last, statistics.median(seen))
    told = [f"{1000 * value:.1f}" for value in (*figures, spent)]
    return (str(watching), *told, f"{1_000_000 * spent / watching:.0f}")


if __name__ == "__main__":
    run()
