"""The lobby: every open table, and the doors to it."""

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from longsuit.web.page import component_page, prepare
from longsuit.web.visitor import guest_of

_COMPONENT = "public/lobby.js"
_HEAD = """<div class="lobby-head"><div><h1>Tables</h1><p class="ls-quiet-text">
Take a seat and play. The longest flush wins.</p></div></div>"""


def add(app: FastAPI) -> None:
    """Open the lobby."""
    app.add_route("/", _lobby)
    prepare(_COMPONENT)


async def _lobby(request: Request) -> Response:
    visitor = await guest_of(request).visitor()
    return component_page("Tables", visitor, _COMPONENT, {}, before=_HEAD)
