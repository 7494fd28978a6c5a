"""Exact figures as the lab shows them."""

from collections.abc import Sequence
from fractions import Fraction

from nicegui import ui

from longsuit.web.shell import words


def percent(value: Fraction, places: int = 4) -> str:
    """A share as a percentage, rounded from the exact value."""
    scaled = round(value * 100 * 10**places)
    sign = "−" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{sign}{whole}.{rest:0{places}d}%"


def signed(value: float, places: int = 5) -> str:
    """A figure with its sign, a real minus."""
    return f"{value:+.{places}f}".replace("-", "−")


def tile(name: str, value: str, note: str = "") -> None:
    """One figure, large."""
    with ui.element("div").classes("lab-tile"):
        words("span", name)
        words("b", value)
        if note:
            words("small", note)


def grid(headings: Sequence[str], rows: Sequence[Sequence[str]], label: str) -> None:
    """A plain table that scrolls by itself where it is too wide."""
    region = ui.element("div").props('tabindex="0" role="region"').classes("scroll")
    region.props["aria-label"] = label
    with region, ui.element("table").classes("grid numbers"):
        with ui.element("thead"), ui.element("tr"):
            for heading in headings:
                words("th", heading).props("scope=col")
        with ui.element("tbody"):
            for row in rows:
                with ui.element("tr"):
                    for cell in row:
                        words("td", cell)
