"""The jackpot sign: the meters of a table or a link on a wall, for all to see."""

from html import escape
from urllib.parse import quote

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from longsuit.floor.reads.table_view import SignView
from longsuit.web.page import bare_page, prepare
from longsuit.web.qr import QrCode, qr_code
from longsuit.web.table import no_table, nothing_page, plain
from longsuit.web.visitor import here

_COMPONENT = "public/sign.js"


def add(app: FastAPI) -> None:
    """Hang up the signs. What is on the wall asks the API, and mends itself."""
    app.add_route("/sign/link/{meter:path}", _link_sign)
    app.add_route("/sign/{table}", _sign)
    prepare(_COMPONENT)


async def _sign(request: Request) -> Response:
    table = request.path_params["table"]
    await here().floor.attend(table)
    view = here().floor.sign(table)
    if view is None:
        return no_table(None, table)
    return _hang(request, f"/api/sign/{quote(table, safe='')}", view, table)


async def _link_sign(request: Request) -> Response:
    meter = request.path_params["meter"]
    view = here().floor.link_sign(meter)
    if view is None:
        said = f"No open table shares a meter called {escape(meter[:60])}."
        return nothing_page(None, "There is no such link", said)
    tables = here().floor.tables_on(meter)
    return _hang(request, f"/api/sign/link/{quote(meter)}", view, tables[0])


def _hang(request: Request, address: str, view: SignView, table: str) -> Response:
    props = {
        "line": here().floor.config.house.line,
        "address": address,
        "first": plain(view),
        "codes": plain(_codes(request, table)),
    }
    return bare_page(f"Jackpots · {view.name}", _COMPONENT, props)


def _codes(request: Request, table: str) -> list[QrCode]:
    """To the rules of a table, and where the system shuffles to how that is checked."""
    known = here().floor.engine.memory.known(table)
    page = f"{request.base_url}table/{quote(table, safe='')}"
    codes = [qr_code("Rules and pays", f"{page}#rules")]
    if known is not None and known.settings.mode != "live":
        codes.append(qr_code("Fairness", f"{page}#fair"))
    return codes
