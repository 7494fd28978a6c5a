"""Tables that the kernels share: flushes of masks, boards and flops up to suits, renamings."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.hand_classes import shapes
from longsuit.analysis.exact.kernels.chase_tables import board_classes
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.core.cards import DECK_SIZE, FULL_SUIT, RANK_COUNT
from longsuit.core.ranking import mask_key

HOLES = comb(DECK_SIZE, 3)
FLOPS = comb(DECK_SIZE, 2)
THREADS = 2
PIECES = 8
"""Of work: more than threads, so that a slowed thread holds nobody up."""

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class Suits(NamedTuple):
    """By the mask of a suit: its flush, its number of cards, its highest rank (-1: none)."""

    keys: Ints
    bits: Ints
    tops: Ints


@cache
def suit_tables() -> Suits:
    """For every mask of a suit."""
    masks = range(FULL_SUIT + 1)
    return Suits(
        np.array([mask_key(mask) for mask in masks], np.int64),
        np.array([mask.bit_count() for mask in masks], np.int64),
        np.array([mask.bit_length() - 1 for mask in masks], np.int64),
    )


@cache
def boards() -> tuple[Ints, Ints]:
    """The 16,432 boards up to suits, and how many boards each stands for."""
    return board_classes()


@cache
def flop_classes() -> Ints:
    """The 169 flops up to suits."""
    one = [(low, high) for low, high in combinations(range(RANK_COUNT), 2)]
    two = [
        (low, RANK_COUNT + high)
        for low, high in combinations_with_replacement(range(RANK_COUNT), 2)
    ]
    return np.array([*one, *two], np.int64)


@cache
def holes() -> Ints:
    """The 22,100 holes in the order of their numbers."""
    cards = range(DECK_SIZE)
    return np.array([(a, b, c) for c in cards for b in range(c) for a in range(b)], np.int64)


@cache
def orders() -> Ints:
    """The 24 renamings of suits: suit s becomes order[s]."""
    return np.array(list(permutations(range(4))), np.int64)


@cache
def moves() -> NDArray[np.int32]:
    """[renaming, hole]: the number of a hole whose suits are renamed."""
    found = []
    for order in orders():
        moved = np.sort(rename(order, holes()), axis=1)
        a, b, c = moved.T
        found.append(c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a)
    return np.array(found, np.int32)


def rename(order: Ints, cards: Ints) -> Ints:
    """Cards with their suits renamed."""
    renamed: Ints = order[cards // RANK_COUNT] * RANK_COUNT + cards % RANK_COUNT
    return renamed


def flop_number(cards: Ints) -> Ints:
    """C(high, 2) + low of the last axis."""
    high, low = cards.max(axis=-1), cards.min(axis=-1)
    number: Ints = high * (high - 1) // 2 + low
    return number


class Spread(NamedTuple):
    """Every flop and the class that it belongs to."""

    of: Ints
    """[flop]: its class."""
    move: Ints
    """[flop]: the renaming that takes it to its class's own cards."""
    still: list[list[int]]
    """[class]: the renamings that leave its cards where they are."""
    sizes: Ints
    """[class]: how many flops it stands for."""


def spread_flops(classes: Ints) -> Spread:
    """Find the class of each of the 1,326 flops."""
    of, move = np.full(FLOPS, -1, np.int64), np.zeros(FLOPS, np.int64)
    back = {tuple(order): number for number, order in enumerate(orders().tolist())}
    still: list[list[int]] = [[] for _ in classes]
    for number, order in enumerate(orders()):
        there = flop_number(rename(order, classes))
        inverse = back[tuple(np.argsort(order).tolist())]
        for row, flop in enumerate(there.tolist()):
            of[flop], move[flop] = row, inverse
            if flop == int(flop_number(classes[row])):
                still[row].append(number)
    return Spread(of, move, still, np.bincount(of, minlength=len(classes)))


def spread_bits(packed: Bytes, classes: Ints) -> Bytes:
    """[flop, hole] as 0 and 1, from the packed bits of the classes."""
    rows = np.unpackbits(packed, axis=1, bitorder="little", count=HOLES)
    found = spread_flops(classes)
    out = np.empty((FLOPS, HOLES), np.uint8)
    for flop in range(FLOPS):
        out[flop] = rows[found.of[flop]][moves()[found.move[flop]]]
    return out


class Classes(NamedTuple):
    """What a walk over the classes of seven cards needs."""

    shapes: Ints
    starts: Ints
    by_size: Ints
    masks: Ints


@cache
def seven_cards() -> Classes:
    """The shapes of all classes, where each begins, and the masks by size."""
    every = shapes()
    widest = max(comb(RANK_COUNT, shape.sizes[0]) for shape in every)
    starts = np.zeros((len(every), widest), np.int64)
    for number, shape in enumerate(every):
        for place in range(comb(RANK_COUNT, shape.sizes[0])):
            starts[number, place] = shape.start + shape.step(0, place)
    masks = sorted((m for m in range(FULL_SUIT + 1) if m.bit_count() <= 7), key=mask_key)
    by_size = np.cumsum([0, *(comb(RANK_COUNT, n) for n in range(RANK_COUNT + 1))])
    sizes = np.array([shape.sizes for shape in every], np.int64)
    return Classes(sizes, starts, by_size.astype(np.int64), np.array(masks, np.int64))


def in_pieces(work: Callable[[int], Any]) -> list[Any]:
    """The results of all pieces, whichever thread is free taking the next."""
    with compiling(), ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(PIECES)))
