"""Bulkheads: what an evening of practice leaves in the server, what a crowd at the coach costs.

`longsuit serve` runs in a process of its own, and everything goes through its door; where there is
Chromium, the lab is used as well.
"""

import asyncio
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
from cryptography.fernet import Fernet
from playwright.sync_api import sync_playwright

from bench.measure import console, show
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.store.database import open_database
from longsuit.floor.store.people_rows import add_person

PLAYERS = 10
"""At a table each, one command after another."""
COMMANDS = 400
"""Of each."""
QUESTIONS = 1000
"""At once, each of a guest of its own."""
EVENING = 300
"""Questions one after another, by one player."""
_PASSWORD = "correct horse battery"
_SERVE = "import sys; from longsuit.cli.main import main; sys.exit(main(sys.argv[1:]))"
_HOUSE = """[house]
requests_a_minute = 0
pages_a_minute = 0
guests_a_minute = 0
commands_a_minute = 0
guest_commands_a_minute = 0
"""
_RANKS, _SUITS = "23456789TJQKA", "cdhs"
_SHARES = (0.5, 0.99, 1.0)
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def run() -> None:
    """Both measurements."""
    os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())
    with served() as (pid, address):
        stood = [("after the start", pid, _megabytes(pid))]
        _coach(address)
        stood.append((f"{EVENING} questions to the coach", pid, _megabytes(pid)))
        _report(address)
        stood.append(("a day's report, both games solved", pid, _megabytes(pid)))
        if _lab(address):
            stood.append(("every bench of the lab, a PAR sheet", pid, _megabytes(pid)))
        rows = [(name, f"{megabytes:,.0f}") for name, _, megabytes in stood]
        show("Memory of the serving process", rows, "after", "MB resident")
    with served() as (pid, address):
        asyncio.run(_crowd(address))
        console.print(f"The server has {_megabytes(pid):,.0f} MB after it.\n")


@contextmanager
def served(tables: int = PLAYERS) -> Iterator[tuple[int, str]]:
    """The process of a server with so many tables, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        database, config = (str(Path(folder) / name) for name in ("floor.db", "floor.toml"))
        configured = "".join(
            f'[[table]]\nid = "T{number}"\nname = "T{number}"\ngame = "ctf"\n'
            for number in range(tables)
        )
        Path(config).write_text(
            _HOUSE + configured + '[[table]]\nid = "H"\nname = "H"\ngame = "hcf"\n'
        )
        engine = open_database(database)
        add_person(engine, "Abe", "auditor", _PASSWORD, time.time_ns() // 1000)
        engine.dispose()
        asked = ["serve", "--db", database, "--config", config, "--port", "0", "--json"]
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, *asked],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        try:
            yield process.pid, json.loads(process.stdout.readline())["address"]
        finally:
            process.terminate()
            process.wait()


def _megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024


def _positions() -> Iterator[str]:
    """Hands of Chase the Flush with two cards on the board, each another."""
    cards = [rank + suit for suit in _SUITS for rank in _RANKS]
    for number in itertools.count():
        rest = [card for card in cards if card not in ("Td", "Th")]
        first, more = number % 50, number // 50
        picked = rest[first], rest[(first + 1 + more) % 50], rest[(first + 17 + 2 * more) % 50]
        if len(set(picked)) == 3:
            yield f"hole={''.join(picked)}&board=TdTh"


def _guest(http: httpx.Client) -> dict[str, str]:
    http.cookies.clear()
    return {"authorization": f"Bearer {http.post('/api/guests').json()['token']}"}


def _coach(address: str) -> None:
    with httpx.Client(base_url=address, timeout=120) as http:
        bearer = _guest(http)
        for query in itertools.islice(_positions(), EVENING):
            assert http.get(f"/api/tables/T0/advice?{query}", headers=bearer).status_code == 200
        opening = http.get("/api/tables/T0/advice?hole=7d5s4h", headers=bearer)
        assert opening.status_code == 200


def _report(address: str) -> None:
    with httpx.Client(base_url=address, timeout=600) as http:
        for table in ("T0", "H"):
            _play(http, table)
        said = {"name": "Abe", "password": _PASSWORD}
        token = http.post("/api/sessions", json=said).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        today = http.get(f"/api/reports/{datetime.now(UTC).date()}", headers=bearer)
        assert today.status_code == 200, today.text


def _play(http: httpx.Client, table: str) -> None:
    """A round is begun, so that the day has something to report."""
    headers = {**_guest(http), "idempotency-key": "sit"}
    path = f"/api/tables/{table}/commands"
    http.post(path, json={"type": "SitDown", "seat": 1, "stack": 1000_00}, headers=headers)


def _lab(address: str) -> bool:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        console.print("The lab is used in Chromium, and there is none here.")
        return False
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        page = browser.new_context(base_url=address, accept_downloads=True).new_page()
        page.set_default_timeout(600_000)
        # None of these is shipped: all is counted.
        for asked in (
            *("strategy?ties=lose", "rules?ties=lose", "simulation?seed=2"),
            *("face-up?game=high-card-flush&seed=2", "record", "design?edge=5%25..6%25"),
        ):
            page.goto(f"/lab/{asked}")
            page.locator(".lab-body:not(.lab-old)").wait_for()
        page.goto("/lab/par")
        with page.expect_download():
            page.get_by_role("button", name="PDF").click()
        browser.close()
    return True


async def _crowd(address: str) -> None:
    """Commands with nobody at the coach, and while a thousand ask; each until it is answered."""
    async with httpx.AsyncClient(base_url=address, timeout=120) as http:
        tokens = []
        for _ in range(PLAYERS + QUESTIONS):
            http.cookies.clear()
            tokens.append((await http.post("/api/guests")).json()["token"])
        http.cookies.clear()
        players, guests = tokens[:PLAYERS], tokens[PLAYERS:]
        for number, token in enumerate(players):
            await _send(
                http, number, token, "sit", {"type": "SitDown", "seat": 1, "stack": 1000_00}
            )
        alone = await _commands(http, players, "alone")
        asking = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.workers", address),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert asking.stdin is not None
        asking.stdin.write("\n".join(guests).encode() + b"\n\n")
        crowd = await _commands(http, players, "crowd")
        asking.stdin.close()
        told = (await asking.communicate())[0].decode().strip()
        # The machine may have become slower meanwhile, or quicker.
        alone += await _commands(http, players, "alone again")
    both = {"nobody at the coach": alone, f"{QUESTIONS:,} questions at once": crowd}
    rows = [(name, *(f"{1000 * _at(one, s):.1f}" for s in _SHARES)) for name, one in both.items()]
    rows.append(("ratio", *(f"{_at(crowd, s) / _at(alone, s):.2f}" for s in _SHARES)))
    heads = ("meanwhile", "median ms", "99th ms", "slowest ms")
    show(f"Commands through the door, {PLAYERS} players", rows, *heads)
    console.print(f"{told}\n")


def _at(times: list[float], share: float) -> float:
    return sorted(times)[round(share * (len(times) - 1))]


async def _commands(http: httpx.AsyncClient, tokens: list[str], name: str) -> list[float]:
    """Each player has a robot come and go; how long each command took."""

    async def play(number: int, token: str) -> list[float]:
        times = []
        for turn in range(COMMANDS):
            kind = "UnseatRobot" if turn % 2 else "SeatRobot"
            began = time.perf_counter()
            await _send(http, number, token, f"{name} {turn}", {"type": kind, "seat": 2})
            times.append(time.perf_counter() - began)
        return times

    found = await asyncio.gather(*(play(*one) for one in enumerate(tokens)))
    return [seconds for times in found for seconds in times]


async def _send(
    http: httpx.AsyncClient, number: int, token: str, key: str, body: dict[str, object]
) -> None:
    headers = {"authorization": f"Bearer {token}", "idempotency-key": key}
    answer = await http.post(f"/api/tables/T{number}/commands", json=body, headers=headers)
    assert answer.status_code == 200, answer.text


async def _questions(address: str, tokens: list[str]) -> None:
    """In a process of its own: everybody asks at once, and comes again when told to."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    loop.run_in_executor(None, sys.stdin.read).add_done_callback(lambda _: over.set())
    host, _, port = address.removeprefix("http://").partition(":")
    came: Counter[str] = Counter()

    async def ask(token: str, query: str) -> None:
        while True:
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(
                f"GET /api/tables/T0/advice?{query} HTTP/1.1\r\nhost: {host}\r\n"
                f"authorization: Bearer {token}\r\nconnection: close\r\n\r\n".encode()
            )
            told = (await reader.read()).lower()
            status = told.split(b" ")[1].decode()
            writer.close()
            came[status] += 1
            if status == "200":
                return
            await asyncio.sleep(int(told.partition(b"retry-after: ")[2].partition(b"\r")[0]))

    asking = [asyncio.create_task(ask(*one)) for one in zip(tokens, _positions(), strict=False)]
    await over.wait()
    for one in asking:
        one.cancel()
    print(f"Questions answered {came.pop('200', 0):,}, told to come again {came.total():,}.")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        lines = iter(lambda: sys.stdin.readline().strip(), "")
        asyncio.run(_questions(sys.argv[1], list(lines)))
    else:
        run()
