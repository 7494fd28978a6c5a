"""What several files of tests share: `longsuit play` with lines from a pipe."""

import io
import re
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from longsuit.cli.main import main


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
    """Plays with lines from a pipe; without the coach unless asked for."""

    def run(*args: str, lines: list[str] | None = None) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{x}\n" for x in lines or [])))
        coach = ["--no-coach"] if "--coach" not in args else []
        code = main(["play", *args, *coach])
        return Said(code, *capsys.readouterr())

    return run
