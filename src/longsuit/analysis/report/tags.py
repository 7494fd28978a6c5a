"""What the parts of a PDF are, for who has it read aloud: a structure tree beside the pages.

ReportLab draws, and knows of no tags. So a document's `Part`s are made with its story, in reading
order; what draws names its part, the canvas marks what is drawn there (BDC to EMC, ISO 32000-1,
14.6), and writes the tree with the file (14.7). Running heads and lines are artifacts: not read.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from reportlab.pdfbase.pdfdoc import (
    LinkAnnotation,
    PDFArrayCompact,
    PDFDictionary,
    PDFName,
    PDFPage,
    PDFString,
)
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

LANGUAGE = "en-US"
Kind = Literal[
    "Document", "H1", "H2", "H3", "P", "L", "LI", "LBody", "TOC", "TOCI", "Link",
    "Table", "Caption", "TR", "TH", "TD", "Figure",
]  # fmt: skip


class _Compact(PDFDictionary):  # type: ignore[misc]
    """There are thousands: each on one line."""

    multiline = False


class Mark(NamedTuple):
    """Something drawn: its page, and its number there."""

    page: Any
    number: int


class Link(NamedTuple):
    """A link that lies on a part's words: its page, and the annotation."""

    page: Any
    annotation: Any


class Part:
    """A part of a document, in its place among the others."""

    def __init__(self, kind: Kind, alt: str = "") -> None:
        self.kind = kind
        self.alt = alt
        """What a picture shows, in words."""
        self.kids: list[Part | Mark | Link] = []
        """Parts, and what was drawn of this one."""
        self.entry = _Compact()
        """As the file has it."""

    def add(self, kind: Kind, alt: str = "") -> "Part":
        """A part of this one, after those that it has."""
        part = Part(kind, alt)
        self.kids.append(part)
        return part

    @property
    def drawn(self) -> bool:
        """Whether anything of it stands on a page."""
        return any(kid.drawn if isinstance(kid, Part) else True for kid in self.kids)


class TaggedCanvas(Canvas):  # type: ignore[misc]
    """Pages that say what their parts are."""

    def __init__(self, *given: Any, document: Part, **more: Any) -> None:
        # First, for ReportLab begins its first page at once.
        self.document = document
        self._marked: list[list[Part]] = [[]]
        """By page: the part of each mark."""
        self._links: list[tuple[Part, Any]] = []
        self._now: Part | None = None
        self._column = _Compact({"O": PDFName("Table"), "Scope": PDFName("Column")})
        super().__init__(*given, **{"lang": LANGUAGE, **more})

    @contextmanager
    def part(self, part: Part) -> Iterator[None]:
        """What is drawn here belongs to that part."""
        marks = self._marked[-1]
        part.kids.append(Mark(self._doc.thisPageRef(), len(marks)))
        self._code.append(f"/{part.kind} <</MCID {len(marks)}>> BDC")
        marks.append(part)
        self._now = part
        yield
        self._now = None
        self._code.append("EMC")

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """What is drawn here is not read."""
        self._code.append("/Artifact BMC")
        yield
        self._code.append("EMC")

    def showPage(self) -> None:  # noqa: N802  the name is ReportLab's
        """End a page, and say where its marks are listed."""
        super().showPage()
        page: PDFPage = self._doc.Pages.pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents = len(self._marked) - 1
        page.Tabs = PDFName("S")
        self._marked.append([])

    def _addAnnotation(self, annotation: Any, *given: Any, **more: Any) -> None:  # noqa: N802
        """A link belongs to the part whose words it lies on."""
        super()._addAnnotation(annotation, *given, **more)
        if self._now is not None and isinstance(annotation, LinkAnnotation):
            self._links.append((self._now, annotation))
            self._now.kids.append(Link(self._doc.thisPageRef(), annotation))

    def save(self) -> None:
        """Write the file, the tree with it."""
        if self._code:
            self.showPage()
        self._write_tree()
        super().save()

    def _write_tree(self) -> None:
        catalog = self._doc.Catalog
        root = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        root["K"] = self._entry(self.document, self._doc.Reference(root))
        numbers: list[Any] = []
        for page, parts in enumerate(self._marked):
            numbers += [page, PDFArrayCompact([self._doc.Reference(part.entry) for part in parts])]
        for number, (part, annotation) in enumerate(self._links, len(self._marked)):
            annotation.permitted = (*annotation.permitted, "StructParent")
            annotation.otherkw["StructParent"] = number
            numbers += [number, self._doc.Reference(part.entry)]
        root["ParentTree"] = PDFDictionary({"Nums": PDFArrayCompact(numbers)})
        root["ParentTreeNextKey"] = len(self._marked) + len(self._links)
        catalog.StructTreeRoot = root
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        self.setViewerPreference("DisplayDocTitle", "true")

    def _entry(self, part: Part, parent: Any) -> Any:
        """A part and those below it in the file's form; parts of which nothing stands are left."""
        entry, here = part.entry, self._doc.Reference(part.entry)
        entry["S"], entry["P"] = PDFName(part.kind), parent
        if part.alt:
            entry["Alt"] = PDFString(part.alt)
        if part.kind == "TH":
            entry["A"] = self._doc.Reference(self._column)
        pages = [kid.page for kid in part.kids if isinstance(kid, Mark)]
        if pages:
            entry["Pg"] = pages[0]
        kids = []
        for kid in part.kids:
            if isinstance(kid, Part):
                kids += [self._entry(kid, here)] if kid.drawn else []
            elif isinstance(kid, Link):
                found = self._doc.Reference(kid.annotation)
                kids.append(_Compact({"Type": PDFName("OBJR"), "Obj": found, "Pg": kid.page}))
            elif kid.page.name == pages[0].name:
                kids.append(kid.number)
            else:
                mark = {"Type": PDFName("MCR"), "MCID": kid.number, "Pg": kid.page}
                kids.append(_Compact(mark))
        entry["K"] = kids[0] if len(kids) == 1 else PDFArrayCompact(kids)
        return here


class Words(Paragraph):  # type: ignore[misc]
    """A paragraph that is a part; what a second page repeats of it is not read again."""

    part: Part | None = None

    def draw(self) -> None:
        """Put it on the page."""
        canvas = self.canv
        if self.part is None or (self.part.kind == "TH" and self.part.drawn):
            with canvas.artifact():
                super().draw()
        else:
            with canvas.part(self.part):
                super().draw()

    def split(self, *room: float) -> list["Words"]:
        """Two paragraphs of one part."""
        pieces: list[Words] = super().split(*room)
        for piece in pieces:
            piece.part = self.part
        return pieces


def words(markup: str, style: Any, part: Part | None, **more: Any) -> Words:
    """A paragraph that is that part."""
    made = Words(markup, style, **more)
    made.part = part
    return made


def quiet_lines(table: Any, event: str, *_: Any) -> None:
    """Told by a ReportLab table how far its drawing is: lines and grounds are artifacts."""
    if event in ("startBG", "startLines"):
        table.canv._code.append("/Artifact BMC")
    elif event in ("endBG", "endLines"):
        table.canv._code.append("EMC")
