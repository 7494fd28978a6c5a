"""The pages, hung into the app of the API."""

from fastapi import FastAPI
from nicegui import Client, core, ui
from nicegui import app as pages
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from longsuit.api.declines import Declined
from longsuit.api.sessions import is_own_origin
from longsuit.web import bundle, docs, lab, lobby, receipt, sign, sign_in, table, terminal, train
from longsuit.web.bundle import STATIC
from longsuit.web.pit import page as pit
from longsuit.web.shell import head
from longsuit.web.train import certificate

_RECONNECT_SECONDS = 30.0
"""How long a page that lost its line keeps what it had; after that it is made anew."""
_NOTHING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Page not found · Longsuit</title>
<meta name="viewport" content="width=device-width, initial-scale=1">%s</head>
<body><main class="ls-main"><h1>Page not found</h1>
<p class="ls-quiet-text">There is no page at this address.</p>
<a class="ls-button" href="/">All tables</a>
</main></body></html>"""
_PAGES = (bundle, docs, receipt, lobby, sign_in, table, terminal, sign)
_ROOMS = (pit, train, lab)
"""Pages that speak with the server by a line of their own."""


def add_pages(app: FastAPI) -> None:
    """Give the app its pages. A process has one set of them."""
    pages.state.context = app.state.context
    app.state.context.gate.pages_held = lambda: len(Client.instances)
    lab.add_data(app)
    app.add_api_route(
        "/api/{rest:path}", _unknown, methods=["GET", "POST", "PUT"], include_in_schema=False
    )
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_route("/favicon.ico", _icon)
    for page in _PAGES:
        page.add(app)
    certificate.add_page(app)
    for room in _ROOMS:
        room.add()
    _keep_other_pages_out()
    pages.add_exception_handler(404, _nothing)
    ui.run_with(
        app,
        title="Longsuit",
        favicon=STATIC / "icon.svg",
        dark=None,
        language="en-US",
        tailwind=False,
        reconnect_timeout=_RECONNECT_SECONDS,
        binding_refresh_interval=None,
        show_welcome_message=False,
    )


def _keep_other_pages_out() -> None:
    """The line of a page to the server is for pages of this server: others get no answer."""
    line = core.sio.eio
    line.cors_allowed_origins = lambda origin, asked: is_own_origin(origin, asked.get("HTTP_HOST"))
    line.cors_credentials = False


async def _unknown(rest: str) -> Response:
    """An address of the API that is none: an answer as of the API, not a page."""
    raise Declined(404, f"There is nothing at /api/{rest[:60]}.")


async def _nothing(_request: Request, _error: Exception) -> Response:
    """An address that is none: a page that nothing is kept for."""
    return HTMLResponse(_NOTHING % head(), 404)


async def _icon(_request: Request) -> Response:
    return RedirectResponse("/static/icon.svg")
