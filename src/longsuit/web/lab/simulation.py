"""A simulation with its histogram, beside the exact value."""

from nicegui import ui

from longsuit.core.games.catalog import BY_ID
from longsuit.web.lab.charts import BAD, GOOD, PLAIN_GRID, TOOLTIP, axis, chart
from longsuit.web.lab.fields import Count
from longsuit.web.lab.figures import signed, tile
from longsuit.web.lab.run_panel import Bench
from longsuit.web.shell import words
from longsuit.web.visitor import Guest
from longsuit.workers.jobs import Played, Simulate

_FEWEST, _MOST = 1_000, 50_000_000


def show(guest: Guest) -> None:
    """The bench."""
    words(
        "p",
        "Rounds played out by best play. Simulation checks the exact figures; it doesn't replace "
        "them.",
    ).classes("ls-quiet-text")
    with ui.element("div").classes("lab-row"):
        game = ui.select({one.id: one.name for one in BY_ID.values()}, label="Game")
        game.set_value(next(iter(BY_ID)))
        game.props("outlined dense")
        rounds = Count("Rounds", 1_000_000, _FEWEST, _MOST)
        seed = Count("Seed", 1, 0, 2**31)

    async def run() -> None:
        job = Simulate(str(game.value), rounds.read(), seed.read())
        result = await guest.work_out(job, bench.tell)
        bench.out.clear()
        with bench.out:
            _show(result)

    bench = Bench("Simulate", run)


def _show(result: Played) -> None:
    low, high = (result.mean + sign * 1.96 * result.standard_error for sign in (-1, 1))
    with ui.element("div").classes("lab-tiles"):
        span = f"95% from {signed(low)} to {signed(high)}"
        tile("Mean, Antes a round", signed(result.mean), span)
        if result.exact is not None:
            tile("Exactly", signed(float(result.exact)), _distance(result.errors_off))
        tile("Standard deviation", f"{result.standard_deviation:.4f}", "Antes a round")
        tile("Speed", f"{result.rounds / max(result.seconds, 1e-9):,.0f}", "rounds a second")
    said = f"What sessions of {result.session} rounds came to, at an Ante of $5."
    chart(_histogram(result), said)
    words("p", said).classes("ls-quiet-text")


def _distance(errors: float | None) -> str:
    if errors is None:
        return ""
    side = "below" if errors < 0 else "above"
    return f"the mean is {abs(errors):.2f} standard errors {side} it"


def _histogram(result: Played) -> dict[str, object]:
    step = 25_00
    bins: dict[int, int] = {}
    for cents, count in result.results:
        bins[cents // step] = bins.get(cents // step, 0) + count
    shown = {at: count for at, count in bins.items() if count >= sum(bins.values()) / 2000}
    places = range(min(shown), max(shown) + 1)
    return {
        "tooltip": TOOLTIP,
        "grid": PLAIN_GRID,
        "xAxis": axis(
            "category",
            "ahead by, $",
            across=True,
            data=[at * step // 100 for at in places],
            axisLabel={"hideOverlap": True},
        ),
        "yAxis": axis("value", "sessions"),
        "series": [
            {
                "type": "bar",
                "barCategoryGap": "4%",
                "data": [
                    {
                        "value": bins.get(at, 0),
                        "itemStyle": {"color": BAD if at < 0 else GOOD},
                    }
                    for at in places
                ],
            }
        ],
    }
