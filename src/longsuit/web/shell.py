"""What every page has around it: the bar at the top, the line at the bottom, the look."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from longsuit.floor.service.floor import Visitor
from longsuit.web import bundle
from longsuit.web.visitor import here

STYLES = (
    "shared/base.css",
    "table/table.css",
    "public/sign.css",
    "staff/terminal.css",
    "lab/lab.css",
    "train/train.css",
    "staff/pit.css",
)


def head(*styles: str) -> str:
    """What every page has in its head: the styles that it needs, and its look."""
    return (
        '<meta name="theme-color" content="#0b3d2e">'
        f'<link rel="stylesheet" href="{bundle.style(*(styles or STYLES))}">'
        f'<script src="{bundle.plain("client/theme.js")}"></script>'
    )


_STAFF_ROOMS = {
    "dealer": (("/", "Tables"),),
    "supervisor": (("/", "Tables"), ("/pit", "Pit desk")),
    "auditor": (("/", "Tables"), ("/pit", "Pit desk")),
    "admin": (("/", "Tables"), ("/pit", "Pit desk")),
}
_EVERYBODYS_ROOMS = (("/train", "School"), ("/lab", "Lab"))


SKIP = '<a class="ls-skip" href="#content">Skip to content</a>'

_BAR = """<header class="ls-bar"><a class="ls-brand" href="/">
<span class="ls-mark" aria-hidden="true"></span><span>{house}</span></a>
<nav class="ls-rooms" aria-label="Rooms">{rooms}</nav><div class="ls-who">
<button type="button" id="ls-look" class="ls-quiet" aria-label="Light or dark">
<span class="ls-moon" aria-hidden="true"></span></button>{who}</div></header>"""


@contextmanager
def frame(title: str, visitor: Visitor | None, *, wide: bool = False) -> Iterator[None]:
    """A page with its bar and its line; what is made inside goes between them."""
    house = here().floor.config.house
    ui.page_title(f"{title} · {house.name}")
    ui.add_head_html(head())
    ui.html(SKIP + bar(visitor, house.name), sanitize=False).classes("ls-top")
    content = ui.element("div").props('id="content" tabindex="-1"')
    content.classes("ls-main ls-wide" if wide else "ls-main")
    if visitor is not None:
        content.props["data-who"] = _who_looks(visitor)
    with content:
        yield
    ui.html(foot(house.line), sanitize=False)


def words(tag: str, text: str) -> TextElement:
    """An element that holds nothing but text."""
    return TextElement(tag=tag, text=text)


def bar(visitor: Visitor | None, house: str) -> str:
    """The line at the top: the house, its rooms, and who is here."""
    rooms = "".join(f'<a href="{address}">{name}</a>' for address, name in _rooms(visitor))
    return _BAR.format(house=escape(house), rooms=rooms, who=_who(visitor))


def content_marks(visitor: Visitor | None, *, fill: bool = False) -> str:
    """The attributes of what is between; a page that fills the screen has the bar alone."""
    kind = "ls-main ls-wide ls-fill" if fill else "ls-main"
    who = f' data-who="{escape(_who_looks(visitor))}"' if visitor is not None else ""
    return f'id="content" tabindex="-1" class="{kind}"{who}'


def _who_looks(visitor: Visitor) -> str:
    """Who looks, for the scripts of the page."""
    return json.dumps({"name": visitor.name, "role": visitor.role, "guest": visitor.guest})


def _rooms(visitor: Visitor | None) -> tuple[tuple[str, str], ...]:
    role = visitor.role if visitor is not None else "player"
    return (*_STAFF_ROOMS.get(role, (("/", "Tables"),)), *_EVERYBODYS_ROOMS)


def _who(visitor: Visitor | None) -> str:
    if visitor is None:
        return '<a class="ls-quiet" href="/sign-in">Sign in</a>'
    if visitor.guest:
        return f'<span class="ls-name">{escape(visitor.name)}</span>{_who(None)}'
    name = escape(f"{visitor.name}, {visitor.role}")
    out = '<button type="button" id="ls-out" class="ls-quiet">Sign out</button>'
    return f'<span class="ls-name">{name}</span>{out}'


def foot(line: str) -> str:
    """The line at the bottom."""
    return f'<footer class="ls-foot"><p>{escape(line)} <a href="/docs/">Help</a></p></footer>'


def staff_only(said: str) -> str:
    """For whoever may not see a page."""
    return (
        f'<h1>For the staff</h1><p class="ls-quiet-text">{escape(said)}</p>'
        '<a class="ls-button main" href="/sign-in">Sign in</a>'
    )
