"""The dealer's terminal, for those who run a table; others are told where to sign in."""

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from longsuit.web.page import component_page, plain_page, prepare
from longsuit.web.shell import staff_only
from longsuit.web.table import no_table, start_of
from longsuit.web.visitor import guest_of, here

_COMPONENT = "staff/terminal.js"
_STAFF = "The terminal is for dealers and supervisors."


def add(app: FastAPI) -> None:
    """Set up the terminals."""
    app.add_route("/terminal/{table}", _terminal)
    prepare(_COMPONENT)


async def _terminal(request: Request) -> Response:
    table = request.path_params["table"]
    visitor = await guest_of(request).visitor()
    if visitor is None or visitor.role not in ("dealer", "supervisor"):
        return plain_page("Terminal", visitor, staff_only(_STAFF))
    floor = here().floor
    await floor.attend(table)
    view = floor.view(table, visitor.looker)
    if view is None:
        return no_table(visitor, table)
    return component_page("Terminal", visitor, _COMPONENT, start_of(view), fill=True)
