"""A table to sit at: the felt as the viewer may see it."""

from typing import Any

import msgspec
from nicegui import ui
from nicegui.element import Element
from starlette.requests import Request

from longsuit.floor.reads.fixed_view import fixed_view
from longsuit.floor.reads.table_view import ANYONE, TableView
from longsuit.floor.service.pit import Desk
from longsuit.floor.tables.events import TableSettings
from longsuit.web.rules import rules_of
from longsuit.web.shell import frame, words
from longsuit.web.visitor import guest_of, here


class Felt(Element, component="static/table/felt.js"):
    """The table, from a first view on; news comes by the feed of the API."""

    def __init__(self, view: TableView, rules: dict[str, Any], line: str) -> None:
        super().__init__()
        self._props |= start_of(view)
        self._props |= {"rules": rules, "house": line}


def start_of(view: TableView) -> dict[str, Any]:
    """What a page at a table begins with: the view and its fixed part, as the API sends them."""
    fixed = fixed_view(view.id, known_settings(view.id))
    return {"table": view.id, "start": {"view": plain(view), "fixed": plain(fixed)}}


def known_settings(table: str) -> TableSettings:
    """The settings of a table that there is."""
    present = here().floor.engine.memory.known(table)
    assert present is not None
    return present.settings


def plain(view: Any) -> Any:
    """A view as the API sends it."""
    return msgspec.to_builtins(view, enc_hook=str)


def add() -> None:
    """Open the tables."""

    @ui.page("/table/{table}")
    async def at_table(request: Request, table: str) -> None:
        visitor = await guest_of(request).visitor()
        floor = here().floor
        await floor.attend(table)
        view = floor.view(table, visitor.looker if visitor is not None else ANYONE)
        if view is None:
            with frame("No such table", visitor):
                no_table(table)
            return
        settings = known_settings(table)
        rules = rules_of(settings.setup.table, settings, Desk(floor).must_hit(table))
        with frame(settings.name, visitor, fill=True):
            Felt(view, rules, floor.config.house.line)


def no_table(table: str) -> None:
    """A page for a table that is not there."""
    words("h1", "There is no such table")
    words("p", f"No table is called {table[:40]}.").classes("ls-quiet-text")
    words("a", "All tables").props('href="/"').classes("ls-button")
