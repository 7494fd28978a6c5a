"""Numbers of hands, boards up to suits, and subsets of a suit, for Chase the Flush."""

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.chase_kernel import SUBSETS, Deck, Tables

Cards = tuple[int, ...]
Ints = NDArray[np.int64]


def hand_number(hand: Cards) -> int:
    """Give the number of three cards a < b < c: C(c, 3) + C(b, 2) + a."""
    a, b, c = sorted(hand)
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


def suit_permutations() -> Ints:
    """List the 24 suit permutations, the identity first."""
    return np.array(list(permutations(range(4))), dtype=np.int64)


def board_classes() -> tuple[Ints, Ints]:
    """List the 16,432 boards up to suits as cards (n, 4), and how many boards each stands for.

    Longer suits come first, then higher masks.
    """
    cards: list[Cards] = []
    weights: list[int] = []
    ranks = range(12, -1, -1)
    pairs = list(combinations(ranks, 2))
    for a, b in pairs:
        for x, y in combinations_with_replacement(ranks, 2):
            cards.append((a, b, 13 + x, 26 + y))
            weights.append(12 if x == y else 24)
    for a, b, c in combinations(ranks, 3):
        for x in ranks:
            cards.append((a, b, c, 13 + x))
            weights.append(12)
    for (a, b), (x, y) in combinations_with_replacement(pairs, 2):
        cards.append((a, b, 13 + x, 13 + y))
        weights.append(6 if (a, b) == (x, y) else 12)
    for a, b, c, d in combinations_with_replacement(ranks, 4):
        cards.append((a, 13 + b, 26 + c, 39 + d))
        weights.append(len(set(permutations((a, b, c, d)))))
    for four in combinations(ranks, 4):
        cards.append(four)
        weights.append(4)
    return np.array(cards, dtype=np.int64), np.array(weights, dtype=np.int64)


@cache
def subset_lists(deck: Cards) -> Deck:
    """List the subsets of each suit."""
    found = Deck(
        np.array(deck, np.int64),
        np.zeros((4, SUBSETS), np.int64),
        np.zeros((4, 6), np.int64),
        np.zeros((4, SUBSETS, 4), np.int64),
    )
    for suit, mask in enumerate(deck):
        ranks = [rank for rank in range(13) if mask >> rank & 1]
        at = 0
        for size in range(5):
            for chosen in sorted(combinations(ranks, size), key=lambda ranks: ranks[::-1]):
                found.listed[suit, at] = sum(1 << rank for rank in chosen)
                found.spots[suit, at, :size] = [13 * suit + rank for rank in chosen]
                at += 1
            found.offset[suit, size + 1] = at
    return found


@cache
def look_up_tables(deck: Cards) -> Tables:
    """What the kernel looks up; `counts` has only what it asks."""
    masks = np.arange(1 << 13)
    sizes = np.bitwise_count(masks).astype(np.int64)
    place = np.zeros(len(masks), np.int64)
    for length in range(14):
        place[sizes == length] = np.arange(comb(13, length))
    rows = [np.zeros(comb(13, 6) + 2, np.int64)]
    begins = np.zeros((4, 8, len(masks)), np.int32)
    at = len(rows[0])
    for suit, ranks in enumerate(deck):
        if ranks in deck[:suit]:
            begins[suit] = begins[deck.index(ranks)]
            continue
        for length in range(1, 6):
            longer = masks[sizes == length]
            # Five cards are asked about only if three of them have to be drawn.
            held = masks[(sizes <= length) & (sizes <= 4) if length < 5 else sizes == 2]
            holds = (longer & held[:, None] == held[:, None]) & (longer & ~ranks == 0)
            counts = np.zeros((len(held), len(longer) + 1), np.int64)
            counts[:, 1:] = holds.cumsum(axis=1)
            counts[:, :-1] |= holds << 16
            begins[suit, length, held] = at + np.arange(len(held)) * counts.shape[1]
            rows.append(counts.ravel())
            at += counts.size
    return Tables(
        sizes,
        np.array([1 << mask.bit_length() >> 1 for mask in range(len(masks))], np.int64),
        np.array([[comb(n, k) for k in range(4)] for n in range(14)], np.int64),
        place,
        begins,
        np.concatenate(rows).astype(np.int32),
    )
