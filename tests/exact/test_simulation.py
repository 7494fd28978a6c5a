"""Rounds played out by the best strategy land where the exact solution says."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from longsuit.exact import Solution, solve
from longsuit.exact.payoffs import OUTCOMES, Payoffs, payoffs
from longsuit.exact.strategy import Strategy, best_strategy
from longsuit.games.catalog import find_game, xtra_table
from longsuit.simulate.play import Tally, count_endings, simulate

ROUNDS = 2_000_000
SEED = 2026
GAMES = ("chase-the-flush", "high-card-flush")

Counts = NDArray[np.int64]


@pytest.fixture(scope="module")
def strategies() -> dict[str, Strategy]:
    return {game: best_strategy(game) for game in GAMES}


@pytest.fixture(scope="module")
def played(strategies: dict[str, Strategy]) -> dict[str, Counts]:
    return {
        game: count_endings(strategy, qualifier(game), rounds=ROUNDS, seed=SEED)
        for game, strategy in strategies.items()
    }


def qualifier(game: str) -> int:
    return find_game(game).rules.qualifier


def known(game: str) -> Payoffs:
    definition = find_game(game)
    return payoffs(definition, definition.rules, xtra_table(definition, None))


def expected(solution: Solution, strategy: Strategy) -> dict[tuple[int, int, int, int], Fraction]:
    """The exact chance of each ending, by the places of the counts."""
    assert len(strategy.about["actions"]) == 4
    return {
        (action, length, int(qualifies), OUTCOMES.index(outcome)): Fraction(count, solution.deals)
        for (action, length, qualifies, outcome), count in solution.endings.items()
    }


def short(
    strategies: dict[str, Strategy], game: str, *, seed: int, threads: int = 2, rounds: int = 30_011
) -> Counts:
    strategy = strategies[game]
    return count_endings(strategy, qualifier(game), rounds=rounds, seed=seed, threads=threads)


@pytest.mark.parametrize("game", GAMES)
def test_the_mean_lands_within_three_standard_errors(
    strategies: dict[str, Strategy], game: str
) -> None:
    exact = solve(game)
    tally = simulate(strategies[game], known(game), qualifier(game), rounds=ROUNDS, seed=SEED)
    assert (tally.rounds, tally.seed) == (ROUNDS, SEED)
    error = exact.standard_deviation / sqrt(ROUNDS)
    assert abs(tally.mean - float(exact.value)) < 3 * error, f"seed {SEED}: {tally}"
    assert tally.standard_error == pytest.approx(tally.standard_deviation / sqrt(ROUNDS))
    # The spread of a sample's variance comes from the fourth moment: rare pays make it wide.
    fourth = sum((net - exact.value) ** 4 * chance for net, chance in exact.distribution.items())
    spread = sqrt((fourth - exact.variance**2) / ROUNDS)
    assert abs(tally.standard_deviation**2 - float(exact.variance)) < 4 * spread


@pytest.mark.parametrize("game", GAMES)
def test_the_mean_is_that_of_the_counted_endings(
    strategies: dict[str, Strategy], game: str
) -> None:
    rounds, solution = 50_000, solve(game)
    counts = short(strategies, game, seed=SEED, rounds=rounds)
    total = squares = Fraction(0)
    for place, count in np.ndenumerate(counts):
        if count:
            action, length, qualifies, outcome = (int(index) for index in place)
            net = solution.net((action, length, bool(qualifies), OUTCOMES[outcome]))
            total += net * int(count)
            squares += net * net * int(count)
    tally = simulate(strategies[game], known(game), qualifier(game), rounds=rounds, seed=SEED)
    assert tally.mean == pytest.approx(float(total / rounds), abs=1e-12)
    variance = squares / rounds - (total / rounds) ** 2
    assert tally.standard_deviation == pytest.approx(sqrt(variance), rel=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_the_endings_fit_the_exact_chances(
    strategies: dict[str, Strategy], played: dict[str, Counts], game: str
) -> None:
    """Pearson's sum over endings that are met at least ten times on average, the rest in one."""
    counts = played[game]
    assert int(counts.sum()) == ROUNDS
    chances = expected(solve(game), strategies[game])
    assert sum(chances.values()) == 1
    for place, count in np.ndenumerate(counts):
        if count:
            assert tuple(int(index) for index in place) in chances, f"{place} never happens"
    total, cells = 0.0, 0
    rare_seen, rare_chance = 0, Fraction(0)
    for ending, chance in chances.items():
        mean = float(chance * ROUNDS)
        if mean < 10:
            rare_seen += int(counts[ending])
            rare_chance += chance
            continue
        total += (int(counts[ending]) - mean) ** 2 / mean
        cells += 1
    freedom = cells - 1
    assert freedom > 20
    # The sum has the mean of its degrees of freedom, and twice that for variance.
    assert total < freedom + 5 * sqrt(2 * freedom), f"seed {SEED}: {total} of {freedom}"
    rare = float(rare_chance * ROUNDS)
    assert abs(rare_seen - rare) <= 5 * sqrt(rare) + 1


@pytest.mark.parametrize("game", GAMES)
def test_actions_come_up_as_often_as_solved(played: dict[str, Counts], game: str) -> None:
    for share, counts in zip(solve(game).actions.values(), played[game], strict=True):
        chance = float(share)
        spread = sqrt(ROUNDS * chance * (1 - chance))
        assert abs(int(counts.sum()) - ROUNDS * chance) < 4 * spread


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_the_same_rounds_on_any_threads(
    strategies: dict[str, Strategy], game: str
) -> None:
    one = short(strategies, game, seed=5, threads=1)
    assert int(one.sum()) == 30_011
    for threads in (1, 2, 5):
        assert np.array_equal(one, short(strategies, game, seed=5, threads=threads))
    assert not np.array_equal(one, short(strategies, game, seed=6))


@pytest.mark.parametrize("rounds", [1, 15, 16, 17])
def test_few_rounds_are_all_played(strategies: dict[str, Strategy], rounds: int) -> None:
    for game in GAMES:
        assert int(short(strategies, game, seed=1, rounds=rounds).sum()) == rounds


def test_a_tally_knows_its_error() -> None:
    assert Tally(100, 1, 0.5, 3.0).standard_error == pytest.approx(0.3)
