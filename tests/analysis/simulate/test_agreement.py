"""Simulation and exact agree within three standard errors: every table and wager in the box.

Every run has a fixed seed, so these tests are the same each time.
"""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from longsuit.analysis.exact import Solution, solve
from longsuit.analysis.exact.decisions import habits
from longsuit.analysis.exact.payoffs import OUTCOMES
from longsuit.analysis.exact.strategy import Strategy, best_strategy
from longsuit.analysis.simulate import Simulation, simulate
from longsuit.analysis.simulate.chunk import CHUNK, play_chunk
from longsuit.analysis.simulate.plan import make_plan
from longsuit.analysis.simulate.result import Figure
from longsuit.analysis.simulate.setting import make_setting
from longsuit.core.games.catalog import find_game, paytables
from longsuit.core.progressive.terms import MustHit

SEED = 2026
CHUNKS = 6
ROUNDS = CHUNKS * CHUNK
FEW = 3.0
GAMES = ("chase-the-flush", "high-card-flush")
PROGRESSIVES = [t.id for t in paytables("high-card-flush") if t.wager == "progressive"]


@pytest.fixture(scope="module")
def best() -> dict[str, Strategy]:
    return {game: best_strategy(game) for game in GAMES}


@pytest.fixture(scope="module")
def counted(best: dict[str, Strategy]) -> dict[str, NDArray[np.int64]]:
    """Endings of the main game alone: [action, length, qualifies, outcome]."""
    found = {}
    for game, strategy in best.items():
        plan = make_plan(make_setting(game), strategy, seed=SEED)
        total = sum(play_chunk(plan, number, CHUNK).endings for number in range(CHUNKS))
        found[game] = np.asarray(total).reshape(-1, 8, 2, 3)
    return found


def near(figure: Figure, exact: Fraction | None = None) -> None:
    wanted = figure.exact if exact is None else exact
    assert wanted is not None
    off = (figure.mean - float(wanted)) / figure.standard_error
    assert abs(off) < FEW, f"seed {SEED}: {figure}, off by {off}"


def check(result: Simulation, solution: Solution) -> None:
    """Every wager, and how often each line pays."""
    near(result.wagers[0].paid, solution.value)
    for wager in result.wagers[1:]:
        near(wager.long_run)
        for line in wager.lines:
            # Seats that share a board share its flushes too: twice the error of separate hands.
            dealt = result.rounds * result.seats
            mean = float(line.probability) * dealt
            assert abs(line.count - mean) < 2 * FEW * sqrt(mean) + 3, f"seed {SEED}: {line}"
    for meter in result.meters:
        if meter.awards > 30 and meter.law is not None:
            wait, share = float(meter.law.rounds), 1 / sqrt(meter.awards)
            assert meter.rounds_between is not None and meter.award_deviation is not None
            assert abs(meter.rounds_between - wait) < FEW * wait * share
            # An exponential wait has a deviation that is known to twice the share it is made of.
            assert meter.award_deviation == pytest.approx(
                meter.law.award_deviation, rel=2 * FEW * share
            )
            for (at, _), within in zip(meter.law.points, meter.within, strict=True):
                assert within is not None
                chance = at / 100
                error = sqrt(chance * (1 - chance)) * share
                assert abs(within - chance) < FEW * error + share**2, f"seed {SEED}: {meter.id}"
    if result.must_hit is not None:
        near(result.must_hit.returns)


@pytest.mark.parametrize("table", ["A", "B"])
def test_chase_the_flush(best: dict[str, Strategy], table: str) -> None:
    result = simulate(
        "ctf",
        rounds=400_000,
        seed=SEED,
        seats=3,
        strategy=best["chase-the-flush"],
        exact=False,
        wagers={"same-suit": None, "stax": None},
        paytables={"xtra": table, "same-suit": table},
        must_hit=MustHit(),
    )
    check(result, solve("ctf", xtra=table))
    assert result.must_hit is not None
    average = next(meter for meter in result.meters if meter.id == "must-hit")
    assert average.law is not None and average.average_award is not None
    # Triggers are uniform between 500 and 1,000 dollars.
    spread = 500_00 / sqrt(12 * average.awards)
    assert abs(average.average_award - float(average.law.award)) < FEW * spread


@pytest.mark.parametrize("table", PROGRESSIVES)
def test_high_card_flush(best: dict[str, Strategy], table: str) -> None:
    bonuses = {"flush-bonus": 5_00, "straight-flush-bonus": None}
    result = simulate(
        "hcf",
        rounds=200_000,
        seed=SEED,
        seats=2 if table in PROGRESSIVES[1:] else 6,
        strategy=best["high-card-flush"],
        exact=False,
        wagers={"progressive": None, **(bonuses if table == PROGRESSIVES[0] else {})},
        paytables={"progressive": table},
        base=2_00,
    )
    check(result, solve("hcf"))


def test_the_best_strategy_comes_with_its_exact_value() -> None:
    result = simulate("hcf", rounds=300_000, seed=SEED)
    exact = solve("hcf")
    assert result.strategy == "best"
    assert result.wagers[0].long_run.exact == exact.value == result.long_run.exact
    near(result.long_run)
    spread = sqrt(exact.variance / 300_000)
    assert result.standard_error == pytest.approx(spread, rel=0.02)
    assert result.average_wager == pytest.approx(float(exact.average_wager), abs=0.005)
    assert result.wagers[0].exact_hit_frequency is not None


def test_another_strategy_is_priced_exactly(best: dict[str, Strategy]) -> None:
    """Raising with every hand: as the exact price of that habit says."""
    found = best["high-card-flush"]
    always = Strategy(found.about, {"hands": found.arrays["hands"] * 0})
    result = simulate("hcf", rounds=300_000, seed=SEED, strategy=always)
    assert result.strategy == "given"
    habit = next(one for one in habits("hcf") if one.always == "raise_1x")
    assert result.wagers[0].long_run.exact == habit.value
    near(result.long_run)


def test_all_wagers_together(best: dict[str, Strategy]) -> None:
    """The whole is the sum of its parts, exactly and simulated."""
    result = simulate("hcf", rounds=200_000, seed=SEED, wagers={"flush-bonus": 2_50})
    main, bonus = result.wagers
    assert result.long_run.exact == main.long_run.exact + bonus.long_run.exact / 2  # type: ignore[operator]
    assert result.mean == pytest.approx(main.paid.mean + bonus.paid.mean / 2, rel=1e-9)
    near(result.long_run)


@pytest.mark.parametrize("game", GAMES)
def test_the_endings_fit_the_exact_chances(
    counted: dict[str, NDArray[np.int64]], game: str
) -> None:
    """Pearson's sum over endings that are met at least ten times on average, the rest in one."""
    counts, solution = counted[game], solve(game)
    assert int(counts.sum()) == ROUNDS
    chances = {
        (action, length, int(qualifies), OUTCOMES.index(outcome)): Fraction(deals, solution.deals)
        for (action, length, qualifies, outcome), deals in solution.endings.items()
    }
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
    shares = counts.sum(axis=(1, 2, 3)) / ROUNDS
    for share, exact in zip(shares, solution.actions.values(), strict=True):
        assert abs(share - float(exact)) < 4 * sqrt(float(exact) / ROUNDS)


def test_every_table_in_the_box_is_played() -> None:
    """What the tests above play, against the catalog."""
    wagers = {(t.game, t.wager, t.id) for t in paytables()}
    played = {("chase-the-flush", wager, t) for wager in ("xtra", "same-suit") for t in "AB"}
    played.add(("chase-the-flush", "stax", "STAX Progressive Paytable 1"))
    played |= {("high-card-flush", w, "A") for w in ("flush-bonus", "straight-flush-bonus")}
    played |= {("high-card-flush", "progressive", name) for name in PROGRESSIVES}
    assert wagers == played
    assert {game.id for game in map(find_game, GAMES)} == set(GAMES)
