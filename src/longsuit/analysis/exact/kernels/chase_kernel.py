# mypy: ignore-errors
"""Best play of a bundle of opening hands of Chase the Flush, over all boards at once.

A bundle is up to LANES hands with the same number of cards in each suit. A board is four subsets,
one a suit. Boards are taken by the suit w that makes the player's flush (the lowest suit of equals)
and its subset; then, for each hand of the bundle, the flush (L, M) is known, and the dealer's hands
below it are counted suit by suit: with n board cards in a suit, drawing k more keeps it below when
n + k < L, any k cards, or when n + k = L and the mask stays below M. Board and drawn cards share no
bit, so the latter are the k-subsets of the suit's rest that are, as numbers, below M less the
board's mask: the suit's `rank`. So a suit is a polynomial of degree 3 of which one coefficient
depends on ranks, and the hands below are the coefficient of x^3 in the product of four. "Not above"
counts one more where M itself can be drawn; "unqualified" is below the qualifier.

Three suits are multiplied one after the other, each product made once and used for all subsets of
the suits that follow. In the last suit, the one with most cards, every count is a straight line in
its rank, and so is what each bet is worth. All of it are loops along the hands of a bundle, which
the compiler turns into vectors: rows lie in one buffer at fixed distances, places are unsigned, and
each step of a sum is cut back to the width of its numbers.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

LANES = 80
SUBSETS = 1093  # of 13 ranks with at most four
FLOPS = 1326
ALL = (1 << 13) - 1
U = np.uint64
WIDE = U(LANES)
# Inner functions are never called from Python, and make no arrays.
_INNER = {
    "cache": True, "nogil": True, "_nrt": False,
    "no_cpython_wrapper": True, "no_cfunc_wrapper": True,
}  # fmt: skip
_INLINE = {**_INNER, "forceinline": True}

# Rows of LANES numbers. A suit's subset has four: ranks of below, not above and unqualified, and
# the weight with which the subset is allowed.
ROW = 4 * LANES
L1, L2, L3, L4, L5, L6, L7 = (U(i * LANES) for i in range(1, 8))
# The workspace. Products of one, two, three suits: 3 counts x 4 coefficients, and their weight.
LEVEL = 13 * LANES
WEIGHT = U(12 * LANES)
LAST = 2 * LEVEL
LINE = 3 * LEVEL  # 3 starts and 3 slopes of the counts
COEF = LINE + 6 * LANES  # a fold and the last bet, less the second bet: 4 coefficients each
BEST = COEF + 8 * LANES  # the same as 2 lines
GAIN = BEST + 8 * LANES
PART = GAIN + LANES
SUMS = PART + LANES  # (1, below, not above, unqualified): all boards, bet on the flop, at the river
TOTAL = SUMS + 12 * LANES  # a suit and size: allowed subsets, and their ranks
ONE = TOTAL + 4 * 5 * ROW  # the product of no suit
ROOM = ONE + LEVEL


Ints = NDArray[np.int64]
Narrow = NDArray[np.int32]


class Deck(NamedTuple):
    """The subsets of each suit of up to four cards, by size, rising."""

    cards: Ints
    """[suit]: a mask."""
    listed: Ints
    """[suit, place]: masks."""
    offset: Ints
    """[suit, size]: where a size begins."""
    spots: Ints
    """[suit, place, 4]: cards."""


class Tables(NamedTuple):
    """What counts look up."""

    bits: Ints
    """[mask]: how many cards."""
    top: Ints
    """[mask]: the highest bit alone."""
    choose: Ints
    """[cards, drawn]"""
    place: Ints
    """[mask]: its place among masks of as many cards."""
    begins: Narrow
    """[suit, length, subset]: where in `counts` a subset begins."""
    counts: Narrow
    """[begin + p]: how many of the first p masks of a length hold the subset; and, from bit 16 on,
    whether the next one does."""


@njit(**_INLINE)
def _plus(kind, start, slope, value):
    """Start + slope * value in numbers of one width."""
    return kind(start + kind(slope * value))


@njit(**_INNER)
def _lower(x, size, free, t):
    """How many `size`-card subsets of `free` are, as numbers, below x."""
    total = 0
    while x > 0:
        # Beneath the highest card of x everything is free; with it, the next one decides.
        high = t.top[x]
        total += t.choose[t.bits[free & (high - 1)], size]
        if size == 0 or not free & high:
            break
        size -= 1
        x ^= high
    return total


@njit(**_INLINE)
def _allow(own, flushes, shorter, held, ties, weight, rows, at):
    """Write with what weight each hand allows one subset; tell whether any does.

    A subset is allowed when it leaves its suit below the flush, or equal to it if `ties` is 1.
    """
    a, held, ties, weight, some = U(at), np.int32(held), np.int32(ties), np.int16(weight), 0
    for i in range(WIDE):
        mine, mask = own[i], flushes[i]
        fits = shorter | (np.int32(mine | held) < np.int32(mask + ties))
        ok = weight if (mask >= 0) & (np.int32(mine & held) == 0) & fits else np.int16(0)
        rows[a + L3 + i] = ok
        some |= ok
    return some != 0


@njit(**_INLINE)
def _rank(own, own_size, fixed, places, held, begins, t, rows, at, n):
    """Write the ranks of one subset beside every hand.

    The rank is the number of masks of the flush's length below the flush that hold the subset and
    none of the player's own cards: by inclusion and exclusion over those. fixed: all hands have
    the same cards in this suit.
    """
    a, every, counts = U(at), U(begins[held]), t.counts
    if own_size > 1:
        for i in range(n):
            mine, both = np.int64(own[i]), 0
            part, low = mine, mine & -mine
            while part:
                # Two parts at a time, with and without the lowest card.
                part &= ~low
                rest, more = begins[held | part], begins[held | part | low]
                one = counts[U(rest + places[i])] - counts[U(more + places[i])]
                both += -one if t.bits[part] & 1 else one
                part = (part - 1) & mine if part else 0
            rows[at + i] = both & 0xFFFF
            rows[at + LANES + i] = (both & 0xFFFF) + (both >> 16)
    elif fixed:
        mixed = U(begins[held | own[0] if own_size else ALL])
        for i in range(WIDE):
            place = U(places[i])
            both = np.int32(counts[every + place] - counts[mixed + place])
            rows[a + i] = both & 0xFFFF
            rows[a + L1 + i] = (both & 0xFFFF) + (both >> 16)
    else:
        for i in range(WIDE):
            place, mixed = U(places[i]), U(begins[held | own[i]])
            both = np.int32(counts[every + place] - counts[mixed + place])
            rows[a + i] = both & 0xFFFF
            rows[a + L1 + i] = (both & 0xFFFF) + (both >> 16)


@njit(**_INLINE)
def _add_up(rows, at, work, to):
    """Add a subset to the totals of its size."""
    a, d = U(at), U(to)
    for i in range(WIDE):
        ok = np.int32(rows[a + L3 + i])
        work[d + i] += ok
        work[d + L1 + i] += np.int32(ok * np.int32(rows[a + i]))
        work[d + L2 + i] += np.int32(ok * np.int32(rows[a + L1 + i]))
        work[d + L3 + i] += np.int32(ok * np.int32(rows[a + L2 + i]))


@njit(**_INLINE)
def _terms(left, exact, choose):
    """Ways to draw 0 to 3 of so many cards, fewer than `exact`; and 1 at `exact` itself."""
    return (
        (1 if exact > 0 else 0, left if exact > 1 else 0,
         choose[left, 2] if exact > 2 else 0, choose[left, 3] if exact > 3 else 0),
        (1 if exact == 0 else 0, 1 if exact == 1 else 0,
         1 if exact == 2 else 0, 1 if exact == 3 else 0),
    )  # fmt: skip


@njit(**_INNER)
def _join(work, source, to, rows, at, left, exact, short, weight, choose):
    """Multiply a product by a suit's polynomials."""
    kind = work.dtype.type
    a, weight = U(at), kind(weight)
    for count in range(3):
        c, d = _terms(left, short if count == 2 else exact, choose)
        c0, c1, c2, c3 = kind(c[0]), kind(c[1]), kind(c[2]), kind(c[3])
        d0, d1, d2, d3 = kind(d[0]), kind(d[1]), kind(d[2]), kind(d[3])
        s, r = U(source + 4 * count * LANES), U(at + count * LANES)
        o = U(to + 4 * count * LANES)
        for i in range(WIDE):
            ok = kind(kind(rows[a + L3 + i]) * weight)
            rank = kind(rows[r + i])
            f0, f1 = _plus(kind, c0, d0, rank), _plus(kind, c1, d1, rank)
            f2, f3 = _plus(kind, c2, d2, rank), _plus(kind, c3, d3, rank)
            w0, w1 = kind(work[s + i] * ok), kind(work[s + L1 + i] * ok)
            w2, w3 = kind(work[s + L2 + i] * ok), kind(work[s + L3 + i] * ok)
            work[o + i] = kind(w0 * f0)
            work[o + L1 + i] = _plus(kind, kind(w0 * f1), w1, f0)
            work[o + L2 + i] = _plus(kind, _plus(kind, kind(w0 * f2), w1, f1), w2, f0)
            work[o + L3 + i] = _plus(
                kind, _plus(kind, _plus(kind, kind(w0 * f3), w1, f2), w2, f1), w3, f0
            )
    s, o = U(source) + WEIGHT, U(to) + WEIGHT
    for i in range(WIDE):
        work[o + i] = kind(work[s + i] * kind(kind(rows[a + L3 + i]) * weight))


@njit(**_INLINE)
def _line_up(work, left, exact, short, choose):
    """Write the three counts as straight lines in the ranks of the last suit."""
    kind = work.dtype.type
    for count in range(3):
        c, d = _terms(left, short if count == 2 else exact, choose)
        c0, c1, c2, c3 = kind(c[0]), kind(c[1]), kind(c[2]), kind(c[3])
        d0, d1, d2, d3 = kind(d[0]), kind(d[1]), kind(d[2]), kind(d[3])
        s, o = U(LAST + 4 * count * LANES), U(LINE + count * LANES)
        for i in range(WIDE):
            w0, w1, w2, w3 = work[s + i], work[s + L1 + i], work[s + L2 + i], work[s + L3 + i]
            start = _plus(kind, _plus(kind, kind(w3 * c0), w2, c1), w1, c2)
            slope = _plus(kind, _plus(kind, kind(w3 * d0), w2, d1), w1, d2)
            work[o + i] = _plus(kind, start, w0, c3)
            work[o + L3 + i] = _plus(kind, slope, w0, d3)


@njit(**_INLINE)
def _price(work):
    """Write a fold and the last bet, less the second bet, as lines in the same ranks."""
    kind = work.dtype.type
    w, a = U(LAST + 12 * LANES), U(LINE)
    for choice in range(2):
        c, o = U(COEF + 4 * choice * LANES), U(BEST + 4 * choice * LANES)
        for i in range(WIDE):
            b, u, s = work[c + i], work[c + L1 + i], work[c + L2 + i]
            start = _plus(kind, kind(work[c + L3 + i] * work[w + i]), b, work[a + i])
            start = _plus(kind, start, u, work[a + L1 + i])
            work[o + i] = _plus(kind, start, s, work[a + L2 + i])
            work[o + L1 + i] = kind(b * work[a + L3 + i])
            work[o + L2 + i] = kind(u * work[a + L4 + i])
            work[o + L3 + i] = kind(s * work[a + L5 + i])


@njit(**_INLINE)
def _sum_up(work, total):
    """Add the counts of all subsets of the last suit at once."""
    kind = work.dtype.type
    w, a, t, o = U(LAST + 12 * LANES), U(LINE), U(total), U(SUMS)
    for i in range(WIDE):
        boards = work[t + i]
        work[o + i] = _plus(kind, work[o + i], work[w + i], boards)
        for_below = _plus(kind, work[o + L1 + i], work[a + i], boards)
        for_upto = _plus(kind, work[o + L2 + i], work[a + L1 + i], boards)
        for_short = _plus(kind, work[o + L3 + i], work[a + L2 + i], boards)
        work[o + L1 + i] = _plus(kind, for_below, work[a + L3 + i], work[t + L1 + i])
        work[o + L2 + i] = _plus(kind, for_upto, work[a + L4 + i], work[t + L2 + i])
        work[o + L3 + i] = _plus(kind, for_short, work[a + L5 + i], work[t + L3 + i])


@njit(**_INLINE)
def _at_rank(kind, work, place, i, below, upto, short):
    """A line of BEST at the ranks of a hand."""
    value = _plus(kind, work[place + i], work[place + L1 + i], below)
    value = _plus(kind, value, work[place + L2 + i], upto)
    return _plus(kind, value, work[place + L3 + i], short)


@njit(**_INLINE)
def _gain(work, rows, at, times):
    """Write what best play at the river of one board makes beyond the second bet."""
    kind = work.dtype.type
    a, o, times = U(at), U(GAIN), kind(times)
    for i in range(WIDE):
        below, upto, short = kind(rows[a + i]), kind(rows[a + L1 + i]), kind(rows[a + L2 + i])
        ok = kind(kind(rows[a + L3 + i]) * times)
        fold = _at_rank(kind, work, U(BEST), i, below, upto, short)
        bet = _at_rank(kind, work, U(BEST + 4 * LANES), i, below, upto, short)
        work[o + i] = kind(max(fold, bet) * ok)


@njit(**_INNER)
def _add(work, source, sums, to):
    s, o = U(source), U(to)
    for i in range(WIDE):
        sums[o + i] += work[s + i]


@njit(**_INNER)
def _clear(numbers, to, count):
    o = U(to)
    for i in range(U(count)):
        numbers[o + i] = 0


@njit(**_INLINE)
def _count(work, rows, at, times, flops):
    """Add one board to the sums of those who bet on the flop, and of those who bet at the river.

    flops[0, hand] + flops[1, hand]: on how many of the six flops it bets; flops[2]: of how many, 0
    if it opens.
    """
    kind = work.dtype.type
    a, w, p, o, times = U(at), U(LAST + 12 * LANES), U(LINE), U(SUMS + 4 * LANES), kind(times)
    for i in range(WIDE):
        below, upto, short = kind(rows[a + i]), kind(rows[a + L1 + i]), kind(rows[a + L2 + i])
        ok = kind(kind(rows[a + L3 + i]) * times)
        fold = _at_rank(kind, work, U(BEST), i, below, upto, short)
        bet = _at_rank(kind, work, U(BEST + 4 * LANES), i, below, upto, short)
        early = kind(kind(flops[i]) + kind(flops[L1 + i]))
        late = kind(kind(flops[L2 + i]) - early) if bet > fold else kind(0)
        early, late, weight = kind(early * ok), kind(late * ok), work[w + i]
        b = _plus(kind, work[p + i], work[p + L3 + i], below)
        u = _plus(kind, work[p + L1 + i], work[p + L4 + i], upto)
        s = _plus(kind, work[p + L2 + i], work[p + L5 + i], short)
        work[o + i] = _plus(kind, work[o + i], early, weight)
        work[o + L1 + i] = _plus(kind, work[o + L1 + i], early, b)
        work[o + L2 + i] = _plus(kind, work[o + L2 + i], early, u)
        work[o + L3 + i] = _plus(kind, work[o + L3 + i], early, s)
        work[o + L4 + i] = _plus(kind, work[o + L4 + i], late, weight)
        work[o + L5 + i] = _plus(kind, work[o + L5 + i], late, b)
        work[o + L6 + i] = _plus(kind, work[o + L6 + i], late, u)
        work[o + L7 + i] = _plus(kind, work[o + L7 + i], late, s)


@njit(**_INLINE)
def _folds(work, rows, at):
    """Count the hands that could be ahead on one board and are folded."""
    kind = work.dtype.type
    a, p = U(at), U(LINE)
    found = 0
    for i in range(WIDE):
        below, upto, short = kind(rows[a + i]), kind(rows[a + L1 + i]), kind(rows[a + L2 + i])
        fold = _at_rank(kind, work, U(BEST), i, below, upto, short)
        bet = _at_rank(kind, work, U(BEST + 4 * LANES), i, below, upto, short)
        ahead = _plus(kind, work[p + i], work[p + L3 + i], below)
        if rows[a + L3 + i] > 0 and ahead > 0 and bet <= fold:
            found += 1
    return found


@njit(**_INNER)
def _record(work, rows, at, board, bits, listing, river, n):
    """Set the bits of the hands that bet at the river, for every renaming that lists the board.

    If suits are alike, boards are listed with longer suits first, then higher masks.
    """
    perms, images, codes, order = listing
    for p in range(perms.shape[0]):
        code, falls = 0, True
        for suit in range(4):
            code |= board[suit] << (13 * (3 - perms[p, suit]))
            for other in range(suit):
                higher = bits[board[suit]] << 13 | board[suit]
                higher -= bits[board[other]] << 13 | board[other]
                falls &= higher == 0 or (higher > 0) == (perms[p, suit] < perms[p, other])
        if perms.shape[0] > 1 and not falls:
            continue
        row = order[np.searchsorted(codes, code)]
        for i in range(n):
            if work[LAST + 12 * LANES + i] * rows[at + 3 * LANES + i] == 0:
                continue
            gain = work[BEST + 4 * LANES + i] - work[BEST + i]
            for j in range(3):
                slope = work[BEST + (5 + j) * LANES + i] - work[BEST + (1 + j) * LANES + i]
                gain += slope * rows[at + j * LANES + i]
            if gain > 0:
                river[row, images[i, p] >> 3] |= 1 << (images[i, p] & 7)


@njit(**_INLINE)
def _flop(x, y):
    return (x * (x - 1) // 2 + y if x > y else y * (y - 1) // 2 + x) * LANES


@njit(**_INNER)
def _rank_qualifier(own, deck, qualifier, rows, t, n):
    """Write the ranks of the qualifier, which depend on no flush."""
    for suit in range(4):
        for j in range(deck.offset[suit, 5]):
            held = deck.listed[suit, j]
            at = (suit * SUBSETS + j) * ROW + 2 * LANES
            exact = (qualifier >> 13) - t.bits[held]
            for i in range(n if 0 <= exact <= 3 else 0):
                rest = deck.cards[suit] & ~(own[suit, i] | held)
                rows[at + i] = _lower((qualifier & ALL) - held, exact, rest, t)


@njit(**_INNER)
def _open_flush(own, held, length, qualifier, lines, work, flushes, places, reaches, free, rows, at,
                t, n):  # fmt: skip
    """Look at the flushes that a subset makes with each hand; tell whether there are any."""
    some = False
    below = 0
    for i in range(n):
        mine = np.int64(own[i])
        live = mine & held == 0
        some |= live
        mask = mine | held
        flushes[i] = mask if live else -1
        places[i] = t.place[mask] if live else 0
        reaches[i] = 1 if length << 13 | mask >= qualifier else 0
        if i == 0 or own[i] != own[i - 1]:
            below = _lower(mine, t.bits[mine], free & ~mask, t)
        rows[at + i] = below
        rows[at + LANES + i] = below + (1 if mine == 0 else 0)
        rows[at + 3 * LANES + i] = 1 if live else 0
    for j in range(8):
        o = U(COEF + j * LANES)
        short, good = lines[2 * length, j], lines[2 * length + 1, j]
        for i in range(WIDE):
            work[o + i] = good if reaches[i] else short
    return some


@njit(**_INNER)
def _open_suits(w, jw, length, rest, double, own, own_size, fixed, deck, flushes, places, rows,
                some, usable, work, t, n):  # fmt: skip
    """Write the rows of the other suits for one subset of the suit that makes the flush."""
    for suit in range(4):
        if suit == w or (double and w < 2 and suit == 3):
            continue
        for size in range(rest + 1):
            total = TOTAL + (suit * 5 + size) * ROW
            usable[suit, size] = False
            if own_size[suit] + size > length:
                continue
            shorter, ranked = own_size[suit] + size < length, length - size <= 3
            _clear(work, total, ROW)
            for j in range(deck.offset[suit, size], deck.offset[suit, size + 1]):
                at = (suit * SUBSETS + j) * ROW
                held = deck.listed[suit, j]
                weight = 2 if double and w == 2 and suit == 3 and j != jw else 1
                some[suit, j] = _allow(
                    own[suit], flushes, shorter, held, 1 if suit > w else 0, weight, rows, at
                )
                if some[suit, j]:
                    usable[suit, size] = True
                    if ranked:
                        _rank(own[suit], own_size[suit], fixed[suit], places, held,
                              t.begins[suit, length], t, rows, at, n)  # fmt: skip
                    else:
                        _clear(rows, at, 2 * LANES)
                    _add_up(rows, at, work, total)


@njit(**_INNER)
def _flush_sums(work, first, last, form, reaches, sums):
    """Add what was summed up to the hands' classes, and begin anew."""
    for j in range(first, last):
        s, short, good = U(SUMS + j * LANES), U(form * 12 + j) * WIDE, U(form * 12 + 12 + j) * WIDE
        for i in range(WIDE):
            sums[good + i] += np.int64(work[s + i]) if reaches[i] else 0
        for i in range(WIDE):
            sums[short + i] += 0 if reaches[i] else np.int64(work[s + i])
        for i in range(WIDE):
            work[s + i] = 0


@njit(cache=True, nogil=True)
def run_bundle(
    counting, own, own_size, double, deck, qualifier, lines, t, rows, margin, bets, six, sums,
    listing, river,
):  # fmt: skip
    """Go over all boards with a bundle: for margins and sums, then, `counting`, by action.

    own[suit, hand]: masks of own_size[suit] cards. double: the last two suits are alike and hold no
    card of the hands; boards that differ by exchanging them are taken once. lines[class, (fold,
    last bet) less the second bet, (below, not above, unqualified, 1)]. margin[flop, hand] += best
    of the river less the second bet. sums[class, (all, flop, river) x 4, hand]. bets[flop, hand],
    six[hand]: where the flop is bet, and 6; both 0 if the hand opens. river: see _record. Given
    back: how many hands of four and more cards that could be ahead are folded at the river.
    """
    bits, choose, offset, listed, spots = t.bits, t.choose, deck.offset, deck.listed, deck.spots
    n = six.size
    q_length = qualifier >> 13
    work = np.zeros(ROOM, margin.dtype)
    for row in range(0, 13, 4):
        work[ONE + row * LANES : ONE + row * LANES + n] = 1
    reaches = np.zeros(LANES, np.int32)
    flushes, places = np.full(LANES, -1, np.int32), np.zeros(LANES, np.int32)
    fixed = np.zeros(4, np.bool_)
    for suit in range(4):
        fixed[suit] = (own[suit, :n] == own[suit, 0]).all()
    some, usable = np.zeros((4, SUBSETS), np.bool_), np.zeros((4, 5), np.bool_)
    flops = np.zeros(3 * LANES, np.int8)
    flops[2 * LANES : 2 * LANES + n] = six
    size, outer, board = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    folds = 0
    if not counting:
        _rank_qualifier(own, deck, qualifier, rows, t, n)
    for w in range(3 if double else 4):
        o0, o1, o2 = 1 if w == 0 else 0, 2 if w <= 1 else 1, 3 if w <= 2 else 2
        twins = double and w < 2
        for w_size in range(5):
            length, rest = own_size[w] + w_size, 4 - w_size
            size[w] = w_size
            room = 0
            for suit in range(4):
                room += min(rest, length - own_size[suit]) if suit != w else 0
                if length < own_size[suit]:
                    room = -99
            if room < rest:  # some other suit would be longer on every board
                continue
            for jw in range(offset[w, w_size], offset[w, w_size + 1]):
                held = listed[w, jw]
                board[w] = held
                at = (w * SUBSETS + jw) * ROW
                if not _open_flush(own[w], held, length, qualifier, lines, work, flushes, places,
                                   reaches, deck.cards[w], rows, at, t, n):  # fmt: skip
                    continue
                _open_suits(w, jw, length, rest, double, own, own_size, fixed, deck, flushes,
                            places, rows, some, usable, work, t, n)  # fmt: skip
                left = bits[deck.cards[w]] - own_size[w] - w_size
                _join(work, ONE, 0, rows, at, left, own_size[w], q_length - w_size, 1, choose)
                for first in range(rest + 1):
                    for second in range(rest - first + 1):
                        size[o0], size[o1], size[o2] = first, second, rest - first - second
                        if twins and size[2] > size[3]:
                            continue
                        # Fewest cards first; of equals the lower suit.
                        x, y, z = o0, o1, o2
                        if size[x] > size[y]:
                            x, y = y, x
                        if size[y] > size[z]:
                            y, z = z, y
                        if size[x] > size[y]:
                            x, y = y, x
                        sx = 2 if twins and x == 3 else x
                        sy = 2 if twins and y == 3 else y
                        sz = 2 if twins and z == 3 else z
                        nx, ny, nz = size[x], size[y], size[z]
                        if not (usable[sx, nx] and usable[sy, ny] and usable[sz, nz]):
                            continue
                        alike = twins and size[2] == size[3]
                        xy, yz = alike and x == 2 and y == 3, alike and y == 2 and z == 3
                        lx = bits[deck.cards[x]] - own_size[x] - nx
                        ly = bits[deck.cards[y]] - own_size[y] - ny
                        lz = bits[deck.cards[z]] - own_size[z] - nz
                        count = 4 - nz
                        for i in range(w_size):
                            outer[i] = spots[w, jw, i]
                        for jx in range(offset[x, nx], offset[x, nx + 1]):
                            if not some[sx, jx]:
                                continue
                            board[x] = listed[x, jx]
                            for i in range(nx):
                                outer[w_size + i] = spots[x, jx, i]
                            _join(work, 0, LEVEL, rows, (sx * SUBSETS + jx) * ROW, lx, length - nx,
                                  q_length - nx, 1, choose)  # fmt: skip
                            for jy in range(jx if xy else offset[y, ny], offset[y, ny + 1]):
                                if not some[sy, jy]:
                                    continue
                                board[y] = listed[y, jy]
                                for i in range(ny):
                                    outer[w_size + nx + i] = spots[y, jy, i]
                                weight = 2 if twins and not yz and not (xy and jx == jy) else 1
                                _join(work, LEVEL, LAST, rows, (sy * SUBSETS + jy) * ROW, ly,
                                      length - ny, q_length - ny, weight, choose)  # fmt: skip
                                _line_up(work, lz, length - nz, q_length - nz, choose)
                                _price(work)
                                if counting:
                                    _clear(flops, LANES, LANES)
                                    for i in range(count):
                                        for j in range(i):
                                            _add(bets, _flop(outer[i], outer[j]), flops, LANES)
                                else:
                                    _sum_up(work, TOTAL + (sz * 5 + nz) * ROW)
                                    _clear(work, PART, LANES)
                                for jz in range(jy if yz else offset[z, nz], offset[z, nz + 1]):
                                    if not some[sz, jz]:
                                        continue
                                    at = (sz * SUBSETS + jz) * ROW
                                    times = 2 if yz and jz != jy else 1
                                    if counting:
                                        _clear(flops, 0, LANES)
                                        for i in range(nz):
                                            for j in range(count):
                                                _add(
                                                    bets, _flop(spots[z, jz, i], outer[j]), flops, 0
                                                )
                                            for j in range(i):
                                                _add(
                                                    bets,
                                                    _flop(spots[z, jz, i], spots[z, jz, j]),
                                                    flops,
                                                    0,
                                                )
                                        _count(work, rows, at, times, flops)
                                        continue
                                    _gain(work, rows, at, times)
                                    for i in range(nz):
                                        for j in range(count):
                                            _add(
                                                work, GAIN, margin, _flop(spots[z, jz, i], outer[j])
                                            )
                                        for j in range(i):
                                            _add(
                                                work,
                                                GAIN,
                                                margin,
                                                _flop(spots[z, jz, i], spots[z, jz, j]),
                                            )
                                    _add(work, GAIN, work, PART)
                                    if length >= 4:
                                        folds += _folds(work, rows, at)
                                    if river.size:
                                        board[z] = listed[z, jz]
                                        _record(work, rows, at, board, bits, listing, river, n)
                                if not counting:
                                    for i in range(count):
                                        for j in range(i):
                                            _add(work, PART, margin, _flop(outer[i], outer[j]))
                            if counting:
                                _flush_sums(work, 4, 12, 2 * length, reaches, sums)
                            else:
                                _flush_sums(work, 0, 4, 2 * length, reaches, sums)
    return folds


@njit(**_INLINE)
def _exchange(card):
    """The same rank of the other of the last two suits."""
    return card if card < 26 else (card + 13 if card < 39 else card - 13)


@njit(cache=True, nogil=True)
def decide_bundle(double, margin, lines, sums, bets, six, images, cards, back, values, margins):
    """Decide on every flop and at the opening, once all boards are added up.

    lines[class, bet, 4]: the first and the second bet. back[perm, class]: the flop that a renaming
    of suits takes to the class's own. Written: bets and six (see run_bundle), values[hand, (bet,
    check)], margins[class, image of the hand].
    """
    n = six.size
    for i in range(n):
        for j in range(4):
            for form in range(16):
                boards = 6 * sums[(12 * form + (j + 1) % 4) * LANES + i]
                values[i, 0] += lines[form, 0, j] * boards
                values[i, 1] += lines[form, 1, j] * boards
    for x in cards:
        for y in cards:
            at = _flop(x, y)
            other = _flop(_exchange(x), _exchange(y))
            for i in range(n if x > y else 0):
                if double and other >= at:
                    both = (np.int64(margin[at + i]) + margin[other + i]) >> 1
                    margin[at + i] = both
                    margin[other + i] = both
                values[i, 1] += max(margin[at + i], 0)
    for i in range(n):
        six[i] = 0 if values[i, 0] > values[i, 1] else 6
    for x in cards:
        for y in cards:
            for i in range(n if x > y else 0):
                bets[_flop(x, y) + i] = 1 if margin[_flop(x, y) + i] < 0 and six[i] else 0
    for p in range(back.shape[0]):
        for form in range(back.shape[1]):
            at = back[p, form] * LANES
            for i in range(n):
                margins[form, images[i, p]] = margin[at + i]
