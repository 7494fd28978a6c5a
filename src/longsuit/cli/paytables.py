"""`longsuit paytables`: every paytable in the box with its price."""

from fractions import Fraction
from typing import Annotated, Any

import typer
from msgspec import Struct
from rich.text import Text

from longsuit.analysis.exact.price_data import head_data
from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.numbers import one_in, percent
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.progress import waiting
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game, game_by_id, paytables
from longsuit.core.paytable import PayTable

_MARKS = (
    ("*", "main game", "the whole main game with this table, per Ante"),
    ("+", "one player", "with one player: longsuit analyze GAME --wager NAME --seats N for more"),
    ("-", "not counted", "of a main game that cannot be solved: longsuit analyze GAME says why"),
)
"""Beside a house edge: what it is of, where that is not the wager by itself."""


class Head(Struct, frozen=True):
    """What is said of a paytable in a line."""

    table: PayTable
    house_edge: Fraction | None
    hit_frequency: Fraction | None
    returns: Fraction | None
    edge_of: str = "wager"
    """What the house edge is of: the wager, the main game that it is part of, or the wager with one
    player dealt in where it looks at every hand; ``not counted`` where the main game cannot be."""

    @classmethod
    def of(cls, table: PayTable) -> "Head":
        """The price of a table; one of the main game is priced by the main game with it."""
        game = game_by_id(table.game)
        if any(terms.wager == table.wager for terms in game.main):
            try:
                solution = solve(table.game, xtra=table)
            except InputError:
                return cls(table, None, None, None, "not counted")
            edge = solution.house_edge
            return cls(table, edge, solution.xtra_frequency, 1 - edge, "main game")
        priced = price(table)
        among = game.wager(table.wager).looks_at == "table"
        figures = priced.house_edge, priced.hit_frequency, priced.returns
        return cls(table, *figures, "one player" if among else "wager")

    def as_json(self) -> dict[str, Any]:
        """The head for scripts."""
        return head_data(
            self.table, self.house_edge, self.hit_frequency, self.returns, self.edge_of
        )


def run(
    game: Annotated[str | None, typer.Argument(help="One game only.", show_default=False)] = None,
    as_json: JsonOption = False,
) -> None:
    """Every paytable: id, wager, house edge, hit rate, source."""
    definition = find_game(game) if game else None
    with waiting("Pricing the paytables"):
        heads = [Head.of(table) for table in paytables(definition.id if definition else None)]
    if as_json:
        print_json([head.as_json() for head in heads])
        return
    console = make_console()
    grid = make_grid("<Paytable", "<Wager", ">edge", ">pays", ">source")
    marks = {mark: sign for sign, mark, _ in _MARKS}
    sources = list(dict.fromkeys(head.table.source for head in heads))
    shown = ""
    for head in heads:
        table = head.table
        if table.game != shown:
            shown = table.game
            grid.add_row(Text(game_by_id(shown).name, style="bold"))
        grid.add_row(
            table.id,
            game_by_id(shown).wager(table.wager).name,
            ("" if head.house_edge is None else percent(head.house_edge, 2))
            + marks.get(head.edge_of, ""),
            "" if head.hit_frequency is None else one_in(head.hit_frequency),
            str(1 + sources.index(table.source)),
        )
    console.print(grid)
    console.print()
    for number, source in enumerate(sources, 1):
        console.print(f"{number}  {source}", style="dim")
    for sign, mark, said in _MARKS:
        if any(head.edge_of == mark for head in heads):
            console.print(f"{sign}  {said}", style="dim")
