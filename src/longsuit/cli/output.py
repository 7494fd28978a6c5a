"""What every command shares: the terminal, JSON, cards and amounts as they are shown."""

import json
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from longsuit.cards import RANK_COUNT, Card, card_name, card_picture

JsonOption = Annotated[
    bool, typer.Option("--json", help="One JSON object on standard output, and nothing else.")
]

# A four-colour deck: in these games the suit is what matters.
_SUIT_STYLES = ("green", "blue", "red", "default")
_WIDEST = 100


class _Screen(Console):
    """Rich's terminal, but that a reader who goes away ends the command without complaint."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def make_console(*, to_errors: bool = False) -> Console:
    """The terminal, or plain text where the output is none."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot print a suit prints a question mark, and no error.
            stream.reconfigure(errors="replace")
    # No markup: what a user typed is shown as it is.
    console = _Screen(stderr=to_errors, highlight=False, emoji=False, markup=False)
    console.width = min(console.width, _WIDEST)
    return console


def print_json(value: dict[str, Any] | list[Any]) -> None:
    """One JSON value on standard output."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def shown_card(console: Console, card: Card) -> str:
    """``T♥``, or ``Th`` where the terminal cannot print suits."""
    if console.encoding.lower().replace("-", "").startswith("utf"):
        return card_picture(card)
    return card_name(card)


def card_text(console: Console, cards: Iterable[Card | None]) -> Text:
    """Cards in their suit's colour; a card that lies face down is None."""
    text = Text()
    for card in cards:
        if text:
            text.append(" ")
        if card is None:
            text.append("??", style="dim")
        else:
            style = _SUIT_STYLES[card // RANK_COUNT]
            text.append(shown_card(console, card), style=f"bold {style}")
    return text
