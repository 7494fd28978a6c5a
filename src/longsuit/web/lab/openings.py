"""The strategy of the opening hands of Chase the Flush, as a chart of cells."""

from collections import defaultdict
from functools import lru_cache
from typing import Any

from nicegui import ui
from nicegui.element import Element

from longsuit.analysis.exact.decisions import openings
from longsuit.core.cards import RANK_COUNT, card_name
from longsuit.core.errors import InputError
from longsuit.web.lab.jobs import in_turn
from longsuit.web.shell import words

_PATTERNS = (
    "All three of one suit",
    "The two highest suited",
    "Another two suited",
    "No two suited",
)


class OpeningChart(Element, component="../static/lab/openings.js"):
    """Four grids, by how the suits fall."""

    def __init__(self, grids: list[dict[str, Any]]) -> None:
        super().__init__()
        self._props["grids"] = grids


def show() -> None:
    """The bench: worked out once, then kept."""
    words(
        "p",
        "Rows are the highest card, columns the second. Touch a cell to see its hands with their "
        "exact values in Antes.",
    ).classes("ls-quiet-text")
    holder = ui.element("div")
    with holder:
        ui.spinner(size="lg")

    async def fill() -> None:
        try:
            grids = await in_turn(chart)
        except InputError as error:
            holder.clear()
            with holder:
                words("p", str(error)).classes("ls-said")
            return
        holder.clear()
        with holder:
            OpeningChart(grids)

    ui.timer(0.05, fill, once=True)


@lru_cache(maxsize=1)
def chart() -> list[dict[str, Any]]:
    """Every opening hand in its cell: pattern, highest rank, second rank."""
    cells: defaultdict[tuple[int, int, int], list[dict[str, Any]]] = defaultdict(list)
    for opening in openings():
        cards = sorted(opening.cards, key=lambda card: -(card % RANK_COUNT))
        suits = [card // RANK_COUNT for card in cards]
        first, second = (card % RANK_COUNT for card in cards[:2])
        cells[_pattern(suits), first, second].append(
            {
                "cards": [card_name(card) for card in cards],
                "hands": opening.hands,
                "bet": float(opening.bet),
                "check": float(opening.check),
            }
        )
    return [
        {
            "name": name,
            "cells": [
                {"row": row, "column": column, "hands": hands}
                for (pattern, row, column), hands in sorted(cells.items())
                if pattern == number
            ],
        }
        for number, name in enumerate(_PATTERNS)
    ]


def _pattern(suits: list[int]) -> int:
    if len(set(suits)) == 1:
        return 0
    if suits[0] == suits[1]:
        return 1
    return 2 if len(set(suits)) == 2 else 3
