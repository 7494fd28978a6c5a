"""The law of a Must Hit cycle: from the seed to the award.

After k rounds the meter has gained f(k) = floor(k step) cents. The trigger lies uniformly 1 to
`span` cents above the seed and is passed in the first round K with f(K) at it or past it, which
pays the seed and f(K). So round k has the chance (f(k) - f(k-1)) / span, the last one the rest.
The gain d of a round is one of two neighbouring numbers m and m + 1, so d d = (2m + 1) d -
m (m + 1), and every sum of products of d, f and k comes down to the sums of f, k f and f f, which
Euclid's way of counting points under a line gives without a loop over rounds.
"""

from fractions import Fraction
from math import sqrt

from msgspec import Struct


class Cycle(Struct, frozen=True):
    """Awards in cents, and rounds to them."""

    seed: int
    span: int
    step: Fraction
    award: Fraction
    """The average award."""
    rounds: Fraction
    """Average rounds from reseed to award."""
    award_variance: Fraction
    rounds_variance: Fraction
    covariance: Fraction
    """Of the award and the rounds to it."""

    @property
    def award_deviation(self) -> float:
        """The standard deviation of an award."""
        return sqrt(self.award_variance)

    @property
    def rounds_deviation(self) -> float:
        """The standard deviation of the rounds to an award."""
        return sqrt(self.rounds_variance)

    def off_deviation(self, rate: Fraction) -> float:
        """The standard deviation of an award less `rate` times the rounds to it."""
        cross = 2 * rate * self.covariance
        return sqrt(self.award_variance + rate**2 * self.rounds_variance - cross)

    def rounds_point(self, percentage: int) -> int:
        """The least rounds within which so many of a hundred awards come."""
        trigger = -(-self.span * percentage // 100)
        return -(-trigger * self.step.denominator // self.step.numerator)

    def award_point(self, percentage: int) -> int:
        """The least amount that so many of a hundred awards do not exceed."""
        return self.seed + int(self.step * self.rounds_point(percentage))


def cycle_of(seed: int, span: int, step: Fraction) -> Cycle:
    """The law of a cycle with that seed, span and step, in cents."""
    a, b = step.numerator, step.denominator
    last = -(-span * b // a)
    before, end, m = a * (last - 1) // b, a * last // b, a // b
    odd, even = 2 * m + 1, m * (m + 1)
    f, kf, ff = line_sums(a, b, last - 1)
    kd = last * before - f
    dd = odd * before - even * (last - 1)
    ddd = odd * dd - even * before
    fd = Fraction(before**2 + dd, 2)
    ffd = (before**3 + 3 * (odd * fd - even * f) - ddd) / 3
    kdd = odd * kd - even * Fraction(last * (last - 1), 2)
    kfd = (last * before**2 - ff + kdd) / 2
    rest = span - before
    gain, gain_squared = (fd + rest * end) / span, (ffd + rest * end**2) / span
    rounds = last - Fraction(f, span)
    rounds_squared = last**2 - Fraction(2 * kf + f, span)
    both = (kfd + rest * last * end) / span
    return Cycle(
        seed,
        span,
        step,
        seed + gain,
        rounds,
        gain_squared - gain**2,
        rounds_squared - rounds**2,
        both - gain * rounds,
    )


def line_sums(a: int, c: int, n: int, b: int = 0) -> tuple[int, int, int]:
    """For k from 0 to n: the sums of q, k q and q q with q = floor((a k + b) / c)."""
    if n < 0:
        return 0, 0, 0
    ones, ks, squares = n + 1, n * (n + 1) // 2, n * (n + 1) * (2 * n + 1) // 6
    if a == 0:
        q = b // c
        return ones * q, ks * q, ones * q * q
    if a >= c or b >= c:
        u, v = a // c, b // c
        f, g, h = line_sums(a % c, c, n, b % c)
        return (
            f + ks * u + ones * v,
            g + squares * u + ks * v,
            h + 2 * v * f + 2 * u * g + squares * u * u + ones * v * v + 2 * ks * u * v,
        )
    top = (a * n + b) // c
    # The points under the line, counted by rows instead of columns.
    f, g, h = line_sums(c, a, top - 1, c - b - 1)
    under = n * top - f
    return under, (top * n * (n + 1) - h - f) // 2, n * top * (top + 1) - 2 * g - 2 * f - under
