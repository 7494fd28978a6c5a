"""Boards, hand numbering and subset tables that the Chase the Flush solver works on.

Hand numbering. A hole hand is filed under one "owner" suit, WIDTH places a suit:
- two cards of the owner suit and one card of another suit t: three runs (one a suit t, in suit
  order), in a run first by pair (colex: b*(b-1)/2 + a for ranks a < b), then by the single's rank;
- one card in each of three suits, the owner being the suit without a card: 13*13*13 places by the
  ranks in suit order;
- three cards of the owner suit: 286 places in colex order.
That is 3*1014 + 2197 + 286 = 5525 places; the second part starts at 3056 and WIDTH is 5552 so that
both parts are whole vectors of 16. The last card's ranks are neighbours, and pairs and triples of a
suit stand in the order of their flushes.

Subset tables. For a set R of ranks (what is left of a suit), its k-subsets in the order of their
masks are numbered from 0. Removing cards that no subset may use and squeezing R together keeps
that order, so "the number of k-subsets of R below x" is two look-ups (`bound`, then `order`), and
of the first j of them, the number without rank c is `free[R, START[k] + j, c]`.
"""

from itertools import combinations, combinations_with_replacement, permutations

import numpy as np
from numba import njit
from numpy.typing import NDArray

WIDTH = 5552
HANDS = 4 * WIDTH
SINGLES_AT = 3056
TRIPLES_AT = SINGLES_AT + 2197
START = (0, 2, 16, 95)
ROWS = 382
Cards = tuple[int, ...]
Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]


def hand_number(hand: Cards) -> int:
    """Give the place of three cards (suit*13 + rank, any order) in rows of HANDS places."""
    cards = sorted(hand)
    suits = [card // 13 for card in cards]
    ranks = [card % 13 for card in cards]
    if suits[0] == suits[2]:
        a, b, c = ranks
        return suits[0] * WIDTH + TRIPLES_AT + c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
    if len(set(suits)) == 3:
        owner = 6 - sum(suits)
        return owner * WIDTH + SINGLES_AT + ranks[0] * 169 + ranks[1] * 13 + ranks[2]
    owner = suits[1]
    single = 2 if suits[0] == owner else 0
    a, b = (ranks[i] for i in range(3) if i != single)
    other = suits[single]
    run = other - (other > owner)
    return owner * WIDTH + run * 1014 + (b * (b - 1) // 2 + a) * 13 + ranks[single]


def all_hands() -> tuple[Ints, Ints]:
    """List the 22,100 hands as cards (n, 3) and their places (n)."""
    cards = np.array(list(combinations(range(52), 3)), dtype=np.int64)
    places: Ints = _places(cards)
    return cards, places


@njit(cache=True, nogil=True)
def _place(x: int, y: int, z: int) -> int:
    """The same as `hand_number`, compiled."""
    if x > y:
        x, y = y, x
    if y > z:
        y, z = z, y
    if x > y:
        x, y = y, x
    s, t, u = x // 13, y // 13, z // 13
    a, b, c = x % 13, y % 13, z % 13
    if s == u:
        return s * WIDTH + TRIPLES_AT + c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
    if s != t and t != u:
        return (6 - s - t - u) * WIDTH + SINGLES_AT + a * 169 + b * 13 + c
    if s == t:
        return s * WIDTH + (u - 1) * 1014 + (b * (b - 1) // 2 + a) * 13 + c
    return t * WIDTH + s * 1014 + (c * (c - 1) // 2 + b) * 13 + a


@njit(cache=True, nogil=True)
def _places(cards: Ints) -> Ints:
    out = np.empty(cards.shape[0], np.int64)
    for i in range(cards.shape[0]):
        out[i] = _place(cards[i, 0], cards[i, 1], cards[i, 2])
    return out


@njit(cache=True, nogil=True)
def _moved(cards: Ints, places: Ints, perm: Ints, width: int) -> NDArray[np.int32]:
    out = np.zeros(width, np.int32)
    for i in range(cards.shape[0]):
        x, y, z = cards[i]
        out[places[i]] = _place(
            perm[x // 13] * 13 + x % 13, perm[y // 13] * 13 + y % 13, perm[z // 13] * 13 + z % 13
        )
    return out


def moved_hands(cards: Ints, places: Ints, perms: Ints) -> NDArray[np.int32]:
    """Give, a suit permutation, where each hand's place goes when suit s becomes perm[s]."""
    return np.stack([_moved(cards, places, perm, HANDS) for perm in perms])


def suit_permutations() -> Ints:
    """List the 24 suit permutations, the identity first."""
    return np.array(list(permutations(range(4))), dtype=np.int64)


def board_classes() -> tuple[Ints, Ints]:
    """List the 16,432 boards up to suits as cards (n, 4), and how many boards each stands for.

    Longer suits come first, then higher masks. Boards with the same first three cards are
    neighbours, which the solver uses to add up three of a board's six flops at once.
    """
    cards: list[Cards] = []
    weights: list[int] = []
    ranks = range(12, -1, -1)
    pairs = list(combinations(ranks, 2))
    for a, b in pairs:
        for x, y in combinations_with_replacement(ranks, 2):
            cards.append((a, b, 13 + x, 26 + y))
            weights.append(12 if x == y else 24)
    for a, b, c in combinations(ranks, 3):
        for x in ranks:
            cards.append((a, b, c, 13 + x))
            weights.append(12)
    for (a, b), (x, y) in combinations_with_replacement(pairs, 2):
        cards.append((a, b, 13 + x, 13 + y))
        weights.append(6 if (a, b) == (x, y) else 12)
    for a, b, c, d in combinations_with_replacement(ranks, 4):
        cards.append((a, 13 + b, 26 + c, 39 + d))
        weights.append(len(set(permutations((a, b, c, d)))))
    for four in combinations(ranks, 4):
        cards.append(four)
        weights.append(4)
    return np.array(cards, dtype=np.int64), np.array(weights, dtype=np.int64)


def flop_number(x: int, y: int) -> int:
    """Give the row of a flop, 0..1325."""
    low, high = min(x, y), max(x, y)
    return high * (high - 1) // 2 + low


@njit(cache=True, nogil=True)
def _subset_tables(sets: Ints, subsets: Ints, ends: Ints, bound: Shorts, free: Shorts) -> None:
    """Fill bound and free; subsets lists the masks of 1, of 2, of 3 of 13 cards, each in order."""
    for i in range(sets.size):
        left = sets[i]
        total = 0
        for x in range(8192):
            bound[i, x] = total
            total += (x & ~left) == 0
        bound[i, 8192] = total
        for c in range(16):
            free[i, 0, c] = 0
            free[i, 1, c] = 1
        for k in range(3):
            row = 2 if k == 0 else 16 if k == 1 else 95
            for c in range(16):
                free[i, row, c] = 0
            for j in range(ends[k], ends[k + 1]):
                mask = subsets[j]
                if mask & ~left:
                    continue
                for c in range(16):
                    free[i, row + 1, c] = free[i, row, c] + 1 - (mask >> c & 1)
                row += 1


def subset_tables(
    sets: Ints,
) -> tuple[Shorts, Shorts, Shorts, Shorts]:
    """Build `order`, `bound`, `free` and `both` for the given sets of ranks.

    order[k, y]: k-subsets of 0..12 with mask below y. bound[i, x]: subsets of set i below x, so
    order[k, bound[i, x]] counts its k-subsets below x. free[i, START[k]+j, c]: of the first j
    k-subsets of set i those without c. both[p, START[k]+j]: of the first j k-subsets (squeezed)
    those that hold both cards of the squeezed pair p.
    """
    masks = np.arange(8192)
    size = sum(masks >> c & 1 for c in range(13))
    order = np.zeros((4, 8193), dtype=np.int16)
    for k in range(4):
        order[k, 1:] = np.cumsum(size == k)
    both = np.zeros((78, ROWS), dtype=np.int16)
    pairs = [(1 << a) | (1 << b) for b in range(13) for a in range(b)]
    for k in (2, 3):
        subsets = masks[size == k]
        for p, pair in enumerate(pairs):
            holds = np.cumsum((subsets & pair) == pair)
            both[p, START[k] + 1 : START[k] + 1 + len(subsets)] = holds
    bound = np.empty((len(sets), 8193), dtype=np.int16)
    free = np.zeros((len(sets), ROWS, 16), dtype=np.int16)
    lists = [masks[size == k] for k in (1, 2, 3)]
    ends = np.array([0, 13, 91, 377])
    _subset_tables(sets, np.concatenate(lists), ends, bound, free)
    return order, bound, free, both
