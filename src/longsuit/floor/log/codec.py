"""Events and states of the floor as bytes, and back, exactly."""

import itertools
import re
from collections.abc import Iterable, Sequence
from types import GenericAlias
from typing import Any, Protocol, get_args

import msgspec

from longsuit.core.money import MITES
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.meter import Meter
from longsuit.core.round.codec import from_text, to_text
from longsuit.core.round.commands import Command
from longsuit.floor.log.packed import decode_events
from longsuit.floor.log.record import SCHEMA
from longsuit.floor.log.upcasters import STEPS, read_form_1, upcast
from longsuit.floor.own_games.events import GAMES, GameBrought
from longsuit.floor.people.changes import PEOPLE, PeopleEvent
from longsuit.floor.register.events import REGISTER, RegisterEvent
from longsuit.floor.retention.events import RETENTION, RecordsShortened
from longsuit.floor.slips.register import SLIPS, SlipEvent
from longsuit.floor.tables.events import MetersFed, RoundBegun, TableStreamEvent
from longsuit.floor.tables.state import FloorTable

_encoder = msgspec.json.Encoder(enc_hook=to_text, order="deterministic")
_table_state = msgspec.json.Decoder(FloorTable, dec_hook=from_text)
_meter_state = msgspec.json.Decoder(Meter, dec_hook=from_text)
_KINDS: dict[str, Any] = {
    "table": TableStreamEvent,
    "meter": MeterEvent,
    PEOPLE: PeopleEvent,
    REGISTER: RegisterEvent,
    SLIPS: SlipEvent,
    RETENTION: RecordsShortened,
    GAMES: GameBrought,
}
_TYPES = {name: frozenset(get_args(events) or (events,)) for name, events in _KINDS.items()}
_SEQUENCES: dict[str, Any] = {
    name: GenericAlias(tuple, (kind, ...)) for name, kind in _KINDS.items()
}


Value = TableStreamEvent | MeterEvent | PeopleEvent | RegisterEvent | FloorTable | Meter | Command


def encode(value: Value) -> bytes:
    """The value as JSON, for whoever reads it; the same value always gives the same bytes."""
    return _encoder.encode(value)


def encode_state(state: FloorTable | Meter) -> str:
    """Where a stream stands, for `decode_state`; of JSON only texts are keys, and seats are not."""
    plain = msgspec.to_builtins(state, str_keys=True, order="deterministic", enc_hook=to_text)
    return msgspec.json.encode(plain).decode()


class Written(Protocol):
    """A record, as far as its events go."""

    @property
    def stream(self) -> str:
        """Whose events they are."""

    @property
    def schema(self) -> int:
        """The form in which they are written."""

    @property
    def events(self) -> bytes:
        """As they are written."""


def events_of(record: Written, only: frozenset[type] | None = None) -> Sequence[Any]:
    """The events of a record, whatever its form, as those of today.

    Who needs but some kinds of them names these: records of today's form are read faster then.
    """
    kind = record.stream.partition(" ")[0]
    if not record.events:
        raise ValueError("its content is gone")
    if record.schema == SCHEMA:
        found = decode_events(record.events, only)
        if any(type(event) not in _TYPES[kind] for event in found):
            raise ValueError("there are events of another kind of stream")
        return found
    if record.schema not in STEPS:
        raise ValueError(f"form {record.schema} is not known")
    content = upcast(read_form_1(record.events), record.schema, SCHEMA)
    events: Sequence[Any] = msgspec.convert(content, _SEQUENCES[kind], dec_hook=from_text)
    return events


def events_left(
    record: Written, gap: bool, only: frozenset[type] | None = None
) -> tuple[Sequence[Any], bool]:
    """What a record of a stream says that may be shortened, and whether rounds are gone there.

    From one without content up to the next that begins a round, all that is left is what rounds
    have put into meters. `gap` is what was returned for the record before.
    """
    if not record.events:
        return (), True
    events = events_of(record, only)
    if gap and not (events and type(events[0]) is RoundBegun):
        return [event for event in events if type(event) is MetersFed], True
    return events, False


def is_of_the_floor(stream: str) -> bool:
    """Whether a stream is a table's, a meter's or that of slips: what a server has in memory."""
    return stream.startswith(("table ", "meter ")) or stream == SLIPS


def decode_state(stream: str, text: str) -> FloorTable | Meter:
    """The state of a snapshot, by the kind of its stream."""
    if stream.startswith("meter "):
        meter: Meter = _meter_state.decode(text)
        return meter
    table: FloorTable = _table_state.decode(text)
    return table


# What can be written at all

_LARGEST = (2**63 - 1) // MITES
"""Amounts are booked in mites, and a database counts up to here."""
_SUSPECT = re.compile(rb"\\u0000|[0-9]{15}")


def is_writable(command: Command, *names: str) -> bool:
    """Whether a command and the names that go with it can be written down.

    Asked before anybody decides: what a database refuses would take others along with it.
    """
    try:
        told = encode(command)
        names_told = "\n".join(names).encode()
    except (UnicodeEncodeError, TypeError, NotImplementedError, RecursionError):
        return False
    if b"\0" in names_told:
        return False
    suspect = _SUSPECT.search(told) is not None
    return not suspect or _is_kept(msgspec.to_builtins(command, enc_hook=to_text))


def _is_kept(value: Any) -> bool:
    """Whether a database keeps it: half characters, zeros and very large numbers it does not."""
    if isinstance(value, str):
        return "\0" not in value
    if isinstance(value, int):
        return abs(value) <= _LARGEST
    parts: Iterable[Any] = ()
    if isinstance(value, dict):
        parts = itertools.chain(value, value.values())
    elif isinstance(value, list | tuple):
        parts = value
    return all(map(_is_kept, parts))
