"""What happened at a table. Events are facts: replaying them gives the round as it is."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from longsuit.core.cards import Card
from longsuit.core.games.settlement import Award, Settlement
from longsuit.core.games.table import Table
from longsuit.core.money import Cents

Cause = Literal["asked", "settings", "closing", "seed"]
"""Why a round is cut short: somebody cancels it, or the table changes or closes around it."""


class Event(Struct, frozen=True, tag=True):
    """Anything that happened."""


class SeatTaken(Event, frozen=True):
    seat: int
    player: str
    stack: Cents


class RoundOpened(Event, frozen=True):
    """Wagers are open."""

    number: int
    table: Table
    seated: tuple[SeatTaken, ...] = ()
    """Who sits where from the round before, and with how much."""


class SeatLeft(Event, frozen=True):
    seat: int


class WagersPlaced(Event, frozen=True):
    seat: int
    wagers: Mapping[str, Cents]


class WagersTakenBack(Event, frozen=True):
    seat: int


class RoundStarted(Event, frozen=True):
    """No more bets."""

    dynamic: Mapping[str, Cents] = {}


class DeckShuffled(Event, frozen=True):
    """The order of the deck. A secret: only the store and the audit ever see it."""

    deck: tuple[Card, ...]


class HandDealt(Event, frozen=True):
    """Cards to a seat."""

    seat: int
    cards: tuple[Card, ...]


class DealerDealt(Event, frozen=True):
    """Cards to the dealer, face down."""

    cards: tuple[Card, ...]


class FaceDownDealt(Event, frozen=True):
    """What a feed says of cards that the viewer may not see: how many, and to whom."""

    seat: int
    """The seat, or 0 for the dealer."""
    count: int


class BoardDealt(Event, frozen=True):
    """Community cards, face up."""

    cards: tuple[Card, ...]


class ActionTaken(Event, frozen=True):
    seat: int
    action: str
    amount: Cents
    in_time: bool = True


class HandsRevealed(Event, frozen=True):
    """The dealer's cards and every hand that is settled are turned up."""

    dealer: tuple[Card, ...]
    hands: tuple[HandDealt, ...]


class RoundSettled(Event, frozen=True):
    settlement: Settlement


class AwardGranted(Event, frozen=True):
    """An award that no hand has won is due as well."""

    award: Award


class AwardPaid(Event, frozen=True):
    seat: int
    wager: str
    amount: Cents


class RoundEnded(Event, frozen=True):
    pass


class RoundCancelled(Event, frozen=True):
    reason: str
    """As somebody typed it."""
    cause: Cause = "asked"


AnyEvent = (
    RoundOpened
    | SeatTaken
    | SeatLeft
    | WagersPlaced
    | WagersTakenBack
    | RoundStarted
    | DeckShuffled
    | HandDealt
    | DealerDealt
    | BoardDealt
    | ActionTaken
    | HandsRevealed
    | RoundSettled
    | AwardGranted
    | AwardPaid
    | RoundEnded
    | RoundCancelled
)

Told = AnyEvent | FaceDownDealt
"""What a viewer may hear of in a feed."""
