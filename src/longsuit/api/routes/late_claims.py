"""A hand of a live table's last round that was missed: claimed by two people, with the reason."""

from typing import Annotated

from fastapi import APIRouter, Body, Request
from pydantic import Field
from starlette.responses import Response

from longsuit.api import bodies
from longsuit.api.bodies import Key, Line, Seat, Secret, Short, TableName
from longsuit.api.context import Here
from longsuit.api.declines import declined, unknown_table
from longsuit.api.openapi import answers
from longsuit.api.rate_limits import address_of
from longsuit.api.routes.table_commands import DECLINED_COMMAND, DONE, Watch
from longsuit.api.sessions import SignedIn
from longsuit.core.progressive.commands import ClaimLate
from longsuit.core.refusals import Refused

router = APIRouter(prefix="/api", tags=["staff"])


class LateClaim(bodies.Body):
    """The hand, and the supervisor who stands by it."""

    seat: Seat
    hand: Short
    reason: Line
    supervisor: Short
    password: Annotated[Secret, Field(description="The supervisor's.")]


_EXAMPLE = {
    "seat": 3,
    "hand": "7-card straight flush",
    "reason": "seen on camera",
    "supervisor": "Sue",
    "password": "correct horse battery",
}


@router.post(
    "/tables/{table}/late-claims",
    summary="Claim a hand after END ROUND",
    responses=answers("Claimed: it is now paid or voided.", DONE, *DECLINED_COMMAND),
)
async def claim_late(
    table: TableName,
    body: Annotated[LateClaim, Body(examples=[_EXAMPLE])],
    key: Key,
    caller: SignedIn,
    here: Here,
    request: Request,
) -> Response:
    """A hand of the last round at a live table, by whoever serves it and a supervisor."""
    watch = Watch(here, "ClaimLate")
    if not here.floor.has(table):
        raise unknown_table(table)
    if no := here.floor.refusal(caller.visitor, ClaimLate, table):
        watch.end("forbidden")
        raise declined(no)
    supervisor = await here.at_the_door(
        here.floor.supervisor_beside,
        caller.visitor,
        body.supervisor,
        body.password.get_secret_value(),
        here.now(),
        address_of(request),
    )
    if isinstance(supervisor, Refused):
        watch.end("forbidden")
        raise declined(supervisor, 403)
    command = ClaimLate(
        by=caller.visitor.actor,
        seat=body.seat,
        hand=body.hand,
        reason=body.reason,
        supervisor=supervisor.name,
    )
    return await watch.follow(here.floor.ask(caller.visitor, table, command, key))
