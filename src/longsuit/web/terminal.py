"""The dealer's terminal, for those who run a table; others are told where to sign in."""

from nicegui import ui
from nicegui.element import Element
from starlette.requests import Request

from longsuit.floor.reads.table_view import TableView
from longsuit.web.shell import frame, words
from longsuit.web.table import no_table, start_of
from longsuit.web.visitor import guest_of, here


class TerminalPage(Element, component="static/staff/terminal.js"):
    """The terminal, from a first view on."""

    def __init__(self, view: TableView) -> None:
        super().__init__()
        self._props |= start_of(view)


def add() -> None:
    """Set up the terminals."""

    @ui.page("/terminal/{table}")
    async def terminal(request: Request, table: str) -> None:
        visitor = await guest_of(request).visitor()
        floor = here().floor
        allowed = visitor is not None and visitor.role in ("dealer", "supervisor")
        if allowed:
            await floor.attend(table)
        view = floor.view(table, visitor.looker) if visitor is not None and allowed else None
        with frame("Terminal", visitor, fill=view is not None):
            if view is not None:
                TerminalPage(view)
            elif not allowed:
                staff_only("The terminal is for dealers and supervisors.")
            else:
                no_table(table)


def staff_only(said: str) -> None:
    """A page for whoever may not see it."""
    words("h1", "For the staff")
    words("p", said).classes("ls-quiet-text")
    words("a", "Sign in").props('href="/sign-in"').classes("ls-button main")
