"""What happens at a table beyond its rounds and its terminal: settings, shuffles, words."""

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from longsuit.core.cards import Card
from longsuit.core.money import Cents, Mites
from longsuit.core.progressive.events import Contributed
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.terminal import Papers, Setup
from longsuit.core.round.events import Event, SeatTaken
from longsuit.floor.secrets.shuffle import Word

Plan = Literal["play", "out", "leave"]


class TableSettings(Struct, frozen=True):
    """A table of the floor."""

    setup: Setup
    name: str
    practice: bool = False
    """Play money, an automatic dealer, no account needed."""
    action_seconds: int = 0
    """How long a seat may take to act; 0 for as long as it likes (TBL-3)."""
    buy_in: Cents = 1_000_00
    """What a player sits down with at a practice table."""
    robots: int | UnsetType = UNSET
    """Robots that sit at a practice table while nobody else does; unset for none, as in records
    from before there were any."""


class TableSet(Event, frozen=True):
    """A table is opened, or its settings changed between rounds: from and to (TBL-7)."""

    before: TableSettings | None
    after: TableSettings


class TableClosed(Event, frozen=True):
    """No more rounds are played at the table."""


class SeatPlanned(Event, frozen=True):
    """What a seat does when the round at hand is over: it plays on, sits out, or is left."""

    seat: int
    plan: Plan


class DutyChanged(Event, frozen=True):
    """A dealer comes on at the table, or goes off (CON-37). The table is as it was."""

    dealer: str
    on: bool


class RoundBegun(Event, frozen=True):
    """Wagers are open, and the commitment to the shuffle is published (TBL-5).

    It stands for the round's `RoundOpened`, without the settings that the table has anyway.
    """

    number: int
    seated: tuple[SeatTaken, ...]
    commitment: str
    plans: tuple[SeatPlanned, ...] = ()
    """Of those who sit: a round starts from nothing that its first record does not say."""


class WordAdded(Event, frozen=True):
    """A player's own word goes into the shuffle."""

    word: Word


class SeedOpened(Event, frozen=True):
    """The round is over; its seed is opened for anyone to check."""

    number: int
    seed: str


class Added(Struct, frozen=True):
    """What a round adds to one meter."""

    meter: str
    """As the meter itself is called."""
    main: Mites
    reserve: Mites = 0


class MetersFed(Event, frozen=True):
    """END ROUND: what the registered wagers add to the meters that hands win (PRG-2).

    Sums need no order, so the meters' own streams are left alone: each gathers it in its time.
    """

    round: int
    wagers: int
    added: tuple[Added, ...]

    def contributions(self, table: str) -> Iterator[tuple[str, Contributed]]:
        """The same by meter, as each meter would tell it."""
        for one in self.added:
            told = Contributed(table, self.round, self.wagers, one.main, one.reserve)
            yield one.meter, told


class SlipGiven(Event, frozen=True):
    """A jackpot above the approval amount has its slip: all that the slip says (CON-13)."""

    slip: int
    round: int
    number: int
    """Of the claim in its round; 0 for a bonus pay of a dealt table."""
    seat: int
    hand: str
    """As it was keyed, or as the settlement has it."""
    meter: str
    """Its name at the table; empty for a pay from the tray."""
    wager: str
    wagered: Cents
    amount: Cents
    claimed_by: str
    supervisor: str
    papers: Papers
    cards: tuple[Card, ...] = ()
    """The hand as it was dealt, where the system deals."""
    late: bool = False
    """It was claimed after END ROUND (CON-18)."""


FloorEvent = (
    TableSet
    | TableClosed
    | RoundBegun
    | WordAdded
    | SeatPlanned
    | SeedOpened
    | MetersFed
    | SlipGiven
    | DutyChanged
)
TableStreamEvent = FloorEvent | TableEvent
