"""`longsuit games`: what can be played here, with which wagers and paytables."""

from typing import Any

from rich.text import Text

from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.core.games.catalog import GAMES, paytables
from longsuit.core.games.game import Game
from longsuit.core.wagers import Wager


def run(as_json: JsonOption = False) -> None:
    """The games, their wagers, their paytables."""
    if as_json:
        print_json({"games": [_as_dict(game) for game in GAMES]})
        return
    console = make_console()
    for game in GAMES:
        about = f"  {game.id} ({game.short}), {game.seats} seats"
        console.print(Text.assemble((game.name, "bold"), about))
        grid = make_grid("<wager", "<name", "<", "paytables", indent=2)
        for wager in game.wagers:
            must = "mandatory" if wager.id in game.mandatory else "optional"
            grid.add_row(wager.id, wager.name, must, ", ".join(_ids(game, wager)))
        grid.add_row(game.bet.id, game.bet.name, "decision", "even money")
        console.print(grid)
        console.print()


def _ids(game: Game, wager: Wager) -> list[str]:
    return [table.id for table in paytables(game.id) if table.wager == wager.id]


def _as_dict(game: Game) -> dict[str, Any]:
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
                "paytables": _ids(game, wager),
            }
            for wager in game.wagers
        ],
        "bet": {"id": game.bet.id, "name": game.bet.name},
    }
