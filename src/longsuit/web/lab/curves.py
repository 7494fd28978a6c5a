"""What a progressive returns as its meters grow, and where it breaks even."""

from typing import Any

from nicegui import ui

from longsuit.analysis.exact.law.award import Award
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import Price, price
from longsuit.web.lab.charts import COLOURS, GRID, LINES, TOOLTIP, axis, chart
from longsuit.web.lab.figures import grid, percent
from longsuit.web.lab.pays import tables_in_the_box
from longsuit.web.shell import words
from longsuit.web.visitor import Guest

_POINTS = 40
_DOLLARS = (
    "(value) => '$' + (value < 1e6 ? value.toLocaleString('en-US') : value / 1e6 + ' million')"
)
_PERCENT = "(value) => value.toFixed(2) + '%'"


def show(_guest: Guest) -> None:
    """The bench."""
    metered = {name: table for name, table in tables_in_the_box().items() if table.meters}
    words(
        "p", "The return of the next wager, one meter growing and the others at their seeds."
    ).classes("ls-quiet-text")
    picked = ui.select(list(metered), value=next(iter(metered)), label="Progressive")
    picked.classes("lab-wide").props("outlined")
    body = ui.element("div").classes("lab-body")

    def draw() -> None:
        # A table is priced within a millisecond.
        priced = price(metered[picked.value])
        law = wager_law(priced)
        body.clear()
        with body:
            label = "The return against each meter's value; the table below has the figures."
            chart(options(priced), label)
            grid(
                (
                    *("Meter", "Seed", "Break-even", "Average award", "Half within"),
                    *("95% within", "Wagers between hits"),
                ),
                [
                    (
                        meter_name(one.meter.id),
                        f"${one.seed / 100:,.0f}",
                        f"${float(one.break_even) / 100:,.0f}" if one.break_even else "is past it",
                        f"${float(one.expected) / 100:,.0f}",
                        _within(law.awards[one.meter.id], 50),
                        _within(law.awards[one.meter.id], 95),
                        f"{float(1 / one.hit_probability):,.0f}" if one.hit_probability else "–",
                    )
                    for one in priced.meters
                ],
                "Meters",
            )
            words("p", f"Long-run return {percent(priced.returns)}.")
            words(
                "p",
                "Standard deviation of one wager: "
                f"{law.player_deviation:,.2f} for the player, {law.house.deviation:,.2f} for the "
                "house, contributions set aside.",
            )

    picked.on_value_change(draw)
    draw()


def _within(award: Award, percentage: int) -> str:
    """The point of an award, where it has a closed form: the others take too long for a page."""
    return "–" if award.parts else f"${float(award.point(percentage).cents) / 100:,.0f}"


def meter_name(meter: str) -> str:
    """A meter as people call it."""
    return meter.replace("-", " ").capitalize()


def options(priced: Price) -> dict[str, Any]:
    """The chart: the return against each meter's value, with the line at 100%."""
    series: list[dict[str, Any]] = []
    for number, one in enumerate(priced.meters):
        top = float(one.break_even or one.expected) * 1.15
        low = float(one.seed)
        rest = float(priced.return_at_meters - one.taken * one.value / priced.wager)
        slope = float(one.taken) / priced.wager
        places = [low * (top / low) ** (step / _POINTS) for step in range(_POINTS + 1)]
        data = [[round(at / 100, 2), round(100 * (rest + slope * at), 4)] for at in places]
        colour, line = COLOURS[number % len(COLOURS)], LINES[number % len(LINES)]
        series.append(
            {
                "name": meter_name(one.meter.id),
                "type": "line",
                "showSymbol": False,
                "itemStyle": {"color": colour},
                "lineStyle": {"color": colour, "type": line, "width": 2.5},
                "data": data,
            }
        )
    series[0]["markLine"] = {
        "symbol": "none",
        "silent": True,
        "data": [{"yAxis": 100}],
        "lineStyle": {"color": "#808080", "type": "solid"},
        "label": {"formatter": "break-even", "position": "insideStartTop"},
    }
    return {
        "tooltip": {**TOOLTIP, ":valueFormatter": _PERCENT},
        "legend": {"top": 0, "left": 0, "itemWidth": 34},
        "grid": GRID,
        "xAxis": axis(
            "log",
            "meter",
            across=True,
            axisLabel={":formatter": _DOLLARS, "hideOverlap": True},
        ),
        "yAxis": axis("value", "return, %", scale=True),
        "series": series,
    }
