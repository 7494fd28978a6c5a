"""What all tests share.

They start as at a terminal, in the order that is asked for, with caches of their own, write into
memory, hash passwords with the least work that argon2 can do, and leave nothing behind. `play` is
`longsuit play` with lines from a pipe.
"""

import io
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from argon2 import PasswordHasher
from tests.extent import chance, set_examples
from tests.hygiene import Hygiene, as_at_a_terminal
from tests.order import (
    draw_seed,
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure_node,
    pytest_terminal_summary,
)

from longsuit.cli.main import main
from longsuit.floor.people.identity import PASSWORDS
from longsuit.floor.secrets.keys import KEY_VARIABLES

__all__ = [
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure_node",
    "pytest_terminal_summary",
]


MEMORY = Path("/dev/shm")
ROOM_BYTES = 1 << 30
"""A run of all tests writes a tenth of it at a time."""


def pytest_configure(config: pytest.Config) -> None:
    as_at_a_terminal()
    # What it asks has been read by now, and is not for the pytest that some tests start.
    os.environ.pop("PYTEST_ADDOPTS", None)
    write_into_memory()
    set_examples()
    use_own_caches(config)
    use_own_keys(config)
    PASSWORDS.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    draw_seed(config)
    config.pluginmanager.register(Hygiene(), "hygiene")


def write_into_memory() -> None:
    """Temporary files lie in memory where there is room, unless TMPDIR says where.

    No test cuts the power, so nothing need reach a disk: a commit of SQLite would wait for one, and
    a database of PostgreSQL is three hundred files, which take a disk twenty times as long.
    """
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ROOM_BYTES:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def use_own_caches(config: pytest.Config) -> None:
    """What programs under test cache, and their keys, lie with what pytest caches, in no home.

    So a game that one process has solved is there for the others, and for the next run.
    """
    cache = getattr(config, "cache", None)
    if cache is not None:
        os.environ["XDG_CACHE_HOME"] = os.environ["XDG_CONFIG_HOME"] = str(cache.mkdir("home"))


def use_own_keys(config: pytest.Config) -> None:
    """Keys that floors under test make go to a folder that ends with the tests, never to a home."""
    folder = tempfile.mkdtemp(prefix="longsuit-keys-")
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ["XDG_STATE_HOME"] = folder
    for name in KEY_VARIABLES[1:]:
        os.environ.pop(name, None)


class Said(NamedTuple):
    code: int
    out: str
    err: str


Play = Callable[..., Said]


@pytest.fixture
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Commands write for a terminal of eighty columns; what they say is made plain again."""
    for name, value in (("FORCE_COLOR", "1"), ("TERM", "xterm"), ("COLUMNS", "80")):
        monkeypatch.setenv(name, value)
    return lambda text: re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays with lines from a pipe; without the coach unless asked for.

    A game that is given no seed draws one: here the same in every run.
    """
    monkeypatch.setattr("longsuit.cli.play.secrets.randbelow", chance("play").randrange)

    def run(*args: str, lines: list[str] | None = None) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{x}\n" for x in lines or [])))
        coach = ["--no-coach"] if "--coach" not in args else []
        code = main(["play", *args, *coach])
        return Said(code, *capsys.readouterr())

    return run
