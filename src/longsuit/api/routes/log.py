"""The log for auditors: a stream's records, of rounds that are over."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from msgspec import Struct
from starlette.responses import Response

from longsuit.api.bodies import LARGEST_VERSION
from longsuit.api.context import Here
from longsuit.api.declines import Declined
from longsuit.api.openapi import answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, allow
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import Head, make_record
from longsuit.floor.reads.archive import RecordView, record_view
from longsuit.floor.tables.events import TableClosed

router = APIRouter(prefix="/api", tags=["audit"])


class Records(Struct, frozen=True):
    """A piece of a stream, from the log."""

    stream: str
    records: tuple[RecordView, ...]
    more_after: int | None
    """Where to go on; None where nothing more may be read now."""


_RECORD = record_view(
    make_record(
        *("table T3", Head(), 1769882645000000, "supervisor Sue", "7f3a-41"),
        encode_events((TableClosed(),)),
    )
)


@router.get(
    "/log/{stream:path}",
    summary="Records of the log",
    responses=answers(
        "Up to 500 records.", Records("table T3", (_RECORD,), None), 401, 403, 404, 422, 503
    ),
)
async def read_log(
    stream: Annotated[str, Path(examples=["table T3"])],
    caller: SignedIn,
    here: Here,
    after: Annotated[
        int,
        Query(ge=0, le=LARGEST_VERSION, description="Records after this version.", examples=[0]),
    ] = 0,
) -> Response:
    """A stream is `table ID`, `meter ID` or `people`. A round is shown once it is over."""
    allow(here, caller, "log.read")
    if not here.floor.has_stream(stream):
        raise Declined(404, f"There is no stream {stream[:100]}.")
    found = await here.in_thread(here.floor.published.records, stream, after)
    more = found[-1].version if found else None
    return reply(Records(stream, tuple(found), more))
