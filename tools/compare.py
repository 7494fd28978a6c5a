"""`make compare`: one question that every peer could be asked, answered side by side in one run.

How often do seven cards hold five or more of a suit, and how quickly is a hand read? Each reads the
same hands. It runs in an environment of its own, which Longsuit's has nothing of.
"""

import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.metadata import version
from math import sqrt
from pathlib import Path

import numpy as np
from phevaluator import evaluate_cards
from pokerkit import Label, StandardHighHand
from rlcard.games.limitholdem.utils import Hand as RlHand

from longsuit.core.cards import DECK, card_names, card_set
from longsuit.core.ranking import shape, shape_counts
from longsuit.version import __version__

PAGE = Path(__file__).resolve().parent.parent / "docs" / "compare.md"
START, END = "<!-- measured -->\n", "<!-- end -->"
HANDS, SEED = 20_000, 18
Hands = Sequence[tuple[int, ...]]


def longsuit(hands: Hands) -> int:
    """The length of the longest suit, by the core that settles rounds."""
    return sum(shape(card_set(hand)).flush >= 5 for hand in hands)


def phevaluator(hands: Hands) -> int:
    """Its rank: 1 to 10 are straight flushes, 323 to 1599 flushes."""
    named = [[one.replace(" ", "") for one in card_names(hand).split()] for hand in hands]
    ranks = [evaluate_cards(*names) for names in named]
    return sum(rank <= 10 or 323 <= rank <= 1599 for rank in ranks)


def pokerkit(hands: Hands) -> int:
    """The label of the best five of seven."""
    flushes = (Label.FLUSH, Label.STRAIGHT_FLUSH)
    texts = [card_names(hand).replace(" ", "") for hand in hands]
    return sum(StandardHighHand.from_game(text).entry.label in flushes for text in texts)


def rlcard(hands: Hands) -> int:
    """Its category: 6 is a flush, 9 a straight flush."""
    found = 0
    for hand in hands:
        read = RlHand([f"{name[1].upper()}{name[0]}" for name in card_names(hand).split()])
        read.evaluateHand()
        found += int(read.category) in (6, 9)
    return found


def numpy_alone(hands: Hands) -> int:
    """Suits counted in one array."""
    suits = np.array(hands) // 13
    longest = np.stack([(suits == suit).sum(1) for suit in range(4)]).max(0)
    return int((longest >= 5).sum())


WAYS: dict[str, Callable[[Hands], int]] = {
    "longsuit": longsuit,
    "phevaluator": phevaluator,
    "pokerkit": pokerkit,
    "rlcard": rlcard,
    "numpy": numpy_alone,
}


def _version(name: str) -> str:
    return __version__ if name == "longsuit" else version(name)


def main() -> None:
    """Measure, and write the page's table."""
    chance = random.Random(SEED)
    hands = [tuple(chance.sample(DECK, 7)) for _ in range(HANDS)]
    counts = shape_counts()
    every = sum(counts.values())
    exact = Fraction(sum(n for form, n in counts.items() if form.flush >= 5), every)
    error = sqrt(exact * (1 - exact) / HANDS)
    rows = []
    for name, way in WAYS.items():
        best, found = float("inf"), 0
        for _ in range(3):
            began = time.perf_counter()
            found = way(hands)
            best = min(best, time.perf_counter() - began)
        off = (found / HANDS - float(exact)) / error
        rows.append(f"| {name} {_version(name)} | {found:,} | {off:+.2f} | {HANDS / best:,.0f} |")
    if len({row.split("|")[2] for row in rows}) != 1:
        sys.exit("The peers do not agree:\n" + "\n".join(rows))
    where = f"Python {platform.python_version()}, {platform.machine()}"
    told = [
        f"{HANDS:,} hands (seed {SEED}), best of three, {where}. Of all {every:,} hands exactly "
        f"{exact} = {float(exact):.6%} hold five or more of a suit, which `longsuit` counts.",
        "",
        "| reads the hands | with five of a suit | standard errors from exact | hands/s |",
        "|---|---|---|---|",
        *rows,
        "",
    ]
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.partition(START)[0], text.partition(END)[2]
    PAGE.write_text(before + START + "\n".join(told) + END + after, encoding="utf-8")
    print("\n".join(told))


if __name__ == "__main__":
    main()
