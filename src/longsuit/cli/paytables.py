"""`longsuit paytables`: every paytable in the box with its price."""

from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from longsuit.cli.figures import as_json as exact_json
from longsuit.cli.figures import one_in, percent
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.exact.pricing import Price, price
from longsuit.games.catalog import find_game, paytables
from longsuit.games.game import Game
from longsuit.paytable import PayTable


def run(
    game: Annotated[
        str | None, typer.Argument(help="One game only: ctf or hcf.", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Every paytable: id, wager, house edge, hit rate, source."""
    definition = find_game(game) if game else None
    tables = paytables(definition.id if definition else None)
    prices = {table: None if table.wager == "xtra" else price(table) for table in tables}
    if as_json:
        print_json([head(table, prices[table]) for table in tables])
        return
    console = make_console()
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("Paytable", no_wrap=True)
    grid.add_column("Wager", no_wrap=True)
    grid.add_column("Edge", justify="right", no_wrap=True)
    grid.add_column("Pays", justify="right", no_wrap=True)
    last: Game | None = None
    for table, priced in prices.items():
        current = find_game(table.game)
        if current != last:
            grid.add_row(Text(current.name, style="bold"), "", "", "")
            last = current
        edge = percent(priced.house_edge, 2) if priced else "main game"
        hits = one_in(priced.hit_frequency) if priced else ""
        grid.add_row(table.id, current.wager(table.wager).name, edge, hits)
    console.print(grid)
    console.print(
        "The X-tra Bonus is part of the main game: longsuit analyze ctf --xtra A.", style="dim"
    )
    for source in dict.fromkeys(table.source for table in tables):
        console.print(f"Source: {source}", style="dim")


def head(table: PayTable, priced: Price | None) -> dict[str, Any]:
    """What identifies a table, and its price where it has one by itself."""
    known: dict[str, Any] = {
        "game": table.game,
        "wager": table.wager,
        "paytable": table.id,
        "name": table.name,
        "digest": table.digest,
        "source": table.source,
    }
    if priced is not None:
        known["house_edge"] = exact_json(priced.house_edge)
        known["return"] = exact_json(priced.returns)
        known["hit_frequency"] = exact_json(priced.hit_frequency)
    return known
