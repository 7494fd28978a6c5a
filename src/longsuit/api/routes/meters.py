"""Meters: the sign for everyone, statements for those who check, corrections by two people."""

from datetime import datetime
from re import sub
from typing import Annotated

from fastapi import APIRouter, Query, Request
from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from longsuit.api import examples
from longsuit.api.bodies import LARGEST_VERSION, Key, MeterName, Sent, TableName, micros
from longsuit.api.commands import Watch, confirmed
from longsuit.api.context import Here
from longsuit.api.declines import Declined, declined, unknown_table
from longsuit.api.openapi import answers, confirmed_body
from longsuit.api.responses import reply
from longsuit.api.routes.table_commands import DONE
from longsuit.api.sessions import SignedIn, allow
from longsuit.core.progressive.commands import CorrectMeter, ReduceMeter, RetireMeter, SetMeter
from longsuit.core.progressive.statement import Change, Statement
from longsuit.core.progressive.view import MeterView, sign
from longsuit.core.refusals import Code, refuse
from longsuit.core.round.commands import Command
from longsuit.floor.store.projections.awards import Jackpot

router = APIRouter(prefix="/api", tags=["meters"])


class Meters(Struct, frozen=True):
    """Every meter of the floor, by its id."""

    meters: tuple[MeterView, ...]


class Jackpots(Struct, frozen=True):
    """The register of a meter's jackpots, the newest first."""

    meter: str
    jackpots: tuple[Jackpot, ...]


_LINK = replace(examples.SIGN, id="harbour star", name="harbour star", shared_by=("Three", "Four"))
_JACKPOTS = Jackpots(
    "T3/star",
    (
        Jackpot(
            *(812, "T3", 41, 1, 4, "6-card straight flush", 1_000_000),
            *(1_769_882_645_000_000, "paid", "Pam", 1_769_882_705_000_000),
        ),
    ),
)
_STATEMENT = Statement(
    "T3/star",
    100_000_000,
    0,
    (
        Change(
            *(7, "meter", "contributions", 30_000, "2 wagers of round 41 at T3"),
            at=1_769_882_645_000_000,
            who="dealer Dee",
        ),
    ),
    100_030_000,
    0,
    0,
)


@router.get(
    "/meters",
    summary="Every meter",
    responses=answers("By id.", Meters(examples.SIGN.meters), 401, 503),
)
async def meters(caller: SignedIn, here: Here) -> Response:
    """All meters of the floor as a sign shows them, each under its id."""
    allow(here, caller, "view.public")
    found = here.floor.meters()
    return reply(Meters(sign({name: found[name] for name in sorted(found)})))


@router.get(
    "/sign/{table}",
    summary="A table's sign",
    responses=answers("Its meters.", examples.SIGN, 404, 422),
)
async def table_sign(table: TableName, here: Here) -> Response:
    """The meters of a table, for all to see: a sign signs in nowhere (PRG-22)."""
    await here.floor.attend(table)
    found = here.floor.sign(table)
    if found is None:
        raise unknown_table(table)
    return reply(found)


@router.get(
    "/sign/link/{meter:path}",
    summary="A link's sign",
    responses=answers("The meters that its tables share.", _LINK, 404, 422),
)
async def link_sign(meter: MeterName, here: Here) -> Response:
    """Every meter that all tables on a link share, for all to see (PRG-9, PRG-22)."""
    found = here.floor.link_sign(meter)
    if found is None:
        raise declined(refuse(Code.NO_METER))
    return reply(found)


@router.get(
    "/meters/{meter:path}/statement",
    summary="A meter's statement",
    responses=answers("Every change explained.", _STATEMENT, 401, 403, 404, 409, 422, 503),
)
async def meter_statement(
    meter: MeterName,
    caller: SignedIn,
    here: Here,
    start: Annotated[
        datetime | None,
        Query(alias="from", description="From this time on.", examples=["2026-01-31T00:00:00Z"]),
    ] = None,
    end: Annotated[
        datetime | None,
        Query(alias="to", description="Up to this time.", examples=["2026-02-01T00:00:00Z"]),
    ] = None,
) -> Response:
    """How a meter opened, every change, how it closed. Amounts are in mites: 10,000 a cent."""
    allow(here, caller, "report.read")
    if meter not in here.floor.meters():
        raise declined(refuse(Code.NO_METER))
    first = micros(start) if start is not None else 0
    last = micros(end) if end is not None else 2**62
    if last < first:
        raise Declined(422, "'to': the end comes after the beginning.")
    found = await here.in_thread(here.floor.published.statement, meter, first, last)
    if found is None:
        raise Declined(409, "That meter did not exist yet.")
    return reply(found)


@router.get(
    "/meters/{meter:path}/jackpots",
    summary="A meter's jackpots",
    responses=answers("The newest first.", _JACKPOTS, 401, 403, 404, 422, 503),
)
async def meter_jackpots(
    meter: MeterName,
    caller: SignedIn,
    here: Here,
    before: Annotated[
        int,
        Query(
            ge=1,
            le=LARGEST_VERSION,
            description="Only jackpots locked before this record of the meter.",
            examples=[812],
        ),
    ] = LARGEST_VERSION,
) -> Response:
    """Every award out of a meter and what became of it, fifty at a time. Amounts are in cents."""
    allow(here, caller, "report.read")
    if meter not in here.floor.meters():
        raise declined(refuse(Code.NO_METER))
    found = await here.in_thread(here.floor.published.jackpots, meter, before)
    return reply(Jackpots(meter, tuple(found)))


def _by_two(kind: type[Command], path: str, summary: str, done: str, does: str) -> None:
    """What is asked of a meter by a supervisor and a second person, who gives name and password."""

    async def change(
        meter: MeterName, sent: Sent, key: Key, caller: SignedIn, here: Here, request: Request
    ) -> Response:
        command = await confirmed(here, caller, kind, sent, request)
        future = here.floor.ask_meter(caller.visitor, meter, command, key)
        return reply(await Watch(here, kind.__name__).follow(future))

    router.add_api_route(
        f"/meters/{{meter:path}}/{path}",
        change,
        methods=["POST"],
        name=sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower(),
        summary=summary,
        description=does,
        responses=answers(done, DONE, 401, 403, 404, 409, 413, 422, 500, 503),
        openapi_extra=confirmed_body(kind),
    )


_by_two(
    *(CorrectMeter, "corrections", "Correct a meter", "Corrected."),
    "By a supervisor and a second person of the staff, who gives name and password.",
)
_by_two(
    *(SetMeter, "figures", "Set a meter's maximum and bound", "Set."),
    "The posted maximum, not below what stands, and the most of one round; between rounds.",
)
_by_two(
    *(ReduceMeter, "reductions", "Reduce a meter", "Reduced."),
    "For one of the allowed reasons, by two people; `to` names the meter that money moves to.",
)
_by_two(
    *(RetireMeter, "retirement", "Retire a meter", "Retired."),
    "No table shares it; all that it holds goes to the meter in `to`, or to the house.",
)
