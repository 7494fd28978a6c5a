"""The face-up question: what seeing the other hands is worth."""

from nicegui import ui

from longsuit.core.games.catalog import BY_ID
from longsuit.web.lab.fields import Count
from longsuit.web.lab.figures import signed, tile
from longsuit.web.lab.run_panel import Bench
from longsuit.web.shell import words
from longsuit.web.visitor import Guest
from longsuit.workers.jobs import StudyFaceUp

_FEWEST_DEALS, _MOST_DEALS = 100, 20_000


def show(guest: Guest) -> None:
    """The bench."""
    words(
        "p",
        "Deals are sampled and each is valued exactly; blind play is known exactly, so that only "
        "the gain is uncertain.",
    ).classes("ls-quiet-text")
    with ui.element("div").classes("lab-row"):
        game = ui.select({one.id: one.name for one in BY_ID.values()}, label="Game")
        game.set_value("high-card-flush")
        game.props("outlined dense")
        seats = Count("Other hands seen", 5, 0, 5)
        deals = Count("Deals", 2_000, _FEWEST_DEALS, _MOST_DEALS)

    async def run() -> None:
        name = str(game.value)
        # Everybody else at the table, and no more.
        seats.most = BY_ID[name].seats - 1
        job = StudyFaceUp(name, seats.read(), deals.read())
        found = await guest.work_out(job, bench.tell)
        bench.out.clear()
        with bench.out, ui.element("div").classes("lab-tiles"):
            tile("Blind best play, Antes", signed(float(found.blind)), "exactly counted")
            tile("With the hands seen", signed(found.value), f"± {found.standard_error:.5f}")
            tile("Gain", signed(found.gain), f"{found.deals:,} deals")

    bench = Bench("Study", run)
