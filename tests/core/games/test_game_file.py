"""Games as files: the boxed ones and the example of docs/games.md are sound."""

from pathlib import Path

import pytest

from longsuit.cli.main import main
from longsuit.core.games.catalog import GAMES, game_by_id, game_from_file, paytables
from longsuit.core.games.settlement import rulings

DOC = (Path(__file__).parents[3] / "docs" / "games.md").read_text(encoding="utf-8")
EXAMPLE = DOC.partition("```toml\n")[2].partition("```")[0]


def test_the_example_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(EXAMPLE, encoding="utf-8")
    assert main(["game", "check", str(file)]) == 0
    assert capsys.readouterr().out in DOC
    assert main(["games", "--file", str(file)]) == 0
    assert "My Chase" in capsys.readouterr().out
    game = game_from_file(file).game
    assert [decision.board for decision in game.rules.decisions] == [3, 5]
    folded = rulings(game, game.rules, "folded")
    assert [(one.wager, one.verdict) for one in folded] == [("ante", "lose")]


@pytest.mark.parametrize("name", [one.id for one in GAMES])
def test_a_game_in_the_box_is_such_a_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["game", "export", name]) == 0
    file = tmp_path / "own.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    found = game_from_file(file)
    assert found.game == game_by_id(name)
    assert found.paytables() == paytables(name)
