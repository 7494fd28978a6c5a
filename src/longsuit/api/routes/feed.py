"""The feed of a table: what happens there, as one viewer may hear of it (TBL-4).

A viewer who comes back says how far they had got and is told the rest, each record once and in its
order. A bell only wakes the feed; what it sends is read by version from the floor, so nothing
piles up for a viewer who reads slowly: one who is too slow is let go, and may come back.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any

import structlog
from fastapi import APIRouter, WebSocket
from msgspec import Meta, Struct
from starlette.websockets import WebSocketDisconnect

from longsuit.api.bodies import LARGEST_VERSION
from longsuit.api.context import Context
from longsuit.api.declines import Declined, declined, unknown_table
from longsuit.api.feed_signals import Bells
from longsuit.api.openapi import add_shape
from longsuit.api.responses import encode
from longsuit.api.sessions import Caller, caller_of
from longsuit.core.plain_number import read_whole
from longsuit.core.progressive.view import MeterView
from longsuit.floor.reads.table_feed import Step
from longsuit.floor.reads.table_view import TableView
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.people_rows import find_session

logger = structlog.get_logger()

CHECK_SECONDS = 2.0
"""How often a feed makes sure that its session still lives."""
BEAT_SECONDS = 15.0
"""After so long in silence a feed says that it is there."""
CLOSE_SECONDS = 2.0
"""How long a viewer may take to hear why the feed ends."""
SLOW_SECONDS = 10.0
"""How long a viewer may take to make room for one message."""
MOST_FEEDS = 20
"""Feeds that one session may have open."""
_GONE, _SPOKE, _LATER, _SIGNED_OUT, _SLOW = 1001, 1003, 1013, 4401, 4408
"""Why a feed is closed; 1012 is the server's own end."""
_TOO_SLOW = "Too slow: come back and go on from the last version."

_EVENTS = (
    "What happened, each with its `type`; cards are numbers 0 to 51, clubs first, deuce first."
)

router = APIRouter(prefix="/api")


class FeedStart(Struct, frozen=True):
    """The first message of a feed."""

    version: int
    """Records after this one follow."""
    view: TableView
    """The table as it is now; `view.version` says which record it is of."""


class FeedNews(Struct, frozen=True, omit_defaults=True):
    """One record of the table. Without events: the meters moved, or the feed is just alive."""

    version: int
    events: Annotated[tuple[Any, ...] | None, Meta(description=_EVENTS)] = None
    view: TableView | None = None
    """The table after the record."""
    meters: tuple[MeterView, ...] | None = None
    """The meters as they are now."""


for _shape in (FeedStart, FeedNews):
    add_shape(_shape)


@router.websocket("/tables/{table}/feed")
async def follow(websocket: WebSocket, table: str) -> None:
    """Follow a table."""
    context: Context = websocket.app.state.context
    feeds: Feeds = websocket.app.state.feeds
    try:
        caller = await caller_of(websocket, context)
        version = await _start(context, caller, table, websocket.query_params.get("after"))
        feeds.make_room(caller)
    except Declined as no:
        await _decline(websocket, no)
        return
    except DatabaseError:
        await _decline(websocket, Declined(503, "The floor cannot read now: try again."))
        return
    await websocket.accept()
    with feeds.open(caller):
        await Feed(websocket, context, caller, table, version).run(feeds.bells)


async def _decline(websocket: WebSocket, no: Declined) -> None:
    """No feed: an answer as to any other request, and the line is closed."""
    await websocket.send_denial_response(no.answer())
    # Uvicorn takes whoever returns before the line is closed for one who has not answered, and
    # notes a mistake of ours.
    await asyncio.sleep(0)


async def _start(context: Context, caller: Caller, table: str, after: str | None) -> int:
    """The version that the feed goes on from."""
    floor = context.floor
    if no := floor.refusal(caller.visitor, "view.public", table):
        raise declined(no)
    if floor.last_round(table) is None:
        raise unknown_table(table)
    reached = floor.telling.version(table)
    if after is None:
        return reached
    version = read_whole(after)
    if version is None or version > LARGEST_VERSION:
        raise Declined(422, "'after': it is the version of a record.")
    if version > reached:
        raise Declined(409, "The table has not got so far: start anew, without 'after'.")
    if not await context.in_thread(floor.telling.goes_back_to, table, version):
        raise Declined(410, "That is too long ago: start anew, without 'after'.")
    return version


class Feeds:
    """The feeds that are open in this process."""

    def __init__(self, context: Context) -> None:
        self.bells = Bells(context.floor)
        self._gauge = context.metrics.feeds
        self._open: Counter[str] = Counter()

    def make_room(self, caller: Caller) -> None:
        """Refuse a session that has too many."""
        if self._open[caller.token()] >= MOST_FEEDS:
            raise Declined(429, f"A session has {MOST_FEEDS} feeds at most.")

    @contextmanager
    def open(self, caller: Caller) -> Iterator[None]:
        """Count a feed while it is open."""
        token = caller.token()
        self._open[token] += 1
        self._gauge.inc()
        try:
            yield
        finally:
            self._gauge.dec()
            self._open[token] -= 1
            if not self._open[token]:
                del self._open[token]


class _Over(Exception):
    """The feed ends, for a reason that the viewer is told if they still listen."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Feed:
    """One viewer at one table."""

    def __init__(
        self, websocket: WebSocket, context: Context, caller: Caller, table: str, version: int
    ) -> None:
        self._socket, self._context, self._caller = websocket, context, caller
        self._floor, self._table = context.floor, table
        self._visitor = caller.visitor
        self._looker = self._visitor.looker
        self._version = version
        self._meters: tuple[MeterView, ...] = ()
        self._clock = asyncio.get_running_loop().time
        self._spoke = self._clock()
        """When the last message was sent."""

    async def run(self, bells: Bells) -> None:
        """Until the viewer leaves, says something, is too slow or is signed out."""
        with bells.at(self._table) as bell:
            parts = (self._listen(), self._tell_all(bell), self._keep_house())
            tasks = [asyncio.create_task(part) for part in parts]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        try:
            for task in done:
                task.result()
        except _Over as over:
            with suppress(Exception):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._socket.close(over.code, over.reason)
        except WebSocketDisconnect:
            pass

    async def _listen(self) -> None:
        """Nothing is said to a feed: whatever comes ends it."""
        message = await self._socket.receive()
        if message["type"] != "websocket.disconnect":
            raise _Over(_SPOKE, "Nothing is said to a feed.")

    async def _tell_all(self, bell: asyncio.Event) -> None:
        """What has happened, whenever the bell rings; after a silence, that the feed is there."""
        await self._begin()
        while True:
            bell.clear()
            await self._tell_news()
            if self._clock() - self._spoke >= BEAT_SECONDS:
                await self._send(FeedNews(self._version))
            with suppress(TimeoutError):
                # Not `wait_for`: before Python 3.12 it may swallow the end of the feed.
                async with asyncio.timeout_at(self._spoke + BEAT_SECONDS):
                    await bell.wait()

    # Housekeeping

    async def _keep_house(self) -> None:
        """By a clock of its own, however much or little there is to tell."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            with suppress(DatabaseError):
                await self._look_after()

    async def _look_after(self) -> None:
        """The session still lives, its guest is seen, and no record is left untold."""
        context, floor = self._context, self._floor
        session = await context.in_thread(
            find_session,
            floor.database,
            self._caller.token(),
            context.now(),
            note_use=False,
        )
        if session is None:
            raise _Over(_SIGNED_OUT, "The session has ended.")
        if floor.sits(self._visitor, self._table):
            await self._caller.is_at_a_table(context, session)
        if floor.telling.is_behind(self._table):
            await context.in_thread(floor.telling.keep_up, self._table)

    # Telling

    async def _begin(self) -> None:
        view = self._floor.view(self._table, self._looker)
        assert view is not None
        self._meters = view.meters
        await self._send(FeedStart(self._version, view))

    async def _tell_news(self) -> None:
        for step in await self._steps():
            await self._tell(step)
        view = self._floor.sign(self._table)
        if view is not None and view.meters != self._meters:
            self._meters = view.meters
            await self._send(FeedNews(self._version, meters=view.meters))

    async def _steps(self) -> list[Step]:
        steps = self._floor.telling.recent(self._table, self._version)
        if steps is not None:
            return steps
        in_thread, place = self._context.in_thread, (self._table, self._version)
        try:
            if not await in_thread(self._floor.telling.goes_back_to, *place):
                raise _Over(_SLOW, _TOO_SLOW)
            return await in_thread(self._floor.since, *place)
        except DatabaseError:
            raise _Over(_LATER, "The floor cannot read now: come back later.") from None

    async def _tell(self, step: Step) -> None:
        if step.version <= self._version:
            return
        view = self._floor.view_after(self._table, step, self._looker)
        self._meters = view.meters
        events = tuple(step.for_looker(self._looker))
        self._version = step.version
        await self._send(FeedNews(step.version, events, view, view.meters))

    async def _send(self, message: Any) -> None:
        """A viewer who makes no room for it is let go."""
        text = encode(message).decode()
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await self._socket.send_text(text)
        except TimeoutError:
            self._context.metrics.dropped.inc()
            raise _Over(_SLOW, _TOO_SLOW) from None
        except (RuntimeError, OSError):
            # They have gone, at this moment.
            raise WebSocketDisconnect(_GONE) from None
        self._spoke = self._clock()
