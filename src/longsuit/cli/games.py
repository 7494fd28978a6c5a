"""`longsuit games`: what can be played here, with which wagers and paytables."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.core.games import catalog
from longsuit.core.games.game import Game
from longsuit.core.paytable import PayTable
from longsuit.core.wagers import Wager


def run(
    file: Annotated[
        Path | None, typer.Option(help="Show the game in a file instead (docs/games.md).")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """The games, their wagers, their paytables."""
    own = None if file is None else catalog.game_from_file(file)
    games = catalog.games() if own is None else (own.game,)
    boxed = (table for game in games for table in catalog.paytables(game.id))
    tables = tuple(boxed) if own is None else own.paytables()
    if as_json:
        print_json({"games": [_as_dict(game, tables) for game in games]})
        return
    console = make_console()
    for game in games:
        about = f"  {game.id} ({game.short}), {game.seats} seats"
        console.print(Text.assemble((game.name, "bold"), about))
        grid = make_grid("<wager", "<name", "<", "paytables", indent=2)
        for wager in game.wagers:
            must = "mandatory" if wager.id in game.mandatory else "optional"
            grid.add_row(wager.id, wager.name, must, ", ".join(_ids(tables, game, wager)))
        grid.add_row(game.bet.id, game.bet.name, "decision", _odds(game))
        console.print(grid)
        console.print()


def _ids(tables: tuple[PayTable, ...], game: Game, wager: Wager) -> list[str]:
    return [table.id for table in tables if (table.game, table.wager) == (game.id, wager.id)]


def _as_dict(game: Game, tables: tuple[PayTable, ...]) -> dict[str, Any]:
    return {
        "id": game.id,
        "short": game.short,
        "name": game.name,
        "seats": game.seats,
        "wagers": [
            {
                "id": wager.id,
                "name": wager.name,
                "mandatory": wager.id in game.mandatory,
                "paytables": _ids(tables, game, wager),
            }
            for wager in game.wagers
        ],
        "bet": {"id": game.bet.id, "name": game.bet.name},
    }


def _odds(game: Game) -> str:
    """What the bet pays."""
    pays = game.main[-1].pays
    return "even money" if pays == 1 else f"{pays} to 1"
