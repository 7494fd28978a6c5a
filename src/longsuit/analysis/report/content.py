"""What a sheet says, before anybody decides how it looks.

The sheet is built once and then rendered as PDF, as HTML or as JSON, so the three cannot disagree:
every figure is a cell that carries the text that is shown and the exact value behind it.
"""

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

Tone = Literal["win", "lose", "push", "blue", "gold", "violet", "sky"]
"""A colour of the house, by what it stands for."""


WITH_CONTENTS = 6
"""So many sections need a table of contents."""


class Cell(Struct, frozen=True, omit_defaults=True):
    """One place of a table."""

    text: str
    value: Fraction | float | None = None
    """The figure behind the text: exact, or a float for a root."""


class Column(Struct, frozen=True):
    """A column's heading, and whether its cells are numbers."""

    heading: str
    number: bool = False


class Table(Struct, frozen=True, tag="table", omit_defaults=True):
    """Rows under headings; a total stands below them."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...] = ()
    note: str = ""


class Text(Struct, frozen=True, tag="text"):
    """A paragraph."""

    text: str


class Bullets(Struct, frozen=True, tag="list"):
    """Sentences that stand side by side."""

    items: tuple[str, ...]


class Commands(Struct, frozen=True, tag="commands"):
    """Lines to type."""

    lines: tuple[str, ...]


class Bars(Struct, frozen=True, tag="bars"):
    """A value for each label."""

    labels: tuple[str, ...]
    values: tuple[Fraction, ...]
    texts: tuple[str, ...]
    tones: tuple[Tone, ...]
    axis: str
    across: bool = False
    """The bars lie, and the labels stand beside them."""


class Shares(Struct, frozen=True, tag="shares"):
    """Parts of a whole."""

    labels: tuple[str, ...]
    values: tuple[Fraction, ...]
    texts: tuple[str, ...]
    tones: tuple[Tone, ...]


class MeterLine(Struct, frozen=True):
    """The return of a wager against one of its meters: a straight line. Amounts are in cents."""

    meter: str
    seed: Fraction
    average: Fraction
    break_even: Fraction | None
    at_zero: Fraction
    """The return if the meter stood at nothing."""
    slope: Fraction
    """What each cent of the meter adds."""


class Meters(Struct, frozen=True, tag="meters"):
    """Every meter of a progressive."""

    lines: tuple[MeterLine, ...]


class Band(Struct, frozen=True):
    """How far a hold may stray, in standard deviations, with that confidence."""

    confidence: str
    deviations: float


class Funnel(Struct, frozen=True, tag="funnel"):
    """The hold that is to be expected, narrowing with the number of rounds."""

    expected: Fraction
    deviation: float
    bands: tuple[Band, ...]
    fewest: int
    most: int


class Chart(Struct, frozen=True):
    """A picture of figures that stand in a table as well."""

    id: str
    title: str
    summary: str
    """What the picture shows, for who cannot see it."""
    drawing: Bars | Shares | Meters | Funnel


class Charts(Struct, frozen=True, tag="charts"):
    """One chart, or two side by side where there is room."""

    charts: tuple[Chart, ...]


Block = Text | Bullets | Commands | Table | Charts


class Section(Struct, frozen=True, omit_defaults=True):
    """A heading and what stands under it."""

    id: str
    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple["Section", ...] = ()


class Paper(Struct, frozen=True):
    """A whole sheet."""

    title: str
    version: str
    date: str
    """As given at the door, in ISO form; empty for a sheet without one."""
    digest: str
    """Identifies the settings: the same rules, tables and options have the same digest."""
    front: tuple[Block, ...]
    """The first page: what it is about, and the figures at a glance."""
    sections: tuple[Section, ...]

    def section(self, name: str) -> Section:
        """The section or part with that id."""
        return next(section for section in self.walk() if section.id == name)

    def walk(self) -> Iterator[Section]:
        """Every section and part, in order."""
        for section in self.sections:
            yield section
            yield from section.parts

    def table(self, name: str) -> Table:
        """The table with that id."""
        return next(table for table in self.tables() if table.id == name)

    def tables(self) -> Iterator[Table]:
        """Every table, in order."""
        for block in self.blocks():
            if isinstance(block, Table):
                yield block

    def charts(self) -> Iterator[Chart]:
        """Every chart, in order."""
        for block in self.blocks():
            if isinstance(block, Charts):
                yield from block.charts

    def blocks(self) -> Iterator[Block]:
        """All that stands on the sheet, in order."""
        yield from self.front
        for section in self.walk():
            yield from section.blocks

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return to_data(self)

    def save(self, path: str | Path) -> int:
        """Write it to a .pdf or .html file; the number of bytes."""
        from longsuit.analysis.report.files import write_sheet  # noqa: PLC0415

        return write_sheet(self, Path(path))

    def __repr__(self) -> str:
        return f"<{self.title}, settings {self.digest}>"

    def _repr_html_(self) -> str:
        from longsuit.analysis.report.html import to_html  # noqa: PLC0415

        title, page = escape(self.title), escape(to_html(self))
        size = 'width="100%" height="600"'
        return f'<iframe title="{title}" srcdoc="{page}" {size}></iframe>'


class ParSheet(Paper, frozen=True, kw_only=True):
    """The sheet of a game."""

    game: str


def to_data(sheet: Paper) -> dict[str, Any]:
    """The sheet as plain data, exact values as fractions with a decimal beside them."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sheet, enc_hook=_exact))
    return data


def _exact(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {"exact": f"{value.numerator}/{value.denominator}", "decimal": float(value)}
    raise NotImplementedError(f"{type(value).__name__} has no place on a sheet")


def words(text: str) -> Cell:
    """A cell of plain text."""
    return Cell(text)


def left(*headings: str) -> tuple[Column, ...]:
    """Columns of words."""
    return tuple(Column(heading) for heading in headings)


def right(*headings: str) -> tuple[Column, ...]:
    """Columns of numbers."""
    return tuple(Column(heading, number=True) for heading in headings)
