"""Commands at a table: sent once, carried out once, answered once they are on disk."""

import asyncio
import time
from concurrent.futures import Future

from fastapi import APIRouter, Request
from msgspec import Struct
from starlette.responses import Response

from longsuit.api.bodies import Key, Moment, Sent, TableName
from longsuit.api.context import Context, Here
from longsuit.api.declines import TRY_AGAIN, Declined, declined
from longsuit.api.openapi import answers, command_body
from longsuit.api.rate_limits import address_of
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn
from longsuit.core.refusals import Refused
from longsuit.core.round.commands import Command
from longsuit.floor.engine.batch import Answer
from longsuit.floor.service.command_json import COMMANDS, read_command, read_confirmed
from longsuit.floor.service.floor import (
    CommandFailed,
    Elsewhere,
    FloorBusy,
    FloorDown,
)
from longsuit.floor.tables.commands import SeatPlayer

PATIENCE = 30.0
"""Seconds to wait for the engine; a command that takes longer is asked for again."""
LATE = "The floor has not answered yet: send it again with the same key."
ELSEWHERE = "Another server runs this table, and it cannot be reached from here."

router = APIRouter(prefix="/api", tags=["play"])


class Done(Struct, frozen=True):
    """It has been carried out, and is on disk."""

    ok: bool
    version: int
    """The record of the table, or of the meter, that it led to."""
    again: bool
    """It had been carried out before under this key."""


DONE = Done(True, 12, False)
DECLINED_COMMAND = (401, 403, 404, 409, 413, 421, 422, 500, 503)


@router.post(
    "/tables/{table}/commands",
    summary="Send a command",
    responses=answers("Done.", DONE, 412, 429, *DECLINED_COMMAND),
    openapi_extra=command_body(*COMMANDS),
)
async def send_command(
    table: TableName,
    sent: Sent,
    key: Key,
    caller: SignedIn,
    here: Here,
    request: Request,
    moment: Moment = "",
) -> Response:
    """One command at a table. Who sends it is whoever is signed in."""
    command = read_command(sent, caller.visitor.actor)
    here.gate.ask(request, caller.token(), caller.session)
    await caller.is_at_a_table(here)
    return await carry_out(here, caller, table, command, key, moment)


async def carry_out(
    here: Context, caller: SignedIn, table: str, command: Command, key: str, moment: str = ""
) -> Response:
    """Ask the floor, wait for its answer, and send it."""
    watch = Watch(here, type(command).__name__)
    asked = (caller.visitor, table, command, key, moment)
    if isinstance(command, SeatPlayer):
        # The accounts are looked at.
        return await watch.follow(await here.in_thread(here.floor.ask, *asked))
    return await watch.follow(here.floor.ask(*asked))


async def confirmed(
    here: Context, caller: SignedIn, kind: type[Command], sent: object, request: Request
) -> Command:
    """A command that a second person confirms with their password, or why it is none."""
    command, password = read_confirmed(kind, sent, caller.visitor.actor)
    asked = (caller.visitor, command, password, here.now(), address_of(request))
    found = await here.at_the_door(here.floor.confirmed, *asked)
    if isinstance(found, Refused):
        raise Watch(here, kind.__name__).declined(found, 403)
    return found


class Watch:
    """A command on its way, counted by its kind and its outcome."""

    def __init__(self, here: Context, kind: str) -> None:
        self._here, self._kind = here, kind
        self._came = time.perf_counter()

    def end(self, outcome: str) -> None:
        """It has come to this."""
        metrics = self._here.metrics
        metrics.commands.labels(self._kind, outcome).inc()
        metrics.command_seconds.labels(self._kind).observe(time.perf_counter() - self._came)

    def declined(self, refused: Refused, status: int = 0) -> Declined:
        """It was refused, by the rules or because somebody may not."""
        no = declined(refused, status)
        self.end("forbidden" if no.status_code == 403 else "refused")
        return no

    async def follow(self, future: "Future[Answer]") -> Response:
        """Wait for the answer, and send it."""
        try:
            answer = await answer_to(future)
        except Declined as error:
            self.end(error.code)
            raise
        if answer.refused is not None:
            raise self.declined(answer.refused)
        self.end("again" if answer.again else "done")
        return reply(Done(True, answer.version, answer.again))


async def answer_to(future: "Future[Answer]") -> Answer:
    """The floor's answer, or why there is none now."""
    try:
        return await result_of(future)
    except Elsewhere:
        raise Declined(421, ELSEWHERE) from None
    except FloorDown as error:
        code = "busy" if isinstance(error, FloorBusy) else "down"
        raise Declined(503, str(error), TRY_AGAIN, code) from None
    except CommandFailed as error:
        raise Declined(500, str(error)) from None
    except TimeoutError:
        raise Declined(503, LATE, TRY_AGAIN, "late") from None


async def result_of(future: "Future[Answer]") -> Answer:
    """The engine's answer. Whoever stops waiting does not take the command back."""
    waiting = asyncio.wrap_future(future)
    waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.wait_for(asyncio.shield(waiting), PATIENCE)
