"""The conditions that the search chooses among: for each decision groups of phrases.

A condition takes at most one phrase of each group, and at most so many phrases in all. The family
is part of what a search's answer means: docs/strategy.md describes it.
"""

from collections.abc import Iterator
from itertools import combinations, product

from msgspec import Struct

from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD
from longsuit.analysis.strategies.words import NUMBERS, Test, parse_condition
from longsuit.core.cards import RANKS

Groups = tuple[tuple[str, ...], ...]


class Family(Struct, frozen=True):
    """The groups of phrases of one decision."""

    groups: Groups
    phrases: int = 3
    """The most phrases in a condition."""

    def conditions(self) -> Iterator[str]:
        """Every condition, the shortest first."""
        for size in range(1, self.phrases + 1):
            for chosen in combinations(self.groups, size):
                for phrases in product(*chosen):
                    yield " and ".join(phrases)

    def tests(self) -> Iterator[Test]:
        """Every test that occurs."""
        for group in self.groups:
            for phrase in group:
                yield from parse_condition(phrase)


def _high(ranks: str, length: int) -> tuple[str, ...]:
    word = NUMBERS[length]
    return tuple(f"{_a(rank)} {rank}-high {word}-card flush or better" for rank in ranks)


def _below(ranks: str, length: int) -> tuple[str, ...]:
    word = NUMBERS[length]
    return tuple(f"less than {_a(rank)} {rank}-high {word}-card flush" for rank in ranks)


def _a(rank: str) -> str:
    return "an" if rank in "8A" else "a"


def _beaten(least: int, most: int) -> tuple[str, ...]:
    named = {0: "no card that beats you", 1: "at most one card that beats you"}
    counts = range(least, most + 1)
    return tuple(named.get(count, f"at most {count} cards that beat you") for count in counts)


def _half(least: int, most: int) -> tuple[str, ...]:
    base = "dealer outs up to half your top card"
    return tuple(f"{base} plus {more}" if more else base for more in range(least, most + 1))


def _weighted(least: int, most: int) -> tuple[str, ...]:
    return tuple(f"at most {count} weighted outs" for count in range(least, most + 1))


_SIDES = tuple(f"a side card of {rank} or better" for rank in RANKS[2:])
_THREE = ("a three-card flush or better",)

_CHASE = {
    "opening": Family(
        (
            ("a three-card flush", "two suited", *_high("TJQKA", 2)),
            tuple(f"two suited of {high}-{low} or better" for high in "KQ" for low in "489TJ"),
            tuple(f"tops of at least {count}" for count in range(22, 27)),
            tuple(f"at least {count} points" for count in range(86, 92)),
            _SIDES,
            tuple(
                f"cards of {high}-{middle}-{low} or better"
                for high, middle, lows in (
                    ("A", "A", "2345"),
                    ("A", "K", "6789"),
                    ("A", "Q", "89TJ"),
                    ("A", "J", "9TJ"),
                    ("K", "K", "TJQ"),
                )
                for low in lows
            ),
        ),
        phrases=2,
    ),
    "flop": Family(
        (
            (*_THREE, *_high("8T", 3), *_below("789", 3)),
            (*_beaten(0, 1), *_weighted(5, 6), *_half(0, 2)),
            tuple(f"weighted danger of at most {count}" for count in range(19, 26)),
            ("a card in every suit of the board", "a suit of the board missing"),
            ("a second suit of one card", "a second suit of two cards"),
            ("cards of two suits", "cards of three suits"),
            tuple(f"a side card of {rank} or better" for rank in "9TJQKA"),
            ("a higher card on the board", "no higher card on the board"),
            ("one of your own cards in it", "two of your own cards in it"),
        )
    ),
    "river": Family(
        (
            (*_THREE, *_high("789TJQ", 3), *_below("789TJQ", 3), *_below("K", 2)),
            _beaten(8, 16),
            _weighted(12, 18),
            (
                "none of your own cards in it",
                "one of your own cards in it",
                "two of your own cards in it",
                "at least one of your own cards in it",
            ),
            (
                "a higher card on the board",
                "higher cards on the board in at most one suit",
                "higher cards on the board in at least two suits",
            ),
            (
                *(f"a board of {count} suits" for count in ("three", "four")),
                *(f"a board of at {end} suits" for end in ("most two", "least three")),
            ),
        )
    ),
}

_HIGH_CARD = {
    "raise": Family(
        (
            (
                *_high("9TJ", 3),
                *(
                    f"a three-card flush of {ranks} or better"
                    for ranks in (
                        *("J-3-2", "J-5-4", "T-9-8", "T-9-5", "T-9-2", "T-8-7", "T-8-6", "T-8-5"),
                        *("T-8-4", "T-8-3", "T-8-2", "T-7-6", "T-7-5", "T-7-4", "T-7-3", "T-7-2"),
                        *("T-6-5", "T-6-4", "T-6-2", "T-5-4", "T-5-2", "T-4-2", "T-3-2"),
                        *("9-8-7", "9-8-5", "9-8-2", "9-7-6", "9-7-2", "9-6-2", "9-5-2", "9-3-2"),
                    )
                ),
            ),
            tuple(
                f"at least {NUMBERS[count]} card{'s' if count > 1 else ''} of {rank} or better"
                for rank in "TJQKA"
                for count in (1, 2, 3, 4)
            ),
            ("a second suit of two cards", "a second suit of three cards"),
        )
    )
}  # fmt: skip

FAMILIES = {CHASE: _CHASE, HIGH_CARD: _HIGH_CARD}
"""By the shape of a game, and its decisions in order, whatever a game calls them."""
