"""Tables: the lobby, one as you see it, and for supervisors opening, changing and closing."""

from typing import Annotated

from fastapi import APIRouter, Body, Path
from msgspec import Struct
from starlette.responses import Response

from longsuit.api import examples
from longsuit.api.bodies import Key, Sendable, TableName
from longsuit.api.commands import Watch, carry_out
from longsuit.api.context import Context, Here
from longsuit.api.declines import Declined, unknown_table
from longsuit.api.openapi import answers
from longsuit.api.responses import JSON, reply
from longsuit.api.routes.table_commands import DECLINED_COMMAND, DONE
from longsuit.api.sessions import SignedIn, allow
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES
from longsuit.floor.config.settings import TableConfig, in_form
from longsuit.floor.reads.table_view import LobbyView
from longsuit.floor.tables.commands import CloseTable

router = APIRouter(prefix="/api", tags=["tables"])
staff = APIRouter(prefix="/api", tags=["staff"])

_DIGEST = "^[0-9a-f]{32}$"
Digest = Annotated[
    str,
    in_form(_DIGEST, "it has 32 hexadecimal digits, as a view names it"),
    Path(json_schema_extra={"pattern": _DIGEST}, examples=["0f" * 16]),
]
_FOR_GOOD = "private, max-age=31536000, immutable"


class Lobby(Struct, frozen=True):
    """The tables that are open."""

    tables: tuple[LobbyView, ...]


class TableBody(Sendable, TableConfig):
    """A table's settings. Amounts here are in dollars, as in a configuration file."""


_SETTINGS = Body(
    examples=[
        {
            "id": "T3",
            "name": "Table 3",
            "game": GAMES[0].id,
            "mode": "dealt",
            "seats": 6,
            "paytables": {"xtra": "A"},
            "limits": {"ante": [10, 300, 5]},
            "approval": 500,
            "action_seconds": 30,
        }
    ]
)


@router.get(
    "/tables",
    summary="The lobby",
    responses=answers("The open tables.", Lobby((examples.LOBBY,)), 401, 503),
)
async def lobby(caller: SignedIn, here: Here) -> Response:
    """Every table that is open: its game, limits, the seats taken and yours, its meters."""
    allow(here, caller, "view.public")
    return reply(Lobby(here.floor.lobby(caller.visitor.looker)))


@router.get(
    "/tables/{table}",
    summary="A table",
    responses=answers("The table as you see it.", examples.TABLE, 401, 404, 422, 503),
)
async def look(table: TableName, caller: SignedIn, here: Here) -> Response:
    """A table as you may see it: your own cards, and of others what lies face up."""
    allow(here, caller, "view.public")
    await here.floor.attend(table)
    view = here.floor.view(table, caller.visitor.looker)
    if view is None:
        raise unknown_table(table)
    await caller.is_at_a_table(here)
    return reply(view)


@router.get(
    "/fixed/{digest}",
    summary="What is fixed for a table",
    responses=answers("The fixed part of a table's view.", examples.FIXED, 401, 404, 422, 503),
)
async def fixed(digest: Digest, caller: SignedIn, here: Here) -> Response:
    """Name, game, limits, posted pays and words for actions, by the digest that a view names.

    A digest is of its content: what it names never changes, and may be kept for good.
    """
    allow(here, caller, "view.public")
    found = here.floor.fixed_view(digest)
    if found is None:
        raise Declined(404, "That digest is not known: ask for the table again.")
    return Response(found, headers={"cache-control": _FOR_GOOD}, media_type=JSON)


@staff.post(
    "/tables", summary="Open a table", responses=answers("Opened.", DONE, *DECLINED_COMMAND)
)
async def open_table(
    body: Annotated[TableBody, _SETTINGS], key: Key, caller: SignedIn, here: Here
) -> Response:
    """A new table, or one that was closed. Paytables are those in the box."""
    return await _set(here, caller, body, key, new=True)


@staff.put(
    "/tables/{table}",
    summary="Change a table",
    responses=answers("Changed.", DONE, *DECLINED_COMMAND),
)
async def change_table(
    table: TableName,
    body: Annotated[TableBody, _SETTINGS],
    key: Key,
    caller: SignedIn,
    here: Here,
) -> Response:
    """New settings, between rounds; what was and what is are on record (TBL-7)."""
    if body.id != table:
        raise Declined(422, "'id': a table keeps its id.")
    return await _set(here, caller, body, key, new=False)


async def _set(
    here: Context, caller: SignedIn, body: TableBody, key: str, *, new: bool
) -> Response:
    watch = Watch(here, "OpenTable" if new else "ChangeTable")
    try:
        future = await here.in_thread(here.floor.set_table, caller.visitor, body, key, new=new)
    except InputError:
        watch.end("refused")
        raise
    return reply(await watch.follow(future))


@staff.delete(
    "/tables/{table}",
    summary="Close a table",
    responses=answers("Closed.", DONE, *DECLINED_COMMAND),
)
async def close_table(table: TableName, key: Key, caller: SignedIn, here: Here) -> Response:
    """No more rounds are played at it. It closes between rounds."""
    return reply(await carry_out(here, caller, table, CloseTable(by=caller.visitor.actor), key))
