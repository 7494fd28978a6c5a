"""The jackpot sign: the meters of a table or a link on a wall, for all to see."""

from urllib.parse import quote

from nicegui import ui
from nicegui.element import Element
from starlette.requests import Request

from longsuit.floor.reads.fixed_view import mode_of
from longsuit.floor.reads.table_view import SignView
from longsuit.web.qr import QrCode, qr_code
from longsuit.web.shell import HEAD, frame, words
from longsuit.web.table import no_table, plain
from longsuit.web.visitor import here


class Sign(Element, component="static/public/sign.js"):
    """The meters, from a first look on."""

    def __init__(self, address: str, first: SignView, line: str, codes: list[QrCode]) -> None:
        super().__init__()
        self._props["line"] = line
        self._props["address"] = address
        self._props["first"] = plain(first)
        self._props["codes"] = plain(codes)


def add() -> None:
    """Hang up the signs."""

    # What is on the wall keeps no line to the page's server: it asks the API, and mends itself.
    @ui.page("/sign/{table}", reconnect_timeout=0)
    async def sign(request: Request, table: str) -> None:
        await here().floor.attend(table)
        view = here().floor.sign(table)
        if view is None:
            with frame("No such table", None):
                no_table(table)
            return
        _hang(request, f"/api/sign/{quote(table, safe='')}", view, table)

    @ui.page("/sign/link/{meter:path}", reconnect_timeout=0)
    async def link_sign(request: Request, meter: str) -> None:
        view = here().floor.link_sign(meter)
        if view is None:
            with frame("No such link", None):
                words("h1", "There is no such link")
                words("p", f"No open table shares a meter called {meter[:60]}.")
                words("a", "All tables").props('href="/"').classes("ls-button")
            return
        tables = here().floor.tables_on(meter)
        _hang(request, f"/api/sign/link/{quote(meter)}", view, tables[0])


def _hang(request: Request, address: str, view: SignView, table: str) -> None:
    ui.add_head_html(HEAD)
    ui.page_title(f"Jackpots · {view.name}")
    line = here().floor.config.house.line
    Sign(address, view, line, _codes(request, table))


def _codes(request: Request, table: str) -> list[QrCode]:
    """To the rules of a table, and where the system shuffles to how that is checked."""
    known = here().floor.engine.memory.known(table)
    page = f"{request.base_url}table/{quote(table, safe='')}"
    codes = [qr_code("Rules and pays", f"{page}#rules")]
    if known is not None and mode_of(known.settings) != "live":
        codes.append(qr_code("Fairness", f"{page}#fair"))
    return codes
