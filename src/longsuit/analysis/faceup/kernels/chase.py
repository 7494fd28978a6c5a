"""Chase the Flush with other cards seen: a hand's deals, each over all its boards, exactly.

A deal is the player's three cards, the cards left (the board and the dealer's come from them) and,
where one is shown, a card that the dealer holds. Every board of four cards left is met once.

Suits factor. A board is four subsets, one a suit; the player's flush is the greatest of the suits'
own cards and subset. So boards are taken by the suit and subset that make the flush (the lowest
suit of equals). With the flush (L, M) fixed, a subset of another suit is allowed when its cards
with the player's are below it: a prefix of that suit's subsets of one size, listed as they rise.
For a subset, the dealer's draws in that suit that stay below the flush are a polynomial, a
coefficient a number of cards drawn, and only the coefficient that makes just L cards depends on
which ranks the subset has (`_lower`). So with all suits but one fixed, the number of dealer hands
below is a straight line in one number a subset, and a row of boards is one loop without branches.
The suit with most board cards is left for that loop.

A board adds (best of the river - bet on the flop) to the margins of its six flops, and a flop's
margin says what is best there. The player who sees nothing has made up his mind beforehand: a byte
a board holds his choice at the river, and on how many of its six flops he has checked.

Counts and sums are whole numbers below 2^53 held as floats (`chase` refuses pays that are too
large): every operation is exact in any order, and the loops run on vector units.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.faceup.kernels.masks import ALL, RANKS, Floats, Ints, lower

SUBSETS = 1093  # of 13 ranks with at most four
BET_BIT = 8
SHAPES = 625  # four sizes of 0 to 4
EXACT = {"reassoc", "nsz", "nnan", "ninf"}  # harmless, as the text above says

Bytes = NDArray[np.uint8]
Quad = tuple[float, float, float, float]


@njit(cache=True, nogil=True)
def _list_subsets(free: int, listed: Ints, offset: Ints, bits: Ints) -> None:
    """All subsets of up to four cards: by size, each size in rising order."""
    at = 0
    cards = bits[free]
    for size in range(5):
        offset[size] = at
        if size == 0:
            listed[at] = 0
            at += 1
            continue
        packed = (1 << size) - 1
        while packed < 1 << cards:
            spread, rest, left = 0, packed, free
            while rest:
                low = left & -left
                if rest & 1:
                    spread |= low
                rest >>= 1
                left ^= low
            listed[at] = spread
            at += 1
            # The next number with as many bits.
            low = packed & -packed
            up = packed + low
            packed = ((up ^ packed) >> 2) // low | up
    offset[5] = at


@njit(cache=True, nogil=True)
def _poly(n_free: int, exact: int, c: float, terms: Floats, last: Floats) -> Quad:
    """One suit's polynomial: any draw below `exact` cards, c draws of just so many, none above."""
    level = min(max(exact, -1), 4) + 1
    t, u = terms[level, n_free], last[level]
    return t[0] + u[0] * c, t[1] + u[1] * c, t[2] + u[2] * c, t[3] + u[3] * c


@njit(cache=True, nogil=True)
def _times(p: Quad, q: Quad) -> Quad:
    """Two polynomials multiplied, cut off after x^3."""
    return (
        p[0] * q[0],
        p[0] * q[1] + p[1] * q[0],
        p[0] * q[2] + p[1] * q[1] + p[2] * q[0],
        p[0] * q[3] + p[1] * q[2] + p[2] * q[1] + p[3] * q[0],
    )


@njit(cache=True, nogil=True)
def _line(q: Quad, n_free: int, exact: int, terms: Floats, last: Floats) -> tuple[float, float]:
    """The coefficient of x^3 in q times a suit's polynomial, as a + b c."""
    level = min(max(exact, -1), 4) + 1
    t, u = terms[level, n_free], last[level]
    return (
        q[3] * t[0] + q[2] * t[1] + q[1] * t[2] + q[0] * t[3],
        q[3] * u[0] + q[2] * u[1] + q[1] * u[2] + q[0] * u[3],
    )


@njit(cache=True, nogil=True)
def _places(subset: int, free: int, start: int, bits: Ints, out: Ints, count: int) -> int:
    """Append the places of a subset's cards among all cards left."""
    while subset:
        out[count] = start + bits[free & ((subset & -subset) - 1)]
        count += 1
        subset &= subset - 1
    return count


@njit(cache=True, nogil=True)
def _allow(
    w: int, rest: int, length: int, mask: int, own: Ints, free: Ints, shown: Ints, draw: int,
    listed: Ints, offset: Ints, choose: Floats, bits: Ints, top: Ints, limit: Ints, just: Floats,
    tie: Floats,
) -> bool:  # fmt: skip
    """Which subsets other suits may have beside the flush, and what keeps the dealer below it."""
    for t in range(4):
        if t == w:
            continue
        for size in range(rest + 1):
            first, last = offset[t, size], offset[t, size + 1]
            mine = bits[own[t]] + size
            if mine > length:
                last = first
            elif mine == length:
                low = first
                while low < last:
                    middle = (low + last) >> 1
                    other = own[t] | listed[t, middle]
                    if other < mask or (other == mask and t > w):
                        low = middle + 1
                    else:
                        last = middle
            limit[t, size] = last - first
            exact = length - bits[shown[t]] - size
            if exact > draw or exact < 0:
                for i in range(first, last):
                    just[t, i] = 0.0
                    tie[t, i] = 0.0
                continue
            for i in range(first, last):
                left, held = free[t] ^ listed[t, i], listed[t, i] | shown[t]
                just[t, i] = lower(mask, exact, left, held, choose, bits, top)
                tie[t, i] = 1.0 if held & ~mask == 0 and mask & ~held & ~left == 0 else 0.0
        if limit[t, 0] == 0:
            return False
    return True


@njit(cache=True, nogil=True, fastmath=EXACT)
def meet_boards(
    store: bool, own: Ints, free: Ints, shown: Ints, draw: int, qualifier: int, lines: Floats,
    fold: float, ranks: Ints, n_blind: Ints, shape_at: Ints, blind: Bytes, choose: Floats,
    terms: Floats, last: Floats, bits: Ints, top: Ints, margin: Floats, out: Floats,
) -> None:  # fmt: skip
    """Meet every board: write or read the blind player's byte, and add up what choices are worth.

    own, free, shown: suit masks of the player's cards, of those left, of the dealer's shown card;
    draw: how many more he draws. lines[2 * length + qualifies, bet]: coefficients of (below, not
    above, unqualified, hands). ranks, n_blind, shape_at: see `number_boards`. margin[card, card],
    of cards left: checking less betting on that flop. out: the sums of bet 3x, of bet 2x, and of
    what the blind player makes beyond bet 2x (each flop counted apart).
    """
    q_length, q_mask = qualifier >> RANKS, qualifier & ALL
    listed, number = np.zeros((4, SUBSETS), np.int64), np.zeros((4, SUBSETS), np.int64)
    short, just, tie = np.zeros((4, SUBSETS)), np.zeros((4, SUBSETS)), np.zeros((4, SUBSETS))
    within, gain, river = np.zeros((4, SUBSETS)), np.zeros(SUBSETS), np.zeros(SUBSETS)
    offset, start, column = np.zeros((4, 6), np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    for suit in range(4):
        start[suit + 1] = start[suit] + bits[free[suit]]
        _list_subsets(free[suit], listed[suit], offset[suit], bits)
        column[suit + 1] = column[suit] + offset[suit, 4]
        for size in range(5):
            exact = q_length - size - bits[shown[suit]]
            for i in range(offset[suit, size], offset[suit, size + 1]):
                b = listed[suit, i]
                number[suit, i] = ranks[suit, b]
                if 0 <= exact <= draw:
                    left, held = free[suit] ^ b, b | shown[suit]
                    short[suit, i] = lower(q_mask, exact, left, held, choose, bits, top)
    n_cards = start[4]
    margin[:n_cards, :n_cards] = 0.0
    cross = np.zeros((n_cards, column[4]))
    hands = choose[n_cards - 4, draw]
    bet3 = bet2 = waits = 0.0
    limit = np.zeros((4, 5), np.int64)
    sizes, stride, outer = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    for w in range(4):
        u0, u1, u2 = 1 if w == 0 else 0, 2 if w <= 1 else 1, 3 if w <= 2 else 2
        for w_size in range(5):
            rest = 4 - w_size
            length = bits[own[w]] + w_size
            for wi in range(offset[w, w_size], offset[w, w_size + 1]):
                w_board = listed[w, wi]
                mask = own[w] | w_board
                if not _allow(
                    w, rest, length, mask, own, free, shown, draw, listed, offset, choose, bits,
                    top, limit, just, tie,
                ):  # fmt: skip
                    continue
                form = lines[2 * length + (1 if (length << RANKS | mask) >= qualifier else 0)]
                left, held = free[w] ^ w_board, w_board | shown[w]
                n_left, exact = bits[left], length - bits[held]
                c = same = 0.0
                if 0 <= exact <= draw:
                    c = lower(mask, exact, left, held, choose, bits, top)
                    same = 1.0 if held & ~mask == 0 and mask & ~held & ~left == 0 else 0.0
                below0 = _poly(n_left, exact, c, terms, last)
                upto0 = _poly(n_left, exact, c + same, terms, last)
                short0 = _poly(n_left, q_length - bits[held], short[w, wi], terms, last)
                if draw == 2:  # one of the dealer's three is shown: times x
                    below0 = 0.0, below0[0], below0[1], below0[2]
                    upto0 = 0.0, upto0[0], upto0[1], upto0[2]
                    short0 = 0.0, short0[0], short0[1], short0[2]
                n_w = _places(w_board, free[w], start[w], bits, outer, 0)
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
                        step, shape = 1, 0
                        for suit in range(4):
                            shape = shape * 5 + sizes[suit]
                            stride[3 - suit] = step
                            step *= int(choose[n_blind[3 - suit], sizes[3 - suit]])
                        at_w = shape_at[shape] + number[w, wi] * stride[w]
                        z0, z_step = offset[z, nz], stride[z]
                        z_column = column[z] + z0
                        free_x, free_y = bits[free[x]] - nx, bits[free[y]] - ny
                        free_z = bits[free[z]] - nz
                        held_x, held_y = bits[shown[x]] + nx, bits[shown[y]] + ny
                        held_z = bits[shown[z]] + nz
                        for xi in range(offset[x, nx], offset[x, nx] + limit[x, nx]):
                            n_x = _places(listed[x, xi], free[x], start[x], bits, outer, n_w)
                            exact, c = length - held_x, just[x, xi]
                            below1 = _times(below0, _poly(free_x, exact, c, terms, last))
                            upto1 = _times(upto0, _poly(free_x, exact, c + tie[x, xi], terms, last))
                            exact, c = q_length - held_x, short[x, xi]
                            short1 = _times(short0, _poly(free_x, exact, c, terms, last))
                            at_x = at_w + number[x, xi] * stride[x]
                            for yi in range(offset[y, ny], offset[y, ny] + limit[y, ny]):
                                n_y = _places(listed[y, yi], free[y], start[y], bits, outer, n_x)
                                exact, c = length - held_y, just[y, yi]
                                below2 = _times(below1, _poly(free_y, exact, c, terms, last))
                                upto2 = _times(
                                    upto1, _poly(free_y, exact, c + tie[y, yi], terms, last)
                                )
                                exact, c = q_length - held_y, short[y, yi]
                                short2 = _times(short1, _poly(free_y, exact, c, terms, last))
                                at_y = at_x + number[y, yi] * stride[y]
                                wa, wc = _line(below2, free_z, length - held_z, terms, last)
                                ea, ec = _line(upto2, free_z, length - held_z, terms, last)
                                sa, sc = _line(short2, free_z, q_length - held_z, terms, last)
                                f = form[0]
                                k3 = f[0] * wa + f[1] * ea + f[2] * sa + f[3] * hands
                                j3, t3, s3 = f[0] * wc + f[1] * ec, f[1] * ec, f[2] * sc
                                f = form[1]
                                k2 = f[0] * wa + f[1] * ea + f[2] * sa + f[3] * hands
                                j2, t2, s2 = f[0] * wc + f[1] * ec, f[1] * ec, f[2] * sc
                                f = form[2]
                                k1 = f[0] * wa + f[1] * ea + f[2] * sa + f[3] * hands
                                j1, t1, s1 = f[0] * wc + f[1] * ec, f[1] * ec, f[2] * sc
                                row = 0.0
                                for i in range(n_row):
                                    a, b, d = just[z, z0 + i], tie[z, z0 + i], short[z, z0 + i]
                                    river[i] = k1 + j1 * a + t1 * b + s1 * d - fold
                                    v2 = k2 + j2 * a + t2 * b + s2 * d - fold
                                    bet3 += k3 + j3 * a + t3 * b + s3 * d
                                    bet2 += v2
                                    gain[i] = max(river[i], 0.0) - v2
                                    row += gain[i]
                                if store:
                                    for i in range(n_row):
                                        at = at_y + number[z, z0 + i] * z_step
                                        blind[at] = BET_BIT if river[i] > 0 else 0
                                else:
                                    for i in range(n_row):
                                        known = blind[at_y + number[z, z0 + i] * z_step]
                                        # Zero where the blind choice is the best one.
                                        lost = river[i] if known & BET_BIT else 0.0
                                        lost -= max(river[i], 0.0)
                                        waits += (lost + gain[i]) * (known & 7)
                                for i in range(n_y):
                                    for j in range(i):
                                        margin[outer[i], outer[j]] += row
                                if nz >= 2:
                                    for i in range(n_row):
                                        within[z, z0 + i] += gain[i]
                                if 0 < nz < 4:
                                    for j in range(n_y):
                                        line = cross[outer[j]]
                                        for i in range(n_row):
                                            line[z_column + i] += gain[i]
    _spread(free, start, column, listed, offset, bits, within, cross, margin)
    out[0], out[1], out[2] = bet3, bet2 + fold * choose[n_cards, 4], waits


@njit(cache=True, nogil=True)
def _spread(
    free: Ints, start: Ints, column: Ints, listed: Ints, offset: Ints, bits: Ints, within: Floats,
    cross: Floats, margin: Floats,
) -> None:  # fmt: skip
    """Bring what was added up by subset to the pairs of cards that it stands for."""
    n_cards = start[4]
    cards = np.zeros(4, np.int64)
    for suit in range(4):
        for i in range(1, offset[suit, 5]):
            count = _places(listed[suit, i], free[suit], start[suit], bits, cards, 0)
            for a in range(count):
                for b in range(a):
                    margin[cards[a], cards[b]] += within[suit, i]
            if i >= offset[suit, 4]:
                continue
            for other in range(n_cards):
                more = cross[other, column[suit] + i]
                for a in range(count):
                    margin[cards[a], other] += more
    for a in range(n_cards):
        for b in range(a):
            both = margin[a, b] + margin[b, a]
            margin[a, b] = both
            margin[b, a] = both


@njit(cache=True, nogil=True)
def number_boards(
    free: Ints, ranks: Ints, n_blind: Ints, shape_at: Ints, choose: Floats, bits: Ints
) -> int:
    """Number the boards of a deck, and say how many there are.

    ranks[suit, mask]: the number of a subset among those of its size; n_blind[suit]: the suit's
    cards; shape_at: where the boards with four given sizes begin. Within, the first suit's subset
    counts most.
    """
    for suit in range(4):
        met = np.zeros(RANKS + 1, np.int64)
        n_blind[suit] = bits[free[suit]]
        subset = 0
        while True:
            ranks[suit, subset] = met[bits[subset]]
            met[bits[subset]] += 1
            subset = (subset - free[suit]) & free[suit]
            if subset == 0:
                break
    at = 0
    for shape in range(SHAPES):
        sizes = shape // 125, shape // 25 % 5, shape // 5 % 5, shape % 5
        if sizes[0] + sizes[1] + sizes[2] + sizes[3] == 4:
            shape_at[shape] = at
            ways = 1.0
            for suit in range(4):
                ways *= choose[n_blind[suit], sizes[suit]]
            at += int(ways)
    return at


@njit(cache=True, nogil=True)
def count_checks(
    free: Ints, ranks: Ints, n_blind: Ints, shape_at: Ints, choose: Floats, bits: Ints,
    margin: Floats, blind: Bytes,
) -> None:  # fmt: skip
    """Write to each board's byte on how many of its six flops checking is best (a tie checks)."""
    start = np.zeros(5, np.int64)
    for s in range(4):
        start[s + 1] = start[s] + bits[free[s]]
    n_cards = start[4]
    suit, bit = np.zeros(n_cards, np.int64), np.zeros(n_cards, np.int64)
    card = 0
    for s in range(4):
        for rank in range(RANKS):
            if free[s] >> rank & 1:
                suit[card], bit[card] = s, 1 << rank
                card += 1
    check = np.zeros((n_cards, n_cards), np.uint8)
    for a in range(n_cards):
        for b in range(n_cards):
            check[a, b] = margin[a, b] >= 0
    masks = np.zeros(4, np.int64)
    for a in range(n_cards):
        for b in range(a):
            for c in range(b):
                masks[:] = 0
                masks[suit[a]] |= bit[a]
                masks[suit[b]] |= bit[b]
                masks[suit[c]] |= bit[c]
                count = check[a, b] + check[a, c] + check[b, c]
                # The fourth card's suit gives the shape; then only that suit's subset changes.
                for s in range(suit[c] + 1):
                    at, shape, step, own_step = 0, 0, 1, 1
                    for t in range(3, -1, -1):
                        size = bits[masks[t]] + (t == s)
                        if t == s:
                            own_step = step
                        else:
                            at += ranks[t, masks[t]] * step
                        step *= int(choose[n_blind[t], size])
                    for t in range(4):
                        shape = shape * 5 + bits[masks[t]] + (t == s)
                    at += shape_at[shape]
                    for d in range(start[s], min(start[s + 1], c)):
                        place = at + ranks[s, masks[s] | bit[d]] * own_step
                        blind[place] |= count + check[a, d] + check[b, d] + check[c, d]
