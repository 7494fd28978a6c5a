"""The opening hands of Chase the Flush in cells: by pattern, highest rank and second rank."""

from collections import defaultdict
from typing import Any

from longsuit.analysis.exact.decisions import openings
from longsuit.core.cards import RANK_COUNT, card_name

_PATTERNS = (
    "All three of one suit",
    "The two highest suited",
    "Another two suited",
    "No two suited",
)


def opening_chart() -> list[dict[str, Any]]:
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
