"""A game that is nowhere but in a file of this test goes through the doors of one process.

A floor of it, played and audited: tests/floor/own_games. A round in a browser: tests/browser.
"""

from pathlib import Path

import gymnasium
import pytest
from tests.own_game import NO_DEALER, TEXT, write_game

import longsuit
from longsuit.cli.main import main
from longsuit.core.games import catalog
from longsuit.core.games.table import make_table
from longsuit.gym import FlushEnv, exact_values
from longsuit.web.rules_card import rules_card


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


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
