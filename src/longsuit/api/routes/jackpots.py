"""The register of jackpots above the approval amount: searched, exported, slips printed."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from longsuit.api.bodies import LARGEST_VERSION, Key, micros
from longsuit.api.commands import Watch
from longsuit.api.context import Here
from longsuit.api.declines import Declined, declined
from longsuit.api.openapi import answers, file_answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, allow
from longsuit.core.refusals import Code, refuse
from longsuit.floor.service.jackpots import Register, Slip
from longsuit.floor.slips.tax import TaxNote
from longsuit.floor.store.projections.awards import Search
from longsuit.floor.store.projections.fold import State
from longsuit.workers.jobs import DrawSlip

router = APIRouter(prefix="/api", tags=["staff"])


class Slips(Struct, frozen=True):
    """A piece of the register, the newest first."""

    slips: tuple[Slip, ...]


_EXAMPLE = Slips(
    (
        Slip(
            slip=17,
            table="T3",
            round=41,
            number=1,
            seat=4,
            hand="6-card straight flush",
            cards="",
            meter="spade",
            wager="stax",
            wagered=5_00,
            amount=2_613_45,
            at=1_769_882_645_000_000,
            state="paid",
            closed=1_769_882_705_000_000,
            claimed_by="Dee",
            supervisor="Sue",
            winner="Pam Jones",
            document="driver's licence",
            surveillance="S-2291",
            payment="hand-pay",
            late=False,
            tax=TaxNote("W-2G", 0, "draft", "IRS, draft instructions for Form W-2G for 2026"),
        ),
    )
)
_Before = Annotated[
    int,
    Query(ge=1, le=LARGEST_VERSION, description="Only slips below this number.", examples=[17]),
]


def _search(
    words: Annotated[
        str,
        Query(
            max_length=60,
            description="In the winner, hand, table, surveillance's reference or supervisor.",
            examples=["pam"],
        ),
    ] = "",
    state: Annotated[
        State | None, Query(description="What has become of it.", examples=["paid"])
    ] = None,
    start: Annotated[
        datetime | None,
        Query(alias="from", description="From this time on.", examples=["2026-01-31T00:00:00Z"]),
    ] = None,
    end: Annotated[
        datetime | None,
        Query(alias="to", description="Up to this time.", examples=["2026-02-01T00:00:00Z"]),
    ] = None,
) -> Search:
    wanted = Search(words.strip(), state)
    first = micros(start) if start is not None else wanted.start
    last = micros(end) if end is not None else wanted.end
    if last < first:
        raise Declined(422, "'to': the end comes after the beginning.")
    return replace(wanted, start=first, end=last)


_Wanted = Annotated[Search, Depends(_search)]


@router.get(
    "/jackpots",
    summary="The register of jackpots",
    responses=answers("The newest first.", _EXAMPLE, 401, 403, 422, 503),
)
async def jackpots(
    caller: SignedIn, here: Here, wanted: _Wanted, before: _Before = LARGEST_VERSION
) -> Response:
    """Jackpots above their table's approval amount, each with its slip, fifty at a time."""
    allow(here, caller, "report.read")
    wanted = replace(wanted, before=before)
    return reply(Slips(await here.in_thread(Register(here.floor).find, wanted)))


@router.get(
    "/jackpots.csv",
    summary="The register of jackpots as a file",
    response_class=Response,
    responses=file_answers(
        "The newest 5,000.", {"text/csv": "slip,table,round"}, 401, 403, 422, 503
    ),
)
async def jackpots_csv(caller: SignedIn, here: Here, wanted: _Wanted) -> Response:
    """The same as a spreadsheet reads it; amounts are in dollars."""
    allow(here, caller, "report.read")
    content = await here.in_thread(Register(here.floor).export, wanted)
    return Response(content, media_type="text/csv")


@router.post(
    "/jackpots/{slip}/prints",
    summary="Print a slip",
    response_class=Response,
    responses=file_answers(
        "The slip.", {"application/pdf": "%PDF-1.4"}, 401, 403, 404, 409, 413, 422, 500, 503
    ),
)
async def print_slip(
    slip: Annotated[int, Path(ge=1, le=LARGEST_VERSION, examples=[17])],
    key: Key,
    caller: SignedIn,
    here: Here,
) -> Response:
    """The first print is the original; every later one is a copy, and says so."""
    register = Register(here.floor)
    done = await Watch(here, "PrintSlip").follow(register.print(caller.visitor, slip, key))
    sheet = await here.in_thread(register.sheet, done.version)
    if sheet is None:
        raise declined(refuse(Code.NO_SLIP, slip=slip))
    content = await here.work_out(DrawSlip(sheet), caller.token())
    return Response(content, media_type="application/pdf")
