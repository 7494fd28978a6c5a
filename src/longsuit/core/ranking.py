"""Seven cards, or fewer, to their flush and their straight flush, by table look-up.

A suit's flush is ordered by one number, its key: the count of cards above the 13 bits of the mask
(FL-2, FL-3). A hand's flush is the greatest of its four keys (FL-4); suits never rank. Straight
flushes count for bonuses only (FL-5) and are looked for in every suit (FL-7), ace high or low
but not both at once (FL-6).
"""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from longsuit.core.cards import FULL_SUIT, RANK_COUNT, RANKS, SUIT_COUNT, CardSet, Mask

FlushKey: TypeAlias = int

SHORTEST_STRAIGHT = 3
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


class Shape(NamedTuple):
    """All that a bonus or progressive table can ask of a hand."""

    flush: int
    """Cards in the longest suit."""
    straight: int
    """Cards in the longest straight flush, or 0 when it has fewer than three."""
    ace_high: int
    """Cards in the longest ace-high straight flush (A-K-Q and down), or 0 below three."""


def mask_key(mask: Mask) -> FlushKey:
    """A suit's flush as a number that orders flushes."""
    return mask.bit_count() << RANK_COUNT | mask


def _longest_run(mask: Mask) -> int:
    """The longest run of neighbouring ranks, with the ace at either end."""
    both_ends = mask << 1 | mask >> (RANK_COUNT - 1)
    length = 0
    while both_ends:
        both_ends &= both_ends << 1
        length += 1
    length = min(length, mask.bit_count())
    return length if length >= SHORTEST_STRAIGHT else 0


def _ace_high_run(mask: Mask) -> int:
    length = 0
    while length < RANK_COUNT and mask >> (RANK_COUNT - 1 - length) & 1:
        length += 1
    return length if length >= SHORTEST_STRAIGHT else 0


_KEYS = tuple(mask_key(mask) for mask in range(FULL_SUIT + 1))
_RUNS = tuple(_longest_run(mask) for mask in range(FULL_SUIT + 1))
_ACE_RUNS = tuple(_ace_high_run(mask) for mask in range(FULL_SUIT + 1))


def _marks(*lengths: int) -> int:
    """Lengths as rows of marks, 16 places each: joining hands by `or` keeps the longest of each."""
    marks = 0
    for place, length in enumerate(lengths):
        marks |= ((1 << length) - 1) << 16 * place
    return marks


class _ShapesByMarks(dict[int, "Shape"]):
    """The shapes that marks stand for, each made once."""

    def __missing__(self, marks: int) -> "Shape":
        rows = (marks & 0xFFFF, marks >> 16 & 0xFFFF, marks >> 32)
        self[marks] = form = Shape(*(row.bit_length() for row in rows))
        return form


_MARKS = tuple(
    _marks(mask.bit_count(), _RUNS[mask], _ACE_RUNS[mask]) for mask in range(FULL_SUIT + 1)
)
_SHAPES = _ShapesByMarks()


def flush_key(hand: CardSet) -> FlushKey:
    """The key of the hand's flush: the higher key wins, equal keys tie."""
    # Written out, with no loop and no call: this is the line that everything else waits for.
    best = _KEYS[hand & 8191]
    if (key := _KEYS[hand >> 13 & 8191]) > best:
        best = key
    if (key := _KEYS[hand >> 26 & 8191]) > best:
        best = key
    if (key := _KEYS[hand >> 39]) > best:
        best = key
    return best


def shape(hand: CardSet) -> Shape:
    """The longest flush, straight flush and ace-high straight flush of a hand."""
    code = _MARKS[hand & 8191] | _MARKS[hand >> 13 & 8191] | _MARKS[hand >> 26 & 8191]
    return _SHAPES[code | _MARKS[hand >> 39]]


def key_length(key: FlushKey) -> int:
    """How many cards the flush has."""
    return key >> RANK_COUNT


def key_ranks(key: FlushKey) -> str:
    """The ranks of the flush, highest first: ``KT8``."""
    return "".join(RANKS[r] for r in reversed(range(RANK_COUNT)) if key >> r & 1)


def make_key(ranks: str) -> FlushKey:
    """The key of a flush given by its ranks: ``make_key("932")``."""
    mask = 0
    for rank in ranks:
        mask |= 1 << RANKS.index(rank)
    return mask_key(mask)


def flush_name(key: FlushKey) -> str:
    """The flush in words: ``K-high four-card flush``; no two cards of a suit are ``K high``."""
    ranks = key_ranks(key)
    if not ranks:
        return "no cards"
    high = "10" if ranks[0] == "T" else ranks[0]
    if len(ranks) == 1:
        return f"{high} high"
    return f"{high}-high {_WORDS[key_length(key)]}-card flush"


def flush_in_full(key: FlushKey) -> str:
    """The flush in words with every rank: ``three-card flush 10-8-6``."""
    ranks = "-".join("10" if rank == "T" else rank for rank in key_ranks(key))
    return f"{_WORDS[key_length(key)]}-card flush {ranks}" if ranks else "no cards"


@lru_cache
def shape_counts(size: int = 7) -> dict[Shape, int]:
    """How many hands of that size, of all from 52 cards, have each shape.

    Through suit structure: the 8,192 masks of one suit fall into a few classes; two suits
    are joined class by class, then two pairs of suits.
    """
    suit: Counter[tuple[int, Shape]] = Counter()
    for mask in range(FULL_SUIT + 1):
        if (held := mask.bit_count()) <= size:
            suit[held, Shape(held, _RUNS[mask], _ACE_RUNS[mask])] += 1
    joined = suit
    for _ in range(SUIT_COUNT.bit_length() - 1):
        joined = _join(joined, joined, size)
    return {form: count for (held, form), count in joined.items() if held == size}


def _join(
    left: Counter[tuple[int, Shape]], right: Counter[tuple[int, Shape]], size: int
) -> Counter[tuple[int, Shape]]:
    joined: Counter[tuple[int, Shape]] = Counter()
    for (held, a), count in left.items():
        for (more, b), times in right.items():
            if held + more <= size:
                both = Shape(max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]))
                joined[held + more, both] += count * times
    return joined
