"""The page that checks a receipt: one file, to be saved, that asks no server."""

from functools import lru_cache

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from longsuit.web.bundle import STATIC, join

ADDRESS = "/receipt.html"
_FIRST = "receipt/page.js"
_PLACE = "/* modules */"


def add(app: FastAPI) -> None:
    """Give it its address; nothing of it is kept for anybody."""
    app.add_route(ADDRESS, _page)


async def _page(_request: Request) -> Response:
    return HTMLResponse(make_page(), headers={"cache-control": "no-cache"})


@lru_cache(maxsize=1)
def make_page() -> str:
    """The page with its modules in it, each in a scope of its own, before those that use it."""
    page = (STATIC / "receipt" / "receipt.html").read_text(encoding="utf-8")
    return page.replace(_PLACE, join(_FIRST))
