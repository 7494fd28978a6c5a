"""What is asked of meters and terminals.

START ROUND, CANCEL ROUND and END ROUND are the round's own commands: on a dealt table the terminal
goes along with the round, on a live table they are the terminal's alone (TBL-6).
"""

from typing import Annotated, Literal

from msgspec import Meta

from longsuit.core.money import LARGEST_AMOUNT, MITES, Mites
from longsuit.core.progressive.terminal import Papers
from longsuit.core.progressive.terms import Terms
from longsuit.core.round.commands import Amount, Command, Line, Name, SeatNumber

MeterName = Annotated[str, Meta(max_length=80, description="A meter; empty for the house.")]


class OpenMeter(Command, frozen=True):
    """A new meter, seeded by the house."""

    meter: str
    terms: Terms
    practice: bool = False


class JoinMeter(Command, frozen=True):
    """A table whose wager has these terms wants to share the meter."""

    table: str
    terms: Terms


class LeaveMeter(Command, frozen=True):
    table: str


class SealTrigger(Command, frozen=True):
    """The commitment to a Must Hit trigger; the trigger itself stays with the keeper."""

    commitment: str


class CorrectMeter(Command, frozen=True):
    """A supervisor's correction, with the name of the second person (PRG-8)."""

    part: Literal["meter", "reserve"]
    amount: Annotated[
        Mites,
        Meta(
            ge=-LARGEST_AMOUNT * MITES,
            le=LARGEST_AMOUNT * MITES,
            description="In mites, added where it is positive: a cent has 10,000.",
        ),
    ]
    reason: Line
    second: Name


class SetMeter(Command, frozen=True):
    """The posted maximum, and what one round may add at most (CON-21, CON-23); 0 for none."""

    limit: Amount
    bound: Amount
    reason: Line
    second: Name


class ReduceMeter(Command, frozen=True, kw_only=True):
    """Money leaves a meter for one of the allowed reasons, by two people (CON-22)."""

    cause: Literal["malfunction", "over-limit", "gross-receipts", "seed-recovery", "moved"]
    part: Literal["meter", "reserve", "overflow"]
    amount: Annotated[
        Mites,
        Meta(ge=1, le=LARGEST_AMOUNT * MITES, description="In mites: a cent has 10,000."),
    ]
    to: MeterName = ""
    reason: Line
    second: Name


class RetireMeter(Command, frozen=True, kw_only=True):
    """A meter is ended, and all that it holds goes to another meter or to the house (CON-26)."""

    to: MeterName = ""
    reason: Line
    second: Name


class TurnLight(Command, frozen=True):
    """A seat of a live table has the progressive wager, or has it no longer."""

    seat: SeatNumber
    on: bool


class SetLights(Command, frozen=True):
    """These seats of a live table have the progressive wager, and no others."""

    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=20)]


class ChooseSeat(Command, frozen=True):
    seat: SeatNumber


class ChooseHand(Command, frozen=True):
    hand: Name


class PendingJackpot(Command, frozen=True):
    """PENDING JACKPOT for the chosen seat and hand."""


class PayJackpot(Command, frozen=True):
    """PAY JACKPOT: show the chosen seat's amount."""


class PayAgreedSum(Command, frozen=True):
    """PAY THE AGREED SUM: the amount that was verified."""

    amount: Amount


class Ok(Command, frozen=True):
    """OK: the chosen seat's jackpot is paid and done."""


class PayFromTray(Command, frozen=True):
    """A fixed pay of a live table in one step: claimed, shown, paid and done."""

    seat: SeatNumber
    hand: Name
    amount: Amount


class VoidJackpot(Command, frozen=True):
    """The chosen seat's pending jackpot was none."""

    reason: Line


class _WithPapers(Command, frozen=True, kw_only=True):
    """With what is put down of a jackpot above the approval amount (CON-13)."""

    winner: Line = ""
    document: Line = ""
    surveillance: Line = ""
    payment: Literal["", "chips", "hand-pay", "cheque"] = ""

    @property
    def papers(self) -> Papers:
        """The same in one."""
        return Papers(self.winner, self.document, self.surveillance, self.payment)


class PayEnvy(Command, frozen=True):
    """The envy pay of a seat for the chosen seat's jackpot has been paid (CON-16)."""

    seat: SeatNumber


class ClaimLate(_WithPapers, frozen=True, kw_only=True):
    """A hand of the last round at a live table, seen only after END ROUND.

    `supervisor` is another person, who stands by it (PRG-18).
    """

    seat: SeatNumber
    hand: Name
    reason: Line
    supervisor: Name


class ApproveJackpot(_WithPapers, frozen=True, kw_only=True):
    """A supervisor approves a jackpot above the table's limit (PRG-19)."""

    number: Annotated[int, Meta(ge=1, le=1000)]


class RefuseJackpot(Command, frozen=True):
    """A supervisor does not approve it, and says why (PRG-19)."""

    number: Annotated[int, Meta(ge=1, le=1000)]
    reason: Line


class ReferJackpot(Command, frozen=True):
    """A supervisor leaves it to somebody else, and says why (CON-13)."""

    number: Annotated[int, Meta(ge=1, le=1000)]
    to: Name
    reason: Line


class ApproveBonus(_WithPapers, frozen=True, kw_only=True):
    """A supervisor approves a bonus pay above the table's limit, at a dealt table."""

    seat: SeatNumber
    wager: Name


class RefuseBonus(Command, frozen=True):
    """A supervisor does not approve a bonus pay, and says why; it stays owed."""

    seat: SeatNumber
    wager: Name
    reason: Line
