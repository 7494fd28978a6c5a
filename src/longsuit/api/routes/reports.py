"""The reports of a day."""

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Path
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from longsuit.api.context import Here
from longsuit.api.openapi import answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, allow

router = APIRouter(prefix="/api", tags=["audit"])


class Report(Struct, frozen=True):
    """The report of a day."""

    day: str
    report: Any


_EXAMPLE = Report("2026-01-31", {"handle": 1250000, "win": 31250})


@router.get(
    "/reports/{day}",
    summary="The report of a day",
    responses=answers("The report.", _EXAMPLE, 401, 403, 409, 422, 429, 503),
)
async def report(
    day: Annotated[date, Path(examples=["2026-01-31"])],
    caller: SignedIn,
    here: Here,
    request: Request,
) -> Response:
    """Drop, handle, win and hold beside theory of a day, and its meters, as this floor has them.

    A game that nobody has asked for since the start is solved first, which takes some seconds.
    """
    allow(here, caller, "report.read")
    made = await here.work_out(here.report_of(day), caller.token(), request)
    return reply(Report(day.isoformat(), made))
