"""The table of the main game and rule variants as options of a command."""

from typing import Annotated

import typer

from longsuit.core.games.variants import read_rules

__all__ = [
    "MultiplesOption",
    "QualifierOption",
    "TiesOption",
    "UnqualifiedOption",
    "XtraOption",
    "read_rules",
]

XtraOption = Annotated[
    str, typer.Option(help="The table of the main game: A, B, a file or 7=250,...")
]
QualifierOption = Annotated[
    str, typer.Option(help="The dealer's qualifier: 932 (that flush or better), 9-high-3, none.")
]
MultiplesOption = Annotated[
    str,
    typer.Option(help="Bets in Antes: 3,2,1 by decision; of one decision for 2 to 7 cards."),
]
UnqualifiedOption = Annotated[
    str,
    typer.Option(
        help="If the dealer does not qualify: push or win (the Ante), "
        "or play (every wager is compared)."
    ),
]
TiesOption = Annotated[str, typer.Option(help="What a tie does: push, win or lose.")]
