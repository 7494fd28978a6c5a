"""The table of coverage in docs/quality.md is made from what coverage.py measured."""

from pathlib import Path
from typing import Any

import pytest
from tools import coverage_table
from tools.coverage_table import END, START, package, write


def file(lines: int, run: int, branches: int = 0, taken: int = 0) -> dict[str, Any]:
    return {
        "summary": {
            "num_statements": lines,
            "covered_lines": run,
            "num_branches": branches,
            "covered_branches": taken,
        }
    }


MEASURED: dict[str, Any] = {
    "meta": {"timestamp": "2026-11-09T12:00:00.5"},
    "files": {
        "src/longsuit/version.py": file(1, 1),
        "src/longsuit/core/cards.py": file(10, 10),
        "src/longsuit/core/games/game.py": file(80, 60, 20, 15),
        "src/longsuit/core/games/family/one.py": file(0, 0),
        "src/longsuit/web/pit/tabs.py": file(1_000, 900, 0, 0),
    },
}


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("src/longsuit/version.py", "longsuit"),
        ("src/longsuit/web/pit/tabs.py", "web"),
        ("src/longsuit/core/cards.py", "core"),
        ("/home/a/longsuit/src/longsuit/floor/log/record.py", "floor/log"),
    ],
)
def test_a_file_counts_for_its_package(name: str, of: str) -> None:
    assert package(name) == of


def test_the_page_gets_lines_and_branches_by_package(tmp_path: Path) -> None:
    page = tmp_path / "quality.md"
    page.write_text(f"# Before\n{START}old\n{END}\nafter\n", encoding="utf-8")
    write(MEASURED, "abc1234", page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# Before\n{START}Measured on 9 November 2026 at commit abc1234.\n")
    assert text.endswith(f"{END}\nafter\n") and "old" not in text
    assert [line for line in text.splitlines() if line.startswith("| ")] == [
        "| package | lines | branches | covered |",
        "| core | 10 | 0 | 100.0% |",
        "| core/games | 80 | 20 | 75.0% |",
        "| longsuit | 1 | 0 | 100.0% |",
        "| web | 1,000 | 0 | 90.0% |",
        "| **all** | 1,091 | 20 | 88.7% |",
    ]


def test_the_page_has_the_place_for_it() -> None:
    text = coverage_table.PAGE.read_text(encoding="utf-8")
    assert text.count(START) == text.count(END) == 1
