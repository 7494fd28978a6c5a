"""A slip drawn, by a worker: one page, the original once and then copies, with a check-list."""

from io import BytesIO

from reportlab.lib.pagesizes import A5
from reportlab.lib.units import mm

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
_LONGEST = 62


def slip_pdf(sheet: Sheet) -> bytes:
    """The slip as PDF; the same sheet always gives the same bytes."""
    register_fonts()
    buffer = BytesIO()
    root = Part("Document")
    canvas = TaggedCanvas(buffer, document=root, pagesize=A5, invariant=True)
    canvas.setTitle(f"Jackpot slip {sheet.slip}")
    canvas.setAuthor(sheet.house)
    wide, high = A5
    heading = root.add("H1")
    _across(canvas, sheet, root)
    at = high - 18 * mm
    with canvas.part(heading):
        canvas.setFont(BOLD, 15)
        canvas.drawString(_LEFT, at, f"Jackpot slip {sheet.slip}")
    with canvas.part(root.add("P")):
        canvas.setFont(BOLD, 11)
        canvas.drawRightString(wide - _LEFT, at, sheet.mark)
    canvas.setFont(SANS, 8.5)
    with canvas.part(root.add("P")):
        canvas.drawString(_LEFT, at - 5 * mm, sheet.house)
    with canvas.part(root.add("P")):
        canvas.drawRightString(wide - _LEFT, at - 5 * mm, sheet.printed)
    at = _lines(canvas, sheet, root.add("Table"), at - 13 * mm) - 3 * mm
    with canvas.part(root.add("H2")):
        canvas.setFont(BOLD, 9)
        canvas.drawString(_LEFT, at, "To see to")
    canvas.setFont(SANS, 8.5)
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


def _lines(canvas: TaggedCanvas, sheet: Sheet, table: Part, at: float) -> float:
    """What the slip says, a label and its words a row; where they end."""
    for label, said in sheet.lines:
        row = table.add("TR")
        canvas.setFont(SANS, 8.5)
        with canvas.part(row.add("TD")):
            canvas.drawString(_LEFT, at, label)
        canvas.setFont(BOLD if label == "Amount" else SANS, 8.5)
        with canvas.part(row.add("TD")):
            for folded in _folded(said):
                canvas.drawString(_LEFT + _WIDE, at, folded)
                at -= _LINE * 0.8
        at -= _LINE * 0.2
    return at


def _across(canvas: TaggedCanvas, sheet: Sheet, root: Part) -> None:
    """What nobody overlooks: that it is a copy, or that the jackpot was none."""
    said = "VOID" if sheet.void else "COPY" if sheet.mark != "ORIGINAL" else ""
    if not said:
        return
    wide, high = A5
    canvas.saveState()
    canvas.translate(wide / 2, high / 2)
    canvas.rotate(55)
    canvas.setFillGray(0.88)
    canvas.setFont(BOLD, 90)
    with canvas.part(root.add("P")):
        canvas.drawCentredString(0, -30, said)
    canvas.restoreState()


def _folded(said: str) -> list[str]:
    """Lines that fit, cut between words."""
    lines = [""]
    for word in (one[:_LONGEST] for one in said.split()):
        fits = len(lines[-1]) + 1 + len(word) <= _LONGEST
        lines = [*lines[:-1], f"{lines[-1]} {word}".strip()] if fits else [*lines, word]
    return lines[:4]
