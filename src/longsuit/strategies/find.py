"""The strategy that a user names: the best, one in the box, or a file of the user's own."""

from pathlib import Path

from longsuit.errors import InputError
from longsuit.exact.strategy import Strategy, best_strategy
from longsuit.games.catalog import find_game
from longsuit.games.game import MainRules
from longsuit.paytable import PayTable
from longsuit.strategies.own import OwnStrategy

BEST = "best"


def find_strategy(
    game: str,
    name: str,
    *,
    xtra: str | PayTable | None = None,
    rules: MainRules | None = None,
) -> Strategy | OwnStrategy:
    """`best`, a .npz file, or later an id in the box, a rule file, a Python function."""
    definition = find_game(game)
    if name.strip().casefold() == BEST:
        return best_strategy(definition.id, xtra=xtra, rules=rules)
    if name.endswith(".npz"):
        found = Strategy.load(Path(name))
        if found.game != definition:
            raise InputError(f"{name} is a strategy for {found.game.name}.")
        return found
    raise InputError(f"There is no strategy '{name}' for {definition.name}; there is: {BEST}.")
