"""The game that a command is about."""

from typing import Annotated

import typer

from longsuit.core.games.catalog import GAMES

_GAMES = ", ".join(f"{game.id} ({game.short})" for game in GAMES)
GameArgument = Annotated[
    str,
    typer.Argument(help=f"{_GAMES}, another of `longsuit games`, or the .toml file of your own."),
]
