"""Papers of the floor: controls, posted sheets, submissions, reviews and reports."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from starlette.requests import Request
from starlette.responses import Response

from longsuit.api.context import Here
from longsuit.api.openapi import file_answers
from longsuit.api.sessions import SignedIn, allow
from longsuit.floor.papers.kinds import SORTS, Kind, Wanted
from longsuit.floor.reports.period import day_at

router = APIRouter(prefix="/api", tags=["audit"])
_MEDIA = {"pdf": "application/pdf", "html": "text/html; charset=utf-8"}


@router.get(
    "/papers/{kind}",
    summary="A paper of the floor",
    response_class=Response,
    responses=file_answers(
        "The paper.",
        {"application/pdf": "%PDF-1.4", "text/html": "<!doctype html>"},
        *(401, 403, 409, 422, 429, 503),
    ),
)
async def paper(
    kind: Annotated[Kind, Path(examples=["controls"])],
    caller: SignedIn,
    here: Here,
    request: Request,
    table: Annotated[str, Query(max_length=40, examples=["CTF-1"])] = "",
    period: Annotated[str, Query(max_length=40, examples=["2026-01-31"])] = "",
    meter: Annotated[str, Query(max_length=80, examples=["CTF-1/star"])] = "",
    ending: Annotated[Literal["pdf", "html"], Query(alias="as", examples=["pdf"])] = "pdf",
) -> Response:
    """Made in a process of its own, from the log as it stands.

    A rack card, a submission and a face-up study are of a table; reports, exceptions, reviews and
    statements are of a period.
    """
    allow(here, caller, SORTS[kind].deed)
    house = here.floor.config.house
    today = day_at(here.now(), house.zone).title
    job = here.paper_of(Wanted(kind, today, table, period, meter), ending)
    content = await here.work_out(job, caller.token(), request)
    return Response(content, media_type=_MEDIA[ending])
