"""A game that has no kernel of its own as a simulation: its main game, at one seat."""

import time
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from longsuit.analysis.exact.case import main_table, make_case
from longsuit.analysis.simulate.any_game import simulate_any
from longsuit.analysis.simulate.chunk import HIGHEST, LOWEST
from longsuit.analysis.simulate.result import Figure, Simulation, WagerFigures
from longsuit.analysis.simulate.robots import simulate_robot
from longsuit.core.games.game import Game, MainRules
from longsuit.core.money import Cents

ROBOT = "robot"


def simulate_main_game(
    game: Game, rules: MainRules, *, rounds: int, seed: int, robot: bool, ante: Cents
) -> Simulation:
    """Best play, or by the thresholds of the game's file, which nothing exact stands beside."""
    start = time.perf_counter()
    table, wins = None, None
    if robot:
        robots = simulate_robot(game, rules, rounds=rounds, seed=seed)
        figure, wagered, actions = robots.net, robots.wagered, {"fold": robots.folded}
        nets: Mapping[Fraction, int] = robots.nets
    else:
        table = main_table(game)
        run = simulate_any(make_case(game.id, table, rules), rounds=rounds, seed=seed)
        figure, wagered = run.net, float(run.played.average_wager)
        actions = {name: share for name, (share, _) in run.actions.items()}
        nets = {net: int(share * rounds) for net, share in run.played.distribution.items()}
        wins = sum((p for net, p in run.exact.distribution.items() if net > 0), Fraction(0))
    return Simulation(
        game=game.id,
        strategy=ROBOT if robot else "best",
        by_hand=False,
        rounds=rounds,
        seed=seed,
        seats=1,
        ante=ante,
        paid=figure,
        long_run=figure,
        wagers=(_main(figure, table.id if table else None, ante, nets, rounds, wins),),
        must_hit=None,
        actions=actions,
        average_wager=wagered,
        meters=(),
        sessions=None,
        histogram=_histogram(nets),
        course=((rounds, figure.mean, figure.standard_error),),
        seconds=time.perf_counter() - start,
    )


def _main(
    figure: Figure,
    paytable: str | None,
    ante: Cents,
    nets: Mapping[Fraction, int],
    rounds: int,
    wins: Fraction | None,
) -> WagerFigures:
    hits = sum(count for net, count in nets.items() if net > 0) / rounds
    return WagerFigures("main", "Main game", paytable, ante, figure, figure, hits, wins)


def _histogram(nets: Mapping[Fraction, int]) -> tuple[tuple[int, int], ...]:
    """By the nearest whole Antes; the ends hold all beyond."""
    found = Counter[int]()
    for net, count in nets.items():
        found[min(max((2 * net + 1) // 2, LOWEST), HIGHEST)] += count
    return tuple(sorted(found.items()))
