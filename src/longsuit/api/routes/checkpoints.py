"""Signed checkpoints of the log: for anyone who wants to hold the house to it."""

from base64 import b64encode
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query
from msgspec import Struct
from pydantic import Field
from starlette.responses import PlainTextResponse, Response

from longsuit.api import bodies
from longsuit.api.context import Context, Here
from longsuit.api.declines import Declined
from longsuit.api.openapi import answers, declines
from longsuit.api.responses import reply
from longsuit.floor.checkpoints.merkle import MOST_LEAVES
from longsuit.floor.checkpoints.note import MOST_NOTE_BYTES, NoteError
from longsuit.floor.store.tree_rows import DamagedTree

router = APIRouter(prefix="/api/checkpoints", tags=["audit"])

_NOTE = """\
longsuit.floor/5f2b7c1d9a3e4f60
3041
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— longsuit.floor/5f2b7c1d9a3e4f60 Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q
"""
_LINE = "— room.example/witness jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJs"
_NONE = "There is no such checkpoint."
Size = Annotated[int, Path(ge=0, le=MOST_LEAVES, description="Records in it.", examples=[3041])]


class Proof(Struct, frozen=True):
    """What shows that one checkpoint begins with another, as RFC 6962 has it, in base64."""

    first: int
    second: int
    proof: tuple[str, ...]


class Taken(Struct, frozen=True):
    """The signatures are kept."""

    size: int


class Cosigned(bodies.Body):
    """The lines of a witness under a checkpoint."""

    lines: Annotated[str, Field(min_length=1, max_length=MOST_NOTE_BYTES)]


def _text(description: str, example: str) -> dict[int | str, dict[str, object]]:
    content = {"text/plain": {"schema": {"type": "string"}, "example": example}}
    return {200: {"description": description, "content": content}}


async def _note(here: Context, size: int) -> Response:
    note = await here.in_thread(here.floor.checkpoints.note, size)
    if note is None:
        raise Declined(404, _NONE)
    return PlainTextResponse(str(note))


@router.get(
    "/last",
    summary="The last checkpoint",
    response_class=PlainTextResponse,
    responses={**_text("A signed note.", _NOTE), **declines(404, 503)},
)
async def last(here: Here) -> Response:
    """The newest checkpoint with the signatures of all who have witnessed it."""
    kept = await here.in_thread(here.floor.checkpoints.last)
    if kept is None:
        raise Declined(404, "No checkpoint has been signed yet.")
    return await _note(here, kept.size)


@router.get(
    "/keys",
    summary="Public keys",
    response_class=PlainTextResponse,
    responses=_text("One a line.", "longsuit.floor/5f2b7c1d9a3e4f60+c74f20a3+ARpc2QcUPDhMQe\n"),
)
async def keys(here: Here) -> Response:
    """The keys of this floor's log, and of the witnesses that it knows.

    Whoever holds the house to something compares them with what they have from elsewhere.
    """
    return PlainTextResponse("".join(f"{key}\n" for key in here.floor.public_keys()))


@router.get(
    "/proof",
    summary="That it only grew",
    responses=answers("The proof.", Proof(2977, 3041, ("gSKyXoYZ...PlQ=",)), 404, 409, 422, 503),
)
async def proof(
    here: Here,
    first: Annotated[int, Query(ge=0, le=MOST_LEAVES, description="A size.", examples=[2977])],
    second: Annotated[int, Query(ge=0, le=MOST_LEAVES, description="A later.", examples=[3041])],
) -> Response:
    """That the checkpoint of the second size begins with all that is in the first."""
    kept = here.floor.checkpoints
    newest = await here.in_thread(kept.last)
    if newest is None or not first <= second <= newest.size:
        raise Declined(404, _NONE)
    try:
        found = await here.in_thread(kept.consistency, first, second)
    except DamagedTree as error:
        raise Declined(409, str(error)) from None
    return reply(Proof(first, second, tuple(b64encode(one).decode() for one in found)))


@router.get(
    "/{size}",
    summary="A checkpoint",
    response_class=PlainTextResponse,
    responses={**_text("A signed note.", _NOTE), **declines(404, 422, 503)},
)
async def checkpoint(size: Size, here: Here) -> Response:
    """The checkpoint with so many records."""
    return await _note(here, size)


@router.post(
    "/{size}/cosignatures",
    summary="Witness a checkpoint",
    responses=answers("They are kept.", Taken(3041), 403, 404, 422, 503),
)
async def cosign(
    size: Size, body: Annotated[Cosigned, Body(examples=[{"lines": _LINE}])], here: Here
) -> Response:
    """Of a witness whose key the floor's configuration names: the signature is who it is."""
    try:
        now = here.floor.engine.now()
        taken = await here.in_thread(here.floor.witnesses.take, size, body.lines, now)
    except NoteError as error:
        raise Declined(403, str(error)) from None
    if not taken:
        raise Declined(404, _NONE)
    return reply(Taken(size))
