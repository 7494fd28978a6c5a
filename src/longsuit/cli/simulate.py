"""`longsuit simulate`: many rounds played out."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.tuned import tuned_case, tuned_shape
from longsuit.analysis.numbers import percent
from longsuit.cli.game_argument import GameArgument
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.progress import progress
from longsuit.cli.simulate_output import show_simulation, write_csv
from longsuit.cli.variants import (
    MultiplesOption,
    QualifierOption,
    TiesOption,
    UnqualifiedOption,
    XtraOption,
    read_rules,
)
from longsuit.cli.wager_options import read_main_table, read_tables, read_wagers
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game, MainRules
from longsuit.core.money import parse_dollars
from longsuit.core.paytable import PayTable
from longsuit.library.must_hit import read_must_hit

if TYPE_CHECKING:
    from longsuit.analysis.simulate.play import Workers

_CHARTS = (".png", ".svg", ".pdf")
_MOST_THREADS = 1_024
_ROBOT = "robot"


def run(
    game: GameArgument,
    rounds: Annotated[int, typer.Option(help="How many rounds to play.")] = 10_000_000,
    seed: Annotated[
        int | None, typer.Option(help="Repeats a run exactly; drawn and shown if not given.")
    ] = None,
    strategy: Annotated[
        str, typer.Option(help="What every seat plays: best, a name, or a file.")
    ] = "best",
    seats: Annotated[int, typer.Option(help="Seats at the table, all playing alike.")] = 1,
    ante: Annotated[str, typer.Option(help="The Ante in dollars.")] = "5",
    wager: Annotated[
        list[str] | None,
        typer.Option(help="A further wager: same-suit=5, or stax for the usual amount."),
    ] = None,
    paytable: Annotated[
        list[str] | None,
        typer.Option(help="A wager's paytable: an id, a file, or lengths, such as same-suit=B."),
    ] = None,
    xtra: XtraOption = "",
    base: Annotated[
        str, typer.Option(help="The progressive wager in dollars; its pays and seeds scale.")
    ] = "",
    mandatory: Annotated[
        bool, typer.Option("--mandatory", help="The progressive goes with every Ante.")
    ] = False,
    must_hit: Annotated[
        str, typer.Option(help="A Must Hit meter on top: house, or 500,1000,3%.")
    ] = "",
    bonus_cap: Annotated[
        str, typer.Option(help="The most that all bonus payouts of a round may come to.")
    ] = "",
    session: Annotated[
        int | None, typer.Option(help="Cut the rounds into sessions of this many.")
    ] = None,
    bankroll: Annotated[
        str, typer.Option(help="What a session starts with, in dollars; it ends when it is lost.")
    ] = "",
    qualifier: QualifierOption = "",
    multiples: MultiplesOption = "",
    unqualified: UnqualifiedOption = "",
    ties: TiesOption = "",
    exact: Annotated[
        bool, typer.Option(help="Price the main game's strategy exactly, to compare.")
    ] = True,
    threads: Annotated[int, typer.Option(help="Cores to use here; 0 for all.")] = 0,
    workers: Annotated[int, typer.Option(help="Start a Dask cluster of N processes here.")] = 0,
    cluster: Annotated[str, typer.Option(help="A running Dask cluster: tcp://HOST:PORT.")] = "",
    csv: Annotated[Path | None, typer.Option(help="Write all figures to a .csv file.")] = None,
    chart: Annotated[
        Path | None, typer.Option(help="Draw the results to a .png, .svg or .pdf file.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Rounds of GAME played out, and every wager's result beside its exact value."""
    definition = find_game(game)
    rules = read_rules(definition, qualifier, multiples, unqualified, ties)
    placed = read_wagers(definition, wager or ())
    chosen = read_tables(definition, paytable or (), xtra)
    for path in (csv, chart):
        _check_file(path)
    if chart is not None and chart.suffix.lower() not in _CHARTS:
        raise InputError(f"A chart is written to a .png, .svg or .pdf file, not to {chart.name}.")
    # A robot plays what cannot be solved, too: of such a game no case is made.
    robot, own = strategy == _ROBOT, read_main_table(definition, chosen)
    tuned = (
        tuned_shape(definition, rules) is not None
        if robot
        else tuned_case(make_case(definition.id, own, rules)) is not None
    )
    if robot or not tuned:
        others = (strategy not in ("best", _ROBOT), seats != 1, ante != "5", placed, base,
                  len(chosen) > (own is not None), mandatory, must_hit, bonus_cap, session,
                  bankroll, threads, workers, cluster, csv, chart)  # fmt: skip
        if any(others):
            how = (
                f"A {_ROBOT} plays the main game at one seat"
                if tuned
                else f"{definition.name} is simulated with best play of the main game at one seat, "
                f"or with --strategy {_ROBOT} by the thresholds of its file"
            )
            raise InputError(
                f"{how}, so of the other options only the rules and the table of the main game, "
                "--rounds, --seed and --json apply."
            )
        drawn = secrets.randbelow(2**32) if seed is None else seed
        if robot:
            _robot(definition, rules or definition.rules, own, rounds, drawn, as_json)
        else:
            _main_game(make_case(definition.id, own, rules), rounds, drawn, as_json)
        return 0
    from longsuit.analysis.simulate import simulate

    try:
        with _workers(threads, workers, cluster) as players, progress(f"{rounds:,} rounds") as told:
            result = simulate(
                definition.id,
                rounds=rounds,
                seed=secrets.randbelow(2**32) if seed is None else seed,
                strategy=strategy,
                seats=seats,
                ante=parse_dollars(ante),
                wagers=placed,
                paytables=chosen,
                base=parse_dollars(base) if base else None,
                mandatory=mandatory,
                must_hit=read_must_hit(must_hit) if must_hit else None,
                bonus_cap=parse_dollars(bonus_cap) if bonus_cap else 0,
                rules=rules,
                session=session,
                bankroll=parse_dollars(bankroll) if bankroll else None,
                exact=exact,
                workers=players,
                told=told,
            )
    except KeyboardInterrupt:
        sys.stderr.write("longsuit simulate: stopped; nothing was written.\n")
        return 130
    if csv is not None:
        with csv.open("w", encoding="utf-8", newline="") as file:
            write_csv(file, result)
    if chart is not None:
        from longsuit.analysis.report.charts import save
        from longsuit.analysis.report.simulation_charts import draw_simulation

        save(draw_simulation(result), chart)
    if as_json:
        print_json(result.to_dict())
    else:
        show_simulation(make_console(), result)
    return 0


def _robot(
    game: Game, rules: MainRules, own: PayTable | None, rounds: int, seed: int, as_json: bool
) -> None:
    """A game by the thresholds of its file, also where nothing exact can be counted."""
    from longsuit.analysis.simulate.robots import simulate_robot

    with progress(f"{rounds:,} rounds") as told:
        result = simulate_robot(game, rules, own, rounds=rounds, seed=seed, told=told)
    if as_json:
        print_json(result.to_dict())
        return
    console = make_console()
    console.print(result.headline)
    console.print(f"Wagered {result.wagered:.6f} Antes a round; folded {result.folded:.4%}.")


def _main_game(case: Case, rounds: int, seed: int, as_json: bool) -> None:
    """A game that has no kernel of its own: the main game with best play."""
    from longsuit.analysis.simulate.any_game import simulate_any

    with progress(f"{rounds:,} rounds") as told:
        result = simulate_any(case, rounds=rounds, seed=seed, told=told)
    if as_json:
        print_json(result.to_dict())
        return
    console = make_console()
    console.print(result.headline)
    grid = make_grid("<Action", ">share of rounds", ">exactly")
    for name, (share, exact) in result.actions.items():
        grid.add_row(name, f"{share:.4%}", percent(exact))
    console.print(grid)


def _check_file(path: Path | None) -> None:
    if path is None:
        return
    if path.is_dir():
        raise InputError(f"{path} is a folder.")
    if not path.parent.is_dir():
        raise InputError(f"There is no folder {path.parent} to write {path.name} to.")


@contextmanager
def _workers(threads: int, workers: int, cluster: str) -> Iterator["Workers"]:
    """Who plays: the cores of this machine, or a cluster."""
    if workers and cluster:
        raise InputError("--workers starts a cluster and --cluster names one: choose.")
    if threads and (workers or cluster):
        raise InputError("--threads is for this machine alone; a cluster has its own.")
    if not 0 <= threads <= _MOST_THREADS or workers < 0:
        raise InputError(f"Threads and workers are from 0 to {_MOST_THREADS:,}.")
    if not workers and not cluster:
        from longsuit.analysis.simulate.play import Threads

        yield Threads(threads or None)
        return
    from longsuit.analysis.simulate import cluster as clusters

    if cluster:
        with clusters.running_cluster(cluster) as running:
            yield running
    else:
        with clusters.local_cluster(workers) as started:
            yield started
