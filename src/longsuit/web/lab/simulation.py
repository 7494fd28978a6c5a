"""A simulation with its histogram, beside the exact value."""

from typing import TYPE_CHECKING

from nicegui import ui

from longsuit.core.games.catalog import BY_ID
from longsuit.web.lab.charts import BAD, GOOD, PLAIN_GRID, TOOLTIP, axis, chart
from longsuit.web.lab.fields import Count
from longsuit.web.lab.figures import signed, tile
from longsuit.web.lab.jobs import Bench, in_turn
from longsuit.web.shell import words

if TYPE_CHECKING:
    from longsuit.analysis.simulate import Simulation

_FEWEST, _MOST = 1_000, 50_000_000
_SESSION = 100


def show() -> None:
    """The bench."""
    words("p", "Rounds played out by best play: simulation confirms, it never certifies.").classes(
        "ls-quiet-text"
    )
    with ui.element("div").classes("lab-row"):
        game = ui.select({one.id: one.name for one in BY_ID.values()}, label="Game")
        game.set_value(next(iter(BY_ID)))
        game.props("outlined dense")
        rounds = Count("Rounds", 1_000_000, _FEWEST, _MOST)
        seed = Count("Seed", 1, 0, 2**31)

    async def run() -> None:
        from longsuit.analysis.simulate import simulate

        wanted, chance, name = rounds.read(), seed.read(), str(game.value)

        def told(done: int, total: int) -> None:
            bench.done, bench.doing = done / total, f"{done:,} rounds"

        bench.doing = "solving best play"
        result = await in_turn(
            lambda: simulate(name, rounds=wanted, seed=chance, session=_SESSION, told=told)
        )
        bench.out.clear()
        with bench.out:
            _show(result)

    bench = Bench("Simulate", run)


def _show(result: "Simulation") -> None:
    low, high = (result.mean + sign * 1.96 * result.standard_error for sign in (-1, 1))
    with ui.element("div").classes("lab-tiles"):
        span = f"95% from {signed(low)} to {signed(high)}"
        tile("Mean, Antes a round", signed(result.mean), span)
        if result.long_run.exact is not None:
            off = result.long_run.errors_off
            note = f"the mean is {signed(off, 2)} standard errors off" if off is not None else ""
            tile("Exactly", signed(float(result.long_run.exact)), note)
        tile("Standard deviation", f"{result.standard_deviation:.4f}", "Antes a round")
        tile("Speed", f"{result.rounds / max(result.seconds, 1e-9):,.0f}", "rounds a second")
    if result.sessions is not None:
        said = f"What sessions of {_SESSION} rounds came to, at an Ante of $5."
        chart(_histogram(result), said)
        words("p", said).classes("ls-quiet-text")


def _histogram(result: "Simulation") -> dict[str, object]:
    sessions = result.sessions
    assert sessions is not None
    step = 25_00
    bins: dict[int, int] = {}
    for cents, count in sessions.results:
        bins[cents // step] = bins.get(cents // step, 0) + count
    shown = {at: count for at, count in bins.items() if count >= sessions.sessions / 2000}
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
