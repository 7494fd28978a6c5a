"""Every command that a person may send to a table, as JSON. Who sends it is in no body."""

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Union

from pydantic import Field

from longsuit.api.bodies import Body, Cents, Line, Seat, Short
from longsuit.core.progressive import commands as terminal
from longsuit.core.round import commands as table
from longsuit.core.round.commands import Actor, Command
from longsuit.floor.people.identity import tidy_name
from longsuit.floor.tables import commands as floor


class CommandBody(Body):
    """One command."""

    asks: ClassVar[type[Command]]

    def command(self, by: Actor) -> Command:
        """As the floor has it, from whoever is signed in."""
        return self.asks(by=by, **self.model_dump(exclude={"type"}))


# Players


class SitDown(CommandBody):
    """Take a seat at a practice table, with the table's buy-in."""

    asks = table.SitDown
    type: Literal["SitDown"]
    seat: Seat
    stack: Cents


class StandUp(CommandBody):
    """Leave a seat."""

    asks = table.StandUp
    type: Literal["StandUp"]
    seat: Seat


class PlaceWagers(CommandBody):
    """All wagers of a seat for this round; they replace any placed before."""

    asks = table.PlaceWagers
    type: Literal["PlaceWagers"]
    seat: Seat
    wagers: Annotated[dict[Short, Cents], Field(max_length=20)]


class TakeBackWagers(CommandBody):
    """Sit this round out."""

    asks = table.TakeBackWagers
    type: Literal["TakeBackWagers"]
    seat: Seat


class Act(CommandBody):
    """One of the actions that the view lists for your seat."""

    asks = table.Act
    type: Literal["Act"]
    seat: Seat
    action: Short
    amount: Cents | None = None


class AddWord(CommandBody):
    """A word of your own for the shuffle, while wagers are open (TBL-5)."""

    asks = floor.AddWord
    type: Literal["AddWord"]
    seat: Seat
    word: Line


class SeatRobot(CommandBody):
    """A robot for company at an empty seat of a practice table."""

    asks = floor.SeatRobot
    type: Literal["SeatRobot"]
    seat: Seat


class UnseatRobot(CommandBody):
    """Send the robot away."""

    asks = floor.UnseatRobot
    type: Literal["UnseatRobot"]
    seat: Seat


# Whoever runs the table


class SeatPlayer(CommandBody):
    """Seat a player, by the name of their account, with what they have bought in for."""

    asks = floor.SeatPlayer
    type: Literal["SeatPlayer"]
    seat: Seat
    player: Short
    stack: Cents

    def command(self, by: Actor) -> Command:
        """Names are written as people's accounts have them."""
        return floor.SeatPlayer(
            by=by, seat=self.seat, player=tidy_name(self.player), stack=self.stack
        )


class UnseatPlayer(CommandBody):
    """Free a seat between rounds; with wagers down only if they are to go back."""

    asks = floor.UnseatPlayer
    type: Literal["UnseatPlayer"]
    seat: Seat
    wagers_back: Annotated[bool, Field(strict=True)] = False


class BeginRound(CommandBody):
    """Open the wagers of the next round."""

    asks = floor.BeginRound
    type: Literal["BeginRound"]


class StartRound(CommandBody):
    """START ROUND: no more bets. Where the system deals, the cards follow."""

    asks = table.StartRound
    type: Literal["StartRound"]


class CancelRound(CommandBody):
    """CANCEL ROUND: every wager goes back."""

    asks = table.CancelRound
    type: Literal["CancelRound"]
    reason: Line = ""


class EndRound(CommandBody):
    """END ROUND."""

    asks = table.EndRound
    type: Literal["EndRound"]


class LetTimePass(CommandBody):
    """A seat's time is up: it is given the free action."""

    asks = table.LetTimePass
    type: Literal["LetTimePass"]
    seat: Seat


class TurnLight(CommandBody):
    """A seat of a live table has the progressive wager, or has it no longer."""

    asks = terminal.TurnLight
    type: Literal["TurnLight"]
    seat: Seat
    on: Annotated[bool, Field(strict=True)]


class ChooseSeat(CommandBody):
    """Touch a seat at the terminal."""

    asks = terminal.ChooseSeat
    type: Literal["ChooseSeat"]
    seat: Seat


class ChooseHand(CommandBody):
    """Touch a hand in the terminal's list."""

    asks = terminal.ChooseHand
    type: Literal["ChooseHand"]
    hand: Short


class PendingJackpot(CommandBody):
    """PENDING JACKPOT for the chosen seat and hand."""

    asks = terminal.PendingJackpot
    type: Literal["PendingJackpot"]


class PayJackpot(CommandBody):
    """PAY JACKPOT: show the amount."""

    asks = terminal.PayJackpot
    type: Literal["PayJackpot"]


class PayAgreedSum(CommandBody):
    """PAY THE AGREED SUM: the amount that was verified."""

    asks = terminal.PayAgreedSum
    type: Literal["PayAgreedSum"]
    amount: Cents


class Ok(CommandBody):
    """OK: the jackpot is paid and done."""

    asks = terminal.Ok
    type: Literal["Ok"]


class VoidJackpot(CommandBody):
    """The pending jackpot of the chosen seat was none."""

    asks = terminal.VoidJackpot
    type: Literal["VoidJackpot"]
    reason: Line


class ApproveJackpot(CommandBody):
    """A supervisor approves a jackpot above the table's limit."""

    asks = terminal.ApproveJackpot
    type: Literal["ApproveJackpot"]
    number: Annotated[int, Field(strict=True, ge=1, le=1000)]


class RefuseJackpot(CommandBody):
    """A supervisor does not approve it, and says why; the terminal shows it."""

    asks = terminal.RefuseJackpot
    type: Literal["RefuseJackpot"]
    number: Annotated[int, Field(strict=True, ge=1, le=1000)]
    reason: Line


COMMANDS: tuple[type[CommandBody], ...] = (
    *(SitDown, StandUp, PlaceWagers, TakeBackWagers, Act, AddWord, SeatRobot, UnseatRobot),
    *(SeatPlayer, UnseatPlayer, BeginRound, StartRound, CancelRound, EndRound, LetTimePass),
    *(TurnLight, ChooseSeat, ChooseHand, PendingJackpot, PayJackpot, PayAgreedSum, Ok),
    *(VoidJackpot, ApproveJackpot, RefuseJackpot),
)

if TYPE_CHECKING:
    AnyCommand = CommandBody
else:
    AnyCommand = Annotated[Union[COMMANDS], Field(discriminator="type")]  # noqa: UP007


def example(kind: type[CommandBody]) -> dict[str, Any]:
    """A command as somebody might send it."""
    fields = {name: _VALUES[name] for name in kind.model_fields if name in _VALUES}
    return {"type": kind.__name__, **fields}


_VALUES: dict[str, Any] = {
    "seat": 1,
    "stack": 100000,
    "wagers": {"ante": 500, "xtra": 500, "stax": 500},
    "action": "bet_3x",
    "word": "my dog is called Biscuit",
    "player": "Ann",
    "reason": "touched too soon",
    "on": True,
    "hand": "7-card straight flush",
    "amount": 1500,
    "number": 1,
}
