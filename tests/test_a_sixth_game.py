"""A game that is nowhere but in a file of this test goes through the doors of one process.

A floor of it, played and audited: tests/floor/own_games. A round in a browser: tests/browser.
"""

import io
import json
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import gymnasium
import pytest
from tests.conftest import Play, Said
from tests.own_game import NO_DEALER, QUICK, TEXT, write_game

import longsuit
from longsuit.cli.main import main
from longsuit.core.games import catalog
from longsuit.core.games.table import make_table
from longsuit.gym import FlushEnv, exact_values
from longsuit.web.rules_card import rules_card


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


@pytest.fixture
def play_train(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def run(*args: str, lines: list[str]) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
        return Said(main(["train", *args]), *capsys.readouterr())

    return run


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(write_game(tmp_path))
    for asked, told in (
        (["game", "check", file], "My Chase, wagers: 3, paytables: 1, sound."),
        (["games", "--file", file], "suit-bonus"),
        (["advise", file, "AhKd", "Qh7d2s9c3h"], "fold"),
    ):
        assert main(asked) == 0, asked
        assert told in capsys.readouterr().out, asked
    # What there is not for it yet is refused in one sentence.
    for command in (["strategy", "list", file], ["report", file, "-o", str(tmp_path / "x.pdf")]):
        assert main(command) == 2
        said = capsys.readouterr().err
        assert "My Chase" in said and said.count("\n") == 1


def test_it_is_solved_priced_and_simulated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hand of three cards: the wager on it is counted by hand, and play by its own cards."""
    file = str(write_game(tmp_path, text=QUICK))
    told = {}
    for name, asked in (
        ("solved", ["analyze", file]),
        ("priced", ["analyze", file, "--wager", "three-suit"]),
        ("played", ["simulate", file, "--rounds", "20000", "--seed", "1"]),
    ):
        assert main([*asked, "--json"]) == 0, asked
        told[name] = json.loads(capsys.readouterr().out)
    assert told["solved"]["deals"] == comb(52, 3) * comb(49, 3)
    flushes = Fraction(4 * comb(13, 3), comb(52, 3))
    assert told["priced"]["house_edge"]["exact"] == str(1 - 18 * flushes)
    off = told["played"]["net"] + told["solved"]["house_edge"]["decimal"]
    assert abs(off) < 4 * told["played"]["standard_error"]


def test_one_without_a_dealer_has_figures_or_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = NO_DEALER.replace("hole = 4", "hole = 3").replace("own = 2", "own = 1")
    file = str(write_game(tmp_path, text=short))
    solved = ["analyze", file], ["simulate", file, "--rounds", "1000"]
    for asked in (
        *solved,
        ["analyze", file, "--wager", "ante"],
        ["report", file, "-o", str(tmp_path / "x.pdf")],
    ):
        code = main(asked)
        said = capsys.readouterr()
        assert code == 0 or (code == 2 and said.err.count("\n") == 1), asked
        assert ("house edge" in said.out.lower()) == (asked in solved), asked


@pytest.mark.parametrize("coach", ["--coach", "--no-coach"])
def test_a_round_at_the_terminal_with_robots(tmp_path: Path, play: Play, coach: str) -> None:
    """Through a pipe, to the end of a round, whether or not its decisions can be judged."""
    for name, text, keys in (("a.toml", QUICK, ["1"]), ("b.toml", NO_DEALER, ["1", "1"])):
        file = str(write_game(tmp_path, name, text))
        told = play(file, "--seed", "3", "--ante", "5", "--seats", "3", coach, lines=["", *keys])
        assert (told.code, told.err) == (0, "")
        assert ("Dealer has" in told.out) == ("Dealer" in told.out) == (text == QUICK)
        assert "Robot 2: " in told.out and "Robot 3: " in told.out
        assert "Together" in told.out and "You leave with" in told.out
        assert told.out.count("Coach: ") == (0 if coach == "--no-coach" else len(keys) + 1)


def test_the_school_has_drills_for_it_or_says_so(tmp_path: Path, play_train: Play) -> None:
    drilled = play_train(str(write_game(tmp_path, text=QUICK)), lines=["q"])
    assert drilled.code == 0 and "1 of 20, raise" in drilled.out
    file = str(write_game(tmp_path, "b.toml", NO_DEALER))
    none = "My Rush has no dealer, so there is no dealer's drill."
    for more, said in (
        ([], "The school has no drills for My Rush yet."),
        (["--dealer", "read"], none),
        (["--dealer", "settle"], none),
    ):
        told = play_train(file, *more, lines=["q"])
        assert (told.code, told.out, told.err) == (2, "", f"longsuit train: {said}\n")


def test_the_library_and_the_gym(tmp_path: Path) -> None:
    game = longsuit.Game.load(write_game(tmp_path))
    env = FlushEnv(game.id)
    env.reset(seed=3)
    env.step(0)
    # At the river the values of the gym are those of the library.
    seen = env.view
    own, board = ("".join(filter(None, cards)) for cards in (seen.seats[0].cards, seen.board))
    advice = longsuit.advise("mine", own, board)
    assert sorted(exact_values(env).values()) == sorted(one.value for one in advice.options)
    assert isinstance(env, gymnasium.Env)


def test_the_card_says_what_the_file_says() -> None:
    for text, told in (
        (TEXT, "You and the dealer get two cards each; five community cards are shared."),
        (NO_DEALER, "You get four cards, and three more later."),
    ):
        game = catalog.add_game(catalog.game_from_text(text, "own.toml"))
        assert told in rules_card(make_table(game.id))["steps"]
