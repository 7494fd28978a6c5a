"""High Card Flush, every deal of it: best play and exact counts.

The player has `size` cards of a deck of four suits, the dealer `size` of the rest (standard: 7 of
52, then 7 of 45, which is 6.07e15 deals). A suit's cards are a mask of rank bits. A flush is its
key `length << 13 | mask`; a hand's key is the greatest of its four suits; higher wins.

How dealer hands are counted
----------------------------
Take a key (T, M). A dealer hand is below it exactly when every suit, holding k cards, has k < T,
or k == T and a mask below M. The suits are independent but for the number of cards, so the number
of hands below is the coefficient of x^size in a product of four polynomials. With P the player's
cards in a suit, that suit's polynomial is

    sum over k < T of C(ranks - |P|, k) x^k   +   c(P) x^T,
    c(P) = how many T-card subsets of the suit without P have a mask below M.

All but c(P) depends on sizes only. Multiplied out, the count is a sum over the 16 sets S of suits
that give their x^T term: constant[S] times the product of c over S. It is linear in each suit's c,
so a suit is put in ("fixed") by one multiplication per remaining set: 16 constants become 8, 4, 2
and 1, each step in its own loop.

Every player hand needs three such counts, each over the dealer's N hands:
    W  = dealer hands below the player's key      (the player is ahead),
    E  = dealer hands not above it                (E - W ties),
    NQ = dealer hands below the qualifier         (the dealer does not qualify).
E has the constants of W and c(P) one greater where M itself is free of P. The three sets lie one
inside the other, so the six counts [qualifies][outcome] are differences of W, E, NQ and N.

Hands that differ only by a renaming of suits play alike: the loops run over the classes of
`hand_classes`, in its order.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.hand_classes import class_count, shapes
from longsuit.analysis.exact.kernels.compile_notice import compiling
from longsuit.core.ranking import mask_key

LENGTHS = 8  # a flush has 0 to 7 cards
KEY_SHIFT = 13
STRIDES = 8  # pieces of work: more than threads, so that a slowed thread holds nobody up

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def _lower(mask: int, size: int, free: int, choose: Ints, bits: Ints) -> int:
    """How many `size`-card subsets of `free` have a mask below `mask`.

    A lower mask agrees with it from the top down to some bit of `mask` that it lacks: at each bit
    of `mask`, everything beneath is free choice.
    """
    total = 0
    for rank in range(KEY_SHIFT - 1, -1, -1):
        bit = 1 << rank
        if mask & bit:
            total += choose[bits[free & (bit - 1)], size]
            if size == 0 or not free & bit:
                break
            size -= 1
    return total


@njit(cache=True, nogil=True)
def _constants(shape: Ints, length: int, ranks: int, size: int, choose: Ints) -> Ints:
    """constant[S] of the module text, S as a bit set: suit i is in S when bit i is set."""
    out = np.zeros(16, np.int64)
    for chosen in range(16):
        poly = np.zeros(size + 1, np.int64)
        poly[0] = 1
        top = size
        for suit in range(4):
            if chosen >> suit & 1:
                top -= length
                continue
            for degree in range(size, -1, -1):
                total = 0
                for k in range(min(degree + 1, length)):
                    total += poly[degree - k] * choose[ranks - shape[suit], k]
                poly[degree] = total
        if top >= 0:
            out[chosen] = poly[top]
    return out


@njit(cache=True, nogil=True)
def _fix(constants: Ints, value: int, out: Ints) -> None:
    """Put in the c of the lowest suit: the sets without it, plus `value` times those with it."""
    for chosen in range(len(out)):
        out[chosen] = constants[2 * chosen] + value * constants[2 * chosen + 1]


@njit(cache=True, nogil=True)
def _sweep(
    first: int, step: int, shapes: Ints, starts: Ints, by_size: Ints, masks: Ints, choose: Ints,
    bits: Ints, repeats: Ints, ranks: int, size: int, qualifier: int, forms: Ints, options: Ints,
    decide: bool, decisions: NDArray[np.uint8], sums: Ints,
) -> None:  # fmt: skip
    """Go through every step-th leading mask of every shape; see `solve` for the arrays.

    forms[side, length, j] are the coefficients of (1, W, E, NQ) in the value of the j-th action
    open at that length, which is options[length, j]; side 1 means that the hand's own key
    qualifies. sums[lead, action] adds up (1, W, E, NQ) times the hands in a class, lead being the
    place of the hand's flush in `masks`.
    """
    every_rank = (1 << ranks) - 1
    q_length = min(qualifier >> KEY_SHIFT, size + 1)
    q_mask = qualifier & 0x1FFF
    below_q = np.zeros(len(masks), np.int64)
    for place in range(len(masks)):
        below_q[place] = _lower(q_mask, q_length, every_rank ^ masks[place], choose, bits)
    below = np.zeros(len(masks), np.int64)
    upto = np.zeros(len(masks), np.int64)
    w1, w2, e2 = np.zeros(8, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    n1, n2 = np.zeros(8, np.int64), np.zeros(4, np.int64)
    for s in range(len(shapes)):
        shape = shapes[s]
        length = shape[0]
        same1, same2, same3 = length == shape[1], shape[1] == shape[2], shape[2] == shape[3]
        b0, b1, b2, b3 = by_size[shape[0]], by_size[shape[1]], by_size[shape[2]], by_size[shape[3]]
        n_masks1 = by_size[shape[1] + 1] - b1
        n_masks2 = by_size[shape[2] + 1] - b2
        n_masks3 = by_size[shape[3] + 1] - b3
        w0 = _constants(shape, length, ranks, size, choose)
        n0 = _constants(shape, q_length, ranks, size, choose)
        n_open = 0
        while n_open < options.shape[1] and options[length, n_open] >= 0:
            n_open += 1
        for i0 in range(first, by_size[length + 1] - b0, step):
            lead = masks[b0 + i0]
            side = 1 if (length << KEY_SHIFT | lead) >= qualifier else 0
            form = forms[side, length]
            total = sums[b0 + i0]
            for suit in range(1, 4):
                if suit > 1 and shape[suit] == shape[suit - 1]:
                    continue
                for place in range(by_size[shape[suit]], by_size[shape[suit] + 1]):
                    mask = masks[place]
                    below[place] = _lower(lead, length, every_rank ^ mask, choose, bits)
                    upto[place] = below[place] + (mask & lead == 0)
            _fix(w0, _lower(lead, length, every_rank ^ lead, choose, bits), w1)
            _fix(n0, below_q[b0 + i0], n1)
            at = starts[s, i0]
            for i1 in range(i0 + 1 if same1 else n_masks1):
                _fix(w1, below[b1 + i1], w2)
                _fix(w1, upto[b1 + i1], e2)
                _fix(n1, below_q[b1 + i1], n2)
                equal1 = 4 if same1 and i1 == i0 else 0
                for i2 in range(i1 + 1 if same2 else n_masks2):
                    # The third suit as in _fix, but kept out of memory: this is a hot place.
                    c = below[b2 + i2]
                    w30, w31 = w2[0] + c * w2[1], w2[2] + c * w2[3]
                    c = upto[b2 + i2]
                    e30, e31 = e2[0] + c * e2[1], e2[2] + c * e2[3]
                    c = below_q[b2 + i2]
                    n30, n31 = n2[0] + c * n2[1], n2[2] + c * n2[3]
                    equal2 = equal1 | (2 if same2 and i2 == i1 else 0)
                    for i3 in range(i2 + 1 if same3 else n_masks3):
                        w = w30 + w31 * below[b3 + i3]
                        e = e30 + e31 * upto[b3 + i3]
                        n = n30 + n31 * below_q[b3 + i3]
                        if decide:
                            action = 0
                            best = form[0, 0]
                            for j in range(n_open):
                                value = (
                                    form[j, 0] + form[j, 1] * w + form[j, 2] * e + form[j, 3] * n
                                )
                                if j == 0 or value > best:
                                    best = value
                                    action = options[length, j]
                            decisions[at] = action
                        else:
                            action = decisions[at]
                        hands = repeats[equal2 | (1 if same3 and i3 == i2 else 0)]
                        total[action, 0] += hands
                        total[action, 1] += hands * w
                        total[action, 2] += hands * e
                        total[action, 3] += hands * n
                        at += 1


@dataclass(frozen=True)
class Solution:
    """What `solve` returns; option numbers are those of `pay`, and fold is the last number."""

    counts: Ints  # [action][player's length][dealer qualifies][0 ahead, 1 tie, 2 behind]: deals
    decisions: NDArray[np.uint8]  # the action of every class
    flushes: Ints  # the masks of a suit by size, then rising: every flush a hand may have
    hands: Ints  # [flush][action]: the hands with that flush
    by_flush: Ints  # [flush][action][dealer qualifies][outcome]: their deals


def solve(
    pay: Ints,
    fold: int,
    allowed: NDArray[np.bool_],
    qualifier: int,
    *,
    strategy: NDArray[np.uint8] | None = None,
    ranks: int = 13,
    size: int = 7,
    threads: int = 2,
) -> Solution:
    """Play every deal, each class by its best action, or by `strategy` where one is given.

    pay[option][qualifies][0 ahead, 1 tie, 2 behind][player's length]: the player's net result in
    whole units, options by rising raise. fold: the net result of a fold. allowed[length][option].
    Of equal values the fold is taken first, then the lower option. strategy: an action a class.

    The dealer's cards do not depend on the action, so `counts.sum(axis=0)` times pay[option] is
    what always playing that option is worth. Small decks (`ranks` a suit, hands of `size`) are
    there for tests.
    """
    pay = np.asarray(pay, np.int64)  # a smaller type would overflow below
    if pay.shape[1:] != (2, 3, LENGTHS) or allowed.shape != (LENGTHS, len(pay)):
        raise ValueError("pay must be [option][2][3][8] and allowed [8][option]")
    if len(pay) > 255:
        raise ValueError("there can be at most 255 options: a decision is one byte")
    if not (1 <= ranks <= KEY_SHIFT and 1 <= size < LENGTHS and 2 * size <= 4 * ranks):
        raise ValueError("a suit has 1 to 13 ranks, a hand 1 to 7 cards, and two hands must fit")
    n_dealer = comb(4 * ranks - size, size)
    if (7 * max(int(abs(pay).max(initial=0)), abs(fold))) * n_dealer >= 2**63:
        raise ValueError("the pays are too large for exact 64-bit sums: use a coarser unit")
    n_classes = class_count(ranks, size)
    if strategy is None:
        decisions = np.zeros(n_classes, np.uint8)
    elif strategy.shape != (n_classes,) or strategy.max(initial=0) > len(pay):
        raise ValueError(f"a strategy has {n_classes} actions from 0 to {len(pay)}")
    else:
        decisions = strategy.astype(np.uint8)

    forms, options = _action_values(pay, fold, allowed, n_dealer)
    masks = np.array([m for m in sorted(range(1 << ranks), key=mask_key) if m.bit_count() <= size])
    by_size = np.cumsum([0, *(comb(ranks, n) for n in range(ranks + 1))])
    choose = np.array([[comb(n, k) for k in range(LENGTHS + 1)] for n in range(KEY_SHIFT + 1)])
    bits = np.array([mask.bit_count() for mask in range(1 << KEY_SHIFT)])
    # Which neighbours among the four masks are equal (4: first two, 2: middle, 1: last two).
    repeats = np.array([24, 12, 12, 4, 12, 6, 4, 1])
    every = shapes(ranks, size)
    starts = np.zeros((len(every), max(comb(ranks, shape.sizes[0]) for shape in every)), np.int64)
    for number, shape in enumerate(every):
        for place in range(comb(ranks, shape.sizes[0])):
            starts[number, place] = shape.start + shape.step(0, place)

    def piece(first: int) -> Ints:
        sums = np.zeros((len(masks), len(pay) + 1, 4), np.int64)
        _sweep(
            first, STRIDES, np.array([shape.sizes for shape in every]), starts, by_size, masks,
            choose, bits, repeats, ranks, size, qualifier, forms, options, strategy is None,
            decisions, sums,
        )  # fmt: skip
        return sums

    with compiling(), ThreadPoolExecutor(threads) as pool:
        sums: Ints = np.add.reduce(list(pool.map(piece, range(STRIDES))))
    by_flush = _ends(sums, masks, qualifier, n_dealer)
    counts = np.zeros((len(pay) + 1, LENGTHS, 2, 3), np.int64)
    for length in range(LENGTHS):
        counts[:, length] = by_flush[bits[masks] == length].sum(axis=0)
    return Solution(counts, decisions, masks, sums[:, :, 0], by_flush)


def _action_values(
    pay: Ints, fold: int, allowed: NDArray[np.bool_], n_dealer: int
) -> tuple[Ints, Ints]:
    """The value of each open action as coefficients of (1, W, E, NQ), fold first; see `_sweep`."""
    n_options = len(pay)
    forms = np.zeros((2, LENGTHS, n_options + 1, 4), np.int64)
    options = np.full((LENGTHS, n_options + 1), -1, np.int64)
    options[:, 0] = n_options
    forms[:, :, 0, 0] = fold * n_dealer
    for length in range(LENGTHS):
        for j, option in enumerate(np.flatnonzero(allowed[length]), 1):
            (ahead, tie, behind), (q_ahead, q_tie, q_behind) = pay[option, :, :, length]
            options[length, j] = option
            forms[0, length, j] = q_behind * n_dealer, ahead - tie, tie - behind, behind - q_behind
            forms[1, length, j] = (
                q_behind * n_dealer, q_ahead - q_tie, q_tie - q_behind, ahead - q_ahead,
            )  # fmt: skip
    return forms, options


def _ends(sums: Ints, masks: Ints, qualifier: int, n_dealer: int) -> Ints:
    """The six kinds of deal of each flush as differences of 1, W, E and NQ, summed over hands."""
    hands, w, e, nq = np.moveaxis(sums, 2, 0)
    # A hand below the qualifier loses to all that qualify; another beats all that do not.
    low = [[w, e - w, nq - e], [0 * w, 0 * w, hands * n_dealer - nq]]
    high = [[nq, 0 * w, 0 * w], [w - nq, e - w, hands * n_dealer - e]]
    qualifies = np.array([mask_key(mask) >= qualifier for mask in masks.tolist()])
    ends = np.where(qualifies[:, None], np.array(high), np.array(low))
    return np.moveaxis(ends, (2, 3), (0, 1))
