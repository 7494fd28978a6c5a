"""The app: every room of the API behind one door."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import structlog
from anyio import to_thread
from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from longsuit.api.context import Context
from longsuit.api.declines import handle_all
from longsuit.api.middleware import Door
from longsuit.api.openapi import describe
from longsuit.api.routes import (
    advice,
    checkpoints,
    feed,
    health,
    jackpots,
    late_claims,
    ledger,
    log,
    meters,
    papers,
    people,
    register,
    relay,
    reports,
    rounds,
    sign_in,
    table_commands,
    tables,
)
from longsuit.api.routes.feed import Feeds
from longsuit.floor.people.identity import Micros
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.people_rows import purge_sessions
from longsuit.workers.jobs import FIRST_QUESTION
from longsuit.workers.pool import Pool

logger = structlog.get_logger()

OPENAPI = "/api/openapi.json"
_TIDY_SECONDS = 5.0
"""How often the floor looks for guests who have left their seats."""
MOST_THREADS = 15
"""That wait for the database, which has as many connections: each thread takes memory for good."""
_WARM_SECONDS = 2.0
"""After the start the coach's worker is begun."""
_PURGE_EVERY = 12
"""Each so many times it throws old sessions and receipts away."""
_ROUTERS = (
    sign_in.router,
    tables.router,
    rounds.router,
    advice.router,
    table_commands.router,
    feed.router,
    meters.router,
    jackpots.router,
    papers.router,
    tables.staff,
    late_claims.router,
    relay.router,
    people.router,
    register.router,
    log.router,
    checkpoints.router,
    ledger.router,
    reports.router,
    health.router,
)


class App(FastAPI):
    """FastAPI behind the door."""

    context: Context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Everything comes in by the door."""
        scope["app"] = self
        await Door(super().__call__, self.context)(scope, receive, send)


def make_app(
    floor: Floor,
    *,
    clock: Callable[[], Micros] | None = None,
    theory: bool = True,
    warm: bool = False,
    workers: Pool | None = None,
) -> FastAPI:
    """An app for a floor that runs; who makes the floor starts and stops it."""
    app = App(openapi_url=OPENAPI, docs_url=None, redoc_url=None, lifespan=_tidying)
    context = Context(floor, clock=clock, theory=theory, workers=workers)
    app.state.context = app.context = context
    app.state.warm = warm
    app.state.feeds = Feeds(context)
    for router in _ROUTERS:
        app.include_router(router)
    handle_all(app)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _tidying(app: FastAPI) -> AsyncIterator[None]:
    """Now and then throw away what is old, free seats of guests who left, read the register on."""
    context: Context = app.state.context
    to_thread.current_default_thread_limiter().total_tokens = MOST_THREADS
    context.workers.open()
    tidying = asyncio.create_task(_tidy(context))
    if app.state.warm:
        # The start does not wait for compiled code, and later nobody's first question does.
        later = asyncio.get_running_loop().call_later
        later(_WARM_SECONDS, context.workers.keep_warm, FIRST_QUESTION)
    yield
    tidying.cancel()
    with suppress(asyncio.CancelledError):
        await tidying
    await context.in_thread(context.workers.stop)
    context.access_log.write()


async def _tidy(context: Context) -> None:
    for look in itertools.count():
        try:
            if look % _PURGE_EVERY == 0:
                await context.in_thread(purge_sessions, context.floor.database, context.now())
                # By the clock that they were written by.
                written = context.floor.engine.now()
                await context.in_thread(context.floor.forget_receipts, written)
                await context.in_thread(context.floor.shorten, written)
            await context.in_thread(context.floor.free_seats, context.now())
            await context.in_thread(context.floor.registry.refresh)
        except DatabaseError as error:
            logger.warning("what is old stays for now", error=type(error).__name__)
        await asyncio.sleep(_TIDY_SECONDS)
