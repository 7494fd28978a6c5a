"""Any hand's values by clicking cards."""

from nicegui.element import Element

from longsuit.web.shell import words
from longsuit.web.visitor import Guest


class HandPicker(Element, component="../static/lab/card_picker.js"):
    """A deck to click, and the value of each choice."""


def show(_guest: Guest) -> None:
    """The bench."""
    words(
        "p", "Click the cards that you hold, then the board; other cards you have seen come last."
    ).classes("ls-quiet-text")
    HandPicker()
