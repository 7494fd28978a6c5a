"""The strategy of the opening hands of Chase the Flush, as a chart of cells."""

from typing import Any

from nicegui import ui
from nicegui.element import Element

from longsuit.core.errors import InputError
from longsuit.web.shell import words
from longsuit.web.visitor import Guest
from longsuit.workers.jobs import ChartOpenings


class OpeningChart(Element, component="../static/lab/openings.js"):
    """Four grids, by how the suits fall."""

    def __init__(self, grids: list[dict[str, Any]]) -> None:
        super().__init__()
        self._props["grids"] = grids


def show(guest: Guest) -> None:
    """The bench: worked out once, then kept."""
    words(
        "p",
        "Rows are the highest card, columns the second. Touch a cell to see its hands with their "
        "exact values in Antes.",
    ).classes("ls-quiet-text")
    holder = ui.element("div")
    with holder:
        ui.spinner(size="lg")

    async def fill() -> None:
        try:
            grids = await guest.work_out(ChartOpenings())
        except InputError as error:
            holder.clear()
            with holder:
                words("p", str(error)).classes("ls-said")
            return
        holder.clear()
        with holder:
            OpeningChart(grids)

    ui.timer(0.05, fill, once=True)
