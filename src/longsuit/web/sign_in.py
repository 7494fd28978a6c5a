"""Signing in; the form speaks to the API, so no password passes through a page of ours."""

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from longsuit.web.page import component_page, prepare
from longsuit.web.visitor import guest_of

_COMPONENT = "public/sign_in.js"
_OPEN = '<h1>{}</h1><div class="ls-narrow">'
_ALSO = """<p class="ls-quiet-text">Practice tables need no account.</p>
<a href="/first-admin">I have the code of the first admin</a></div>"""


def add(app: FastAPI) -> None:
    """Open the door."""
    app.add_route("/sign-in", _sign_in)
    app.add_route("/first-admin", _first_admin)
    prepare(_COMPONENT)


async def _sign_in(request: Request) -> Response:
    return await _form(request, "Sign in", _ALSO, claim=False)


async def _first_admin(request: Request) -> Response:
    return await _form(request, "The first admin", "</div>", claim=True)


async def _form(request: Request, title: str, after: str, *, claim: bool) -> Response:
    visitor = await guest_of(request).visitor()
    props, before = {"claim": claim}, _OPEN.format(title)
    return component_page(title, visitor, _COMPONENT, props, before=before, after=after)
