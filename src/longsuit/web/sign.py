"""The jackpot sign: a table's meters on a wall, for all to see."""

from nicegui import ui
from nicegui.element import Element

from longsuit.floor.reads.table_view import SignView
from longsuit.web.shell import HEAD, frame, house_line
from longsuit.web.table import no_table, plain
from longsuit.web.visitor import here


class Sign(Element, component="static/public/sign.js"):
    """The meters, from a first look on."""

    def __init__(self, table: str, first: SignView, line: str) -> None:
        super().__init__()
        self._props["line"] = line
        self._props["table"] = table
        self._props["first"] = plain(first)


def add() -> None:
    """Hang up the signs."""

    # What is on the wall keeps no line to the page's server: it asks the API, and mends itself.
    @ui.page("/sign/{table}", reconnect_timeout=0)
    def sign(table: str) -> None:
        view = here().floor.sign(table)
        if view is None:
            with frame("No such table", None):
                no_table(table)
            return
        ui.add_head_html(HEAD)
        ui.page_title("Jackpots")
        Sign(table, view, house_line(here().floor.config.house.play_money))
