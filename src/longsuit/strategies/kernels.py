"""Compiled loops over every hand: its facts, what rules do with it, and what that comes to.

Chase the Flush goes board by board. For one board the 17,296 hands are sorted by their flush and
swept upward with counters for cards and pairs of cards: of all hands met so far, those that share
no card with a given hand are, by inclusion and exclusion, the hands met less those with each of its
cards, plus those with each of its pairs, less itself. That gives three counts a hand: the dealer's
hands below it, not above it, and below the qualifier. They settle everything.

A hole of cards a < b < c has the number C(c, 3) + C(b, 2) + a, as in `exact.strategy`.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

HOLES = 22_100
FREE = 17_296  # holes that a board of four leaves
RANKS = 13
ALL = (1 << RANKS) - 1
# The order of facts.Facts.
FLUSH, OWN, BEATEN, HIGHER, MISSING, DANGER, SUITS, SIDE, SECOND, LEAST = range(10)
FACTS = LEAST + RANKS

Ints = NDArray[np.int64]
Small = NDArray[np.int32]
Bytes = NDArray[np.uint8]


@njit(cache=True, nogil=True)
def _facts(own: Ints, shared: Ints, keys: Ints, bits: Ints, tops: Ints, out: Ints) -> None:
    """The facts of one hand from its suit masks; see `facts.facts` for what they mean."""
    key = 0
    for suit in range(4):
        key = max(key, keys[own[suit] | shared[suit]])
    length, mask = key >> RANKS, key & ALL
    highest = tops[mask]
    mine, flush_suit = -1, 0
    beaten = above = higher = missing = suits = second = 0
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
        free = ALL ^ both
        short = length - bits[board]
        if short <= 0:
            beaten += bits[free]
        elif short == 1:
            # One card makes the length: board + 2^rank is above the mask from some rank on.
            beaten += bits[free >> (tops[mask - board] + 1 if mask > board else 0)]
        if board:
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


@njit(cache=True, nogil=True)
def _count_ranks(own: Ints, bits: Ints, out: Ints) -> None:
    """How many own cards there are from each rank up."""
    for rank in range(RANKS):
        out[LEAST + rank] = (
            bits[own[0] >> rank] + bits[own[1] >> rank] + bits[own[2] >> rank]
            + bits[own[3] >> rank]
        )  # fmt: skip


@njit(cache=True, nogil=True)
def _first_rule(facts: Ints, tests: Ints, ends: Ints) -> int:
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
def _board_masks(board: Ints, shared: Ints, seen: NDArray[np.bool_]) -> None:
    shared[:] = 0
    seen[:] = False
    for card in board:
        shared[card // RANKS] |= 1 << card % RANKS
        seen[card] = True


@njit(cache=True, nogil=True)
def _tabulate(
    first: int, step: int, boards: Ints, tests: Ints, ends: Ints, bets: NDArray[np.bool_],
    ranked: bool, keys: Ints, bits: Ints, tops: Ints, out: Bytes,
) -> None:  # fmt: skip
    """Set the bit of every hole with which the rules bet, on every step-th board."""
    own, shared = np.zeros(4, np.int64), np.zeros(4, np.int64)
    seen = np.zeros(52, np.bool_)
    facts = np.zeros(FACTS, np.int64)
    for row in range(first, len(boards), step):
        _board_masks(boards[row], shared, seen)
        for c in range(2, 52):
            if seen[c]:
                continue
            own[c // RANKS] |= 1 << c % RANKS
            for b in range(1, c):
                if seen[b]:
                    continue
                own[b // RANKS] |= 1 << b % RANKS
                at = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2
                for a in range(b):
                    if seen[a]:
                        continue
                    own[a // RANKS] |= 1 << a % RANKS
                    _facts(own, shared, keys, bits, tops, facts)
                    if ranked:
                        _count_ranks(own, bits, facts)
                    if bets[_first_rule(facts, tests, ends)]:
                        out[row, (at + a) >> 3] |= 1 << ((at + a) & 7)
                    own[a // RANKS] ^= 1 << a % RANKS
                own[b // RANKS] ^= 1 << b % RANKS
            own[c // RANKS] ^= 1 << c % RANKS


@njit(cache=True, nogil=True)
def _all_facts(
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
        _facts(own, shared, keys, bits, tops, facts)
        _count_ranks(own, bits, facts)
        out[i] = facts


@njit(cache=True, nogil=True)
def _classes(
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
                        _facts(own, shared, keys, bits, tops, facts)
                        _count_ranks(own, bits, facts)
                        if len(marks):
                            cell = 0
                            for fact in range(FACTS):
                                cell += marks[fact, facts[fact] + 1]
                            cells[at] = cell
                        else:
                            rule = _first_rule(facts, tests, ends)
                            out[at] = choices[rule, facts[FLUSH] >> RANKS]
                        at += 1


@njit(cache=True, nogil=True)
def _count_board(
    board: Ints, qualifier: int, keys: Ints, cards: Small, key: Small, order: Small, spare: Small,
    one: Small, two: Small, counts: Small,
) -> int:  # fmt: skip
    """counts[i] = (below, not above, below the qualifier) of the i-th hole that the board leaves.

    cards[i] = (hole's number, a, b, c) and key[i] its flush. Gives the number of holes.
    """
    shared = np.zeros(4, np.int64)
    seen = np.zeros(52, np.bool_)
    _board_masks(board, shared, seen)
    ends = np.zeros((2, 257), np.int64)
    holes = 0
    for c in range(2, 52):
        if seen[c]:
            continue
        for b in range(1, c):
            if seen[b]:
                continue
            shared[c // RANKS] |= 1 << c % RANKS
            shared[b // RANKS] |= 1 << b % RANKS
            most = max(
                max(keys[shared[0]], keys[shared[1]]), max(keys[shared[2]], keys[shared[3]])
            )
            at = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2
            for a in range(b):
                if seen[a]:
                    continue
                flush = max(most, keys[shared[a // RANKS] | 1 << a % RANKS])
                key[holes] = flush
                cards[holes, 0], cards[holes, 1] = at + a, a
                cards[holes, 2], cards[holes, 3] = b, c
                ends[0, (flush & 255) + 1] += 1
                ends[1, (flush >> 8) + 1] += 1
                holes += 1
            shared[c // RANKS] ^= 1 << c % RANKS
            shared[b // RANKS] ^= 1 << b % RANKS
    # Sorted by flush, lower byte first, then the higher one.
    for byte in range(256):
        ends[0, byte + 1] += ends[0, byte]
        ends[1, byte + 1] += ends[1, byte]
    for i in range(holes):
        spare[ends[0, key[i] & 255]] = i
        ends[0, key[i] & 255] += 1
    for j in range(holes):
        i = spare[j]
        order[ends[1, key[i] >> 8]] = i
        ends[1, key[i] >> 8] += 1
    one[:] = 0
    two[:] = 0
    total, start, short = 0, 0, False
    while start < holes or not short:
        if not short and (start == holes or key[order[start]] >= qualifier):
            short = True
            for i in range(holes):
                a, b, c = cards[i, 1], cards[i, 2], cards[i, 3]
                counts[i, 2] = (
                    total - one[a] - one[b] - one[c] + two[b, a] + two[c, a] + two[c, b]
                    - (key[i] < qualifier)
                )  # fmt: skip
            continue
        end = start
        while end < holes and key[order[end]] == key[order[start]]:
            i = order[end]
            a, b, c = cards[i, 1], cards[i, 2], cards[i, 3]
            counts[i, 0] = total - one[a] - one[b] - one[c] + two[b, a] + two[c, a] + two[c, b]
            end += 1
        for j in range(start, end):
            i = order[j]
            a, b, c = cards[i, 1], cards[i, 2], cards[i, 3]
            one[a] += 1
            one[b] += 1
            one[c] += 1
            two[b, a] += 1
            two[c, a] += 1
            two[c, b] += 1
        total += end - start
        for j in range(start, end):
            i = order[j]
            a, b, c = cards[i, 1], cards[i, 2], cards[i, 3]
            counts[i, 1] = (
                total - one[a] - one[b] - one[c] + two[b, a] + two[c, a] + two[c, b] - 1
            )  # fmt: skip
        start = end
    return holes


@njit(cache=True, nogil=True)
def _room(holes: int) -> Any:
    """The arrays that `_count_board` works in."""
    return (
        np.zeros((holes, 4), np.int32), np.zeros(holes, np.int32), np.zeros(holes, np.int32),
        np.zeros(holes, np.int32), np.zeros(52, np.int32), np.zeros((52, 52), np.int32),
        np.zeros((holes, 3), np.int32),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _six_flops(board: Ints, flops: Ints) -> None:
    """The numbers of a board's six pairs: C(high, 2) + low."""
    at = 0
    for i in range(4):
        for j in range(i):
            high, low = max(board[i], board[j]), min(board[i], board[j])
            flops[at] = high * (high - 1) // 2 + low
            at += 1


@njit(cache=True, nogil=True)
def _price(
    first: int, step: int, boards: Ints, weights: Ints, qualifier: int, opens: Bytes, flop: Bytes,
    river: Bytes, keys: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Play every deal of every step-th board: sums[2 length + own key qualifies, action, j].

    j is 0 for deals of hole and flop, 1 to 3 for the three counts of `_count_board` summed over
    them. opens[hole], flop[flop, hole] are 0 or 1; river has bits.
    """
    cards, key, order, spare, one, two, counts = _room(FREE)
    flops = np.zeros(6, np.int64)
    for row in range(first, len(boards), step):
        holes = _count_board(
            boards[row], qualifier, keys, cards, key, order, spare, one, two, counts
        )
        _six_flops(boards[row], flops)
        weight = weights[row]
        for i in range(holes):
            hole = cards[i, 0]
            early = 0
            if not opens[hole]:
                for f in range(6):
                    early += flop[flops[f], hole]
            last = 2 if river[row, hole >> 3] >> (hole & 7) & 1 else 3
            total = sums[2 * (key[i] >> RANKS) + (key[i] >= qualifier)]
            for action in (0, 1, last):
                if action == 0:
                    times = 6 * opens[hole] * weight
                elif action == 1:
                    times = early * weight
                else:
                    times = (6 - 6 * opens[hole] - early) * weight
                if times:
                    total[action, 0] += times
                    total[action, 1] += times * counts[i, 0]
                    total[action, 2] += times * counts[i, 1]
                    total[action, 3] += times * counts[i, 2]


@njit(cache=True, nogil=True)
def _margins(
    first: int, step: int, boards: Ints, weights: Ints, qualifier: int, lines: Ints, fold: int,
    river: Bytes, flop_class: Ints, flop_move: Ints, maps: Small, keys: Ints, margin: Ints,
    bets: Ints,
) -> None:  # fmt: skip
    """What checking on the flop is worth over betting, river rules given.

    margin[class, hole] gets, for every board and each of its flops moved to the class's own suits,
    weight times (river by the rules less a bet on the flop); bets[0 and 1, hole] what the bets
    at the opening and on the flop come to. lines are `bet_lines` of the exact solver.
    """
    cards, key, order, spare, one, two, counts = _room(FREE)
    flops = np.zeros(6, np.int64)
    for row in range(first, len(boards), step):
        holes = _count_board(
            boards[row], qualifier, keys, cards, key, order, spare, one, two, counts
        )
        _six_flops(boards[row], flops)
        for i in range(holes):
            hole = cards[i, 0]
            line = lines[2 * (key[i] >> RANKS) + (key[i] >= qualifier)]
            worth = np.int64(0)
            for bet in range(3):
                value = (
                    line[bet, 0] * counts[i, 0] + line[bet, 1] * counts[i, 1]
                    + line[bet, 2] * counts[i, 2] + line[bet, 3]
                )  # fmt: skip
                if bet == 0:
                    bets[0, hole] += weights[row] * value
                elif bet == 1:
                    bets[1, hole] += weights[row] * value
                    worth = -value
                else:
                    worth += value if river[row, hole >> 3] >> (hole & 7) & 1 else fold
            for f in range(6):
                moved = maps[flop_move[flops[f]], hole]
                margin[flop_class[flops[f]], moved] += weights[row] * worth


@njit(cache=True, nogil=True)
def _river_cells(
    first: int, step: int, boards: Ints, weights: Ints, qualifier: int, lines: Ints, fold: int,
    opens: Bytes, flop: Bytes, marks: Ints, keys: Ints, bits: Ints, tops: Ints, cells: Ints,
) -> None:  # fmt: skip
    """Gains of betting over folding at the river, by cell of facts.

    A hand's cell is the sum over facts of marks[fact, value + 1]. cells[cell] gets the sum of
    gains, the sum of those above 0, and the deals of hole and flop that come there.
    """
    cards, key, order, spare, one, two, counts = _room(FREE)
    flops = np.zeros(6, np.int64)
    own, shared = np.zeros(4, np.int64), np.zeros(4, np.int64)
    seen = np.zeros(52, np.bool_)
    facts = np.zeros(FACTS, np.int64)
    for row in range(first, len(boards), step):
        holes = _count_board(
            boards[row], qualifier, keys, cards, key, order, spare, one, two, counts
        )
        _six_flops(boards[row], flops)
        _board_masks(boards[row], shared, seen)
        for i in range(holes):
            hole = cards[i, 0]
            if opens[hole]:
                continue
            late = 6
            for f in range(6):
                late -= flop[flops[f], hole]
            if late == 0:
                continue
            own[:] = 0
            for place in range(1, 4):
                own[cards[i, place] // RANKS] |= 1 << cards[i, place] % RANKS
            _facts(own, shared, keys, bits, tops, facts)
            cell = 0
            for fact in range(LEAST):
                cell += marks[fact, facts[fact] + 1]
            line = lines[2 * (key[i] >> RANKS) + (key[i] >= qualifier), 2]
            gain = (
                line[0] * counts[i, 0] + line[1] * counts[i, 1] + line[2] * counts[i, 2]
                + line[3] - fold
            )  # fmt: skip
            times = late * weights[row]
            cells[cell, 0] += times * gain
            cells[cell, 1] += times * max(gain, 0)
            cells[cell, 2] += times
