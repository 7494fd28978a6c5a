"""The documentation at /docs: the files of the built site, or how to build it.

A release has the site in its package; a checkout has it where `make docs` puts it.
"""

from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from longsuit.web.page import plain_page
from longsuit.web.visitor import guest_of

ADDRESS = "/docs"
_PACKAGE = Path(__file__).resolve().parent
PLACES = (_PACKAGE / "site", _PACKAGE.parents[2] / "build" / "site")
"""Where the site may be: in the package of a release, in a checkout."""
_FRESH = "public, max-age=600"
"""After that a browser asks by the ETag whether its copy is still the latest."""
_NOTHING = "<h1>Page not found</h1><p>There is no page of the documentation at this address.</p>"
_NOT_BUILT = """<h1>Documentation</h1><p>The documentation is not built yet: run
<code>make docs</code> in the checkout, then reload this page.</p>"""


def add(app: FastAPI) -> None:
    """Give the documentation its address. It may be built while the server runs."""
    app.add_route(ADDRESS, _to_front_page)
    app.mount(ADDRESS, _Site(html=True, check_dir=False), name="docs")


async def _to_front_page(request: Request) -> Response:
    return RedirectResponse(URL(scope=request.scope).replace(path=request.url.path + "/", query=""))


class _Site(StaticFiles):
    """Files below the site's folder and no others: nobody signs in to read them."""

    def get_directories(self, *_given: object) -> list[str | Path]:  # type: ignore[override]
        return list(PLACES)

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            found = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            return await _absent(Request(scope))
        found.headers["cache-control"] = _FRESH
        return found


async def _absent(request: Request) -> Response:
    """That there is no such page, or no page at all yet."""
    built = any((place / "index.html").is_file() for place in PLACES)
    visitor = await guest_of(request).visitor()
    page = plain_page("Documentation", visitor, _NOTHING if built else _NOT_BUILT)
    page.status_code = 404
    return page
