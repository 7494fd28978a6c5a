"""The law of a meter's award, against cycles played out and chains written out."""

from collections import defaultdict
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from tests.extent import SEED, extent

from longsuit.analysis.exact.law.award import POINTS, Award
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import price
from longsuit.core.games.catalog import any_wager, find_game, find_paytable

HANDS = 133_784_560
CYCLES = extent(200_000, 4_000_000)


def stax_cycles() -> tuple[float, dict[str, np.ndarray]]:
    """STAX at its printed terms, wager by wager in dollars, from the letter alone.

    For each meter the wagers to a hit are drawn; the wager that wins adds its own contribution to
    the meter that has just restarted.
    """
    drawn = np.random.default_rng(SEED)
    meters = {
        "star": (32, 10_000, 0.10),
        "spade": (1_592, 2_500, 0.25),
        "heart": (4_140, 1_000, 0.25),
        "diamond": (35_820, 500, 0.25),
    }
    fixed = {250: 64_860, 150: 611_336, 100: 777_724, 25: 7_865_208}
    mean = sum(pay * hands for pay, hands in fixed.items()) / HANDS
    square = sum(pay**2 * hands for pay, hands in fixed.items()) / HANDS
    awards = {}
    for name, (hands, seed, added) in meters.items():
        waits = drawn.geometric(hands / HANDS, CYCLES)
        awards[name] = seed + added * waits
        mean += awards[name].sum() / waits.sum()
        square += (awards[name] ** 2).sum() / waits.sum()
    return sqrt(square - mean**2) / 5, awards


def test_stax_spreads_as_its_cycles_do() -> None:
    """A player's 64.20 of a wager; a meter frozen at its average award gave 46.36."""
    law = wager_law(price(find_paytable(find_game("ctf"), any_wager("stax"), "STAX-1")))
    assert f"{law.player_deviation:.2f} {law.house.deviation:.2f}" == "64.20 4.07"
    deviation, awards = stax_cycles()
    assert deviation == pytest.approx(law.player_deviation, rel=8 / sqrt(CYCLES)), f"seed {SEED}"
    for name, drawn in awards.items():
        law_of_award = law.awards[name]
        error = law_of_award.deviation / 100 / sqrt(CYCLES)
        assert drawn.mean() == pytest.approx(float(law_of_award.mean) / 100, abs=4 * error)
        assert drawn.std() == pytest.approx(law_of_award.deviation / 100, rel=8 / sqrt(CYCLES))
        for at in POINTS:
            point = law_of_award.point(at)
            within = (drawn <= float(point.cents) / 100 + 1e-6).mean()
            assert within == pytest.approx(at / 100, abs=4 * 0.5 / sqrt(CYCLES)), (name, at)
            assert point.error == 0


def test_a_meter_with_ten_percent_awards_is_as_its_cycles() -> None:
    """PT-BJS-HCF-SF-07: every award, whole or a tenth, after the wagers drawn for it."""
    table = find_paytable(find_game("hcf"), any_wager("progressive"), "PT-BJS-HCF-SF-07")
    award = wager_law(price(table)).awards["main"]
    drawn = np.random.default_rng(SEED + 1)
    chance = (32 + 1_592) / HANDS
    wanted, meters, finds = 400, extent(2_000, 20_000), []
    stands = np.full(meters, 30_000.0)
    for award_number in range(wanted):
        stands = stands + 0.23 * drawn.geometric(chance, meters)
        if award_number >= 300:
            finds.append(stands.copy())
        whole = drawn.random(meters) < 32 / (32 + 1_592)
        stands = np.where(whole, 30_000.0, 0.9 * stands)
    found = np.concatenate(finds)
    # Finds of one meter hang together; those of different meters do not.
    error = np.mean(finds, axis=0).std() / sqrt(meters)
    assert found.mean() == pytest.approx(float(award.mean) / 100, abs=4 * error), f"seed {SEED}"
    assert found.std() == pytest.approx(award.deviation / 100, rel=0.01)
    for at in POINTS:
        point = award.point(at)
        low = float(point.cents - point.error) / 100
        high = float(point.cents + point.error) / 100
        assert 0 < high - low < 0.005 * high
        assert (found < low).mean() <= at / 100 + 0.006
        assert (found <= high).mean() >= at / 100 - 0.006


def written_out(award: Award, rounds: int) -> dict[Fraction, float]:
    """The meter before a round: every course since the last whole award, up to so many rounds."""
    stays = 1.0 - float(award.whole) - sum(float(q) for q, _ in award.parts)
    law: defaultdict[Fraction, float] = defaultdict(float)
    now = {award.seed + award.step: float(award.whole)}
    for _ in range(rounds):
        after: defaultdict[Fraction, float] = defaultdict(float)
        for meter, chance in now.items():
            law[meter] += chance
            after[meter + award.step] += chance * stays
            for q, share in award.parts:
                after[meter * (1 - share) + award.step] += chance * float(q)
        now = after
    return law


@pytest.mark.parametrize(
    "parts", [(), ((Fraction(1, 8), Fraction(1, 2)),), ((Fraction(1, 20), Fraction(1, 10)),)]
)
def test_moments_and_points_of_a_meter_written_out(
    parts: tuple[tuple[Fraction, Fraction], ...],
) -> None:
    award = Award(Fraction(700), Fraction(90), Fraction(6, 10), parts)
    law = written_out(award, extent(13, 17))
    for power in (1, 2, 3):
        mean = sum(float(meter) ** power * chance for meter, chance in law.items())
        assert mean == pytest.approx(float(award.moment(power)), rel=1e-4)
    for at in POINTS[1:3]:
        passed, true = 0.0, Fraction(0)
        for meter in sorted(law):
            passed, true = passed + law[meter], meter
            if passed >= at / 100:
                break
        point = award.point(at)
        assert point.cents - point.error <= true <= point.cents + point.error


def test_second_awards_of_a_round_take_the_seed() -> None:
    """Two seats: the average award is what conservation asks, the seed and c / p."""
    table = find_paytable(find_game("ctf"), any_wager("stax"), "STAX-1")
    for seats in (1, 2, 5, 7):
        priced = price(table, seats=seats)
        law = wager_law(priced)
        for meter in priced.meters:
            award = law.awards[meter.meter.id]
            assert award.mean == meter.expected
            assert (award.unsure == 0) == (seats <= 2)
            assert award.unsure < Fraction(1, 200)
            assert (award.first == 1) == (seats == 1)
    diamond = wager_law(price(table, seats=7)).awards["diamond"]
    assert diamond.point(1).cents > diamond.seed or diamond.first < Fraction(99, 100)
