"""Finished rounds: their history, and what anyone needs to check their shuffle (TBL-5)."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from msgspec import Struct
from starlette.responses import Response

from longsuit.api import examples
from longsuit.api.bodies import LARGEST_VERSION, TableName
from longsuit.api.context import Here
from longsuit.api.declines import Declined, unknown_table
from longsuit.api.openapi import answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, allow
from longsuit.floor.reads.archive import RoundLine
from longsuit.floor.reads.round_receipt import FORM, NotYet, ProvedRecord, RoundReceipt

router = APIRouter(prefix="/api", tags=["tables"])


class Rounds(Struct, frozen=True):
    """Finished rounds of a table, the newest first."""

    table: str
    rounds: tuple[RoundLine, ...]


_LIST = Rounds(
    "T3",
    (RoundLine(41, "ended", examples.ROUND.began, examples.ROUND.over),),
)


@router.get(
    "/tables/{table}/rounds",
    summary="Finished rounds",
    responses=answers("The newest first.", _LIST, 401, 404, 422, 503),
)
async def list_rounds(
    table: TableName,
    caller: SignedIn,
    here: Here,
    before: Annotated[
        int | None,
        Query(
            ge=1,
            le=LARGEST_VERSION,
            description="Only rounds before this one; without it the newest.",
            examples=[41],
        ),
    ] = None,
) -> Response:
    """Twenty rounds at a time."""
    allow(here, caller, "view.public")
    last = here.floor.last_round(table)
    if last is None:
        raise unknown_table(table)
    end = min(before or last + 1, last + 1)
    found = await here.in_thread(here.floor.published.rounds, table, end)
    return reply(Rounds(table, found))


@router.get(
    "/tables/{table}/rounds/{number}",
    summary="A finished round",
    responses=answers("As `longsuit verify-round` reads it.", examples.ROUND, 401, 404, 422, 503),
)
async def finished_round(
    table: TableName,
    number: Annotated[int, Path(ge=1, le=LARGEST_VERSION, examples=[41])],
    caller: SignedIn,
    here: Here,
) -> Response:
    """A round that is over, with its history as text, its opened seed and the cards as dealt.

    A hand that was never shown is told by its number of cards; the seed, which shows every hand, is
    then for those who played the round and for auditors.
    """
    allow(here, caller, "view.public")
    if not here.floor.has(table):
        raise unknown_table(table)
    looker = caller.visitor.looker
    found = await here.in_thread(here.floor.published.round, table, number, looker)
    if found is None:
        raise Declined(404, f"There is no finished round {number} here.")
    return reply(found)


_RECEIPT = RoundReceipt(
    *(FORM, "T3", 41, 0, "longsuit.floor/5f2b7c1d9a3e4f60\n3041\nCsUY...q2I=\n\n— ..."),
    ("longsuit.floor/5f2b7c1d9a3e4f60+c74f20a3+ARpc2Q...",),
    (
        ProvedRecord(
            *("table T3", 977, "ab" * 32, 1769882645000000, "system", "7f3a-41", 2, "1.0"),
            *("kZECKZDEIAA=", 2977, ("gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=",)),
        ),
    ),
)


@router.get(
    "/tables/{table}/rounds/{number}/receipt",
    summary="A receipt for a round",
    responses=answers("To be kept.", _RECEIPT, 401, 404, 409, 422, 503),
)
async def receipt(
    table: TableName,
    number: Annotated[int, Path(ge=1, le=LARGEST_VERSION, examples=[41])],
    caller: SignedIn,
    here: Here,
) -> Response:
    """The records of a round that is over, and the proof that they are in a signed checkpoint.

    The page `/receipt.html`, saved anywhere, checks it without this server.
    """
    allow(here, caller, "view.public")
    if not here.floor.has(table):
        raise unknown_table(table)
    try:
        found = await here.in_thread(here.floor.receipt, table, number, caller.visitor)
    except NotYet:
        raise Declined(
            404, "The round is in no signed checkpoint yet: ask again in a minute."
        ) from None
    if found is None:
        raise Declined(404, f"There is no finished round {number} here.")
    return reply(found)
