"""`longsuit strategy card`: a rule list to carry, as PDF or PNG."""

from pathlib import Path
from typing import Annotated

import typer

from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.cli.progress import waiting
from longsuit.cli.strategy.options import check_folder
from longsuit.cli.variants import XtraOption
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game


def card(
    game: GameArgument,
    name: Annotated[str, typer.Argument(help="An id of `list`, or a rule file.")] = "short",
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The .pdf or .png file to write.")
    ] = Path("card.pdf"),
    xtra: XtraOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write the rules of a strategy as a card for the wallet, with its price."""
    from longsuit.analysis.report.strategy_card import ENDINGS, write_card
    from longsuit.analysis.strategies.lookup import find_rules
    from longsuit.analysis.strategies.price_cache import price_rules

    if output.suffix.lower() not in ENDINGS:
        raise InputError(f"A card is written to a .pdf or .png file, not to {output.name}.")
    check_folder(output)
    definition = find_game(game)
    rules = find_rules(definition.id, name)
    with waiting(f"Pricing {name}"):
        found = price_rules(rules, xtra=xtra or None)
    write_card(rules, found, output)
    size = output.stat().st_size
    if as_json:
        print_json({"game": definition.id, "strategy": name, "file": str(output), "bytes": size})
    else:
        make_console().print(f"{definition.name}, {rules.name}: {output}, {size:,} bytes.")
