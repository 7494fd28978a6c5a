"""What face-up dealing costs the house at a number of seats, from the kept figures of our study."""

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct


class FaceUpCost(Struct, frozen=True):
    """At best play that sees every other hand, in per cent of an Ante; the rules of the box."""

    seats: int
    blind: str
    """The player's expected result without seeing anything."""
    gain: str
    error: str
    """The standard error of the gain."""
    deals: int
    """How many were drawn, from seed 1."""
    aim: str
    """The standard error that was asked for."""

    def told(self) -> str:
        """In one sentence."""
        return (
            f"Face up at {self.seats} seats, with the standard rules and pays, best play that sees "
            f"the other hands gains the player {self.gain}% of an Ante (standard error "
            f"{self.error}%); without, the result is {self.blind}%."
        )


class _Figures(Struct, frozen=True):
    blind: str
    gain: tuple[str, ...]
    error: tuple[str, ...]
    deals: tuple[int, ...]
    aim: str


@cache
def _figures() -> dict[str, _Figures]:
    text = (resources.files(__package__) / "face_up.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, _Figures])


def face_up_cost(game: str, seats: int) -> FaceUpCost | None:
    """The cost at that many seats; None for a single seat, and for a game without a study."""
    kept = _figures().get(game)
    if kept is None or seats < 2:
        return None
    # One's own hand is not news.
    others = min(seats - 1, len(kept.gain))
    at = others - 1
    found = (kept.gain[at], kept.error[at], kept.deals[at], kept.aim)
    return FaceUpCost(others + 1, kept.blind, *found)
