"""`longsuit strategy search`: the best short rule list, found and priced."""

import time
from pathlib import Path
from typing import Annotated

import typer

from longsuit.analysis.numbers import as_json as exact_json
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.strategies.rules import write_rules
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.cli.progress import waiting
from longsuit.cli.strategy.catalog import rules_json
from longsuit.cli.strategy.options import check_folder
from longsuit.cli.variants import XtraOption
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game
from longsuit.core.plain_number import read_whole, shorten


def search(
    game: GameArgument,
    rules: Annotated[
        str, typer.Option(help="Rules a decision: 3, or for each decision in turn 4,3,2.")
    ] = "3",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the list to a .toml file.")
    ] = None,
    xtra: XtraOption = "",
    as_json: JsonOption = False,
) -> None:
    """Find the best rule list of GAME with so many rules for each decision."""
    from longsuit.analysis.strategies.search import search as find

    definition = find_game(game)
    lengths = _lengths(definition, rules)
    if output is not None:
        if output.suffix != ".toml":
            raise InputError("A rule list is written to a file whose name ends in .toml.")
        check_folder(output)
    start = time.perf_counter()
    with waiting(f"Solving {definition.name}") as say:
        found = find(definition.id, lengths, xtra=xtra or None, told=say)
    seconds = time.perf_counter() - start
    if output is not None:
        output.write_text(write_rules(found.rules), encoding="utf-8")
    costs = {decision: exact_json(cost) for decision, cost in found.costs.items()}
    edge = found.priced.solution.house_edge
    if as_json:
        print_json(
            rules_json(found.rules)
            | {"house_edge": exact_json(edge), "cost": exact_json(found.priced.cost)}
            | {"costs": costs, "seconds": seconds}
        )
        return
    console = make_console()
    console.print(found.rules.name, style="bold")
    for decision, listed in found.rules.decisions.items():
        console.print()
        given_up = percent(found.costs[decision], 5)
        console.print(f"{decision.capitalize()} (gives up {given_up} of an Ante)", style="bold")
        for number, rule in enumerate(listed, 1):
            console.print(f"{number:>3}. {rule.text}")
    console.print()
    cost = found.priced.cost
    console.print(f"House edge {percent(edge, 5)}, best play {percent(edge - cost, 5)}.")
    console.print(
        f"The list costs {decimal(cost, 7)} Antes a round, {percent(cost, 5)} of an Ante: "
        f"exactly {cost.numerator}/{cost.denominator} ({seconds:.0f} s)."
    )


def _lengths(game: Game, text: str) -> dict[str, int]:
    read = [read_whole(part.strip()) for part in text.split(",")]
    names = [decision.name for decision in game.rules.decisions]
    numbers = [number for number in read if number is not None]
    if len(numbers) < len(read):
        raise InputError(f"'{shorten(text)}' is not a number of rules, such as 3 or 4,3,2.")
    if len(numbers) == 1:
        numbers *= len(names)
    if len(numbers) != len(names):
        raise InputError(f"{game.name} decides at: {', '.join(names)}; say a number for each.")
    return dict(zip(names, numbers, strict=True))
