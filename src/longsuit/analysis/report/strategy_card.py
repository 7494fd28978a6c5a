"""A rule list as a card for the wallet: faces of 85.6 by 54 millimetres, a decision or more each.

One layout serves both files: pieces in millimetres, drawn on pages by ReportLab or as a picture by
Matplotlib, with the same letters.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path as File
from typing import Literal, NamedTuple

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyBboxPatch, Rectangle
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from longsuit.analysis.numbers import percent
from longsuit.analysis.report.files import _replace as replace_file
from longsuit.analysis.report.fonts import BOLD, SANS, register_fonts
from longsuit.analysis.report.tags import Kind, Part, TaggedCanvas
from longsuit.analysis.strategies.glossary import glossary
from longsuit.analysis.strategies.price import Priced
from longsuit.analysis.strategies.rules import RuleList
from longsuit.core.errors import InputError
from longsuit.core.games.game import Decision, Game

ENDINGS = (".pdf", ".png")
WIDTH, HEIGHT = 85.6, 54.0
_INK, _FELT, _PALE, _PAPER, _QUIET = "#1b2530", "#0d5c46", "#e4efe9", "#fffdf8", "#5a6674"
_MARGIN, _BAND, _FOOT = 4.0, 8.0, 4.4
_SIZES = (8.6, 8.0, 7.4, 7.0, 6.6, 6.2, 5.8, 5.4, 5.0, 4.6)
_READABLE = 5.8
"""Points, the largest that fits is taken."""
_POINT = 25.4 / 72
_LEADING = 1.28
_DOTS = 600


class Box(NamedTuple):
    """A filled rectangle; places are from the face's upper left corner, in millimetres."""

    x: float
    y: float
    width: float
    height: float
    colour: str


class Word(NamedTuple):
    """A run of letters whose base line begins at a place."""

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: str
    kind: Kind | Literal["decoration"] | None = None
    """What begins with it; where nothing does, it goes on with what came before."""


Piece = Box | Word
Face = list[Piece]
Entry = tuple[str, str]
"""A bold word, and what follows it."""
Block = tuple[str, list[Entry]]
"""A heading and its entries."""


def write_card(rules: RuleList, priced: Priced, path: File) -> None:
    """Write the card as a .pdf, a page a face, or as a .png with the faces below each other."""
    register_fonts()
    faces = lay_out(rules, priced)
    render = {".pdf": _pdf, ".png": _png}.get(path.suffix.lower())
    if render is None:
        raise InputError(f"A card is written to a .pdf or .png file, not to {path.name}.")
    replace_file(path.resolve(), render(faces, f"{rules.definition.name}: {rules.name}"))


def lay_out(rules: RuleList, priced: Priced) -> list[Face]:
    """The faces of a card: all decisions on one if they can be read there, else one each.

    Words that want explaining, and the list's note, are on a face of their own, or on two.
    """
    register_fonts()
    decisions = rules.definition.rules.decisions
    foot = _foot(rules, priced)
    blocks = [(heading(rules.definition, d), _entries(rules, d)) for d in decisions]
    size = _largest([blocks], _READABLE)
    faces = [_face(rules, blocks, foot, size)] if size else []
    if not faces:
        # One size for all decisions: a card whose letters jump is hard to read.
        size = _largest([[block] for block in blocks], _SIZES[-1])
        if not size:
            raise InputError(f"The strategy {rules.name} has too many rules for a card.")
        faces = [_face(rules, [block], foot, size) for block in blocks]
    for parts in _explained(rules):
        words = [[("The first line that fits decides", entries)] for entries in parts if entries]
        if words and (size := _largest(words, _SIZES[-1])):
            return [*faces, *(_face(rules, one, foot, size) for one in words)]
    return faces


def _explained(rules: RuleList) -> Iterator[list[list[Entry]]]:
    """The counted words of the rules: with the list's note; if too long without; or in two."""
    entries = [(f"{label}:", meaning) for label, meaning in glossary(rules)]
    if rules.note:
        yield [[*entries, ("Note:", rules.note)]]
    yield [entries]
    half = (len(entries) + 1) // 2
    yield [entries[:half], entries[half:]]


def _foot(rules: RuleList, priced: Priced) -> str:
    edge, cost = priced.solution.house_edge, priced.cost
    xtra = "".join(f" (X-tra {name})" for name in priced.solution.paytables.values())
    where = f"{rules.id} · " if rules.id else ""
    return f"{where}house edge {percent(edge, 3)}{xtra} · costs {percent(cost, 3)} of an Ante"


def _largest(faces: list[list[Block]], least: float) -> float:
    """The largest letters with which every face fits, from that size up; 0 if there are none."""
    for size in _SIZES:
        lowest = max(_body(blocks, size)[1] for blocks in faces)
        if size >= least and lowest <= HEIGHT - _FOOT - 0.6:
            return size
    return 0


def _face(rules: RuleList, blocks: list[Block], foot: str, size: float) -> Face:
    return [*_frame(rules, foot), *_body(blocks, size)[0]]


def _frame(rules: RuleList, foot: str) -> Iterator[Piece]:
    game = rules.definition.name
    yield Box(0, 0, WIDTH, HEIGHT, _PAPER)
    yield Box(0, 0, WIDTH, _BAND, _FELT)
    yield Word(_MARGIN, 5.4, game, BOLD, 9.5, "#ffffff", "H1")
    suits = "♣ ♦ ♥ ♠"
    right = WIDTH - _MARGIN - _wide(suits, SANS, 9)
    yield Word(right, 5.4, suits, SANS, 9, "#ffffff", "decoration")
    yield Box(0, HEIGHT - _FOOT, WIDTH, _FOOT, _PALE)
    yield Word(_MARGIN, HEIGHT - 1.5, foot, SANS, 5.2, _QUIET, "P")


def _body(blocks: list[Block], size: float) -> tuple[Face, float]:
    """The blocks in letters of that size, and where they end."""
    line = size * _POINT * _LEADING
    face: Face = []
    y = _BAND + 1.2
    for title, entries in blocks:
        y += line
        face.append(Word(_MARGIN, y, title, BOLD, size, _FELT, "H2"))
        y += 0.25 * line
        for label, text in entries:
            indent = _MARGIN + 1.6
            for number, words in enumerate(_wrapped(label, text, size, WIDTH - _MARGIN - indent)):
                y += line
                x = indent
                if number == 0:
                    face.append(Word(x, y, label, BOLD, size, _INK, "P"))
                    x += _wide(label + " ", BOLD, size)
                else:
                    x += 2.2
                face.append(Word(x, y, words, SANS, size, _INK))
        y += 0.45 * line
    return face, y


def heading(game: Game, decision: Decision) -> str:
    """What is decided, in words."""
    most = max(decision.most)
    if not decision.exact:
        return f"{game.bet_verb.capitalize()} or {decision.free}: the largest raise allowed"
    cards = {0: "Your three cards", 2: "After two community cards", 4: "After all four"}
    return f"{cards[decision.board]}: {game.bet_verb} {most}x or {decision.free}"


def _entries(rules: RuleList, decision: Decision) -> list[Entry]:
    """Each rule as a bold first word and the rest; the free action ends the list."""
    found: list[Entry] = []
    for rule in rules.decisions[decision.name]:
        verb: str = decision.free if rule.bet is None else rules.definition.bet_verb
        if rule.bet:
            verb = f"{verb} {rule.bet}x"
        if not rule.tests:
            return [*found, ("Otherwise", verb)]
        _, _, rest = rule.text.partition(" with ")
        label = f"{len(found) + 1}. {verb.capitalize()}"
        found.append((label, f"with {rest}" if rest else rule.text))
    return [*found, ("Otherwise", decision.free)]


def _wrapped(label: str, text: str, size: float, width: float) -> list[str]:
    """The text in lines, the first beside its bold word."""
    lines: list[str] = []
    room = width - _wide(label + " ", BOLD, size)
    now = ""
    for word in text.split():
        longer = f"{now} {word}".strip()
        if now and _wide(longer, SANS, size) > room:
            lines.append(now)
            now, room = word, width - 2.2
        else:
            now = longer
    return [*lines, now]


def _wide(text: str, font: str, size: float) -> float:
    """How wide letters are, in millimetres."""
    return float(stringWidth(text, font, size) / mm)


def _pdf(faces: list[Face], title: str) -> bytes:
    """A page a face, just as large as the card."""
    out, root = BytesIO(), Part("Document")
    part = root
    canvas = TaggedCanvas(out, document=root, pagesize=(WIDTH * mm, HEIGHT * mm), invariant=1)
    canvas.setTitle(title)
    canvas.setAuthor("Longsuit")
    for face in faces:
        for piece in face:
            kind = "decoration" if isinstance(piece, Box) else piece.kind
            quiet = kind == "decoration"
            if kind is not None and kind != "decoration":
                part = root.add(kind)
            with canvas.artifact() if quiet else canvas.part(part):
                _put(canvas, piece)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _put(canvas: TaggedCanvas, piece: Piece) -> None:
    canvas.setFillColor(HexColor(piece.colour))
    if isinstance(piece, Box):
        bottom = HEIGHT - piece.y - piece.height
        canvas.rect(piece.x * mm, bottom * mm, piece.width * mm, piece.height * mm, 0, 1)
    else:
        canvas.setFont(piece.font, piece.size)
        canvas.drawString(piece.x * mm, (HEIGHT - piece.y) * mm, piece.text)


def _png(faces: list[Face], title: str) -> bytes:
    """All faces below each other, with rounded corners on a pale ground."""
    gap = 3.0
    wide, high = WIDTH + 2 * gap, len(faces) * (HEIGHT + gap) + gap
    figure = Figure(figsize=(wide / 25.4, high / 25.4), dpi=_DOTS / 2, facecolor="#d9dee3")
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, wide)
    axes.set_ylim(high, 0)
    axes.axis("off")
    folder = File(mpl.get_data_path()) / "fonts" / "ttf"
    files = {SANS: folder / "DejaVuSans.ttf", BOLD: folder / "DejaVuSans-Bold.ttf"}
    for number, face in enumerate(faces):
        top = gap + number * (HEIGHT + gap)
        corner = FancyBboxPatch(
            (gap, top), WIDTH, HEIGHT, boxstyle="round,pad=0,rounding_size=3", lw=0, fc=_PAPER
        )
        axes.add_patch(corner)
        for piece in face:
            if isinstance(piece, Box):
                place = gap + piece.x, top + piece.y
                patch = Rectangle(place, piece.width, piece.height, lw=0, fc=piece.colour)
                axes.add_patch(patch)
                patch.set_clip_path(corner)
            else:
                axes.text(
                    gap + piece.x, top + piece.y, piece.text, color=piece.colour, va="baseline",
                    fontproperties=FontProperties(fname=str(files[piece.font]), size=piece.size),
                    parse_math=False,
                )  # fmt: skip
    out = BytesIO()
    # Letters as wide as ReportLab measured them, not fitted to dots.
    with mpl.rc_context({"text.hinting": "no_hinting"}):
        figure.savefig(out, format="png", metadata={"Title": title, "Software": "Longsuit"})
    return out.getvalue()
