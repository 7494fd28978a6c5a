"""`longsuit strategy export`, `show`, `openings`, `costs`: best play as a file, and its parts."""

import csv
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from longsuit.analysis.exact.decisions import Opening, habits, openings
from longsuit.analysis.exact.tuned import CHASE, boxed_game
from longsuit.analysis.numbers import as_json as exact_json
from longsuit.analysis.numbers import decimal
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, card_text, make_console, make_grid, print_json
from longsuit.cli.progress import waiting
from longsuit.cli.strategy.options import check_folder
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    XtraOption,
    read_rules,
)
from longsuit.core.cards import card_name, card_names, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game


def export(
    game: GameArgument,
    output: Annotated[Path, typer.Option("--output", "-o", help="The .npz file to write.")],
    xtra: XtraOption = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write the best strategy of GAME, every hand at every decision (see docs/strategy.md)."""
    from longsuit.analysis.exact.strategy import best_strategy

    if output.suffix != ".npz":
        raise InputError("A strategy is written to a file whose name ends in .npz.")
    check_folder(output)
    definition = find_game(game)
    rules = read_rules(definition, qualifier, multiples, unqualified, ties)
    with waiting(f"Solving {definition.name}"):
        strategy = best_strategy(definition.id, xtra=xtra or None, rules=rules)
        strategy.save(output)
    size = output.stat().st_size
    if as_json:
        print_json({"file": str(output), "bytes": size, **strategy.about})
    else:
        make_console().print(f"{definition.name}: {output}, {size:,} bytes.")


def show(
    file: Annotated[Path, typer.Argument(help="A strategy that export wrote.")],
    hole: Annotated[str, typer.Argument(help="The player's own cards.")],
    board: Annotated[str, typer.Argument(help="The community cards, if any are out.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Look HOLE up in a strategy FILE."""
    from longsuit.analysis.exact.strategy import Strategy

    cards, shared = parse_cards(hole), parse_cards(board)
    action = Strategy.load(file).action(cards, shared)
    if as_json:
        print_json(
            {
                "hole": [card_name(card) for card in cards],
                "board": [card_name(card) for card in shared],
                "best": action,
            }
        )
    else:
        make_console().print(action)


def opening_hands(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write them all to a .csv file.")
    ] = None,
    xtra: XtraOption = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    top: Annotated[int, typer.Option(help="How many to print.")] = 20,
    as_json: JsonOption = False,
) -> None:
    """The 1,755 opening hands of three cards with both values, the best bets first."""
    if output is not None:
        check_folder(output)
    chase = boxed_game(CHASE)
    rules = read_rules(chase, qualifier, multiples, unqualified, ties)
    bet = chase.action_name(rules.decisions[0].most[0])
    with waiting("Solving the openings"):
        table = openings(chase.id, xtra or None, rules)
    if output is not None:
        with output.open("w", encoding="utf-8", newline="") as file:
            _write_csv(file, table)
    if as_json:
        print_json({"openings": [_opening_json(opening) for opening in table]})
        return
    console = make_console()
    bets = sum(opening.hands for opening in table if opening.bet > opening.check)
    console.print(f"{len(table):,} opening hands; {bet} with {bets:,} of 22,100 deals.")
    grid = make_grid("<Hand", ">deals", f">{bet}", ">check", ">difference")
    for opening in table[: max(top, 0)]:
        difference = opening.bet - opening.check
        grid.add_row(
            card_text(console, opening.cards),
            str(opening.hands),
            decimal(opening.bet),
            decimal(opening.check),
            decimal(difference),
        )
    console.print(grid)


def costs(
    game: GameArgument,
    xtra: XtraOption = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    as_json: JsonOption = False,
) -> None:
    """What each decision of GAME costs when it is always taken one way."""
    definition = find_game(game)
    rules = read_rules(definition, qualifier, multiples, unqualified, ties)
    with waiting("Solving once for each way"):
        found = habits(definition.id, xtra or None, rules)
    if as_json:
        rows = [
            {
                "decision": habit.decision,
                "always": habit.always,
                "value": exact_json(habit.value),
                "cost": exact_json(habit.cost),
            }
            for habit in found
        ]
        print_json({"game": definition.id, "habits": rows})
        return
    console = make_console()
    grid = make_grid("<Decision", "<always", ">house edge", ">costs in Antes")
    for habit in found:
        edge = f"{decimal(-habit.value * 100, 4)}%"
        grid.add_row(habit.decision, habit.always, edge, decimal(habit.cost))
    console.print(grid)


def _write_csv(file: TextIO, table: list[Opening]) -> None:
    writer = csv.writer(file)
    writer.writerow(["hand", "deals", "bet", "bet_exact", "check", "check_exact", "best"])
    for opening in table:
        best = "bet" if opening.bet > opening.check else "check"
        values = (*_both(opening.bet), *_both(opening.check))
        writer.writerow([card_names(opening.cards), opening.hands, *values, best])


def _both(value: Fraction) -> tuple[str, str]:
    return decimal(value, 9), f"{value.numerator}/{value.denominator}"


def _opening_json(opening: Opening) -> dict[str, Any]:
    return {
        "hand": [card_name(card) for card in opening.cards],
        "deals": opening.hands,
        "bet": exact_json(opening.bet),
        "check": exact_json(opening.check),
    }
