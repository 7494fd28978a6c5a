"""PAR sheets to take away."""

import tempfile
from pathlib import Path

from nicegui import ui

from longsuit.games.catalog import BY_ID
from longsuit.games.game import Game
from longsuit.web.lab.work import Bench, in_turn
from longsuit.web.shell import words


def show() -> None:
    """The bench."""
    words(
        "p",
        "The document a test lab wants: rules in force, paytables with digests, every line's "
        "combinations, volatility, how to reproduce it.",
    ).classes("ls-quiet-text")
    for game in BY_ID.values():
        for ending in ("pdf", "html"):
            _download(game, ending)


def _download(game: Game, ending: str) -> None:
    name = f"{game.id}-par.{ending}"

    def make() -> bytes:
        from longsuit.report import par_sheet
        from longsuit.report.files import write_sheet

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            write_sheet(par_sheet(game.id), path)
            return path.read_bytes()

    async def run() -> None:
        ui.download.content(await in_turn(make), name)

    Bench(f"{game.name}, {ending.upper()}", run)
