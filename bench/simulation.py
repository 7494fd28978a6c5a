"""A hundred million rounds of each game by the best strategy, against the exact value."""

from time import perf_counter

from bench.measure import show
from longsuit.exact import solve
from longsuit.exact.payoffs import payoffs
from longsuit.exact.strategy import best_strategy
from longsuit.games.catalog import find_game, xtra_table
from longsuit.simulate.play import simulate

ROUNDS = 100_000_000
SEED = 2026
FEW_ERRORS = 3.0


def run() -> None:
    rows = []
    failed = []
    for name in ("ctf", "hcf"):
        game = find_game(name)
        strategy = best_strategy(name)
        known = payoffs(game, game.rules, xtra_table(game, None))
        simulate(strategy, known, game.rules.qualifier, rounds=1, seed=0)
        start = perf_counter()
        tally = simulate(strategy, known, game.rules.qualifier, rounds=ROUNDS, seed=SEED)
        time = perf_counter() - start
        exact = float(solve(name).value)
        errors = (tally.mean - exact) / tally.standard_error
        rows.append(
            (
                game.name,
                f"{exact:.6f}",
                f"{tally.mean:.6f}",
                f"{errors:+.2f}",
                f"{ROUNDS / time:,.0f}",
            )
        )
        if abs(errors) > FEW_ERRORS:
            failed.append(game.name)
    show(
        f"{ROUNDS:,} rounds each (seed {SEED})",
        rows,
        *("game", "exact", "simulated", "standard errors", "rounds/s"),
    )
    if failed:
        raise SystemExit(f"the simulation of {failed[0]} does not confirm the exact value")
