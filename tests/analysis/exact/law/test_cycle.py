"""The law of a Must Hit cycle, against every trigger there is."""

from fractions import Fraction

from tests.extent import SEED, chance, extent

from longsuit.analysis.exact.law.award import POINTS
from longsuit.analysis.exact.law.cycle import cycle_of, line_sums


def test_sums_under_a_line() -> None:
    drawn = chance("sums under a line")
    for _ in range(extent(300, 10_000)):
        a, c, n = drawn.randint(0, 30), drawn.randint(1, 20), drawn.randint(-1, 30)
        b = drawn.randint(0, 40)
        line = [(a * k + b) // c for k in range(n + 1)]
        expected = (
            sum(line),
            sum(k * q for k, q in enumerate(line)),
            sum(q * q for q in line),
        )
        assert line_sums(a, c, n, b) == expected, (SEED, a, c, n, b)


def test_every_trigger_of_a_cycle() -> None:
    drawn = chance("every trigger of a cycle")
    for _ in range(extent(200, 5_000)):
        seed, span = drawn.randint(0, 20), drawn.randint(1, 60)
        step = Fraction(drawn.randint(1, 90), drawn.randint(1, 20))
        awards, rounds = [], []
        for trigger in range(1, span + 1):
            k = 1
            while k * step // 1 < trigger:
                k += 1
            awards.append(seed + int(k * step))
            rounds.append(k)
        cycle = cycle_of(seed, span, step)
        assert cycle.award == mean(awards)
        assert cycle.rounds == mean(rounds)
        assert cycle.award_variance == mean([a * a for a in awards]) - mean(awards) ** 2
        assert cycle.rounds_variance == mean([k * k for k in rounds]) - mean(rounds) ** 2
        both = mean([a * k for a, k in zip(awards, rounds, strict=True)])
        assert cycle.covariance == both - mean(awards) * mean(rounds)
        for at in POINTS:
            place = -(-span * at // 100) - 1
            assert (cycle.award_point(at), cycle.rounds_point(at)) == (awards[place], rounds[place])


def mean(values: list[int]) -> Fraction:
    return Fraction(sum(values), len(values))
