"""A result as a picture."""

from typing import TYPE_CHECKING, TypeAlias

from longsuit.analysis.exact.pricing import Price
from longsuit.analysis.exact.solution import Solution
from longsuit.core.errors import InputError

Plotted: TypeAlias = "Solution | Price | Simulation | Chart"

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from longsuit.analysis.report.content import Chart
    from longsuit.analysis.simulate.result import Simulation


_LINE, _GAP = 0.19, 0.1
"""Inches."""


def plot(result: Plotted) -> "Figure":
    """Draw a result as a Matplotlib figure, which you can show, change or save.

    A solution shows the distribution of a round, a price the return of each line, a simulation its
    course and results. From a PAR sheet, pass any chart of ``sheet.charts()``.

    >>> plot(result).savefig("lines.png")  # doctest: +SKIP
    """
    from longsuit.analysis.report.content import Chart
    from longsuit.analysis.report.lines import lines_chart
    from longsuit.analysis.report.main_game import distribution_chart
    from longsuit.analysis.report.simulation_charts import draw_simulation
    from longsuit.analysis.simulate.result import Simulation

    match result:
        case Simulation():
            return draw_simulation(result)
        case Solution():
            return _titled(distribution_chart(result), result.headline)
        case Price():
            return _titled(lines_chart("lines", result), result.headline)
        case Chart():
            return _titled(result)
    raise InputError("A solution, a price, a simulation or a chart of a PAR sheet has a picture.")


def _titled(chart: "Chart", headline: str = "") -> "Figure":
    """The chart of a sheet, which stands under its title there, with both lines on top."""
    from longsuit.analysis.report.charts import house_style
    from longsuit.analysis.report.drawings import draw

    figure = draw(chart)
    lines = [headline.partition(":")[0], chart.title] if headline else [chart.title]
    margins, (width, height) = figure.subplotpars, figure.get_size_inches()
    full = height + _LINE * len(lines) + _GAP
    with house_style():
        figure.set_size_inches(width, full)
        figure.subplots_adjust(
            bottom=margins.bottom * height / full, top=margins.top * height / full
        )
        for number, line in enumerate(lines, start=1):
            figure.text(
                0.01, 1 - number * _LINE / full, line, weight="bold" if number == 1 else None
            )
    return figure
