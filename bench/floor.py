"""Durable rounds per second on SQLite and PostgreSQL, against the raw commits of the same database.

Every command of every bot is on disk before it is answered. What raw commits would allow is the
rate at which this database commits one small row after another, divided by the commands of a
round: what a floor with one table and no cost of its own could reach. Each floor has a process of
its own, so that its memory is its own. What a round takes in the log is in `log_size`.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
from cryptography.fernet import Fernet
from msgspec import Struct

from bench.crowd import HOUSE, SEATS, Crowd, postgres, sqlite
from bench.measure import show
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.log.record import Head
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.records import append
from longsuit.floor.store.schema import records
from longsuit.floor.tables.automation import AT_ONCE

TABLES = (1, 10, 50, 200)
SECONDS = 6.0


class Measured(Struct):
    """A floor that was played on."""

    rounds: float
    """A second."""
    commands: float
    raw: float
    """Commits a second."""
    of_raw: float
    """Of what raw commits allow."""
    median: float
    """Milliseconds."""
    worst: float
    """The 99th percentile."""
    processor: float
    """Milliseconds of this process for a round."""
    memory: float
    """kB a table."""


def run() -> None:
    """Both databases, one after the other; each in its own folder, gone afterwards."""
    os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())
    for name, place in (("SQLite", sqlite), ("PostgreSQL", postgres)):
        rows = []
        for tables in TABLES:
            with place() as url:
                rows.append((str(tables), *_shown(measured(url, tables))))
        show(
            f"The floor on {name}: tables of {SEATS} bots, every command durable",
            rows,
            *("tables", "rounds/s", "commands/s", "raw commits/s", "of what they allow (aim: 0.6)"),
            *("median ms", "99th ms", "processor ms a round", "kB a table"),
        )


def _shown(found: Measured) -> tuple[str, ...]:
    return (
        *(f"{found.rounds:,.1f}", f"{found.commands:,.0f}", f"{found.raw:,.0f}"),
        *(f"{found.of_raw:.2f}", f"{found.median:.1f}", f"{found.worst:.1f}"),
        *(f"{found.processor:.1f}", f"{found.memory:,.0f}"),
    )


def measured(url: str, tables: int) -> Measured:
    """A floor in a process of its own."""
    asked = [sys.executable, "-m", "bench.floor", url, str(tables)]
    told = subprocess.run(asked, check=True, stdout=subprocess.PIPE).stdout
    return msgspec.json.decode(told.splitlines()[-1], type=Measured)


def measure(url: str, tables: int) -> Measured:
    """A floor in this process, which has done nothing else."""
    raw = _raw_commits(url)
    names = [f"T{n}" for n in range(tables)]
    made = [
        {"id": name, "game": ("ctf", "hcf")[n % 2], "mode": "dealt", "approval": 0}
        for n, name in enumerate(names)
    ]
    config = FloorConfig.model_validate({"house": HOUSE, "table": made})
    before = _memory()
    floor = Floor(url, config, pace=AT_ONCE)
    floor.start()
    try:
        crowd = Crowd(floor, names)
        crowd.sit_down()
        used = time.process_time()
        crowd.play(SECONDS)
        used = time.process_time() - used
        memory = (_memory() - before) / tables
    finally:
        floor.stop()
    commands, waits = len(crowd.seconds), sorted(crowd.seconds)
    allowed = raw / (commands / crowd.rounds)
    rate = crowd.rounds / crowd.elapsed
    return Measured(
        rate,
        commands / crowd.elapsed,
        raw,
        rate / allowed,
        waits[len(waits) // 2] * 1e3,
        waits[len(waits) * 99 // 100] * 1e3,
        used / crowd.rounds * 1e3,
        memory,
    )


def _memory() -> float:
    """What this process has in memory, in kB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def _raw_commits(url: str) -> float:
    """One small row, one commit, and again: what the disk and the database allow."""
    engine = open_database(url)
    log = Log(engine)
    head, done = Head(), 0
    started = time.perf_counter()
    while time.perf_counter() - started < SECONDS / 4:
        with engine.begin() as connection:
            head = append(connection, "raw", head, 0, ("bench", "bench")).head
        done += 1
    rate = done / (time.perf_counter() - started)
    with engine.begin() as connection:
        connection.execute(records.delete())
    assert not log.heads()
    engine.dispose()
    return rate


if __name__ == "__main__":
    print(msgspec.json.encode(measure(sys.argv[1], int(sys.argv[2]))).decode())
