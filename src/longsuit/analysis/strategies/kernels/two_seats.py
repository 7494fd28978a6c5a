"""Compiled loops over every deal of two seats of Chase the Flush: the product of their results.

Take a board, its six flops side by side, and a dealer's hand D. With f(H) what hand H is worth
against D, the sum of f(H) f(J) over hands H and J that share no card is, by inclusion and
exclusion, the sum over sets S of up to three cards of (-1)^|S| F(S)^2, F(S) being the sum of f over
the hands that hold S and nothing of D; and that is again a sum over the cards of D:

    F(S) = sum over T in D of (-1)^|T| (sum of f over hands that hold S and T).

The dealer's hands are met by rising flush, and as the flush rises a hand goes from ahead over tie
to behind: its f changes a few times in all. So the sums over hands with given one and two cards
are kept and changed. For |S| = 2 the square over all pairs S is kept too, as Q - 2 A(d) + C(d, e)
summed over D, with A(d) the sum over S of F2(S) f(S, d) and C(d, e) that of f(S, d) f(S, e); pairs
that touch D are taken out. |S| = 3 is the mean square of one seat, which is known.

Sums are whole numbers in doubles, far below 2^53. The file stands by itself.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

FLOPS = 6

Doubles = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True, fastmath=True)
def _change(
    a: int, b: int, c: int, change: Doubles, f: Singles, two: Doubles, one: Doubles, aa: Doubles,
    cc: Doubles, tiled: Doubles,
) -> float:  # fmt: skip
    """Change the worth of a hand, and all sums with it; gives the change of Q."""
    wide = len(tiled)
    for k in range(0, wide, FLOPS):
        for lane in range(FLOPS):
            tiled[k + lane] = change[lane]
    grown = 0.0
    for turn in range(3):
        x, y, z = (a, b, c) if turn == 0 else ((a, c, b) if turn == 1 else (b, c, a))
        for k in range(wide):
            step = tiled[k] * np.float64(f[x, y, k])
            cc[z, k] += step
            aa[k] += step
        for lane in range(FLOPS):
            d = change[lane]
            k = z * FLOPS + lane
            held, pair = np.float64(f[x, y, k]), two[x, y * FLOPS + lane]
            cc[z, k] += held * d + d * d
            aa[k] += pair * d + d * d
            grown += 2.0 * pair * d + d * d
            two[x, y * FLOPS + lane] += d
            two[y, x * FLOPS + lane] += d
            f[x, y, k] += d
            f[y, x, k] += d
            one[k] += d
    return grown


@njit(cache=True, nogil=True, fastmath=True)
def _meet(
    p: int, q: int, r: int, total: Doubles, f: Singles, two: Doubles, one: Doubles, aa: Doubles,
    cc: Doubles, square: float,
) -> float:  # fmt: skip
    """The sum over |S| < 3 of (-1)^|S| F(S)^2 with the dealer holding p, q and r."""
    ones, touched = 0.0, 0.0
    for k in range(len(one)):
        in_p, in_q, in_r = two[p, k], two[q, k], two[r, k]
        pq, pr, qr = np.float64(f[p, q, k]), np.float64(f[p, r, k]), np.float64(f[q, r, k])
        single = one[k] - in_p - in_q - in_r + pq + pr + qr
        ones += single * single
        u, v, w = in_p - pq - pr, in_q - pq - qr, in_r - pr - qr
        touched += u * u + v * v + w * w
    found = square
    for lane in range(FLOPS):
        kp, kq, kr = p * FLOPS + lane, q * FLOPS + lane, r * FLOPS + lane
        whole = np.float64(f[p, q, kr])
        pq, pr, qr = two[p, kq], two[p, kr], two[q, kr]
        none = total[lane] - one[kp] - one[kq] - one[kr] + pq + pr + qr - whole
        found += none * none
        # The dealer's own cards are no single cards of a player, and a pair of them was met twice.
        for single in (
            one[kp] - pq - pr + whole, one[kq] - pq - qr + whole, one[kr] - pr - qr + whole,
        ):  # fmt: skip
            ones -= single * single
        for pair in (pq - whole, pr - whole, qr - whole):
            touched -= pair * pair
        found -= 2.0 * (aa[kp] + aa[kq] + aa[kr])
        found += cc[p, kp] + cc[q, kq] + cc[r, kr]
        found += 2.0 * (cc[p, kq] + cc[q, kp] + cc[p, kr] + cc[r, kp] + cc[q, kr] + cc[r, kq])
    return found - ones - touched


@njit(cache=True, nogil=True)
def two_seats(
    first: int, step: int, deck: Ints, boards: Ints, qualifier: int, keys: Ints,
    opens: NDArray[np.uint8], flop: NDArray[np.uint8], river: NDArray[np.uint8], pay: Doubles,
    fold: float, sums: Doubles,
) -> None:  # fmt: skip
    """For every step-th board of a deck: sums[board] of the products, triples S left out.

    opens[hole] and flop[flop, hole] are 0 or 1, river[board] has bits, as `every_deal` takes them;
    pay[action, qualifies, outcome, length] with outcomes 0 ahead, 1 tie, 2 behind. cc holds
    C(d, e) as cc[d, e] + cc[e, d] off the diagonal.
    """
    left = len(deck) - 4
    wide, holes = left * FLOPS, left * (left - 1) * (left - 2) // 6
    f = np.zeros((left, left, wide), np.float32)
    two, cc = np.zeros((left, wide)), np.zeros((left, wide))
    one, aa, tiled = np.zeros(wide), np.zeros(wide), np.zeros(wide)
    total, change = np.zeros(FLOPS), np.zeros(FLOPS)
    cards, shown = np.zeros(left, np.int64), np.zeros(52, np.bool_)
    hands = np.zeros((holes, 4), np.int64)  # three places, and the flush
    acts = np.zeros((holes, FLOPS), np.int64)
    worth = np.zeros((holes, FLOPS))
    flops = np.zeros(FLOPS, np.int64)
    masks, held = np.zeros(4, np.int64), np.zeros(3, np.uint64)
    for row in range(first, len(boards), step):
        shown[:] = False
        masks[:] = 0
        at = 0
        for i in range(4):
            shown[boards[row, i]] = True
            masks[boards[row, i] // 13] |= 1 << boards[row, i] % 13
            for j in range(i):
                high, low = max(boards[row, i], boards[row, j]), min(boards[row, i], boards[row, j])
                flops[at] = high * (high - 1) // 2 + low
                at += 1
        at = 0
        for card in deck:
            if not shown[card]:
                cards[at] = card
                at += 1
        h = 0
        for z in range(2, left):
            for y in range(1, z):
                for x in range(y):
                    a, b, c = cards[x], cards[y], cards[z]
                    masks[a // 13] |= 1 << a % 13
                    masks[b // 13] |= 1 << b % 13
                    masks[c // 13] |= 1 << c % 13
                    flush = max(keys[masks[0]], keys[masks[1]], keys[masks[2]], keys[masks[3]])
                    masks[a // 13] ^= 1 << a % 13
                    masks[b // 13] ^= 1 << b % 13
                    masks[c // 13] ^= 1 << c % 13
                    hole = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
                    hands[h, 0], hands[h, 1], hands[h, 2], hands[h, 3] = x, y, z, flush
                    last = 2 if river[row, hole >> 3] >> (hole & 7) & 1 else 3
                    for lane in range(FLOPS):
                        act = 1 if flop[flops[lane], hole] else last
                        acts[h, lane] = 0 if opens[hole] else act
                    h += 1
        order = np.argsort(hands[:, 3])
        f[:] = 0.0
        two[:] = 0.0
        cc[:] = 0.0
        one[:] = 0.0
        aa[:] = 0.0
        total[:] = 0.0
        worth[:] = 0.0
        square, found = 0.0, 0.0
        qualified = -1
        start = 0
        while start < holes:
            level = hands[order[start], 3]
            end, common = start, np.uint64(0) - np.uint64(1)
            while end < holes and hands[order[end], 3] == level:
                i = order[end]
                for at in range(3):
                    held[at] = np.uint64(1) << np.uint64(hands[i, at])
                common &= held[0] | held[1] | held[2]
                end += 1
            turned = 1 if level >= qualifier else 0
            # Hands from this one on, or all where the dealer comes to qualify, change their worth.
            begin, stop = (0, holes) if turned != qualified else (start, end)
            qualified = turned
            for phase in range(2):
                if phase == 1:
                    for j in range(start, end):
                        i = order[j]
                        found += _meet(
                            hands[i, 0], hands[i, 1], hands[i, 2], total, f, two, one, aa, cc,
                            square,
                        )  # fmt: skip
                    begin, stop = start, end
                for j in range(begin, stop):
                    i = order[j]
                    key = hands[i, 3]
                    # Hands with a card in common are never dealt together, so they do not tie.
                    past = key < level or phase == 1 or common != 0
                    outcome = 0 if key > level else (2 if past else 1)
                    moves = False
                    for lane in range(FLOPS):
                        act = acts[i, lane]
                        now = fold if act == 3 else pay[act, qualified, outcome, key >> 13]
                        change[lane] = now - worth[i, lane]
                        moves = moves or change[lane] != 0.0
                        worth[i, lane] = now
                        total[lane] += change[lane]
                    if moves:
                        square += _change(
                            hands[i, 0], hands[i, 1], hands[i, 2], change, f, two, one, aa, cc,
                            tiled,
                        )  # fmt: skip
            start = end
        sums[row] = found
