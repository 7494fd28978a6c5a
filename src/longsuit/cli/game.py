"""`longsuit game`: a game of one's own as a file, checked; a game in the box as a start for one."""

from pathlib import Path
from typing import Annotated

import typer

from longsuit.cli.output import JsonOption, print_json
from longsuit.core.games.catalog import file_of, find_game, game_from_file


def check(
    file: Annotated[Path, typer.Argument(help="A game as TOML (docs/games.md).")],
    as_json: JsonOption = False,
) -> None:
    """Check a file: one sentence with the line at fault, or what the file holds."""
    found = game_from_file(file)
    wagers, tables = len(found.game.wagers) + 1, len(found.paytables())
    if as_json:
        print_json({"game": found.game.id, "wagers": wagers, "paytables": tables})
    else:
        print(f"{file.name}: {found.game.name}, wagers: {wagers}, paytables: {tables}, sound.")


def export(
    game: Annotated[str, typer.Argument(help="A game in the box.")], as_json: JsonOption = False
) -> None:
    """The file of a game in the box, to start one's own from."""
    file = file_of(find_game(game))
    if as_json:
        print_json({"file": file.places.file, "text": file.text})
    else:
        print(file.text, end="")


commands = {"check": check, "export": export}
