"""Events and states of the floor to JSON and back, exactly."""

from collections.abc import Sequence
from typing import Any

import msgspec

from longsuit.floor.events import TableStreamEvent
from longsuit.floor.people_events import PEOPLE, PeopleEvent
from longsuit.floor.state import FloorTable
from longsuit.progressive.events import MeterEvent
from longsuit.progressive.meter import Meter
from longsuit.round.codec import from_text, to_text
from longsuit.round.commands import Command

_encoder = msgspec.json.Encoder(enc_hook=to_text, order="deterministic")
_table_events = msgspec.json.Decoder(tuple[TableStreamEvent, ...], dec_hook=from_text)
_meter_events = msgspec.json.Decoder(tuple[MeterEvent, ...], dec_hook=from_text)
_people_events = msgspec.json.Decoder(tuple[PeopleEvent, ...])
_table_state = msgspec.json.Decoder(FloorTable, dec_hook=from_text)
_meter_state = msgspec.json.Decoder(Meter, dec_hook=from_text)


Value = TableStreamEvent | MeterEvent | PeopleEvent | FloorTable | Meter | Command


def encode(value: Value) -> bytes:
    """The value as JSON; the same value always gives the same bytes."""
    return _encoder.encode(value)


def decode_events(stream: str, text: str) -> Sequence[Any]:
    """The events of a record, by the kind of its stream."""
    if stream == PEOPLE:
        return _people_events.decode(text)
    decoder = _meter_events if stream.startswith("meter ") else _table_events
    events: Sequence[Any] = decoder.decode(text)
    return events


def is_of_the_floor(stream: str) -> bool:
    """Whether a stream is a table's or a meter's: what a server has in memory."""
    return stream.startswith(("table ", "meter "))


def decode_state(stream: str, text: str) -> FloorTable | Meter:
    """The state of a snapshot, by the kind of its stream."""
    if stream.startswith("meter "):
        meter: Meter = _meter_state.decode(text)
        return meter
    table: FloorTable = _table_state.decode(text)
    return table
