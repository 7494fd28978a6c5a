"""Chance that comes from outside: a shuffled deck, and the dynamic pays of a round.

The source of chance is handed in, so a seed repeats a game and a floor can bring its own.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol

from longsuit.core.cards import DECK, Card
from longsuit.core.games.table import Table
from longsuit.core.money import Cents


class Chance(Protocol):
    """What `random.Random` and `random.SystemRandom` both are."""

    def shuffle(self, x: MutableSequence[Any], /) -> None: ...

    def randint(self, a: int, b: int, /) -> int: ...

    def sample(self, population: Sequence[Any], k: int) -> list[Any]: ...

    def choice(self, seq: Sequence[Any], /) -> Any: ...


def shuffled_deck(chance: Chance) -> tuple[Card, ...]:
    """One standard deck, shuffled afresh (FL-1)."""
    deck = list(DECK)
    chance.shuffle(deck)
    return tuple(deck)


def draw_dynamic(table: Table, chance: Chance) -> dict[str, Cents]:
    """The raised pays of a round at the base wager, where the table has any (PRG-14).

    How many lines is drawn first, then which, without replacement, then one of each line's pays.
    """
    for offer in table.offers:
        paytable = offer.paytable
        if paytable is not None and paytable.dynamic_lines != (0, 0):
            lines = [line for line in paytable.lines if line.dynamic]
            drawn = chance.sample(lines, k=chance.randint(*paytable.dynamic_lines))
            base = paytable.base
            return {line.hand: int(chance.choice(line.dynamic) * base) for line in drawn}
    return {}
