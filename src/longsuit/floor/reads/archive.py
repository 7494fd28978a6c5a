"""What the log gives away: finished rounds for everyone, its records for auditors, statements.

Nothing of a round that is not over leaves here (TBL-4), and of one that is over no hand that was
never shown. Where a round is in its stream, the list of rounds says: however long the log is, what
is read of it is what is shown.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from longsuit.core.cards import card_name
from longsuit.core.errors import InputError
from longsuit.core.money import Cents, Mites
from longsuit.core.progressive.statement import Statement
from longsuit.core.round.codec import to_text
from longsuit.core.round.events import (
    AnyEvent,
    BoardDealt,
    DealerDealt,
    HandDealt,
    RoundOpened,
)
from longsuit.core.round.evolve import replay
from longsuit.core.round.history import write_history
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import Record
from longsuit.floor.reads.meter_statement import meter_statement
from longsuit.floor.reads.round_receipt import RoundReceipt, ToldRound, make_receipt
from longsuit.floor.reads.table_view import ANYONE, Looker
from longsuit.floor.secrets.shuffle import Word
from longsuit.floor.store.checkpoint_rows import Checkpoints
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.projections.awards import Jackpot
from longsuit.floor.store.projections.rounds import Rounds, RoundSpan
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.events import (
    DeckSealed,
    RoundBegun,
    SeedOpened,
    TableSet,
    TableSettings,
    WordAdded,
    WordSealed,
    WordsMissing,
)

PAGE = 500
"""Records in one piece of the log."""
ROUNDS = 20
"""Rounds in one piece of the list."""
JACKPOTS = 50
"""Jackpots in one piece of the register."""
Outcome = Literal["ended", "cancelled"]


class RoundLine(Struct, frozen=True):
    """A finished round in the list of a table's rounds."""

    number: int
    outcome: Outcome
    began: str
    over: str
    staked: Cents = 0
    """What all seats staked, and what they got back, jackpots aside."""
    returned: Cents = 0


class FinishedRound(Struct, frozen=True):
    """A finished round: what `longsuit verify-round` reads, and its history as text."""

    table: str
    round: int
    commitment: str
    seed: str
    """Empty where it would show a hand that is none of the viewer's."""
    words: tuple[Word, ...]
    dealt: tuple[str | None, ...]
    """The cards in the order in which they were dealt; None for one that was never shown."""
    outcome: Outcome
    began: str
    over: str
    history: str
    seals: Mapping[str, str] = {}
    """By seat: the last seal that was given for a word while wagers were open."""
    unopened: tuple[int, ...] = ()
    """The seats that did not open their word in time."""


class RecordView(Struct, frozen=True):
    """A record as people and programs read it, and as it is written."""

    stream: str
    version: int
    at: int
    who: str
    command: str
    schema: int
    program: str
    events: tuple[Mapping[str, Any], ...]
    """What it says, in the form of today."""
    written: str
    """The bytes of its events, in base64: its hash is of these. Empty where they were shortened."""
    hash: str


def record_view(record: Record) -> RecordView:
    """A record for a door; one that was shortened has its hash alone."""
    told = () if record.is_shortened else events_of(record)
    events = tuple(msgspec.to_builtins(event, enc_hook=to_text) for event in told)
    return RecordView(
        *(record.stream, record.version, record.at, record.who, record.command),
        *(record.schema, record.program, events),
        written=b64encode(record.events).decode(),
        hash=record.hash.hex(),
    )


def moment(micros: int) -> str:
    """A time of the log as people and programs read it: ``2026-01-31T18:04:05.123456Z``."""
    seconds, rest = divmod(micros, 1_000_000)
    when = datetime.fromtimestamp(seconds, UTC)
    return f"{when:%Y-%m-%dT%H:%M:%S}.{rest:06d}Z"


class Published:
    """Reads a log for the doors."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._rounds = Rounds(log.engine)

    # Rounds

    def round(self, table: str, number: int, looker: Looker = ANYONE) -> FinishedRound | None:
        """A round that is over as the looker may see it; None if there is none, or it goes on."""
        found = self._find(table, number)
        if found is None:
            return None
        span, rest, history = found.span, found.rest, found.history
        seeds = [event.seed for event in rest if isinstance(event, SeedOpened)]
        final = replay(history)
        hidden = looker.not_shown(final)
        return FinishedRound(
            table,
            number,
            _commitment(found),
            seeds[0] if seeds and looker.may_open(final) else "",
            _words(rest),
            _dealt(rest, hidden),
            _outcome(span),
            moment(span.began),
            moment(span.over),
            write_history(history, hidden),
            {str(one.seat): one.seal for one in rest if isinstance(one, WordSealed)},
            tuple(seat for one in rest if isinstance(one, WordsMissing) for seat in one.seats),
        )

    def receipt(
        self, table: str, number: int, looker: Looker, kept: Checkpoints, keys: Sequence[str]
    ) -> RoundReceipt | None:
        """What the looker may keep of a round that is over; None if there is none."""
        found = self._find(table, number)
        if found is None:
            return None
        whole = looker.may_open(replay(found.history))
        told = ToldRound(table, number, found.records, found.settings, whole)
        return make_receipt(self._log, kept, keys, told)

    def _find(self, table: str, number: int) -> "_Found | None":
        stream = f"table {table}"
        span = self._rounds.find(stream, number)
        settings = self._settings_at(stream, span.first) if span is not None else None
        if span is None or settings is None:
            return None
        records = self._log.read(stream, span.first - 1, span.last - span.first + 1)
        opening, *rest = (one for each in records for one in events_of(each))
        if not isinstance(opening, RoundBegun) or opening.number != number:
            raise InputError(f"Round {number} is not where it should be; see longsuit audit.")
        opened = RoundOpened(number, settings.setup.table, opening.seated)
        history = [opened, *(event for event in rest if isinstance(event, AnyEvent))]
        return _Found(span, settings, records, opening.commitment, rest, history)

    def rounds(self, table: str, before: int) -> tuple[RoundLine, ...]:
        """The last rounds before a number that are over, the newest first."""
        return tuple(
            RoundLine(
                *(one.number, _outcome(one), moment(one.began), moment(one.over)),
                *(one.staked, one.returned),
            )
            for one in self._rounds.list(f"table {table}", before, ROUNDS)
        )

    def _settings_at(self, stream: str, version: int) -> TableSettings | None:
        """A table's settings at a version."""
        at = self._rounds.settings_at(stream, version)
        found = self._log.read(stream, at - 1, 1) if at is not None else []
        told = events_of(found[0]) if found else ()
        return next((one.after for one in told if isinstance(one, TableSet)), None)

    # Records

    def records(self, stream: str, after: int) -> list[RecordView]:
        """The records of a stream after a version, none of them of a round that is not over."""
        end = self._readable_to(stream)
        found = self._log.read(stream, after, PAGE) if after < end else []
        return [record_view(record) for record in found if record.version <= end]

    def _readable_to(self, stream: str) -> int:
        """The last record that may be read: before the round at hand, if one is."""
        head = self._log.head(stream).version
        at_hand = self._rounds.at_hand(stream)
        return head if at_hand is None else min(head, at_hand - 1)

    # Money

    def balances(self, account: str = "") -> dict[str, Mites]:
        """What every account holds now, as reports show them; or one, if it was ever written to."""
        with reading(self._log.engine) as rows:
            if not account:
                return rows.trial_balance()
            held = rows.balance(account)
        return {} if held is None else {account: held}

    def jackpots(self, meter: str, before: int) -> list[Jackpot]:
        """The last awards out of a meter before a record of its stream, the newest first."""
        with reading(self._log.engine) as rows:
            return rows.jackpots(meter, before, JACKPOTS)

    def statement(self, meter: str, start: int, end: int) -> Statement | None:
        """A meter from one time up to another; None if it was not there before the end.

        How it opened and closed is the ledger's, and the changes are the log's.
        """
        with reading(self._log.engine) as rows:
            if rows.span(f"meter {meter}", start, end).stop == 1:
                return None
            return meter_statement(rows, meter, start, end)


class _Found(NamedTuple):
    """A round that is over, as the log has it."""

    span: RoundSpan
    settings: TableSettings
    records: list[Record]
    commitment: str
    rest: list[Any]
    """Its events after the first."""
    history: list[Any]
    """Those of the core."""


def _commitment(found: _Found) -> str:
    """To the round's seed: given when the deck was sealed, or in the old order at its beginning."""
    sealed = (one.commitment for one in found.rest if isinstance(one, DeckSealed))
    return next(sealed, found.commitment)


def _words(events: list[Any]) -> tuple[Word, ...]:
    """As they go into the shuffle: by seat, or in the old order as they last came."""
    words: dict[int, Word] = {}
    for event in events:
        if isinstance(event, WordAdded):
            words.pop(event.word.seat, None)
            words[event.word.seat] = event.word
    if any(isinstance(event, DeckSealed) for event in events):
        return tuple(words[seat] for seat in sorted(words))
    return tuple(words.values())


def _outcome(span: RoundSpan) -> Outcome:
    return "cancelled" if span.cancelled else "ended"


def _dealt(events: list[Any], hidden: frozenset[int]) -> tuple[str | None, ...]:
    cards: list[str | None] = []
    for event in events:
        if isinstance(event, HandDealt | DealerDealt | BoardDealt):
            seat = getattr(event, "seat", 0)
            down = seat in hidden and not isinstance(event, BoardDealt)
            cards.extend(None if down else card_name(card) for card in event.cards)
    return tuple(cards)
