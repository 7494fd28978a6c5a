"""Commands at a table over HTTP."""

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from longsuit.api.bodies import Key, Moment, TableName, body_of
from longsuit.api.commands import Done, FeedCommand, take
from longsuit.api.context import Context
from longsuit.api.declines import Declined
from longsuit.api.openapi import answers, command_body
from longsuit.api.rate_limits import path_of
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, caller_of
from longsuit.floor.service.command_json import COMMANDS

DONE = Done(True, 12, False)
DECLINED_COMMAND = (401, 403, 404, 409, 413, 421, 422, 500, 503)
COMMANDS_PATH = "/api/tables/{table}/commands"
_BEFORE, _AFTER = COMMANDS_PATH.split("{table}")

router = APIRouter(tags=["play"])


async def _described(table: TableName, key: Key, caller: SignedIn, moment: Moment = "") -> None:
    """What a command comes with, for the description; it is read below, without detours."""


@router.post(
    COMMANDS_PATH,
    summary="Send a command",
    responses=answers("Done.", DONE, 412, 429, *DECLINED_COMMAND),
    openapi_extra=command_body(*COMMANDS),
    dependencies=[Depends(_described)],
)
async def send_command(request: Request) -> Response:
    """One command at a table. Who sends it is whoever is signed in."""
    here: Context = request.app.state.context
    caller = await caller_of(request, here)
    sent = await body_of(request)
    headers = request.headers
    key = headers.get("idempotency-key")
    if key is None:
        raise Declined(422, "'Idempotency-Key' is missing.")
    asked = FeedCommand(key, sent, headers.get("if-moment", ""))
    table = path_of(request.scope).removeprefix(_BEFORE).removesuffix(_AFTER)
    return reply(await take(here, request, caller, table, asked, _NAMES))


_NAMES = ("Idempotency-Key", "If-Moment")


def is_command(path: str) -> bool:
    """Whether this is where commands at a table are sent to."""
    whole = path.startswith(_BEFORE) and path.endswith(_AFTER)
    return whole and path.count("/") == COMMANDS_PATH.count("/")
