"""What the loops of `chase_kernel` work with: the deck's subsets, tables, hands and room."""

from functools import cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.chase_kernel import LANES, ROOM, ROW, SUBSETS
from longsuit.analysis.exact.numbering import card_ranks, suit_subsets

Cards = tuple[int, ...]
Ints = NDArray[np.int64]
Narrow = NDArray[np.int32]
_SHAPES = 16  # more than a flush can have


class Deck(NamedTuple):
    """The subsets of each suit of up to four cards: see `suit_subsets`."""

    cards: Ints
    """[suit]: a mask."""
    listed: Ints
    """[suit, place]: masks."""
    offset: Ints
    """[suit, size]: where a size begins."""


class Tables(NamedTuple):
    """What counts look up."""

    bits: Ints
    """[mask]: how many cards."""
    top: Ints
    """[mask]: the highest bit alone."""
    choose: Ints
    """[cards, drawn]"""
    ranks: Ints
    """[mask, place]: of up to four cards."""
    place: Ints
    """[mask]: its place among masks of as many cards."""
    begins: Narrow
    """[suit, length, subset]: where in `counts` a subset begins."""
    counts: Narrow
    """[begin + p]: how many of the first p masks of a length hold the subset; and, from bit 16 on,
    whether the next one does."""


class Bundle(NamedTuple):
    """Hands of one pattern of suits, the last one repeated to the end, and room to work in."""

    own: Narrow
    """[suit, hand]: masks."""
    size: Ints
    """[suit]: how many cards."""
    parts: Narrow
    """[suit, part, hand]: the subsets of `own`."""
    double: bool
    """The last two suits are alike and hold no card: boards that differ by exchanging them are
    taken once."""
    shapes: Ints
    """[w, size there, shape]: see `_list_shapes`."""
    work: NDArray[Any]
    rows: NDArray[np.int16]
    flushes: Narrow
    places: Narrow
    both: Narrow
    reaches: Ints
    some: NDArray[np.bool_]
    usable: NDArray[np.bool_]
    board: Ints
    flops: NDArray[np.int8]
    """On how many flops of a board a hand bets: of the outer suits, of the last one, of all (6, or
    0 if the hand opens)."""


def list_subsets(deck: Cards) -> Deck:
    """The subsets of each suit."""
    listed, offset = zip(*map(suit_subsets, deck), strict=True)
    return Deck(np.array(deck, np.int64), np.array(listed), np.array(offset))


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
        card_ranks(),
        place,
        begins,
        np.concatenate(rows).astype(np.int32),
    )


def make_bundle(hands: Ints, alike: bool, kind: Any) -> Bundle:
    """The hands' masks, the shapes of the boards they meet, and room for numbers of a kind."""
    hands = hands[np.minimum(np.arange(LANES), len(hands) - 1)]
    own, parts = np.zeros((4, LANES), np.int32), np.zeros((4, 8, LANES), np.int32)
    for suit in range(4):
        held = np.where(hands // 13 == suit, 1 << hands % 13, 0)
        own[suit] = held.sum(axis=1)
        # The cards of a pattern's suit stand in the same places in all hands.
        held = held[:, held[0] > 0]
        for part in range(1 << held.shape[1]):
            parts[suit, part] = held @ (part >> np.arange(held.shape[1]) & 1)
    size = np.bitwise_count(own[:, 0]).astype(np.int64)
    double = alike and not own[2:].any()
    work = np.zeros(ROOM, kind)
    for row in (4, 12, 20, 24):  # The product of no suit is 1.
        work[row * LANES : (row + 1) * LANES] = 1
    flushes, places, both = np.zeros((3, LANES), np.int32)
    return Bundle(
        own, size, parts, double, _list_shapes(tuple(size.tolist()), double), work,
        np.zeros(4 * SUBSETS * ROW, np.int16), flushes, places, both, np.zeros(LANES, np.int64),
        np.zeros((4, SUBSETS), np.bool_), np.zeros((4, 5), np.bool_), np.zeros(4, np.int64),
        np.zeros(3 * LANES, np.int8),
    )  # fmt: skip


@cache
def _list_shapes(own: Cards, double: bool) -> Ints:
    """[w, size there]: (x, nx, y, ny, z, nz; x, y, z; way) a row, then -1.

    The other suits with their sizes, fewest cards first, of equals the lower suit; of suits that
    are exchanged the lower one's rows serve both, so the suits as they are come after. way: boards
    count once, twice (1), or twice where the subsets of x and y (2), or of y and z (3), differ.
    """
    found = np.full((4, 5, _SHAPES, 10), -1, np.int64)
    for w, sizes in product(range(3 if double else 4), product(range(5), repeat=4)):
        length, twins = own[w] + sizes[w], double and w < 2
        if sum(sizes) != 4 or any(n + m > length for n, m in zip(own, sizes, strict=True)):
            continue
        if not twins or sizes[2] <= sizes[3]:
            x, y, z = sorted({0, 1, 2, 3} - {w}, key=lambda suit: (sizes[suit], suit))
            way = 0 if not twins else 1 if sizes[2] < sizes[3] else 2 if y == 3 else 3
            rows = [(2 if twins and suit == 3 else suit, sizes[suit]) for suit in (x, y, z)]
            room = found[w, sizes[w]]
            room[np.argmin(room[:, 0])] = *rows[0], *rows[1], *rows[2], x, y, z, way
    return found
