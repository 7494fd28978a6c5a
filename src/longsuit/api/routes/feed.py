"""The feed of a table: what happens there, as one viewer may hear of it (TBL-4), and commands.

A viewer who comes back says how far they had got and is told the rest, each record once and in its
order. A bell only wakes the feed; what it sends is taken from the table's row of messages, so
nothing piles up for a viewer who reads slowly: one who is too slow is let go, and may come back.

What a viewer says is a command at the table, taken and answered as over HTTP; only the line that it
comes on is there already.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
import structlog
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from longsuit.api.bodies import LARGEST_VERSION
from longsuit.api.commands import FeedAnswer, FeedCommand, take
from longsuit.api.context import Context
from longsuit.api.declines import (
    ANSWERED,
    Declined,
    declined,
    declined_by,
    note_fault,
    unknown_table,
)
from longsuit.api.feed_signals import Channels
from longsuit.api.openapi import add_shape
from longsuit.api.sessions import Caller, caller_of, not_signed_in, session_of
from longsuit.core.plain_number import read_whole
from longsuit.floor.reads.broadcast import Broadcast, FeedNews, FeedStart, encode, heard
from longsuit.floor.reads.table_feed import Step
from longsuit.floor.service.floor import FloorDown
from longsuit.floor.store.database import DatabaseError

logger = structlog.get_logger()

CHECK_SECONDS = 2.0
"""How often it is made sure that the sessions of all feeds still live."""
BEAT_SECONDS = 15.0
"""After so long in silence a feed says that it is there."""
CLOSE_SECONDS = 2.0
"""How long a viewer may take to hear why the feed ends."""
SLOW_SECONDS = 10.0
"""How long a viewer may take to make room for one message."""
MOST_FEEDS = 20
"""Feeds that one session may have open."""
MOST_UNDER_WAY = 8
"""Commands of one feed that are not answered yet; what else is said waits to be read."""
_GONE, _SPOKE, _LATER, _SIGNED_OUT, _SLOW = 1001, 1003, 1013, 4401, 4408
"""Why a feed is closed; 1012 is the server's own end."""
_DECISIONS = "decisions"
"""Of events these alone: what else happened is in the view."""
_NO_COMMAND = "What is said to a feed is a command with its key."
_TOO_SLOW = "Too slow: come back and go on from the last version."

FEED_PATH = "/api/tables/{table}/feed"

router = APIRouter()

for _shape in (FeedStart, FeedNews, FeedCommand, FeedAnswer):
    add_shape(_shape)
_command = msgspec.json.Decoder(FeedCommand)


@router.websocket(FEED_PATH)
async def follow(websocket: WebSocket, table: str) -> None:
    """Follow a table."""
    context: Context = websocket.app.state.context
    feeds: Feeds = websocket.app.state.feeds
    with context.floor.engine.watch(table):
        await _follow(websocket, context, feeds, table)


async def _follow(websocket: WebSocket, context: Context, feeds: "Feeds", table: str) -> None:
    try:
        caller = await caller_of(websocket, context)
        version = await _start(context, caller, table, websocket.query_params.get("after"))
        # Between this and its place among the feeds nobody else comes.
        feed = Feed(websocket, context, caller, table, version)
        feeds.make_room(caller)
    except Declined as no:
        await _decline(websocket, no)
        return
    except (DatabaseError, FloorDown):
        await _decline(websocket, Declined(503, "The floor cannot read now: try again."))
        return
    with feeds.open(feed):
        await websocket.accept()
        with feeds.channels.follow(table) as (broadcast, bell):
            await feed.run(broadcast, bell)


async def _decline(websocket: WebSocket, no: Declined) -> None:
    """No feed: an answer as to any other request, and the line is closed."""
    await websocket.send_denial_response(no.answer())
    # Uvicorn takes whoever returns before the line is closed for one who has not answered, and
    # notes a mistake of ours.
    await asyncio.sleep(0)


async def _start(context: Context, caller: Caller, table: str, after: str | None) -> int:
    """The version that the feed goes on from."""
    floor = context.floor
    await floor.attend(table)
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
        self._socket, self._context = websocket, context
        self.caller, self.table = caller, table
        self._looker = caller.visitor.looker
        self._brief = websocket.query_params.get("events") == _DECISIONS
        self._version = version
        loop = asyncio.get_running_loop()
        self._clock, self._spoke = loop.time, loop.time()
        """When the last message was sent."""
        self._signed_out = loop.create_future()
        self._under_way: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(MOST_UNDER_WAY)

    async def run(self, broadcast: Broadcast, bell: asyncio.Event) -> None:
        """Until the viewer leaves, says what is no command, is too slow or is signed out."""
        tasks = [asyncio.ensure_future(self._listen()), self._signed_out]
        tasks.append(asyncio.ensure_future(self._tell_all(broadcast, bell)))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks += self._under_way
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

    def sign_out(self) -> None:
        """Cut it off, even while a message is on its way."""
        if not self._signed_out.done():
            self._signed_out.set_exception(_Over(_SIGNED_OUT, "The session has ended."))

    async def _listen(self) -> None:
        """Take commands; whatever else is said ends the feed."""
        while (message := await self._socket.receive())["type"] != "websocket.disconnect":
            try:
                asked = _command.decode(message.get("text") or "")
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                raise _Over(_SPOKE, _NO_COMMAND) from None
            await self._room.acquire()
            task = asyncio.create_task(self._answer(asked))
            self._under_way.add(task)
            task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        self._room.release()

    async def _answer(self, asked: FeedCommand) -> None:
        """A command, and what became of it; whoever has gone meanwhile hears nothing."""
        came = time.perf_counter()
        told = await self._carry_out(asked)
        took = time.perf_counter() - came
        self._context.access_log.note("SAY", FEED_PATH, told.status, took)
        with suppress(_Over, WebSocketDisconnect):
            # Who reads too slowly, or has gone, is let go by the feed itself.
            await self._send(encode(told))

    async def _carry_out(self, asked: FeedCommand) -> FeedAnswer:
        context, token = self._context, self.caller.token()
        try:
            context.gate.enter(self._socket, token)
            session = await session_of(context, token)
            if session is None:
                raise not_signed_in()
            caller = Caller(session, token)
            done = await take(context, self._socket, caller, self.table, asked)
            return FeedAnswer(asked.key, 200, done)
        except ANSWERED as error:
            no = declined_by(error)
        except Exception as error:
            no = note_fault(FEED_PATH, error)
        return FeedAnswer(asked.key, no.status_code, no.reason, no.retry_after)

    async def _tell_all(self, broadcast: Broadcast, bell: asyncio.Event) -> None:
        """What has happened, whenever the bell rings; after a silence, that the feed is there."""
        place = await self._begin(broadcast)
        while True:
            bell.clear()
            place = await self._tell_news(broadcast, place)
            if self._clock() - self._spoke >= BEAT_SECONDS:
                await self._send(encode(FeedNews(self._version)))
            with suppress(TimeoutError):
                # Not `wait_for`: before Python 3.12 it may swallow the end of the feed.
                async with asyncio.timeout_at(self._spoke + BEAT_SECONDS):
                    await bell.wait()

    async def _begin(self, broadcast: Broadcast) -> int:
        """The table as it is, then of what the viewer missed the events; returns the place."""
        broadcast.advance()
        frame = broadcast.last
        await self._send(broadcast.start(self._version, self._looker))
        for step in await self._missed(frame.stand.version):
            events = heard(step, self._looker, brief=self._brief)
            await self._send(encode(FeedNews(step.version, events)))
        self._version = frame.stand.version
        return frame.number

    async def _missed(self, until: int) -> list[Step]:
        if self._version >= until:
            return []
        floor, in_thread = self._context.floor, self._context.in_thread
        try:
            if not await in_thread(floor.telling.goes_back_to, self.table, self._version):
                raise _Over(_SLOW, _TOO_SLOW)
            steps = await in_thread(floor.telling.since, self.table, self._version)
        except DatabaseError:
            raise _Over(_LATER, "The floor cannot read now: come back later.") from None
        return [step for step in steps if step.version <= until]

    async def _tell_news(self, broadcast: Broadcast, place: int) -> int:
        frames = broadcast.after(place)
        if frames is None:
            raise self._too_slow()
        for frame in frames:
            await self._send(frame.message(self._looker, brief=self._brief))
            self._version, place = frame.stand.version, frame.number
        return place

    def _too_slow(self) -> _Over:
        self._context.metrics.dropped.inc()
        return _Over(_SLOW, _TOO_SLOW)

    async def _send(self, text: str) -> None:
        """A viewer who makes no room for it is let go."""
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await self._socket.send_text(text)
        except TimeoutError:
            raise self._too_slow() from None
        except (RuntimeError, OSError):
            # They have gone, at this moment.
            raise WebSocketDisconnect(_GONE) from None
        self._spoke = self._clock()


class Feeds:
    """The feeds that are open in this process, looked after together."""

    def __init__(self, context: Context) -> None:
        self.channels = Channels(context.floor)
        self._context = context
        self._gauge = context.metrics.feeds
        self._open: Counter[str] = Counter()
        self._feeds: set[Feed] = set()
        self._housekeeper: asyncio.Task[None] | None = None

    def make_room(self, caller: Caller) -> None:
        """Refuse a session that has too many."""
        if self._open[caller.token()] >= MOST_FEEDS:
            raise Declined(429, f"A session has {MOST_FEEDS} feeds at most.")

    @contextmanager
    def open(self, feed: Feed) -> Iterator[None]:
        """Look after a feed while it is open."""
        token = feed.caller.token()
        self._open[token] += 1
        self._gauge.inc()
        self._feeds.add(feed)
        if self._housekeeper is None:
            self._housekeeper = asyncio.create_task(self._keep_house())
        try:
            yield
        finally:
            self._gauge.dec()
            self._feeds.discard(feed)
            self._open[token] -= 1
            if not self._open[token]:
                del self._open[token]
            if not self._feeds:
                self._housekeeper.cancel()
                self._housekeeper = None

    async def _keep_house(self) -> None:
        """By a clock of its own, however much or little there is to tell."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self._look_after()
            except DatabaseError:
                pass
            except Exception:
                logger.exception("the feeds could not be looked after")

    async def _look_after(self) -> None:
        """Sessions still live, guests at their tables are seen, and no record is left untold."""
        context, floor = self._context, self._context.floor
        feeds = tuple(self._feeds)
        tokens = {feed.caller.token() for feed in feeds}
        live = await context.in_thread(floor.sessions.live, tokens, context.now())
        for feed in feeds:
            session = live.get(feed.caller.token())
            if session is None:
                feed.sign_out()
            elif floor.sits(feed.caller.visitor, feed.table):
                await feed.caller.is_at_a_table(context, session)
        for table in self.channels.followed():
            if floor.telling.is_behind(table):
                await context.in_thread(floor.telling.keep_up, table)
