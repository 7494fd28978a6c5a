"""`longsuit strategy price`: what a strategy comes to, exactly, or by simulation."""

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from longsuit.analysis.numbers import decimal, percent
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.progress import progress, waiting
from longsuit.cli.strategy.options import NameArgument
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    XtraOption,
    read_rules,
)
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game, MainRules

if TYPE_CHECKING:
    from longsuit.analysis.strategies.player_function import OwnStrategy
    from longsuit.analysis.strategies.price import Priced


def price(
    game: GameArgument,
    name: NameArgument,
    only: Annotated[
        str, typer.Option(help="Price this decision alone (opening, flop, river), best play else.")
    ] = "",
    xtra: XtraOption = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    rounds: Annotated[
        int, typer.Option(help="Rounds to simulate where a function cannot be priced exactly.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Of that simulation.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Price a strategy of GAME: exactly, over every deal, or a slow function by simulation."""
    # Compiled code takes a second to load: only who prices waits for it.
    from longsuit.analysis.strategies.lookup import find_rules, find_strategy, is_rule_list
    from longsuit.analysis.strategies.player_function import OwnStrategy
    from longsuit.analysis.strategies.price_cache import price_rules, priced

    definition = find_game(game)
    rules = read_rules(definition, qualifier, multiples, unqualified, ties)
    start = time.perf_counter()
    table = xtra or None
    if only:
        found = _alone(definition, name, only, table, rules)
    elif is_rule_list(name):
        listed = find_rules(definition.id, name, others=True)
        with waiting(f"Pricing {name}"):
            found = price_rules(listed, xtra=table, variant=rules)
    else:
        with progress(f"Asking {name}") as told:
            strategy = find_strategy(definition.id, name, xtra=table, rules=rules, told=told)
        if isinstance(strategy, OwnStrategy):
            _simulated(strategy, name, xtra, rules, rounds, seed, as_json)
            return
        with waiting(f"Pricing {name}"):
            found = priced(strategy, xtra=table, rules=rules)
    seconds = time.perf_counter() - start
    if as_json:
        print_json({"strategy": name, "exact": True, **found.to_dict(), "seconds": seconds})
    else:
        _show(make_console(), name, found, seconds)


def _alone(game: Game, name: str, only: str, xtra: str | None, rules: MainRules) -> "Priced":
    """A strategy at one decision, best play at the others."""
    from longsuit.analysis.exact.strategy import Strategy, best_strategy
    from longsuit.analysis.strategies.lookup import find_strategy
    from longsuit.analysis.strategies.price import play_best_but
    from longsuit.analysis.strategies.price_cache import priced

    named = [decision.name for decision in rules.decisions]
    if only not in named:
        raise InputError(f"{game.name} decides at: {', '.join(named)}; not at '{only[:20]}'.")
    with waiting(f"Pricing {name} at the {only}"):
        strategy = find_strategy(game.id, name, xtra=xtra, rules=rules)
        if not isinstance(strategy, Strategy):
            raise InputError("A function of this game is simulated whole: write it as a rule file.")
        best = best_strategy(game.id, xtra=xtra, rules=rules)
        return priced(play_best_but([only], strategy, best), xtra=xtra, rules=rules)


def _show(console: Console, name: str, found: "Priced", seconds: float) -> None:
    solution = found.solution
    tables = ", ".join(f"{wager} {table}" for wager, table in solution.paytables.items())
    console.print(f"{solution.game.name}{', ' + tables if tables else ''}: {name}", style="bold")
    console.print(f"{solution.deals:,} deals, in {seconds:.1f} s", style="dim")
    console.print()
    grid = make_grid("<", ">this strategy", ">best play", "exactly")
    best = found.best
    for label, ours, theirs, shown in (
        ("House edge", solution.house_edge, best.house_edge, _percent),
        ("Element of risk", solution.element_of_risk, best.element_of_risk, _percent),
        ("Average wager", solution.average_wager, best.average_wager, decimal),
    ):
        exactly = f"{ours.numerator}/{ours.denominator}"
        grid.add_row(label, shown(ours), shown(theirs), exactly)
    deviation = f"{solution.standard_deviation:.6f}", f"{best.standard_deviation:.6f}"
    grid.add_row("Standard deviation", *deviation, "")
    for action, share in solution.actions.items():
        grid.add_row(action, percent(share), percent(best.actions.get(action, share * 0)), "")
    console.print(grid)
    console.print()
    cost = found.cost
    console.print(
        f"It costs {decimal(cost, 7)} Antes a round against best play, {percent(cost, 5)} of an "
        f"Ante: exactly {cost.numerator}/{cost.denominator}."
    )
    if len(found.costs) > 1:
        by = ", ".join(f"{name} {percent(one, 5)}" for name, one in found.costs.items())
        console.print(f"By decision, best play after each: {by}.")


def _percent(value: Any) -> str:
    return percent(value, 5)


def _simulated(
    strategy: "OwnStrategy",
    name: str,
    xtra: str,
    rules: MainRules,
    rounds: int,
    seed: int,
    as_json: bool,
) -> None:
    mean, error = _play(strategy.game, strategy, xtra, rules, rounds, seed)
    if as_json:
        result = {"game": strategy.game.id, "strategy": name, "exact": False, "rounds": rounds}
        print_json(result | {"seed": seed, "mean": mean, "standard_error": error})
        return
    console = make_console()
    console.print(f"{strategy.game.name}: {name}", style="bold")
    console.print(
        "A function of this game cannot be asked for all 284 million hands of the river, so it "
        "is simulated; a rule file is priced exactly."
    )
    console.print(f"{rounds:,} rounds, seed {seed}", style="dim")
    console.print(f"Mean {mean:+.5f} Antes a round, standard error {error:.5f}.")


def _play(
    game: Game, strategy: "OwnStrategy", xtra: str, rules: MainRules, rounds: int, seed: int
) -> tuple[float, float]:
    """The mean of the main game, in Antes, and its standard error."""
    from longsuit.analysis.simulate import simulate

    ante = 100
    tables = {wager.id: xtra for wager in game.by_table} if xtra else None
    with progress(f"{rounds:,} rounds") as told:
        result = simulate(
            game.id,
            rounds=rounds,
            seed=seed,
            strategy=strategy,
            ante=ante,
            paytables=tables,
            rules=rules,
            exact=False,
            told=told,
        )
    return result.mean, result.standard_error
