"""The charts of a day's report, as ECharts options. Their texts take the colours of the page.

They are drawn as SVG, so that the page's own style reaches into them in light and in dark; every
figure is in a table below as well.
"""

from collections.abc import Sequence
from typing import Any

from longsuit.core.money import MITES, Mites
from longsuit.floor.reports.meter_day import MeterDay
from longsuit.floor.reports.table_day import TableDay

_GREEN, _BRASS, _BLUE = "#2f9e74", "#c98a1b", "#4f83d6"
_RED, _GREY, _PURPLE = "#cf5a52", "#8a938d", "#9a6fc4"
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
MOST_METERS = 12
_DOLLARS = "(value) => (value < 0 ? '−$' : '$') + Math.abs(value).toLocaleString('en-US')"
_PERCENT = "(value) => value == null ? '' : value.toFixed(2) + '%'"
_AXIS = "(value) => value + '%'"

Series = tuple[str, str, Sequence[float | None]]
"""A name, a colour, a value for each category."""


def _bars(names: Sequence[str], series: Sequence[Series], value: str, axis: str) -> dict[str, Any]:
    """Bars that lie, so that names have room on a narrow screen too."""
    line = {"lineStyle": {"color": "#80808055"}}
    return {
        "animation": False,
        "textStyle": {"fontFamily": _FONT},
        "aria": {"enabled": False},
        "grid": {"left": 8, "right": 24, "top": 56, "bottom": 8, "containLabel": True},
        "legend": {"top": 0, "type": "plain", "itemGap": 14},
        "tooltip": {"trigger": "axis", "confine": True, ":valueFormatter": value},
        "xAxis": {
            "type": "value",
            "splitNumber": 3,
            "axisLabel": {":formatter": axis, "hideOverlap": True},
            "splitLine": line,
        },
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": list(names),
            "axisTick": {"show": False},
            # Long names go on in another line: none is cut.
            "axisLabel": {"width": 120, "overflow": "break", "lineHeight": 14},
        },
        "series": [
            {
                "type": "bar",
                "name": name,
                "itemStyle": {"color": colour},
                "barMaxWidth": 16,
                "data": list(values),
            }
            for name, colour, values in series
        ],
    }


def height(rows: int, bars: int) -> int:
    """How high a chart of so many rows of bars is, in pixels."""
    return 100 + rows * (bars * 18 + 18)


def table_names(tables: Sequence[TableDay]) -> list[str]:
    """What the tables are called in a chart."""
    return [one.name for one in tables]


def money_chart(tables: Sequence[TableDay]) -> dict[str, Any]:
    """Drop, handle and win of each table, in dollars."""
    series: list[Series] = [
        ("Drop", _BLUE, [one.drop / 100 for one in tables]),
        ("Handle", _BRASS, [one.handle / 100 for one in tables]),
        ("Win", _GREEN, [_dollars(one.win_mites) for one in tables]),
    ]
    return _bars(table_names(tables), series, _DOLLARS, _DOLLARS)


def hold_chart(tables: Sequence[TableDay]) -> dict[str, Any]:
    """Hold of each table beside what theory says."""
    holds = [round(100 * one.hold.decimal, 4) if one.hold else None for one in tables]
    theories = [round(100 * one.theory.decimal, 4) if one.theory else None for one in tables]
    series: list[Series] = [("Hold", _GREEN, holds), ("Theory", _GREY, theories)]
    return _bars(table_names(tables), series, _PERCENT, _AXIS)


def meter_chart(meters: Sequence[MeterDay]) -> dict[str, Any]:
    """What each meter opened with, what came and went, in one bar; how it closed in another."""
    values = [one.value for one in meters]
    came = [
        ("Opening", _GREY, [_dollars(one.opening) for one in values]),
        ("Contributions", _BLUE, [_dollars(one.contributions) for one in values]),
        ("Reseeds", _BRASS, [_dollars(one.reseeds) for one in values]),
        ("Corrections", _PURPLE, [_dollars(one.voids + one.corrections) for one in values]),
        ("Awards", _RED, [_dollars(one.awards) for one in values]),
    ]
    closing = ("Closing", _GREEN, [_dollars(one.closing) for one in values])
    options = _bars(
        [one.meter.replace("/", " ") for one in meters], [*came, closing], _DOLLARS, _DOLLARS
    )
    for series in options["series"][: len(came)]:
        series["stack"] = "came"
    return options


def moved_most(meters: Sequence[MeterDay]) -> list[MeterDay]:
    """The meters of which a chart can tell something, the largest movement first."""

    def moved(one: MeterDay) -> Mites:
        value = one.value
        return abs(value.contributions) + abs(value.awards) + abs(value.corrections)

    return sorted(filter(moved, meters), key=moved, reverse=True)[:MOST_METERS]


def _dollars(mites: Mites) -> float:
    return round(mites / MITES / 100, 4)
