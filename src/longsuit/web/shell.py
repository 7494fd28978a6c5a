"""What every page has around it: the bar at the top, the line at the bottom, the look."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from longsuit.floor.service.floor import Visitor
from longsuit.web.visitor import here

HEAD = """
<meta name="theme-color" content="#0b3d2e">
<link rel="stylesheet" href="/static/shared/base.css">
<link rel="stylesheet" href="/static/table/table.css">
<link rel="stylesheet" href="/static/public/sign.css">
<link rel="stylesheet" href="/static/staff/terminal.css">
<link rel="stylesheet" href="/static/lab/lab.css">
<link rel="stylesheet" href="/static/train/train.css">
<link rel="stylesheet" href="/static/staff/pit.css">
<script src="/static/client/theme.js"></script>
"""
_STAFF_ROOMS = {
    "dealer": (("/", "Tables"),),
    "supervisor": (("/", "Tables"), ("/pit", "Pit desk")),
    "auditor": (("/", "Tables"), ("/pit", "Pit desk")),
    "admin": (("/", "Tables"), ("/pit", "Pit desk")),
}
_EVERYBODYS_ROOMS = (("/train", "School"), ("/lab", "Lab"))


@contextmanager
def frame(
    title: str, visitor: Visitor | None, *, wide: bool = False, fill: bool = False
) -> Iterator[None]:
    """A page with its bar and its line; what is made inside goes between them.

    A page that fills the screen has room for the bar alone: it shows the line itself.
    """
    house = here().floor.config.house
    ui.page_title(f"{title} · {house.name}")
    ui.add_head_html(HEAD)
    words("a", "Skip to content").props('href="#content"').classes("ls-skip")
    with ui.header(fixed=False, bordered=False).classes(replace="ls-bar"):
        with ui.element("a").props('href="/"').classes("ls-brand"):
            ui.element("span").classes("ls-mark").props('aria-hidden="true"')
            words("span", house.name)
        with ui.element("nav").props('aria-label="Rooms"').classes("ls-rooms"):
            for address, name in _rooms(visitor):
                words("a", name).props(f'href="{address}"')
        _who(visitor)
    content = ui.element("div").props('id="content" tabindex="-1"')
    content.classes(f"ls-main{' ls-wide' if wide or fill else ''}{' ls-fill' if fill else ''}")
    if visitor is not None:
        # Who looks, for the scripts of the page; as an attribute it cannot become markup.
        told = {"name": visitor.name, "role": visitor.role, "guest": visitor.guest}
        content.props["data-who"] = json.dumps(told)
    with content:
        yield
    if not fill:
        _line_at_the_bottom(house.line)


def words(tag: str, text: str) -> TextElement:
    """An element that holds nothing but text."""
    return TextElement(tag=tag, text=text)


def _rooms(visitor: Visitor | None) -> tuple[tuple[str, str], ...]:
    role = visitor.role if visitor is not None else "player"
    return (*_STAFF_ROOMS.get(role, (("/", "Tables"),)), *_EVERYBODYS_ROOMS)


def _who(visitor: Visitor | None) -> None:
    with ui.element("div").classes("ls-who"):
        look = ui.element("button").props('type="button" id="ls-look" aria-label="Light or dark"')
        with look.classes("ls-quiet"):
            ui.element("span").classes("ls-moon").props('aria-hidden="true"')
        if visitor is None or visitor.guest:
            if visitor is not None:
                words("span", visitor.name).classes("ls-name")
            words("a", "Sign in").props('href="/sign-in"').classes("ls-quiet")
        else:
            words("span", f"{visitor.name}, {visitor.role}").classes("ls-name")
            words("button", "Sign out").props('type="button" id="ls-out"').classes("ls-quiet")


def _line_at_the_bottom(line: str) -> None:
    with ui.footer(fixed=False, bordered=False).classes(replace="ls-foot"):
        words("p", line)
