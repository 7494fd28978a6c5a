"""Chance from a seed: the draws of a round besides its shuffle, checkable once the seed is open."""

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Any

from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.secrets.shuffle import Word, words_line

_SIZE = 8
"""Bytes of a draw: far more than any count here needs, so hardly one is passed over."""


class SeedChance:
    """Draws without bias from SHAKE-256 of a label and a seed; always the same for the same two."""

    def __init__(self, label: str, seed: Secret, words: bytes = b"") -> None:
        self._message = f"{label}\n".encode() + words + seed.open()
        self._drawn = 0

    def __repr__(self) -> str:
        return "SeedChance(sealed)"

    def below(self, count: int) -> int:
        """A number from 0 to count - 1."""
        limit = 256**_SIZE // count * count
        while True:
            self._drawn += 1
            stream = hashlib.shake_256(self._message).digest(_SIZE * self._drawn)
            number = int.from_bytes(stream[-_SIZE:], "big")
            if number < limit:
                return number % count

    def randint(self, a: int, b: int, /) -> int:
        """A number from a to b, both included."""
        return a + self.below(b - a + 1)

    def choice(self, seq: Sequence[Any], /) -> Any:
        """One of them."""
        return seq[self.below(len(seq))]

    def sample(self, population: Sequence[Any], k: int) -> list[Any]:
        """So many of them, none twice, in the order drawn."""
        left = list(population)
        return [left.pop(self.below(len(left))) for _ in range(k)]

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """All of them in another order."""
        x[:] = self.sample(x, len(x))


def dynamic_chance(
    table: str, number: int, seed: Secret, words: Sequence[Word] | None = None
) -> SeedChance:
    """What a round's dynamic pays are drawn from (PRG-14).

    As the deck, from the words as well: but not in rounds of the old order and at live tables.
    """
    line = b"" if words is None else words_line(words)
    return SeedChance(f"longsuit dynamic pays\n{table}\n{number}", seed, line)
