"""For those who run the server: whether it lives, whether it can work, and its counters."""

import asyncio

from fastapi import APIRouter
from msgspec import Struct
from starlette.responses import PlainTextResponse, Response

from longsuit.api.context import Context, Here
from longsuit.api.describing import add_shape, answers
from longsuit.api.replies import JSON, place_of, plain, reply

_PATIENCE = 5.0

router = APIRouter(tags=["health"])


class Live(Struct, frozen=True):
    """The server answers."""

    live: bool


class Ready(Struct, frozen=True):
    """Whether commands would be carried out now."""

    ready: bool
    database: bool
    """It answers."""
    engine: bool
    """Its thread is alive."""


add_shape(Ready)
_NOT_READY = {
    "description": "Not now.",
    "content": {JSON: {"schema": place_of(Ready), "example": plain(Ready(False, False, True))}},
}


@router.get("/health/live", summary="Is it alive", responses=answers("It is.", Live(True)))
async def live() -> Response:
    """Whether the server answers at all."""
    return reply(Live(True))


@router.get(
    "/health",
    summary="Is it ready",
    responses={**answers("It is.", Ready(True, True, True)), 503: _NOT_READY},
)
@router.get(
    "/health/ready",
    summary="Is it ready",
    responses={**answers("It is.", Ready(True, True, True)), 503: _NOT_READY},
)
async def ready(here: Here) -> Response:
    """Whether the database answers and the engine runs."""
    database = await _database_answers(here)
    engine = here.floor.is_running
    state = Ready(database and engine, database, engine)
    return reply(state, 200 if state.ready else 503)


async def _database_answers(here: Context) -> bool:
    asked = asyncio.ensure_future(here.in_thread(here.floor.check_database))
    done, _ = await asyncio.wait({asked}, timeout=_PATIENCE)
    asked.add_done_callback(lambda one: one.cancelled() or one.exception())
    return bool(done) and asked.exception() is None


@router.get(
    "/metrics",
    summary="Counters",
    response_class=PlainTextResponse,
    responses={
        200: {
            "description": "As Prometheus reads them.",
            "content": {
                "text/plain": {
                    "schema": {"type": "string"},
                    "example": "longsuit_commits_total 41.0\n",
                }
            },
        }
    },
)
async def metrics(here: Here) -> Response:
    """Commands, commits, rounds, feeds, the queue and the leases of this process."""
    return Response(here.metrics.page(), media_type=here.metrics.content_type)
