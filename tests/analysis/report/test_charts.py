"""Charts: the house style, and the same bytes every time."""

from fractions import Fraction
from pathlib import Path

import pytest

from longsuit.analysis.report import charts
from longsuit.analysis.report.content import Bars, Chart
from longsuit.analysis.report.drawings import draw
from longsuit.core.errors import InputError

CHART = Chart(
    "a-chart",
    "A chart",
    "Two bars.",
    Bars(
        ("$5 & <b>", "2"),
        (Fraction(1, 3), Fraction(2, 3)),
        ("$33%", "67%"),
        ("win", "lose"),
        "share",
        across=True,
    ),
)


def test_colours_stand_for_one_name_each() -> None:
    assert charts.LIGHT.keys() == charts.DARK.keys()
    assert len(set(charts.LIGHT.values())) == len(charts.LIGHT)
    assert set(charts.SERIES) <= set(charts.LIGHT)


def test_a_chart_is_the_same_every_time() -> None:
    for written in (charts.svg, charts.pdf, charts.png):
        assert written(draw(CHART)) == written(draw(CHART))


def test_svg_takes_its_colours_from_the_page() -> None:
    drawn = charts.svg(draw(CHART), "salt")
    assert drawn.startswith("<svg")
    assert "var(--ls-win, " in drawn
    assert "$5 &amp; &lt;b&gt;" in drawn
    assert "var(" not in charts.svg(draw(CHART), themed=False)


def test_a_chart_is_saved_by_its_ending(tmp_path: Path) -> None:
    starts = {"a.svg": b"<svg", "a.pdf": b"%PDF", "a.png": b"\x89PNG"}
    for name, start in starts.items():
        charts.save(draw(CHART), tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    with pytest.raises(InputError, match=r"not to a\.gif"):
        charts.save(draw(CHART), tmp_path / "a.gif")
