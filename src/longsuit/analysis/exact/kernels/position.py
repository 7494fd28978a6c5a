"""Dealer hands below a flush, for one position of either game: exactly, and nothing else.

The dealer's hand is what he is known to hold (the board, and cards of his that are shown) and
`draw` of the cards left. Suit by suit: with h cards held, drawing d more keeps the suit below a
flush (L, M) when h + d < L, any d cards, or when h + d = L and the mask of both is below M
(`lower`). So a suit is a polynomial with a coefficient a number of cards drawn, of which only the
one that makes just L cards depends on ranks, and the hands below are a coefficient of the product
of four. "Not above" is below the next mask, "unqualified" below the qualifier.

- `count_hands`: those three counts, position by position.
- `count_each_card`: of the same hands, how many hold a given card, for all cards at once.
- `value_each_pair`: best play of them, two cards of the dealer's known, over all such pairs.
- `count_boards`, `decide_boards`: the opening of Chase the Flush, all boards at once. A board is
  four subsets, one a suit, and the player's flush is the greatest of the suits' own cards and
  subset. Boards are taken by the suit and subset that make the flush (the lowest suit of equals);
  then a subset of another suit is allowed when it stays below: a prefix of that suit's subsets of
  one size, listed as they rise. With all suits but one fixed, each count is a straight line in one
  number a subset, and a row of boards is one loop without branches.

A value is a sum over deals of lines[2 * length + qualifies, bet] times (below, not above,
unqualified, all hands). Counts and sums are whole numbers below 2^53 held as floats, so every
operation is exact in any order, and the loops run on vector units. This file imports no other
kernel: numba's cache would not notice a change there.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.boards import Deck

RANKS = 13
ALL = (1 << RANKS) - 1
TERMS = 8  # of a polynomial: 0 to 7 cards drawn
KINDS = 3  # below, not above, unqualified
EXACT = {"reassoc", "nsz", "nnan", "ninf"}  # harmless, as the text above says

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Quad = tuple[float, float, float, float]


class Tables(NamedTuple):
    """What every count looks up."""

    choose: Floats
    """[cards, drawn]"""
    bits: Ints
    """[mask]: how many cards."""
    top: Ints
    """[mask]: the highest bit alone."""
    terms: Floats
    """[1 + number of cards that just makes a length, cards left, drawn]: the binomials below it."""
    ends: Floats
    """[the same, drawn]: 1 at the number itself."""


@njit(cache=True, nogil=True)
def lower(
    mask: int, size: int, free: int, held: int, choose: Floats, bits: Ints, top: Ints
) -> float:
    """How many `size`-card subsets of `free` make, with `held`, a mask below `mask`."""
    total = 0.0
    while True:
        # From the top down to a card of `mask` that is lacked; beneath it everything is free.
        bit = top[mask ^ held]
        if held & bit or bit == 0:
            break
        total += choose[bits[free & (bit - 1)], size]
        if size == 0 or not free & bit:
            break
        size -= 1
        held |= bit
    return total


@njit(cache=True, nogil=True)
def _suit(
    key: int, free: int, held: int, draw: int, choose: Floats, bits: Ints, top: Ints, out: Floats
) -> int:
    """One suit's polynomial: by number of cards drawn, the draws that stay below a key.

    Returned: the most cards that can be drawn; the polynomial is filled up to there.
    """
    exact = (key >> RANKS) - bits[held]
    for drawn in range(min(exact, draw + 1)):
        out[drawn] = choose[bits[free], drawn]
    if 0 <= exact <= draw:
        out[exact] = lower(key & ALL, exact, free, held, choose, bits, top)
    most: int = max(min(exact, draw), -1)
    return most


@njit(cache=True, nogil=True)
def _times(one: Floats, most: int, other: Floats, other_most: int, draw: int, out: Floats) -> int:
    """Two polynomials multiplied, cut off after x^draw; the most cards of both."""
    for drawn in range(draw + 1):
        out[drawn] = 0.0
    for i in range(most + 1):
        for j in range(min(other_most, draw - i) + 1):
            out[i + j] += one[i] * other[j]
    return min(most + other_most, draw)


@njit(cache=True, nogil=True)
def count_hands(
    keys: Ints, free: Ints, held: Ints, draw: int, qualifier: int, t: Tables, out: Floats
) -> None:
    """out[row] = the dealer's hands below keys[row], not above it, and unqualified.

    free, held: [row, suit], masks of the cards left and of those that the dealer is known to have.
    """
    choose, bits, top = t.choose, t.bits, t.top
    suits, most = np.zeros((4, TERMS)), np.zeros(4, np.int64)
    pairs = np.zeros((2, TERMS))
    for row in range(len(keys)):
        for kind in range(KINDS):
            # The next key is one more in the mask, whatever its length.
            key = qualifier if kind == 2 else keys[row] + kind
            for suit in range(4):
                most[suit] = _suit(
                    key, free[row, suit], held[row, suit], draw, choose, bits, top, suits[suit]
                )
            _times(suits[0], most[0], suits[1], most[1], draw, pairs[0])
            _times(suits[2], most[2], suits[3], most[3], draw, pairs[1])
            total = 0.0
            for drawn in range(draw + 1):
                total += pairs[0, drawn] * pairs[1, draw - drawn]
            out[row, kind] = total


@njit(cache=True, nogil=True)
def count_each_card(
    keys: Ints, free: Ints, draw: int, qualifier: int, t: Tables, out: Floats
) -> None:
    """out[row, kind, card] = of the hands of `count_hands`, nothing held, those with that card.

    A card that is held changes its own suit's polynomial only, so for each suit the product of
    the other three is made once.
    """
    choose, bits, top = t.choose, t.bits, t.top
    suits, most = np.zeros((4, TERMS)), np.zeros(4, np.int64)
    pairs, both, three = np.zeros((2, TERMS)), np.zeros(2, np.int64), np.zeros(TERMS)
    more = draw - 1
    for row in range(len(keys)):
        for kind in range(KINDS):
            key = qualifier if kind == 2 else keys[row] + kind
            exact = (key >> RANKS) - 1
            for suit in range(4):
                most[suit] = _suit(key, free[row, suit], 0, more, choose, bits, top, suits[suit])
            both[0] = _times(suits[0], most[0], suits[1], most[1], more, pairs[0])
            both[1] = _times(suits[2], most[2], suits[3], most[3], more, pairs[1])
            for suit in range(4):
                pair = 1 - suit // 2
                _times(suits[suit ^ 1], most[suit ^ 1], pairs[pair], both[pair], more, three)
                left = free[row, suit]
                base = 0.0
                for drawn in range(min(exact, draw)):
                    base += choose[bits[left] - 1, drawn] * three[more - drawn]
                rest = left
                while rest:
                    card = rest & -rest
                    rest ^= card
                    total = base
                    if 0 <= exact <= more:
                        just = lower(key & ALL, exact, left ^ card, card, choose, bits, top)
                        total += just * three[more - exact]
                    out[row, kind, RANKS * suit + bits[card - 1]] = total


@njit(cache=True, nogil=True)
def _end(one: Floats, other: Floats, at: int) -> float:
    """The coefficient of x^at in a product."""
    total = 0.0
    for drawn in range(at + 1):
        total += one[drawn] * other[at - drawn]
    return total


@njit(cache=True, nogil=True)
def _count_pairs(
    key: int, free: Ints, more: int, choose: Floats, bits: Ints, top: Ints, none: Floats,
    base: Floats, just: Floats, rest: Floats, three: Floats, out: Floats,
) -> int:  # fmt: skip
    """out[pair] = the hands below a key with these two cards and `more` others; gives how many.

    With one card held a suit's polynomial is `base` and, where `exact` more cards just make the
    length, as many hands as `just` says of that card: so two suits' cards are four numbers.
    """
    exact, mask = (key >> RANKS) - 1, key & ALL
    makes = 0 <= exact <= more
    none[:] = 0.0
    base[:] = 0.0
    for suit in range(4):
        _suit(key, free[suit], 0, more, choose, bits, top, none[suit])
        for drawn in range(min(exact, more + 1)):
            base[suit, drawn] = choose[bits[free[suit]] - 1, drawn]
        left, at = free[suit], 0
        while left:
            card = left & -left
            left ^= card
            just[suit, at] = 0.0
            if makes:
                just[suit, at] = lower(mask, exact, free[suit] ^ card, card, choose, bits, top)
            at += 1
    pair = 0
    for s in range(4):
        for t in range(s + 1, 4):
            u = 0 if s > 0 else (1 if t > 1 else 2)
            v = 6 - s - t - u
            _times(none[u], more, none[v], more, more, rest)
            _times(base[s], more, rest, more, more, three)
            plain = _end(three, base[t], more)
            first = second = both = 0.0
            if makes:
                first = _end(rest, base[t], more - exact)
                second = three[more - exact]
                both = rest[more - 2 * exact] if 2 * exact <= more else 0.0
            for i in range(bits[free[s]]):
                known, step = plain + just[s, i] * first, second + just[s, i] * both
                for j in range(bits[free[t]]):
                    out[pair] = known + just[t, j] * step
                    pair += 1
    for s in range(4):
        # Both cards of one suit.
        u, v, w = (s + 1) & 3, (s + 2) & 3, (s + 3) & 3
        _times(none[u], more, none[v], more, more, rest)
        _times(rest, more, none[w], more, more, three)
        n = bits[free[s]]
        plain = 0.0
        for drawn in range(min(exact - 1, more + 1)):
            plain += choose[n - 2, drawn] * three[more - drawn] if n >= 2 else 0.0
        highs = free[s]
        while highs:
            high = top[highs]
            highs ^= high
            lows = highs
            while lows:
                low = lows & -lows
                lows ^= low
                out[pair] = plain
                if 0 <= exact - 1 <= more:
                    held = high | low
                    ways = lower(mask, exact - 1, free[s] ^ held, held, choose, bits, top)
                    out[pair] += ways * three[more - exact + 1]
                pair += 1
    return pair


@njit(cache=True, nogil=True)
def value_each_pair(
    keys: Ints, free: Ints, draw: int, qualifier: int, lines: Floats,
    allowed: NDArray[np.bool_], fold: float, t: Tables, out: Floats,
) -> None:  # fmt: skip
    """out[row] = best play with two of the dealer's cards known, added up over all such pairs.

    lines[form, bet] as above; allowed[length, bet]: which of them a hand may make.
    """
    choose, bits, top = t.choose, t.bits, t.top
    none, base, just = np.zeros((4, TERMS)), np.zeros((4, TERMS)), np.zeros((4, RANKS))
    rest, three, counts = np.zeros(TERMS), np.zeros(TERMS), np.zeros((KINDS, 26 * 51))
    for row in range(len(keys)):
        cards, pairs = 0, 0
        for suit in range(4):
            cards += bits[free[row, suit]]
        for kind in range(KINDS):
            key = qualifier if kind == 2 else keys[row] + kind
            pairs = _count_pairs(
                key, free[row], draw - 2, choose, bits, top, none, base, just, rest, three,
                counts[kind],
            )  # fmt: skip
        hands = choose[cards - 2, draw - 2]
        form = 2 * (keys[row] >> RANKS) + (1 if keys[row] >= qualifier else 0)
        total = 0.0
        for pair in range(pairs):
            best = fold * hands
            for bet in range(lines.shape[1]):
                if not allowed[keys[row] >> RANKS, bet]:
                    continue
                value = (
                    lines[form, bet, 0] * counts[0, pair] + lines[form, bet, 1] * counts[1, pair]
                    + lines[form, bet, 2] * counts[2, pair] + lines[form, bet, 3] * hands
                )  # fmt: skip
                best = max(best, value)
            total += best
        out[row] = total


@njit(cache=True, nogil=True)
def _line_up(
    key: int, free: int, shown: int, draw: int, size: int, first: int, last: int, listed: Ints,
    choose: Floats, bits: Ints, top: Ints, below: Floats, upto: Floats,
) -> None:  # fmt: skip
    """Draws that make just the key's length with each of a suit's subsets: below, not above."""
    exact, mask = (key >> RANKS) - size - bits[shown], key & ALL
    if not 0 <= exact <= draw:
        for i in range(first, last):
            below[i] = upto[i] = 0.0
        return
    for i in range(first, last):
        left, held = free ^ listed[i], listed[i] | shown
        below[i] = lower(mask, exact, left, held, choose, bits, top)
        upto[i] = below[i] + (held & ~mask == 0 and mask & ~held & ~left == 0)


@njit(cache=True, nogil=True)
def allow(key: int, own: int, length: int, first: int, last: int, listed: Ints, ties: bool) -> int:
    """How many subsets leave another suit, of so many cards then, below the player's flush."""
    if length > key >> RANKS:
        return 0
    if length < key >> RANKS:
        return last - first
    low = first
    while low < last:
        middle = (low + last) >> 1
        mask = own | listed[middle]
        if mask < key & ALL or (mask == key & ALL and ties):
            low = middle + 1
        else:
            last = middle
    return last - first


@njit(cache=True, nogil=True)
def _poly(n_free: int, exact: int, just: float, terms: Floats, ends: Floats) -> Quad:
    """One suit's polynomial: any draw below `exact` cards, `just` draws of so many, none above."""
    level = min(max(exact, -1), 4) + 1
    return (
        terms[level, n_free, 0] + ends[level, 0] * just,
        terms[level, n_free, 1] + ends[level, 1] * just,
        terms[level, n_free, 2] + ends[level, 2] * just,
        terms[level, n_free, 3] + ends[level, 3] * just,
    )


@njit(cache=True, nogil=True)
def _join(p: Quad, q: Quad) -> Quad:
    """Two polynomials multiplied, cut off after x^3."""
    return (
        p[0] * q[0],
        p[0] * q[1] + p[1] * q[0],
        p[0] * q[2] + p[1] * q[1] + p[2] * q[0],
        p[0] * q[3] + p[1] * q[2] + p[2] * q[1] + p[3] * q[0],
    )


@njit(cache=True, nogil=True)
def _line(p: Quad, n_free: int, exact: int, terms: Floats, ends: Floats) -> tuple[float, float]:
    """The coefficient of x^3 in p times a suit's polynomial, as a + b just."""
    level = min(max(exact, -1), 4) + 1
    return (
        p[3] * terms[level, n_free, 0] + p[2] * terms[level, n_free, 1]
        + p[1] * terms[level, n_free, 2] + p[0] * terms[level, n_free, 3],
        p[3] * ends[level, 0] + p[2] * ends[level, 1]
        + p[1] * ends[level, 2] + p[0] * ends[level, 3],
    )  # fmt: skip


@njit(cache=True, nogil=True, fastmath=EXACT)
def count_boards(
    own: Ints, free: Ints, shown: Ints, draw: int, qualifier: int, lines: Floats, fold: float,
    mine: Deck, deck: Deck, t: Tables, late: Floats, early: Floats, number: Ints, j: Floats,
    limit: Ints, sizes: Ints, last: Floats, second: Floats,
) -> float:  # fmt: skip
    """Write to late[board] and early[board] what the last and the second bet gain over a fold.

    own, free, shown: suit masks of the player's cards, of those left, of the dealer's known cards,
    of which he draws `draw` more. mine: the boards of `free`; deck: those that the two arrays
    follow. Returned: the sum of the first bet's values. What comes after `early` is made by
    `exact.position.count`: nothing here makes an array, which would take long to compile.
    """
    q_length = qualifier >> RANKS
    choose, bits, top, terms, ends = t.choose, t.bits, t.top, t.terms, t.ends
    listed, offset, stride = mine.listed, mine.offset, deck.stride
    for suit in range(4):
        for size in range(5):
            _line_up(
                qualifier, free[suit], shown[suit], draw, size, offset[suit, size],
                offset[suit, size + 1], listed[suit], choose, bits, top, j[2, suit], j[1, suit],
            )  # fmt: skip
    cards = bits[free[0]] + bits[free[1]] + bits[free[2]] + bits[free[3]]
    hands = choose[cards - 4, draw]
    total = 0.0
    for w in range(4):
        u0, u1, u2 = 1 if w == 0 else 0, 2 if w <= 1 else 1, 3 if w <= 2 else 2
        for w_size in range(5):
            rest = 4 - w_size
            for wi in range(offset[w, w_size], offset[w, w_size + 1]):
                length = bits[own[w]] + w_size
                key = length << RANKS | own[w] | listed[w, wi]
                possible = True
                for suit in range(4):
                    if suit == w:
                        continue
                    for size in range(rest + 1):
                        first, mask = offset[suit, size], own[suit]
                        n = allow(
                            key, mask, bits[mask] + size, first, offset[suit, size + 1],
                            listed[suit], suit > w,
                        )  # fmt: skip
                        limit[suit, size] = n
                        _line_up(
                            key, free[suit], shown[suit], draw, size, first, first + n,
                            listed[suit], choose, bits, top, j[0, suit], j[1, suit],
                        )  # fmt: skip
                    possible &= limit[suit, 0] > 0
                if not possible:
                    continue
                form = 2 * length + (1 if key >= qualifier else 0)
                _line_up(
                    key, free[w], shown[w], draw, w_size, wi, wi + 1, listed[w], choose, bits, top,
                    j[0, w], j[1, w],
                )  # fmt: skip
                left, held = bits[free[w]] - w_size, bits[shown[w]] + w_size
                below0 = _poly(left, length - held, j[0, w, wi], terms, ends)
                upto0 = _poly(left, length - held, j[1, w, wi], terms, ends)
                short0 = _poly(left, q_length - held, j[2, w, wi], terms, ends)
                for _ in range(3 - draw):  # the cards that are known: times x each
                    below0 = 0.0, below0[0], below0[1], below0[2]
                    upto0 = 0.0, upto0[0], upto0[1], upto0[2]
                    short0 = 0.0, short0[0], short0[1], short0[2]
                for size0 in range(rest + 1):
                    for size1 in range(rest - size0 + 1):
                        # The suit with most cards becomes z and goes last.
                        x, y, z = u0, u1, u2
                        nx, ny, nz = size0, size1, rest - size0 - size1
                        if nx >= ny and nx >= nz:
                            x, z, nx, nz = z, x, nz, nx
                        elif ny >= nz:
                            y, z, ny, nz = z, y, nz, ny
                        n_row = limit[z, nz]
                        if limit[x, nx] == 0 or limit[y, ny] == 0 or n_row == 0:
                            continue
                        sizes[w], sizes[x], sizes[y], sizes[z] = w_size, nx, ny, nz
                        shape = ((sizes[0] * 5 + sizes[1]) * 5 + sizes[2]) * 5 + sizes[3]
                        step = stride[shape, z]
                        x0, y0, z0 = offset[x, nx], offset[y, ny], offset[z, nz]
                        here = np.uint64(z0)
                        left_x, held_x = bits[free[x]] - nx, bits[shown[x]] + nx
                        left_y, held_y = bits[free[y]] - ny, bits[shown[y]] + ny
                        left_z, held_z = bits[free[z]] - nz, bits[shown[z]] + nz
                        at_w = deck.first[shape] + number[w, wi] * stride[shape, w]
                        for xi in range(x0, x0 + limit[x, nx]):
                            e = length - held_x
                            below1 = _join(below0, _poly(left_x, e, j[0, x, xi], terms, ends))
                            upto1 = _join(upto0, _poly(left_x, e, j[1, x, xi], terms, ends))
                            e = q_length - held_x
                            short1 = _join(short0, _poly(left_x, e, j[2, x, xi], terms, ends))
                            at_x = at_w + number[x, xi] * stride[shape, x]
                            for yi in range(y0, y0 + limit[y, ny]):
                                e = length - held_y
                                below2 = _join(below1, _poly(left_y, e, j[0, y, yi], terms, ends))
                                upto2 = _join(upto1, _poly(left_y, e, j[1, y, yi], terms, ends))
                                e = q_length - held_y
                                short2 = _join(short1, _poly(left_y, e, j[2, y, yi], terms, ends))
                                at = at_x + number[y, yi] * stride[shape, y]
                                wa, wc = _line(below2, left_z, length - held_z, terms, ends)
                                ea, ec = _line(upto2, left_z, length - held_z, terms, ends)
                                sa, sc = _line(short2, left_z, q_length - held_z, terms, ends)
                                f = lines[form, 0]
                                k3 = f[0] * wa + f[1] * ea + f[2] * sa + f[3] * hands
                                a3, b3, c3 = f[0] * wc, f[1] * ec, f[2] * sc
                                f = lines[form, 1]
                                k2 = f[0] * wa + f[1] * ea + f[2] * sa + f[3] * hands - fold
                                a2, b2, c2 = f[0] * wc, f[1] * ec, f[2] * sc
                                f = lines[form, 2]
                                k1 = f[0] * wa + f[1] * ea + f[2] * sa + f[3] * hands - fold
                                a1, b1, c1 = f[0] * wc, f[1] * ec, f[2] * sc
                                # Unsigned: a sign to look at would keep it off vector units.
                                for i in range(np.uint64(n_row)):
                                    a, b, c = (
                                        j[0, z, here + i],
                                        j[1, z, here + i],
                                        j[2, z, here + i],
                                    )
                                    total += k3 + a3 * a + b3 * b + c3 * c
                                    last[i] = k1 + a1 * a + b1 * b + c1 * c
                                    second[i] = k2 + a2 * a + b2 * b + c2 * c
                                for i in range(n_row):
                                    place = at + number[z, z0 + i] * step
                                    late[place] = last[i]
                                    early[place] = second[i]
    return total
