"""Draws are uniform: the Must Hit trigger and winner, and the dynamic pays.

Each test counts many draws, all from one fixed seed, and compares the chi-square statistic with
the value that a fair generator exceeds once in a thousand times. The same tests given a generator
with a small fault must catch it, so that a test which cannot fail is noticed.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations, product
from math import comb, sqrt
from typing import Any

import pytest

from longsuit.core.games.table import Table, make_table
from longsuit.core.progressive.must_hit import Cycle, Secret, trigger, winner
from longsuit.core.round.deal import Chance, draw_dynamic

SEED = 77
P_VALUE = 0.001
NORMAL_POINT = 3.0902
"""The standard normal exceeds it with the chance `P_VALUE`."""
# Critical values at 0.001 for 1 to 10 degrees of freedom, from the printed tables.
TABLED = (10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877, 29.588)

Cells = Counter[Any]
DrawTrigger = Callable[[Cycle, Secret], int]
DrawWinner = Callable[[Cycle, Secret, str, int, Sequence[int]], int]
DrawDynamic = Callable[[Table, Chance], dict[str, int]]


def critical(freedom: int) -> float:
    """What chi-square exceeds once in a thousand; above the table by Wilson and Hilferty."""
    if freedom <= len(TABLED):
        return TABLED[freedom - 1]
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + NORMAL_POINT * sqrt(part)) ** 3)


def too_far(observed: Cells, cells: Iterable[Hashable]) -> str | None:
    """Why the counts are not those of equally likely cells, or None when they may be."""
    expected_cells = list(cells)
    if strange := set(observed) - set(expected_cells):
        return f"drawn, but not among the cells: {sorted(strange, key=str)[:5]}"
    expected = observed.total() / len(expected_cells)
    assert expected >= 5, "too few draws for a chi-square test"
    if len(expected_cells) == 1:
        return None
    statistic = sum((observed[cell] - expected) ** 2 / expected for cell in expected_cells)
    return _verdict(statistic, len(expected_cells) - 1)


def dependent(observed: Cells) -> str | None:
    """Why the two halves of the cells are not independent, or None when they may be."""
    rows: Cells = Counter()
    columns: Cells = Counter()
    for (row, column), count in observed.items():
        rows[row] += count
        columns[column] += count
    total, statistic = observed.total(), 0.0
    for row, column in product(rows, columns):
        expected = rows[row] * columns[column] / total
        assert expected >= 5, "too few draws for a chi-square test"
        statistic += (observed[row, column] - expected) ** 2 / expected
    return _verdict(statistic, (len(rows) - 1) * (len(columns) - 1))


def _verdict(statistic: float, freedom: int) -> str | None:
    most = critical(freedom)
    if statistic <= most:
        return None
    return f"chi-square {statistic:.1f} > {most:.1f} with {freedom} degrees of freedom, seed {SEED}"


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(12, 32.909), (20, 45.315), (30, 59.703), (50, 86.661), (100, 149.449), (500, 603.446)],
)
def test_the_critical_values(freedom: int, printed: float) -> None:
    """Wilson and Hilferty's formula agrees with the printed tables to half a percent."""
    assert critical(freedom) == pytest.approx(printed, rel=0.005)


def secrets(count: int) -> Iterable[Secret]:
    rng = random.Random(SEED)
    return (Secret(rng.randbytes(32)) for _ in range(count))


# The Must Hit trigger


def trigger_complaint(draw: DrawTrigger, above: int, by: int, bins: int, draws: int) -> str | None:
    """Triggers counted in bins of equal width over the whole cents from above + 1 to by."""
    cycle, width = Cycle("must-hit", 3, above, by), (by - above) // bins
    counted = Counter((draw(cycle, secret) - above - 1) // width for secret in secrets(draws))
    return too_far(counted, range(bins))


@pytest.mark.rule("PRG-11")
@pytest.mark.parametrize(
    ("above", "span", "bins"),
    [
        *((500_00, span, span) for span in (1, 2, 3, 5, 7, 64, 100, 255, 256, 257, 999)),
        (0, 3, 3),
        (500_00, 500_00, 500),
        (500_13, 499_87, 7),
        (1, 65_535, 255),
        (0, 70_000, 1_000),
    ],
)
def test_the_trigger_is_uniform_over_its_range(above: int, span: int, bins: int) -> None:
    draws = max(3_000, 40 * bins)
    assert trigger_complaint(trigger, above, above + span, bins, draws) is None


@pytest.mark.rule("PRG-11")
def test_every_cent_of_a_short_range_is_a_trigger() -> None:
    cycle = Cycle("must-hit", 1, 500_00, 500_30)
    drawn = {trigger(cycle, secret) for secret in secrets(2_000)}
    assert drawn == set(range(500_01, 500_31))


def by_one_byte(cycle: Cycle, secret: Secret) -> int:
    """The remainder of one byte: low amounts a little too often."""
    return cycle.above + 1 + secret.open()[0] % (cycle.by - cycle.above)


def from_the_seed_itself(cycle: Cycle, secret: Secret) -> int:
    """One cent too low throughout."""
    return trigger(cycle, secret) - 1


def never_the_last_cent(cycle: Cycle, secret: Secret) -> int:
    return min(trigger(cycle, secret), cycle.by - 1)


@pytest.mark.parametrize("draw", [by_one_byte, from_the_seed_itself, never_the_last_cent])
def test_a_biased_trigger_is_caught(draw: DrawTrigger) -> None:
    assert trigger_complaint(trigger, 500_00, 501_00, 100, 4_000) is None
    assert trigger_complaint(draw, 500_00, 501_00, 100, 4_000) is not None


# The winner


SEATS = (1, 2, 3, 5, 6, 7, 9)
CYCLE = Cycle("must-hit", 3, 500_00, 1_000_00)


def winners(draw: DrawWinner, seats: Sequence[int], draws: int) -> Cells:
    return Counter(draw(CYCLE, secret, "T1", 12, seats) for secret in secrets(draws))


@pytest.mark.rule("PRG-11")
@pytest.mark.parametrize("count", range(1, 8))
def test_the_winner_is_uniform_over_the_seats(count: int) -> None:
    seats = SEATS[-count:]
    assert too_far(winners(winner, seats, 1_000 * count), seats) is None


def first_byte_wins(
    cycle: Cycle, secret: Secret, table: str, number: int, seats: Sequence[int]
) -> int:
    """The remainder of a byte: of seven seats four win 37 times of 256, and three only 36 times."""
    return seats[hashlib.sha256(secret.open()).digest()[0] % len(seats)]


def the_last_seat_a_little_less(
    cycle: Cycle, secret: Secret, table: str, number: int, seats: Sequence[int]
) -> int:
    drawn = winner(cycle, secret, table, number, seats)
    return seats[0] if drawn == seats[-1] and secret.open()[0] < 40 else drawn


@pytest.mark.parametrize(
    ("draw", "draws"), [(first_byte_wins, 150_000), (the_last_seat_a_little_less, 7_000)]
)
def test_a_biased_winner_is_caught(draw: DrawWinner, draws: int) -> None:
    assert too_far(winners(winner, SEATS, 7_000), SEATS) is None
    assert too_far(winners(draw, SEATS, draws), SEATS) is not None


def trigger_and_winner(draw: DrawWinner) -> Cells:
    """In which twentieth of its range the trigger lies, together with who wins."""
    pairs: Cells = Counter()
    for secret in secrets(14_000):
        part = (trigger(CYCLE, secret) - CYCLE.above - 1) // 25_00
        pairs[part, draw(CYCLE, secret, "T1", 12, SEATS)] += 1
    return pairs


@pytest.mark.rule("PRG-11")
def test_trigger_and_winner_are_independent() -> None:
    pairs = trigger_and_winner(winner)
    assert dependent(pairs) is None
    assert too_far(pairs, product(range(20), SEATS)) is None


def by_the_trigger(
    cycle: Cycle, secret: Secret, table: str, number: int, seats: Sequence[int]
) -> int:
    """As uniform as the trigger, but whoever knows the one knows the other."""
    return seats[trigger(cycle, secret) // 5_00 % len(seats)]


def test_a_winner_that_hangs_on_the_trigger_is_caught() -> None:
    assert too_far(winners(by_the_trigger, SEATS, 7_000), SEATS) is None
    assert dependent(trigger_and_winner(by_the_trigger)) is not None


@pytest.mark.rule("PRG-11")
def test_the_winners_of_two_rounds_are_independent() -> None:
    """The same secret draws afresh in another round, at another table and in another cycle."""
    other = Cycle("must-hit", 4, 500_00, 1_000_00)
    for cycle, table, number in ((CYCLE, "T1", 13), (CYCLE, "T2", 12), (other, "T1", 12)):
        pairs: Cells = Counter()
        for secret in secrets(5_000):
            first = winner(CYCLE, secret, "T1", 12, SEATS)
            pairs[first, winner(cycle, secret, table, number, SEATS)] += 1
        assert dependent(pairs) is None


# Dynamic pays

PAYS = (15, 20, 30, 40, 50, 60, 70, 80, 90, 100)
"""Tenths of the default pay, of every line."""
DEFAULTS = {
    "PT-PRG-HCF-D01a": (3, {6: 500_00, 5: 50_00, 4: 10_00, 3: 2_00}),
    "PT-PRG-HCF-D03": (2, {5: 100_00, 4: 10_00, 3: 2_00}),
}
DRAWS = 30_000


def dynamic_complaints(draw: DrawDynamic, paytable: str) -> list[str]:
    """How many lines, which lines, and which pays, each counted over many rounds (PRG-14)."""
    table, rng = make_table("hcf", paytables={"progressive": paytable}), random.Random(SEED)
    most, defaults = DEFAULTS[paytable]
    how_many: Cells = Counter()
    which: dict[int, Cells] = {number: Counter() for number in range(1, most + 1)}
    pays: dict[int, Cells] = {length: Counter() for length in defaults}
    pairs: Cells = Counter()
    for _ in range(DRAWS):
        drawn = {int(hand[0]): cents for hand, cents in draw(table, rng).items()}
        tenths = {length: 10 * cents // defaults[length] for length, cents in drawn.items()}
        how_many[len(drawn)] += 1
        which.setdefault(len(drawn), Counter())[frozenset(drawn)] += 1
        for length, tenth in tenths.items():
            pays[length][tenth] += 1
        if {4, 3} <= drawn.keys():
            pairs[tenths[4], tenths[3]] += 1
    found = [too_far(how_many, range(1, most + 1))]
    for number, sets in which.items():
        cells = [frozenset(chosen) for chosen in combinations(defaults, number)]
        assert len(cells) == comb(len(defaults), number)
        found.append(too_far(sets, cells))
    found.extend(too_far(counted, PAYS) for counted in pays.values())
    found.append(too_far(pairs, product(PAYS, PAYS)))
    return [complaint for complaint in found if complaint is not None]


@pytest.mark.rule("PRG-14")
@pytest.mark.parametrize("paytable", DEFAULTS)
def test_dynamic_draws_are_uniform(paytable: str) -> None:
    assert dynamic_complaints(draw_dynamic, paytable) == []


def each_line_by_itself(table: Table, chance: Chance) -> dict[str, int]:
    """Every line with the chance of one half, from one to three: two are then drawn too often."""
    offer = table.offer("progressive")
    assert offer is not None and offer.paytable is not None
    lines = [line for line in offer.paytable.lines if line.dynamic]
    drawn = list(lines)
    while not 1 <= len(drawn) <= 3:
        drawn = [line for line in lines if chance.randint(0, 1)]
    return {line.hand: int(chance.choice(line.dynamic) * 1_00) for line in drawn}


def the_first_line_too_often(table: Table, chance: Chance) -> dict[str, int]:
    drawn = draw_dynamic(table, chance)
    again = chance.randint(1, 10) == 1 and "5-card straight flush" not in drawn
    return draw_dynamic(table, chance) if again else drawn


def never_the_best_pay(table: Table, chance: Chance) -> dict[str, int]:
    drawn = draw_dynamic(table, chance)
    return {hand: min(cents, 18_00) if hand[0] == "3" else cents for hand, cents in drawn.items()}


def one_factor_for_all(table: Table, chance: Chance) -> dict[str, int]:
    """Each pay is uniform, but the 4-card and the 3-card line are raised alike."""
    drawn = draw_dynamic(table, chance)
    if "4-card straight flush" in drawn and "3-card straight flush" in drawn:
        drawn["4-card straight flush"] = 5 * drawn["3-card straight flush"]
    return drawn


@pytest.mark.parametrize(
    "draw",
    [each_line_by_itself, the_first_line_too_often, never_the_best_pay, one_factor_for_all],
)
def test_a_biased_dynamic_draw_is_caught(draw: DrawDynamic) -> None:
    assert dynamic_complaints(draw, "PT-PRG-HCF-D01a") != []
