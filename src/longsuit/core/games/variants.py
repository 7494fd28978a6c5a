"""Rule variants as a user types them: the dealer's qualifier, multiples of the Ante, ties."""

from collections.abc import Sequence

from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.table import check_rules


def read_rules(
    game: Game, qualifier: str = "", multiples: str = "", unqualified: str = "", ties: str = ""
) -> MainRules:
    """The game's rules with the given changes."""
    return change_rules(game, game.rules, qualifier, multiples, unqualified, ties)


def change_rules(
    game: Game,
    rules: MainRules,
    qualifier: str = "",
    multiples: str | Sequence[int] = "",
    unqualified: str = "",
    ties: str = "",
) -> MainRules:
    """Rules of the game with further changes, which it has to allow."""
    changed = rules.with_(
        qualifier=qualifier, multiples=multiples, unqualified=unqualified, ties=ties
    )
    check_rules(game, changed)
    return changed
