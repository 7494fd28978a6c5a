"""What someone asks for. A command may be refused; what comes of it are events."""

import unicodedata
from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from longsuit.core.cards import Card
from longsuit.core.money import LARGEST_AMOUNT, Cents

Role = Literal["player", "dealer", "supervisor", "system"]


class Actor(Struct, frozen=True):
    """Who asks."""

    role: Role
    name: str = ""


def same_person(one: str, other: str) -> bool:
    """Whether two names mean one person, however they are typed."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    """A name without what the eye does not see: accents' spelling, case, spaces, hidden signs."""
    seen = "".join(
        c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf"
    )
    return " ".join(seen.split()).casefold()


SYSTEM = Actor("system")
DEALER = Actor("dealer")


class Command(Struct, frozen=True, kw_only=True, tag=True):
    """Anything asked of a round, and by whom."""

    by: Actor


# What comes from outside is held against these bounds where it is read; the core asks for no text.
SeatNumber = Annotated[int, Meta(ge=1, le=20, description="The seat, from 1.")]
Amount = Annotated[Cents, Meta(ge=0, le=LARGEST_AMOUNT, description="Whole cents.")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Line = Annotated[str, Meta(max_length=200)]


class SitDown(Command, frozen=True):
    """A player takes a seat with an amount to play with."""

    seat: SeatNumber
    stack: Amount


class StandUp(Command, frozen=True):
    """The player leaves the seat, with what is left."""

    seat: SeatNumber


class PlaceWagers(Command, frozen=True):
    """The seat's wagers for this round, all of them; they replace any placed before."""

    seat: SeatNumber
    wagers: Annotated[Mapping[Name, Amount], Meta(max_length=20)]


class TakeBackWagers(Command, frozen=True):
    """The seat sits this round out."""

    seat: SeatNumber


class StartRound(Command, frozen=True):
    """START ROUND: no more bets. A dynamic progressive's pays of the round come along."""

    dynamic: Mapping[str, Cents] = {}


class DealCards(Command, frozen=True):
    """The shuffled deck, first card first. It comes from outside; the round has no chance in it."""

    deck: tuple[Card, ...]


class Act(Command, frozen=True):
    """A seat decides: an action of `legal_actions` and, where it has a range, the amount."""

    seat: SeatNumber
    action: Name
    amount: Amount | None = None


class LetTimePass(Command, frozen=True):
    """The seat's time is up: it is given the free action (TBL-3)."""

    seat: SeatNumber


class GrantMystery(Command, frozen=True):
    """The Must Hit meter goes to this seat: an award that no hand has won (PRG-11)."""

    seat: SeatNumber
    wager: str


class PayAward(Command, frozen=True):
    """A meter award that is due is paid; the meters' keeper gives the amount."""

    seat: SeatNumber
    wager: str
    amount: Cents


class EndRound(Command, frozen=True):
    """END ROUND."""


class CancelRound(Command, frozen=True):
    """CANCEL ROUND: every wager goes back and nothing counts (TBL-1)."""

    reason: Line = ""
