"""A simulation as a picture: the mean closing in, results or sessions, and the meters' paths."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from longsuit.analysis.report.charts import LIGHT, SERIES, grid_lines, house_style, new_figure
from longsuit.analysis.simulate.result import MeterFigures, SessionFigures, Simulation
from longsuit.core.games.catalog import game_by_id
from longsuit.core.money import show_dollars

_SURE = 1.96
"""Standard errors to either side that hold the true mean 95 times in 100."""
_BARS = 60
_TALLEST_METERS = 6
_DWARFS = 3.0


def draw_simulation(result: Simulation) -> Figure:
    """The picture as a figure."""
    rows = 2 if result.meters else 1
    figure = new_figure(9.6, 3.9 * rows)
    with house_style():
        grid = figure.add_gridspec(rows, 2)
        game = game_by_id(result.game).name
        seats = "" if result.seats == 1 else f", {result.seats} seats"
        figure.suptitle(
            f"{game}: {result.strategy} strategy{seats}, {result.rounds:,} rounds "
            f"(seed {result.seed})",
            x=0.01,
            ha="left",
            weight="bold",
        )
        _draw_course(figure.add_subplot(grid[0, 0]), result)
        if result.sessions is not None:
            _draw_sessions(figure.add_subplot(grid[0, 1]), result.sessions)
        else:
            _draw_results(figure.add_subplot(grid[0, 1]), result)
        if result.meters:
            _draw_meters(figure.add_subplot(grid[1, :]), result.meters)
    return figure


def _draw_course(axes: Axes, result: Simulation) -> None:
    """The mean after so many rounds, with the band in which the true one lies."""
    rounds = [point[0] for point in result.course]
    means = [point[1] for point in result.course]
    low = [mean - _SURE * error for _, mean, error in result.course]
    high = [mean + _SURE * error for _, mean, error in result.course]
    axes.set_title("Average result of a seat and round")
    axes.set_ylabel("Antes")
    axes.set_xlabel("rounds")
    if len(rounds) == 1:
        half = _SURE * result.standard_error
        said = "simulated, 95% sure"
        axes.errorbar(rounds, means, yerr=half, fmt="o", color=LIGHT["blue"], capsize=4, label=said)
    else:
        axes.fill_between(rounds, low, high, color=LIGHT["band"], label="95% sure")
        axes.plot(rounds, means, color=LIGHT["blue"], label="simulated")
    exact = result.long_run.exact
    if exact is not None:
        said = "exact" if not result.meters else "exact, in the long run"
        axes.axhline(
            float(exact), color=LIGHT["lose"], linewidth=1.2, linestyle=(0, (4, 3)), label=said
        )
    axes.xaxis.set_major_formatter(FuncFormatter(_short))
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.set_xlim(left=0)
    grid_lines(axes)
    axes.legend(loc="best")


def _draw_results(axes: Axes, result: Simulation) -> None:
    """How often a round ends with each result; rare ones show on the scale of tenfolds."""
    dealt = result.rounds * result.seats
    antes = [place for place, _ in result.histogram]
    shares = [count / dealt for _, count in result.histogram]
    colours = [LIGHT["win" if n > 0 else "lose" if n < 0 else "push"] for n in antes]
    axes.bar(antes, shares, width=0.85, color=colours)
    axes.set_yscale("log")
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share * 100:g}%"))
    axes.set_title("Results of a round")
    axes.set_xlabel("Antes won or lost, to the nearest; the ends hold all beyond")
    axes.set_ylabel("share of rounds")
    grid_lines(axes)


def _draw_sessions(axes: Axes, sessions: SessionFigures) -> None:
    """Session results: 98 of 100 in bars, what lies beyond in the end ones."""
    low, high = sessions.quantile(0.01), sessions.quantile(0.99)
    if low == high:
        low, high = low - 100, high + 100
    edges = [low + (high - low) * place / _BARS for place in range(_BARS + 1)]
    shares = [0.0] * _BARS
    for result, count in sessions.results:
        place = min(max(bisect_right(edges, result) - 1, 0), _BARS - 1)
        shares[place] += count / sessions.sessions
    middles = [(a + b) / 200 for a, b in pairwise(edges)]
    colours = [LIGHT["win" if middle > 0 else "lose"] for middle in middles]
    axes.bar(middles, shares, width=(high - low) / _BARS / 100 * 0.9, color=colours)
    start = "" if sessions.bankroll is None else f" from {show_dollars(sessions.bankroll)}"
    axes.set_title(f"Results of {sessions.length:,} rounds{start}")
    marks = [
        ("average", sessions.mean / 100, "blue"),
        ("median", sessions.quantile(0.5) / 100, "gold"),
    ]
    for name, value, colour in marks:
        axes.axvline(value, color=LIGHT[colour], linewidth=1.2, label=f"{name} {_money(value)}")
    if sessions.bankroll is not None:
        axes.plot([], [], " ", label=f"out of money {sessions.ruin:.1%}")
    axes.plot([], [], " ", label=f"ahead {sessions.ahead:.1%}")
    _cut_tallest(axes, middles, shares)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _money(value)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share * 100:g}%"))
    axes.set_xlabel("won or lost; the end bars hold all beyond")
    axes.set_ylabel(f"share of {sessions.sessions:,} sessions")
    grid_lines(axes)
    axes.legend(loc="upper right")


def _cut_tallest(axes: Axes, middles: Sequence[float], shares: Sequence[float]) -> None:
    """Where one bar dwarfs the rest (most bankrolls lost), it runs off the top with its share."""
    second, tallest = sorted(shares)[-2:]
    if tallest > _DWARFS * second > 0:
        top = _DWARFS / 2 * second
        axes.set_ylim(0, top)
        place = middles[list(shares).index(tallest)]
        axes.annotate(
            f" {tallest:.1%}", (place, top * 0.95), color=LIGHT["lose"], weight="bold", va="top"
        )


def _draw_meters(axes: Axes, meters: Sequence[MeterFigures]) -> None:
    """Every meter from its seed on, on one scale of tenfolds where they are far apart."""
    shown = list(meters)[:_TALLEST_METERS]
    for meter, colour in zip(shown, SERIES, strict=False):
        hits = f"{meter.awards:,} award{'' if meter.awards == 1 else 's'}"
        hits += f", {meter.partial_awards:,} in part" if meter.partial_awards else ""
        rounds = [point[0] for point in meter.path]
        dollars = [point[1] / 100 for point in meter.path]
        thin = 0.9 if meter.awards > 100 else 1.4
        axes.plot(rounds, dollars, color=LIGHT[colour], linewidth=thin, label=f"{meter.id}, {hits}")
    values = [cents for meter in shown for _, cents in meter.path if cents > 0]
    if values and max(values) > 100 * min(values):
        axes.set_yscale("log")
        axes.minorticks_off()
    axes.set_title("Meters")
    axes.set_xlabel("rounds")
    axes.xaxis.set_major_formatter(FuncFormatter(_short))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _money(value)))
    axes.set_xlim(left=0)
    grid_lines(axes)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _short(value: float, _place: int | None = None) -> str:
    """A count of rounds in few letters: 250k, 10M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _money(value: float) -> str:
    sign = "−" if value < 0 else ""
    return f"{sign}${abs(value):,.0f}"
