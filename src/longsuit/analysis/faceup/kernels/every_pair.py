"""Compiled values of Chase the Flush with two of the dealer's cards shown: all pairs at once.

One opening hand meets every board, for the pairs of one suit and another, or twice the same. They
lie side by side as lanes, 13 rows of 16 or a triangle. One card of the dealer's is hidden: with r
ways to draw it of the two other suits, his hands below the player's flush are

    none(a) none(b) r + none(a) more(b) + more(a) none(b)

for a card a of one suit and b of the other, each 1 or 0 by whether its suit is then below (none),
and the cards of its suit that may come to it (more). Rows and columns are multiplied out; pairs of
one suit are looked up. Boards are taken by the
suit and subset that make the player's flush, as in `every_card`. Sums are whole numbers
below 2^53, exact in any order.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.boards import SUBSETS
from longsuit.analysis.exact.kernels.position import ALL, EXACT, KINDS, RANKS, allow, lower
from longsuit.analysis.faceup.kernels.every_card import WIDE, add_board

PAIRS = RANKS * WIDE
OF_ONE_SUIT = 80  # lanes; two less are pairs
_THERE = KINDS  # one kind more: every hand
_ANY = 8 << RANKS  # above every flush

Ints = NDArray[np.int64]
Places = NDArray[np.uint16]
Floats = NDArray[np.float64]


@njit(cache=True, nogil=True)
def _ways(
    key: int, held: int, left: int, drawn: int, choose: Floats, bits: Ints, top: Ints
) -> float:
    """So many cards of those left of a suit, that with those held stay below a key."""
    exact = (key >> RANKS) - bits[held]
    if drawn < exact:
        count: float = choose[bits[left], drawn]
        return count
    if drawn == exact:
        return lower(key & ALL, exact, left, held, choose, bits, top)
    return 0.0


@njit(cache=True, nogil=True)
def _limit_suits(
    w: int, w_size: int, wi: int, key: int, own: Ints, listed: Ints, offset: Ints, bits: Ints,
    limit: Ints,
) -> None:  # fmt: skip
    """limit[suit, size]: between which subsets a board may have its cards of a suit.

    The player's flush is that of suit w with its subset wi; the others stay below it.
    """
    for suit in range(4):
        for size in range(5):
            first, last = offset[suit, size], offset[suit, size + 1]
            if suit == w:
                first, last = (wi, wi + 1) if size == w_size else (0, 0)
            elif size > 4 - w_size:
                last = first
            else:
                length = bits[own[suit]] + size
                last = first + allow(key, own[suit], length, first, last, listed[suit], suit > w)
            limit[suit, size, 0], limit[suit, size, 1] = first, last


@njit(cache=True, nogil=True)
def _list_boards(limit: Ints, boards: Places) -> int:
    """boards[n, suit]: its subset, of every board within the limits. How many there are."""
    n = 0
    for a in range(5):
        for b in range(5 - a):
            for c in range(5 - a - b):
                d = 4 - a - b - c
                for ai in range(limit[0, a, 0], limit[0, a, 1]):
                    for bi in range(limit[1, b, 0], limit[1, b, 1]):
                        for ci in range(limit[2, c, 0], limit[2, c, 1]):
                            for di in range(limit[3, d, 0], limit[3, d, 1]):
                                boards[n, 0], boards[n, 1] = ai, bi
                                boards[n, 2], boards[n, 3] = ci, di
                                n += 1
    return n


@njit(cache=True, nogil=True)
def _place_cards(at: Ints, listed: Ints, spots: Ints, bits: Ints, places: Ints) -> None:
    """The places of a board's cards in the deck."""
    n = 0
    for suit in range(4):
        for place in range(bits[listed[suit, at[suit]]]):
            places[n] = spots[suit, at[suit], place]
            n += 1


@njit(cache=True, nogil=True)
def _line_up(
    key: int, free: int, first: int, last: int, listed: Ints, choose: Floats, bits: Ints,
    top: Ints, shown: int, out: Floats,
) -> None:  # fmt: skip
    """out[subset, drawn, lane]: the dealer's ways to draw so many and keep a suit below a key.

    shown: how many of his cards are known in it, none to two; they are the lane.
    """
    for i in range(first, last):
        held, left = listed[i], free ^ listed[i]
        for drawn in range(2):
            if shown == 0:
                out[i, drawn, 0] = _ways(key, held, left, drawn, choose, bits, top)
                continue
            for one in range(RANKS):
                card = left & 1 << one
                if shown == 1:
                    out[i, drawn, one] = 0.0
                    if card:
                        out[i, drawn, one] = _ways(
                            key, held | card, left ^ card, drawn, choose, bits, top
                        )
                    continue
                for other in range(one):
                    both, lane = card | left & 1 << other, one * (one - 1) // 2 + other
                    out[i, drawn, lane] = 0.0
                    if card and both != card:
                        out[i, drawn, lane] = _ways(
                            key, held | both, left ^ both, drawn, choose, bits, top
                        )


@njit(cache=True, nogil=True, fastmath=EXACT)
def _two_suits(
    r: Floats, none: Floats, a: Ints, b: Ints, lanes: Floats, last: Floats,
    second: Floats, late: Floats, early: Floats,
) -> None:  # fmt: skip
    """late, early[pair]: what the last and the second bet gain on one board.

    r[kind], none[kind]: the ways of the other suits. a, b: where the board's rows begin in `lanes`
    of the two suits, by kind.
    """
    # Unsigned, or every index is looked at for its sign and nothing runs on vector units.
    one = np.uint64(WIDE)
    l0, l1, l2, l3 = last[0], last[1], last[2], last[3]
    e0, e1, e2, e3 = second[0], second[1], second[2], second[3]
    b0, b1, b2, b3 = np.uint64(b[0]), np.uint64(b[1]), np.uint64(b[2]), np.uint64(b[3])
    for rank in range(RANKS):
        at = np.uint64(WIDE * rank)
        below, below_more = lanes[a[0] + rank] * none[0], lanes[a[0] + WIDE + rank] * none[0]
        upto, upto_more = lanes[a[1] + rank] * none[1], lanes[a[1] + WIDE + rank] * none[1]
        short, short_more = lanes[a[2] + rank] * none[2], lanes[a[2] + WIDE + rank] * none[2]
        below_more += lanes[a[0] + rank] * r[0]
        upto_more += lanes[a[1] + rank] * r[1]
        short_more += lanes[a[2] + rank] * r[2]
        there = lanes[a[3] + rank]
        for i in range(one):
            x = below_more * lanes[b0 + i] + below * lanes[b0 + one + i]
            y = upto_more * lanes[b1 + i] + upto * lanes[b1 + one + i]
            z = short_more * lanes[b2 + i] + short * lanes[b2 + one + i]
            n = there * lanes[b3 + i]
            late[at + i] = l0 * x + l1 * y + l2 * z + l3 * n
            early[at + i] = e0 * x + e1 * y + e2 * z + e3 * n


@njit(cache=True, nogil=True, fastmath=EXACT)
def _one_suit(
    r: Floats, none: Floats, a: Ints, lanes: Floats, last: Floats, second: Floats,
    late: Floats, early: Floats,
) -> None:  # fmt: skip
    """The same where both cards are of one suit."""
    one = np.uint64(OF_ONE_SUIT)
    l0, l1, l2, l3 = last[0], last[1], last[2], last[3]
    e0, e1, e2, e3 = second[0], second[1], second[2], second[3]
    r0, r1, r2, n0, n1, n2 = r[0], r[1], r[2], none[0], none[1], none[2]
    a0, a1, a2, a3 = np.uint64(a[0]), np.uint64(a[1]), np.uint64(a[2]), np.uint64(a[3])
    for i in range(one):
        x = r0 * lanes[a0 + i] + n0 * lanes[a0 + one + i]
        y = r1 * lanes[a1 + i] + n1 * lanes[a1 + one + i]
        z = r2 * lanes[a2 + i] + n2 * lanes[a2 + one + i]
        n = lanes[a3 + i]
        late[i] = l0 * x + l1 * y + l2 * z + l3 * n
        early[i] = e0 * x + e1 * y + e2 * z + e3 * n


@njit(cache=True, nogil=True)
def value_pairs(
    own: Ints, free: Ints, first: int, other: int, qualifier: int, lines: Floats, fold: float,
    listed: Ints, offset: Ints, spots: Ints, choose: Floats, bits: Ints, top: Ints,
    flops: Floats, sums: Floats,
) -> None:  # fmt: skip
    """Add up what bets gain over a fold, by pair of the dealer's cards, over all boards of a hand.

    first, other: the suits of the two cards; of one suit the higher is the row. The rest is as
    for `every_card.value_lanes`.
    """
    same = first == other
    wide = OF_ONE_SUIT if same else WIDE
    n_lanes = OF_ONE_SUIT if same else PAIRS
    plain = np.zeros((KINDS, 4, SUBSETS, 2, 1))
    lanes = np.zeros((KINDS + 1, 2, SUBSETS, 2, wide))
    flat, step = lanes.ravel(), 2 * wide
    limit, places = np.zeros((4, 5, 2), np.int64), np.zeros(4, np.int64)
    at = np.zeros(4, np.int64)
    late, early, last, second = np.zeros(n_lanes), np.zeros(n_lanes), np.zeros(4), np.zeros(4)
    r, none, a, b = np.zeros(3), np.zeros(3), np.zeros(4, np.int64), np.zeros(4, np.int64)
    lined = np.zeros((2, 4, 5), np.int64)
    hands = choose[bits[free].sum() - 6, 1]
    boards = np.empty((int(choose[bits[free].sum(), 4]), 4), np.uint16)
    for suit in range(4):
        shown = (suit == first) + (suit == other)
        end = offset[suit, 5]
        side = 0 if suit == first else 1
        out = lanes[2, side] if shown else plain[2, suit]
        _line_up(qualifier, free[suit], 0, end, listed[suit], choose, bits, top, shown, out)
        if shown:
            out = lanes[_THERE, side]
            _line_up(_ANY, free[suit], 0, end, listed[suit], choose, bits, top, shown, out)
    for w in range(4):
        for wi in range(offset[w, 5]):
            w_size = bits[listed[w, wi]]
            length = bits[own[w]] + w_size
            key = length << RANKS | own[w] | listed[w, wi]
            _limit_suits(w, w_size, wi, key, own, listed, offset, bits, limit)
            n = _list_boards(limit, boards)
            if n == 0:
                continue
            for suit in range(4):
                shown = (suit == first) + (suit == other)
                for kind in range(2):
                    out = lanes[kind, 0 if suit == first else 1] if shown else plain[kind, suit]
                    least, most = (w_size, w_size) if suit == w else (0, 4 - w_size)
                    for size in range(least, most + 1):
                        # Ranks matter where just the length is made; else lengths alone do.
                        makes = 0 <= length - size - shown <= 1
                        start, end = offset[suit, size], offset[suit, size + 1]
                        if makes:
                            start, end = limit[suit, size, 0], limit[suit, size, 1]
                        if makes or lined[kind, suit, size] != length:
                            _line_up(
                                key + kind, free[suit], start, end, listed[suit], choose, bits, top,
                                shown, out,
                            )  # fmt: skip
                            lined[kind, suit, size] = 0 if makes else length
            form = 2 * length + (1 if key >= qualifier else 0)
            last[:], second[:] = lines[form, 2], lines[form, 1]
            last[3], second[3] = (last[3] - fold) * hands, (second[3] - fold) * hands
            for board in range(n):
                for suit in range(4):
                    at[suit] = boards[board, suit]
                _place_cards(at, listed, spots, bits, places)
                for kind in range(KINDS):
                    none[kind], r[kind] = 1.0, 0.0
                    for suit in range(4):
                        if suit != first and suit != other:
                            zero, one = (
                                plain[kind, suit, at[suit], 0, 0],
                                plain[kind, suit, at[suit], 1, 0],
                            )
                            r[kind] = r[kind] * zero + none[kind] * one
                            none[kind] *= zero
                for kind in range(KINDS + 1):
                    a[kind] = (2 * kind * SUBSETS + at[first]) * step
                    b[kind] = ((2 * kind + 1) * SUBSETS + at[other]) * step
                if same:
                    _one_suit(r, none, a, flat, last, second, late, early)
                else:
                    _two_suits(r, none, a, b, flat, last, second, late, early)
                add_board(places, late, early, flops, sums)
