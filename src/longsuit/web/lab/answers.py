"""What the pages of the lab ask for: figures as they are counted, and files of them."""

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from longsuit.api.bodies import body_of
from longsuit.api.declines import Declined
from longsuit.core.errors import InputError
from longsuit.lab.bench import (
    LONGEST_ADDRESS,
    Bench,
    Input,
    address,
    command,
    form,
    read,
    read_address,
    read_sound,
)
from longsuit.lab.catalog import BENCHES
from longsuit.lab.examples import shipped
from longsuit.lab.fields import Raw
from longsuit.lab.figures import Figures, Table, as_file
from longsuit.web.visitor import guest_of
from longsuit.workers.jobs import Count

MOST_ROWS = 100
"""Rows of a table that a page shows; files have all."""
_LOOK_SECONDS = 0.25
_TYPES = {"csv": "text/csv", "json": "application/json", "svg": "image/svg+xml"}
_LINES = "application/x-ndjson"


def add_answers(app: FastAPI) -> None:
    """The addresses; a fetch that its page gives up takes its job back."""
    app.add_route("/api/lab/{bench}/run", _run, methods=["GET", "POST"])
    app.add_route("/api/lab/{bench}/{name}.{ending}", _file, methods=["GET", "POST"])


def first_state(bench: Bench, raw: Raw) -> dict[str, Any]:
    """What a page opens with: its form, and figures that are shipped."""
    found = read(bench, raw)
    state = _asked(bench, found)
    if not found.wrong and (figures := shipped(bench, found)) is not None:
        state["figures"] = _shown(bench.show(figures, found.values))
    return state


def _asked(bench: Bench, found: Input) -> dict[str, Any]:
    if found.wrong:
        return {"form": form(found)}
    query = address(found)
    link = query if len(query) <= LONGEST_ADDRESS else None
    return {"form": form(found), "address": link, "command": command(bench, found)}


def _shown(figures: Figures) -> dict[str, Any]:
    return {
        "tiles": [[tile.name, tile.text, tile.note] for tile in figures.tiles],
        "said": figures.said,
        "tables": [_table(table) for table in figures.tables],
        "pictures": [
            {"id": one.id, "title": one.title, "summary": one.summary, "svg": one.svg}
            for one in figures.pictures
        ],
        "files": {name: b64encode(content).decode() for name, content in figures.files.items()},
    }


def _table(table: Table) -> dict[str, Any]:
    def row(cells: tuple[tuple[str, str], ...]) -> list[tuple[str, bool]]:
        return [(shown, bool(exact)) for shown, exact in cells]

    return {
        "id": table.id,
        "title": table.title,
        "headings": table.headings,
        "numbers": [any(row[at][1] for row in table.rows) for at in range(len(table.headings))],
        "rows": list(map(row, table.rows[:MOST_ROWS])),
        "count": len(table.rows),
        "total": row(table.total),
        "note": table.note,
    }


def _bench(request: Request) -> Bench:
    bench = BENCHES.get(request.path_params["bench"])
    if bench is None:
        raise Declined(404, "There is no such bench.")
    return bench


async def _raw(request: Request) -> Raw:
    """The fields of an address, or of a body where they are too long for one."""
    if request.method == "GET":
        return read_address(request.url.query)
    try:
        return msgspec.convert(await body_of(request), dict[str, str])
    except msgspec.ValidationError:
        raise InputError("The body has the fields by name, each a text.") from None


async def _run(request: Request) -> Response:
    bench = _bench(request)
    try:
        found = read(bench, await _raw(request))
    except InputError as error:
        raise Declined(422, str(error)) from None
    return StreamingResponse(_lines(request, bench, found), media_type=_LINES)


async def _lines(request: Request, bench: Bench, found: Input) -> AsyncIterator[str]:
    """The form, how far it is, and the figures, a line each."""
    yield _line(_asked(bench, found))
    if found.wrong:
        return
    figures = shipped(bench, found)
    if figures is None:
        told: list[tuple[int, int, str]] = []
        try:
            counting = guest_of(request).count(
                Count.of(bench, found), lambda *far: told.append(far)
            )
            try:
                while not (await asyncio.wait((counting,), timeout=_LOOK_SECONDS))[0]:
                    if await request.is_disconnected():
                        return
                    done, total, doing = told[-1] if told else (0, 0, "")
                    del told[:-1]
                    yield _line({"done": done, "total": total, "doing": doing})
                figures = counting.result()
            finally:
                counting.cancel()
        except InputError as error:
            yield _line({"said": str(error)})
            return
    yield _line({"figures": _shown(bench.show(figures, found.values))})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


async def _file(request: Request) -> Response:
    """A table as CSV or JSON, a picture as SVG: counted anew where it is not kept."""
    bench = _bench(request)
    name, ending = request.path_params["name"], request.path_params["ending"]
    if ending not in _TYPES:
        raise Declined(404, "Tables come as csv and json, charts as svg.")
    try:
        found = read_sound(bench, await _raw(request))
        figures = shipped(bench, found)
        if figures is None:
            guest = guest_of(request)
            figures = await guest.context.work_out(Count.of(bench, found), guest.who, request)
        content = as_file(bench.show(figures, found.values), name, ending)
    except InputError as error:
        raise Declined(422, str(error)) from None
    headers = {"content-disposition": f'attachment; filename="{bench.id}-{name}.{ending}"'}
    return Response(content, media_type=_TYPES[ending], headers=headers)
