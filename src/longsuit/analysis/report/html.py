"""A PAR sheet as one HTML file: no script, nothing fetched, light and dark, screen and paper."""

import re
from collections.abc import Iterator
from html import escape

from msgspec.structs import replace

from longsuit.analysis.report.charts import svg
from longsuit.analysis.report.content import (
    WITH_CONTENTS,
    Bars,
    Block,
    Bullets,
    Cell,
    Chart,
    Charts,
    Commands,
    Meters,
    Paper,
    Section,
    Table,
    Text,
)
from longsuit.analysis.report.drawings import NARROW, draw
from longsuit.analysis.report.html_style import STYLE

_MIDDLE, _CROWDED = 4.0, 5.6
"""Inches: a chart over the whole column, to be read on a phone too, and one of many bars."""
_SHORT, _LONG_WORD = 20, 24
_OPENING_TAG = re.compile(r"<svg\b[^>]*>")
_VIEW_BOX = re.compile(r'viewBox="([^"]*)"')
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def to_html(sheet: Paper) -> str:
    """The sheet as the text of an HTML file; the same sheet gives the same text."""
    return "\n".join(_page(sheet)) + "\n"


def _page(sheet: Paper) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f'<meta name="generator" content="Longsuit {escape(sheet.version)}">'
    yield f"<title>{escape(sheet.title)}</title>"
    yield f"<style>\n{STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield "<header>"
    yield f"<h1>{escape(sheet.title)}</h1>"
    for block in sheet.front:
        yield from _block(block)
    yield "</header>"
    if len(sheet.sections) >= WITH_CONTENTS:
        yield from _contents(sheet)
    yield "<main>"
    for section in sheet.sections:
        yield from _section(section)
    yield "</main>"
    made = f"Longsuit {sheet.version}" + (f", {sheet.date}" if sheet.date else "")
    yield f"<footer>{escape(made)}. Settings {escape(sheet.digest)}.</footer>"
    yield "</body>"
    yield "</html>"


def _contents(sheet: Paper) -> Iterator[str]:
    yield '<nav aria-labelledby="contents">'
    yield '<h2 id="contents">Contents</h2>'
    yield "<ol>"
    for section in sheet.sections:
        parts = "".join(f"<li>{_link(part)}</li>" for part in section.parts)
        yield f"<li>{_link(section)}{f'<ol>{parts}</ol>' if parts else ''}</li>"
    yield "</ol>"
    yield "</nav>"


def _link(section: Section) -> str:
    return f'<a href="#{section.id}">{escape(section.title)}</a>'


def _section(section: Section) -> Iterator[str]:
    yield f'<section aria-labelledby="{section.id}">'
    yield f'<h2 id="{section.id}">{escape(section.title)}</h2>'
    for block in section.blocks:
        yield from _block(block)
    for part in section.parts:
        yield f'<section class="part" aria-labelledby="{part.id}">'
        yield f'<h3 id="{part.id}">{escape(part.title)}</h3>'
        for block in part.blocks:
            yield from _block(block)
        yield "</section>"
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Text):
        yield f"<p>{escape(block.text)}</p>"
    elif isinstance(block, Bullets):
        yield "<ul>"
        for item in block.items:
            yield f"<li>{escape(item)}</li>"
        yield "</ul>"
    elif isinstance(block, Commands):
        lines = "".join(f"<code>{escape(line)}</code>" for line in block.lines)
        yield f'<pre tabindex="0">{lines}</pre>'
    elif isinstance(block, Table):
        yield from _table(block)
    else:
        yield from _charts(block)


def _table(table: Table) -> Iterator[str]:
    name = escape(table.title or "About this sheet")
    yield f'<div class="table" role="region" tabindex="0" aria-label="{name}">'
    yield f'<table id="table-{table.id}">'
    if table.title:
        yield f"<caption>{escape(table.title)}</caption>"
    kinds = _kinds(table)
    if any(column.heading for column in table.columns):
        heads = "".join(
            f'<th scope="col"{kind}>{escape(column.heading)}</th>'
            if column.heading
            else "<td></td>"
            for column, kind in zip(table.columns, kinds, strict=True)
        )
        yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        yield _row(row, kinds)
    yield "</tbody>"
    if table.total:
        yield f"<tfoot>{_row(table.total, kinds)}</tfoot>"
    yield "</table>"
    yield "</div>"
    if table.note:
        yield f'<p class="note">{escape(table.note)}</p>'


def _kinds(table: Table) -> list[str]:
    """How each column may break: numbers and short texts never, long words anywhere."""
    kinds = []
    for at, column in enumerate(table.columns):
        texts = [row[at].text for row in table.rows]
        if column.number:
            kinds.append(' class="n"')
        elif max(map(len, texts), default=0) <= _SHORT:
            kinds.append(' class="s"')
        elif any(len(word) > _LONG_WORD for text in texts for word in text.split()):
            kinds.append(' class="l"')
        else:
            kinds.append("")
    return kinds


def _row(row: tuple[Cell, ...], kinds: list[str]) -> str:
    first, *others = zip(row, kinds, strict=True)
    cells = "".join(f"<td{kind}>{escape(cell.text)}</td>" for cell, kind in others)
    return f'<tr><th scope="row"{first[1]}>{escape(first[0].text)}</th>{cells}</tr>'


def _charts(block: Charts) -> Iterator[str]:
    beside = len(block.charts) > 1
    if beside:
        yield '<div class="beside">'
    for chart in block.charts:
        yield from _chart(chart, beside=beside)
    if beside:
        yield "</div>"


def _chart(chart: Chart, *, beside: bool) -> Iterator[str]:
    """A chart; several meters become a chart each, so that they find room on any screen."""
    many = isinstance(chart.drawing, Meters) and len(chart.drawing.lines) > 1
    crowded = isinstance(chart.drawing, Bars) and not chart.drawing.across
    kind = "several" if many else "crowded" if crowded else "narrow" if beside else "wide"
    yield f'<figure class="{kind}">'
    yield f"<figcaption>{escape(chart.title)}</figcaption>"
    if isinstance(chart.drawing, Meters) and many:
        for number, line in enumerate(chart.drawing.lines, start=1):
            one = replace(chart, id=f"{chart.id}-{number}", drawing=Meters((line,)))
            yield _drawn(one, NARROW, f"{chart.title}: {line.meter}")
    else:
        width = NARROW if beside else _CROWDED if crowded else _MIDDLE
        yield _drawn(chart, width, f"{chart.title}. {chart.summary}")
    yield "</figure>"


def _drawn(chart: Chart, width: float, said: str) -> str:
    """The drawing as an element of the page: its size is the page's, and it says what it shows."""
    drawn = svg(draw(chart, width), salt=chart.id)
    opening = _OPENING_TAG.search(drawn)
    box = _VIEW_BOX.search(drawn)
    if opening is None or box is None:
        raise AssertionError("Matplotlib writes an SVG with a view box")
    tag = f'<svg viewBox="{box[1]}" role="img" aria-label="{escape(said)}">'
    return drawn.replace(opening[0], tag, 1).replace("xlink:href", "href")
