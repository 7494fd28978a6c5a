"""The value of a Must Hit meter, which is awarded at a secret amount rather than by a hand.

The trigger is a whole number of cents, uniform above the value after reseed and up to the
must-hit-by amount (PRG-11). Every wager adds to the meter; the round in which the meter reaches
the trigger pays the meter's whole cents to one seat, drawn among those that wagered.
"""

from fractions import Fraction

from msgspec import Struct

from longsuit.analysis.exact.law.cycle import Cycle, cycle_of
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
    cycle: Cycle
    """The law of the award, and of the rounds to it."""
    now: Fraction
    """To one wager of the next round, with the meter where it stands."""
    chance_now: Fraction
    """The chance that the next round awards it."""

    @property
    def award(self) -> Fraction:
        """The average award."""
        return self.cycle.award

    @property
    def rounds(self) -> Fraction:
        """Average rounds from reseed to award."""
        return self.cycle.rounds


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
    cycle = cycle_of(settings.seed, span, step)
    hit = _chance(settings, stands, step)
    return MustHitPrice(
        settings,
        stands,
        per_wager=cycle.award / (cycle.rounds * seats),
        cycle=cycle,
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


def _chance(settings: MustHit, stands: Cents, step: Fraction) -> Fraction:
    """The chance that the trigger lies in the next step, given that it is above the meter."""
    reached = min(int(stands + step), settings.by)
    return Fraction(reached - stands, settings.by - stands)
