"""High Card Flush with one of the dealer's cards seen: every hand and every card, exactly.

For a player's hand three counts of dealer hands are needed (below it, not above it, unqualified),
each a coefficient of a product of four polynomials (see `high_card`). A card x that the dealer is
known to hold changes its own suit's polynomial only: one card fewer is drawn there, and of the
draws that make just the length those count that keep the mask with x below. So for each suit the
product of the other three is made once, and each card x of it is a line in one number.
Hands that differ by a renaming of suits play alike; the loops run over `hand_classes`.
"""

import numpy as np
from numba import njit

from longsuit.analysis.faceup.kernels.masks import ALL, RANKS, Floats, Ints, lower

DRAW = 6  # the dealer's other cards
TERMS = DRAW + 1
KINDS = 3  # below, not above, unqualified


@njit(cache=True, nogil=True)
def _suit(
    mask: int, lead: int, length: int, q_mask: int, q_length: int, choose: Floats, bits: Ints,
    top: Ints, out: Floats,
) -> None:  # fmt: skip
    """The three polynomials of a suit of which the player holds `mask`: out[kind, cards]."""
    free = ALL ^ mask
    n_free = bits[free]
    for kind in range(KINDS):
        exact = q_length if kind == 2 else length
        for drawn in range(TERMS):
            out[kind, drawn] = choose[n_free, drawn] if drawn < exact else 0.0
    if length <= DRAW:
        just = lower(lead, length, free, 0, choose, bits, top)
        out[0, length] = just
        out[1, length] = just + (lead & mask == 0)
    if q_length <= DRAW:
        out[2, q_length] = lower(q_mask, q_length, free, 0, choose, bits, top)


@njit(cache=True, nogil=True)
def _times(one: Floats, other: Floats, out: Floats) -> None:
    """Polynomials multiplied kind by kind, cut off after x^6."""
    for kind in range(KINDS):
        for degree in range(TERMS):
            total = 0.0
            for i in range(degree + 1):
                total += one[kind, i] * other[kind, degree - i]
            out[kind, degree] = total


@njit(cache=True, nogil=True)
def _cards(
    mask: int, lead: int, length: int, q_mask: int, q_length: int, others: Floats, form: Floats,
    n_open: int, fold: float, hands: float, choose: Floats, bits: Ints, top: Ints,
) -> float:  # fmt: skip
    """The best choice's value summed over the dealer's cards of one suit."""
    free = ALL ^ mask
    n_free = bits[free] - 1
    base, line = np.zeros(KINDS), np.zeros(KINDS)
    for kind in range(KINDS):
        exact = (q_length if kind == 2 else length) - 1
        for drawn in range(min(exact, TERMS)):
            base[kind] += choose[n_free, drawn] * others[kind, DRAW - drawn]
        if 0 <= exact <= DRAW:
            line[kind] = others[kind, DRAW - exact]
    total = 0.0
    left = free
    while left:
        card = left & -left
        left ^= card
        rest = free ^ card
        below, upto, short = base[0], base[1], base[2]
        if length - 1 <= DRAW:
            just = lower(lead, length - 1, rest, card, choose, bits, top)
            below += line[0] * just
            upto += line[1] * (just + (lead & card != 0 and lead & mask == 0))
        if 0 <= q_length - 1 <= DRAW:
            short += line[2] * lower(q_mask, q_length - 1, rest, card, choose, bits, top)
        best = fold * hands
        for i in range(n_open):
            f = form[i]
            best = max(best, f[0] * below + f[1] * upto + f[2] * short + f[3] * hands)
        total += best
    return total


@njit(cache=True, nogil=True)
def shown_card_total(
    first: int, step: int, shapes: Ints, by_size: Ints, masks: Ints, repeats: Ints, qualifier: int,
    lines: Floats, fold: float, n_open: Ints, choose: Floats, bits: Ints, top: Ints,
) -> int:  # fmt: skip
    """Add up best play over every step-th leading mask: hands, dealer's cards, dealer's draws."""
    q_length, q_mask = qualifier >> RANKS, qualifier & ALL
    hands = choose[44, DRAW]
    suits = np.zeros((4, KINDS, TERMS))
    front, back, three = (
        np.zeros((KINDS, TERMS)),
        np.zeros((KINDS, TERMS)),
        np.zeros((KINDS, TERMS)),
    )
    total = 0
    for s in range(len(shapes)):
        a, b, c, d = shapes[s, 0], shapes[s, 1], shapes[s, 2], shapes[s, 3]
        n0, n1 = by_size[a + 1] - by_size[a], by_size[b + 1] - by_size[b]
        n2, n3 = by_size[c + 1] - by_size[c], by_size[d + 1] - by_size[d]
        for i0 in range(first, n0, step):
            m0 = masks[by_size[a] + i0]
            form = lines[2 * a + (1 if (a << RANKS | m0) >= qualifier else 0)]
            _suit(m0, m0, a, q_mask, q_length, choose, bits, top, suits[0])
            for i1 in range(i0 + 1 if a == b else n1):
                m1 = masks[by_size[b] + i1]
                _suit(m1, m0, a, q_mask, q_length, choose, bits, top, suits[1])
                _times(suits[0], suits[1], front)
                equal1 = 4 if m0 == m1 else 0
                for i2 in range(i1 + 1 if b == c else n2):
                    m2 = masks[by_size[c] + i2]
                    _suit(m2, m0, a, q_mask, q_length, choose, bits, top, suits[2])
                    equal2 = equal1 | (2 if m1 == m2 else 0)
                    for i3 in range(i2 + 1 if c == d else n3):
                        m3 = masks[by_size[d] + i3]
                        _suit(m3, m0, a, q_mask, q_length, choose, bits, top, suits[3])
                        _times(suits[2], suits[3], back)
                        best = 0.0
                        for suit in range(4):
                            # The other three: the partner of the suit, and the other pair.
                            if suit < 2:
                                _times(suits[1 - suit], back, three)
                            else:
                                _times(suits[5 - suit], front, three)
                            own = m0 if suit == 0 else m1 if suit == 1 else m2 if suit == 2 else m3
                            best += _cards(
                                own, m0, a, q_mask, q_length, three, form, n_open[a], fold, hands,
                                choose, bits, top,
                            )  # fmt: skip
                        total += repeats[equal2 | (1 if m2 == m3 else 0)] * int(best)
    return total
