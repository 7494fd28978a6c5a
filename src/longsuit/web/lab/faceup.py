"""The face-up question: what seeing the other hands is worth."""

from nicegui import ui

from longsuit.games.catalog import BY_ID
from longsuit.web.lab.figures import tile
from longsuit.web.lab.work import Bench, in_turn
from longsuit.web.shell import words

_MOST_DEALS = 20_000


def show() -> None:
    """The bench."""
    words(
        "p",
        "Deals are sampled and each is valued exactly; blind play is known exactly, so that only "
        "the gain is uncertain.",
    ).classes("ls-quiet-text")
    with ui.element("div").classes("lab-row"):
        game = ui.select({one.id: one.name for one in BY_ID.values()}, label="Game")
        game.set_value("high-card-flush")
        seats = ui.number("Other hands seen", value=5, min=0, max=6, step=1)
        deals = ui.number("Deals", value=2_000, min=100, max=_MOST_DEALS, step=100)
        for field in (game, seats, deals):
            field.props("outlined dense")
    out = ui.element("div").props('aria-live="polite"')

    async def run() -> None:
        from longsuit.faceup import study

        wanted = int(min(max(deals.value or 0, 100), _MOST_DEALS))
        name, others = str(game.value), int(seats.value or 0)
        found = await in_turn(lambda: study(name, others, deals=wanted, threads=1))
        out.clear()
        with out, ui.element("div").classes("lab-tiles"):
            tile("Blind best play, Antes", f"{float(found.blind):+.5f}", "exactly counted")
            tile("With the hands seen", f"{found.value:+.5f}", f"± {found.standard_error:.5f}")
            tile("Gain", f"{found.gain:+.5f}", f"{found.deals:,} deals")

    Bench("Study", run)
