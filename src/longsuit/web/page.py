"""A page of one component: HTML, styles, script, and Vue. The server keeps nothing for it."""

import json
from html import escape
from typing import Any

from starlette.responses import HTMLResponse

from longsuit.floor.service.visitor import Visitor
from longsuit.web import bundle
from longsuit.web.shell import SKIP, bar, content_marks, foot, head
from longsuit.web.visitor import here

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/static/icon.svg">{head}</head>
<body class="ls-page">{body}{after}</body></html>"""
_PLACE = '<div id="page"></div>'
_SCRIPT = """<link rel="modulepreload" href="{vue}"><script type="module" src="{script}"></script>
<script type="application/json" id="told">{told}</script>"""


def prepare(component: str, *styles: str) -> None:
    """Make what a page loads before anybody asks: another server may have sent the page."""
    bundle.script(component)
    head(*styles)


def component_page(
    title: str,
    visitor: Visitor | None,
    component: str,
    props: dict[str, Any],
    *,
    styles: tuple[str, ...] = (),
    fill: bool = False,
    before: str = "",
    after: str = "",
) -> HTMLResponse:
    """A component between the bar and the line at the bottom, with some HTML around it."""
    content = f"{before}{_PLACE}{after}"
    return _framed(title, visitor, content, styles, _script(component, props), fill=fill)


def plain_page(title: str, visitor: Visitor | None, content: str) -> HTMLResponse:
    """Words alone."""
    return _framed(title, visitor, content)


def _framed(
    title: str,
    visitor: Visitor | None,
    content: str,
    styles: tuple[str, ...] = (),
    script: str = "",
    *,
    fill: bool = False,
) -> HTMLResponse:
    house = here().floor.config.house
    marks = content_marks(visitor, fill=fill)
    whole = _PAGE.format(
        title=escape(f"{title} · {house.name}"),
        head=head(*styles) + script,
        body=f"{SKIP}{bar(visitor, house.name)}<main {marks}>{content}</main>",
        after="" if fill else foot(house.line),
    )
    return HTMLResponse(whole, headers={"cache-control": "no-store"})


def bare_page(title: str, component: str, props: dict[str, Any]) -> HTMLResponse:
    """A component that has the whole screen for itself."""
    whole = _PAGE.format(
        title=escape(title),
        head=head() + _script(component, props),
        body=f"<main>{_PLACE}</main>",
        after="",
    )
    return HTMLResponse(whole, headers={"cache-control": "no-store"})


def _script(component: str, props: dict[str, Any]) -> str:
    told = json.dumps(props, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _SCRIPT.format(vue=bundle.VUE, script=bundle.script(component), told=told)
