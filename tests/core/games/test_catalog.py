"""Games that are found by name or by the path of their file."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from longsuit.core.errors import InputError
from longsuit.core.games import catalog
from longsuit.core.games.catalog import (
    GAMES,
    default_paytable,
    find_game,
    find_paytable,
    game_by_id,
    games,
    is_game,
    known_game,
    known_games,
    paytables,
)

SHELF = Path(catalog.__file__).parent / "family" / "two_card_chase.toml"


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test brings is not known to the next."""
    monkeypatch.setattr(catalog, "_own", {})


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A game that nobody knows yet."""
    file = tmp_path / "mine.toml"
    text = SHELF.read_text(encoding="utf-8")
    text = text.replace("two-card-chase", "my-chase").replace('"tcc"', '"mine"')
    file.write_text(text.replace("Two-card Chase", "My Chase"), encoding="utf-8")
    return file


def test_every_game_in_the_box_is_listed_and_found_the_documented_ones_first() -> None:
    for game in games():
        assert find_game(game.id) == find_game(game.short) == game_by_id(game.id) == game
        assert paytables(game.id)
    assert games()[: len(GAMES)] == GAMES
    assert [game.short for game in games()[len(GAMES) :]] == ["rush", "ils", "tcc"]


def test_a_game_of_a_file_is_known_after_those_in_the_box(own: Path) -> None:
    assert known_games() == games()
    mine = find_game(str(own))
    assert known_games() == (*games(), mine)


def test_a_file_is_known_by_its_names_once_its_path_is_given(own: Path) -> None:
    assert not is_game("my-chase")
    with pytest.raises(InputError, match="There is no game 'mine'"):
        find_game("mine")
    game = find_game(str(own))
    assert game.name == "My Chase"
    assert find_game("mine") == find_game("my-chase") == game_by_id("my-chase") == game
    assert find_game(str(own)) == game
    bonus = game.wager("suit-bonus")
    assert default_paytable(game, bonus) == find_paytable(game, bonus, "A") == paytables(game.id)[0]
    assert default_paytable(game, bonus).game == "my-chase"


def test_threads_that_bring_one_file_get_one_game(own: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        games = list(pool.map(find_game, [str(own)] * 32))
    assert all(game is games[0] for game in games)


def test_doors_to_the_network_read_no_file(own: Path) -> None:
    with pytest.raises(InputError, match="There is no game"):
        known_game(str(own))


def test_a_file_of_a_game_in_the_box_is_that_game() -> None:
    assert find_game(str(SHELF)) is find_game("tcc")


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("my-chase", "chase-the-flush", "chase-the-flush"),
        ('"mine"', '"hcf"', "hcf"),
        ('"mine"', '"two-card-chase"', "two-card-chase"),
    ],
)
def test_a_name_that_is_taken_is_refused(own: Path, old: str, new: str, name: str) -> None:
    own.write_text(own.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(
        InputError, match=rf"^mine\.toml: the name '{name}' is taken by another game"
    ):
        find_game(str(own))


def test_a_changed_file_is_another_game(own: Path) -> None:
    game = find_game(str(own))
    own.write_text(own.read_text(encoding="utf-8").replace("= 300", "= 299"), encoding="utf-8")
    with pytest.raises(InputError, match="the name 'my-chase' is taken by another game, My Chase"):
        find_game(str(own))
    assert find_game("mine") is game


def test_only_so_many_are_known(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_MOST_OWN", 0)
    with pytest.raises(InputError, match="0 games from files are known already"):
        find_game(str(own))


def test_a_bad_file_leaves_nothing_behind(own: Path) -> None:
    own.write_text(own.read_text(encoding="utf-8").replace("hole = 2", "hole = 9"))
    with pytest.raises(InputError, match=r"mine\.toml, line 9: hole is a whole number"):
        find_game(str(own))
    assert not is_game("my-chase")
