"""`longsuit design` as it is typed: what it prints, writes and refuses."""

import doctest
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typer

from longsuit.analysis.exact.pricing import price
from longsuit.cli.design import run
from longsuit.cli.main import main
from longsuit.core.games.catalog import any_wager, find_game, find_paytable

Capsys = pytest.CaptureFixture[str]
DOCS = Path(__file__).parents[3] / "docs"
DOC = (DOCS / "design.md").read_text(encoding="utf-8")
HCF = ("design", "hcf", "--wager", "flush-bonus")


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def asked(capsys: Capsys, *args: str, code: int = 0) -> Any:
    assert main([*args, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def told(capsys: Capsys, *args: str) -> str:
    assert main(list(args)) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def fraction(figure: Any) -> Fraction:
    return Fraction(figure["exact"])


def test_for_people(capsys: Capsys) -> None:
    said = told(capsys, *HCF, "--edge", "4%..5%", "--count", "2")
    assert said.splitlines() == [
        "High Card Flush, Flush Bonus: a house edge from 4% to 5%",
        "174 tables meet it, of all 135,751 in the family; nearest to table A first.",
        "",
        "#    7    6   5  4     edge      hits  s.d.",
        "1  200  150   8  1  4.0182%  1 in 4.4  7.06",
        "2  600   80  12  1  4.5672%  1 in 4.4  6.03",
        "",
        "Lines are flushes by length; pays are to 1. "
        "s.d. is the player's standard deviation per unit wagered.",
    ]


def test_the_documentation_shows_what_is_printed(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    blocks = re.findall(r"```console\n\$ longsuit ([^\n]+)\n(.*?)```", DOC, re.DOTALL)
    assert blocks
    for command, shown in blocks:
        said = told(capsys, *command.split())
        assert [line.rstrip() for line in said.splitlines()] == shown.splitlines()
    example = doctest.DocTestParser().get_doctest(DOC, {}, "design.md", "docs/design.md", 0)
    assert doctest.DocTestRunner(verbose=False).run(example) == (0, len(example.examples))


def test_the_documentation_names_every_option() -> None:
    app = typer.Typer(add_completion=False)
    app.command()(run)
    names = {name for option in typer.main.get_command(app).params for name in option.opts}
    commands = (DOCS / "commands.md").read_text(encoding="utf-8")
    for name in names - {"game", "--output", "--json"}:
        assert name in DOC + commands, name


def test_a_progressive_for_people(capsys: Capsys) -> None:
    said = told(capsys, "design", "ctf", "--wager", "stax", "--edge", "21.9%..22%", "--count", "1")
    words = " ".join(said.split())
    assert "1 250 150 100 25 21.9066% 1 in 14.3" in words
    assert "pays are dollars for a wager of $5" in words
    assert "7-card straight flush 100% of star" in words
    assert "21.9066% 1 in 14.3 64.20" in words


def test_lines_that_do_not_pay_are_dashes(capsys: Capsys) -> None:
    options = ("--edge", "46%..47%", "--hit-frequency", "3%..4%", "--count", "1")
    assert "1  300  100  10  -  46.8812%  1 in 32.7" in told(capsys, *HCF, *options)


def test_json(capsys: Capsys) -> None:
    said = asked(capsys, *HCF, "--edge", "4%..5%", "--top", "200..1000", "--count", "3")
    assert (said["game"], said["wager"], said["of"]) == ("high-card-flush", "flush-bonus", "wager")
    assert [fraction(end) for end in said["target"]["house_edge"]] == [
        Fraction(1, 25),
        Fraction(1, 20),
    ]
    assert said["target"]["top"] == [200, 1000]
    assert said["target"]["hit_frequency"] is None
    assert (said["like"], said["rank"], said["complete"]) == ("A", "near", True)
    assert said["family"]["lines"][0]["hand"] == "7-card flush"
    assert said["found"] > 3
    for one in said["proposals"]:
        text = ",".join(f"{hand[0]}={pay}" for hand, pay in one["pays"].items())
        priced = asked(capsys, "analyze", "hcf", "--wager", "flush-bonus", "--paytable", text)
        assert one["house_edge"] == priced["house_edge"]
        assert one["hit_frequency"] == priced["hit_frequency"]
        assert Fraction(4, 100) <= fraction(one["house_edge"]) <= Fraction(5, 100)
        assert one["standard_deviation"] == pytest.approx(float(fraction(one["variance"])) ** 0.5)
        assert one["top"] == one["pays"]["7-card flush"]


def test_the_written_file_is_a_paytable(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "corner.toml"
    options = ("--edge", "5%..6%", "--lines", "6sf,7f,5f,4f", "--rank", "round", "--count", "4")
    asking = ("design", "ctf", "--wager", "same-suit", *options)
    said = asked(capsys, *asking, "-o", str(file), "--take", "3", "--name", "Corner")
    assert said["file"] == str(file)
    chosen = said["proposals"][2]
    priced = asked(capsys, "analyze", "ctf", "--wager", "same-suit", "--paytable", str(file))
    assert priced["paytable"] == "Corner"
    assert priced["source"] == "designed for a house edge from 5% to 6%"
    assert priced["digest"] == chosen["digest"]
    assert priced["house_edge"] == chosen["house_edge"]
    assert {line["hand"]: line["pays"] for line in priced["lines"]} == chosen["pays"]
    # The written table is one to be like, too.
    again = asked(capsys, *asking[:4], "--edge", "5%..6%", "--like", str(file), "--count", "1")
    assert again["proposals"][0]["digest"] == chosen["digest"]
    assert "Written to" in told(capsys, *asking, "-o", str(file))


def test_a_written_progressive_keeps_its_meters(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "d.toml"
    options = ("--like", "PT-PRG-HCF-D02a", "--edge", "20%..22%", "-o", str(file))
    said = asked(capsys, "design", "hcf", "--wager", "progressive", *options)
    table = find_paytable(find_game("hcf"), any_wager("progressive"), str(file))
    assert price(table).house_edge == fraction(said["proposals"][0]["house_edge"])
    assert table.meters
    assert table.dynamic_lines == (1, 3)


def test_nothing_found_is_one_sentence_and_exit_1(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "none.toml"
    assert main([*HCF, "--edge", "5%", "-o", str(file)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "longsuit design: No table of this family has a house edge of 5%; "
        "the nearest has 5.0037%, with pays of 4000, 7, 4, 2.\n"
    )
    assert not file.exists()
    found = asked(capsys, *HCF, "--edge", "5%", code=1)
    assert (found["found"], found["proposals"]) == (0, [])
    assert found["nearest"]["pays"]["7-card flush"] == 4000
    assert found["shortfall"].startswith("No table of this family")
    assert main([*HCF, "--edge", "4%..5%", "--hit-frequency", "90%..95%"]) == 1
    assert "No choice of lines has a hit frequency from 90% to 95%: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--edge", "five"),
        ("--edge", "4%..6%", "--rank", "best"),
        ("--edge", "4%..6%", "--fix", "7"),
        ("--edge", "4%..6%", "--lines", "8"),
        ("--edge", "4%..6%", "--top", "much"),
        ("--edge", "4%..6%", "--step", "x"),
        ("--edge", "4%..6%", "--step", "0.5"),
        ("--edge", "4%..6%", "--pays", "1..9999999"),
        ("--edge", "4%..6%", "--ties", "lose"),
        ("--edge", "4%..6%", "-o", "table.txt"),
        ("--edge", "4%..6%", "-o", "no/such/folder/table.toml"),
        ("--edge", "4%..6%", "-o", "table.toml", "--take", "11"),
        ("--edge", "4%..4.02%", "-o", "table.toml", "--take", "10"),
        ("--edge", "4%..6%", "-o", "table.toml", "--name", "two\nlines"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(
    capsys: Capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*HCF, *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("longsuit design: ")
    assert said.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_wager_on_every_hand_is_not_designed(capsys: Capsys) -> None:
    options = ["--wager", "cover-all", "--edge", "5%..6%", "--count", "1"]
    assert main(["design", "ils", *options]) == 2
    assert "looks at every hand on the table: tables for it are not" in capsys.readouterr().err
