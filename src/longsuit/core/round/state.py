"""A round as it stands. Nothing changes it but `evolve`."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from longsuit.core.cards import Card
from longsuit.core.games.game import Decision, Street
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
    """All that its decisions have bet."""
    folded: bool = False

    @property
    def plays(self) -> bool:
        """Whether the seat has wagers in this round."""
        return bool(self.wagers)

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
    street: int = field(default=0, name="decision")
    """The street that is dealt or being dealt; written as it was when each had a decision."""
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
    def streets(self) -> tuple[Street, ...]:
        """All streets of the game."""
        return self.table.definition.streets

    @property
    def decision(self) -> int:
        """Which decision is at hand, or has been the last."""
        return max(sum(street.decides for street in self.streets[: self.street + 1]) - 1, 0)

    @property
    def to_decide(self) -> Decision:
        """The decision at hand."""
        return self.table.rules.decisions[self.decision]

    def decided(self, number: int) -> bool:
        """Whether the seat has no more decisions: it folds or, at most games, bets once (CTF-8)."""
        seat = self.seat(number)
        return seat.folded or (seat.bet > 0 and not self.table.definition.several)

    def is_in(self, number: int) -> bool:
        """Whether the seat's hand still counts: not folded, or a side wager rides on it."""
        seat = self.seat(number)
        mandatory = self.table.definition.mandatory
        return not seat.folded or any(wager not in mandatory for wager in seat.wagers)

    @property
    def dealt_in(self) -> list[int]:
        """The seats that get the cards of further streets, from left to right."""
        return [number for number in self.playing if self.is_in(number)]

    @property
    def is_dealt(self) -> bool:
        """Whether everybody has the cards of the street, and the dealer his."""
        game, streets = self.table.definition, self.streets[: self.street + 1]
        own = game.hole + sum(street.own for street in streets)
        return (
            len(self.dealer) == game.dealer
            and len(self.board) == sum(street.board for street in streets)
            and all(len(self.seat(number).cards) == own for number in self.dealt_in)
        )


def next_turn(state: Round) -> int:
    """The first seat from the left that has to act at this decision."""
    if not state.streets[state.street].decides:
        return NOBODY
    at = state.decision
    for number, seat in enumerate(state.seats, 1):
        if seat.wagers and len(seat.actions) == at and not state.decided(number):
            return number
    return NOBODY
