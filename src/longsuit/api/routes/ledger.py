"""The ledger as it stands: what every account holds."""

from typing import Annotated

from fastapi import APIRouter, Query
from msgspec import Struct
from starlette.responses import Response

from longsuit.api.context import Here
from longsuit.api.declines import Declined
from longsuit.api.openapi import answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, allow
from longsuit.core.money import Mites

router = APIRouter(prefix="/api", tags=["audit"])

_LONGEST = 250
"""Letters of an account's name."""


class Ledger(Struct, frozen=True):
    """Accounts with what each holds."""

    accounts: dict[str, Mites]
    total: Mites


_LEDGER = Ledger({"cage": -1_000_000_000, "players": 990_000_000, "tray T3": 10_000_000}, 0)


@router.get(
    "/ledger",
    summary="The trial balance",
    responses=answers("By account.", _LEDGER, 401, 403, 404, 422, 503),
)
async def ledger(
    caller: SignedIn,
    here: Here,
    account: Annotated[
        str,
        Query(
            max_length=_LONGEST,
            description="Only this account, such as one player's; without it all, players in one.",
            examples=["player Pam"],
        ),
    ] = "",
) -> Response:
    """What each account holds now, in mites: 10,000 a cent. All accounts come to nothing."""
    allow(here, caller, "report.read")
    found = await here.in_thread(here.floor.published.balances, account)
    if account and not found:
        raise Declined(404, "There is no such account.")
    return reply(Ledger(found, sum(found.values())))
