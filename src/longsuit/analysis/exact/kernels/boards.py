"""The boards of Chase the Flush, numbered, and best play on them; `position` counts hands.

A board is four subsets, one a suit. Boards of one shape (four sizes) lie together, and those that
differ only in the suit with most cards lie side by side, so that loops run along them.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

SUBSETS = 1093  # of 13 ranks with at most four
SHAPES = 625  # four sizes of 0 to 4
BET_BIT = 8
EXACT = {"reassoc", "nsz", "nnan", "ninf"}  # whole numbers: sums are exact in any order

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]


class Deck(NamedTuple):
    """The boards of the cards left: made by `exact.position.number_boards`."""

    cards: Ints
    """[suit]: the mask of what is left."""
    listed: Ints
    """[suit, place]: subsets of up to four cards, by size, rising."""
    offset: Ints
    """[suit, size]: where a size begins."""
    number: Ints
    """[suit, mask]: the place of a subset among those of its size."""
    spots: Ints
    """[suit, place, 4]: the places of a subset's cards among all cards of the deck."""
    shapes: Ints
    """A row a shape: its number, its suits, the longest last, and their sizes."""
    first: Ints
    """[shape]: where its boards begin."""
    stride: Ints
    """[shape, suit]: how far apart the boards of neighbouring subsets are."""


@njit(cache=True, nogil=True, fastmath=EXACT)
def decide_boards(
    store: bool, deck: Deck, late: Floats, early: Floats, blind_deck: Deck, blind: Bytes,
    margin: Floats, known: Ints, start: Ints, column: Ints, within: Floats, cross: Floats,
    gain: Floats, outer: Ints,
) -> tuple[float, float]:  # fmt: skip
    """Best play after a check at the opening; late, early: see `position.count_boards`.

    margin[card, card], of the deck's cards: checking less betting on that flop, both over a fold.
    A board's byte in `blind` is the choice of who sees nothing: BET_BIT at the river, and on how
    many of the six flops he has checked (of equal values he checks). It is written if `store`,
    else read. Returned: the sum of `early`, and what the blind player makes beyond it, each flop
    counted apart. What comes after `margin` is made by `exact.position.decide`: nothing here makes
    an array, which would take long to compile.
    """
    offset, spots = deck.offset, deck.spots
    bets = waits = 0.0
    for phase in range(2 if store else 1):
        for place in range(len(deck.shapes)):
            shape, x, y, w, z, nx, ny, nw, nz = deck.shapes[place]
            x0, y0, w0, z0 = offset[x, nx], offset[y, ny], offset[w, nw], offset[z, nz]
            # Unsigned, or every index is looked at for its sign and nothing runs on vector units.
            n_row, n_outer = np.uint64(offset[z, nz + 1] - z0), nx + ny + nw
            columns, own = np.uint64(column[z] + z0), np.uint64(z0)
            for xi in range(x0, offset[x, nx + 1]):
                for a in range(nx):
                    outer[a] = spots[x, xi, a]
                for yi in range(y0, offset[y, ny + 1]):
                    for a in range(ny):
                        outer[nx + a] = spots[y, yi, a]
                    for wi in range(w0, offset[w, nw + 1]):
                        for a in range(nw):
                            outer[nx + ny + a] = spots[w, wi, a]
                        at = np.uint64(
                            deck.first[shape] + (xi - x0) * deck.stride[shape, x]
                            + (yi - y0) * deck.stride[shape, y] + (wi - w0) * deck.stride[shape, w]
                        )  # fmt: skip
                        if phase == 1:
                            checks = 0
                            for a in range(n_outer):
                                for b in range(a):
                                    checks += margin[outer[a], outer[b]] >= 0
                            for i in range(n_row):
                                both = checks + within[z, own + i]
                                for a in range(n_outer):
                                    both += cross[outer[a], columns + i]
                                blind[at + i] = int(both) + BET_BIT * (late[at + i] > 0)
                            continue
                        row = 0.0
                        for i in range(n_row):
                            gain[i] = max(late[at + i], 0.0) - early[at + i]
                            row += gain[i]
                            bets += early[at + i]
                            within[z, own + i] += gain[i]
                        for a in range(n_outer):
                            for i in range(n_row):
                                cross[outer[a], columns + i] += gain[i]
                            for b in range(a):
                                margin[outer[a], outer[b]] += row
                        if not store:
                            there = (
                                blind_deck.first[shape]
                                + known[x, xi] * blind_deck.stride[shape, x]
                                + known[y, yi] * blind_deck.stride[shape, y]
                                + known[w, wi] * blind_deck.stride[shape, w]
                            )
                            for i in range(n_row):
                                choice = blind[there + known[z, own + i]]
                                made = late[at + i] if choice & BET_BIT else 0.0
                                waits += (made - early[at + i]) * (choice & 7)
        if phase == 0:
            _spread(spots, offset, start, column, within, cross, margin, store)
    return bets, waits


@njit(cache=True, nogil=True)
def _spread(
    spots: Ints, offset: Ints, start: Ints, column: Ints, within: Floats, cross: Floats,
    margin: Floats, tell: bool,
) -> None:  # fmt: skip
    """Bring what was added up by subset to the pairs of cards that it stands for.

    Then, if it is to be told, put into `within` and `cross` on how many of those checking is best.
    """
    for back in range(2 if tell else 1):
        for suit in range(4):
            for size in range(5):
                for i in range(offset[suit, size], offset[suit, size + 1]):
                    checks = 0
                    for a in range(size):
                        for b in range(a):
                            one, two = spots[suit, i, a], spots[suit, i, b]
                            if back:
                                checks += margin[one, two] >= 0
                            else:
                                margin[one, two] += within[suit, i]
                    within[suit, i] = checks
                    if size == 4:
                        continue
                    for other in range(start[4]):
                        checks = 0
                        more = cross[other, column[suit] + i]
                        for a in range(size):
                            if back:
                                checks += margin[spots[suit, i, a], other] >= 0
                            else:
                                margin[spots[suit, i, a], other] += more
                        cross[other, column[suit] + i] = checks
        if not back:
            for a in range(start[4]):
                for b in range(a):
                    both = margin[a, b] + margin[b, a]
                    margin[a, b] = both
                    margin[b, a] = both


@njit(cache=True, nogil=True)
def add_triples(cards: Bytes, late: Floats, early: Floats, triples: Floats) -> None:
    """triples[a, b, c], a > b > c: best play at the river less the second bet, over its boards.

    cards[board]: the places of its cards in the deck, falling.
    """
    triples[:] = 0.0
    for board in range(len(late)):
        gain = max(late[board], 0.0) - early[board]
        a, b, c, d = cards[board, 0], cards[board, 1], cards[board, 2], cards[board, 3]
        triples[a, b, c] += gain
        triples[a, b, d] += gain
        triples[a, c, d] += gain
        triples[b, c, d] += gain
