"""A slip drawn, by a worker: one page, the original once and then copies, with a check-list."""

from io import BytesIO

from reportlab.lib.pagesizes import A4, A5
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from longsuit.analysis.report.fonts import BOLD, SANS, register_fonts
from longsuit.analysis.report.tags import Part, TaggedCanvas
from longsuit.floor.slips.sheet import Sheet

CHECK_LIST = (
    "The hand was shown to surveillance's camera.",
    "The deck was counted on camera, and is whole.",
    "The hand is sealed with this slip.",
    "It is kept until {keep}, seven days at the least.",
)
"""For large awards (CON-20)."""
SIGNATURES = ("Dealer", "Supervisor", "Paid by", "Winner")
_LEFT, _LINE, _WIDE = 14 * mm, 6.2 * mm, 44 * mm
_SIZE = 8.5
_AROUND: float = 90 * mm
"""What stands above and below the lines: heading, check-list, signatures."""
Row = tuple[str, str, list[str]]
"""A label, the font of what it says, and that in lines."""


def slip_pdf(sheet: Sheet) -> bytes:
    """The slip as PDF, on A4 where A5 is too small; the same sheet always gives the same bytes."""
    register_fonts()
    size = next((size for size in (A5, A4) if _fits(size, _rows(sheet, size[0]))), A4)
    buffer = BytesIO()
    root = Part("Document")
    canvas = TaggedCanvas(buffer, document=root, pagesize=size, invariant=True)
    canvas.setTitle(f"Jackpot slip {sheet.slip}")
    canvas.setAuthor(sheet.house)
    wide, high = size
    heading = root.add("H1")
    _across(canvas, sheet, root, size)
    at = high - 18 * mm
    with canvas.part(heading):
        canvas.setFont(BOLD, 15)
        canvas.drawString(_LEFT, at, f"Jackpot slip {sheet.slip}")
    with canvas.part(root.add("P")):
        canvas.setFont(BOLD, 11)
        canvas.drawRightString(wide - _LEFT, at, sheet.mark)
    at = _lines(canvas, _rows(sheet, wide), root.add("Table"), at - 10 * mm) - 3 * mm
    with canvas.part(root.add("H2")):
        canvas.setFont(BOLD, 9)
        canvas.drawString(_LEFT, at, "To see to")
    canvas.setFont(SANS, _SIZE)
    listed = root.add("L")
    for sentence in CHECK_LIST:
        at -= _LINE
        with canvas.artifact():
            canvas.rect(_LEFT, at - 0.6 * mm, 3 * mm, 3 * mm)
        with canvas.part(listed.add("LI").add("LBody")):
            canvas.drawString(_LEFT + 6 * mm, at, sentence.format(keep=sheet.keep))
    for number, role in enumerate(SIGNATURES):
        x, y = _LEFT + number % 2 * 62 * mm, 26 * mm - number // 2 * 14 * mm
        with canvas.artifact():
            canvas.line(x, y, x + 55 * mm, y)
        with canvas.part(root.add("P")):
            canvas.drawString(x, y - 4 * mm, role)
    canvas.save()
    return buffer.getvalue()


def _rows(sheet: Sheet, wide: float) -> list[Row]:
    """What the slip says, folded for a page of that width."""
    rows = []
    for label, said in (("House", sheet.house), ("Printed", sheet.printed), *sheet.lines):
        font = BOLD if label == "Amount" else SANS
        rows.append((label, font, _folded(said, font, wide - 2 * _LEFT - _WIDE)))
    return rows


def _fits(size: tuple[float, float], rows: list[Row]) -> bool:
    high: float = _LINE * sum(0.8 * len(lines) + 0.2 for *_, lines in rows)
    return high <= size[1] - _AROUND


def _lines(canvas: TaggedCanvas, rows: list[Row], table: Part, at: float) -> float:
    """What the slip says, a label and its words a row; where they end."""
    for label, font, lines in rows:
        row = table.add("TR")
        canvas.setFont(SANS, _SIZE)
        with canvas.part(row.add("TD")):
            canvas.drawString(_LEFT, at, label)
        canvas.setFont(font, _SIZE)
        with canvas.part(row.add("TD")):
            for folded in lines:
                canvas.drawString(_LEFT + _WIDE, at, folded)
                at -= _LINE * 0.8
        at -= _LINE * 0.2
    return at


def _across(canvas: TaggedCanvas, sheet: Sheet, root: Part, size: tuple[float, float]) -> None:
    """What nobody overlooks: that it is a copy, or that the jackpot was none."""
    said = "VOID" if sheet.void else "COPY" if sheet.mark != "ORIGINAL" else ""
    if not said:
        return
    canvas.saveState()
    canvas.translate(size[0] / 2, size[1] / 2)
    canvas.rotate(55)
    canvas.setFillGray(0.88)
    canvas.setFont(BOLD, 90)
    with canvas.part(root.add("P")):
        canvas.drawCentredString(0, -30, said)
    canvas.restoreState()


def _folded(said: str, font: str, room: float) -> list[str]:
    """Lines that fit, cut between words, and within one that fits on no line."""
    lines = [""]
    for word in said.split():
        begun = f"{lines[-1]} {word}".strip()
        if stringWidth(begun, font, _SIZE) <= room:
            lines[-1] = begun
            continue
        lines += [""] if lines[-1] else []
        for letter in word:
            if stringWidth(lines[-1] + letter, font, _SIZE) > room:
                lines.append("")
            lines[-1] += letter
    return lines
