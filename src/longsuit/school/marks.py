"""What a dealer in training did, point by point: each right or not, with what is so."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.money import parse_dollars, show_dollars
from longsuit.core.ranking import FlushKey, flush_name, key_length, key_ranks
from longsuit.core.round.explanations import short_words
from longsuit.school.felt import Felt, SeatToSettle

HIGHER = {"ahead": "the player's is higher", "behind": "the dealer's is higher", "tie": "a tie"}


class Mark(Struct, frozen=True):
    """One point."""

    about: str
    right: bool
    told: str
    """What is so."""


class Tally:
    """Marks of one drill, and the time that they took."""

    def __init__(self) -> None:
        self.asked = self.right = 0
        self.seconds = 0.0

    def add(self, marks: Iterable[Mark], seconds: float) -> None:
        """Count some more."""
        for one in marks:
            self.asked += 1
            self.right += one.right
        self.seconds += seconds


def read_marks(felt: Felt, given: Mapping[str, Any]) -> tuple[Mark, ...]:
    """Both flushes, the qualifier and the winner; what was given may be anything."""
    seat = felt.seats[0]
    qualifies = "yes" if felt.qualifies else "no"
    outcome = HIGHER[seat.outcome]
    return (
        _flush_mark("dealer's flush", felt.dealer_key, given.get("dealer")),
        Mark("dealer qualifies", given.get("qualifies") == qualifies, qualifies),
        _flush_mark("player's flush", seat.key, given.get("player")),
        Mark("higher flush", given.get("outcome") == seat.outcome, outcome),
    )


def _flush_mark(about: str, key: FlushKey, given: object) -> Mark:
    wanted = {"length": key_length(key), "high": key_ranks(key)[0]}
    return Mark(about, given == wanted, flush_name(key))


def settle_marks(felt: Felt, given: Mapping[str, Any]) -> tuple[Mark, ...]:
    """For each seat one mark for its spots, and one for what is paid."""
    found: list[Mark] = []
    for seat in felt.seats:
        mine = given.get(str(seat.seat))
        answer = mine if isinstance(mine, dict) else {}
        found.extend(_seat_marks(seat, answer.get("verdicts"), answer.get("pays")))
    return tuple(found)


def _seat_marks(seat: SeatToSettle, verdicts: object, pays: object) -> Sequence[Mark]:
    told = "; ".join(
        f"{spot.name}: {spot.result.verdict} ({short_words(spot.result)})" for spot in seat.spots
    )
    right = verdicts == [spot.result.verdict for spot in seat.spots]
    try:
        paid = isinstance(pays, str) and parse_dollars(pays) == seat.pays
    except InputError:
        paid = False
    return (
        Mark(f"seat {seat.seat}, spots", right, told),
        Mark(f"seat {seat.seat}, paid", paid, show_dollars(seat.pays)),
    )
