"""Tables that the kernels share: flushes of masks, flops up to suits, classes of seven cards."""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.hand_classes import shapes
from longsuit.analysis.exact.kernels.board_sweep import flush_keys
from longsuit.analysis.exact.numbering import (
    FLOPS,
    HOLES,
    flop_numbers,
    hole_numbers,
    holes,
    orders,
    rename,
)
from longsuit.core.cards import FULL_SUIT, RANK_COUNT
from longsuit.core.ranking import mask_key

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
        flush_keys(),
        np.array([mask.bit_count() for mask in masks], np.int64),
        np.array([mask.bit_length() - 1 for mask in masks], np.int64),
    )


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
def moves() -> NDArray[np.int32]:
    """[renaming, hole]: the number of a hole whose suits are renamed."""
    return hole_numbers(rename(orders(), holes())).astype(np.int32)


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
        there = flop_numbers(rename(order, classes))
        inverse = back[tuple(np.argsort(order).tolist())]
        for row, flop in enumerate(there.tolist()):
            of[flop], move[flop] = row, inverse
            if flop == int(flop_numbers(classes[row])):
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
