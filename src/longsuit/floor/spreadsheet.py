"""CSV for spreadsheets: no text in it is taken for a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def text_cell(value: object) -> object:
    """A value, such that no spreadsheet takes a text for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def csv_file(heading: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """A heading and rows."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(heading)
    table.writerows(rows)
    return written.getvalue()
