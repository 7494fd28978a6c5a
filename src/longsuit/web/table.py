"""A table to sit at: the felt as the viewer may see it."""

from html import escape
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from longsuit.floor.reads.fixed_view import fixed_view
from longsuit.floor.reads.table_view import ANYONE, TableView
from longsuit.floor.service.pit import Desk
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.tables.events import TableSettings
from longsuit.web.page import component_page, plain_page, prepare
from longsuit.web.rules import rules_of
from longsuit.web.visitor import guest_of, here

_COMPONENT = "table/felt.js"
_STYLES = ("shared/base.css", "table/table.css")


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


def add(app: FastAPI) -> None:
    """Open the tables; news comes by the feed of the API."""
    app.add_route("/table/{table}", _at_table)
    prepare(_COMPONENT, *_STYLES)


async def _at_table(request: Request) -> Response:
    table = request.path_params["table"]
    visitor = await guest_of(request).visitor()
    floor = here().floor
    await floor.attend(table)
    view = floor.view(table, visitor.looker if visitor is not None else ANYONE)
    if view is None:
        return no_table(visitor, table)
    settings = known_settings(table)
    rules = rules_of(settings.setup.table, settings, Desk(floor).must_hit(table))
    props = {**start_of(view), "rules": rules, "house": floor.config.house.line}
    return component_page(settings.name, visitor, _COMPONENT, props, styles=_STYLES, fill=True)


def no_table(visitor: Visitor | None, table: str) -> Response:
    """A page for a table that is not there."""
    said = f"No table is called {escape(table[:40])}."
    return nothing_page(visitor, "There is no such table", said)


def nothing_page(visitor: Visitor | None, title: str, said: str) -> Response:
    """A page for what is not there."""
    content = (
        f'<h1>{title}</h1><p class="ls-quiet-text">{said}</p>'
        '<a class="ls-button" href="/">All tables</a>'
    )
    return plain_page(title, visitor, content)
