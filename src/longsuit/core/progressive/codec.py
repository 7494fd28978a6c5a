"""Events of tables and meters to bytes, and those of meters back, exactly."""

import msgspec

from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.round.codec import from_text, to_text

_encoder = msgspec.json.Encoder(enc_hook=to_text, order="deterministic")
_meter_decoder = msgspec.json.Decoder(MeterEvent, dec_hook=from_text)


def encode(event: TableEvent | MeterEvent) -> bytes:
    """The event as JSON; the same event always gives the same bytes."""
    return _encoder.encode(event)


def decode_meter_event(data: bytes) -> MeterEvent:
    """The event of a meter's stream that `encode` wrote."""
    event: MeterEvent = _meter_decoder.decode(data)
    return event
