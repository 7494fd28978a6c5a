"""The OpenAPI description: each answer with its form and an example."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from msgspec import Struct

from longsuit.api.declines import NOT_SIGNED_IN, Declined, Reason, declined
from longsuit.api.responses import JSON, place_of, plain, shapes_of
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import Command
from longsuit.floor.engine.replies import FAILED
from longsuit.floor.service.command_json import LONGEST_PASSWORD, example, schema_of
from longsuit.version import __version__

Answers = dict[int | str, dict[str, Any]]

TAGS = {
    "sign-in": "Who you are: sessions, guests, the first admin.",
    "tables": "Tables as you may see them, and their finished rounds.",
    "play": "Commands at a table.",
    "meters": "Progressive meters: the sign, statements, corrections.",
    "staff": "Tables and people of the house.",
    "audit": "The log and the reports.",
    "health": "For those who run the server.",
}

_ABOUT = """\
A floor of flush games.

Sign in for a session, or come in as a guest of the practice tables. Send the token as
`Authorization: Bearer TOKEN`; a browser has it in a cookie. Amounts are whole cents.

Every command carries an `Idempotency-Key` of your choice. The same command under the same key is
carried out once, however often it is sent, and always has the same answer. A key is remembered for
30 days, or as long as the floor's configuration says; after that it is free for a new command.

What is not done is answered with a code, for programs, and one sentence, for people:
`{"code": "seat_taken", "reason": "Seat 3 is taken."}`. A sentence may change, a code does not.

The feed of a table is a WebSocket at `/api/tables/{table}/feed?after=VERSION`. Its first message
is a `FeedStart`, and each that follows a `FeedNews`. It takes commands at its table, each a
`FeedCommand`, and answers with a `FeedAnswer` of the same key. These forms are among the schemas.
"""

_DECLINED: Mapping[int, tuple[str, str | Refused]] = {
    401: ("You are not signed in.", NOT_SIGNED_IN),
    403: (
        "You may not.",
        refuse(Code.NOT_ALLOWED, deed="StartRound", roles=("dealer", "supervisor")),
    ),
    404: ("There is no such thing.", refuse(Code.NO_TABLE, table="T9")),
    409: ("Refused; nothing has changed.", refuse(Code.NOT_NOW, phase="wagers")),
    410: ("It is too long ago.", "That is too long ago: start anew."),
    412: ("It was meant for another moment; nothing has changed.", refuse(Code.MOVED_ON)),
    413: ("The body is too large.", "A body has 65536 bytes at most."),
    421: (
        "Another server runs the table, and it was started without --address.",
        "Another server runs this table, and it cannot be reached from here.",
    ),
    422: ("The request is not well formed.", "'seat' is missing."),
    429: ("Too many.", "Too many have come from your address: wait 2 seconds."),
    500: ("A fault of the server; nothing was done.", FAILED),
    503: ("Try again.", "The floor cannot write now: try again with the same key."),
}

_shapes: list[Any] = [Reason]
_examples: list[Any] = []
_commands: dict[str, dict[str, Any]] = {}
_STANDS_FOR = "stands for example"


def add_shape(kind: Any) -> None:
    """Have a struct described that no endpoint names."""
    if kind not in _shapes:
        _shapes.append(kind)


def declines(*statuses: int) -> Answers:
    """The answers that say why not."""
    return {status: _declined(status) for status in sorted(statuses)}


def _declined(status: int) -> dict[str, Any]:
    description, why = _DECLINED[status]
    refused = declined(why) if isinstance(why, Refused) else Declined(status, why)
    example = {"code": refused.code, "reason": refused.detail}
    content = {JSON: {"schema": place_of(Reason), "example": example}}
    return {"description": description, "content": content}


def file_answers(description: str, examples: Mapping[str, str], *declined: int) -> Answers:
    """What an endpoint answers that gives a file of one of these kinds, or why not."""
    content = {
        kind: {"schema": {"type": "string"}, "example": example}
        for kind, example in examples.items()
    }
    return {200: {"description": description, "content": content}, **declines(*declined)}


def answers(description: str, example: Struct, *declined: int, status: int = 200) -> Answers:
    """What an endpoint answers: one thing, of which this is an example, or why not."""
    kind = type(example)
    add_shape(kind)
    _examples.append(plain(example))
    stand_in = {_STANDS_FOR: len(_examples) - 1}
    content = {JSON: {"schema": place_of(kind), "example": stand_in}}
    return {status: {"description": description, "content": content}, **declines(*declined)}


def command_body(*kinds: type[Command]) -> dict[str, Any]:
    """The body of a request that is one of these commands."""
    _commands.update({kind.__name__: schema_of(kind) for kind in kinds})
    chosen = {"oneOf": [place_of(kind) for kind in kinds]}
    shown = {kind.__name__: {"value": example(kind)} for kind in kinds}
    return _body({**chosen, "discriminator": {"propertyName": "type"}}, shown)


def confirmed_body(kind: type[Command]) -> dict[str, Any]:
    """The body of a request that is this command, with the password of whoever confirms it."""
    schema, value = schema_of(kind), example(kind)
    schema["properties"].pop("type")
    schema["properties"]["password"] = {"type": "string", "maxLength": LONGEST_PASSWORD}
    schema["required"] = [*schema["required"][1:], "password"]
    _commands[kind.__name__] = schema
    value = {**value, "password": "correct horse battery"}
    value.pop("type")
    return _body(place_of(kind), {kind.__name__: {"value": value}})


def _body(schema: dict[str, Any], examples: dict[str, Any]) -> dict[str, Any]:
    content = {JSON: {"schema": schema, "examples": examples}}
    return {"requestBody": {"required": True, "content": content}}


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole description, made once."""
    if not app.openapi_schema:
        made = get_openapi(
            title="Longsuit",
            version=__version__,
            description=_ABOUT,
            routes=app.routes,
            tags=[{"name": name, "description": text} for name, text in TAGS.items()],
        )
        made["components"]["schemas"].update(shapes_of(_shapes), **_commands)
        app.openapi_schema = _with_examples(made)
    return app.openapi_schema


def _with_examples(part: Any) -> Any:
    """FastAPI leaves out all that is null, so examples are put in afterwards."""
    if isinstance(part, dict):
        if _STANDS_FOR in part:
            return _examples[part[_STANDS_FOR]]
        return {name: _with_examples(value) for name, value in part.items()}
    return [_with_examples(one) for one in part] if isinstance(part, list) else part
