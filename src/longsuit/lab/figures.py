"""What a bench finds: figures, tables and pictures, each with what is shown and what is exact."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from longsuit.analysis.report.content import Block, Cell, Chart, Charts, Section, Text
from longsuit.analysis.report.content import Table as SheetTable
from longsuit.core.errors import InputError
from longsuit.core.plain_number import read_exact

Tell = Callable[[int, int, str], None]
"""Told how much is done, of how much, and what is being done."""
Place = tuple[str, str]
"""A cell: what is shown, and the exact value (``3/7``, a decimal of a root, or nothing)."""
_THEMED = re.compile(r"var\(--[a-z-]+, ?(#[0-9a-f]+)\)")


class Tile(Struct, frozen=True):
    """One figure, large."""

    name: str
    text: str
    note: str = ""


class Table(Struct, frozen=True):
    """Rows under headings, with a total below."""

    id: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Place, ...], ...]
    total: tuple[Place, ...] = ()
    note: str = ""


class Picture(Struct, frozen=True):
    """A chart as SVG, its colours CSS variables with those of light ground to fall back on."""

    id: str
    title: str
    summary: str
    svg: str


class Figures(Struct, frozen=True):
    """All that a bench found."""

    tiles: tuple[Tile, ...] = ()
    said: tuple[str, ...] = ()
    """Sentences: what it comes to."""
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()
    files: dict[str, bytes] = {}
    """Documents by name."""


# From a sheet


def of_blocks(blocks: Iterable[Block]) -> Figures:
    """The tables, charts and paragraphs of a part of a PAR sheet."""
    tables: list[Table] = []
    pictures: list[Picture] = []
    said: list[str] = []
    for block in blocks:
        if isinstance(block, SheetTable):
            tables.append(of_table(block))
        elif isinstance(block, Charts):
            pictures += map(draw, block.charts)
        elif isinstance(block, Text):
            said.append(block.text)
    return Figures(said=tuple(said), tables=tuple(tables), pictures=tuple(pictures))


def of_section(section: Section) -> Figures:
    """A whole section with its parts."""
    return of_blocks([*section.blocks, *(b for part in section.parts for b in part.blocks)])


def of_table(table: SheetTable) -> Table:
    """One table of a sheet."""
    headings = tuple(column.heading for column in table.columns)
    rows = tuple(tuple(map(_place, row)) for row in table.rows)
    return Table(table.id, table.title, headings, rows, tuple(map(_place, table.total)), table.note)


def _place(cell: Cell) -> Place:
    return cell.text, "" if cell.value is None else str(cell.value)


def draw(chart: Chart) -> Picture:
    """A chart of a sheet."""
    from longsuit.analysis.report.charts import svg
    from longsuit.analysis.report.drawings import draw as draw_chart

    return Picture(chart.id, chart.title, chart.summary, svg(draw_chart(chart), chart.id))


def make_table(
    name: str,
    title: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[str | Place]],
    total: Sequence[str | Place] = (),
    note: str = "",
) -> Table:
    """A table of cells, those that are words alone as plain texts."""

    def row(cells: Sequence[str | Place]) -> tuple[Place, ...]:
        return tuple((cell, "") if isinstance(cell, str) else cell for cell in cells)

    return Table(name, title, tuple(headings), tuple(map(row, rows)), row(total), note)


# To files


def to_csv(table: Table) -> str:
    """Each column as it is shown; beside it, where there is one, the exact value."""
    every = [*table.rows, *([table.total] if table.total else [])]
    exact = [any(row[at][1] for row in every) for at in range(len(table.headings))]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head: list[str] = []
    for heading, also in zip(table.headings, exact, strict=True):
        head += [heading, f"{heading}, exactly"] if also else [heading]
    writer.writerow(head)
    for row in every:
        cells: list[str] = []
        for (shown, value), also in zip(row, exact, strict=True):
            cells += [shown, value] if also else [shown]
        writer.writerow(cells)
    return text.getvalue()


def to_data(table: Table) -> dict[str, Any]:
    """A table for scripts."""
    data = {
        "id": table.id,
        "title": table.title,
        "rows": [_row_data(table.headings, row) for row in table.rows],
    }
    return data | ({"total": _row_data(table.headings, table.total)} if table.total else {})


def _row_data(headings: Sequence[str], row: Sequence[Place]) -> dict[str, Any]:
    return {
        heading: {"text": shown, "exact": value, "decimal": _decimal(value)} if value else shown
        for heading, (shown, value) in zip(headings, row, strict=True)
    }


def _decimal(exact: str) -> float:
    whole = read_exact(exact)
    return float(exact if whole is None else whole)


def all_data(figures: Figures) -> dict[str, Any]:
    """Everything for scripts, pictures aside."""
    return {
        "figures": {tile.name: tile.text for tile in figures.tiles},
        "said": list(figures.said),
        "tables": [to_data(table) for table in figures.tables],
    }


def to_svg(picture: Picture) -> str:
    """The picture as a file, whose colours are their own."""
    return _THEMED.sub(r"\1", picture.svg) + "\n"


def as_file(figures: Figures, name: str, ending: str) -> str:
    """One table or picture, or ``all``, in one of the forms: csv, json, svg."""
    if name == "all" and ending == "json":
        return json.dumps(all_data(figures), indent=2, ensure_ascii=False) + "\n"
    for table in figures.tables:
        if table.id == name and ending == "csv":
            return to_csv(table)
        if table.id == name and ending == "json":
            return json.dumps(to_data(table), indent=2, ensure_ascii=False) + "\n"
    for picture in figures.pictures:
        if picture.id == name and ending == "svg":
            return to_svg(picture)
    ids = [table.id for table in figures.tables] + [one.id for one in figures.pictures]
    known = ", ".join(ids)
    raise InputError(f"There is no {name[:40]}.{ending[:8]} here; there are: {known}.")
