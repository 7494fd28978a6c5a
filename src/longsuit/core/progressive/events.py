"""What happened to meters and at terminals. Events are facts, stored as they are.

A meter and a table each have a stream of their own. What happens at a terminal and moves a meter
is told in both, each in its own words.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct

from longsuit.core.money import Cents, Mites
from longsuit.core.progressive.terminal import Papers, Payment, Setup
from longsuit.core.progressive.terms import Terms
from longsuit.core.round.events import Event


class Claim(Struct, frozen=True):
    """Which jackpot it is: the table, its round, and the number of the claim in that round."""

    table: str
    round: int
    number: int


# Meters


class MeterOpened(Event, frozen=True):
    """A meter starts at its seed, which the house puts in."""

    meter: str
    terms: Terms
    practice: bool = False
    """It is fed and won with play money, and stays so."""


class TableJoined(Event, frozen=True):
    table: str


class TableLeft(Event, frozen=True):
    table: str


class TriggerSealed(Event, frozen=True):
    """A Must Hit trigger has been drawn; this commitment is all that is told of it."""

    cycle: int
    above: Cents
    commitment: str


class TriggerOpened(Event, frozen=True):
    """The meter has reached its trigger; the secret is opened for anyone to check."""

    cycle: int
    above: Cents
    secret: str
    trigger: Cents
    table: str
    round: int
    seats: tuple[int, ...]
    winner: int


class Contributed(Event, frozen=True):
    """What the registered wagers of a round added, at END ROUND."""

    table: str
    round: int
    wagers: int
    main: Mites
    reserve: Mites


class ContributionReturned(Event, frozen=True):
    """CANCEL ROUND, where wagers add at START ROUND: what comes out again of what they added."""

    table: str
    round: int
    main: Mites
    """From the meter."""
    overflow: Mites
    """From what is kept apart above the maximum."""
    reserve: Mites


class Part(Struct, frozen=True):
    """What a table's rounds have added to a meter since it was last gathered."""

    table: str
    round: int
    """Up to and with this one."""
    wagers: int
    """Of that round."""
    main: Mites
    reserve: Mites


class ContributionsGathered(Event, frozen=True):
    """What tables have contributed, and told in their own streams, is in the meter from here on."""

    parts: tuple[Part, ...]
    overflow: Mites = 0
    """What of it is above the meter's maximum, and kept apart."""


class AwardLocked(Event, frozen=True):
    """PENDING JACKPOT: the amount has left the meter, which has restarted if it was all of it."""

    claim: Claim
    seat: int
    hand: str
    share: Fraction
    amount: Cents
    from_reserve: Mites = 0
    """What the reserve gave toward the new seed."""
    from_house: Mites = 0
    """What the house gave toward the new seed."""
    from_overflow: Mites = 0
    """What was kept apart above the maximum, and has room in the meter now."""


class JackpotPaid(Event, frozen=True):
    """A pending award has been paid to the player."""

    claim: Claim
    amount: Cents
    player: str
    payment: Payment = ""
    """How, where it was noted."""


class AwardVoided(Event, frozen=True):
    """A pending award was none: it is back in the meter."""

    claim: Claim
    amount: Cents
    to_reserve: Mites
    to_house: Mites
    reason: str
    by: str
    to_overflow: Mites = 0


class MeterCorrected(Event, frozen=True):
    """A correction on record: by a supervisor and a second person, with the reason (PRG-8)."""

    part: Literal["meter", "reserve"]
    amount: Mites
    """Added where it is positive; the house gives or takes it."""
    reason: str
    supervisor: str
    second: str


class MeterSet(Event, frozen=True):
    """A meter's parameters that a house may set, by two people with the reason (CON-21, CON-23)."""

    limit: Cents
    """The posted maximum; 0 for none."""
    bound: Cents
    """What one round may add at most; 0 for no bound."""
    reason: str
    supervisor: str
    second: str


Cause = Literal["malfunction", "over-limit", "gross-receipts", "seed-recovery", "moved", "retired"]
"""Why money leaves a meter that nobody has won (CON-22, CON-26)."""
CAUSES: tuple[Cause, ...] = get_args(Cause)


class FundsLeft(Event, frozen=True):
    """Money leaves a meter for one of the allowed reasons: for the house, or for another meter."""

    cause: Cause
    meter: Mites
    reserve: Mites
    overflow: Mites
    to: str
    """Another meter; empty for the house."""
    reason: str
    supervisor: str
    second: str

    @property
    def mites(self) -> Mites:
        """All of it."""
        return self.meter + self.reserve + self.overflow


class FundsCame(Event, frozen=True):
    """What has left another meter is in this one."""

    source: str
    mites: Mites
    overflow: Mites
    """What of it is above the maximum."""
    supervisor: str
    second: str


AFTER_ALL = (
    *(AwardLocked, AwardVoided, ContributionReturned, MeterCorrected),
    *(TableLeft, MeterSet, FundsLeft, FundsCame),
)
"""Before these a meter takes in what its tables have put in."""

MeterEvent = (
    MeterOpened
    | TableJoined
    | TableLeft
    | TriggerSealed
    | TriggerOpened
    | Contributed
    | ContributionsGathered
    | ContributionReturned
    | AwardLocked
    | JackpotPaid
    | AwardVoided
    | MeterCorrected
    | MeterSet
    | FundsLeft
    | FundsCame
)


# Terminals


class TableOpened(Event, frozen=True):
    """A table with its settings and its meters."""

    setup: Setup


class LightTurned(Event, frozen=True):
    """A seat's light on a live table: whether it has the progressive wager."""

    seat: int
    on: bool


class WagersRegistered(Event, frozen=True):
    """START ROUND: the seats with the wager; their lights are locked."""

    round: int
    seats: tuple[int, ...]
    dynamic: Mapping[str, Cents] = {}


class RegistrationCancelled(Event, frozen=True):
    """CANCEL ROUND: nothing is added to any meter."""

    reason: str = ""


class SeatChosen(Event, frozen=True):
    seat: int


class HandChosen(Event, frozen=True):
    hand: str


class JackpotClaimed(Event, frozen=True):
    """PENDING JACKPOT, as the terminal has it."""

    number: int
    seat: int
    hand: str
    meter: str
    """The meter's name at this table; empty for a fixed pay, which comes from the tray."""
    amount: Cents
    by: str


class LateClaimed(Event, frozen=True):
    """A hand of the last round, claimed after END ROUND by two people with the reason."""

    number: int
    seat: int
    hand: str
    meter: str
    """As in `JackpotClaimed`."""
    amount: Cents
    reason: str
    by: str
    supervisor: str
    papers: Papers = Papers()


class MysteryDrawn(Event, frozen=True):
    """The Must Hit meter is awarded to this seat (PRG-21)."""

    number: int
    seat: int
    amount: Cents
    by: str


class AmountShown(Event, frozen=True):
    """PAY JACKPOT: the amount stands on the terminal, to be verified."""

    number: int


class JackpotApproved(Event, frozen=True):
    number: int
    supervisor: str
    papers: Papers = Papers()


class JackpotRefused(Event, frozen=True):
    """It is not approved: it is voided, or a supervisor looks at it again."""

    number: int
    reason: str
    supervisor: str


class JackpotReferred(Event, frozen=True):
    """Somebody else is to decide about it."""

    number: int
    to: str
    reason: str
    supervisor: str


class BonusApproved(Event, frozen=True):
    """A bonus pay above the approval amount, at a dealt table."""

    seat: int
    wager: str
    amount: Cents
    supervisor: str
    papers: Papers = Papers()


class BonusRefused(Event, frozen=True):
    """It is not approved yet: it stays owed, and waits until a supervisor looks again."""

    seat: int
    wager: str
    reason: str
    supervisor: str


class SumAgreed(Event, frozen=True):
    """PAY THE AGREED SUM: it has been paid."""

    number: int
    amount: Cents
    meter: str
    player: str
    by: str


class EnvyPaid(Event, frozen=True):
    """An envy pay on a live table, from the tray."""

    seat: int
    winner: int
    hand: str
    amount: Cents
    player: str


class JackpotClosed(Event, frozen=True):
    """OK."""

    number: int


class JackpotVoided(Event, frozen=True):
    number: int
    reason: str
    by: str


class WagersCollected(Event, frozen=True):
    """END ROUND on a live table: the progressive wagers of its seats lie in the tray."""

    players: tuple[str, ...]
    wager: Cents


class TerminalCleared(Event, frozen=True):
    """The round is over at the terminal; lights are free again."""


TerminalEvent = (
    TableOpened
    | LightTurned
    | WagersRegistered
    | RegistrationCancelled
    | SeatChosen
    | HandChosen
    | JackpotClaimed
    | LateClaimed
    | MysteryDrawn
    | AmountShown
    | JackpotApproved
    | JackpotRefused
    | JackpotReferred
    | BonusApproved
    | BonusRefused
    | SumAgreed
    | EnvyPaid
    | JackpotClosed
    | JackpotVoided
    | WagersCollected
    | TerminalCleared
)
