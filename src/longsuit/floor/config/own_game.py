"""A game's file that a floor's configuration names."""

from pathlib import Path

import structlog

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import add_game, game_from_file, own_files
from longsuit.core.games.game import Game

logger = structlog.get_logger()
_TODO = "give a changed game an id and a short name of its own"


def bring_game(path: Path) -> Game:
    """Know the game of a file. The floor's log goes before it, once it has the game.

    What was played stays as it was: a file that is gone is not needed, and one that has changed is
    another game, which needs names of its own.
    """
    try:
        file = game_from_file(path)
    except InputError:
        kept = next((one.game for one in own_files() if one.places.file == path.name), None)
        if path.exists() or kept is None:
            raise
        logger.warning("the file of a game is gone: its log has it", file=str(path), game=kept.id)
        return kept
    kept = next((one.game for one in own_files() if one.game.id == file.game.id), None)
    try:
        return add_game(file)
    except InputError:
        if kept is None:
            raise
        logger.warning("the log's game goes on", file=str(path), game=kept.id, todo=_TODO)
        return kept
