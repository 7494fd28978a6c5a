"""A round as it stands. Nothing changes it but `evolve`."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from longsuit.core.cards import Card
from longsuit.core.games.game import Decision
from longsuit.core.games.settlement import Award, Settlement
from longsuit.core.games.table import Table
from longsuit.core.money import Cents

Phase = Literal["wagers", "no more bets", "decisions", "reveal", "settled", "ended", "cancelled"]
"""The steps of a round (TBL-1). In ``settled`` meter awards that are due are paid."""

NOBODY = 0
"""No seat has the turn; seats are numbered from 1."""


class Seat(Struct, frozen=True):
    """One seat: who sits there, and what it has done this round."""

    player: str | None = None
    stack: Cents = 0
    """What the player has besides the wagers on the table."""
    wagers: Mapping[str, Cents] = {}
    cards: tuple[Card, ...] = ()
    actions: tuple[str, ...] = ()
    bet: Cents = 0
    folded: bool = False

    @property
    def plays(self) -> bool:
        """Whether the seat has wagers in this round."""
        return bool(self.wagers)

    @property
    def decided(self) -> bool:
        """Whether it has bet or folded: a seat bets once (CTF-8)."""
        return self.bet > 0 or self.folded

    @property
    def staked(self) -> Cents:
        """All that it has on the table."""
        return sum(self.wagers.values()) + self.bet


class Round(Struct, frozen=True):
    """A round from wagers open to END ROUND."""

    table: Table
    number: int
    phase: Phase
    seats: tuple[Seat, ...]
    dynamic: Mapping[str, Cents] = {}
    deck: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    decision: int = 0
    turn: int = NOBODY
    revealed: frozenset[int] | None = None
    """The seats whose cards everyone has seen; None before the reveal."""
    settlement: Settlement | None = None
    due: tuple[Award, ...] = ()
    """Meter awards not yet paid, in their order (PRG-5)."""

    def seat(self, number: int) -> Seat:
        """The seat of that number, from 1."""
        return self.seats[number - 1]

    @property
    def playing(self) -> list[int]:
        """The seats with wagers, from left to right."""
        return [number for number, seat in enumerate(self.seats, 1) if seat.wagers]

    @property
    def to_decide(self) -> Decision:
        """The decision at hand."""
        return self.table.rules.decisions[self.decision]


def next_turn(state: Round) -> int:
    """The first seat from the left that has to act at this decision."""
    for number, seat in enumerate(state.seats, 1):
        if seat.wagers and not seat.decided and len(seat.actions) == state.decision:
            return number
    return NOBODY
