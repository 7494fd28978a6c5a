"""A hand of a live table's last round that was missed: claimed by two people, with the reason."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from longsuit.api.bodies import Key, Sent, TableName
from longsuit.api.commands import carry_out, confirmed
from longsuit.api.context import Here
from longsuit.api.openapi import answers, confirmed_body
from longsuit.api.responses import reply
from longsuit.api.routes.table_commands import DECLINED_COMMAND, DONE
from longsuit.api.sessions import SignedIn
from longsuit.core.progressive.commands import ClaimLate

router = APIRouter(prefix="/api", tags=["staff"])


@router.post(
    "/tables/{table}/late-claims",
    summary="Claim a hand after END ROUND",
    responses=answers("Claimed: it is now paid or voided.", DONE, *DECLINED_COMMAND),
    openapi_extra=confirmed_body(ClaimLate),
)
async def claim_late(
    table: TableName, sent: Sent, key: Key, caller: SignedIn, here: Here, request: Request
) -> Response:
    """A hand of the last round at a live table, by whoever serves it and a supervisor."""
    command = await confirmed(here, caller, ClaimLate, sent, request)
    return reply(await carry_out(here, caller, table, command, key))
