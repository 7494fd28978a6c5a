"""Commands at a table: sent once, carried out once, answered once they are on disk."""

import asyncio
import time
from concurrent.futures import Future
from typing import Annotated

from fastapi import APIRouter, Body, Request
from msgspec import Struct
from starlette.responses import Response

from longsuit.api.bodies import Key, Moment, TableName
from longsuit.api.command_bodies import COMMANDS, AnyCommand, example
from longsuit.api.context import Context, Here
from longsuit.api.declines import TRY_AGAIN, Declined, declined, unknown_table
from longsuit.api.openapi import answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn
from longsuit.core.refusals import Refused
from longsuit.floor.engine.batch import Answer
from longsuit.floor.service.floor import (
    CommandFailed,
    Elsewhere,
    Floor,
    FloorBusy,
    FloorDown,
    Visitor,
)
from longsuit.floor.tables.commands import SeatPlayer

PATIENCE = 30.0
"""Seconds to wait for the engine; a command that takes longer is asked for again."""
ELSEWHERE = "Another server runs this table, and it cannot be reached from here."
_EXAMPLES = {kind.__name__: {"value": example(kind)} for kind in COMMANDS}

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
)
async def send_command(
    table: TableName,
    body: Annotated[AnyCommand, Body(openapi_examples=_EXAMPLES)],
    key: Key,
    caller: SignedIn,
    here: Here,
    request: Request,
    moment: Moment = "",
) -> Response:
    """One command at a table. Who sends it is whoever is signed in."""
    watch = Watch(here, type(body).__name__)
    here.gate.ask(request, caller.token(), caller.session)
    if not here.floor.has(table):
        raise unknown_table(table)
    command = body.command(caller.visitor.actor)
    if no := here.floor.refusal(caller.visitor, type(command), table):
        watch.end("forbidden")
        raise declined(no)
    await caller.is_at_a_table(here)
    if isinstance(command, SeatPlayer):
        no = await here.in_thread(_refuse_seating, here.floor, caller.visitor, command, key)
        if no is not None:
            watch.end("refused")
            raise declined(no)
    future = here.floor.ask(caller.visitor, table, command, key, moment)
    return await watch.follow(future)


def _refuse_seating(
    floor: Floor, visitor: Visitor, command: SeatPlayer, key: str
) -> Refused | None:
    """Why that player cannot be seated, unless it was done before under the key."""
    no = floor.refuse_seating(command.player)
    return None if no is None or floor.was_done(visitor, key) else no


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

    async def follow(self, future: "Future[Answer]") -> Response:
        """Wait for the answer, and send it."""
        try:
            answer = await result_of(future)
        except Elsewhere:
            self.end("elsewhere")
            raise Declined(421, ELSEWHERE) from None
        except FloorDown as error:
            self.end("busy" if isinstance(error, FloorBusy) else "down")
            raise Declined(503, str(error), TRY_AGAIN) from None
        except CommandFailed as error:
            self.end("failed")
            raise Declined(500, str(error)) from None
        except TimeoutError:
            self.end("late")
            late = "The floor has not answered yet: send it again with the same key."
            raise Declined(503, late, TRY_AGAIN) from None
        if answer.refused is not None:
            self.end("refused")
            raise declined(answer.refused)
        self.end("again" if answer.again else "done")
        return reply(Done(True, answer.version, answer.again))


async def result_of(future: "Future[Answer]") -> Answer:
    """The engine's answer. Whoever stops waiting does not take the command back."""
    waiting = asyncio.wrap_future(future)
    waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.wait_for(asyncio.shield(waiting), PATIENCE)
