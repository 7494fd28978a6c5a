"""A floor's own games, as the log has them: a stream of its own (decisions/0037-own-games.md)."""

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import add_game, game_from_text
from longsuit.core.games.game_file import GameFile
from longsuit.core.round.events import Event

GAMES = "games"
"""The name of the stream."""
BY_START = ("system", "start")
"""Who brings a game, and by which command: a server that begins."""
LARGEST_GAME = 30_000
"""Characters of a game's file; those in the box have less than half of it."""


class GameBrought(Event, frozen=True):
    """From now on the floor knows a game. Its id and short name stand for this text for ever."""

    game: str
    """Its id."""
    file: str
    """The name that its file had, for complaints."""
    text: str
    """All of the file."""


def brought(file: GameFile) -> GameBrought:
    """A game as the log has it."""
    if len(file.text) > LARGEST_GAME:
        raise InputError(
            f"{file.places.file} is too large for a floor's log: {LARGEST_GAME:,} characters."
        )
    return GameBrought(file.game.id, file.places.file, file.text)


def know(event: GameBrought) -> None:
    """The game of a log is known in this process; another one may not have its names."""
    add_game(game_from_text(event.text, event.file), of_log=True)
