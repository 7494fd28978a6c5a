"""What several files of tests share: `longsuit play` with lines from a pipe."""

import io
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
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Plays with lines from a pipe, eighty columns wide; without the coach unless asked for."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*args: str, lines: list[str] | None = None) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{x}\n" for x in lines or [])))
        coach = ["--no-coach"] if "--coach" not in args else []
        code = main(["play", *args, *coach])
        return Said(code, *capsys.readouterr())

    return run
