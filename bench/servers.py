"""Two servers whose tables all feed one link of meters, against one server with all of them.

The servers are processes on this machine, and so is PostgreSQL: with two cores for all three the
rate says little, so what each needs of a processor is told beside it, PostgreSQL's share too. Two
servers on cores of their own reach as many times the one as its processor time per round allows.
"""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from cryptography.fernet import Fernet
from msgspec import Struct

from bench.crowd import HOUSE, SEATS, Crowd, postgres
from bench.measure import show
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service.floor import Floor
from longsuit.floor.tables.automation import AT_ONCE

TABLES = 30
SECONDS = 10.0
REPEAT = 3
LINKS = {name: f"link/{name}" for name in ("star", "spade", "heart", "diamond")}
MUST_HIT = {"seed": 500, "by": 100_000, "rate": "3.00%"}


class Served(Struct):
    """What one server did."""

    rounds: int
    elapsed: float
    processor: float
    """Seconds of its process."""
    batches: int
    turns: int
    """Batches that needed a turn at a meter."""
    again: int
    """Batches that were decided again because others had written."""


def run() -> None:
    """One server and two, in turn, so that a slow moment of the machine hits both."""
    os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())
    for title, ordered in (("meters that hands win", False), ("and a Must Hit meter", True)):
        runs: dict[int, list[tuple[float, float, list[Served]]]] = {1: [], 2: []}
        for _ in range(REPEAT):
            for servers, found in runs.items():
                with postgres() as url:
                    found.append(_play(url, servers, ordered=ordered))
        rows = [_row(servers, found, runs[1]) for servers, found in runs.items()]
        show(
            f"{TABLES} tables of {SEATS} bots on one link, {title}: PostgreSQL, best of {REPEAT}",
            rows,
            *("servers", "rounds/s", "to one", "ms a round: servers", "busiest server"),
            *("PostgreSQL", "batches", "turns", "decided again"),
        )


def _row(
    servers: int,
    found: Sequence[tuple[float, float, list[Served]]],
    one: Sequence[tuple[float, float, list[Served]]],
) -> tuple[str, ...]:
    rate, database, served = max(found, key=lambda each: each[0])
    first = max(each[0] for each in one)
    rounds = sum(each.rounds for each in served)
    used = [each.processor / rounds * 1e3 for each in served]
    return (
        *(str(servers), f"{rate:,.1f}", f"{rate / first:.2f}", f"{sum(used):.1f}"),
        *(f"{max(used):.1f}", f"{database / rounds * 1e3:.1f}"),
        f"{sum(each.batches for each in served):,}",
        f"{sum(each.turns for each in served):,}",
        f"{sum(each.again for each in served):,}",
    )


def _play(url: str, servers: int, *, ordered: bool) -> tuple[float, float, list[Served]]:
    """The rounds a second of all servers, PostgreSQL's seconds, and what each server did."""
    names = [f"T{n}" for n in range(TABLES)]
    shares = [names[n::servers] for n in range(servers)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.servers", url, str(int(ordered)), *share],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for share in shares
    ]
    try:
        for one in running:
            _told(one, b"ready")
        before = _database_seconds(url)
        for one in running:
            assert one.stdin is not None
            one.stdin.write(b"go\n")
            one.stdin.flush()
        served = [msgspec.json.decode(_told(one, b"{"), type=Served) for one in running]
        database = _database_seconds(url) - before
        for one in running:
            one.communicate(b"stop\n")
    finally:
        for one in running:
            one.kill()
            one.wait()
    return sum(one.rounds / one.elapsed for one in served), database, served


def _told(one: "subprocess.Popen[bytes]", start: bytes) -> bytes:
    """The next line of a server that starts so; it logs others."""
    assert one.stdout is not None
    for line in one.stdout:
        if line.startswith(start):
            return line
    raise RuntimeError("a server has ended")


def _database_seconds(url: str) -> float:
    """The processor time of PostgreSQL, all its processes, as long as they live."""
    folder = Path(url.partition("?host=")[2])
    postmaster = int((folder / "postmaster.pid").read_text().splitlines()[0])
    ticks = 0
    for found in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = found.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(told[1]) == postmaster:
            ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _serve(url: str, ordered: bool, names: list[str]) -> None:
    """In a process of its own: play when told to, and tell what came of it."""
    link: dict[str, object] = {"links": LINKS}
    if ordered:
        link = {"links": {**LINKS, "must-hit": "link/must-hit"}, "must_hit": MUST_HIT}
    made = [{"id": name, "game": "ctf", "mode": "dealt", "approval": 0, **link} for name in names]
    floor = Floor(url, FloorConfig.model_validate({"house": HOUSE, "table": made}), pace=AT_ONCE)
    floor.start()
    try:
        crowd = Crowd(floor, names)
        crowd.sit_down()
        print("ready", flush=True)
        sys.stdin.readline()
        used, counted = time.process_time(), dict(floor.engine.counts)
        crowd.play(SECONDS)
        used = time.process_time() - used
        counts = [
            floor.engine.counts[one] - counted.get(one, 0) for one in Served.__struct_fields__[3:]
        ]
        told = Served(crowd.rounds, crowd.elapsed, used, *counts)
        print(msgspec.json.encode(told).decode(), flush=True)
        sys.stdin.readline()
    finally:
        floor.stop()


if __name__ == "__main__":
    _serve(sys.argv[1], sys.argv[2] == "1", sys.argv[3:])
