"""The sheet as PDF and as HTML: all of it is there, nothing is fetched, and nothing is markup."""

import io
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest
from pypdf import PdfReader
from tests.analysis.report.conftest import DAY

from longsuit.analysis.report import par_sheet
from longsuit.analysis.report.content import Bullets, Commands, Paper, Table, Text
from longsuit.analysis.report.html import to_html
from longsuit.analysis.report.pdf import to_pdf

WILD = """
[[paytable]]
id = '<b>Ours & "Co"</b> <script>alert(1)</script>'
game = "high-card-flush"
wager = "flush-bonus"
basis = "to 1"
name = "A & B < C"
source = "</table><img src=x onerror=alert(2)> &amp; {} %s"
[paytable.pays]
"7-card flush" = 300
"5-card flush" = 10
"""


def texts(sheet: Paper) -> list[str]:
    """Every text that the sheet shows, but for titles of charts."""
    found = [sheet.title, sheet.digest, *(section.title for section in sheet.walk())]
    for block in sheet.blocks():
        if isinstance(block, Text):
            found.append(block.text)
        elif isinstance(block, Bullets):
            found += block.items
        elif isinstance(block, Commands):
            found += block.lines
        elif isinstance(block, Table):
            found += [block.title, block.note, *(column.heading for column in block.columns)]
            found += [cell.text for row in (*block.rows, block.total) for cell in row]
    return found


class Reader(HTMLParser):
    """An HTML file as a browser sees it: its cells, its ids, its links, all attributes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.tables: list[list[str]] = []
        self.text = ""
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag == "table":
            self.tables.append([])
        if tag in ("td", "th"):
            self._in_cell = True
            self.tables[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._in_cell:
            self.tables[-1][-1] += data

    def values(self, name: str) -> list[str]:
        return [value for _, given, value in self.attributes if given == name]


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def pages_of(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


# PDF


class Printed(NamedTuple):
    """A sheet, its PDF, and the text of each page."""

    sheet: Paper
    data: bytes
    pages: list[str]

    @classmethod
    def of(cls, sheet: Paper, data: bytes = b"") -> "Printed":
        """Printed here, unless it has been already."""
        data = data or to_pdf(sheet)
        return cls(sheet, data, pages_of(data))

    @property
    def text(self) -> str:
        return squeezed("".join(self.pages))


@pytest.fixture(scope="module")
def printed_chase(chase: Paper, chase_pdf: bytes) -> Printed:
    return Printed.of(chase, chase_pdf)


def test_all_of_the_sheet_is_in_the_pdf(printed_chase: Printed) -> None:
    shown = printed_chase.text
    for text in texts(printed_chase.sheet):
        assert squeezed(text) in shown, text
    for chart in printed_chase.sheet.charts():
        assert squeezed(chart.title) in shown


def test_every_page_is_numbered_and_carries_the_digest(printed_chase: Printed) -> None:
    sheet, data, pages = printed_chase
    for number, shown in enumerate(pages, 1):
        assert f"settings {sheet.digest}" in shown
        assert f"Page {number} of {len(pages)}" in shown
        assert f"Longsuit {sheet.version}, {sheet.date}" in shown
    about = PdfReader(io.BytesIO(data)).metadata
    assert about is not None
    assert about.title == sheet.title


def test_the_outline_has_every_section_on_its_page(printed_chase: Printed) -> None:
    reader = PdfReader(io.BytesIO(printed_chase.data))
    titles = []
    contents = "\n".join(printed_chase.pages[:2])
    for entry in reader.outline:
        for item in entry if isinstance(entry, list) else [entry]:
            page = reader.get_destination_page_number(item)  # type: ignore[arg-type]
            title = str(item.title)  # type: ignore[union-attr]
            titles.append(title)
            assert page is not None
            assert squeezed(title) in squeezed(printed_chase.pages[page])
            # A long title is broken in two.
            assert f"{squeezed(title)}{page + 1}" in squeezed(contents), title
    assert titles == [section.title for section in printed_chase.sheet.walk()]


def test_charts_in_the_pdf_are_lines_and_letters(printed_chase: Printed) -> None:
    reader = PdfReader(io.BytesIO(printed_chase.data))
    assert not any(page.images for page in reader.pages)
    shown = printed_chase.text
    for chart in printed_chase.sheet.charts():
        for label in getattr(chart.drawing, "texts", ()):
            assert label in shown
    fonts = {
        str(font["/BaseFont"])
        for page in reader.pages
        for font in (f.get_object() for f in page["/Resources"]["/Font"].values())  # type: ignore[index]
    }
    assert all("DejaVu" in name or name == "/Helvetica" for name in fonts)


def test_a_table_longer_than_a_page_is_cut_between_rows() -> None:
    sheet = par_sheet("hcf", without=["progressive"], quick=True)
    table = sheet.table("distribution")
    many = Table(table.id, table.title, table.columns, table.rows * 12, table.total, "a note")
    sections = tuple(s for s in sheet.sections if s.id == "paytables")
    blocks = (*sections[0].blocks, many)
    section = type(sections[0])("long", "A long one", blocks)
    long = Paper(sheet.title, sheet.version, "", sheet.digest, sheet.front, (section,))
    pages = pages_of(to_pdf(long))
    assert sum("Net in Antes" in page for page in pages) >= 2
    assert "".join(pages).count("22.890578%") == 12


# HTML


def test_all_of_the_sheet_is_in_the_html(high_card: Paper, high_card_html: str) -> None:
    reader = read(high_card_html)
    shown = squeezed(reader.text)
    for text in texts(high_card):
        assert squeezed(text) in shown, text
    for table, cells in zip(high_card.tables(), reader.tables, strict=True):
        headed = any(column.heading for column in table.columns)
        said = [column.heading for column in table.columns] if headed else []
        said += [cell.text for row in (*table.rows, table.total) for cell in row]
        assert cells == said
    assert len(re.findall(r"<svg ", high_card_html)) >= len(list(high_card.charts()))


def test_the_html_fetches_nothing_and_runs_nothing(high_card_html: str) -> None:
    reader = read(high_card_html)
    assert {"script", "link", "img", "iframe", "object", "embed", "base", "form"}.isdisjoint(
        reader.tags
    )
    assert "://" not in high_card_html
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", high_card_html)
    assert "@import" not in high_card_html
    assert not [name for _, name, _ in reader.attributes if name.startswith("on")]
    for tag, name, value in reader.attributes:
        if name in ("href", "src"):
            assert value.startswith("#"), (tag, value)


def test_links_and_ids_of_the_html_agree(high_card_html: str) -> None:
    reader = read(high_card_html)
    ids = reader.values("id")
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in reader.values("href")} <= set(ids)
    assert set(reader.values("aria-labelledby")) <= set(ids)


def test_the_html_is_made_for_everybody(high_card_html: str) -> None:
    reader = read(high_card_html)
    charts = [value for tag, name, value in reader.attributes if (tag, name) == ("svg", "role")]
    said = [value for tag, name, value in reader.attributes if (tag, name) == ("svg", "aria-label")]
    assert charts == ["img"] * len(said)
    assert all(said)
    assert reader.tags.count("h1") == 1
    assert "prefers-color-scheme: dark" in high_card_html
    assert "@media print" in high_card_html
    # Every colour of a chart is the page's to change.
    drawn = "".join(re.findall(r"<svg .*?</svg>", high_card_html, re.DOTALL))
    plain = re.sub(r"var\(--ls-[\w-]+, #[0-9a-f]{6}\)", "", drawn)
    assert not re.search(r"(?:fill|stroke): #[0-9a-f]{6}", plain)


# Both


def test_the_same_settings_give_the_same_bytes() -> None:
    def made() -> Paper:
        return par_sheet(
            "hcf", without=["straight-flush-bonus", "progressive"], date=DAY, quick=True
        )

    first, second = made(), made()
    assert first == second
    assert to_html(first) == to_html(second)
    assert to_pdf(first) == to_pdf(second)


def test_somebodys_own_table_is_text_and_never_markup(tmp_path: Path) -> None:
    file = tmp_path / "wild <i>.toml"
    file.write_text(WILD, encoding="utf-8")
    sheet = par_sheet(
        "hcf",
        paytables={"flush-bonus": [str(file)]},
        without=["straight-flush-bonus", "progressive"],
        quick=True,
    )
    page = to_html(sheet)
    reader = read(page)
    assert {"script", "img", "b", "i"}.isdisjoint(reader.tags)
    assert not [name for _, name, _ in reader.attributes if name.startswith("on")]
    ours = '<b>Ours & "Co"</b> <script>alert(1)</script>'
    assert ours in reader.text
    assert "</table><img src=x onerror=alert(2)> &amp; {} %s" in reader.text
    shown = Printed.of(sheet).text
    for text in (ours, "A & B < C", "</table><img src=x onerror=alert(2)> &amp; {} %s"):
        assert squeezed(text) in shown


def test_every_font_is_embedded(high_card_pdf: bytes) -> None:
    reader = PdfReader(io.BytesIO(high_card_pdf))
    fonts = {}
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            known = font.get_object()
            fonts[known["/BaseFont"]] = known.get("/FontDescriptor")
    assert fonts
    for name, described in fonts.items():
        assert described is not None and "/FontFile2" in described.get_object(), name


def test_no_page_is_half_empty(high_card_pdf: bytes, chase_pdf: bytes) -> None:
    """The front page, and the last, may be; of all others the lowest text is in the lower half."""
    for game, data in (("High Card Flush", high_card_pdf), ("Chase the Flush", chase_pdf)):
        reader = PdfReader(io.BytesIO(data))
        for number, page in enumerate(reader.pages[1:-1], start=2):
            heights: list[float] = []

            def note(text: str, cm: list[float], tm: list[float], *_: object) -> None:
                height = cm[1] * tm[4] + cm[3] * tm[5] + cm[5]
                if text.strip() and height > 45:
                    heights.append(float(height))  # noqa: B023

            page.extract_text(visitor_text=note)
            assert min(heights) < float(page.mediabox.height) / 2, (game, number)
