"""What a progressive returns as its meters grow, and where it breaks even."""

from nicegui import ui

from longsuit.exact.pricing import Price, price
from longsuit.web.lab.figures import grid, percent
from longsuit.web.lab.pays import tables_in_the_box
from longsuit.web.lab.work import in_turn
from longsuit.web.shell import words

_POINTS = 40


def show() -> None:
    """The bench."""
    metered = {name: table for name, table in tables_in_the_box().items() if table.meters}
    words("p", "The return of the next wager, one meter growing and the others at their seeds.")
    picked = ui.select(list(metered), value=next(iter(metered)), label="Progressive")
    picked.classes("lab-wide").props("outlined")
    body = ui.element("div")

    async def draw() -> None:
        priced = await in_turn(lambda: price(metered[picked.value]))
        body.clear()
        with body:
            ui.echart(options(priced)).classes("lab-chart")
            grid(
                ("Meter", "Seed", "Break-even", "Average award", "Wagers between hits"),
                [
                    (
                        one.meter.id,
                        f"${one.seed / 100:,.2f}",
                        f"${float(one.break_even) / 100:,.2f}" if one.break_even else "is past it",
                        f"${float(one.expected) / 100:,.2f}",
                        f"{float(1 / one.hit_probability):,.0f}" if one.hit_probability else "–",
                    )
                    for one in priced.meters
                ],
                "Meters",
            )
            words("p", f"Long-run return {percent(priced.returns)}.")

    picked.on_value_change(draw)
    ui.timer(0.05, draw, once=True)


def options(priced: Price) -> dict[str, object]:
    """The chart: the return against each meter's value, with the line at 100%."""
    series = []
    for one in priced.meters:
        top = float(one.break_even or one.expected) * 1.15
        low = float(one.seed)
        rest = float(priced.return_at_meters - one.taken * one.value / priced.wager)
        slope = float(one.taken) / priced.wager
        places = [low + (top - low) * step / _POINTS for step in range(_POINTS + 1)]
        data = [[round(at / 100, 2), round(100 * (rest + slope * at), 4)] for at in places]
        series.append({"name": one.meter.id, "type": "line", "showSymbol": False, "data": data})
    series[0]["markLine"] = {
        "symbol": "none",
        "silent": True,
        "data": [{"yAxis": 100, "name": "break-even"}],
        "label": {"formatter": "break-even"},
    }
    return {
        "tooltip": {"trigger": "axis"},
        "legend": {"top": 0},
        "grid": {"left": 60, "right": 30, "bottom": 50},
        "xAxis": {"type": "log", "name": "meter, $", "nameLocation": "middle", "nameGap": 30},
        "yAxis": {"type": "value", "name": "return, %", "scale": True},
        "series": series,
    }
