"""What a screen reader is told of a PDF: all that is drawn is marked, and stands in a tree."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream
from tests.analysis.report.test_pages import squeezed

from longsuit.analysis.exact import solve
from longsuit.analysis.report.content import Bullets, Paper, Text
from longsuit.analysis.report.strategy_card import write_card
from longsuit.analysis.strategies.box import in_the_box
from longsuit.analysis.strategies.price import Priced
from longsuit.core.games.catalog import GAMES
from longsuit.floor.slips.drawing import CHECK_LIST, SIGNATURES, slip_pdf
from longsuit.floor.slips.sheet import Sheet

SHOWS = {b"Tj", b"TJ", b"'", b'"'}
PAINTS = {b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"sh", b"Do"}
SLIP = Sheet("The House", 7, "COPY 1", "today by Sam", (("Table", "one"), ("Amount", "$5")), "soon")


class Heard:
    """A tagged PDF, read the slow way: words by mark, then the tree with the words of its marks."""

    def __init__(self, data: bytes) -> None:
        self.reader = PdfReader(BytesIO(data))
        self.words: dict[tuple[int, int], str] = {}
        self.read: list[tuple[int, int]] = []
        self.parents: dict[int, Any] = {}
        numbers: list[Any] = list(self.catalog["/StructTreeRoot"]["/ParentTree"]["/Nums"])
        for key, found in zip(numbers[::2], numbers[1::2], strict=True):
            self.parents[int(key)] = found.get_object()
        for number, page in enumerate(self.reader.pages):
            self._marks(number, page)
        self.tree = self._part(self.catalog["/StructTreeRoot"]["/K"], None)

    @property
    def catalog(self) -> Any:
        """What a reader opens first."""
        return self.reader.root_object

    def _marks(self, number: int, page: Any) -> None:
        """Everything drawn is within one mark or artifact, and no mark is within another."""
        inside: str | None = None
        fonts, font = _fonts(page), {}
        for operands, operator in ContentStream(page.get_contents(), self.reader).operations:
            if operator in (b"BDC", b"BMC"):
                assert inside is None, "a mark within a mark"
                inside = str(operands[0])
                if operator == b"BDC":
                    now = number, int(operands[1]["/MCID"])
                    assert now not in self.words
                    self.words[now] = ""
            elif operator == b"EMC":
                assert inside is not None
                inside = None
            elif operator == b"Tf":
                font = fonts[str(operands[0])]
            elif operator in SHOWS | PAINTS:
                assert inside is not None, f"page {number}: {operator!r} is not marked"
                if operator in SHOWS and inside != "/Artifact":
                    self.words[now] += _said(operands[0], font)
        assert inside is None

    def _part(self, part: Any, parent: Any) -> tuple[str, list[Any]]:
        entry = part.get_object()
        if parent is not None:
            assert entry["/P"].get_object() == parent.get_object()
        kids = entry["/K"]
        found: list[Any] = []
        for kid in kids if isinstance(kids, list) else [kids]:
            one = kid.get_object()
            if isinstance(one, int):
                found.append(self._words(entry["/Pg"], int(one), part))
            elif one.get("/Type") == "/MCR":
                found.append(self._words(one["/Pg"], int(one["/MCID"]), part))
            elif one.get("/Type") == "/OBJR":
                annotation = one["/Obj"].get_object()
                assert annotation["/Subtype"] == "/Link"
                assert self.parents[annotation["/StructParent"]] == entry
            else:
                found.append(self._part(kid, part))
        if "/Alt" in entry:
            found.append(str(entry["/Alt"]))
        if entry["/S"] == "/TH":
            assert entry["/A"].get_object()["/Scope"] == "/Column"
        return str(entry["/S"])[1:], found

    def _words(self, page: Any, mark: int, part: Any) -> str:
        (number,) = (n for n, one in enumerate(self.reader.pages) if one == page.get_object())
        place = page.get_object()["/StructParents"]
        assert self.parents[place][mark].get_object() == part.get_object()
        self.read.append((number, mark))
        return self.words[number, mark]

    def all(self, kind: str, within: Any = None) -> Iterator[tuple[str, list[Any]]]:
        """Every part of a kind, in reading order."""
        here = within or self.tree
        if here[0] == kind:
            yield here
        for kid in here[1]:
            if isinstance(kid, tuple):
                yield from self.all(kind, kid)

    def said(self, kind: str, within: Any = None) -> list[str]:
        """The words of every part of a kind."""
        return [squeezed("".join(_flat(part))) for part in self.all(kind, within)]

    def check(self, title: str) -> None:
        """What holds for every file."""
        assert sorted(self.read) == sorted(self.words), "each mark is in the tree, once"
        assert self.catalog["/MarkInfo"]["/Marked"].value is True
        assert self.catalog["/Lang"] == "en-US"
        assert self.catalog["/ViewerPreferences"]["/DisplayDocTitle"].value is True
        assert self.reader.metadata is not None and self.reader.metadata.title == title
        assert self.tree[0] == "Document"


def _flat(part: Any) -> Iterator[str]:
    for kid in part[1]:
        if isinstance(kid, tuple):
            yield from _flat(kid)
        else:
            yield kid


def _fonts(page: Any) -> dict[str, dict[int, str]]:
    """The letter of each code of each font, from its ToUnicode table."""
    found: dict[str, dict[int, str]] = {}
    for name, font in page["/Resources"]["/Font"].items():
        letters: dict[int, str] = {}
        if "/ToUnicode" in font.get_object():
            table = font.get_object()["/ToUnicode"].get_object().get_data().decode()
            for code, letter in re.findall(r"<(\w{2,4})>\s*<(\w{4})>", table):
                letters[int(code, 16)] = chr(int(letter, 16))
            for first, letters_of in re.findall(r"<(\w+)>\s*<\w+>\s*\[([^\]]*)\]", table):
                for place, letter in enumerate(re.findall(r"<(\w{4})>", letters_of)):
                    letters[int(first, 16) + place] = chr(int(letter, 16))
        found[str(name)] = letters
    return found


def _said(shown: Any, font: dict[int, str]) -> str:
    pieces = shown if isinstance(shown, list) else [shown]
    codes = [p.original_bytes for p in pieces if hasattr(p, "original_bytes")]
    return "".join(font[code] for piece in codes for code in piece)


def test_a_sheet_is_read_in_order(chase: Paper, chase_pdf: bytes) -> None:
    """Headings, paragraphs, lists, every cell of every table once, and charts in words."""
    heard = Heard(chase_pdf)
    heard.check(chase.title)
    assert heard.said("H1") == [squeezed(chase.title)]
    assert heard.said("H2") == [squeezed(section.title) for section in chase.sections]
    parts = [part.title for section in chase.sections for part in section.parts]
    assert heard.said("H3") == [squeezed(title) for title in parts]
    assert heard.said("Link") == [squeezed(section.title) for section in chase.walk()]
    assert heard.said("Figure") != []
    for chart, figure in zip(chase.charts(), heard.all("Figure"), strict=True):
        assert figure[1][-1] == chart.summary
    paragraphs = heard.said("P")
    for block in chase.blocks():
        if isinstance(block, Text):
            assert squeezed(block.text) in paragraphs
    items = [
        squeezed("•" + item) for b in chase.blocks() if isinstance(b, Bullets) for item in b.items
    ]
    assert heard.said("LI") == items
    for table, part in zip(chase.tables(), heard.all("Table"), strict=True):
        rows = [heard.said("TD", row) for row in heard.all("TR", part)]
        headed = any(column.heading for column in table.columns)
        if headed:
            headings = heard.said("TH", part)
            assert headings == [squeezed(column.heading) for column in table.columns]
            assert rows.pop(0) == []
        cells = [*table.rows, *([table.total] if table.total else [])]
        assert rows == [[squeezed(cell.text) for cell in row] for row in cells], table.id
        assert heard.said("Caption", part) == ([squeezed(table.title)] if table.title else [])


def test_a_table_on_two_pages_is_one_table(chase_pdf: bytes) -> None:
    """Its headings come again for the eye, and are read once."""
    heard = Heard(chase_pdf)
    kids = heard.catalog["/StructTreeRoot"]["/K"]["/K"]
    pages = []
    for kid in kids:
        if kid.get_object()["/S"] == "/Table":
            cells = [
                cell.get_object()
                for row in kid.get_object()["/K"]
                if row.get_object()["/S"] == "/TR"
                for cell in row.get_object()["/K"]
            ]
            pages.append({id(cell["/Pg"].get_object()) for cell in cells})
    assert max(map(len, pages)) > 1


def test_a_card(tmp_path: Path) -> None:
    rules = in_the_box(GAMES[1], "short")
    assert rules is not None
    path = tmp_path / "card.pdf"
    write_card(rules, Priced(solve("hcf"), solve("hcf")), path)
    heard = Heard(path.read_bytes())
    heard.check(f"High Card Flush: {rules.name}")
    assert set(heard.said("H1")) == {"HighCardFlush"}, "the suits beside it are not read"
    assert "Otherwisefold" in heard.said("P")


def test_a_slip() -> None:
    heard = Heard(slip_pdf(SLIP))
    heard.check("Jackpot slip 7")
    assert heard.said("H1") == ["Jackpotslip7"]
    assert [heard.said("TD", row) for row in heard.all("TR")] == [
        ["House", "TheHouse"],
        ["Printed", "todaybySam"],
        ["Table", "one"],
        ["Amount", "$5"],
    ]
    assert heard.said("LI") == [squeezed(line.format(keep="soon")) for line in CHECK_LIST]
    assert heard.said("P")[-len(SIGNATURES) :] == [squeezed(role) for role in SIGNATURES]
    assert "COPY" in heard.said("P") and "COPY1" in heard.said("P")
