"""Frames: columns that other programs take as they are."""

from fractions import Fraction

import duckdb
import nanoarrow
import pytest

import longsuit
from longsuit.analysis.frame import make_frame
from longsuit.core.errors import InputError

FRAME = make_frame(
    "All kinds",
    "name count share exact",
    [("a", 1, 0.5, Fraction(1, 3)), ("b", None, None, None), ("<c>", 3, 2.0, Fraction(2))],
)


def test_rows_and_columns_are_the_same_figures() -> None:
    assert len(FRAME) == 3
    assert FRAME["count"] == (1, None, 3)
    assert FRAME.to_dicts()[0] == {"name": "a", "count": 1, "share": 0.5, "exact": Fraction(1, 3)}
    assert "&lt;c&gt;" in FRAME._repr_html_()
    with pytest.raises(KeyError):
        FRAME["nothing"]
    assert len(make_frame("Empty", "a b", [])) == 0


def test_arrow_readers_take_a_frame() -> None:
    """A fraction is there as a decimal and as its own text."""
    taken = nanoarrow.ArrayStream(FRAME).read_all()
    assert [field.name for field in taken.schema.fields] == [
        *("name", "count", "share", "exact", "exact_exact")
    ]
    assert [row["exact_exact"] for row in taken.to_pylist()] == ["1/3", None, "2"]


def test_duckdb_asks_a_result() -> None:
    lines = longsuit.price("ctf", "same-suit").table  # noqa: F841, the query names it
    found = duckdb.execute("select sum(probability) from lines where combinations > 0").fetchall()
    assert found[0][0] == pytest.approx(float(longsuit.price("ctf", "same-suit").hit_frequency))


def test_without_the_package_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "nanoarrow", None)
    with pytest.raises(InputError, match=r"nanoarrow: pip install 'longsuit\[arrow\]'"):
        FRAME.__arrow_c_stream__()
