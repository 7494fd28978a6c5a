"""What every page has around it: the bar at the top, the line at the bottom, the look."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from nicegui import ui

from longsuit.floor.service import Visitor
from longsuit.web.visiting import here

_HEAD = """
<meta name="theme-color" content="#0b3d2e">
<link rel="stylesheet" href="/static/longsuit.css">
<link rel="stylesheet" href="/static/table.css">
<script src="/static/look.js"></script>
"""
_STAFF_ROOMS = {
    "dealer": (("/", "Tables"),),
    "supervisor": (("/", "Tables"), ("/pit", "Pit desk")),
    "auditor": (("/", "Tables"), ("/pit", "Pit desk")),
    "admin": (("/", "Tables"), ("/pit", "Pit desk")),
}
_PUBLIC_ROOMS = (("/", "Tables"), ("/lab", "Lab"))


@contextmanager
def frame(title: str, visitor: Visitor | None, *, wide: bool = False) -> Iterator[None]:
    """A page with its bar and its line; what is made inside goes between them."""
    house = here().floor.config.house
    ui.page_title(f"{title} · {house.name}")
    ui.add_head_html(_HEAD)
    with ui.element("a").props('href="#main"').classes("ls-skip"):
        ui.label("To the content")
    with ui.element("header").classes("ls-bar"):
        with ui.element("a").props('href="/"').classes("ls-brand"):
            ui.element("span").classes("ls-mark").props('aria-hidden="true"')
            ui.label(house.name)
        with ui.element("nav").props('aria-label="Rooms"').classes("ls-rooms"):
            for address, name in _rooms(visitor):
                with ui.element("a").props(f'href="{address}"'):
                    ui.label(name)
        _who(visitor)
    with (
        ui.element("main")
        .props('id="main" tabindex="-1"')
        .classes("ls-main ls-wide" if wide else "ls-main")
    ):
        yield
    _line_at_the_bottom(house.play_money)


def _rooms(visitor: Visitor | None) -> tuple[tuple[str, str], ...]:
    role = visitor.role if visitor is not None else "player"
    return (*_STAFF_ROOMS.get(role, (("/", "Tables"),)), _PUBLIC_ROOMS[1])


def _who(visitor: Visitor | None) -> None:
    with ui.element("div").classes("ls-who"):
        with (
            ui.element("button")
            .props('type="button" id="ls-look" aria-label="Light or dark"')
            .classes("ls-quiet")
        ):
            ui.element("span").classes("ls-moon").props('aria-hidden="true"')
        if visitor is None or visitor.guest:
            if visitor is not None:
                ui.label(visitor.name).classes("ls-name")
            with ui.element("a").props('href="/sign-in"').classes("ls-quiet"):
                ui.label("Sign in")
        else:
            ui.label(f"{visitor.name}, {visitor.role}").classes("ls-name")
            with ui.element("button").props('type="button" id="ls-out"').classes("ls-quiet"):
                ui.label("Sign out")


def _line_at_the_bottom(play_money: bool) -> None:
    """Play money unless the house says otherwise, with the age and the help line."""
    said = "Play money: nothing here can be won or lost. " if play_money else ""
    with ui.element("footer").classes("ls-foot"):
        ui.label(f"{said}Must be 21 or older to gamble. Gambling problem? Call 1-800-GAMBLER.")
