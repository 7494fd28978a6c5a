"""Hands up to a renaming of suits, numbered.

Hands that differ only by a renaming of suits play alike. A class is four suit masks in falling
order of key: 6,009,159 of them for seven cards of 52. Their order: by shape, the four suit sizes
in falling order, greatest first; inside a shape by the first mask, then the second, third and
fourth, each rising among the masks of its size, and never above the mask before it when the sizes
are equal. Equal sizes make a multiset, whose number is a sum of binomials; the groups of equal
size make the digits of a mixed radix. So a class's number is one sum over its four masks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from math import comb

from longsuit.core.cards import RANK_COUNT
from longsuit.core.ranking import mask_key

Masks = tuple[int, int, int, int]


@dataclass(frozen=True)
class Shape:
    """The classes of one set of suit sizes.

    A class's index is the sum of `start` and, over its masks, of C(place + left - 1, left) * radix,
    `place` counted among the masks of that size.
    """

    sizes: Masks  # suit sizes, falling
    start: int  # index of its first class
    left: Masks  # how many masks of this size are still to come, this one counted
    radix: Masks  # how many ways the smaller sizes can be filled

    def step(self, suit: int, place: int) -> int:
        """What the mask at `place` of `suit` adds to the index."""
        return comb(place + self.left[suit] - 1, self.left[suit]) * self.radix[suit]


@cache
def shapes(ranks: int = 13, size: int = 7) -> tuple[Shape, ...]:
    """All shapes of `size` cards in four suits of `ranks`, in class order."""
    found: list[Shape] = []
    start = 0
    for a, b, c, d in product(range(size, -1, -1), repeat=4):
        sizes = a, b, c, d
        if a + b + c + d != size or not ranks >= a >= b >= c >= d:
            continue
        left = (sizes.count(a), sizes[1:].count(b), sizes[2:].count(c), 1)
        ways = {n: comb(comb(ranks, n) + sizes.count(n) - 1, sizes.count(n)) for n in set(sizes)}
        radix = [1, 1, 1, 1]
        for suit, own in enumerate(sizes):
            for n, way in ways.items():
                radix[suit] *= way if n < own else 1
        found.append(Shape(sizes, start, left, (radix[0], radix[1], radix[2], radix[3])))
        start += radix[0] * ways[a]
    return tuple(found)


def class_count(ranks: int = 13, size: int = 7) -> int:
    """How many hands there are up to a renaming of suits (6,009,159 as a rule)."""
    last = shapes(ranks, size)[-1]
    return last.start + last.step(0, comb(ranks, last.sizes[0]))


def class_index(hand: Sequence[int], ranks: int = 13) -> int:
    """The class of a hand given as four suit masks in any order."""
    masks = sorted((int(mask) for mask in hand), key=mask_key, reverse=True)
    sizes = tuple(mask.bit_count() for mask in masks)
    shape = next(shape for shape in shapes(ranks, sum(sizes)) if shape.sizes == sizes)
    return shape.start + sum(shape.step(suit, _place(mask)) for suit, mask in enumerate(masks))


def class_masks(index: int, ranks: int = 13, size: int = 7) -> Masks:
    """The four masks of a class, in falling order of key: the inverse of `class_index`."""
    if not 0 <= index < class_count(ranks, size):
        raise ValueError(f"there is no class {index}")
    shape = [shape for shape in shapes(ranks, size) if shape.start <= index][-1]
    rest = index - shape.start
    masks = []
    for suit, length in enumerate(shape.sizes):
        low, high = 0, comb(ranks, length)  # the greatest place whose step still fits
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if shape.step(suit, middle) <= rest else (low, middle)
        rest -= shape.step(suit, low)
        masks.append(_mask_at(low, length))
    return masks[0], masks[1], masks[2], masks[3]


def classes(ranks: int = 13, size: int = 7) -> Iterator[Masks]:
    """Every class in order, by plain loops (what an export walks along with `decisions`)."""
    of_size = [[m for m in range(1 << ranks) if m.bit_count() == n] for n in range(size + 1)]
    for shape in shapes(ranks, size):
        a, b, c, d = shape.sizes
        for i, first in enumerate(of_size[a]):
            for j, second in enumerate(of_size[b][: i + 1] if a == b else of_size[b]):
                for k, third in enumerate(of_size[c][: j + 1] if b == c else of_size[c]):
                    for fourth in of_size[d][: k + 1] if c == d else of_size[d]:
                        yield first, second, third, fourth


def class_hands(masks: Sequence[int]) -> int:
    """How many of all hands fall in the class of these masks: 24 over its repetitions."""
    repetitions, run = 1, 1
    for one, other in pairwise(sorted(masks)):
        run = run + 1 if one == other else 1
        repetitions *= run
    return 24 // repetitions


def _place(mask: int) -> int:
    """How many masks of the same size are lower."""
    ranks = [rank for rank in range(RANK_COUNT) if mask >> rank & 1]
    return sum(comb(rank, k) for k, rank in enumerate(ranks, 1))


def _mask_at(place: int, size: int) -> int:
    """The inverse of `_place`: take the highest rank that fits, then the next."""
    mask = 0
    for k in range(size, 0, -1):
        rank = max(rank for rank in range(RANK_COUNT) if comb(rank, k) <= place)
        place -= comb(rank, k)
        mask |= 1 << rank
    return mask
