"""What is asked of the floor beyond a round and its terminal."""

from typing import Annotated

from msgspec import Meta

from longsuit.core.round.commands import Amount, Command, Line, Name, SeatNumber
from longsuit.floor.tables.events import Plan, TableSettings

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="A SHA-256 in hexadecimal.")]


class SetTable(Command, frozen=True):
    """Open a table, or change its settings between rounds (TBL-7)."""

    settings: TableSettings


class CloseTable(Command, frozen=True):
    """No more rounds once the one at hand is over."""


class BeginRound(Command, frozen=True):
    """Open the wagers of the next round."""


class ChangeDuty(Command, frozen=True):
    """A dealer comes on at the table, or goes off (CON-37)."""

    on: bool


class SealWord(Command, frozen=True):
    """A player gives the seal of a word for the shuffle, while wagers are open (TBL-5)."""

    seat: SeatNumber
    seal: Digest


class OpenWord(Command, frozen=True):
    """A player shows the word of their seal, once the deck is sealed."""

    seat: SeatNumber
    word: Line


class CloseWords(Command, frozen=True):
    """The time to open words is over: the cards are dealt with those that came."""


class AddWord(Command, frozen=True):
    """What records of the old order stand for: an open word for a seed that was drawn before."""

    seat: SeatNumber
    word: Line


class SeatPlayer(Command, frozen=True):
    """A dealer seats a player with what they have bought in for."""

    seat: SeatNumber
    player: Name
    stack: Amount


class UnseatPlayer(Command, frozen=True):
    """A dealer frees a seat between rounds; with wagers down it is refused."""

    seat: SeatNumber


class PlanSeat(Command, frozen=True):
    """A player plays on, sits out from the next round on, or leaves once this one is over."""

    seat: SeatNumber
    plan: Plan


class SeatRobot(Command, frozen=True):
    """A robot for company at an empty seat of a practice table."""

    seat: SeatNumber


class UnseatRobot(Command, frozen=True):
    """The robot leaves."""

    seat: SeatNumber
