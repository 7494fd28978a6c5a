"""Two seats of one round: how their hands hang together.

Both hands come from one deck, and share the board where there is one. What a table can ask of
a hand is its shape, and a hand's shape is within a limit where each of its suits is. So the pairs
of hands within two limits are a coefficient of one suit's polynomial to the fourth power, with a
variable for the cards of the first hand, of the second and of the board; the pairs of two given
shapes are differences of such numbers. All are counted, none is weighed.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from longsuit.core.cards import FULL_SUIT
from longsuit.core.games.game import Game
from longsuit.core.ranking import SHORTEST_STRAIGHT, Shape, shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SEVEN = 7
_STRAIGHTS = (0, *range(SHORTEST_STRAIGHT, _SEVEN + 1))


class Pairs(Struct, frozen=True):
    """How many deals of two seats give the first one shape and the second another."""

    shapes: tuple[Shape, ...]
    counts: Any
    """Whole numbers, by the first seat's shape and the second's."""
    deals: int

    def mean_product(self, first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
        """The average product of something of the first seat's shape and the second's."""
        total = Fraction(0)
        for row, one in zip(self.counts.tolist(), first, strict=True):
            if one:
                inner = (Fraction(n) * other for n, other in zip(row, second, strict=True) if n)
                total += one * sum(inner, Fraction(0))
        return total / self.deals


def pairs_of(game: Game) -> Pairs:
    """The shapes of two seats of a game."""
    return count_pairs(game.own, game.board)


@lru_cache(maxsize=8)
def count_pairs(hole: int, board: int, ranks: int = FULL_SUIT) -> Pairs:
    """The shapes of two hands of `hole` cards that share a board, in a deck of these ranks."""
    import numpy as np

    boxes = [
        Shape(flush, straight, ace)
        for flush, straight, ace in product(range(_SEVEN + 1), _STRAIGHTS, _STRAIGHTS)
    ]
    # A straight flush is no longer than the flush: limits beyond that say nothing.
    tight = [Shape(b.flush, min(b[:2]), min(b)) for b in boxes]
    limits = sorted(set(tight))
    classes, suit = _suit(hole, board, ranks)
    within = np.array([[_fits(one, limit) for one in classes] for limit in limits], np.int64)
    sizes = suit.shape[2:]
    one_suit = np.tensordot(within, suit, (1, 0))
    one_suit = np.moveaxis(np.tensordot(within, one_suit, (1, 1)), 0, 1)
    found = _fourth(one_suit.reshape(len(limits) ** 2, *sizes)).reshape(len(limits), len(limits))
    places = [limits.index(limit) for limit in tight]
    table = found[np.ix_(places, places)].reshape(
        [_SEVEN + 1, len(_STRAIGHTS), len(_STRAIGHTS)] * 2
    )
    for axis in range(6):
        table = np.diff(table, axis=axis, prepend=0)
    table = table.reshape(len(boxes), len(boxes))
    kept = [place for place in range(len(boxes)) if table[place].any()]
    counts = table[np.ix_(kept, kept)]
    return Pairs(tuple(boxes[place] for place in kept), counts, int(counts.sum()))


def _fits(one: Shape, box: Shape) -> bool:
    return all(a <= b for a, b in zip(one, box, strict=True))


def _suit(hole: int, board: int, ranks: int) -> tuple[list[Shape], "NDArray[Any]"]:
    """One suit: ways by the classes of both hands and by the cards of each hand and the board."""
    import numpy as np

    subsets = [mask for mask in range(FULL_SUIT + 1) if not mask & ~ranks]
    classes = sorted({shape(mask) for mask in subsets if mask.bit_count() <= hole + board})
    number = np.full(FULL_SUIT + 1, -1, np.int64)
    for mask in subsets:
        if mask.bit_count() <= hole + board:
            number[mask] = classes.index(shape(mask))
    hands = np.array([mask for mask in subsets if mask.bit_count() <= hole], np.int64)
    held = np.array([mask.bit_count() for mask in hands.tolist()], np.int64)
    n, wide = len(classes), hole + 1
    ways = np.zeros((board + 1, n * wide, n * wide), np.int64)
    for shared in subsets:
        if shared.bit_count() > board:
            continue
        own = hands & shared == 0
        masks, codes = hands[own], number[hands[own] | shared] * wide + held[own]
        # In parts, so that the matrix of which hands are apart stays small.
        for start in range(0, len(masks), 512):
            apart = (masks[start : start + 512, None] & masks[None, :]) == 0
            code = codes[start : start + 512, None] * (n * wide) + codes[None, :]
            found = np.bincount(code[apart], minlength=(n * wide) ** 2)
            ways[shared.bit_count()] += found.reshape(n * wide, n * wide)
    return classes, ways.reshape(board + 1, n, wide, n, wide).transpose(1, 3, 2, 4, 0)


def _fourth(suit: "NDArray[Any]") -> "NDArray[Any]":
    """The last coefficient of every polynomial's fourth power."""
    import numpy as np

    suit = np.moveaxis(suit, 0, -1)
    ends = suit.shape[:-1]
    double = np.zeros_like(suit)
    places = list(product(*(range(end) for end in ends)))
    for place in places:
        for other in places:
            both = tuple(a + b for a, b in zip(place, other, strict=True))
            if all(a < end for a, end in zip(both, ends, strict=True)):
                double[both] += suit[place] * suit[other]
    total = np.zeros(suit.shape[-1], np.int64)
    for place in places:
        total += double[place] * double[tuple(e - 1 - a for a, e in zip(place, ends, strict=True))]
    return total
