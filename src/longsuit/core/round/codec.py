"""Events to bytes and back, exactly: fractions travel as text."""

from fractions import Fraction
from typing import Any

import msgspec

from longsuit.core.plain_number import read_exact
from longsuit.core.round.events import AnyEvent


def to_text(value: Any) -> Any:
    """A fraction as text, for msgspec."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no place in an event")


def from_text(wanted: type, value: Any) -> Any:
    """The fraction that the text is, for msgspec; whoever wrote a file, it is a plain one."""
    if wanted is Fraction:
        found = read_exact(value) if isinstance(value, str) else None
        if found is None:
            raise ValueError("a fraction is text such as 7 or 3/2")
        return found
    raise NotImplementedError(f"{wanted.__name__} has no place in an event")


_encoder = msgspec.json.Encoder(enc_hook=to_text, order="deterministic")
_decoder = msgspec.json.Decoder(AnyEvent, dec_hook=from_text)


def encode(event: AnyEvent) -> bytes:
    """The event as JSON; the same event always gives the same bytes."""
    return _encoder.encode(event)


def decode(data: bytes) -> AnyEvent:
    """The event that `encode` wrote."""
    event: AnyEvent = _decoder.decode(data)
    return event
