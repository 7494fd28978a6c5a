"""The coach of a table: the exact value of each choice open to a hand."""

from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, Query
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from longsuit.analysis.exact.advice import Advice, advise_seat
from longsuit.api.bodies import TableName
from longsuit.api.context import Here
from longsuit.api.declines import Declined, unknown_table
from longsuit.api.openapi import answers
from longsuit.api.responses import reply
from longsuit.api.sessions import SignedIn, allow
from longsuit.core.games.catalog import GAMES, known_game
from longsuit.core.games.table import make_table
from longsuit.core.money import LARGEST_AMOUNT
from longsuit.workers.jobs import Advise

router = APIRouter(prefix="/api", tags=["tables"])

_CARDS = 120
"""Characters: more than all the cards that can be seen at a table."""


class Exact(Struct, frozen=True):
    """A value in Antes, exactly and as a decimal to look at."""

    exact: str
    decimal: float


class Choice(Struct, frozen=True):
    """An action, and the expected net result of it and of best play after it."""

    action: str
    value: Exact
    amount: int = 0
    """What it bets, in cents; 0 where neither `ante` nor `stack` was given."""


class Values(Struct, frozen=True):
    """Every action open to the hand, best first."""

    best: str
    actions: tuple[Choice, ...]


_EXAMPLE = Values(
    "check",
    (Choice("check", Exact("-3/4", -0.75)), Choice("bet_3x", Exact("-7/5", -1.4), 1500)),
)


@router.get(
    "/tables/{table}/advice",
    summary="The value of each choice",
    responses=answers("Best first.", _EXAMPLE, 401, 404, 409, 422, 429, 503),
)
async def advice(
    table: TableName,
    caller: SignedIn,
    here: Here,
    request: Request,
    hole: Annotated[str, Query(max_length=_CARDS, examples=["7d5s4h"])],
    board: Annotated[str, Query(max_length=_CARDS, examples=["TdTh"])] = "",
    seen: Annotated[
        str, Query(max_length=_CARDS, description="Other cards seen.", examples=["2c9s"])
    ] = "",
    ante: Annotated[
        int | None,
        Query(ge=1, le=LARGEST_AMOUNT, description="The seat's Ante, in cents.", examples=[500]),
    ] = None,
    stack: Annotated[
        int | None,
        Query(
            ge=0,
            le=LARGEST_AMOUNT,
            description="What the seat has left, in cents.",
            examples=[2500],
        ),
    ] = None,
    amount: Annotated[
        int,
        Query(
            ge=0,
            le=LARGEST_AMOUNT,
            description="A raise to value besides its least and most.",
            examples=[1000],
        ),
    ] = 0,
) -> Response:
    """By the rules and pays of the table, for cards that you name: it looks at no round.

    With `ante` and `stack` it values only what that seat may do.
    """
    allow(here, caller, "view.public")
    present = here.floor.engine.memory.known(table)
    if present is None:
        raise unknown_table(table)
    if (ante is None) != (stack is None):
        raise Declined(422, "'ante' and 'stack' go together.")
    rules = present.settings.setup.table
    job = Advise.at(rules, hole, board, seen)
    found = await here.work_out(job, caller.token(), request)
    if ante is not None and stack is not None:
        found = advise_seat(found, rules, ante=ante, stack=stack, amount=amount)
    return _values(found)


@router.get(
    "/advice",
    summary="The value of each choice in a game",
    responses=answers("Best first.", _EXAMPLE, 401, 409, 422, 429, 503),
)
async def game_advice(
    caller: SignedIn,
    here: Here,
    request: Request,
    game: Annotated[str, Query(max_length=_CARDS, examples=[GAMES[0].id])],
    hole: Annotated[str, Query(max_length=_CARDS, examples=["7d5s4h"])],
    board: Annotated[str, Query(max_length=_CARDS, examples=["TdTh"])] = "",
    seen: Annotated[
        str, Query(max_length=_CARDS, description="Other cards seen.", examples=["2c9s"])
    ] = "",
    dealer: Annotated[
        str,
        Query(
            max_length=_CARDS, description="Cards of the dealer's that are known.", examples=["Ad"]
        ),
    ] = "",
) -> Response:
    """By the game's own rules and its first paytables, at no table."""
    allow(here, caller, "view.public")
    job = Advise.at(make_table(known_game(game).id), hole, board, seen, dealer)
    return _values(await here.work_out(job, caller.token(), request))


def _values(found: Advice) -> Response:
    options = tuple(Choice(one.action, _exact(one.value), one.amount) for one in found.options)
    return reply(Values(found.best.action, options))


def _exact(value: Fraction) -> Exact:
    return Exact(f"{value.numerator}/{value.denominator}", float(value))
