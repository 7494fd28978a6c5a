# mypy: ignore-errors
"""Best play of a bundle of opening hands of Chase the Flush, over all boards at once.

A bundle is LANES hands with the same number of cards in each suit. Boards, four subsets, one a
suit, are taken by the suit w that makes the player's flush (L, M), the lowest suit of equals, and
its subset. Then the dealer's hands below are counted suit by suit as docs/math.md says: a suit is a
polynomial of degree 3, whose coefficient for the draws that make just L cards is the suit's `rank`,
and the hands below are the coefficient of x^3 in the product of four. "Not above" counts one more
where M itself can be drawn; "unqualified" is below the qualifier. Each product is made once for all
subsets of the suits that follow, and in the last suit, which has most cards, counts are straight
lines in its rank.

All of it are loops along the hands of a bundle, which the compiler turns into vectors: rows lie in
one buffer at fixed distances, places are unsigned, and sums are cut back to the width of their
numbers. Nothing here makes an array or takes a slice: that would take longer to compile than all
the rest. This file imports no other kernel: numba's cache would not notice a change there.
"""

import numpy as np
from numba import njit

LANES = 80
SUBSETS = 1093  # of 13 ranks with at most four
ALL = (1 << 13) - 1
U = np.uint64
WIDE = U(LANES)
ONCE = np.int64(1)
# Inner functions are never called from Python.
_INNER = dict.fromkeys(("cache", "nogil", "no_cpython_wrapper", "no_cfunc_wrapper"), True)
_INNER["_nrt"] = False
_INLINE = {**_INNER, "forceinline": True}

# Rows of LANES numbers. A suit's subset has four: ranks of below, not above and unqualified, and
# the weight with which the subset is allowed.
ROW = 4 * LANES
L1, L2, L3, L4, L5, L6, L7 = (U(i * LANES) for i in range(1, 8))
# The workspace. Products of none, one, two, three suits: for each of 3 counts four rows of zeros
# and four coefficients; then their weight.
LEVEL = 25 * LANES
WEIGHT = 24 * LANES
LAST = 3 * LEVEL
LINE = 4 * LEVEL  # 3 starts and 3 slopes of the counts
COEF = LINE + 6 * LANES  # a fold and the last bet, less the second bet: 4 coefficients each
BEST = COEF + 8 * LANES  # the same as 2 lines
GAIN = BEST + 8 * LANES
PART = GAIN + LANES
SUMS = PART + LANES  # (below, not above, unqualified, 1): all boards, bet on the flop, at the river
TOTAL = SUMS + 12 * LANES  # of a suit and size, as of a subset: weighed ranks, and weights
ROOM = TOTAL + 4 * 5 * ROW


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


@njit(**_INNER)
def _clear(numbers, to, count):
    for i in range(count):
        numbers[to + i] = 0


@njit(**_INNER)
def _add(source, s, target, o):
    for i in range(WIDE):
        target[o + i] += source[s + i]


@njit(**_INLINE)
def _allow(own, flushes, shorter, held, ties, weight, rows, a):
    """Write with what weight each hand allows one subset; tell whether any does.

    A subset is allowed when it leaves its suit below the flush, or equal to it if `ties` is 1.
    """
    held, ties, some = np.int32(held), np.int32(ties), np.int16(0)
    for i in range(WIDE):
        fits = shorter | (np.int32(own[i] | held) < np.int32(flushes[i] + ties))
        ok = np.int16(weight) if fits & (np.int32(own[i] & held) == 0) else np.int16(0)
        rows[a + L3 + i] = ok
        some |= ok
    return some != 0


@njit(**_INLINE)
def _rank(parts, own_size, held, begins, t, places, both, rows, a):
    """Write the ranks of one subset beside every hand, by inclusion and exclusion of own cards."""
    counts, every = t.counts, U(begins[held])
    for i in range(WIDE):
        both[i] = counts[every + U(places[i])]
    for part in range(1, 1 << own_size):
        sign = np.int32(1 - 2 * (t.bits[part] & 1))
        for i in range(WIDE):
            found = counts[U(begins[held | parts[part, i]]) + U(places[i])]
            both[i] = np.int32(both[i] + np.int32(found * sign))
    for i in range(WIDE):
        rows[a + i] = both[i] & 0xFFFF
        rows[a + L1 + i] = (both[i] & 0xFFFF) + (both[i] >> 16)


@njit(**_INLINE)
def _add_up(rows, a, work, d):
    """Add a subset to the totals of its size."""
    kind = work.dtype.type
    for i in range(WIDE):
        ok = rows[a + L3 + i]
        work[d + i] = kind(work[d + i] + ok * rows[a + i])
        work[d + L1 + i] = kind(work[d + L1 + i] + ok * rows[a + L1 + i])
        work[d + L2 + i] = kind(work[d + L2 + i] + ok * rows[a + L2 + i])
        work[d + L3 + i] = kind(work[d + L3 + i] + ok)


@njit(**_INNER)
def _rank_qualifier(bundle, deck, qualifier, t, rows):
    """Write the ranks of the qualifier, which depend on no flush."""
    for suit in range(4):
        for j in range(deck.offset[suit, 5]):
            held = deck.listed[suit, j]
            exact = (qualifier >> 13) - t.bits[held]
            for i in range(LANES if 0 <= exact <= 3 else 0):
                rest = deck.cards[suit] & ~(bundle.own[suit, i] | held)
                lower = _lower((qualifier & ALL) - held, exact, rest, t)
                rows[(suit * SUBSETS + j) * ROW + 2 * LANES + i] = lower


@njit(**_INNER)
def _open_flush(own, held, length, qualifier, lines, free, t, bundle, at):
    """Look at the flushes that a subset makes with each hand."""
    below = 0
    for i in range(LANES):
        mine = np.int64(own[i])
        live, mask = mine & held == 0, mine | held
        bundle.flushes[i] = mask if live else -1
        bundle.places[i] = t.place[mask] if live else 0
        bundle.reaches[i] = -1 if length << 13 | mask >= qualifier else 0
        if i == 0 or own[i] != own[i - 1]:
            below = _lower(mine, t.bits[mine], free & ~mask, t)
        bundle.rows[at + i] = below
        bundle.rows[at + LANES + i] = below + (mine == 0)
        bundle.rows[at + 3 * LANES + i] = live
    for j in range(8):
        o, short, good = U(COEF + j * LANES), lines[2 * length, j], lines[2 * length + 1, j]
        for i in range(WIDE):
            bundle.work[o + i] = good if bundle.reaches[i] else short


@njit(**_INNER)
def _open_suits(w, jw, length, rest, bundle, deck, t):
    """Write the rows of the other suits for one subset of the suit that makes the flush."""
    own_size, double = bundle.size, bundle.double
    for suit in range(4):
        if suit == w or (double and w < 2 and suit == 3):
            continue
        for size in range(rest + 1):
            bundle.usable[suit, size] = False
            if own_size[suit] + size > length:
                continue
            total = U(TOTAL + (suit * 5 + size) * ROW)
            _clear(bundle.work, total, U(ROW))
            for j in range(deck.offset[suit, size], deck.offset[suit, size + 1]):
                at, held = U((suit * SUBSETS + j) * ROW), deck.listed[suit, j]
                shorter, twice = own_size[suit] + size < length, double and suit == 3 and j != jw
                bundle.some[suit, j] = _allow(bundle.own[suit], bundle.flushes, shorter, held,
                                              suit > w, 1 + twice, bundle.rows, at)  # fmt: skip
                if bundle.some[suit, j]:
                    bundle.usable[suit, size] = True
                    if length - size > 3:
                        _clear(bundle.rows, at, L2)
                    else:
                        _rank(bundle.parts[suit], own_size[suit], held, t.begins[suit, length], t,
                              bundle.places, bundle.both, bundle.rows, at)  # fmt: skip
                    _add_up(bundle.rows, at, bundle.work, total)


@njit(**_INLINE)
def _ways(kind, left, exact, choose):
    """Ways to draw 0 to 3 of so many cards, fewer than `exact`."""
    return (
        kind(exact > 0), kind(left if exact > 1 else 0),
        kind(choose[left, 2] if exact > 2 else 0), kind(choose[left, 3] if exact > 3 else 0),
    )  # fmt: skip


@njit(**_INNER)
def _join(work, source, rows, at, left, exact, short, weight, choose):
    """Multiply a product by a suit's polynomials; the next level gets it."""
    kind = work.dtype.type
    a, weight = U(at), np.int16(weight)
    for count in range(3):
        just, r = short if count == 2 else exact, U(at + count * LANES)
        c0, c1, c2, c3 = _ways(kind, left, just, choose)
        s = source + U((8 * count + 4) * LANES)
        # The product that the rank multiplies: shifted into the zeros, or zeros.
        e, o = s - min(U(just), U(4)) * WIDE, s + U(LEVEL)
        for i in range(WIDE):
            rank, ok = kind(rows[r + i]), kind(np.int16(rows[a + L3 + i] * weight))
            w0, w1, w2, w3 = work[s + i], work[s + L1 + i], work[s + L2 + i], work[s + L3 + i]
            f0 = _plus(kind, kind(w0 * c0), rank, work[e + i])
            f1 = _plus(kind, kind(w1 * c0), rank, work[e + L1 + i])
            f2 = _plus(kind, kind(w2 * c0), rank, work[e + L2 + i])
            f3 = _plus(kind, kind(w3 * c0), rank, work[e + L3 + i])
            work[o + i] = kind(f0 * ok)
            work[o + L1 + i] = kind(_plus(kind, f1, w0, c1) * ok)
            work[o + L2 + i] = kind(_plus(kind, _plus(kind, f2, w1, c1), w0, c2) * ok)
            f3 = _plus(kind, _plus(kind, f3, w2, c1), w1, c2)
            work[o + L3 + i] = kind(_plus(kind, f3, w0, c3) * ok)
    s = source + U(WEIGHT)
    for i in range(WIDE):
        work[s + U(LEVEL) + i] = kind(work[s + i] * kind(np.int16(rows[a + L3 + i] * weight)))


@njit(**_INLINE)
def _line_up(work, left, exact, short, choose):
    """Write the three counts as straight lines in the ranks of the last suit, and what they pay.

    That is a fold and the last bet, less the second bet.
    """
    kind = work.dtype.type
    for count in range(3):
        just, o = short if count == 2 else exact, U(LINE + count * LANES)
        c0, c1, c2, c3 = _ways(kind, left, just, choose)
        s = U(LAST + (8 * count + 7) * LANES)
        e = s - min(U(just), U(4)) * WIDE
        for i in range(WIDE):
            start = _plus(kind, kind(work[s + i] * c0), work[s - L1 + i], c1)
            start = _plus(kind, start, work[s - L2 + i], c2)
            work[o + i] = _plus(kind, start, work[s - L3 + i], c3)
            work[o + L3 + i] = work[e + i]
    p, one = U(LINE), U(LAST + WEIGHT)
    for choice in range(2):
        c, o = U(COEF + 4 * choice * LANES), U(BEST + 4 * choice * LANES)
        for i in range(WIDE):
            b, u, s, rest = work[c + i], work[c + L1 + i], work[c + L2 + i], work[c + L3 + i]
            work[o + i] = kind(b * work[p + i] + u * work[p + L1 + i] + s * work[p + L2 + i]
                               + rest * work[one + i])  # fmt: skip
            work[o + L1 + i] = kind(b * work[p + L3 + i])
            work[o + L2 + i] = kind(u * work[p + L4 + i])
            work[o + L3 + i] = kind(s * work[p + L5 + i])


@njit(**_INLINE)
def _sum_up(work, total):
    """Add the counts of all subsets of the last suit at once."""
    kind = work.dtype.type
    n, one, o = U(total) + L3, U(LAST + WEIGHT), U(SUMS) + L3
    for i in range(WIDE):
        work[o + i] = kind(work[o + i] + work[one + i] * work[n + i])
    for count in range(3):
        o, p, r = U(SUMS + count * LANES), U(LINE + count * LANES), U(total + count * LANES)
        for i in range(WIDE):
            more = kind(work[p + i] * work[n + i] + work[p + L3 + i] * work[r + i])
            work[o + i] = kind(work[o + i] + more)


@njit(**_INLINE)
def _bet(work, o, rows, a, i):
    """One of those lines at the ranks of a hand."""
    return work.dtype.type(work[o + i] + work[o + L1 + i] * rows[a + i]
                           + work[o + L2 + i] * rows[a + L1 + i]
                           + work[o + L3 + i] * rows[a + L2 + i])  # fmt: skip


@njit(**_INLINE)
def _gain(work, rows, a, times):
    """Write what best play at the river of one board makes beyond the second bet."""
    kind = work.dtype.type
    times, o, part = np.int16(times), U(GAIN), U(PART)
    for i in range(WIDE):
        best = max(_bet(work, U(BEST), rows, a, i), _bet(work, U(BEST) + L4, rows, a, i))
        gain = kind(best * kind(np.int16(rows[a + L3 + i] * times)))
        work[o + i] = gain
        work[part + i] = kind(work[part + i] + gain)


@njit(**_INLINE)
def _count(work, rows, a, times, flops):
    """Add one board to the sums of those who bet on the flop, and of those who bet at the river."""
    kind = work.dtype.type
    p, o, times = U(LINE), U(SUMS + 4 * LANES), np.int16(times)
    for i in range(WIDE):
        ok = kind(np.int16(rows[a + L3 + i] * times))
        bets = _bet(work, U(BEST) + L4, rows, a, i) > _bet(work, U(BEST), rows, a, i)
        flop = np.int8(flops[i] + flops[L1 + i])
        early = kind(flop * ok)
        late = kind(np.int8(flops[L2 + i] - flop) * ok) if bets else kind(0)
        below = kind(work[p + i] + work[p + L3 + i] * rows[a + i])
        upto = kind(work[p + L1 + i] + work[p + L4 + i] * rows[a + L1 + i])
        short = kind(work[p + L2 + i] + work[p + L5 + i] * rows[a + L2 + i])
        one = work[U(LAST + WEIGHT) + i]
        work[o + i] = kind(work[o + i] + early * below)
        work[o + L1 + i] = kind(work[o + L1 + i] + early * upto)
        work[o + L2 + i] = kind(work[o + L2 + i] + early * short)
        work[o + L3 + i] = kind(work[o + L3 + i] + early * one)
        work[o + L4 + i] = kind(work[o + L4 + i] + late * below)
        work[o + L5 + i] = kind(work[o + L5 + i] + late * upto)
        work[o + L6 + i] = kind(work[o + L6 + i] + late * short)
        work[o + L7 + i] = kind(work[o + L7 + i] + late * one)


@njit(**_INNER)
def _keep_sums(work, first, last, form, reaches, sums):
    """Add what was summed up to the hands' classes, and begin anew."""
    for j in range(first, last):
        s, o = U(SUMS + j * LANES), U((form * 12 + j) * LANES)
        for i in range(WIDE):
            sums[o + i] += np.int64(work[s + i]) & ~reaches[i]
            sums[o + U(12 * LANES) + i] += np.int64(work[s + i]) & reaches[i]
            work[s + i] = 0


@njit(**_INLINE)
def _meet_flops(counting, bundle, outer, to, bets, source, margin):
    """The flops that the outer suits make, or, `to` the second row, those with a last suit's card.

    On how many of them the hands bet, if `counting`; else the source is added to their margins.
    """
    board = bundle.board
    if counting:
        _clear(bundle.flops, to, L1)
    for i in range(outer if to else 0, 4 if to else outer):
        for j in range(i):
            high, low = max(board[i], board[j]), min(board[i], board[j])
            flop = U((high * (high - 1) // 2 + low) * LANES)
            if counting:
                _add(bets, flop, bundle.flops, to)
            else:
                _add(bundle.work, source, margin, flop)


@njit(cache=True, nogil=True, _nrt=False)
def run_bundle(counting, bundle, deck, qualifier, lines, t, margin, bets, sums):
    """Go over all boards with a bundle: for margins and sums, then, `counting`, by action.

    lines[class, (fold, last bet) less the second bet, (below, not above, unqualified, 1)].
    margin[flop, hand] += best of the river less the second bet. bets[flop, hand]: whether the flop
    is bet. sums[class, (all, flop, river) x 4, hand].
    """
    work, rows, some, board = bundle.work, bundle.rows, bundle.some, bundle.board
    choose, offset, listed, q_length = t.choose, deck.offset, deck.listed, qualifier >> 13
    if not counting:
        _rank_qualifier(bundle, deck, qualifier, t, rows)
    for w in range(4):
        for w_size in range(5):
            length, shapes = bundle.size[w] + w_size, bundle.shapes[w, w_size]
            for jw in range(offset[w, w_size], offset[w, w_size + 1]):
                if shapes[0, 0] < 0:
                    break
                at = (w * SUBSETS + jw) * ROW
                _open_flush(bundle.own[w], deck.listed[w, jw], length, qualifier, lines,
                            deck.cards[w], t, bundle, at)  # fmt: skip
                _open_suits(w, jw, length, 4 - w_size, bundle, deck, t)
                left = t.bits[deck.cards[w]] - length
                _join(work, U(0), rows, at, left, bundle.size[w], q_length - w_size, ONCE, choose)
                for i in range(w_size):
                    board[i] = 13 * w + t.ranks[listed[w, jw], i]
                for shape in range(len(shapes)):
                    x, nx, y, ny, z, nz, real_x, real_y, real_z, way = shapes[shape]
                    if x < 0:
                        break
                    if not (bundle.usable[x, nx] and bundle.usable[y, ny] and bundle.usable[z, nz]):
                        continue
                    left_x = t.bits[deck.cards[x]] - bundle.size[x] - nx
                    left_y = t.bits[deck.cards[y]] - bundle.size[y] - ny
                    left_z = t.bits[deck.cards[z]] - bundle.size[z] - nz
                    for jx in range(offset[x, nx], offset[x, nx + 1]):
                        if not some[x, jx]:
                            continue
                        for i in range(nx):
                            board[w_size + i] = 13 * real_x + t.ranks[listed[x, jx], i]
                        _join(work, U(LEVEL), rows, (x * SUBSETS + jx) * ROW, left_x, length - nx,
                              q_length - nx, ONCE, choose)  # fmt: skip
                        for jy in range(jx if way == 2 else offset[y, ny], offset[y, ny + 1]):
                            if not some[y, jy]:
                                continue
                            for i in range(ny):
                                board[w_size + nx + i] = 13 * real_y + t.ranks[listed[y, jy], i]
                            weight = 2 if way == 1 or (way == 2 and jx != jy) else 1
                            _join(work, U(2 * LEVEL), rows, (y * SUBSETS + jy) * ROW, left_y,
                                  length - ny, q_length - ny, weight, choose)  # fmt: skip
                            _line_up(work, left_z, length - nz, q_length - nz, choose)
                            if counting:
                                _meet_flops(counting, bundle, 4 - nz, U(0), bets, U(0), margin)
                            else:
                                _sum_up(work, TOTAL + (z * 5 + nz) * ROW)
                                _clear(work, U(PART), L1)
                            for jz in range(jy if way == 3 else offset[z, nz], offset[z, nz + 1]):
                                if not some[z, jz]:
                                    continue
                                a = U((z * SUBSETS + jz) * ROW)
                                times = 2 if way == 3 and jz != jy else 1
                                for i in range(nz):
                                    board[4 - nz + i] = 13 * real_z + t.ranks[listed[z, jz], i]
                                if not counting:
                                    _gain(work, rows, a, times)
                                _meet_flops(counting, bundle, 4 - nz, L1, bets, U(GAIN), margin)
                                if counting:
                                    _count(work, rows, a, times, bundle.flops)
                            if not counting:
                                _meet_flops(counting, bundle, 4 - nz, U(0), bets, U(PART), margin)
                        first, last = (4, 12) if counting else (0, 4)
                        _keep_sums(work, first, last, 2 * length, bundle.reaches, sums)
