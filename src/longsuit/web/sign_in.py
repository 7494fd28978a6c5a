"""Signing in; the form speaks to the API, so no password passes through a page of ours."""

from nicegui import ui
from nicegui.element import Element
from starlette.requests import Request

from longsuit.web.shell import frame, words
from longsuit.web.visitor import guest_of


class SignIn(Element, component="static/public/sign_in.js"):
    """Name and password, and for the first admin the code."""

    def __init__(self, *, claim: bool = False) -> None:
        super().__init__()
        self._props["claim"] = claim


def add() -> None:
    """Open the door."""

    @ui.page("/sign-in")
    async def sign_in(request: Request) -> None:
        with frame("Sign in", await guest_of(request).visitor()), _narrow("Sign in"):
            SignIn()
            words("p", "Practice tables need no account.").classes("ls-quiet-text")
            words("a", "I have the code of the first admin").props('href="/first-admin"')

    @ui.page("/first-admin")
    async def first_admin(request: Request) -> None:
        with frame("First admin", await guest_of(request).visitor()), _narrow("The first admin"):
            SignIn(claim=True)


def _narrow(title: str) -> Element:
    words("h1", title)
    return ui.element("div").style("max-width: 420px; margin-top: 16px")
