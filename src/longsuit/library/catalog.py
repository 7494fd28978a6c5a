"""What there is: the games, their paytables and the strategies in the box."""

from longsuit.core.games import catalog
from longsuit.core.games.game import Game
from longsuit.core.paytable import PayTable
from longsuit.library.inputs import GameLike, game_of, wager_of


def game(name: GameLike) -> Game:
    """Look up a game by its id, short name or full name: ``game("ctf").rules``."""
    return game_of(name)


def games() -> tuple[Game, ...]:
    """All built-in games, and games loaded from files so far."""
    return catalog.known_games()


def paytables(game: GameLike, wager: str = "") -> tuple[PayTable, ...]:
    """The built-in paytables of a game, or of one of its wagers."""
    found = game_of(game)
    boxed = catalog.paytables(found.id)
    if not wager:
        return boxed
    chosen = wager_of(found, wager)
    return tuple(table for table in boxed if table.wager == chosen.id)


def strategies(game: GameLike) -> tuple[str, ...]:
    """The names that `simulate` and `price_strategy` accept, best play first."""
    from longsuit.analysis.strategies.box import boxed

    return ("best", *(listed.id for listed in boxed(game_of(game).id)))
