"""Games as files: the boxed ones and the example of docs/games.md are sound, and lines are told."""

from pathlib import Path

import pytest
from tests.own_game import DOC, TEXT

from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, game_from_file, games, paytables
from longsuit.core.games.settlement import rulings


def complaint(text: str, tmp_path: Path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        game_from_file(file)
    return str(refused.value)


@pytest.mark.parametrize(
    ("there", "instead"),
    [("seats = 6", "seats = 0"), ('verb = "bet"', 'verb = "call"'), ("board = 2", "board = 9")],
)
def test_the_line_is_the_one_at_fault(there: str, instead: str, tmp_path: Path) -> None:
    line = TEXT[: TEXT.index(there)].count("\n") + 1
    assert f"line {line}: " in complaint(TEXT.replace(there, instead, 1), tmp_path)


def test_no_game_and_no_paytable(tmp_path: Path) -> None:
    assert complaint("", tmp_path) == "mine.toml, line 1: a game starts with [game]."
    bare = TEXT.partition("[[paytable]]")[0]
    assert "there is no [[paytable]]" in complaint(bare, tmp_path)
    second = TEXT + "\n[[game.wager]]\nid = 'b'\nname = 'B'\nbasis = 'to 1'\n"
    assert "the B has no [[paytable]] in this file" in complaint(second, tmp_path)


def test_the_example_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert main(["game", "check", str(file)]) == 0
    assert capsys.readouterr().out in DOC.read_text(encoding="utf-8")
    assert main(["games", "--file", str(file)]) == 0
    assert "My Chase" in capsys.readouterr().out
    game = game_from_file(file).game
    assert [decision.board for decision in game.rules.decisions] == [3, 5]
    folded = rulings(game, game.rules, "folded")
    assert [(one.wager, one.verdict) for one in folded] == [("ante", "lose")]


@pytest.mark.parametrize("name", [one.id for one in games()])
def test_a_game_in_the_box_is_such_a_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["game", "export", name]) == 0
    file = tmp_path / "own.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    found = game_from_file(file)
    assert found.game == game_by_id(name)
    assert found.paytables() == paytables(name)
