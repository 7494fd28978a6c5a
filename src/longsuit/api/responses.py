"""What is sent back: msgspec structs as JSON, and their description for OpenAPI."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from fastapi import Response
from msgspec import Struct

from longsuit.core.round.codec import to_text

JSON = "application/json"
_PLACE = "#/components/schemas/{name}"
_encoder = msgspec.json.Encoder(enc_hook=to_text)


def encode(value: Any) -> bytes:
    """A value as JSON; fractions travel as text."""
    return _encoder.encode(value)


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return msgspec.to_builtins(value, enc_hook=to_text)


def reply(value: Struct, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer."""
    return Response(encode(value), status, dict(headers) if headers else None, JSON)


def shapes_of(kinds: list[Any]) -> dict[str, Any]:
    """The schemas of structs and of all that is in them, by name."""
    _, found = msgspec.json.schema_components(
        kinds, schema_hook=_schema_of_fraction, ref_template=_PLACE
    )
    return dict(found)


def _schema_of_fraction(kind: type) -> dict[str, Any]:
    if kind is Fraction:
        return {"type": "string", "description": "A fraction, such as 1/10.", "examples": ["1/10"]}
    raise NotImplementedError(kind.__name__)


def place_of(kind: type) -> dict[str, str]:
    """Where the schema of a struct is."""
    return {"$ref": _PLACE.format(name=kind.__name__)}
