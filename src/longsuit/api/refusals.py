"""Every answer that is not what was asked for: a status and one plain sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from fastapi import FastAPI, HTTPException
from fastapi.exceptions import RequestValidationError
from msgspec import Struct
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import Request
from starlette.responses import Response

from longsuit.api.responses import reply
from longsuit.api.thread_pools import Busy, Impatient
from longsuit.core.errors import InputError
from longsuit.floor.engine.replies import ClockOut
from longsuit.floor.service.floor import FloorDown
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.event_log import Unavailable

logger = structlog.get_logger()

_LONGEST = 300
TRY_AGAIN = {"retry-after": "1"}


class Reason(Struct, frozen=True):
    """Why not."""

    reason: str


class Declined(HTTPException):
    """The request ends here, with a status and a sentence."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, reason, dict(headers) if headers else None)

    def answer(self) -> Response:
        """As it is sent."""
        return reply(Reason(str(self.detail)), self.status_code, self.headers)


NOT_SIGNED_IN = "Sign in first: the session is missing, or it has ended."
_SENTENCES = {
    400: "The body cannot be read as JSON.",
    404: "There is nothing at this address.",
    405: "That is not how this address is asked.",
}


def unknown_table(table: str) -> Declined:
    """There is no such table."""
    return Declined(404, f"There is no table {table[:40]}.")


def handle_all(app: FastAPI) -> None:
    """Have every error answered in the same form."""
    app.add_exception_handler(StarletteHTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_bad_input)
    app.add_exception_handler(InputError, _on_input_error)
    app.add_exception_handler(Busy, _on_busy)
    app.add_exception_handler(ClockOut, _on_busy)
    for kind in (DatabaseError, Unavailable, FloorDown):
        app.add_exception_handler(kind, _on_no_database)


async def _on_http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)
    if isinstance(error, Declined):
        return error.answer()
    status = 422 if error.status_code == 400 else error.status_code
    sentence = _SENTENCES.get(error.status_code, f"{error.detail}.")
    return reply(Reason(sentence), status, error.headers)


async def _on_bad_input(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return reply(Reason(sentence_of(error.errors())), 422)


async def _on_input_error(_request: Request, error: Exception) -> Response:
    """The floor refuses what somebody typed."""
    return reply(Reason(_clip(str(error))), 409)


async def _on_busy(_request: Request, error: Exception) -> Response:
    """There are too many for the moment, or one who asks too often."""
    return reply(Reason(str(error)), 429 if isinstance(error, Impatient) else 503, TRY_AGAIN)


async def _on_no_database(_request: Request, error: Exception) -> Response:
    # Its message may name what was to be written.
    logger.warning("the database did not answer", error=type(error).__name__)
    return reply(Reason("The floor cannot read or write now: try again."), 503, TRY_AGAIN)


def sentence_of(errors: Sequence[Any]) -> str:
    """The first thing that is wrong with a request. What was sent is not repeated."""
    fault = errors[0]
    kind, place = fault["type"], _place(fault["loc"])
    if kind == "missing":
        return f"{place} is missing."
    if kind == "extra_forbidden":
        return f"{place} is not known here."
    if kind == "union_tag_not_found":
        return "A command says its type."
    if kind == "union_tag_invalid":
        return "There is no command of that type."
    if kind == "json_invalid":
        return _SENTENCES[400]
    if kind in ("model_attributes_type", "model_type", "dict_type") and place == "The body":
        return "The body is a JSON object, with content-type application/json."
    said = str(fault["msg"]).removeprefix("Value error, ").rstrip(".")
    return _clip(f"{place}: {said[:1].lower()}{said[1:]}.")


def _place(where: Sequence[int | str]) -> str:
    """The part of the request that is meant, as whoever wrote it knows it."""
    source, *parts = where
    if source == "body" and parts and str(parts[0])[:1].isupper():
        # The name of the command, which pydantic puts before its fields.
        parts = parts[1:]
    shown = ".".join(str(part)[:40] for part in parts if part != "[key]")
    return f"'{shown}'" if shown else f"The {source}"


def _clip(sentence: str) -> str:
    plain = " ".join(sentence.split())
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 4].rstrip()} ..."
