"""Compiled values of Chase the Flush with one of the dealer's cards shown: all cards at once.

One opening hand meets every board. On a board the cards that the dealer may show lie side by side
as *lanes*, 16 a suit: with such a card, the dealer's hands below the player's flush are a sum over
the number of his other cards in its suit of [ways there] times [ways in the three other suits].
Boards are taken by the suit and subset that make the player's flush, and suits counted, as the text
of `exact.kernels.position` says.

Beside the cards there are lanes for what is known of one only: its rank, its suit, its colour,
nothing at all; and for each card that is dead. Their values are sums of those of the cards. Sums
are whole numbers below 2^53, exact in any order.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.boards import SUBSETS
from longsuit.analysis.exact.kernels.position import ALL, EXACT, KINDS, RANKS, allow, lower

WIDE = 16  # lanes a suit
CARDS = 4 * WIDE
BY_RANK, BY_SUIT, BY_COLOUR, NOTHING, DEAD = CARDS, 80, 84, 86, 96
LANES = DEAD + CARDS
DRAWN = 3  # none to two cards beside the one shown

Ints = NDArray[np.int64]
Places = NDArray[np.uint16]
Floats = NDArray[np.float64]
Three = tuple[float, float, float]


@njit(cache=True, nogil=True)
def ways(
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
def limit_suits(
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
def list_boards(limit: Ints, boards: Places) -> int:
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
def place_cards(at: Places, listed: Ints, spots: Ints, bits: Ints, places: Ints) -> None:
    """The places of a board's cards in the deck."""
    n = 0
    for suit in range(4):
        for place in range(bits[listed[suit, at[suit]]]):
            places[n] = spots[suit, at[suit], place]
            n += 1


@njit(cache=True, nogil=True)
def _line_up(
    key: int, free: int, first: int, last: int, listed: Ints, choose: Floats, bits: Ints,
    top: Ints, plain: Floats, lanes: Floats,
) -> None:  # fmt: skip
    """Of a suit with each of these subsets on the board: the dealer's ways to stay below a key.

    plain[subset, drawn]: any cards; lanes[subset, drawn, rank]: with that card, and so many others.
    """
    for i in range(first, last):
        held, left = listed[i], free ^ listed[i]
        for drawn in range(DRAWN):
            plain[i, drawn] = ways(key, held, left, drawn, choose, bits, top)
            for rank in range(RANKS):
                bit = left & 1 << rank
                lanes[i, drawn, rank] = (
                    ways(key, held | bit, left ^ bit, drawn, choose, bits, top) if bit else 0.0
                )


@njit(cache=True, nogil=True)
def _join(p: Three, q: Three) -> Three:
    """Two suits together, by the cards drawn in both."""
    return p[0] * q[0], p[0] * q[1] + p[1] * q[0], p[0] * q[2] + p[1] * q[1] + p[2] * q[0]


@njit(cache=True, nogil=True, fastmath=EXACT)
def _know_less(there: Floats, values: Floats) -> None:
    """From the values of the cards, those of who knows less, and of who knows a card to be dead."""
    total = 0.0
    values[BY_RANK:DEAD] = 0.0
    for suit in range(4):
        one = 0.0
        for rank in range(WIDE):
            value = values[suit * WIDE + rank]
            values[BY_RANK + rank] += value
            one += value
        values[BY_SUIT + suit] = one
        values[BY_COLOUR + (0 if suit in (1, 2) else 1)] += one
        total += one
    values[NOTHING] = total / 3  # every hand of the dealer's is met with each of its cards
    for lane in range(CARDS):
        values[DEAD + lane] = there[lane] * values[NOTHING] - values[lane]


@njit(cache=True, nogil=True)
def _mark(at: Places, listed: Ints, there: Floats, left: float) -> None:
    """there[lane]: a board's cards are left no more, or again."""
    for suit in range(4):
        for rank in range(RANKS):
            if listed[suit, at[suit]] >> rank & 1:
                there[WIDE * suit + rank] = left


@njit(cache=True, nogil=True)
def _others(at: Places, plain: Floats, others: Floats) -> None:
    """others[kind, suit, drawn]: on one board of four subsets, the ways in all suits but one."""
    for kind in range(KINDS):
        p = plain[kind, 0, at[0], 0], plain[kind, 0, at[0], 1], plain[kind, 0, at[0], 2]
        q = plain[kind, 1, at[1], 0], plain[kind, 1, at[1], 1], plain[kind, 1, at[1], 2]
        r = plain[kind, 2, at[2], 0], plain[kind, 2, at[2], 1], plain[kind, 2, at[2], 2]
        s = plain[kind, 3, at[3], 0], plain[kind, 3, at[3], 1], plain[kind, 3, at[3], 2]
        first, second = _join(p, q), _join(r, s)
        found = _join(q, second), _join(p, second), _join(first, s), _join(first, r)
        for suit in range(4):
            for drawn in range(DRAWN):
                others[kind, suit, drawn] = found[suit][drawn]


@njit(cache=True, nogil=True, fastmath=EXACT)
def _value_board(
    at: Places, last: Floats, second: Floats, lanes: Floats, others: Floats, there: Floats,
    late: Floats, early: Floats,
) -> None:  # fmt: skip
    """late, early[card]: what the last and the second bet gain on one board."""
    # Unsigned, or every index is looked at for its sign and nothing runs on vector units.
    one, two = np.uint64(WIDE), np.uint64(2 * WIDE)
    for suit in range(4):
        start = np.uint64(suit * WIDE)
        p2, p1, p0 = others[0, suit, 0], others[0, suit, 1], others[0, suit, 2]
        q2, q1, q0 = others[1, suit, 0], others[1, suit, 1], others[1, suit, 2]
        r2, r1, r0 = others[2, suit, 0], others[2, suit, 1], others[2, suit, 2]
        p = np.uint64((suit * SUBSETS + at[suit]) * DRAWN * WIDE)
        q = p + np.uint64(4 * SUBSETS * DRAWN * WIDE)
        r = q + np.uint64(4 * SUBSETS * DRAWN * WIDE)
        for i in range(one):
            below = p0 * lanes[p + i] + p1 * lanes[p + one + i] + p2 * lanes[p + two + i]
            upto = q0 * lanes[q + i] + q1 * lanes[q + one + i] + q2 * lanes[q + two + i]
            short = r0 * lanes[r + i] + r1 * lanes[r + one + i] + r2 * lanes[r + two + i]
            late[start + i] = (
                last[0] * below + last[1] * upto + last[2] * short + last[3] * there[start + i]
            )
            early[start + i] = (
                second[0] * below
                + second[1] * upto
                + second[2] * short
                + second[3] * there[start + i]
            )


@njit(cache=True, nogil=True, fastmath=EXACT)
def add_board(cards: Ints, late: Floats, early: Floats, flops: Floats, sums: Floats) -> None:
    """Add a board's values to its six flops and to the whole."""
    for i in range(len(late)):
        sums[0, i] += late[i]
        sums[1, i] += early[i]
        best = max(late[i], 0.0)
        sums[2, i] += best
        late[i] = best - early[i]
    for one in range(4):
        for other in range(4):
            if cards[one] > cards[other]:
                row = flops[cards[one] * (cards[one] - 1) // 2 + cards[other]]
                for i in range(len(late)):
                    row[i] += late[i]


@njit(cache=True, nogil=True, fastmath=EXACT)
def value_lanes(
    own: Ints, free: Ints, qualifier: int, lines: Floats, fold: float, listed: Ints, offset: Ints,
    spots: Ints, choose: Floats, bits: Ints, top: Ints, boards: Places, flops: Floats, sums: Floats,
) -> None:  # fmt: skip
    """Add up what the bets gain over a fold, by lane, over every board of a hand.

    own, free: suit masks of the player's cards and of all others. fold: of one deal. listed,
    offset, spots: the boards, see `exact.kernels.boards.Deck`; boards: room for those of a key.
    sums[0] is of the last bet, sums[1] of the second, sums[2] of the river's best; flops[pair]:
    checking less betting on that flop.
    """
    plain, lanes = np.zeros((KINDS, 4, SUBSETS, DRAWN)), np.zeros((KINDS, 4, SUBSETS, DRAWN, WIDE))
    limit, cards = np.zeros((4, 5, 2), np.int64), np.zeros(4, np.int64)
    flat, others = lanes.ravel(), np.zeros((KINDS, 4, DRAWN))
    late, early, there = np.zeros(LANES), np.zeros(LANES), np.zeros(CARDS)
    for suit in range(4):
        _line_up(
            qualifier, free[suit], 0, offset[suit, 5], listed[suit], choose,
            bits, top, plain[2, suit], lanes[2, suit],
        )  # fmt: skip
        for rank in range(RANKS):
            there[WIDE * suit + rank] = free[suit] >> rank & 1
    hands = choose[bits[free].sum() - 5, 2]
    last, second = np.zeros(4), np.zeros(4)
    for w in range(4):
        for wi in range(offset[w, 5]):
            w_size = bits[listed[w, wi]]
            length = bits[own[w]] + w_size
            key = length << RANKS | own[w] | listed[w, wi]
            limit_suits(w, w_size, wi, key, own, listed, offset, bits, limit)
            for kind in range(2):
                for suit in range(4):
                    for size in range(5):
                        _line_up(
                            key + kind, free[suit], limit[suit, size, 0], limit[suit, size, 1],
                            listed[suit], choose, bits, top, plain[kind, suit], lanes[kind, suit],
                        )  # fmt: skip
            form = 2 * length + (1 if key >= qualifier else 0)
            last[:], second[:] = lines[form, 2], lines[form, 1]
            last[3], second[3] = (last[3] - fold) * hands, (second[3] - fold) * hands
            for at in boards[: list_boards(limit, boards)]:
                _mark(at, listed, there, 0.0)
                place_cards(at, listed, spots, bits, cards)
                _others(at, plain, others)
                _value_board(at, last, second, flat, others, there, late, early)
                _know_less(there, late)
                _know_less(there, early)
                add_board(cards, late, early, flops, sums)
                _mark(at, listed, there, 1.0)
