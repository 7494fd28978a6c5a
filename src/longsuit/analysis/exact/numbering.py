"""Hands, flops and subsets of a suit in order; and what is the same but for the names of suits."""

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from longsuit.core.cards import DECK_SIZE, RANK_COUNT

HOLES = comb(DECK_SIZE, 3)
FLOPS = comb(DECK_SIZE, 2)

Ints = NDArray[np.int64]


@cache
def holes() -> Ints:
    """The 22,100 holes in the order of their numbers."""
    cards = range(DECK_SIZE)
    return np.array([(a, b, c) for c in cards for b in range(c) for a in range(b)], np.int64)


def hole_numbers(cards: Ints) -> Ints:
    """C(c, 3) + C(b, 2) + a of the cards a < b < c along the last axis."""
    a, b, c = np.moveaxis(np.sort(cards, axis=-1), -1, 0)
    numbers: Ints = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
    return numbers


def flop_numbers(cards: Ints) -> Ints:
    """C(high, 2) + low of the last axis."""
    high, low = cards.max(axis=-1), cards.min(axis=-1)
    numbers: Ints = high * (high - 1) // 2 + low
    return numbers


def suit_subsets(cards: int) -> tuple[Ints, Ints]:
    """The subsets of a suit's cards of up to four, by size, rising; and where each size begins.

    After the last subset the list is filled up with zeros.
    """
    masks, sizes = _small_masks()
    there = masks & ~cards == 0
    listed, offset = np.zeros(len(masks), np.int64), np.zeros(6, np.int64)
    listed[: there.sum()] = masks[there]
    offset[1:] = np.cumsum(np.bincount(sizes[there], minlength=5))
    return listed, offset


@cache
def card_ranks() -> Ints:
    """[mask, place]: the ranks of up to four cards of a suit, rising."""
    masks = range(1 << RANK_COUNT)
    held = [[rank for rank in range(RANK_COUNT) if mask >> rank & 1] for mask in masks]
    return np.array([(ranks + [0] * 4)[:4] for ranks in held], np.int64)


@cache
def _small_masks() -> tuple[Ints, Ints]:
    masks = np.arange(1 << RANK_COUNT)
    sizes = np.bitwise_count(masks).astype(np.int64)
    order = np.lexsort((masks, sizes))[: int((sizes <= 4).sum())]
    return masks[order], sizes[order]


@cache
def orders() -> Ints:
    """The 24 renamings of suits, that which changes nothing first: suit s becomes order[s]."""
    return np.array(list(permutations(range(4))), np.int64)


def rename(order: Ints, cards: Ints) -> Ints:
    """Cards with their suits renamed; by several renamings: [renaming, ...]."""
    renamed: Ints = order[..., cards // RANK_COUNT] * RANK_COUNT + cards % RANK_COUNT
    return renamed


@cache
def board_classes() -> tuple[Ints, Ints]:
    """List the 16,432 boards up to suits as cards (n, 4), and how many boards each stands for.

    Longer suits come first, then higher masks.
    """
    cards: list[tuple[int, ...]] = []
    weights: list[int] = []
    ranks = range(RANK_COUNT - 1, -1, -1)
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
    return np.array(cards, np.int64), np.array(weights, np.int64)
