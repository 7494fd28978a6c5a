"""Every answer that is not what was asked for: a status and one plain sentence."""

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import structlog
from fastapi import FastAPI, HTTPException
from fastapi.exceptions import RequestValidationError
from msgspec import Struct
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import Request
from starlette.responses import Response

from longsuit.api.responses import reply
from longsuit.core.errors import InputError
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.texts import sentence
from longsuit.floor.engine.replies import ClockOut
from longsuit.floor.service.command_json import BadForm
from longsuit.floor.service.floor import FloorDown
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.transactions import Unavailable
from longsuit.workers.job import Busy, Impatient

logger = structlog.get_logger()

_LONGEST = 300
_FRAMES = 6
TRY_AGAIN = {"retry-after": "1"}


class Reason(Struct, frozen=True):
    """Why not."""

    code: str
    """What it is, for programs: docs/api.md lists them all."""
    reason: str
    """The same for people, in words that may change."""


class Declined(HTTPException):
    """The request ends here, with a status, a code and a sentence."""

    def __init__(
        self, status: int, reason: str, headers: Mapping[str, str] | None = None, code: str = ""
    ) -> None:
        super().__init__(status, reason, dict(headers) if headers else None)
        self.code = code or CODES[status]

    @property
    def reason(self) -> Reason:
        """The body of the answer."""
        return Reason(self.code, str(self.detail))

    @property
    def retry_after(self) -> int:
        """Seconds to wait, where that helps."""
        return int((self.headers or {}).get("retry-after", 0))

    def answer(self) -> Response:
        """As it is sent."""
        return reply(self.reason, self.status_code, self.headers)


def declined(
    refused: Refused, status: int = 0, headers: Mapping[str, str] | None = None
) -> Declined:
    """A refusal of the floor, with the status that goes with its code."""
    return Declined(
        status or STATUSES.get(refused.code, 409), sentence(refused), headers, refused.code
    )


STATUSES: Mapping[Code, int] = {
    Code.NOT_ALLOWED: 403,
    Code.NEEDS_ACCOUNT: 403,
    Code.SEATED_BY_DEALER: 403,
    Code.ROBOT_PRACTICE: 403,
    Code.SECOND_PERSON: 403,
    Code.SECOND_SUPERVISOR: 403,
    Code.NO_TABLE: 404,
    Code.NO_METER: 404,
    Code.NO_PERSON: 404,
    Code.NO_ENTRY: 404,
    Code.NO_PRESET: 404,
    Code.MOVED_ON: 412,
}
"""Of a refusal; of all others it is 409."""
CODES: Mapping[int, str] = {
    401: "not_signed_in",
    403: "forbidden",
    404: "not_found",
    405: "method",
    408: "too_slow",
    409: "input",
    410: "too_long_ago",
    413: "too_large",
    421: "elsewhere",
    422: "form",
    429: "too_many",
    500: "failed",
    503: "unavailable",
}
"""Of what is declined before the floor is asked, or because it cannot be."""
WENT_WRONG = "Something went wrong here; it has been noted."
NOT_SIGNED_IN = "Sign in first: the session is missing, or it has ended."
_SENTENCES = {
    400: "The body cannot be read as JSON.",
    404: "There is nothing at this address.",
    405: "That is not how this address is asked.",
}


def unknown_table(table: str) -> Declined:
    """There is no such table."""
    return declined(refuse(Code.NO_TABLE, table=table[:40]))


def handle_all(app: FastAPI) -> None:
    """Have every error answered in the same form."""
    for kind in (*ANSWERED, RequestValidationError, StarletteHTTPException):
        app.add_exception_handler(kind, _answer)
    app.add_exception_handler(Exception, _answer_fault)


async def _answer(_request: Request, error: Exception) -> Response:
    return declined_by(error).answer()


async def _answer_fault(_request: Request, _error: Exception) -> Response:
    """What is wrong here is told to nobody outside; the door notes it."""
    return Declined(500, WENT_WRONG).answer()


def note_fault(path: str, error: Exception) -> Declined:
    """Where something broke, and no values: neither variables nor the error's own words."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    where = [f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in frames]
    logger.error("a request failed", path=path, error=type(error).__name__, where=where)
    return Declined(500, WENT_WRONG)


ANSWERED = (HTTPException, InputError, Busy, ClockOut, DatabaseError, Unavailable, FloorDown)
"""What may happen while something is done for somebody."""


def declined_by(error: Exception) -> Declined:
    """What somebody is told who meets one of these."""
    if isinstance(error, Declined):
        return error
    if isinstance(error, StarletteHTTPException):
        status = 422 if error.status_code == 400 else error.status_code
        words = _SENTENCES.get(error.status_code, f"{error.detail}.")
        return Declined(status, words, error.headers, CODES.get(status, "forbidden"))
    if isinstance(error, RequestValidationError):
        return Declined(422, sentence_of(error.errors()))
    if isinstance(error, Busy | ClockOut):
        # There are too many for the moment, or one who asks too often.
        after = error.seconds if isinstance(error, Busy) else 1
        headers = {"retry-after": str(after)}
        return Declined(429 if isinstance(error, Impatient) else 503, str(error), headers)
    if isinstance(error, InputError):
        # The floor refuses what somebody typed.
        return Declined(422 if isinstance(error, BadForm) else 409, _clip(str(error)))
    # Its message may name what was to be written.
    logger.warning("the database did not answer", error=type(error).__name__)
    return Declined(503, "The floor cannot read or write now: try again.", TRY_AGAIN)


def sentence_of(errors: Sequence[Any]) -> str:
    """The first thing that is wrong with a request. What was sent is not repeated."""
    fault = errors[0]
    kind, place = fault["type"], _place(fault["loc"])
    if kind == "missing":
        return f"{place} is missing."
    if kind == "extra_forbidden":
        return f"{place} is not known here."
    if kind == "json_invalid":
        return _SENTENCES[400]
    if kind in ("model_attributes_type", "model_type", "dict_type") and place == "The body":
        return "The body is a JSON object, with content-type application/json."
    said = str(fault["msg"]).removeprefix("Value error, ").rstrip(".")
    return _clip(f"{place}: {said[:1].lower()}{said[1:]}.")


def _place(where: Sequence[int | str]) -> str:
    """The part of the request that is meant, as whoever wrote it knows it."""
    source, *parts = where
    shown = ".".join(str(part)[:40] for part in parts if part != "[key]")
    return f"'{shown}'" if shown else f"The {source}"


def _clip(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 4].rstrip()} ..."
