"""A sheet's charts, drawn in the house style."""

from math import sqrt

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from longsuit.analysis.report.charts import (
    LIGHT,
    grid_lines,
    house_style,
    margins,
    new_figure,
    percent_axis,
)
from longsuit.analysis.report.content import Bars, Chart, Funnel, MeterLine, Meters, Shares

WIDE, NARROW = 7.0, 3.4
"""Inches: a chart over the whole page, and one of two side by side."""
_CROWDED = 20
_WRAP = 26
_ROW = 5.0
"""Inches from which a legend has room in one row."""
_LETTER = 0.054
"""Inches that a letter beside a bar takes, on average."""


def draw(chart: Chart, width: float = WIDE) -> Figure:
    """The chart as a figure of that many inches."""
    drawing = chart.drawing
    # Margins are given: to find them by looking takes longer than the drawing.
    figure = new_figure(width, height_of(chart, width), lays_out=False)
    with house_style():
        if isinstance(drawing, Bars):
            (_lying if drawing.across else _standing)(figure, drawing)
        elif isinstance(drawing, Shares):
            _shares(figure, drawing)
        elif isinstance(drawing, Meters):
            _meters(figure, drawing)
        else:
            _funnel(figure, drawing)
    return figure


def height_of(chart: Chart, width: float) -> float:
    """Inches that the chart needs at that width."""
    drawing = chart.drawing
    if isinstance(drawing, Bars):
        if not drawing.across:
            return 2.5
        rows = sum(1 + (len(_wrapped(label)) > 1) * 0.45 for label in drawing.labels)
        return 0.3 + 0.23 * rows
    if isinstance(drawing, Shares):
        return 1.0 if width > _ROW else 1.25
    if isinstance(drawing, Meters):
        rows = -(-len(drawing.lines) // _columns(drawing, width))
        return 1.65 if rows == 1 else 1.25 * rows if width < WIDE else 1.85 * rows
    return 2.7


def _wrapped(label: str) -> list[str]:
    """A long label on two lines, broken where it may be."""
    if len(label) <= _WRAP:
        return [label]
    for mark in (", king", " or ", ", "):
        if mark in label:
            at = label.index(mark) + (1 if mark[0] == "," else len(mark) - 1)
            return [label[:at], label[at + 1 :]]
    return [label]


def _standing(figure: Figure, bars: Bars) -> None:
    axes = figure.add_subplot()
    places = range(len(bars.values))
    heights = [float(value) for value in bars.values]
    axes.bar(places, heights, color=[LIGHT[tone] for tone in bars.tones], width=0.78)
    crowded = len(heights) > _CROWDED
    for place, height, text in zip(places, heights, bars.texts, strict=True):
        axes.annotate(
            text,
            (place, height),
            (0, 2.5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=5.5 if crowded else 6.2,
            rotation=90 if crowded else 0,
            color=LIGHT["ink"],
        )
    axes.set_xticks(list(places), bars.labels, rotation=90 if crowded else 0)
    axes.set_xlim(-0.6, len(heights) - 0.4)
    axes.set_ylim(0, max(heights) * (1.25 if crowded else 1.12))
    axes.set_ylabel(bars.axis)
    percent_axis(axes)
    grid_lines(axes)
    margins(figure, 0.62, 0.5 if crowded else 0.25, 0.05, 0.05)


def _lying(figure: Figure, bars: Bars) -> None:
    axes = figure.add_subplot()
    places = range(len(bars.values))
    lengths = [float(value) for value in bars.values]
    axes.barh(places, lengths, color=[LIGHT[tone] for tone in bars.tones], height=0.66)
    for place, length, text in zip(places, lengths, bars.texts, strict=True):
        axes.annotate(
            text,
            (length, place),
            (3, 0),
            textcoords="offset points",
            ha="left",
            va="center",
            fontsize=7,
            color=LIGHT["ink"],
        )
    labels = [_wrapped(label) for label in bars.labels]
    axes.set_yticks(list(places), ["\n".join(lines) for lines in labels])
    longest = max(len(line) for lines in labels for line in lines)
    margins(figure, 0.12 + _LETTER * longest, 0.06, 0.55, 0.04)
    axes.set_ylim(len(lengths) - 0.45, -0.55)
    axes.set_xlim(0, max(lengths) or 1)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)


def _shares(figure: Figure, shares: Shares) -> None:
    """One bar cut in parts; a part too thin for its figure has it in the legend alone."""
    axes = figure.add_subplot()
    row = figure.get_figwidth() > _ROW
    margins(figure, 0.02, 0.34 if row else 0.58, 0.02, 0.06)
    start = 0.0
    for label, value, text, tone in zip(
        shares.labels, shares.values, shares.texts, shares.tones, strict=True
    ):
        length = float(value)
        axes.barh(
            [0],
            [length],
            left=[start],
            height=0.9,
            color=LIGHT[tone],
            edgecolor=LIGHT["paper"],
            linewidth=0.8,
            label=f"{label}  {text}",
        )
        if length > 0.08:
            axes.text(
                start + length / 2,
                0,
                text,
                ha="center",
                va="center",
                color=LIGHT["paper"],
                fontweight="bold",
            )
        start += length
    axes.set_xlim(0, 1)
    axes.set_ylim(-0.5, 0.5)
    axes.set_axis_off()
    axes.legend(
        loc="upper left",
        bbox_to_anchor=(0, -0.12),
        ncols=len(shares.labels) if row else 2,
        handlelength=0.9,
        handleheight=0.9,
        columnspacing=1.6,
        borderaxespad=0,
        borderpad=0,
    )


def _columns(meters: Meters, width: float) -> int:
    return 1 if len(meters.lines) == 1 or width < WIDE else 2


def _meters(figure: Figure, meters: Meters) -> None:
    columns = _columns(meters, figure.get_figwidth())
    rows = -(-len(meters.lines) // columns)
    margins(figure, 0.5, 0.24, 0.24, 0.24)
    room = (figure.get_figheight() - 0.48) / rows
    figure.subplots_adjust(hspace=0.5 / max(room - 0.25, 0.5), wspace=0.24)
    for number, line in enumerate(meters.lines, start=1):
        axes = figure.add_subplot(rows, columns, number)
        _meter(axes, line)
        axes.set_title(line.meter)


def _meter(axes: Axes, line: MeterLine) -> None:
    """A straight line from nothing past break-even, and the places that matter on it."""
    marks = [float(line.seed), float(line.average)]
    if line.break_even is not None:
        marks.append(float(line.break_even))
    end = max(marks) * 1.18 or 1.0
    at_zero, slope = float(line.at_zero), float(line.slope)
    ends = np.array([0.0, end])
    axes.plot(ends / 100, at_zero + slope * ends, color=LIGHT["blue"], zorder=2)
    axes.axhline(1, color=LIGHT["muted"], linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
    for cents, tone, name in (
        (line.seed, "push", "seed"),
        (line.average, "gold", "average"),
        (line.break_even, "win", "break-even"),
    ):
        if cents is not None:
            place = float(cents)
            axes.plot(
                [place / 100],
                [at_zero + slope * place],
                "o",
                color=LIGHT[tone],
                markersize=5.5,
                markeredgecolor=LIGHT["paper"],
                markeredgewidth=0.8,
                zorder=3,
                label=f"{name} {_dollars(place / 100)}",
            )
    low, high = at_zero, max(at_zero + slope * end, 1.0)
    axes.set_ylim(low - (high - low) * 0.06, high + (high - low) * 0.12)
    axes.set_xlim(0, end / 100)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _dollars(value)))
    axes.locator_params(axis="x", nbins=4)
    percent_axis(axes)
    grid_lines(axes)
    # Where it hides neither the line nor a mark: that differs from table to table.
    axes.legend(loc="best", handlelength=0.8, labelspacing=0.3, borderaxespad=0.2)


def _dollars(amount: float) -> str:
    """Dollars that fit under an axis."""
    for size, letter in ((1e9, "b"), (1e6, "m"), (1e4, "k")):
        if amount >= size:
            unit = 1e3 if letter == "k" else size
            return f"${amount / unit:.3g}{letter}"
    return f"${amount:,.0f}"


def _funnel(figure: Figure, funnel: Funnel) -> None:
    axes = figure.add_subplot()
    margins(figure, 0.62, 0.45, 0.36, 0.06)
    rounds = np.geomspace(funnel.fewest, funnel.most, 160)
    edge = float(funnel.expected)
    for band, tone in zip(
        sorted(funnel.bands, key=lambda band: -band.deviations),
        ("band-wide", "band"),
        strict=True,
    ):
        reach = band.deviations * funnel.deviation / np.sqrt(rounds)
        axes.fill_between(
            rounds,
            edge - reach,
            edge + reach,
            color=LIGHT[tone],
            linewidth=0,
            label=f"{band.confidence} bounds",
        )
    axes.axhline(edge, color=LIGHT["win"], label=f"expected, {edge:.2%}")
    axes.axhline(0, color=LIGHT["muted"], linewidth=0.8, linestyle=(0, (4, 3)))
    axes.set_xscale("log")
    axes.set_xlim(funnel.fewest, funnel.most)
    widest = max(band.deviations for band in funnel.bands)
    most = widest * funnel.deviation / sqrt(funnel.fewest)
    axes.set_ylim(edge - most, edge + most)
    axes.xaxis.set_major_locator(LogLocator(10))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("rounds")
    axes.set_ylabel("hold")
    axes.tick_params(which="minor", length=0)
    percent_axis(axes)
    grid_lines(axes)
    axes.legend(loc="upper right")
