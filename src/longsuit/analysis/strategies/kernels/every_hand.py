"""Compiled loops over every hand: its facts, and what rules do with it.

A hole of cards a < b < c has the number C(c, 3) + C(b, 2) + a, as in `exact.strategy`.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.kernels.board_sweep import RANKS, Bytes, Ints, Small, board_masks

ALL = (1 << RANKS) - 1
# The order of facts.Facts.
FLUSH, OWN, BEATEN, HIGHER, MISSING, DANGER, SUITS, SIDE, SECOND = range(9)
TWO_CARD, WEIGHED, BOARD_SUITS, BOARD_LONGEST, BOARD_TOP, TOPS, LEAD, WEIGHED_DANGER = range(9, 17)
LEAST = 17
QUEEN = 10
PAIRS_AN_OUT = 22
# What is to be counted besides the flush: a sum of these.
COUNTS, PAIRS, OWN_RANKS = 1, 2, 4
POINTS = LEAST + RANKS
FACTS = POINTS + 1


@njit(cache=True, nogil=True)
def _count_pairs(mask: int, board: int, free: int, bits: Ints, tops: Ints) -> int:
    """Pairs of free cards that make, with the board, a mask above `mask`."""
    pairs = 0
    left = free
    while left:
        high = 1 << tops[left]
        left ^= high
        # What agrees with the mask down to `differ`: a card above that wins, the card there may.
        differ = 1 << tops[mask ^ (board | high)] if mask ^ (board | high) else 0
        if differ == 0 or (board | high) & differ:
            pairs += bits[left]
        else:
            pairs += bits[left & ~(2 * differ - 1)]
            if left & differ:
                # Then beneath: any further difference in favour of what the board has.
                rest = mask ^ (board | high | differ)
                pairs += rest != 0 and (board | high) & (1 << tops[rest]) != 0
    return pairs


@njit(cache=True, nogil=True)
def fill_facts(
    own: Ints, shared: Ints, keys: Ints, bits: Ints, tops: Ints, pairs: bool, out: Ints
) -> None:
    """The facts of one hand from its suit masks; see `facts.facts` for what they mean."""
    key = 0
    for suit in range(4):
        key = max(key, keys[own[suit] | shared[suit]])
    length, mask = key >> RANKS, key & ALL
    highest = tops[mask]
    mine, flush_suit = -1, 0
    beaten = above = higher = missing = suits = second = two_card = on_board = most = queens = 0
    highest_there = -1
    longest = 0
    for suit in range(4):
        hand, board = own[suit], shared[suit]
        both = hand | board
        if keys[both] == key and bits[hand] > mine:
            mine, flush_suit = bits[hand], suit
        if bits[both] > longest:
            second, longest = longest, bits[both]
        elif bits[both] > second:
            second = bits[both]
        suits += hand != 0
        queens += bits[hand >> QUEEN]
        free = ALL ^ both
        short = length - bits[board]
        if short <= 0:
            beaten += bits[free]
        elif short == 1:
            # One card makes the length: board + 2^rank is above the mask from some rank on.
            least = tops[mask - board] + 1 if mask > board else 0
            beaten += bits[free >> least]
            others = bits[free & ((1 << least) - 1)]
            two_card += others * (others - 1) // 2
        elif short == 2 and pairs:
            two_card += _count_pairs(mask, board, free, bits, tops)
        if board:
            on_board += 1
            most = max(most, bits[board])
            highest_there = max(highest_there, tops[board])
            higher += tops[board] > highest
            missing += hand == 0
            above += bits[free >> (tops[hand] + 1)]
    side = -1
    for suit in range(4):
        if suit != flush_suit and shared[suit] == 0:
            side = max(side, tops[own[suit]])
    out[FLUSH] = key
    out[OWN] = mine
    out[BEATEN] = beaten
    out[HIGHER] = higher
    out[MISSING] = missing
    out[DANGER] = beaten + above
    out[SUITS] = suits
    out[SIDE] = side
    out[SECOND] = second
    out[TWO_CARD] = two_card
    out[WEIGHED] = PAIRS_AN_OUT * beaten + two_card
    out[BOARD_SUITS] = on_board
    out[BOARD_LONGEST] = most
    out[BOARD_TOP] = highest_there
    # A king at the head counts 17, an ace 22.
    more = 4 if highest == RANKS - 2 else 8 if highest == RANKS - 1 else 0
    out[TOPS] = highest + 2 + more + side + 2
    out[LEAD] = max(16 + highest - 2 * beaten, 0)
    danger = beaten + above + 2 * suits - queens
    out[WEIGHED_DANGER] = max(PAIRS_AN_OUT * danger + two_card, 0)


@njit(cache=True, nogil=True)
def count_ranks(own: Ints, bits: Ints, out: Ints) -> None:
    """How many own cards there are from each rank up, and the points of the three highest."""
    first = second = third = -2
    for rank in range(RANKS):
        cards = (
            bits[own[0] >> rank] + bits[own[1] >> rank] + bits[own[2] >> rank]
            + bits[own[3] >> rank]
        )  # fmt: skip
        out[LEAST + rank] = cards
        first, second = rank if cards >= 1 else first, rank if cards >= 2 else second
        third = rank if cards >= 3 else third
    out[POINTS] = 4 * (first + 2) + 2 * (second + 2) + third + 2


@njit(cache=True, nogil=True)
def first_rule(facts: Ints, tests: Ints, ends: Ints) -> int:
    """The first rule all of whose tests hold; the number of rules if there is none."""
    at = 0
    for rule in range(len(ends)):
        holds = True
        while at < ends[rule]:
            value = facts[tests[at, 0]]
            if value < tests[at, 1] or value > tests[at, 2]:
                holds = False
                break
            at += 1
        if holds:
            return rule
        at = ends[rule]
    return len(ends)


@njit(cache=True, nogil=True)
def tabulate(
    first: int, step: int, boards: Ints, tests: Ints, ends: Ints, bets: NDArray[np.bool_],
    wanted: int, keys: Ints, bits: Ints, tops: Ints, out: Bytes,
) -> None:  # fmt: skip
    """Set the bit of every hole with which the rules bet, on every step-th board.

    wanted: what the rules ask for besides the flush (COUNTS, PAIRS, OWN_RANKS).
    """
    own, shared = np.zeros(4, np.int64), np.zeros(4, np.int64)
    seen = np.zeros(52, np.bool_)
    facts = np.zeros(FACTS, np.int64)
    for row in range(first, len(boards), step):
        board_masks(boards[row], shared, seen)
        for c in range(2, 52):
            if seen[c]:
                continue
            own[c // RANKS] |= 1 << c % RANKS
            for b in range(1, c):
                if seen[b]:
                    continue
                own[b // RANKS] |= 1 << b % RANKS
                at = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2
                most = max(
                    keys[own[0] | shared[0]], keys[own[1] | shared[1]],
                    keys[own[2] | shared[2]], keys[own[3] | shared[3]],
                )  # fmt: skip
                for a in range(b):
                    if seen[a]:
                        continue
                    suit, bit = a // RANKS, 1 << a % RANKS
                    if wanted == 0:
                        facts[FLUSH] = max(most, keys[own[suit] | shared[suit] | bit])
                    else:
                        own[suit] |= bit
                        fill_facts(own, shared, keys, bits, tops, wanted & PAIRS != 0, facts)
                        if wanted & OWN_RANKS:
                            count_ranks(own, bits, facts)
                        own[suit] ^= bit
                    if bets[first_rule(facts, tests, ends)]:
                        out[row, (at + a) >> 3] |= 1 << ((at + a) & 7)
                own[b // RANKS] ^= 1 << b % RANKS
            own[c // RANKS] ^= 1 << c % RANKS


@njit(cache=True, nogil=True)
def all_facts(
    first: int, last: int, boards: Ints, holes: Ints, rows: Ints, keys: Ints, bits: Ints,
    tops: Ints, out: NDArray[np.int32],
) -> None:  # fmt: skip
    """out[i] = the facts of holes[i] (any number of cards) on boards[rows[i]]."""
    own, shared = np.zeros(4, np.int64), np.zeros(4, np.int64)
    facts = np.zeros(FACTS, np.int64)
    for i in range(first, last):
        own[:] = 0
        shared[:] = 0
        for card in boards[rows[i]]:
            shared[card // RANKS] |= 1 << card % RANKS
        for card in holes[i]:
            own[card // RANKS] |= 1 << card % RANKS
        fill_facts(own, shared, keys, bits, tops, True, facts)
        count_ranks(own, bits, facts)
        out[i] = facts


@njit(cache=True, nogil=True)
def rule_of_classes(
    shapes: Ints, starts: Ints, by_size: Ints, masks: Ints, tests: Ints, ends: Ints,
    choices: Bytes, first: int, step: int, keys: Ints, bits: Ints, tops: Ints, out: Bytes,
    marks: Ints, cells: Small,
) -> None:  # fmt: skip
    """Every class of seven cards, in the order of `exact.hand_classes`.

    out[class] = choices[rule that holds, flush length]. Where `marks` is not empty, cells[class]
    is the sum over facts of marks[fact, value] instead.
    """
    own, shared = np.zeros(4, np.int64), np.zeros(4, np.int64)
    facts = np.zeros(FACTS, np.int64)
    for s in range(len(shapes)):
        shape = shapes[s]
        same1, same2, same3 = shape[0] == shape[1], shape[1] == shape[2], shape[2] == shape[3]
        b0, b1, b2, b3 = by_size[shape[0]], by_size[shape[1]], by_size[shape[2]], by_size[shape[3]]
        n1, n2 = by_size[shape[1] + 1] - b1, by_size[shape[2] + 1] - b2
        n3 = by_size[shape[3] + 1] - b3
        for i0 in range(first, by_size[shape[0] + 1] - b0, step):
            own[0] = masks[b0 + i0]
            at = starts[s, i0]
            for i1 in range(i0 + 1 if same1 else n1):
                own[1] = masks[b1 + i1]
                for i2 in range(i1 + 1 if same2 else n2):
                    own[2] = masks[b2 + i2]
                    for i3 in range(i2 + 1 if same3 else n3):
                        own[3] = masks[b3 + i3]
                        fill_facts(own, shared, keys, bits, tops, True, facts)
                        count_ranks(own, bits, facts)
                        if len(marks):
                            cell = 0
                            for fact in range(FACTS):
                                cell += marks[fact, facts[fact] + 1]
                            cells[at] = cell
                        else:
                            rule = first_rule(facts, tests, ends)
                            out[at] = choices[rule, facts[FLUSH] >> RANKS]
                        at += 1
