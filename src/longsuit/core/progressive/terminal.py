"""A table's terminal as it stands, with the round that is played at it where the system deals."""

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import Offer, Table
from longsuit.core.money import Cents
from longsuit.core.paytable import PayLine
from longsuit.core.progressive.terms import progressive_offer
from longsuit.core.round.state import Round

APPROVAL: Cents = 1_200_00
"""Where nothing else is said, an award above it takes a supervisor: at every table for money."""

TerminalPhase = Literal["idle", "round", "mystery", "late"]
Step = Literal["pending", "verifying", "paid", "done", "void"]
Payment = Literal["", "chips", "hand-pay", "cheque"]
"""How a jackpot is paid; empty where nobody noted it."""
PAYMENTS: tuple[Payment, ...] = ("chips", "hand-pay", "cheque")


class Setup(Struct, frozen=True):
    """What a table is, as its terminal knows it."""

    id: str
    table: Table
    live: bool = False
    """Real cards on felt: the dealer's word is the claim (TBL-6)."""
    approval: Cents = 0
    """An award above this needs a supervisor; 0 for no such limit (PRG-19)."""
    meters: Mapping[str, str] = {}
    """The meter that each of the table's meter names stands for."""
    approval_process: bool | UnsetType = UNSET
    """Above the approval amount: who won, how it is paid, surveillance's reference (CON-13), bonus
    pays too; and the dealer confirms each envy pay (CON-16). Not so in records from before."""
    at_start: bool | UnsetType = UNSET
    """Whether progressive wagers add to its meters at START ROUND; unset for END ROUND (PRG-2)."""

    @property
    def offer(self) -> Offer | None:
        """The progressive wager."""
        return progressive_offer(self.table)

    @property
    def lines(self) -> tuple[PayLine, ...]:
        """What the progressive wager pays."""
        offer = self.offer
        return offer.paytable.lines if offer is not None and offer.paytable is not None else ()


def check_setup(setup: Setup) -> None:
    """Refuse a table that its terminal could not run."""
    if setup.approval < 0:
        raise InputError("An approval amount is never negative.")
    if setup.live and setup.offer is None:
        raise InputError("A live table needs a progressive wager: the system runs nothing else.")
    if not all(setup.meters.values()):
        raise InputError("A meter needs a name.")
    if setup.at_start and MYSTERY_METER in setup.meters:
        raise InputError(
            "A Must Hit award is drawn at END ROUND, when its contributions are in (PRG-21): "
            "a table with a Must Hit meter cannot add at START ROUND."
        )
    if setup.at_start and setup.offer is None:
        raise InputError("Without a progressive wager nothing is added at START ROUND.")
    if len(set(setup.meters.values())) != len(setup.meters):
        raise InputError("Two meters of a table are never the same meter.")


class Papers(Struct, frozen=True):
    """What is put down of a jackpot above the approval amount (CON-13)."""

    winner: str = ""
    """A name, or the seat of somebody who gives none."""
    document: str = ""
    """What was seen of who they are."""
    surveillance: str = ""
    """By which surveillance finds its pictures of it."""
    payment: Payment = ""


class Jackpot(Struct, frozen=True):
    """A claim on its way from PENDING JACKPOT to OK."""

    number: int
    seat: int
    hand: str
    meter: str
    """The meter's name at this table; empty for a fixed pay."""
    amount: Cents
    claimed_by: str
    step: Step = "pending"
    approved_by: str = ""
    refused_by: str = ""
    """The supervisor who would not approve it, while nobody else has."""
    refused_why: str = ""
    mystery: bool = False
    papers: Papers = Papers()
    referred_to: str = ""
    """Whom a supervisor has asked to decide instead, while nobody has."""
    referred_why: str = ""
    envied: tuple[int, ...] = ()
    """The other seats whose envy pay for it has been paid."""

    @property
    def is_claim(self) -> bool:
        """Whether it stands as the claim of its seat's hand."""
        return self.step != "void" and not self.mystery

    @property
    def is_open(self) -> bool:
        """Whether the dealer still has something to do about it."""
        return self.step in ("pending", "verifying", "paid")


class Bonus(Struct, frozen=True):
    """A bonus pay of a dealt table, above the approval amount."""

    seat: int
    wager: str
    hand: str
    amount: Cents
    refused_by: str = ""
    """Who has looked at it and would not approve it yet."""
    refused_why: str = ""


class RefusedBonus(Struct, frozen=True):
    """That a supervisor has not approved it, and why."""

    seat: int
    wager: str
    supervisor: str
    reason: str


class ApprovedBonus(Struct, frozen=True):
    """That a supervisor has approved it."""

    seat: int
    wager: str
    supervisor: str
    papers: Papers


class LastRound(Struct, frozen=True):
    """A live table's last round, for a hand of it that was missed."""

    number: int
    seats: tuple[int, ...]
    dynamic: Mapping[str, Cents]
    jackpots: tuple[Jackpot, ...]


class Terminal(Struct, frozen=True):
    """The dealer's terminal of one table."""

    setup: Setup
    round: Round | None = None
    """The round at a dealt table; a live table's cards are on the felt."""
    phase: TerminalPhase = "idle"
    """``mystery``: END ROUND has drawn a Must Hit award, which is still to be paid. ``late``: a
    hand of the last round has been claimed after END ROUND, and is still to be paid."""
    number: int = 0
    """The round's number."""
    lights: tuple[int, ...] = ()
    """The seats of a live table whose lights are on."""
    registered: tuple[int, ...] = ()
    dynamic: Mapping[str, Cents] = {}
    """The raised pays of this round (PRG-14)."""
    seat: int = 0
    """The seat chosen; 0 for none."""
    hand: str = ""
    jackpots: tuple[Jackpot, ...] = ()
    """The claims of this round, in their order (PRG-5)."""
    last: LastRound | None = None
    """The last round that was counted, at a live table."""
    bonuses: tuple[ApprovedBonus, ...] = ()
    """The bonus pays of this round that have been approved, at a dealt table."""
    refused_bonuses: tuple[RefusedBonus, ...] = ()
    """Those that were refused first: each is owed until it is approved."""

    def claim_of(self, seat: int) -> Jackpot | None:
        """The open jackpot of a seat."""
        return next((one for one in self.jackpots if one.seat == seat and one.is_open), None)

    @property
    def claimed_round(self) -> int:
        """The round that the claims at the terminal are of."""
        return self.last.number if self.phase == "late" and self.last else self.number

    def player(self, seat: int) -> str:
        """Who is paid at a seat: the player's name, or at a live table the seat itself."""
        if self.round is not None:
            return str(self.round.seat(seat).player)
        return f"{self.setup.id} seat {seat}"
