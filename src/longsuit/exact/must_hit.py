"""The value of a Must Hit meter, which is awarded at a secret amount rather than by a hand.

The trigger is a whole number of cents, uniform above the value after reseed and up to the
must-hit-by amount (PRG-11). Every wager adds to the meter; the round in which the meter reaches
the trigger pays the meter's whole cents to one seat, drawn among those that wagered.
"""

from fractions import Fraction

from msgspec import Struct

from longsuit.errors import InputError
from longsuit.money import Cents, show_dollars


class MustHit(Struct, frozen=True):
    """The settings of a Must Hit meter; the defaults are the house's."""

    seed: Cents = 500_00
    by: Cents = 1_000_00
    rate: Fraction = Fraction(3, 100)


class MustHitPrice(Struct, frozen=True):
    """What the meter is worth, in cents."""

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
    if span <= 0:
        raise InputError("The must-hit-by amount is above the seed.")
    if not settings.seed <= stands < settings.by:
        low, high = show_dollars(settings.seed), show_dollars(settings.by)
        raise InputError(f"The Must Hit meter stands from {low} to below {high}.")
    rounds = award = Fraction(0)
    reached, number = 0, 0
    while reached < span:
        number += 1
        before, reached = reached, min(int(step * number), span)
        chance = Fraction(reached - before, span)
        rounds += chance * number
        award += chance * int(settings.seed + step * number)
    hit = _chance(settings, stands, step)
    return MustHitPrice(
        per_wager=award / (rounds * seats),
        award=award,
        rounds=rounds,
        now=hit * int(stands + step) / seats,
        chance_now=hit,
    )


def _chance(settings: MustHit, stands: Cents, step: Fraction) -> Fraction:
    """The chance that the trigger lies in the next step, given that it is above the meter."""
    reached = min(int(stands + step), settings.by)
    return Fraction(reached - stands, settings.by - stands)
