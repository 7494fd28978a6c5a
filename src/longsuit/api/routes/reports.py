"""The reports of a day, or of a longer period."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from msgspec import Struct
from pydantic import AfterValidator
from starlette.requests import Request
from starlette.responses import Response

from longsuit.api.context import Here
from longsuit.api.openapi import answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, allow
from longsuit.core.errors import InputError
from longsuit.floor.reports.period import read_period

router = APIRouter(prefix="/api", tags=["audit"])


class Report(Struct, frozen=True):
    """The report of a day or a longer period."""

    day: str
    report: Any


def period(text: str) -> str:
    """A period as it stands in an address."""
    try:
        read_period(text)
    except InputError as error:
        raise ValueError(str(error).rstrip(".")) from None
    return text


Period = Annotated[
    str,
    AfterValidator(period),
    Path(
        max_length=40,
        examples=["2026-01-31"],
        description="A day, a week (2026-W05), a month (2026-01), or A..B of days or times.",
    ),
]
_EXAMPLE = Report("2026-01-31", {"handle": 1250000, "win": 31250})


@router.get(
    "/reports/{day}",
    summary="The report of a day",
    responses=answers("The report.", _EXAMPLE, 401, 403, 409, 422, 429, 503),
)
async def report(
    day: Period,
    caller: SignedIn,
    here: Here,
    request: Request,
) -> Response:
    """Drop, handle, win and hold beside theory of a day, and its meters, as this floor has them.

    A game that nobody has asked for since the start is solved first, which takes some seconds.
    """
    allow(here, caller, "report.read")
    made = await here.work_out(here.report_of(day), caller.token(), request)
    return reply(Report(day, made))
