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
Floats = NDArray[np.float64]
Three = tuple[float, float, float]


@njit(cache=True, nogil=True)
def _line_up(
    key: int, free: int, first: int, last: int, listed: Ints, choose: Floats, bits: Ints,
    top: Ints, plain: Floats, lanes: Floats,
) -> None:  # fmt: skip
    """Of a suit with each of these subsets on the board: the dealer's ways to stay below a key.

    plain[subset, drawn]: any cards; lanes[subset, drawn, rank]: with that card, and so many others.
    """
    mask = key & ALL
    for i in range(first, last):
        held, left = listed[i], free ^ listed[i]
        exact, cards = (key >> RANKS) - bits[held], bits[left]
        for drawn in range(DRAWN):
            plain[i, drawn] = choose[cards, drawn] if drawn < exact else 0.0
            ways = choose[cards - 1, drawn] if cards > 0 and drawn < exact - 1 else 0.0
            for rank in range(RANKS):
                lanes[i, drawn, rank] = ways if left >> rank & 1 else 0.0
        if 0 <= exact < DRAWN:
            plain[i, exact] = lower(mask, exact, left, held, choose, bits, top)
        if 0 <= exact - 1 < DRAWN:
            for rank in range(RANKS):
                bit = 1 << rank
                if left & bit:
                    lanes[i, exact - 1, rank] = lower(
                        mask, exact - 1, left ^ bit, held | bit, choose, bits, top
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
def _lay(
    at: Ints, listed: Ints, spots: Ints, bits: Ints, cards: Ints, there: Floats, left: float
) -> None:
    """The places of a board's cards; there[lane]: they are left no more, or again."""
    n = 0
    for suit in range(4):
        mask, place = listed[suit, at[suit]], 0
        while mask:
            cards[n] = spots[suit, at[suit], place]
            there[WIDE * suit + bits[(mask & -mask) - 1]] = left
            mask &= mask - 1
            place += 1
            n += 1


@njit(cache=True, nogil=True)
def _others(at: Ints, plain: Floats, others: Floats) -> None:
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
    at: Ints, last: Floats, second: Floats, lanes: Floats, others: Floats, there: Floats,
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
    spots: Ints, choose: Floats, bits: Ints, top: Ints, flops: Floats, sums: Floats,
) -> None:  # fmt: skip
    """Add up what the bets gain over a fold, by lane, over every board of a hand.

    own, free: suit masks of the player's cards and of all others. fold: of one deal. listed,
    offset, spots: the boards, see `exact.kernels.boards.Deck`. sums[0] is of the last bet, sums[1]
    of the second, sums[2] of the river's best; flops[pair]: checking less betting on that flop.
    """
    plain, lanes = np.zeros((KINDS, 4, SUBSETS, DRAWN)), np.zeros((KINDS, 4, SUBSETS, DRAWN, WIDE))
    limit, at = np.zeros((4, 5), np.int64), np.zeros(4, np.int64)
    flat, others = lanes.ravel(), np.zeros((KINDS, 4, DRAWN))
    late, early, there = np.zeros(LANES), np.zeros(LANES), np.zeros(CARDS)
    cards = np.zeros(4, np.int64)
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
        x, y, z = 1 if w == 0 else 0, 2 if w <= 1 else 1, 3 if w <= 2 else 2
        for w_size in range(5):
            rest = 4 - w_size
            for wi in range(offset[w, w_size], offset[w, w_size + 1]):
                at[w] = wi
                length = bits[own[w]] + w_size
                key = length << RANKS | own[w] | listed[w, wi]
                for suit in range(4):
                    for size in range(rest + 1):
                        first = offset[suit, size]
                        limit[suit, size] = first + allow(
                            key, own[suit], bits[own[suit]] + size, first, offset[suit, size + 1],
                            listed[suit], suit > w,
                        )  # fmt: skip
                        for kind in range(2):
                            if suit != w:
                                _line_up(
                                    key + kind, free[suit], first,
                                    limit[suit, size], listed[suit], choose, bits, top,
                                    plain[kind, suit], lanes[kind, suit],
                                )  # fmt: skip
                for kind in range(2):
                    _line_up(
                        key + kind, free[w], wi, wi + 1, listed[w], choose,
                        bits, top, plain[kind, w], lanes[kind, w],
                    )  # fmt: skip
                form = 2 * length + (1 if key >= qualifier else 0)
                last[:], second[:] = lines[form, 2], lines[form, 1]
                last[3], second[3] = (last[3] - fold) * hands, (second[3] - fold) * hands
                for nx in range(rest + 1):
                    for ny in range(rest - nx + 1):
                        nz = rest - nx - ny
                        for xi in range(offset[x, nx], limit[x, nx]):
                            for yi in range(offset[y, ny], limit[y, ny]):
                                for zi in range(offset[z, nz], limit[z, nz]):
                                    at[x], at[y], at[z] = xi, yi, zi
                                    _lay(at, listed, spots, bits, cards, there, 0.0)
                                    _others(at, plain, others)
                                    _value_board(at, last, second, flat, others, there, late, early)
                                    _know_less(there, late)
                                    _know_less(there, early)
                                    add_board(cards, late, early, flops, sums)
                                    _lay(at, listed, spots, bits, cards, there, 1.0)
