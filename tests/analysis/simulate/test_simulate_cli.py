"""The command: what it prints, writes and refuses."""

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.analysis.simulate.test_twin import strategy_for

from longsuit.analysis.exact import solve
from longsuit.analysis.simulate import play, simulate
from longsuit.analysis.strategies.player_function import OwnStrategy
from longsuit.cli.main import main
from longsuit.core.cards import parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game

Capsys = pytest.CaptureFixture[str]
EVERYTHING = [
    *("simulate", "hcf", "--rounds", "4000", "--seed", "3", "--seats", "2", "--ante", "10"),
    *("--wager", "flush-bonus=5", "--wager", "progressive"),
    *("--paytable", "progressive=PT-PRG-HCF-D03", "--session", "50", "--bankroll", "200"),
]


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def asked(capsys: Capsys, *args: str) -> Any:
    assert main([*args, "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return json.loads(said.out)


def refused(capsys: Capsys, *args: str) -> str:
    assert main(["simulate", *args]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("longsuit simulate: ") and said.err.count("\n") == 1
    return said.err.removeprefix("longsuit simulate: ").strip()


def test_json_that_scripts_rely_on(capsys: Capsys) -> None:
    said = asked(capsys, "simulate", "hcf", "--rounds", "20000", "--seed", "3")
    for key in ("mean", "standard_error", "standard_deviation", "seconds", "rounds_per_second"):
        assert isinstance(said[key], float)
    assert (said["rounds"], said["seed"], said["game"]) == (20_000, 3, "high-card-flush")
    assert said["long_run"]["exact"]["decimal"] == float(solve("hcf").value)
    assert abs(said["long_run"]["errors_off"]) < 3
    assert said["sessions"] is None and said["meters"] == [] and said["must_hit"] is None
    assert set(said["actions"]) == {"raise_1x", "raise_2x", "raise_3x", "fold"}


def test_json_of_everything(capsys: Capsys) -> None:
    said = asked(capsys, *EVERYTHING)
    assert [wager["wager"] for wager in said["wagers"]] == ["main", "flush-bonus", "progressive"]
    assert [wager["stake"]["cents"] for wager in said["wagers"]] == [1000, 500, 100]
    assert said["sessions"]["sessions"] == 160
    assert said["sessions"]["bankroll"] == {"cents": 20_000}
    assert 0 <= said["sessions"]["ruin"] <= 1
    (meter,) = said["meters"]
    assert meter["meter"] == "main"
    for amount in ("stands", "reserve", "seeds_from_house", "exact_average_award"):
        assert meter[amount]["cents"] == float(Fraction(meter[amount]["exact"]))
    assert meter["seed"]["cents"] <= meter["stands"]["cents"] + meter["awarded"]["cents"]
    assert said["sessions"]["mean"]["cents"] < 0 < said["sessions"]["standard_deviation"]["cents"]
    assert sum(place["count"] for place in said["histogram"]) == 8_000
    again = asked(capsys, *EVERYTHING, "--threads", "1")
    assert again["wagers"] == said["wagers"] and again["sessions"] == said["sessions"]


def test_a_seed_is_drawn_and_shown(capsys: Capsys) -> None:
    one = asked(capsys, "simulate", "hcf", "--rounds", "50")
    same = asked(capsys, "simulate", "hcf", "--rounds", "50", "--seed", str(one["seed"]))
    assert same["mean"] == one["mean"]


def test_what_people_see(capsys: Capsys, eighty_columns: Callable[[str], str]) -> None:
    assert main(EVERYTHING) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert max(map(len, eighty_columns(said.out).splitlines())) <= 80
    assert "High Card Flush: best strategy, 2 seats" in said.out
    assert "4,000 rounds, seed 3" in said.out
    for words in ("house edge", "exactly", "Flush Bonus", "Rounds between", "160 sessions of 50"):
        assert words in said.out


def test_a_must_hit_without_an_award_has_its_error_too(capsys: Capsys, tmp_path: Path) -> None:
    """The cycle under way is finished, and a cycle's spread is known beforehand."""
    own = tmp_path / "own.py"
    own.write_text("def play(hole, board):\n    return 'bet'\n", encoding="utf-8")
    args = ["simulate", "ctf", "--rounds", "20", "--seed", "1", "--strategy", str(own)]
    args += ["--wager", "stax", "--must-hit", "house"]
    said = asked(capsys, *args)
    assert said["meters"][-1]["awards"] == 0
    assert 0 < said["must_hit"]["standard_error"] < 0.1
    assert abs(said["must_hit"]["errors_off"]) < 3
    assert said["actions"]["bet_3x"] == 1
    assert main(args) == 0
    shown = capsys.readouterr().out
    assert "Must Hit gives back" in shown and "asked hand by hand" in shown


def test_csv(capsys: Capsys, tmp_path: Path) -> None:
    file = tmp_path / "out.csv"
    said = asked(capsys, *EVERYTHING, "--csv", str(file))
    with file.open(encoding="utf-8") as written:
        rows = list(csv.DictReader(written))
    assert set(rows[0]) == {"part", "name", "figure", "value"}
    values = {(row["part"], row["name"], row["figure"]): row["value"] for row in rows}
    assert float(values["run", "", "mean"]) == said["mean"]
    assert float(values["wager", "main", "stake"]) == 10.0
    assert float(values["session", "", "ruin"]) == said["sessions"]["ruin"]
    sessions = [row for row in rows if row["part"] == "session result"]
    assert sum(int(row["value"]) for row in sessions) == 160
    assert float(values["meter path", "main", "0"]) == 2_000.0


def test_charts(tmp_path: Path) -> None:
    """Everything as SVG, the main game alone as PNG: its bytes have the pixels."""
    file = tmp_path / "chart.svg"
    assert main([*EVERYTHING, "--chart", str(file)]) == 0
    drawn = file.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    for words in ("95% sure", "Results of 50 rounds from $200.00", "Meters", "out of money"):
        assert words in drawn
    file = tmp_path / "chart.png"
    assert main(["simulate", "hcf", "--rounds", "100", "--seed", "1", "--chart", str(file)]) == 0
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["xyz"], "There is no game 'xyz'"),
        (["hcf", "--rounds", "1"], "The rounds are from 2 to"),
        (["hcf", "--rounds", "x"], "'--rounds'"),
        (["hcf", "--seats", "7"], "High Card Flush has from 1 to 6 seats, not 7."),
        (["hcf", "--seed", "-1"], "A seed is a whole number"),
        (["hcf", "--ante", "0"], "The limits of the Ante make no sense"),
        (["hcf", "--ante", "x"], "'x' is not an amount in dollars"),
        (["hcf", "--ante", "90000000"], "too much to be added up exactly"),
        (["hcf", "--wager", "same-suit"], "There is no wager 'same-suit' here"),
        (["hcf", "--wager", "ante=5"], "The Ante is always placed"),
        (["hcf", "--wager", "=5"], "is not a wager and its amount"),
        (["hcf", "--wager", "flush=1", "--wager", "flush-bonus=2"], "placed twice"),
        (["hcf", "--wager", "flush-bonus", "--wager", "flush-bonus"], "placed twice"),
        (["ctf", "--xtra", "A", "--paytable", "xtra=B"], "is given two paytables"),
        (["hcf", "--wager", "progressive=1.50"], "a whole multiple of its base wager"),
        (["hcf", "--wager", "progressive=2", "--base", "3"], "is one amount: its base wager"),
        (["hcf", "--paytable", "flush-bonus=A"], "goes with the wager flush-bonus"),
        (["hcf", "--paytable", "flush-bonus"], "is not a wager and its paytable"),
        (["hcf", "--xtra", "A"], "has no wager of the main game that is paid"),
        (["hcf", "--must-hit", "house"], "goes with a progressive wager"),
        (
            ["hcf", "--must-hit", "house", "--wager", "progressive"],
            "goes with a progressive that may",
        ),
        (["hcf", "--bankroll", "5"], "A bankroll goes with the length of a session."),
        (["hcf", "--session", "0"], "A session has one round or more."),
        (["hcf", "--rounds", "99", "--session", "100"], "99 rounds are less than one session"),
        (["hcf", "--session", "9", "--bankroll", "5"], "A round takes up to $20.00"),
        (["hcf", "--strategy", "nonsense"], "nonsense"),
        (["hcf", "--chart", "x.gif"], "A chart is written to a .png, .svg or .pdf file"),
        (["hcf", "--chart", "/nowhere/x.png"], "There is no folder /nowhere"),
        (["hcf", "--csv", "/"], "/ is a folder."),
        (["hcf", "--workers", "2", "--cluster", "tcp://x:1"], "choose"),
        (["hcf", "--workers", "2", "--threads", "2"], "--threads is for this machine"),
        (["hcf", "--threads", "9" * 60], "from 0 to 1,024"),
        (["hcf", "--threads", "-1"], "from 0 to 1,024"),
        (["hcf", "--workers", "-2"], "from 0 to 1,024"),
    ],
)
def test_refusals(capsys: Capsys, args: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, *args)


def test_a_cluster_without_the_extra(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    modules = __import__("sys").modules
    monkeypatch.delitem(modules, "longsuit.analysis.simulate.cluster", raising=False)
    monkeypatch.delattr("longsuit.analysis.simulate.cluster", raising=False)
    monkeypatch.setitem(modules, "dask", None)
    monkeypatch.setitem(modules, "distributed", None)
    assert "pip install 'longsuit[cluster]'" in refused(capsys, "hcf", "--workers", "2")


def test_control_c_leaves_with_a_sentence(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_args: object) -> Iterator[None]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(play.Threads, "play", interrupted)
    assert main(["simulate", "hcf", "--rounds", "1000"]) == 130
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "longsuit simulate: stopped; nothing was written.\n"


def test_a_function_is_asked_hand_by_hand() -> None:
    """Never a bet before the river, then always: its share of actions says so."""
    own = OwnStrategy(
        find_game("ctf"), lambda hole, board: "bet_1x" if len(board) == 4 else "check"
    )
    result = simulate("ctf", rounds=2_000, seed=1, strategy=own)
    assert result.actions == {"bet_3x": 0, "bet_2x": 0, "bet_1x": 1, "fold": 0}
    assert result.wagers[0].paid.exact is None
    wrong = OwnStrategy(find_game("ctf"), lambda hole, board: "raise_1x")
    with pytest.raises(InputError, match="answers 'raise_1x'"):
        simulate("ctf", rounds=10, strategy=wrong)


def test_a_function_plays_as_the_same_strategy_tabulated() -> None:
    table = strategy_for("chase-the-flush")

    def asked(hole: Sequence[str], board: Sequence[str]) -> str:
        return table.action(parse_cards(" ".join(hole)), parse_cards(" ".join(board)))

    own = OwnStrategy(table.game, asked)
    one = simulate("ctf", rounds=1_500, seed=8, seats=2, strategy=own)
    other = simulate("ctf", rounds=1_500, seed=8, seats=2, strategy=table, exact=False)
    assert one.paid == other.paid
