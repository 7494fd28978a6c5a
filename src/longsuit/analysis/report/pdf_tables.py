"""Tables on a page: columns as wide as their content asks, and never wider than the page."""

from collections.abc import Sequence
from typing import Any, Literal
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Table as Grid

from longsuit.analysis.report.charts import LIGHT
from longsuit.analysis.report.content import Table
from longsuit.analysis.report.fonts import BOLD, SANS
from longsuit.analysis.report.tags import Part, Words, quiet_lines, words

_SIZE = 7.4
_PAD = 6.0
_WIDEST_WORD = 150.0
_INK, _MUTED, _GRID = (HexColor(LIGHT[c]) for c in ("ink", "muted", "grid"))


def _style(name: str, font: str, *, right: bool, color: Any = _INK) -> ParagraphStyle:
    return ParagraphStyle(
        name,
        fontName=font,
        fontSize=_SIZE,
        leading=_SIZE * 1.25,
        textColor=color,
        alignment=2 if right else 0,
    )


_CELLS = {right: _style(f"cell-{right}", SANS, right=right) for right in (False, True)}
_TOTALS = {right: _style(f"total-{right}", BOLD, right=right) for right in (False, True)}
_HEADS = {
    right: _style(f"head-{right}", BOLD, right=right, color=_MUTED) for right in (False, True)
}


def grid_of(table: Table, room: float, part: Part) -> Grid:
    """The table as ReportLab lays it out; its headings come again on a second page.

    part: the table's own, to which its rows and cells are added.
    """
    numbers = [column.number for column in table.columns]
    headed = any(column.heading for column in table.columns)
    rows: list[list[Words]] = []
    if headed:
        headings = [column.heading for column in table.columns]
        rows.append(_row(headings, numbers, _HEADS, part, "TH"))
    rows += [_row([cell.text for cell in row], numbers, _CELLS, part) for row in table.rows]
    if table.total:
        rows.append(_row([cell.text for cell in table.total], numbers, _TOTALS, part))
    style: list[Any] = [
        # ReportLab sets a cell's own font before what stands in it, and Helvetica is not embedded.
        ("FONTNAME", (0, 0), (-1, -1), SANS),
        ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
        ("LEFTPADDING", (0, 0), (0, -1), 1),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 1),
        ("TOPPADDING", (0, 0), (-1, -1), 1.4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.0),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, _GRID),
    ]
    if headed:
        style += [
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.9, _MUTED),
        ]
    if table.total:
        style.append(("LINEABOVE", (0, -1), (-1, -1), 0.9, _MUTED))
    return Grid(
        rows,
        _widths(table, room),
        style=style,
        repeatRows=int(headed),
        hAlign="LEFT",
        renderCB=quiet_lines,
    )


def _row(
    texts: Sequence[str],
    numbers: Sequence[bool],
    styles: dict[bool, ParagraphStyle],
    table: Part,
    cell: Literal["TH", "TD"] = "TD",
) -> list[Words]:
    row = table.add("TR")
    return [
        words(escape(text), styles[number], row.add(cell))
        for text, number in zip(texts, numbers, strict=True)
    ]


def _widths(table: Table, room: float) -> list[float]:
    """Each column's share of the page.

    A column wants its longest text on one line and needs its longest word. Where there is too
    little room the widest columns give way first; room to spare goes to all alike, up to a
    pleasant width.
    """
    wants, needs = [], []
    for at, column in enumerate(table.columns):
        texts = [row[at].text for row in table.rows]
        texts += [table.total[at].text] if table.total else []
        shown = [stringWidth(text, BOLD if table.total else SANS, _SIZE) for text in texts]
        words = [stringWidth(word, BOLD, _SIZE) for t in texts for word in t.split()]
        heads = [stringWidth(word, BOLD, _SIZE) for word in column.heading.split()]
        least = max([*words, *heads, 12.0])
        if column.number:
            # A number is never broken.
            least = max([least, *shown])
        needs.append(min(least, _WIDEST_WORD) + 2 * _PAD + 1)
        wants.append(max([*shown, *heads, needs[-1] - 2 * _PAD - 1]) + 2 * _PAD + 1)
    if sum(wants) <= room:
        spare = min(room - sum(wants), 0.45 * sum(wants))
        return [want + spare / len(wants) for want in wants]
    return _filled(wants, needs, room)


def _filled(wants: list[float], needs: list[float], room: float) -> list[float]:
    """Every column cut to one greatest width, but none below its need, so that all fit."""
    if sum(needs) >= room:
        return [need * room / sum(needs) for need in needs]
    low, high = 0.0, room
    for _ in range(40):
        cut = (low + high) / 2
        over = sum(max(n, min(w, cut)) for w, n in zip(wants, needs, strict=True)) > room
        low, high = (low, cut) if over else (cut, high)
    return [max(need, min(want, low)) for want, need in zip(wants, needs, strict=True)]
