"""Bonus wagers under a cap on the payouts of a round, as they are shown."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from longsuit.analysis.exact.law.cap import Capped
from longsuit.analysis.numbers import as_json, cents_json, percent
from longsuit.cli.output import make_grid
from longsuit.core.games.game import Game
from longsuit.core.money import Cents, show_dollars

Rows = Sequence[tuple[int, Capped]]
"""Seats that make the wagers, and one of them under the cap."""


def cap_json(cap: Cents, rows: Rows) -> dict[str, Any]:
    """The cap for scripts."""
    return {
        "cap": cents_json(cap),
        "wagers": [
            {
                "wager": one.paytable.wager,
                "paytable": one.paytable.id,
                "stake": cents_json(one.stake),
                "seats": seats,
                "return": as_json(one.returns),
                "error": as_json(one.error),
                "cut": as_json(one.cut),
            }
            for seats, one in rows
        ],
    }


def show_cap(console: Console, game: Game, cap: Cents, rows: Rows) -> None:
    """The cap for people."""
    console.print(
        f"{game.name}: bonus payouts of a round capped at {show_dollars(cap)}", style="bold"
    )
    console.print("Every seat makes every bonus wager, each of the same size.", style="dim")
    console.print()
    grid = make_grid("<Wager", ">size", ">seats", ">return", ">house edge", ">the cap takes")
    for seats, one in rows:
        near = f" ±{percent(one.error, 4)}" if one.error else ""
        grid.add_row(
            game.wager(one.paytable.wager).name,
            show_dollars(one.stake).removesuffix(".00"),
            str(seats),
            percent(one.returns, 5),
            percent(1 - one.returns, 5),
            percent(one.cut, 5) + near,
        )
    console.print(grid)
