"""What happens at a table beyond its rounds and its terminal: settings, shuffles, words.

Words are sealed while wagers are open, then the deck is, then the words are opened: nobody knows
or chooses it while anything can still be chosen (decisions/0032-words-before-seeds.md).
"""

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
Mode = Literal["practice", "dealt", "live"]
WORD_SECONDS = 5
"""How long a page usually has to open its word."""


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
    word_seconds: int | UnsetType = UNSET
    """How long a player's page has to open its word, once wagers are closed; unset for usual."""

    @property
    def mode(self) -> Mode:
        """How it is dealt."""
        return "live" if self.setup.live else "practice" if self.practice else "dealt"


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
    """Wagers are open. It stands for the round's `RoundOpened`, without the table's settings."""

    number: int
    seated: tuple[SeatTaken, ...]
    commitment: str = ""
    """In records of the old order: to a seed that was drawn before any word."""
    plans: tuple[SeatPlanned, ...] = ()
    """Of those who sit: a round starts from nothing that its first record does not say."""
    silent: tuple[int, ...] = ()
    """The seats of those who did not open a word: they are not asked for one."""


class WordSealed(Event, frozen=True):
    """A player has chosen a word for the shuffle, and shows nothing of it but its seal (TBL-5)."""

    seat: int
    seal: str


class DeckSealed(Event, frozen=True):
    """No more wagers and words; the seed is drawn, and the commitment to it published (TBL-5)."""

    number: int
    commitment: str


class WordAdded(Event, frozen=True):
    """A player's own word goes into the shuffle. It opens the seal that was given for it."""

    word: Word


class WordsMissing(Event, frozen=True):
    """The time is over, and these seats have not opened their words: they count as absent."""

    seats: tuple[int, ...]


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
    | WordSealed
    | DeckSealed
    | WordAdded
    | WordsMissing
    | SeatPlanned
    | SeedOpened
    | MetersFed
    | SlipGiven
    | DutyChanged
)
TableStreamEvent = FloorEvent | TableEvent
