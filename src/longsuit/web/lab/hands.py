"""Any hand's values by clicking cards."""

from typing import Any

from nicegui.element import Element

from longsuit.core.games.catalog import GAMES
from longsuit.core.games.game import Game
from longsuit.floor.reads.fixed_view import action_names
from longsuit.web.shell import words
from longsuit.web.visitor import Guest


class HandPicker(Element, component="../static/lab/card_picker.js"):
    """A deck to click, and the value of each choice."""

    def __init__(self) -> None:
        super().__init__()
        self._props["games"] = {game.id: _told(game) for game in GAMES}


def _told(game: Game) -> dict[str, Any]:
    decisions = game.rules.decisions
    most = max(max(one.most) for one in decisions)
    return {
        "name": game.name,
        "hole": game.hole,
        "board": game.board,
        "boards": [one.board for one in decisions],
        "actions": action_names(game, most),
    }


def show(_guest: Guest) -> None:
    """The bench."""
    words(
        "p",
        "Click the cards you hold, then the board. Other cards: say first whose they are.",
    ).classes("ls-quiet-text")
    HandPicker()
