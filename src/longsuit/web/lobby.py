"""The lobby: every open table, and the doors to it."""

from nicegui import ui
from nicegui.element import Element
from starlette.requests import Request

from longsuit.web.shell import frame, words
from longsuit.web.visitor import guest_of


class Lobby(Element, component="static/public/lobby.js"):
    """The tables as the API lists them."""


def add() -> None:
    """Open the lobby."""

    @ui.page("/")
    async def lobby(request: Request) -> None:
        with frame("Tables", await guest_of(request).visitor()):
            with ui.element("div").classes("lobby-head"), ui.element("div"):
                words("h1", "Tables")
                said = "Sit down and play: the long suit in your hand is what wins."
                words("p", said).classes("ls-quiet-text")
            Lobby()
