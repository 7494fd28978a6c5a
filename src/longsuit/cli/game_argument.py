"""The game that a command is about."""

from typing import Annotated

import typer

from longsuit.core.games.catalog import GAMES

_GAMES = " or ".join(f"{game.id} ({game.short})" for game in GAMES)
GameArgument = Annotated[
    str,
    typer.Argument(help=f"{_GAMES}, or the .toml file of a game of your own."),
]
