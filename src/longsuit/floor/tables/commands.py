"""What is asked of the floor beyond a round and its terminal."""

from longsuit.core.round.commands import Amount, Command, Line, Name, SeatNumber
from longsuit.floor.tables.events import Plan, TableSettings


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


class AddWord(Command, frozen=True):
    """A player adds a word of their own to the shuffle (TBL-5)."""

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
