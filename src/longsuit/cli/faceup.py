"""`longsuit faceup`: what seeing the other hands is worth."""

import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from longsuit.analysis.numbers import as_json as exact_json
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.progress import progress
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    XtraOption,
    read_rules,
)
from longsuit.core.cards import RANKS
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game, MainRules

if TYPE_CHECKING:
    from longsuit.analysis.faceup import Study
    from longsuit.analysis.faceup.exposure import Removal


def run(
    game: GameArgument,
    seats: Annotated[int, typer.Option(help="Other seats whose cards are seen.")] = -1,
    deals: Annotated[int, typer.Option(help="How many deals to draw, each valued exactly.")] = 0,
    error: Annotated[
        float | None,
        typer.Option(help="Or the standard error to aim at, in % of an Ante (usual: 0.05)."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed draws the same deals.")] = 1,
    threads: Annotated[int, typer.Option(help="Threads; the figures do not depend on them.")] = 2,
    dealer_cards: Annotated[
        int, typer.Option(help="Cards of the dealer's that are seen, too: up to 2.")
    ] = 0,
    exposure: Annotated[
        str,
        typer.Option(
            help="What cards are worth, exactly: card, rank, suit, colour (of the dealer's), "
            "two-cards (of the dealer's), flop-card, turn-card, removal (of each card); several "
            "with commas, or all."
        ),
    ] = "",
    practical: Annotated[
        bool, typer.Option("--practical", help="Also how much of it a rule by suit counts keeps.")
    ] = False,
    xtra: XtraOption = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    as_json: JsonOption = False,
) -> None:
    """Best play of GAME when the cards of other seats are seen, beside play that sees nothing."""
    definition = find_game(game)
    if exposure:
        if seats >= 0 or dealer_cards or practical or deals or error is not None:
            raise InputError("--exposure is counted over every deal, with no other cards seen.")
        rules = read_rules(definition, qualifier, multiples, unqualified, ties)
        _expose(definition, exposure, xtra, rules, threads, as_json)
        return
    if seats < 0:
        if not dealer_cards:
            raise InputError(
                f"Say how many other seats are seen: --seats 0 to {definition.seats - 1}."
            )
        seats = 0
    rules = read_rules(definition, qualifier, multiples, unqualified, ties)
    from longsuit.analysis.faceup import study

    start = time.perf_counter()
    with progress("valuing deals") as told:
        found = study(
            definition.id,
            seats,
            deals=deals or None,
            error=error / 100 if error is not None else None,
            seed=seed,
            threads=threads,
            dealer_cards=dealer_cards,
            practical=practical,
            xtra=xtra or None,
            rules=rules,
            progress=told,
        )
    seconds = time.perf_counter() - start
    if as_json:
        print_json({**found.to_dict(), "seconds": seconds})
    else:
        _show(make_console(), definition.name, found, seconds)


def _expose(
    game: Game, exposure: str, xtra: str, rules: MainRules, threads: int, as_json: bool
) -> None:
    from longsuit.analysis.exact.case import make_case
    from longsuit.analysis.faceup.exposure import expose, kinds_of

    case = make_case(game.id, xtra or None, rules)
    kinds = kinds_of(game) if exposure == "all" else tuple(exposure.split(","))
    with progress("every hand") as told:
        found = expose(case, kinds, threads=threads, progress=told)
    if as_json:
        values = {
            kind: {"value": exact_json(value), "gain": exact_json(value - found.blind)}
            for kind, value in found.values.items()
        }
        removals = [
            {"decision": one.decision, "card": f"{RANKS[one.rank]} of {one.relation}"}
            | {"change": exact_json(one.change)}
            for one in found.removals
        ]
        print_json(
            {"game": game.id, "paytables": case.paytables, "blind_value": exact_json(found.blind)}
            | {"exposures": values, "removals": removals}
        )
        return
    console = make_console()
    console.print(f"{game.name}: every deal counted, % of an Ante", style="bold")
    grid = make_grid("<Seen in advance", ">best play", ">gain", "exactly")
    grid.add_row("nothing", f"{float(found.blind):+.4%}", "", str(found.blind))
    for kind, value in found.values.items():
        grid.add_row(kind, f"{float(value):+.4%}", f"{float(value - found.blind):+.4%}", str(value))
    console.print(grid)
    if found.removals:
        _show_removals(console, found.removals)


def _show_removals(console: Console, removals: "tuple[Removal, ...]") -> None:
    console.print()
    console.print("A dead card's effect on a hand that comes to the decision:")
    columns = list(dict.fromkeys((one.relation, one.decision) for one in removals))
    grid = make_grid("<Card", *(f">{relation}: {decision}" for relation, decision in columns))
    for rank in reversed(range(len(RANKS))):
        row = {(one.relation, one.decision): one.change for one in removals if one.rank == rank}
        grid.add_row(RANKS[rank], *(f"{float(row[column]):+.4%}" for column in columns))
    console.print(grid)


def _show(console: Console, game: str, found: "Study", seconds: float) -> None:
    tables = "".join(f", {wager} {name}" for wager, name in found.paytables.items())
    console.print(f"{game}{tables}: {_seen(found)}", style="bold")
    if found.deals:
        drawn = (
            f"{found.deals:,} deals, each valued exactly (seed {found.seed}), in {seconds:.0f} s"
        )
    else:
        drawn = f"every deal counted, in {seconds:.0f} s"
    console.print(drawn, style="dim")
    console.print()
    grid = make_grid("<The player's expected result", ">% of an Ante", ">standard error")
    error = _error(found.standard_error)
    grid.add_row("seeing nothing", f"{float(found.blind):+.4%}", "exact")
    grid.add_row("seeing them, best play", f"{found.value:+.4%}", error, style="bold")
    grid.add_row("gain", f"{found.gain:+.4%}", error)
    if found.practical is not None:
        rule = found.practical
        error = _error(rule.standard_error)
        grid.add_row("practical rule by suit counts", f"{rule.value:+.4%}", error)
        grid.add_row("its gain", f"{rule.gain:+.4%}", error)
    console.print(grid)
    console.print()
    if found.practical is not None and found.practical.share is not None:
        console.print(f"The practical rule keeps {found.practical.share:.0%} of the gain.")
    if found.exact is not None:
        console.print(f"Exactly {found.exact}.")
    if found.value > 3 * found.standard_error:
        console.print("The player has the edge.", style="yellow")


def _error(error: float) -> str:
    return f"{error:.4%}" if error else "exact"


def _seen(found: "Study") -> str:
    """What is seen, in words."""
    parts = []
    if found.seats:
        parts.append(
            "the cards of one other seat"
            if found.seats == 1
            else f"the cards of {found.seats} other seats"
        )
    if found.dealer_cards:
        parts.append(f"{('one', 'two')[found.dealer_cards - 1]} of the dealer's cards")
    return (" and ".join(parts) or "nothing") + " seen"
