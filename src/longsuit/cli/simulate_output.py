"""A simulation, as it is shown."""

import csv
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TextIO

from rich.console import Console

from longsuit.analysis.numbers import one_in
from longsuit.analysis.simulate.data import QUANTILES, finite
from longsuit.cli.output import make_grid
from longsuit.core.games.catalog import game_by_id
from longsuit.core.money import show_dollars, show_net

if TYPE_CHECKING:
    from longsuit.analysis.simulate.result import (
        Figure,
        MeterFigures,
        SessionFigures,
        Simulation,
        WagerFigures,
    )

Row = tuple[str, str, str, object]


# For scripts


def write_csv(file: TextIO, result: "Simulation") -> None:
    """Every figure in a row of its own: part, name, figure, value."""
    writer = csv.writer(file)
    writer.writerow(["part", "name", "figure", "value"])
    writer.writerows(_rows(result))


def _rows(result: "Simulation") -> Iterator[Row]:
    shown = result.to_dict()
    for name, value in shown.items():
        if isinstance(value, int | float | str):
            yield "run", "", name, value
    yield from _flat("run", "long run", shown["long_run"])
    yield from (("action", name, "share", share) for name, share in result.actions.items())
    for wager in shown["wagers"]:
        yield from _flat("wager", wager["wager"], wager)
        for line in wager["lines"]:
            yield from _flat("line", f"{wager['wager']}: {line['hand']}", line)
    yield from _flat("wager", "must-hit", shown["must_hit"] or {})
    for meter in shown["meters"]:
        yield from _flat("meter", meter["meter"], meter)
    yield from _flat("session", "", shown["sessions"] or {})
    yield from _charted(result)


def _charted(result: "Simulation") -> Iterator[Row]:
    """What the chart shows."""
    for meter in result.meters:
        for played, cents in meter.path:
            yield "meter path", meter.id, str(played), cents / 100
    for antes, count in result.histogram:
        yield "result in Antes", "", str(antes), count
    for played, mean, error in result.course:
        yield "mean by round", str(played), "mean", mean
        yield "mean by round", str(played), "standard_error", error
    if result.sessions is not None:
        for cents, count in result.sessions.results:
            yield "session result", "", f"{cents / 100:.2f}", count


def _flat(part: str, name: str, figures: dict[str, Any], prefix: str = "") -> Iterator[Row]:
    """Numbers inside numbers as one row each; an exact figure as its decimal, money in dollars."""
    for key, value in figures.items():
        if isinstance(value, dict) and set(value) == {"exact", "decimal"}:
            yield part, name, prefix + key, value["decimal"]
        elif isinstance(value, dict) and "cents" in value:
            yield part, name, prefix + key, value["cents"] / 100
        elif isinstance(value, dict):
            yield from _flat(part, name, value, f"{prefix}{key} ")
        elif isinstance(value, int | float):
            yield part, name, prefix + key, value


# For people


def show_simulation(console: Console, result: "Simulation") -> None:
    """The whole of it."""
    game = game_by_id(result.game)
    seats = "one seat" if result.seats == 1 else f"{result.seats} seats"
    console.print(f"{game.name}: {result.strategy} strategy, {seats}", style="bold")
    console.print(
        f"{result.rounds:,} rounds, seed {result.seed}, in {result.seconds:.1f} s "
        f"({result.rounds_per_second:,.0f} a second)",
        style="dim",
    )
    if result.by_hand:
        console.print(
            "The strategy is a function asked hand by hand: slow, and with no exact value.",
            style="yellow",
        )
    named = [f"{wager.paytable}".removeprefix(wager.name).strip() for wager in result.wagers[1:]]
    named = [f"{w.name} {name}" for w, name in zip(result.wagers[1:], named, strict=True)]
    if result.wagers[0].paytable is not None:
        named.insert(0, f"X-tra Bonus {result.wagers[0].paytable}")
    if named:
        console.print(f"Paytables: {', '.join(named)}", style="dim")
    console.print()
    _show_wagers(console, result)
    _show_whole(console, result)
    for wager in result.wagers[1:]:
        _show_lines(console, wager)
    if result.meters:
        _show_meters(console, result.meters)
    if result.sessions is not None:
        _show_sessions(console, result.sessions)


def _show_wagers(console: Console, result: "Simulation") -> None:
    columns = (">house edge", ">standard error", ">exactly", ">off by", ">deviation", ">exactly")
    grid = make_grid("<Wager", *columns)
    for wager in result.wagers:
        grid.add_row(wager.name, *_edge(wager.long_run))
    if result.must_hit is not None:
        grid.add_row("Must Hit gives back", *_edge(result.must_hit.returns, sign=1)[:4], "", "")
    console.print(grid)
    console.print(
        "Off by so many standard errors; the standard deviation of one seat, per unit.", style="dim"
    )
    if result.meters:
        console.print(
            "A progressive's edge and deviation are the house's in the long run: what is added to "
            "meters counts as paid, and an award as its seed.",
            style="dim",
        )
    console.print()


def _edge(figure: "Figure", sign: int = -1) -> tuple[str, ...]:
    off = finite(figure.errors_off)
    return (
        f"{sign * figure.mean * 100:.4f}%",
        f"{figure.standard_error * 100:.4f}%",
        "" if figure.exact is None else f"{sign * float(figure.exact) * 100:.4f}%",
        "" if off is None else f"{sign * off:+.2f}",
        f"{figure.standard_deviation:.4f}",
        "" if figure.exact_deviation is None else f"{figure.exact_deviation:.4f}",
    )


def _show_whole(console: Console, result: "Simulation") -> None:
    grid = make_grid("<", "", headed=False)
    main, long_run = result.wagers[0], result.long_run
    what = "All wagers" if len(result.wagers) > 1 else "Net result"
    mean, error = result.mean, result.standard_error
    grid.add_row(f"{what}, a seat and round", f"{mean:+.6f} ± {error:.6f} Antes")
    if len(result.wagers) > 1 and long_run.exact is not None:
        if result.meters:
            shown = f"{long_run.mean:+.6f} ± {long_run.standard_error:.6f} Antes"
            grid.add_row("  with what meters grew by", shown)
        exact = f"{float(long_run.exact):+.6f} Antes, off by {long_run.errors_off:+.2f}"
        grid.add_row("  exactly, in the long run" if result.meters else "  exactly", exact)
    grid.add_row("Standard deviation", f"{result.standard_deviation:.6f} Antes")
    grid.add_row("Wagered on the main game", f"{result.average_wager:.6f} Antes")
    exact = f", exactly {_percent(main.exact_hit_frequency)}" if main.exact_hit_frequency else ""
    grid.add_row("Main game ahead", f"{_percent(main.hit_frequency)}{exact}")
    for place, (name, share) in enumerate(result.actions.items()):
        grid.add_row("Last action" if place == 0 else "", f"{name:<9} {share:8.4%}")
    console.print(grid)
    console.print()


def _show_lines(console: Console, wager: "WagerFigures") -> None:
    grid = make_grid(f"<{wager.name}", ">times", ">frequency", ">exactly")
    for line in wager.lines:
        seen = "never" if line.count == 0 else f"1 in {1 / line.frequency:,.1f}"
        grid.add_row(line.hand, f"{line.count:,}", seen, one_in(line.probability))
    exact = _percent(wager.exact_hit_frequency)
    grid.add_row("pays", "", _percent(wager.hit_frequency), exact, style="dim")
    console.print(grid)
    console.print()


def _show_meters(console: Console, meters: Sequence["MeterFigures"]) -> None:
    grid = make_grid("<Meter", ">awards", ">average", ">exactly", ">largest", ">stands at")
    for meter in meters:
        parts = f" + {meter.partial_awards:,} parts" if meter.partial_awards else ""
        grid.add_row(
            meter.id,
            f"{meter.awards:,}{parts}",
            _dollars(meter.average_award),
            _dollars(meter.law.award if meter.law else None),
            _dollars(meter.largest_award),
            _dollars(meter.stands),
        )
    console.print(grid)
    console.print()
    _show_awards(console, [meter for meter in meters if meter.law and meter.awards > 1])
    grid = make_grid(
        "<Rounds between", ">average", ">exactly", ">s.d.", ">exactly", ">median", ">longest"
    )
    for meter in meters:
        waits = (
            meter.rounds_between,
            meter.law.rounds if meter.law else None,
            meter.rounds_deviation,
            meter.law.rounds_deviation if meter.law else None,
            meter.median_rounds_between,
            meter.longest_rounds_between,
        )
        grid.add_row(meter.id, *("" if wait is None else f"{float(wait):,.0f}" for wait in waits))
    console.print(grid)
    console.print()


def _show_awards(console: Console, meters: Sequence["MeterFigures"]) -> None:
    """How awards spread, and how many lie within the points of their law."""
    if not meters:
        return
    shares = [f">within {at}%" for at, _ in meters[0].law.points] if meters[0].law else []
    grid = make_grid("<Awards", ">s.d.", ">exactly", *shares)
    for meter in meters:
        found = ("" if share is None else f"{share:.2%}" for share in meter.within)
        exact = meter.law.award_deviation if meter.law else None
        grid.add_row(meter.id, _dollars(meter.award_deviation), _dollars(exact), *found)
    console.print(grid)
    console.print()


def _dollars(cents: float | Fraction | None) -> str:
    return "" if cents is None else f"${float(cents) / 100:,.2f}"


def _show_sessions(console: Console, sessions: "SessionFigures") -> None:
    start = "" if sessions.bankroll is None else f" from {show_dollars(sessions.bankroll)}"
    console.print(
        f"{sessions.sessions:,} sessions of {sessions.length:,} rounds{start}", style="bold"
    )
    grid = make_grid("<", "", headed=False)
    if sessions.bankroll is not None:
        needed = show_dollars(sessions.needed)
        grid.add_row("Ended for want of money", f"{sessions.ruin:.4%} (less than {needed} left)")
    grid.add_row("Ended ahead", f"{sessions.ahead:.4%}")
    grid.add_row("Average result", show_net(round(sessions.mean)))
    grid.add_row("Standard deviation", _dollars(sessions.standard_deviation))
    for share in QUANTILES:
        worse = "Half" if share == 0.5 else f"{share:.0%}"
        grid.add_row(f"{worse} ended at most at", show_net(sessions.quantile(share)))
    console.print(grid)


def _percent(value: float | Fraction | None) -> str:
    return "" if value is None else f"{float(value) * 100:.4f}%"
