"""`longsuit record` on a terminal, as JSON, and in a file."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from longsuit.analysis.record.entry import Claim, Entry, Found
from longsuit.cli import record
from longsuit.cli.main import main

FOUND = Found("2.390674%", "1/2", "agrees", "A note.")
ENTRY = Entry(Claim("A figure", "2.39%", "a page", "longsuit games", lambda _: FOUND), FOUND)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One entry instead of all; what was asked for."""
    slow_ones: list[bool] = []

    def entries(*, slow: bool = False) -> Iterator[Entry]:
        slow_ones.append(slow)
        yield ENTRY

    monkeypatch.setattr(record, "entries", entries)
    return slow_ones


def test_what_is_published_is_shown(asked: list[bool], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record"]) == 0
    assert "A figure   2.39%  2.390674%  agrees   a page" in capsys.readouterr().out
    assert main(["record", "--slow", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert one == {
        "what": "A figure",
        "printed": "2.39%",
        "source": "a page",
        "ours": "2.390674%",
        "exactly": "1/2",
        "verdict": "agrees",
        "note": "A note.",
        "command": "longsuit games",
    }
    assert asked == [False, True]


def test_a_file_has_everything(asked: list[bool], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- record -->\nold\n<!-- end of record -->\n", encoding="utf-8")
    assert main(["record", "--write", str(page)]) == 0
    assert (
        "| A figure | 2.39% | a page | 2.390674% | 1/2 | **agrees**: A note. |" in page.read_text()
    )
    assert "old" not in page.read_text()
    assert asked == [True]


def test_a_file_without_a_place_is_refused(
    asked: list[bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing", encoding="utf-8")
    assert main(["record", "--write", str(page)]) == 2
    assert "has no place for the record" in capsys.readouterr().err
    assert asked == [], "it is refused before minutes of work"
