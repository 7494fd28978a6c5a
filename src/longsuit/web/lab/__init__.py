"""The lab: exact figures to play with, for mathematicians and the curious. It needs no account."""

from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from nicegui import ui
from nicegui.element import Element
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES
from longsuit.lab.bench import Bench, read_address
from longsuit.lab.catalog import BENCHES
from longsuit.web.lab import certificate
from longsuit.web.lab.answers import add_answers, first_state
from longsuit.web.shell import frame, words
from longsuit.web.visitor import guest_of

_CERTIFICATES = ("certificates", "Certificates")
_FIRST = next(iter(BENCHES))


class BenchPage(Element, component="../static/lab/bench.js"):
    """A form, and the figures of what it says; the address holds all of it."""

    def __init__(self, bench: Bench, state: dict[str, Any]) -> None:
        super().__init__()
        self._props |= {
            "bench": bench.id,
            "live": bench.live,
            "files": bench.files,
            "examples": [(query, name) for query, name in bench.examples if name],
            "state": state,
            "decks": {game.id: {"hole": game.hole, "board": game.board} for game in GAMES},
        }


def add() -> None:
    """Open the lab."""

    @ui.page("/lab")
    async def lab(request: Request) -> Response | None:
        if "hole" in request.query_params:
            # A hand of the coach's notes.
            return RedirectResponse(f"/lab/hand?{urlencode(list(request.query_params.items()))}")
        await _show(request, _FIRST)
        return None

    @ui.page("/lab/{bench}")
    async def one(request: Request, bench: str) -> Response | None:
        if bench not in BENCHES and bench != _CERTIFICATES[0]:
            return RedirectResponse("/lab")
        await _show(request, bench)
        return None


def add_data(app: FastAPI) -> None:
    """The answers that its pages ask for."""
    add_answers(app)


async def _show(request: Request, name: str) -> None:
    ui.colors(primary="#2f9e74")
    guest = guest_of(request)
    title = BENCHES[name].name if name in BENCHES else _CERTIFICATES[1]
    with frame(f"{title} · Lab", await guest.visitor()):
        words("h1", "Lab")
        _tabs(name)
        if name not in BENCHES:
            certificate.show()
            return
        bench = BENCHES[name]
        words("p", bench.about).classes("ls-quiet-text")
        try:
            raw = read_address(request.url.query)
        except InputError as error:
            words("p", str(error)).classes("ls-said").props("role=alert")
            raw = {}
        BenchPage(bench, first_state(bench, raw))


def _tabs(here: str) -> None:
    names = [*((bench.id, bench.name) for bench in BENCHES.values()), _CERTIFICATES]
    with ui.element("nav").props('aria-label="Benches"').classes("lab-tabs scroll"):
        for name, title in names:
            link = words("a", title).props(f'href="/lab/{name}"')
            if name == here:
                link.props('aria-current="page"')
