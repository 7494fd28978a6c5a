"""What commands print: whole lines in a pipe, and no digit lost on a narrow terminal."""

import io
import re
import sys

import pytest
from tests.extent import extent

from longsuit.cli.main import main
from longsuit.cli.output import _Screen, make_grid
from longsuit.cli.progress import progress, waiting

FRACTION = "12033802351/503364407000"


def narrow(columns: int) -> tuple[_Screen, io.StringIO]:
    out = io.StringIO()
    return _Screen(file=out, force_terminal=True, color_system=None, width=columns), out


@pytest.mark.parametrize("columns", [10, 24, 40, 60, 80, 100])
def test_no_digit_is_lost_on_a_narrow_terminal(columns: int) -> None:
    console, out = narrow(columns)
    grid = make_grid("<Meter", ">stands at", ">break-even", "exactly", "source")
    grid.add_row("must-hit", "$10,000.00", "$4,225,150.00", FRACTION, "the letter of the maker")
    console.print(grid)
    shown = out.getvalue()
    assert "…" not in shown
    for whole in ("must-hit", "stands at", "$10,000.00", "$4,225,150.00"):
        assert whole in shown
    # A fraction may go on below, in its own column.
    start = shown.splitlines()[0].index("exactly")
    end = shown.splitlines()[0].index("source")
    assert "".join(line[start:end].strip() for line in shown.splitlines()[1:]) == FRACTION
    for word in ("the", "letter", "of", "maker"):
        assert re.search(rf"\b{word}\b", shown)


def test_words_go_on_below_before_a_line_runs_over() -> None:
    console, out = narrow(40)
    grid = make_grid("<Name", "words")
    grid.add_row("PT-BJS-HCF-SF-08a", "one two three four five six seven")
    console.print(grid)
    assert max(map(len, out.getvalue().splitlines())) <= 40
    assert "PT-BJS-HCF-SF-08a" in out.getvalue()


@pytest.mark.parametrize("columns", ["20", "40", "80"])
def test_a_pipe_gets_whole_lines(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = (line for line in lines if line.split()[:1] == ["progressive"])
    assert line.split()[-1] == "PT-PRG-HCF-D03"
    assert line.count("PT-") == 14


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = io.StringIO()
    monkeypatch.setattr(sys, "stderr", quiet)
    with progress("Auditing") as told, waiting("Solving") as say:
        assert told is None
        say("the river")
    assert quiet.getvalue() == ""
    monkeypatch.setenv("TERM", "xterm")
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with waiting("Solving Chase the Flush") as say:
        pass
    assert "Solving Chase the Flush ..." in terminal.getvalue()
    with progress("Auditing") as told:
        assert told is not None
        told(1, 2)
    assert "50%" in terminal.getvalue()


WAITS = [
    (["analyze", "hcf"], "Solving High Card Flush"),
    (["paytables", "hcf"], "Pricing the paytables"),
    (["strategy", "costs", "hcf"], "Solving once for each way"),
    *extent([], [(["strategy", "search", "hcf", "--rules", "1"], "Solving High Card Flush")]),
]


@pytest.mark.parametrize(
    ("args", "said"), WAITS, ids=lambda one: one if isinstance(one, str) else ""
)
def test_long_work_says_what_it_does(
    args: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main([*args, "--json"]) == 0
    assert f"{said} ..." in terminal.getvalue()
    assert capsys.readouterr().out.startswith(("{", "["))
