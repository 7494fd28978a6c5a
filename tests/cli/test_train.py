"""`longsuit train` from a pipe: what is asked, what is said of an answer, what is kept."""

import io
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from tests.conftest import Said

from longsuit.analysis.exact.advice import advise
from longsuit.cli.main import main
from longsuit.cli.play.keys import LONGEST_LINE
from longsuit.core.cards import parse_cards
from longsuit.core.plain_number import read_exact
from longsuit.school.notebook import read_notebook

Train = Callable[..., Said]


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Train:
    def run(*args: str, lines: list[str] | None = None) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{x}\n" for x in lines or [])))
        code = main(["train", *args])
        return Said(code, *capsys.readouterr())

    return run


def test_a_drill_of_fifty_decisions(train: Train, tmp_path: Path) -> None:
    """Always folded: the sum of what that gives up, each priced again by `advise`."""
    file = tmp_path / "decisions"
    options = ("hcf", "--questions", "50", "--seed", "11", "--keep", str(file), "--json")
    said = train(*options, lines=["f"] * 50)
    told = json.loads(said.out)
    kept = read_notebook(file)
    assert (said.code, told["decisions"], len(kept)) == (0, 50, 50)
    costs = [advise("hcf", one.question.hole).cost("fold") for one in kept]
    assert [one.cost for one in kept] == costs
    assert read_exact(told["given_up"]["exact"]) == sum(costs)
    assert told["right"] == costs.count(Fraction(0)) > 0
    assert read_exact(told["given_up_per_hundred"]["exact"]) == 2 * sum(costs)
    assert sum(leak["wrong"] for leak in told["leaks"]) == 50 - told["right"]


def test_each_answer_is_judged_at_once(train: Train) -> None:
    said = train("hcf", "--questions", "2", "--seed", "4", lines=["nonsense", "f", "1"])
    assert said.out.count("Please choose one of: f, 1") >= 1
    assert said.out.count("Right (") + said.out.count(" is better by ") == 2
    assert "of 2 decisions best" in said.out
    assert "Antes per 100 decisions." in said.out


def test_a_drill_may_be_left_at_any_time(train: Train) -> None:
    assert "No decision taken." in train("hcf", "--seed", "1", lines=["q"]).out
    cut = train("hcf", "--seed", "1", lines=["f"])
    assert (cut.code, "of 1 decisions best" in cut.out) == (0, True)


def test_mistakes_come_again_from_the_file(train: Train, tmp_path: Path) -> None:
    file = tmp_path / "decisions"
    train("hcf", "--questions", "12", "--seed", "2", "--keep", str(file), lines=["f"] * 12)
    wrong = {one.question.kind for one in read_notebook(file) if one.cost}
    assert wrong
    more = ("--questions", "3", "--seed", "5", "--way", "mistakes", "--keep", str(file))
    train("hcf", *more, lines=["1"] * 3)
    again = read_notebook(file)[12:]
    assert len(again) == 3
    assert {one.question.kind for one in again} <= wrong


def test_the_rounds_of_a_history_are_judged(
    train: Train, tmp_path: Path, play: Callable[..., Said]
) -> None:
    """The same decisions cost the same at the table's coach and in the report."""
    file = tmp_path / "rounds.txt"
    options = ("ctf", "--seed", "3", "--ante", "10", "--rounds", "2", "--save", str(file))
    played = play(*options, "--coach", lines=["", "c", "c", "1", "", "3"])
    given_up = played.out.split("your decisions gave up ")[1].split()[0]
    said = train("ctf", "--history", str(file), "--json")
    told = json.loads(said.out)
    assert (said.code, told["decisions"]) == (0, 4)
    assert f"{told['given_up']['decimal']:.4f}" == given_up
    assert "decisions best" in train("ctf", "--history", str(file)).out
    other = train("ctf", "--history", str(file), "--player", "Nobody")
    assert (other.code, other.err.count("\n")) == (2, 1)
    assert "has no decisions by Nobody" in other.err


def test_a_dealer_reads_hands(train: Train) -> None:
    """Seed 2: the dealer has a queen-high four-card flush, the player a jack-high three-card."""
    lines = ["4q", "y", "3J", "d", "q"]
    said = train("hcf", "--dealer", "read", "--seed", "2", "--questions", "2", lines=lines)
    assert said.out.count("Right: ") == 4
    assert "4 of 4 answers right" in said.out
    wrong = train("hcf", "--dealer", "read", "--seed", "2", lines=["4k", "n", "x", "t", "q"])
    assert wrong.out.count("No: ") == 4


def test_a_dealer_settles_a_felt(train: Train) -> None:
    lines = ["ll", "0", "wwww", "28", "q"]
    options = ("ctf", "--dealer", "settle", "--seed", "2", "--seats", "2")
    said = train(*options, lines=lines)
    assert "2 of 2 answers right" in said.out
    said = train(*options, "--json", lines=["ll", "0", "wwww", "27", "q"])
    told = json.loads(said.out)
    assert (told["answers"], told["right"]) == (2, 1)
    assert "All In" in said.err


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("ctf", "--questions", "0"), "from 1 to 1000 questions"),
        (("ctf", "--questions", "1001"), "from 1 to 1000 questions"),
        (("ctf", "--at", "turn"), "has no decision 'turn'"),
        (("ctf", "--way", "hard"), "any, close, mistakes"),
        (("ctf", "--dealer", "shuffle"), "read, settle"),
        (("ctf", "--dealer", "settle", "--seats", "9"), "from 1 to 7 seats"),
        (("ctf", "--seed", "-1"), "The seed is"),
        (("ctf", "--history", "nowhere.txt"), "cannot be read"),
        (("ctf", "--keep", "nowhere/decisions"), "There is no folder nowhere"),
        (("whist",), "There is no game"),
    ],
)
def test_bad_input_is_one_line(train: Train, args: tuple[str, ...], why: str) -> None:
    said = train(*args)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert why in said.err


@pytest.mark.skipif(sys.platform == "win32", reason="has no such file")
def test_a_file_without_an_end_is_too_large(train: Train) -> None:
    said = train("hcf", "--history", "/dev/zero")
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert "/dev/zero is too large" in said.err


def test_a_line_without_an_end_is_no_answer(train: Train) -> None:
    said = train("hcf", "--seed", "1", lines=["f" * 100_000])
    assert max(map(len, said.out.splitlines())) < 2 * LONGEST_LINE


def test_a_cost_that_no_decision_has_is_refused(train: Train, tmp_path: Path) -> None:
    file = tmp_path / "decisions"
    train("hcf", "--questions", "1", "--seed", "2", "--keep", str(file), lines=["f"])
    line = json.loads(file.read_bytes())
    for cost in ("9" * 400, "-1", "1e9"):
        file.write_text(json.dumps(line | {"cost": cost}), encoding="utf-8")
        said = train("hcf", "--way", "mistakes", "--keep", str(file))
        assert (said.code, said.err.count("\n")) == (2, 1)
        assert "line 1 is no decision of a drill" in said.err


def test_the_opening_of_chase_the_flush_is_asked(train: Train) -> None:
    said = train("ctf", "--at", "opening", "--questions", "1", "--seed", "3", lines=["c"])
    hand = said.out.split("1 of 1, opening\n")[1].split("   ")[0]
    best = advise("ctf", parse_cards(hand)).best.action
    assert ("Right" in said.out) == (best == "check")
