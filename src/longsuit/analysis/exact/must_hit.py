"""The value of a Must Hit meter, which is awarded at a secret amount rather than by a hand.

The trigger is a whole number of cents, uniform above the value after reseed and up to the
must-hit-by amount (PRG-11). Every wager adds to the meter; the round in which the meter reaches
the trigger pays the meter's whole cents to one seat, drawn among those that wagered.
"""

from fractions import Fraction

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.money import Cents, show_dollars
from longsuit.core.progressive.terms import MustHit


class MustHitPrice(Struct, frozen=True):
    """What the meter is worth, in cents."""

    settings: MustHit
    stands: Cents
    """The meter for which the next round is priced."""
    per_wager: Fraction
    """To one wager, in the long run."""
    award: Fraction
    """The average award."""
    rounds: Fraction
    """Average rounds from reseed to award."""
    now: Fraction
    """To one wager of the next round, with the meter where it stands."""
    chance_now: Fraction
    """The chance that the next round awards it."""


def price_must_hit(
    settings: MustHit, wager: Cents, *, seats: int = 1, meter: Cents | None = None
) -> MustHitPrice:
    """Price a Must Hit meter to which `seats` wagers of that size contribute each round.

    A cycle starts at the seed exactly; the part of a cent that an award leaves is counted for the
    award itself, not for the cycle after it.
    """
    step = settings.rate * wager * seats
    span = settings.by - settings.seed
    stands = settings.seed if meter is None else meter
    if seats < 1 or wager <= 0 or step <= 0:
        raise InputError("A Must Hit meter needs a wager, a seat and a contribution.")
    if span <= 0 or settings.seed < 0:
        raise InputError("The must-hit-by amount is above the seed, and the seed is not negative.")
    if not settings.seed <= stands < settings.by:
        low, high = show_dollars(settings.seed), show_dollars(settings.by)
        raise InputError(f"The Must Hit meter stands from {low} to below {high}.")
    rounds, award = _cycle(step, span)
    award += settings.seed
    hit = _chance(settings, stands, step)
    return MustHitPrice(
        settings,
        stands,
        per_wager=award / (rounds * seats),
        award=award,
        rounds=rounds,
        now=hit * int(stands + step) / seats,
        chance_now=hit,
    )


def least_meter(
    settings: MustHit, wager: Cents, wanted: Fraction, *, seats: int = 1
) -> Cents | None:
    """The least whole cents at which one wager of the next round is worth what is wanted.

    From the seed on; None where it is worth less even on the last cent below the limit. The nearer
    the limit, the likelier and the larger the award, so halving finds it.
    """

    def worth(meter: Cents) -> Fraction:
        return price_must_hit(settings, wager, seats=seats, meter=meter).now

    low, high = settings.seed, settings.by - 1
    if worth(high) < wanted:
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if worth(middle) >= wanted else (middle + 1, high)
    return low


def _cycle(step: Fraction, span: int) -> tuple[Fraction, Fraction]:
    """Average rounds to the award, and what the meter has gained by then, in whole cents.

    After k rounds the meter has gained f(k) = floor(k step) cents, and in round K, the first with
    f(K) at the span or past it, the award has come. The trigger is passed in round k with the
    chance (f(k) - f(k-1)) / span, round K taking the rest. Summed by parts, the rounds come to
    K - (f(0) + ... + f(K-1)) / span. With d = f(k) - f(k-1) the gains need no loop either: d f(k)
    is half of f(k)^2 - f(k-1)^2 + d^2, and d is one of two neighbouring numbers.
    """
    a, b = step.numerator, step.denominator
    last = -(-span * b // a)
    before = a * (last - 1) // b
    small = a // b
    large_rounds = before - small * (last - 1)
    squares = large_rounds * (small + 1) ** 2 + (last - 1 - large_rounds) * small**2
    gained = (before**2 + squares) // 2 + (span - before) * (a * last // b)
    rounds = last - Fraction(_floor_sum(last, b, a), span)
    return rounds, Fraction(gained, span)


def _floor_sum(count: int, divisor: int, factor: int) -> int:
    """The sum of floor(factor * k / divisor) for k from 0 to count - 1, as Euclid would do it."""
    total = offset = 0
    while count > 0:
        total += factor // divisor * (count * (count - 1) // 2) + offset // divisor * count
        factor, offset = factor % divisor, offset % divisor
        top = factor * count + offset
        if top < divisor:
            break
        # Count the same points by rows instead of columns.
        count, offset, divisor, factor = top // divisor, top % divisor, factor, divisor
    return total


def _chance(settings: MustHit, stands: Cents, step: Fraction) -> Fraction:
    """The chance that the trigger lies in the next step, given that it is above the meter."""
    reached = min(int(stands + step), settings.by)
    return Fraction(reached - stands, settings.by - stands)
