"""Several seats of a round: covariances of side wagers written out over pairs of hands."""

from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import pytest
from tests.extent import SEED

from longsuit.analysis.exact.law.hold import at_table, main_covariance, side_covariance
from longsuit.analysis.exact.law.seats import count_pairs
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.simulate import simulate
from longsuit.analysis.strategies.by_shape import results_by_shape
from longsuit.core.games.catalog import any_wager, find_game, find_paytable
from longsuit.core.paytable import PayTable, by_length

FLUSH_BONUS = any_wager("flush-bonus")


def table_of(game: str, wager: str, name: str) -> PayTable:
    return find_paytable(find_game(game), any_wager(wager), name)


def draws(table: PayTable) -> list[tuple[Fraction, dict[str, Fraction]]]:
    """Every draw of dynamic pays with its chance; one empty draw without."""
    dynamic = [line for line in table.lines if line.dynamic]
    fewest, most = table.dynamic_lines
    found = []
    for number in range(fewest, most + 1):
        chosen = list(combinations(dynamic, number))
        for lines in chosen:
            for pays in product(*(line.dynamic for line in lines)):
                chance = Fraction(1, (most - fewest + 1) * len(chosen) * 10**number)
                raised = {line.hand: pay for line, pay in zip(lines, pays, strict=True)}
                found.append((chance, raised))
    return found


@pytest.mark.parametrize(
    ("game", "wager", "name"),
    [
        ("hcf", "flush-bonus", "A"),
        ("ctf", "same-suit", "B"),
        ("ctf", "stax", "STAX-1"),
        ("hcf", "progressive", "PT-PRG-HCF-D03"),
    ],
)
def test_covariance_of_two_seats_written_out(game: str, wager: str, name: str) -> None:
    table = table_of(game, wager, name)
    priced, definition = price(table), find_game(game)
    pairs = count_pairs(definition.hole, definition.board)
    seeds = {m.meter.id: Fraction(m.seed, priced.wager) for m in priced.meters}
    back = 1 if table.basis == "to 1" else 0
    pick = any_wager(wager).pick
    lines = [table.line_for(form, pick) for form in pairs.shapes]
    mean_product = mean = Fraction(0)
    for chance, raised in draws(table):
        costs = [
            Fraction(0)
            if line is None
            else raised.get(line.hand, line.pays)
            + back
            + (seeds[line.meter] if line.meter and line.share == 1 else 0)
            for line in lines
        ]
        mean_product += chance * pairs.mean_product(costs, costs)
        mean += chance * pairs.mean_product(costs, [Fraction(1)] * len(costs))
    assert side_covariance(priced) == mean_product - mean**2


def test_a_round_of_six_seats_spreads_as_simulated_rounds_do() -> None:
    """A table with light ends, so that the spread of 200,000 rounds says something."""
    table = by_length("4=1,3=1,2=1/2", "high-card-flush", FLUSH_BONUS)
    priced = price(table)
    house = wager_law(priced).house
    whole = at_table(house.edge, house.variance, float(side_covariance(priced)), 6)
    rounds = 200_000
    wagers, named = {"flush-bonus": 5_00}, {"flush-bonus": table}
    found = simulate("hcf", rounds=rounds, seed=SEED, seats=6, wagers=wagers, paytables=named)
    error = found.wagers[1].long_run.standard_error
    variance = (error * 6) ** 2 * rounds
    assert variance == pytest.approx(whole.variance, rel=0.02), f"seed {SEED}"
    assert side_covariance(priced) != 0
    low, high = whole.bounds(10_000, 2.0)
    assert (high - low) / 2 == pytest.approx(2 * sqrt(whole.variance / 10_000) / 6)


def test_the_main_game_and_a_bonus_of_one_seat() -> None:
    """Both wagers together spread as their covariance says, in simulated rounds."""
    table = by_length("4=1,3=1,2=1/2", "high-card-flush", FLUSH_BONUS)
    priced, solved = price(table), solve("hcf")
    covariance = main_covariance(solved, priced, results_by_shape(solved.case))
    bonus = wager_law(priced).house
    both = float(solved.variance + bonus.variance + 2 * covariance)
    found = simulate(
        "hcf", rounds=200_000, seed=SEED, wagers={"flush-bonus": 5_00},
        paytables={"flush-bonus": table}, ante=5_00,
    )  # fmt: skip
    assert found.standard_deviation**2 == pytest.approx(both, rel=0.02), f"seed {SEED}"
    assert abs(2 * covariance / solved.variance) > Fraction(3, 100)
