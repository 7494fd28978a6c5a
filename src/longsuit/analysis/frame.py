"""Figures in columns: shown in a notebook, listed as rows, taken by anything that reads Arrow.

polars, pandas and DuckDB take a frame as it is, through the Arrow PyCapsule interface. An exact
fraction is there twice: as a decimal to reckon with, and as the text of the fraction.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import Any, TypeAlias

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.extras import name_extra

Value: TypeAlias = str | int | float | Fraction | None


class Frame(Struct, frozen=True):
    """A table of figures: named columns of equal length."""

    title: str
    names: tuple[str, ...]
    columns: tuple[tuple[Value, ...], ...]

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 0

    def __getitem__(self, name: str) -> tuple[Value, ...]:
        if name not in self.names:
            raise KeyError(name)
        return self.columns[self.names.index(name)]

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """Row by row."""
        return zip(*self.columns, strict=True)

    def to_dicts(self) -> list[dict[str, Value]]:
        """Every row as a dictionary keyed by column name."""
        return [dict(zip(self.names, row, strict=True)) for row in self.rows()]

    def __repr__(self) -> str:
        lines = [list(self.names), *([_text(value) for value in row] for row in self.rows())]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        drawn = (
            "  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True))
            for line in lines
        )
        return "\n".join((self.title, *drawn))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.names)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_text(value))}</td>" for value in row) + "</tr>"
            for row in self.rows()
        )
        title = escape(self.title)
        return f"<table><caption>{title}</caption><tr>{head}</tr>{body}</table>"

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        try:
            import nanoarrow as arrow  # noqa: PLC0415
        except ImportError as missing:
            raise InputError(name_extra(missing) or str(missing)) from None
        kinds = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
        fields = {name: (kinds[kind], values) for name, kind, values in self._plain()}
        children = [arrow.c_array(values, kind) for kind, values in fields.values()]
        whole = arrow.c_array_from_buffers(
            arrow.struct({name: kind for name, (kind, _) in fields.items()}),
            len(self),
            buffers=[None],
            children=children,
        )
        return arrow.Array(whole).__arrow_c_stream__(requested_schema)

    def _plain(self) -> Iterator[tuple[str, type, list[Any]]]:
        """Each column as one kind of value that every reader knows."""
        for name, values in zip(self.names, self.columns, strict=True):
            held = [value for value in values if value is not None]
            if any(isinstance(value, Fraction) for value in held):
                yield name, float, [None if v is None else float(v) for v in values]
                exact = [None if v is None else str(v) for v in values]
                yield f"{name}_exact", str, exact
            elif all(isinstance(value, int) for value in held):
                yield name, int, list(values)
            elif any(isinstance(value, str) for value in held):
                yield name, str, [None if v is None else str(v) for v in values]
            else:
                yield name, float, [None if v is None else float(v) for v in values]


def make_frame(title: str, names: str, rows: Iterable[Sequence[Value]]) -> Frame:
    """A frame of rows; `names` are those of its columns, with spaces between."""
    known = tuple(names.split())
    held = [tuple(row) for row in rows]
    columns = zip(*held, strict=True) if held else ((),) * len(known)
    return Frame(title, known, tuple(columns))


def _text(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return str(value) if value.denominator == 1 else f"{float(value):.6g}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
