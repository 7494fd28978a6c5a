"""The slow twin of `kernels.position`: dealer hands below a flush, in plain Python integers."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from longsuit.analysis.exact.position import NO_CARDS, remaining
from longsuit.core.cards import FULL_SUIT, RANK_COUNT
from longsuit.core.ranking import key_length, mask_key

Counts = tuple[tuple[int, int, int], tuple[int, int, int]]


def flush_key(masks: Sequence[int]) -> int:
    """A hand's flush as a number: the greatest of its suits."""
    return max(map(mask_key, masks))


def lower(mask: int, size: int, free: int, held: int = 0) -> int:
    """How many `size`-card subsets of `free` make, with `held`, a mask below `mask`.

    A lower mask agrees with it from the top down to some bit of `mask` that it lacks; beneath that
    bit everything is free choice.
    """
    total = 0
    for rank in range(RANK_COUNT - 1, -1, -1):
        bit = 1 << rank
        if mask & bit == held & bit:
            continue
        if held & bit:
            break
        total += comb((free & (bit - 1)).bit_count(), size)
        if size == 0 or not free & bit:
            break
        size -= 1
    return total


@lru_cache(maxsize=1 << 14)
def _suit(free: int, held: int, length: int, mask: int, draw: int) -> tuple[int, ...]:
    """One suit's polynomial: for each number of cards drawn, the draws that stay below."""
    n_free, exact = free.bit_count(), length - held.bit_count()
    row = [comb(n_free, drawn) for drawn in range(min(exact, draw + 1))]
    if 0 <= exact <= draw:
        row.append(lower(mask, exact, free, held))
    return tuple(row)


def below(length: int, mask: int, board: Sequence[int], free: Sequence[int], draw: int) -> int:
    """How many dealer hands are below the key (length, mask)."""
    poly = [1]
    for held, left in zip(board, free, strict=True):
        row = _suit(left, held, length, mask, draw)
        product = [0] * min(len(poly) + len(row), draw + 1)
        for i, a in enumerate(poly):
            for j, b in enumerate(row[: draw + 1 - i]):
                product[i + j] += a * b
        poly = product
    return poly[draw] if len(poly) > draw else 0


def showdown_counts(
    own: Sequence[int],
    board: Sequence[int],
    gone: Sequence[int],
    draw: int,
    qualifier: int,
    dealer: Sequence[int] = NO_CARDS,
) -> Counts:
    """counts[dealer qualifies][0 player ahead, 1 tie, 2 behind] over all the dealer's draws.

    The sets "below the player", "not above the player" and "below the qualifier" lie one inside
    the other, so each of the six counts is a difference of sizes.
    """
    free = remaining(own, board, gone, dealer)
    held = [shared | his for shared, his in zip(board, dealer, strict=True)]
    hand = [mine | shared for mine, shared in zip(own, board, strict=True)]
    key = flush_key(hand)
    every = comb(sum(mask.bit_count() for mask in free), draw)
    if not every:
        raise ValueError("too few cards are left for the dealer")
    ahead = below(key_length(key), key & FULL_SUIT, held, free, draw)
    not_above = below(key_length(key), (key & FULL_SUIT) + 1, held, free, draw)
    unqualified = below(key_length(qualifier), qualifier & FULL_SUIT, held, free, draw)
    first, second = min(ahead, unqualified), min(not_above, unqualified)
    low = (first, second - first, unqualified - second)
    tie = not_above - ahead
    return low, (ahead - low[0], tie - low[1], every - not_above - low[2])
