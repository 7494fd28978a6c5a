"""What the log gives away: finished rounds for everyone, its records for auditors, statements.

Nothing of a round that is not over leaves here (TBL-4), and of one that is over no hand that was
never shown. Rounds are found by halving: their numbers
go up along a table's stream.
"""

import threading
from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from longsuit.cards import card_name
from longsuit.floor.chain import Record
from longsuit.floor.codec import decode_events
from longsuit.floor.events import RoundBegun, SeedOpened, TableSet, TableSettings, WordAdded
from longsuit.floor.fairness import Word
from longsuit.floor.store.log import Log
from longsuit.floor.view import ANYONE, Looker
from longsuit.progressive.events import MeterEvent
from longsuit.progressive.statement import Statement, statement
from longsuit.round.events import (
    AnyEvent,
    BoardDealt,
    DealerDealt,
    HandDealt,
    RoundCancelled,
    RoundEnded,
    RoundOpened,
)
from longsuit.round.evolve import replay
from longsuit.round.history import write_history

PAGE = 500
"""Records in one piece of the log."""
ROUNDS = 20
"""Rounds in one piece of the list."""
_STRIDE = 40


class RoundLine(Struct, frozen=True):
    """A finished round in the list of a table's rounds."""

    number: int
    outcome: Literal["ended", "cancelled"]
    began: str
    over: str


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
    outcome: Literal["ended", "cancelled"]
    began: str
    over: str
    history: str


class _Told(Struct, frozen=True):
    """The records of one round, from its beginning on, with their events."""

    version: int
    number: int
    began: int
    over: int
    """When it was over; 0 while it is not."""
    events: tuple[Any, ...]

    @property
    def outcome(self) -> Literal["ended", "cancelled"]:
        ended = any(isinstance(event, RoundEnded) for event in self.events)
        return "ended" if ended else "cancelled"


def moment(micros: int) -> str:
    """A time of the log as people and programs read it: ``2026-01-31T18:04:05.123456Z``."""
    seconds, rest = divmod(micros, 1_000_000)
    when = datetime.fromtimestamp(seconds, UTC)
    return f"{when:%Y-%m-%dT%H:%M:%S}.{rest:06d}Z"


class Published:
    """Reads a log for the doors."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._settings: dict[str, list[tuple[int, TableSettings]]] = {}
        self._read_to: dict[str, int] = {}
        self._turn = threading.Lock()

    # Rounds

    def round(self, table: str, number: int, looker: Looker = ANYONE) -> FinishedRound | None:
        """A round that is over as the looker may see it; None if there is none, or it goes on."""
        stream = f"table {table}"
        begun = self._find(stream, number)
        told = self._round_from(stream, begun) if begun else None
        if told is None or not told.over:
            return None
        opening, *rest = told.events
        settings = self._settings_at(stream, told.version)
        if not isinstance(opening, RoundBegun) or settings is None:
            return None
        opened = RoundOpened(number, settings.setup.table, opening.seated)
        words: dict[int, Word] = {}
        for event in rest:
            if isinstance(event, WordAdded):
                words.pop(event.word.seat, None)
                words[event.word.seat] = event.word
        seeds = [event.seed for event in rest if isinstance(event, SeedOpened)]
        history = [opened, *(event for event in rest if isinstance(event, AnyEvent))]
        final = replay(history)
        hidden = looker.not_shown(final)
        return FinishedRound(
            table,
            number,
            opening.commitment,
            seeds[0] if seeds and looker.may_open(final) else "",
            tuple(words.values()),
            _dealt(rest, hidden),
            told.outcome,
            moment(told.began),
            moment(told.over),
            write_history(history, hidden),
        )

    def rounds(self, table: str, before: int) -> tuple[RoundLine, ...]:
        """The last rounds before a number that are over, the newest first."""
        stream = f"table {table}"
        # One more, because the last may still go on.
        version = self._find(stream, max(1, before - ROUNDS - 1))
        lines: list[RoundLine] = []
        while version:
            told = self._round_from(stream, version)
            if told is None or not told.over or told.number >= before:
                break
            lines.append(
                RoundLine(told.number, told.outcome, moment(told.began), moment(told.over))
            )
            _, version = self._next_begun(stream, version)
        return tuple(reversed(lines[-ROUNDS:]))

    def _find(self, stream: str, number: int) -> int:
        """The version of the record with which a round began; 0 if there is none."""
        low, high = 0, self._log.head(stream).version
        while low < high:
            middle = (low + high) // 2
            found, version = self._next_begun(stream, middle)
            if not version or found > number:
                high = middle
            elif found == number:
                return version
            else:
                low = version
        return 0

    def _next_begun(self, stream: str, after: int) -> tuple[int, int]:
        """The first round that began after a version: its number and version, or twice 0."""
        size = _STRIDE
        while piece := self._log.read(stream, after, size):
            for record in piece:
                for event in _mentioned(record, RoundBegun):
                    return event.number, record.version
            after, size = piece[-1].version, size * 2
        return 0, 0

    def _round_from(self, stream: str, version: int) -> _Told | None:
        """The round that began with a record, as far as it has got."""
        events: list[Any] = []
        began = number = 0
        for record in self._log.each(stream, version - 1, _STRIDE):
            told = decode_events(stream, record.events)
            events.extend(told)
            if record.version == version:
                began = record.at
                number = next((one.number for one in told if isinstance(one, RoundBegun)), 0)
            if any(isinstance(one, RoundEnded | RoundCancelled) for one in told):
                return _Told(version, number, began, record.at, tuple(events))
        return _Told(version, number, began, 0, tuple(events)) if events else None

    def _settings_at(self, stream: str, version: int) -> TableSettings | None:
        """A table's settings at a version. The log is read for them once, and then only on."""
        with self._turn:
            known = self._settings.setdefault(stream, [])
            for record in self._log.each(stream, self._read_to.get(stream, 0)):
                if record.version > version:
                    break
                for event in _mentioned(record, TableSet):
                    known.append((record.version, event.after))
                self._read_to[stream] = record.version
            fitting = [settings for set_at, settings in known if set_at <= version]
        return fitting[-1] if fitting else None

    # Records

    def records(self, stream: str, after: int) -> list[Record]:
        """The records of a stream after a version, none of them of a round that is not over."""
        end = self._readable_to(stream)
        found = self._log.read(stream, after, PAGE) if after < end else []
        return [record for record in found if record.version <= end]

    def _readable_to(self, stream: str) -> int:
        """The last record that may be read: before the round at hand, if one is."""
        head = self._log.head(stream).version
        if not self._has_cards(stream):
            return head
        end, size = head, _STRIDE
        while end > 0:
            start = max(0, end - size)
            piece = [one for one in self._log.read(stream, start, size) if one.version <= end]
            for record in reversed(piece):
                kinds = [type(event) for event in decode_events(stream, record.events)]
                if RoundEnded in kinds or RoundCancelled in kinds:
                    return head
                if RoundBegun in kinds:
                    return record.version - 1
            end, size = start, size * 2
        return head

    def _has_cards(self, stream: str) -> bool:
        """Whether the stream is of a table that the system deals; a table stays what it is."""
        first = self._log.read(stream, 0, 1)
        opened = _mentioned(first[0], TableSet) if first else []
        return any(not event.after.setup.live for event in opened)

    # Meters

    def statement(self, meter: str, start: int, end: int) -> Statement | None:
        """A meter from one time up to another; None if it was not there before the end."""
        stream = f"meter {meter}"
        history: list[MeterEvent] = []
        written: list[tuple[int, str]] = []
        first = 0
        for record in self._log.each(stream):
            if record.at >= end:
                break
            history.extend(decode_events(stream, record.events))
            written.extend([(record.at, record.who)] * (len(history) - len(written)))
            if record.at < start:
                first = len(history)
        if not history:
            return None
        found = statement(history, first)
        signed = []
        for one in found.changes:
            at, who = written[one.position]
            signed.append(replace(one, at=at, who=who))
        return replace(found, changes=tuple(signed))


def _mentioned(record: Record, kind: type) -> list[Any]:
    """The events of a kind in a record; most records are not even decoded."""
    if f'"{kind.__name__}"' not in record.events:
        return []
    return [one for one in decode_events(record.stream, record.events) if isinstance(one, kind)]


def _dealt(events: list[Any], hidden: frozenset[int]) -> tuple[str | None, ...]:
    cards: list[str | None] = []
    for event in events:
        if isinstance(event, HandDealt | DealerDealt | BoardDealt):
            seat = getattr(event, "seat", 0)
            down = seat in hidden and not isinstance(event, BoardDealt)
            cards.extend(None if down else card_name(card) for card in event.cards)
    return tuple(cards)
