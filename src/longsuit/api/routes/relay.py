"""The way in for the other servers of the floor, who pass on what is asked of tables run here."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from longsuit.api.commands import result_of
from longsuit.api.context import Context
from longsuit.api.declines import Declined
from longsuit.floor.engine.replies import TRY_AGAIN as AGAIN
from longsuit.floor.service.floor import CommandFailed, Elsewhere, FloorDown
from longsuit.floor.service.post import PEER_PATH

router = APIRouter()


@router.post(PEER_PATH, include_in_schema=False)
async def take_in(request: Request) -> Response:
    """What another server passes on is sealed with the floor's key, and so is the reply."""
    here: Context = request.app.state.context
    peers = here.floor.peers
    letter = peers.read(await request.body()) if peers is not None else None
    if peers is None or letter is None:
        raise Declined(403, "This is for the servers of this floor.")
    here.gate.recognise_peer(request)
    try:
        answer = await result_of(await here.in_thread(here.floor.take_in, letter))
    except (FloorDown, CommandFailed) as error:
        sealed = peers.write(None, str(error))
    except (Elsewhere, TimeoutError):
        # The table has just changed hands, or its engine is late: whoever asked asks again.
        sealed = peers.write(None, AGAIN)
    else:
        sealed = peers.write(answer)
    return Response(sealed, media_type="application/octet-stream")
