"""What the README shows is what a newcomer sees."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from longsuit.analysis.exact.figures import as_markdown, figures

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIVE = (ROOT / "docs/five-things.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ ([^\n]+)\n(.*?)```", FIVE, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def settled(text: str) -> list[str]:
    """The text without what differs from run to run, and without spaces at line ends."""
    return [re.sub(r"in \d+\.\d s$", "in N s", line.rstrip()) for line in text.splitlines()]


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_command_prints_what_the_page_shows(command: str, shown: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        env={**os.environ, "PATH": path, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=300,
    )
    assert settled(done.stdout) == settled(shown)


def test_there_are_five_things_to_try() -> None:
    assert len(BLOCKS) == 5


def test_the_readme_is_one_screen_with_one_picture_and_two_commands() -> None:
    assert len(README.splitlines()) <= 65
    assert README.count("![") == 1
    assert re.findall(r"^    (make \w+)", README, re.MULTILINE) == ["make run", "make test"]


def test_python_of_the_readme_runs() -> None:
    assert len(PYTHON) == 1
    example = doctest.DocTestParser().get_doctest(PYTHON[0], {}, "README", "README.md", 0)
    assert len(example.examples) >= 4
    result = doctest.DocTestRunner(verbose=False).run(example)
    assert result.failed == 0


def test_table_of_figures_is_the_one_that_the_command_makes() -> None:
    table = figures()
    assert all(figure.agrees for figure in table)
    assert as_markdown(table) in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_command_is_in_the_documentation() -> None:
    """The documentation names every command and every option of it."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md"))
    helped = subprocess.run(
        [sys.executable, "-c", "from longsuit.cli.main import COMMANDS; print(*COMMANDS)"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.split()
    assert len(helped) >= 7
    for command in helped:
        assert f"longsuit {command}" in text, command
