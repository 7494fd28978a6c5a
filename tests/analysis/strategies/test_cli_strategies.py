"""`longsuit strategy` list, rules, price, search and card, as a user types them."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from longsuit.analysis.exact import cache
from longsuit.analysis.exact.tuned import HIGH_CARD
from longsuit.analysis.strategies import price_cache
from longsuit.analysis.strategies.family import FAMILIES, Family
from longsuit.analysis.strategies.lookup import find_rules
from longsuit.cli.main import main


@pytest.fixture(autouse=True)
def kept_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Prices of tests are kept in their own folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path / "cache" / "longsuit"


def run(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    code = main(["strategy", *args])
    said = capsys.readouterr()
    assert code == 0, said.err
    return said.out


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(capsys, *args, "--json"))
    return found


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["strategy", *args]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    return said.err


def test_the_list_of_a_game_and_that_prices_are_kept(
    capsys: pytest.CaptureFixture[str], kept_apart: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = answer(capsys, "list", "hcf")["strategies"]
    assert [row["id"] for row in listed][:3] == ["best", "basic", "short"]
    assert Fraction(listed[0]["cost"]["exact"]) == 0
    assert Fraction(listed[1]["cost"]["exact"]) == Fraction(871448374, 1860016082925)
    assert [row["rules"] for row in listed] == [None, 2, 3]
    kept = list(kept_apart.glob("*.arrays"))
    assert kept

    def never(*_: object) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr(price_cache, "count_many", never)
    text = run(capsys, "list", "hcf")
    assert "0.0469%" in text and "The published basic strategy" in text
    for path in kept:
        path.write_text("{")
    with pytest.raises(AssertionError, match="counted again"):
        main(["strategy", "list", "hcf"])


def test_the_rules_of_a_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "rules", "ctf", "basic")
    assert "1. bet with a three-card flush" in text and "River" in text
    found = answer(capsys, "rules", "hcf", "short")
    assert found["decisions"]["raise"][-1] == "otherwise fold"
    assert "no rule list 'nobody'" in refused(capsys, "rules", "hcf", "nobody")
    assert "there are: basic" in refused(capsys, "rules", "hcf", "nobody")
    assert "Best play is no list of rules" in refused(capsys, "rules", "hcf", "best")
    assert "there are: best, basic" in refused(capsys, "price", "hcf", "nobody")


def test_a_price(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "price", "hcf", "best")
    assert found["exact"] is True and found["strategy"] == "best"
    assert found["cost"]["exact"] == "0/1"
    assert set(found["actions"]) == {"raise_1x", "raise_2x", "raise_3x", "fold"}
    text = run(capsys, "price", "hcf", "basic")
    assert "costs 0.0004685 Antes a round against best play, 0.04685% of an Ante" in text
    assert "2286257119043/84320729092600" in text


def test_a_function_of_chase_the_flush_is_simulated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def play(hole, board):\n    return 'bet' if len(board) == 4 else 'check'\n")
    args = ("price", "ctf", str(path), "--rounds", "2000", "--seed", "5")
    found = answer(capsys, *args)
    assert found["exact"] is False and found["rounds"] == 2000
    assert found["standard_error"] > 0
    assert found == answer(capsys, *args)
    assert "it is simulated" in run(capsys, *args)


def test_bad_files_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "hcf"\nraise = [\n  "raise with hope",\n]\n')
    said = refused(capsys, "price", "hcf", str(path))
    assert "mine.toml, line 3: 'hope' is not a condition that Longsuit knows." in said


def test_a_search(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = Family((("a three-card flush of T-8-6 or better", "a J-high three-card flush"),))
    monkeypatch.setitem(FAMILIES[HIGH_CARD], "raise", small)
    file = tmp_path / "found.toml"
    found = answer(capsys, "search", "hcf", "--rules", "1", "-o", str(file))
    assert found["decisions"] == {"raise": ["raise with a three-card flush of T-8-6 or better"]}
    assert found["cost"] == found["costs"]["raise"]
    assert found["cost"]["exact"] == "871448374/1860016082925"
    assert find_rules("hcf", str(file)).decisions["raise"][0].text == found["decisions"]["raise"][0]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("search", "hcf", "--rules", "many"), "'many' is not a number of rules"),
        (("search", "ctf", "--rules", "1,2"), "Chase the Flush decides at: opening, flop"),
        (("search", "hcf", "--rules", "40"), "A decision has 1 to 16 rules, not 40."),
        (("search", "hcf", "-o", "list.txt"), "a file whose name ends in .toml"),
        (("card", "hcf", "short", "-o", "card.doc"), "written to a .pdf or .png file"),
        (("card", "hcf", "short", "-o", "none/card.pdf"), "There is no folder none"),
        (("price", "whist", "basic"), "There is no game 'whist'"),
    ],
)
def test_what_is_refused(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refused(capsys, *args)


def test_a_card(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "card.pdf"
    found = answer(capsys, "card", "hcf", "short", "-o", str(path))
    assert found["bytes"] == path.stat().st_size
    assert path.read_bytes().startswith(b"%PDF")


def test_a_price_that_was_changed_is_counted_again(
    capsys: pytest.CaptureFixture[str], kept_apart: Path
) -> None:
    assert main(["strategy", "price", "hcf", "basic", "--json"]) == 0
    true = json.loads(capsys.readouterr().out)["house_edge"]
    for path in kept_apart.glob("*.arrays"):
        found = cache._read(path)
        assert found is not None
        found["counts"][0, 3, 1, 0] *= 2
        cache._write(path, found)
    assert main(["strategy", "price", "hcf", "basic", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["house_edge"] == true


@pytest.mark.parametrize("line", ["raise SystemExit", "import sys; sys.exit(3)"])
def test_a_function_that_ends_the_program(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"def play(hole, board):\n    print('heard')\n    {line}\n")
    assert main(["strategy", "price", "hcf", str(file), "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and "failed on" in said.err


def test_one_decision_alone(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "price", "hcf", "basic", "--only", "raise")
    assert Fraction(found["cost"]["exact"]) == Fraction(871448374, 1860016082925)
    assert found["costs"] == {"raise": found["cost"]}
    assert "decides at: raise; not at 'flop'" in refused(
        capsys, "price", "hcf", "basic", "--only", "flop"
    )
