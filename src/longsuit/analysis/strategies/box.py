"""The strategies in the box: rule lists that come with the package."""

from functools import lru_cache
from importlib import resources

from longsuit.analysis.strategies.rules import RuleList, read_rules_file
from longsuit.core.games.catalog import GAMES
from longsuit.core.games.game import Game

PUBLISHED = "basic"


@lru_cache
def boxed(game_id: str) -> tuple[RuleList, ...]:
    """The lists of a game: the published one first, then by their length."""
    found = []
    folder = resources.files("longsuit.analysis.strategies").joinpath("box")
    for file in folder.iterdir():
        if file.name.endswith(".toml"):
            rules = read_rules_file(file.read_text(encoding="utf-8"), file.name)
            if rules.game == game_id:
                found.append(rules)
    return tuple(sorted(found, key=lambda rules: (rules.id != PUBLISHED, len(rules))))


def in_the_box(game: Game, name: str) -> RuleList | None:
    """The list of that id."""
    wanted = name.strip().casefold()
    return next((rules for rules in boxed(game.id) if rules.id == wanted), None)


def ids() -> dict[str, tuple[str, ...]]:
    """The ids of every game's lists."""
    return {game.id: tuple(rules.id for rules in boxed(game.id)) for game in GAMES}
