"""A table to sit at: the felt as the viewer may see it."""

from typing import Any

import msgspec
from nicegui import ui
from nicegui.element import Element
from starlette.requests import Request

from longsuit.floor.reads.table_view import ANYONE, Looker, TableView
from longsuit.floor.service.pit import Desk
from longsuit.web.rules import rules_of
from longsuit.web.shell import frame, words
from longsuit.web.visitor import guest_of, here


class Felt(Element, component="static/table/felt.js"):
    """The table, from a first view on; news comes by the feed of the API."""

    def __init__(self, table: str, first: TableView, rules: dict[str, Any]) -> None:
        super().__init__()
        self._props["table"] = table
        self._props["first"] = plain(first)
        self._props["rules"] = rules


def plain(view: Any) -> Any:
    """A view as the API sends it."""
    return msgspec.to_builtins(view, enc_hook=str)


def add() -> None:
    """Open the tables."""

    @ui.page("/table/{table}")
    async def at_table(request: Request, table: str) -> None:
        visitor = await guest_of(request).visitor()
        looker = visitor.looker if visitor is not None else ANYONE
        view = look(table, looker)
        title = view.name if view is not None else "No such table"
        with frame(title, visitor, wide=view is not None):
            if view is None:
                no_table(table)
            else:
                settings = here().floor.engine.memory.tables[table].settings
                must_hit = Desk(here().floor).must_hit(table)
                Felt(table, view, rules_of(settings.setup.table, settings, must_hit))


def look(table: str, looker: Looker) -> TableView | None:
    """The table as the looker may see it; the terminal is on a page of its own."""
    view = here().floor.view(table, looker)
    return msgspec.structs.replace(view, terminal=None) if view is not None else None


def no_table(table: str) -> None:
    """A page for a table that is not there."""
    words("h1", "There is no such table")
    words("p", f"No table is called {table[:40]}.").classes("ls-quiet-text")
    words("a", "All tables").props('href="/"').classes("ls-button")
