"""The face-up question: what seeing the other hands is worth."""

from nicegui import ui

from longsuit.games.catalog import BY_ID
from longsuit.web.lab.figures import signed, tile
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
        seats = ui.number("Other hands seen", value=5, min=0, max=5, step=1)
        deals = ui.number("Deals", value=2_000, min=100, max=_MOST_DEALS, step=100)
        for field in (game, seats, deals):
            field.props("outlined dense")

    def limit() -> None:
        """Everybody else at the table, and no more."""
        seats.max = BY_ID[str(game.value)].seats - 1
        seats.set_value(min(int(seats.value or 0), seats.max))

    game.on_value_change(limit)

    async def run() -> None:
        from longsuit.faceup import study

        wanted = int(min(max(deals.value or 0, 100), _MOST_DEALS))
        name = str(game.value)
        others = int(min(max(seats.value or 0, 0), BY_ID[name].seats - 1))
        found = await in_turn(lambda: study(name, others, deals=wanted, threads=1))
        out.clear()
        with out, ui.element("div").classes("lab-tiles"):
            tile("Blind best play, Antes", signed(float(found.blind)), "exactly counted")
            tile("With the hands seen", signed(found.value), f"± {found.standard_error:.5f}")
            tile("Gain", signed(found.gain), f"{found.deals:,} deals")

    Bench("Study", run)
    out = ui.element("div").props('aria-live="polite"').classes("lab-body")
