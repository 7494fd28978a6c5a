"""What every command shares: the terminal, grids, JSON, and cards as they are shown."""

import json
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from longsuit.core.cards import RANK_COUNT, Card, card_name, card_picture

JsonOption = Annotated[
    bool, typer.Option("--json", help="JSON on standard output, and nothing else there.")
]

# A four-colour deck: in these games the suit is what matters.
_SUIT_STYLES = ("green", "blue", "red", "default")
WIDEST = 100
# No line of ours is longer, so a pipe gets each of them whole.
_UNBROKEN = 100_000
# How narrow a column of words or fractions may get before the terminal has to break the lines.
_NARROWEST = 12


class _Screen(Console):
    """Rich's terminal, but that a reader who goes away ends the command without complaint."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def print(self, *objects: Any, **options: Any) -> None:
        """Nothing is cut off: what is too wide for a terminal goes on in its next line."""
        super().print(*objects, **{"crop": False, **options})


class Grid(Table):
    """A table without lines or blanks at their ends, that loses no digit on a narrow terminal."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        needed = self._least_width(console)
        if needed > options.max_width:
            options = options.update(width=needed)
        drawn = (
            one for one in super().__rich_console__(console, options) if isinstance(one, Segment)
        )
        for line in Segment.split_lines(drawn):
            while line and not line[-1].text.strip():
                line.pop()
            if line:
                line[-1] = Segment(line[-1].text.rstrip(), line[-1].style)
            yield from (*line, Segment.line())

    def _least_width(self, console: Console) -> int:
        boundless = console.options.update(width=_UNBROKEN)
        _, right, _, left = self.padding
        total = 0
        for column in self.columns:
            cells = [*column.cells, column.header] if self.show_header else [*column.cells]
            sizes = [Measurement.get(console, boundless, cell) for cell in cells]
            whole = max((size.maximum for size in sizes), default=0)
            word = max((size.minimum for size in sizes), default=0)
            total += left + right + (whole if column.no_wrap else min(word, _NARROWEST))
        return total


def make_grid(*headings: str, headed: bool = True, gap: int = 2, indent: int = 0) -> Grid:
    """A grid with these columns.

    ``>amount`` stands to the right and ``<name`` to the left, each in one piece; ``words`` stand to
    the left, and go on below where there is no room.
    """
    grid = Grid(box=None, pad_edge=False, padding=(0, gap, 0, indent), show_header=headed)
    for heading in headings:
        grid.add_column(
            heading.removeprefix("<").removeprefix(">"),
            justify="right" if heading.startswith(">") else "left",
            no_wrap=heading.startswith(("<", ">")),
            overflow="fold",
        )
    return grid


def make_console(*, to_errors: bool = False) -> Console:
    """The terminal, or plain text in whole lines where the output is none."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot print a suit prints a question mark, and no error.
            stream.reconfigure(errors="replace")
    # No markup: what a user typed is shown as it is.
    console = _Screen(stderr=to_errors, highlight=False, emoji=False, markup=False)
    console.width = min(console.width, WIDEST) if console.is_terminal else _UNBROKEN
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
