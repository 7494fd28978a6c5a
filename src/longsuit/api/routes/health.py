"""For those who run the server: whether it lives, whether it can work, and its counters."""

from fastapi import APIRouter
from msgspec import Struct
from starlette.responses import PlainTextResponse, Response

from longsuit.api.context import Here
from longsuit.api.openapi import add_shape, answers
from longsuit.api.responses import JSON, place_of, plain, reply

router = APIRouter(tags=["health"])


class Live(Struct, frozen=True):
    """The server answers."""

    live: bool


class Ready(Struct, frozen=True):
    """Whether commands would be carried out now."""

    ready: bool
    database: bool
    """It answers."""
    writes: bool
    """It takes what is written: its disk has room."""
    engine: bool
    """Its thread is alive."""
    clock: bool
    """It is right: with a wrong one nothing is written."""
    damaged: tuple[str, ...] = ()
    """Tables and meters that are out of play: their records are damaged. The others go on."""


add_shape(Ready)
_NOT_READY = {
    "description": "Not now.",
    "content": {
        JSON: {"schema": place_of(Ready), "example": plain(Ready(False, True, False, True, True))}
    },
}


@router.get("/health/live", summary="Is it alive", responses=answers("It is.", Live(True)))
async def live() -> Response:
    """Whether the server answers at all."""
    return reply(Live(True))


@router.get(
    "/health",
    summary="Is it ready",
    responses={**answers("It is.", Ready(True, True, True, True, True)), 503: _NOT_READY},
)
@router.get(
    "/health/ready",
    summary="Is it ready",
    responses={**answers("It is.", Ready(True, True, True, True, True)), 503: _NOT_READY},
)
async def ready(here: Here) -> Response:
    """Whether it can write, the engine runs and the clock is right, and what is damaged."""
    database, writes = await here.checks.made(here)
    engine = here.floor.is_running
    clock = here.floor.clock_complaint() is None
    able = database and writes and engine and clock
    damaged = tuple(sorted(here.floor.damaged()))
    state = Ready(able, database, writes, engine, clock, damaged)
    return reply(state, 200 if state.ready else 503)


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
