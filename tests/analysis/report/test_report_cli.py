"""`longsuit report`: the files it writes, the data it prints, and what it refuses."""

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from longsuit.analysis.exact import solve
from longsuit.analysis.report.settings import choose
from longsuit.cli.main import main

Capsys = pytest.CaptureFixture[str]
NO_WAGERS = ("flush-bonus", "straight-flush-bonus", "progressive")
FEW = (*(word for wager in NO_WAGERS for word in ("--without", wager)), "--quick")


def test_the_ending_says_what_is_written(tmp_path: Path, capsys: Capsys) -> None:
    digest = choose("hcf", without=NO_WAGERS).digest
    edge = solve("hcf").house_edge
    for name in ("par.pdf", "par.html"):
        file = tmp_path / name
        file.write_text("what was there before")
        assert main(["report", "hcf", "-o", str(file), *FEW]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        size = file.stat().st_size
        expected = f"High Card Flush: {file}, {size:,} bytes, settings {digest}."
        # A long path is broken at the edge of the terminal.
        assert "".join(said.out.split()) == "".join(expected.split())
    assert digest in PdfReader(tmp_path / "par.pdf").pages[0].extract_text()
    page = (tmp_path / "par.html").read_text(encoding="utf-8")
    assert f"{edge.numerator}/{edge.denominator}" in page
    assert sorted(file.name for file in tmp_path.iterdir()) == ["par.html", "par.pdf"]


def test_json_is_the_sheet_and_nothing_else(tmp_path: Path, capsys: Capsys) -> None:
    file = tmp_path / "par.html"
    options = ["report", "hcf", *FEW, "--date", "2026-03-01", "--json"]
    assert main([*options, "-o", str(file)]) == 0
    said = capsys.readouterr()
    data = json.loads(said.out)
    assert said.err == ""
    assert (data["game"], data["date"]) == ("High Card Flush", "2026-03-01")
    assert data["digest"] in file.read_text(encoding="utf-8")
    assert main(options) == 0
    assert json.loads(capsys.readouterr().out) == data


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["hcf"], "Say where the sheet goes"),
        (["hcf", "-o", "par.txt"], "a .pdf or .html file, not to par.txt"),
        (["hcf", "-o", "par"], "a .pdf or .html file, not to par."),
        (["hcf", "-o", "nowhere/par.pdf"], "There is no folder nowhere"),
        (["poker", "-o", "par.pdf"], "There is no game 'poker'"),
        (["hcf", "-o", "par.pdf", "--date", "soon"], "'soon' is not a date"),
        (["hcf", "-o", "par.pdf", "--xtra", "A"], "has no wager of the main game"),
        (["hcf", "-o", "par.pdf", "--paytable", "A"], "not a wager and its table"),
        (["hcf", "-o", "par.pdf", "--paytable", "ante=A"], "The Ante has no paytable"),
        (["ctf", "-o", "par.pdf", "--paytable", "xtra=B"], "choose it with --xtra"),
        (["hcf", "-o", "par.pdf", "--paytable", "progressive=Z"], "There is no paytable 'Z'"),
        (["hcf", "-o", "par.pdf", "--paytable", "stax=1"], "There is no wager 'stax' here"),
        (
            ["hcf", "-o", "p.pdf", *("--paytable", "flush-bonus=A") * 2],
            "chosen twice for the Flush Bonus",
        ),
        (["hcf", "-o", "par.pdf", "--without", "ante"], "cannot be played without the Ante"),
        (
            ["hcf", "-o", "p.pdf", "--without", "progressive", "--paytable", "progressive=x"],
            "both left out and given a table",
        ),
        (["hcf", "-o", "par.pdf", "--meter", "star=1"], "has a meter 'star'"),
        (["hcf", "-o", "par.pdf", "--meter", "main"], "not a meter and its dollars"),
        (["hcf", "-o", "par.pdf", "--seats", "7"], "has from 1 to 6 seats"),
        (["hcf", "-o", "par.pdf", "--base", "1.50"], "whole multiple"),
        (["hcf", "-o", "p.pdf", "--without", "progressive", "--base", "5"], "has a base wager"),
        (["hcf", "-o", "par.pdf", "--must-hit", "house"], "goes with a progressive that may"),
        (["ctf", "-o", "p.pdf", "--must-hit", "house", "--meter", "must-hit=5"], "Must Hit meter"),
        (["ctf", "-o", "par.pdf", "--must-hit", "5"], "A Must Hit meter is 'house'"),
        (["hcf", "-o", "par.pdf", "--cap", "much"], "not an amount in dollars"),
        (["hcf", "-o", "par.pdf", "--ties", "maybe"], "ties is push"),
    ],
)
def test_bad_input_gets_one_sentence(
    args: list[str],
    said: str,
    tmp_path: Path,
    capsys: Capsys,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", *args]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.startswith("longsuit report: ")
    assert told.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_replaced_stays_as_it_was(
    tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "par.html"
    file.write_text("what was there before")
    monkeypatch.setattr("longsuit.analysis.report.html.to_html", lambda _: "new")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert main(["report", "hcf", "-o", str(file), *FEW]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert file.read_text() == "what was there before"
    assert [left.name for left in tmp_path.iterdir()] == ["par.html"]


def test_a_folder_is_no_file(tmp_path: Path, capsys: Capsys) -> None:
    folder = tmp_path / "par.pdf"
    folder.mkdir()
    assert main(["report", "hcf", "-o", str(folder)]) == 2
    assert "is a folder" in capsys.readouterr().err
