"""Commands of people, whichever way they come: counted, carried out once, answered once on disk."""

import asyncio
import re
import time
from concurrent.futures import Future
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import HTTPConnection

from longsuit.api.bodies import KEY, KEY_FORM, LONGEST_MOMENT
from longsuit.api.context import Context
from longsuit.api.declines import TRY_AGAIN, Declined, declined
from longsuit.api.rate_limits import address_of
from longsuit.api.sessions import Caller
from longsuit.core.refusals import Refused
from longsuit.core.round.commands import Command
from longsuit.floor.engine.ask import Answer
from longsuit.floor.service.command_json import read_command, read_confirmed
from longsuit.floor.service.floor import CommandFailed, Elsewhere, FloorBusy, FloorDown, Visitor
from longsuit.floor.tables.commands import SeatPlayer

PATIENCE = 30.0
"""Seconds to wait for the engine; a command that takes longer is asked for again."""
LATE = "The floor has not answered yet: send it again with the same key."
ELSEWHERE = "Another server runs this table, and it cannot be reached from here."
_key = re.compile(KEY)


class Done(Struct, frozen=True):
    """It has been carried out, and is on disk."""

    ok: bool
    version: int
    """The record of the table, or of the meter, that it led to."""
    again: bool
    """It had been carried out before under this key."""


class FeedCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to a feed: a command at its table."""

    key: str
    """Of your choice, a new one for each command; the same to send it again."""
    command: Any
    """As the body of `POST /api/tables/{table}/commands`."""
    moment: str = ""
    """The `moment` of the view that it is meant for; in another it is refused."""


class FeedAnswer(Struct, frozen=True, omit_defaults=True):
    """What became of a command that was said to a feed; it is told apart by its key."""

    key: str
    status: int
    """As over HTTP."""
    answer: Annotated[Any, Meta(description="`Done` or a `Reason`, as over HTTP.")]
    retry_after: int = 0
    """Seconds to wait before it is sent again."""


async def take(
    here: Context,
    connection: HTTPConnection,
    caller: Caller,
    table: str,
    asked: FeedCommand,
    names: tuple[str, str] = ("key", "moment"),
) -> Done:
    """One command at a table, from whoever is signed in; raises why not."""
    if _key.fullmatch(asked.key) is None:
        raise Declined(422, f"'{names[0]}': {KEY_FORM}.")
    if len(asked.moment) > LONGEST_MOMENT:
        raise Declined(422, f"'{names[1]}': it has {LONGEST_MOMENT} characters at most.")
    command = read_command(asked.command, caller.visitor.actor)
    here.gate.ask(connection, caller.token(), caller.session)
    await caller.is_at_a_table(here)
    return await carry_out(here, caller, table, command, asked.key, asked.moment)


async def carry_out(
    here: Context, caller: Caller, table: str, command: Command, key: str, moment: str = ""
) -> Done:
    """Ask the floor, and wait for its answer."""
    watch = Watch(here, type(command).__name__)
    asked = (caller.visitor, table, command, key, moment)
    if isinstance(command, SeatPlayer):
        # The accounts are looked at.
        return await watch.follow(await here.in_thread(here.floor.ask, *asked))
    return await watch.follow(here.floor.ask(*asked))


async def confirmed(
    here: Context, caller: Caller, kind: type[Command], sent: object, connection: HTTPConnection
) -> Command:
    """A command that a second person confirms with their password; raises why it is none."""
    found = await by_two(here, caller.visitor, kind, sent, address_of(connection))
    if isinstance(found, Refused):
        raise Watch(here, kind.__name__).declined(found, 403)
    return found


async def by_two(
    here: Context, visitor: Visitor, kind: type[Command], sent: object, address: str
) -> Command | Refused:
    """The same for any door, with where the password was typed."""
    command, password = read_confirmed(kind, sent, visitor.actor)
    asked = (visitor, command, password, here.now_to_write(), address)
    return await here.at_the_door(here.floor.accounts.confirmed, *asked)


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

    async def follow(self, future: "Future[Answer]") -> Done:
        """Wait for the answer."""
        try:
            answer = await answer_to(future)
        except Declined as error:
            self.end(error.code)
            raise
        if answer.refused is not None:
            raise self.declined(answer.refused)
        self.end("again" if answer.again else "done")
        return Done(True, answer.version, answer.again)


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
    async with asyncio.timeout(PATIENCE):
        return await asyncio.shield(waiting)
