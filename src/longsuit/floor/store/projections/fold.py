"""What the records and ledger entries of one stream come to, in the rows of projections.

The same fold serves who writes, with the few records of a commit, and who makes or checks all rows
of a stream. What it says of a round or jackpot that began before its first record is a change.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, get_args

from msgspec import Struct

from longsuit.core.money import Cents, Mites
from longsuit.core.progressive.events import (
    AwardLocked,
    AwardVoided,
    Claim,
    JackpotPaid,
    JackpotVoided,
    SumAgreed,
)
from longsuit.core.round.events import RoundCancelled, RoundEnded, RoundSettled
from longsuit.floor.ledger.accounts import shown_account
from longsuit.floor.tables.events import RoundBegun, SlipGiven, TableSet

DAY = 24 * 3600 * 1_000_000
"""Microseconds of a day, UTC: where a day of the house begins is up to the house."""
State = Literal["pending", "paid", "voided"]
"""What has become of a jackpot."""
STATES: tuple[State, ...] = get_args(State)
PENDING, PAID, VOIDED = range(3)
"""The same by its place there, as rows have it."""


class Told(Struct, frozen=True):
    """A record with its events, as far as projections need it."""

    stream: str
    version: int
    at: int
    events: Sequence[Any]


class RoundRow(Struct):
    """A round of a dealt table: where its records are, when it was, what it came to."""

    number: int = 0
    first: int = 0
    """Its first record, and when that was written."""
    began: int = 0
    staked: Cents | None = None
    """What all seats staked and got back, once it is settled; jackpots aside."""
    returned: Cents | None = None
    last: int | None = None
    """Its last record, once it is over."""
    over: int | None = None
    cancelled: bool | None = None


class JackpotRow(Struct):
    """An award out of a meter."""

    claim: Claim
    version: int = 0
    """The record that locked it, and when that was written."""
    at: int = 0
    seat: int = 0
    hand: str = ""
    cents: Cents = 0
    state: int = PENDING
    player: str = ""
    """Who was paid."""
    closed: int | None = None
    """When it was paid or voided."""


class SlipRow(Struct):
    """A jackpot above the approval amount, in the register."""

    slip: int
    version: int
    at: int
    number: int
    """Of the claim in its round; until it is paid or voided no other of the table has it."""
    cents: Cents
    words: str
    """What it can be found by, in small letters."""
    state: int = PENDING
    closed: int | None = None


class Fold:
    """The rows of one stream, as far as its records have been told."""

    def __init__(self) -> None:
        self.rounds: list[RoundRow] = []
        """Those that began, in their order."""
        self.before = RoundRow()
        """What became of the round that had begun before them."""
        self.setups: list[int] = []
        """Records with new settings of a table."""
        self.jackpots: dict[Claim, JackpotRow] = {}
        self.closed: dict[Claim, JackpotRow] = {}
        """What became of jackpots that had been locked before."""
        self.slips: list[SlipRow] = []
        self.settled: list[tuple[int, int, int]] = []
        """Claims, by their numbers, that had slips before: what became of each, and when."""
        self.balances: dict[str, Mites] = {}
        self.days: dict[tuple[str, int], Mites] = {}
        """What entries come to by account, as reports show it, and day."""

    def record(self, told: Told) -> None:
        """The next record."""
        for event in told.events:
            note = _NOTES.get(type(event))
            if note is not None:
                note(self, told, event)

    def entry(self, at: int, source: str, target: str, mites: Mites) -> None:
        """A ledger entry."""
        day = at // DAY
        for name, change in ((source, -mites), (target, mites)):
            self.balances[name] = self.balances.get(name, 0) + change
            place = (shown_account(name), day)
            self.days[place] = self.days.get(place, 0) + change

    @property
    def changed_before(self) -> bool:
        """Whether the round that had begun before is not as it was."""
        return self.before.staked is not None or self.before.last is not None

    @property
    def _round(self) -> RoundRow:
        return self.rounds[-1] if self.rounds else self.before

    def _set(self, told: Told, _event: TableSet) -> None:
        self.setups.append(told.version)

    def _begun(self, told: Told, event: RoundBegun) -> None:
        self.rounds.append(RoundRow(event.number, told.version, told.at))

    def _settled(self, _told: Told, event: RoundSettled) -> None:
        results = event.settlement.results
        self._round.staked = sum(one.stake for one in results)
        envies = sum(one.amount for one in event.settlement.envies)
        self._round.returned = sum(one.returned for one in results) + envies

    def _over(self, told: Told, event: RoundEnded | RoundCancelled) -> None:
        row = self._round
        row.last, row.over = told.version, told.at
        row.cancelled = isinstance(event, RoundCancelled)

    def _locked(self, told: Told, event: AwardLocked) -> None:
        where = (told.version, told.at, event.seat, event.hand)
        self.jackpots[event.claim] = JackpotRow(event.claim, *where, event.amount)

    def _paid(self, told: Told, event: JackpotPaid) -> None:
        row = self._jackpot(event.claim)
        row.state, row.player, row.closed = PAID, event.player, told.at

    def _voided(self, told: Told, event: AwardVoided) -> None:
        row = self._jackpot(event.claim)
        row.state, row.closed = VOIDED, told.at

    def _slip(self, told: Told, event: SlipGiven) -> None:
        papers, table = event.papers, told.stream.removeprefix("table ")
        place = f"{table} round {event.round} seat {event.seat}"
        found_by = (place, event.hand, papers.winner, papers.surveillance, event.supervisor)
        words = "\n".join(found_by).casefold()
        row = SlipRow(event.slip, told.version, told.at, event.number, event.amount, words)
        if not event.number:
            # A bonus pay was paid with the round's settlement.
            row.state, row.closed = PAID, told.at
        self.slips.append(row)

    def _agreed(self, told: Told, event: SumAgreed) -> None:
        self._settle(event.number, PAID, told.at)

    def _none(self, told: Told, event: JackpotVoided) -> None:
        self._settle(event.number, VOIDED, told.at)

    def _settle(self, number: int, state: int, at: int) -> None:
        for row in self.slips:
            if row.number == number and row.state == PENDING:
                row.state, row.closed = state, at
                return
        self.settled.append((number, state, at))

    def _jackpot(self, claim: Claim) -> JackpotRow:
        found = self.jackpots.get(claim)
        return self.closed.setdefault(claim, JackpotRow(claim)) if found is None else found


_NOTES: dict[type, Any] = {
    TableSet: Fold._set,
    RoundBegun: Fold._begun,
    RoundSettled: Fold._settled,
    RoundEnded: Fold._over,
    RoundCancelled: Fold._over,
    AwardLocked: Fold._locked,
    JackpotPaid: Fold._paid,
    AwardVoided: Fold._voided,
    SlipGiven: Fold._slip,
    SumAgreed: Fold._agreed,
    JackpotVoided: Fold._none,
}
TOLD = frozenset(_NOTES)
"""The events that projections follow from; no others need to be decoded."""

Entry = tuple[str, int, str, str, Mites]
"""A ledger entry: its stream, when, from which account, to which, and how much."""


def fold(told: Iterable[Told], entries: Iterable[Entry]) -> dict[str, Fold]:
    """What some records and entries come to, by stream."""
    folds: dict[str, Fold] = {}
    for one in told:
        folds.setdefault(one.stream, Fold()).record(one)
    for stream, at, source, target, mites in entries:
        folds.setdefault(stream, Fold()).entry(at, source, target, mites)
    return folds
