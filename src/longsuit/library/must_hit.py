"""A Must Hit meter's settings as a user types them."""

from longsuit.core.errors import InputError
from longsuit.core.money import parse_dollars, parse_rate
from longsuit.core.progressive.terms import MustHit


def read_must_hit(text: str) -> MustHit:
    """The settings of a Must Hit meter: ``house``, or seed, must-hit-by and rate."""
    if text == "house":
        return MustHit()
    parts = text.split(",")
    if len(parts) != 3:
        raise InputError(
            "A Must Hit meter is 'house', or its seed, limit and rate, such as 500,1000,3%."
        )
    return MustHit(parse_dollars(parts[0]), parse_dollars(parts[1]), parse_rate(parts[2]))
