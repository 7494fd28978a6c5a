"""A PAR sheet as a PDF: ReportLab's pages, with a running head, page numbers and an outline."""

import io
from collections.abc import Iterator
from functools import partial
from typing import Any, Literal
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Spacer,
)
from reportlab.platypus import Table as Grid

from longsuit.analysis.report.canvas import ChartOnPage
from longsuit.analysis.report.charts import LIGHT
from longsuit.analysis.report.content import (
    WITH_CONTENTS,
    Block,
    Bullets,
    Chart,
    Charts,
    Commands,
    Paper,
    Section,
    Table,
    Text,
)
from longsuit.analysis.report.drawings import NARROW, WIDE
from longsuit.analysis.report.fonts import BOLD, ITALIC, MONO, SANS, register_fonts
from longsuit.analysis.report.pdf_tables import grid_of
from longsuit.analysis.report.tags import LANGUAGE, Part, TaggedCanvas, words

_INCH = 72
_SIDE, _TOP, _BOTTOM = 0.75 * _INCH, 0.82 * _INCH, 0.7 * _INCH
_ROOM = letter[0] - 2 * _SIDE
_ROOM_DOWN = letter[1] - _TOP - _BOTTOM

_KEPT = 0.42 * _ROOM_DOWN
"""What is no higher than this is not broken between pages; anything higher may be."""
_BEGINNING = 110
"""The room for the first lines of a table that may be broken."""

_INK, _MUTED, _GRID = (HexColor(LIGHT[c]) for c in ("ink", "muted", "grid"))


def _style(name: str, font: str, size: float, **more: Any) -> ParagraphStyle:
    given = {"leading": size * 1.38, "textColor": _INK, "bulletFontName": font, **more}
    return ParagraphStyle(name, fontName=font, fontSize=size, **given)


_TITLE = _style("title", BOLD, 22, spaceAfter=4)
_HEADING = _style("heading", BOLD, 14, spaceBefore=16, spaceAfter=6)
_PART = _style("part", BOLD, 10.5, spaceBefore=12, spaceAfter=3)
_HEADINGS: tuple[tuple[Literal["H2", "H3"], ParagraphStyle], ...] = (
    ("H2", _HEADING),
    ("H3", _PART),
)
_BODY = _style("body", SANS, 7.9, spaceAfter=4)
_BULLET = _style("bullet", SANS, 7.9, leftIndent=11, bulletIndent=1, spaceAfter=2.5)
_CAPTION = _style("caption", BOLD, 8.2, spaceBefore=5, spaceAfter=2)
_NOTE = _style("note", ITALIC, 7, textColor=_MUTED, spaceBefore=2, spaceAfter=2)
_CODE = _style("code", MONO, 7, leading=10.5, leftIndent=20, firstLineIndent=-12)
_CONTENTS = _style("contents", SANS, 8.2)


def to_pdf(sheet: Paper) -> bytes:
    """The sheet as the bytes of a PDF file; the same sheet gives the same bytes."""
    register_fonts()
    counting = _Document(sheet, io.BytesIO(), pages=0)
    counting.write({}, draws=False)
    written = io.BytesIO()
    document = _Document(sheet, written, pages=counting.page)
    document.write(counting.found, draws=True)
    return written.getvalue()


class _Document(BaseDocTemplate):  # type: ignore[misc]
    """Pages with a running head, which note where each section begins."""

    def __init__(self, sheet: Paper, file: io.BytesIO, *, pages: int) -> None:
        super().__init__(
            file,
            pagesize=letter,
            title=sheet.title,
            author=f"Longsuit {sheet.version}",
            subject=f"Settings {sheet.digest}",
            creator=f"Longsuit {sheet.version}",
            lang=LANGUAGE,
            invariant=1,
            initialFontName=SANS,
        )
        self.sheet = sheet
        self.pages = pages
        self.found: dict[str, int] = {}
        frame = Frame(_SIDE, _BOTTOM, _ROOM, _ROOM_DOWN, 0, 0, 0, 0)
        self.addPageTemplates([PageTemplate("sheet", [frame], onPage=self._around)])

    def write(self, found: dict[str, int], *, draws: bool) -> None:
        """Put the sheet on pages; `found`: where each section begins."""
        root = Part("Document")
        story = list(_story(self.sheet, found, root, draws=draws))
        self.build(story, canvasmaker=partial(TaggedCanvas, document=root))

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  the name is ReportLab's
        """Note a heading for the contents and the outline."""
        anchor = getattr(flowable, "anchor", None)
        if anchor is not None:
            name, title, level = anchor
            self.found[name] = self.page
            self.canv.bookmarkPage(name)
            self.canv.addOutlineEntry(title, name, level, closed=level == 0)

    def _around(self, canvas: Any, _: Any) -> None:
        sheet = self.sheet
        with canvas.artifact():
            canvas.saveState()
            canvas.setFont(SANS, 7)
            canvas.setFillColor(_MUTED)
            canvas.setStrokeColor(_GRID)
            canvas.setLineWidth(0.6)
            above = letter[1] - 0.52 * _INCH
            if self.page > 1:
                canvas.drawString(_SIDE, above, sheet.title)
            canvas.drawRightString(letter[0] - _SIDE, above, f"settings {sheet.digest}")
            canvas.line(_SIDE, above - 6, letter[0] - _SIDE, above - 6)
            below = 0.48 * _INCH
            made = f"Longsuit {sheet.version}" + (f", {sheet.date}" if sheet.date else "")
            canvas.drawString(_SIDE, below, made)
            canvas.drawRightString(letter[0] - _SIDE, below, f"Page {self.page} of {self.pages}")
            canvas.restoreState()


def _story(sheet: Paper, pages: dict[str, int], root: Part, *, draws: bool) -> Iterator[Flowable]:
    yield words(escape(sheet.title), _TITLE, root.add("H1"))
    for block in sheet.front:
        yield from _block(block, root, draws=draws)
    if len(sheet.sections) >= WITH_CONTENTS:
        yield from _contents(sheet, pages, root)
        # What is left of the page is used where it is more than half of one.
        yield CondPageBreak(_ROOM_DOWN / 2)
    for section in sheet.sections:
        blocks = _with_heading(section, 0, root, draws=draws)
        parts = [_with_heading(part, 1, root, draws=draws) for part in section.parts]
        if parts and all(isinstance(block, Text) for block in section.blocks):
            # A heading and a word of introduction go with the first part.
            parts[0] = blocks + parts[0]
        else:
            yield from _started(blocks)
        for part in parts:
            yield from _whole(part)


def _whole(pieces: list[Flowable]) -> list[Flowable]:
    """Short pieces on one page, so that none is left half empty; others from a good place on."""
    if sum(_height(piece) for piece in pieces) <= _KEPT:
        return [KeepTogether(_flat(pieces))]
    return _started(pieces)


def _started(pieces: list[Flowable]) -> list[Flowable]:
    """A heading never stands alone: the words below it, and a short first table, come along.

    Where a table or chart follows that may be broken, there is room for its beginning.
    """
    words = next(
        (at for at, piece in enumerate(pieces) if not isinstance(piece, Paragraph)), len(pieces)
    )
    if words < len(pieces) and isinstance(pieces[words], KeepTogether):
        return [KeepTogether(_flat(pieces[: words + 1])), *pieces[words + 1 :]]
    head = pieces[:words]
    for piece in head:
        piece.keepWithNext = 0
    needed = sum(_height(piece) for piece in head)
    if not all(isinstance(piece, Spacer) for piece in pieces[words:]):
        needed += _BEGINNING
    return [CondPageBreak(needed), KeepTogether(head), *pieces[words:]]


def _flat(pieces: list[Flowable]) -> list[Flowable]:
    """The pieces, those kept together one by one."""
    return [
        inner
        for piece in pieces
        for inner in (piece._content if isinstance(piece, KeepTogether) else [piece])
    ]


def _height(piece: Any) -> float:
    if isinstance(piece, KeepTogether):
        return sum(_height(inner) for inner in piece._content)
    own: float = piece.wrap(_ROOM, _ROOM_DOWN)[1]
    around: float = piece.getSpaceBefore() + piece.getSpaceAfter()
    return own + around


def _with_heading(section: Section, level: int, root: Part, *, draws: bool) -> list[Flowable]:
    """A section's or a part's own blocks under its heading."""
    kind, style = _HEADINGS[level]
    heading = words(escape(section.title), style, root.add(kind))
    heading.anchor = section.id, section.title, level
    heading.keepWithNext = 1
    blocks = (_block(block, root, draws=draws) for block in section.blocks)
    return [heading, *(piece for block in blocks for piece in block)]


def _contents(sheet: Paper, pages: dict[str, int], root: Part) -> Iterator[Flowable]:
    """Every section with its page, as links, in two columns that are read one after the other."""
    title = words("Contents", _CAPTION, root.add("P"))
    listed, entries = root.add("TOC"), []
    for section in sheet.sections:
        entries.append(_entry(section, pages, listed.add("TOCI"), bold=True))
        entries += [_entry(p, pages, listed.add("TOCI"), bold=False) for p in section.parts]
    half = -(-len(entries) // 2)
    left, right = entries[:half], entries[half:]
    right += [["", ""]] * (half - len(right))
    rows = [[*a, "", *b] for a, b in zip(left, right, strict=True)]
    widths = [_ROOM / 2 - 42, 30, 24, _ROOM / 2 - 42, 30]
    grid = Grid(
        rows,
        widths,
        style=[
            ("FONTNAME", (0, 0), (-1, -1), SANS),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 1),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ],
    )
    yield KeepTogether([title, grid])


_NUMBER = _style("number", SANS, 8.2, alignment=2, textColor=_MUTED)


def _entry(section: Section, pages: dict[str, int], part: Part, *, bold: bool) -> list[Any]:
    title = f'<a href="#{section.id}">{escape(section.title)}</a>'
    shown = f'<font name="{BOLD}">{title}</font>' if bold else f"&nbsp;&nbsp;&nbsp;{title}"
    number = str(pages.get(section.id, ""))
    return [words(shown, _CONTENTS, part.add("Link")), words(number, _NUMBER, part)]


def _block(block: Block, root: Part, *, draws: bool) -> Iterator[Flowable]:
    if isinstance(block, Text):
        yield words(escape(block.text), _BODY, root.add("P"))
    elif isinstance(block, Bullets):
        listed = root.add("L")
        for item in block.items:
            part = listed.add("LI").add("LBody")
            yield words(escape(item), _BULLET, part, bulletText="•")
        yield Spacer(0, 4)
    elif isinstance(block, Commands):
        yield KeepTogether([words(escape(line), _CODE, root.add("P")) for line in block.lines])
    elif isinstance(block, Table):
        yield from _table(block, root)
    else:
        yield _charts(block, root, draws=draws)


def _table(table: Table, root: Part) -> Iterator[Flowable]:
    """A table with its title and note, on one page wherever one page can hold it."""
    part = root.add("Table")
    pieces: list[Flowable] = []
    if table.title:
        pieces.append(words(escape(table.title), _CAPTION, part.add("Caption")))
    pieces.append(grid_of(table, _ROOM, part))
    if table.note:
        pieces.append(words(escape(table.note), _NOTE, root.add("P")))
    pieces.append(Spacer(0, 3))
    if sum(_height(piece) for piece in pieces) <= _KEPT:
        yield KeepTogether(pieces)
        return
    yield CondPageBreak(_BEGINNING)
    yield from pieces


def _charts(block: Charts, root: Part, *, draws: bool) -> Flowable:
    if len(block.charts) == 1:
        return KeepTogether(_chart(block.charts[0], WIDE, root, draws=draws))
    columns = [_chart(chart, NARROW, root, draws=draws) for chart in block.charts]
    grid = Grid(
        [columns],
        [_ROOM / len(columns)] * len(columns),
        style=[
            ("FONTNAME", (0, 0), (-1, -1), SANS),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ],
    )
    return KeepTogether([grid])


def _chart(chart: Chart, width: float, root: Part, *, draws: bool) -> list[Flowable]:
    return [
        words(escape(chart.title), _CAPTION, root.add("P")),
        ChartOnPage(chart, width, root.add("Figure", chart.summary), draws=draws),
        Spacer(0, 3),
    ]
