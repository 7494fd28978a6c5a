"""Hole hands one by one: best play at every position, and the deals of every ending.

`fill` counts the dealer's hands at the final positions. Then plain backward induction over
positions (`_decide`), and forward again with the decisions known (`reach`), run by run.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.general.kernels.draws import INNER, Ints, U, list_deck, next_set
from longsuit.analysis.exact.general.kernels.fill import RANKS, Plan, fill, list_suits

LOWEST = -(1 << 62)
STRIDE = 1 << 24
"""Between the seeds of two hole hands."""


@njit(**INNER)
def _by_margin(end: int, kind: int, i: int, worth: Ints, counts: Any) -> Any:
    """What an ending is worth at a final position beside its first three counts."""
    total = np.int64(0)
    for column in range(3, len(counts)):
        total += worth[end, kind, 1 + column] * counts[column, i]
    return total


@njit(**INNER)
def _price(end: int, worth: Ints, counts: Any, code: Any, value: Ints) -> None:
    """What an ending is worth at every final position."""
    for i in range(U(len(code))):
        kind = U(code[i] >> 3)
        value[i] = (
            worth[end, kind, 0] + worth[end, kind, 1] * counts[0, i]
            + worth[end, kind, 2] * counts[1, i] + worth[end, kind, 3] * counts[2, i]
        )  # fmt: skip
    if len(counts) > 3:
        for i in range(U(len(code))):
            value[i] += _by_margin(end, U(code[i] >> 3), i, worth, counts)


@njit(**INNER)
def _choose_last(
    node: int, low: int, high: int, slot: Ints, opened: NDArray[np.bool_], worth: Ints,
    counts: Any, code: Any, value: Ints, pick: Any,
) -> None:  # fmt: skip
    """The best action of a node with all cards out: its value and its number.

    What costs nothing comes first, and is always open.
    """
    begun, margins = False, len(counts) > 3
    for q in range(low, high):
        if slot[q, 0] != node:
            continue
        end = slot[q, 1]
        if not begun:
            begun = True
            _price(end, worth, counts, code, value)
            for i in range(U(len(code))):
                pick[node, i] = q
            continue
        for i in range(U(len(code))):
            kind = U(code[i] >> 3)
            one = (
                worth[end, kind, 0] + worth[end, kind, 1] * counts[0, i]
                + worth[end, kind, 2] * counts[1, i] + worth[end, kind, 3] * counts[2, i]
            )  # fmt: skip
            if margins:
                one += _by_margin(end, kind, i, worth, counts)
            if one > value[i] and opened[q, U(code[i] & 7)]:
                value[i], pick[node, i] = one, q


@njit(**INNER)
def _push(value: Ints, n: int, number: int, p: Plan, act: Ints, to: int) -> None:
    """Add the values of positions to the positions from which they are reached."""
    first, ways, run, runs, labels, moving = p.link[number]
    if ways == 0:
        total = np.int64(0)
        for i in range(U(n)):
            total += value[i]
        act[to] += total
        return
    at, origin = U(0), U(first)
    for label in range(labels):
        some = U(p.moving[moving + label])
        for k in range(U(runs)):
            length = U(p.runs[U(run) + k])
            for j in range(some):
                other = U(to + p.origin[origin + j])
                for i in range(length):
                    act[other + i] += value[at + i]
            if some < U(ways):
                total = np.int64(0)
                for i in range(length):
                    total += value[at + i]
                for j in range(some, U(ways)):
                    act[U(to + p.origin[origin + j])] += total
            at += length
            origin += U(ways)


@njit(**INNER)
def _pull(act: Ints, source: int, n: int, number: int, p: Plan, value: Ints) -> None:
    """The other way: each position takes from those from which it is reached."""
    first, ways, run, runs, labels, moving = p.link[number]
    if ways == 0:
        for i in range(U(n)):
            value[i] = act[source]
        return
    at, origin = U(0), U(first)
    for label in range(labels):
        some = U(p.moving[moving + label])
        for k in range(U(runs)):
            length = U(p.runs[U(run) + k])
            total = np.int64(0)
            for j in range(some, U(ways)):
                total += act[U(source + p.origin[origin + j])]
            for i in range(length):
                value[at + i] = total
            for j in range(some):
                other = U(source + p.origin[origin + j])
                for i in range(length):
                    value[at + i] += act[other + i]
            at += length
            origin += U(ways)


@njit(**INNER)
def _settle(
    node: int, positions: int, low: int, high: int, slot: Ints, opened: NDArray[np.bool_],
    lengths: Any, folded: Ints, ways: int, deals: int, act: Ints, value: Ints, taken: Any, at: int,
) -> None:  # fmt: skip
    """The best action of a node at every position; what each is worth stays in `act`."""
    for i in range(positions):
        best, choice = LOWEST, 0
        length = lengths[i] if len(lengths) else 0
        for q in range(low, high):
            if slot[q, 0] != node:
                continue
            end, spot = slot[q, 1], slot[q, 4] + i
            if end >= 0:
                act[spot] = act[spot] * ways if folded[end] == LOWEST else folded[end] * deals
            if opened[q, length] and act[spot] > best:
                best, choice = act[spot], q
        value[i], taken[at + i] = best, choice


@njit(cache=True, nogil=True)
def _hold(own: Ints, ranks: int, size: int, labels: int, bits: Ints, lengths: Any) -> None:
    """The length of the flush held at every position of a decision."""
    suits, ones = np.zeros(52, np.int64), np.zeros(52, np.int64)
    list_deck(own, ranks, suits, ones)
    cards, held = np.arange(max(size, 1)), np.zeros(4, np.int64)
    sets = len(lengths) // labels
    for first in range(sets):
        held[:] = own
        for j in range(size):
            held[suits[cards[j]]] |= ones[cards[j]]
        longest = max(bits[held[0]], bits[held[1]], bits[held[2]], bits[held[3]])
        lengths[first::sets] = longest
        next_set(cards, size)


@njit(**INNER)
def _add_up(
    end: int, times: Ints, counts: Any, code: Any, pick: Any, node: int, slot: Ints, sums: Ints
) -> None:
    """Add positions to an ending, or to that of the action picked there (end below 0)."""
    for i in range(len(code)):
        n = times[i]
        if n:
            to, kind = end if end >= 0 else slot[pick[node, i], 1], code[i] >> 3
            sums[to, kind, 0] += n
            sums[to, kind, 1] += n * counts[0, i]
            sums[to, kind, 2] += n * counts[1, i]
            sums[to, kind, 3] += n * counts[2, i]
            for column in range(3, len(counts)):
                sums[to, kind, 1 + column] += n * counts[column, i]


@njit(cache=True, nogil=True)
def _decide(
    own: Ints, p: Plan, counts: Any, code: Any, whole: Ints, act: Ints, taken: Any, value: Ints,
    pick: Any, opening: Ints,
) -> int:  # fmt: skip
    """Best play from the end to the beginning: act[action of a position], taken[node of one]."""
    points, ends, total = len(p.level), len(p.folded), 0
    act[:] = 0
    for point in range(p.inner):
        for q in range(p.slots[point], p.slots[point + 1]):
            if p.slot[q, 3] < 0:
                continue
            end = p.slot[q, 3]
            if end < ends and p.link[point, 1] == 0:
                for kind in range(len(whole)):
                    for i in range(whole.shape[1]):
                        act[p.slot[q, 4]] += p.worth[end, kind, i] * whole[kind, i]
                continue
            if end < ends:
                _price(end, p.worth, counts, code, value)
            else:
                _choose_last(
                    end - ends, p.slots[-2], p.slots[-1], p.slot, p.opened, p.worth,
                    counts, code, value, pick,
                )  # fmt: skip
            _push(value, p.final, point, p, act, p.slot[q, 4])
    if p.inner == 0:
        _choose_last(
            0, p.slots[-2], p.slots[-1], p.slot, p.opened, p.worth, counts, code, value, pick
        )
        for i in range(len(code)):
            total += value[i]
    for point in range(p.inner - 1, -1, -1):
        size, labels, positions, at, nodes, by_length = p.level[point]
        low, high = p.slots[point], p.slots[point + 1]
        lengths = np.zeros(positions if by_length else 0, np.uint8)
        if by_length:
            _hold(own, p.ranks, size, labels, p.bits, lengths)
        for node in range(nodes):
            _settle(
                node, positions, low, high, p.slot, p.opened, lengths, p.folded, p.scale[point, 0],
                p.scale[point, 1], act, value, taken, at + node * positions,
            )  # fmt: skip
            if point == 0:
                for i in range(positions):
                    total += value[i]
                continue
            for q in range(p.slots[point - 1], low):
                if p.slot[q, 2] == node:
                    _push(value, positions, points + point - 1, p, act, p.slot[q, 4])
    if p.inner and p.level[0, 0] == 0:
        for q in range(p.slots[1]):
            opening[q] = act[p.slot[q, 4]]
    return total


@njit(cache=True, nogil=True)
def reach(
    p: Plan, counts: Any, code: Any, whole: Ints, act: Ints, taken: Any, value: Ints, pick: Any,
    hands: int, sums: Ints,
) -> None:  # fmt: skip
    """Add up the deals of every ending; act becomes the ways in which an action is taken."""
    points, ends = len(p.level), len(p.folded)
    for point in range(p.inner):
        positions, at = p.level[point, 2], p.level[point, 3]
        for node in range(p.level[point, 4]):
            value[:positions] = hands
            for q in range(p.slots[point - 1] if point else 0, p.slots[point]):
                if p.slot[q, 2] == node:
                    _pull(act, p.slot[q, 4], positions, points + point - 1, p, value)
            for q in range(p.slots[point], p.slots[point + 1]):
                if p.slot[q, 0] == node:
                    for i in range(positions):
                        is_taken = taken[at + node * positions + i] == q
                        act[p.slot[q, 4] + i] = value[i] if is_taken else 0
    for point in range(p.inner):
        for q in range(p.slots[point], p.slots[point + 1]):
            end, node = p.slot[q, 1], p.slot[q, 3] - ends
            if end < 0 and node < 0:
                continue
            some = 0
            for i in range(p.level[point, 2]):
                some |= act[p.slot[q, 4] + i]
                if end >= 0:
                    act[p.slot[q, 4] + i] *= p.scale[point, 0]
            if some and end >= 0 and p.link[point, 1] == 0:
                sums[end] += whole * act[p.slot[q, 4]]
            elif some:
                _pull(act, p.slot[q, 4], p.final, point, p, value)
                _add_up(end, value, counts, code, pick, node, p.slot, sums)
    if p.inner == 0:
        value[: len(code)] = hands
        _add_up(-1, value, counts, code, pick, 0, p.slot, sums)


@njit(cache=True, nogil=True)
def _play(own: Ints, p: Plan, taken: Any, pick: Any, rounds: int, seed: int, out: Ints) -> None:
    """Rounds dealt card by card with a hole hand, played as decided: out[ending, class, 2, 3]."""
    suits, ones = np.zeros(52, np.int64), np.zeros(52, np.int64)
    left = list_deck(own, p.ranks, suits, ones)
    deck, sort, mine = np.arange(left), np.zeros(8, np.int64), np.zeros(8, np.int64)
    hand, dealer = np.zeros(4, np.int64), np.zeros(4, np.int64)
    later, points = p.own + p.board, len(p.level)
    state = np.uint64(seed)
    for _ in range(rounds):
        for i in range(later + p.drawn):
            # SplitMix64.
            state += np.uint64(0x9E3779B97F4A7C15)
            mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            mixed ^= mixed >> np.uint64(31)
            j = i + int((mixed >> np.uint64(32)) * np.uint64(left - i) >> np.uint64(32))
            deck[i], deck[j] = deck[j], deck[i]
        node, end = 0, -1
        for point in range(points):
            size = 0
            for i in range(later):
                is_own = i < p.own
                if (i if is_own else i - p.own) >= p.steps[point, 0 if is_own else 1]:
                    continue
                at = size
                while at and sort[at - 1] > deck[i]:
                    sort[at], mine[at] = sort[at - 1], mine[at - 1]
                    at -= 1
                sort[at], mine[at] = deck[i], is_own
                size += 1
            number, label, seat = 0, 0, 0
            for place in range(size):
                number += p.choose[sort[place], place + 1]
                if mine[place]:
                    label += p.choose[place, seat + 1]
                    seat += 1
            number += label * (p.level[point, 2] // p.level[point, 1])
            if point < p.inner:
                q = taken[p.level[point, 3] + node * p.level[point, 2] + number]
            else:
                q = pick[node, number]
            end, node = p.slot[q, 1], p.slot[q, 2]
            if end >= 0:
                break
        hand[:] = own
        dealer[:] = 0
        for i in range(later + p.drawn):
            suit, bit = suits[deck[i]], ones[deck[i]]
            if i < later:
                hand[suit] |= bit
            if i >= p.own:
                dealer[suit] |= bit
        marks = key = other = 0
        for suit in range(4):
            marks |= p.marks[hand[suit]]
            key = max(key, p.bits[hand[suit]] << RANKS | hand[suit])
            other = max(other, p.bits[dealer[suit]] << RANKS | dealer[suit])
        outcome = 0 if key > other else 1 if key == other else 2
        kind = p.class_of[marks]
        if p.worth.shape[2] > 4 and outcome == 0:
            kind += ((key >> RANKS) - (other >> RANKS)) * (p.worth.shape[1] >> 1)
        out[end, kind, 1 if other >= p.qualifier else 0, outcome] += 1


@njit(cache=True, nogil=True)
def make_room(p: Plan) -> Any:
    """Room for one hole hand: what `fill` works with, and what is known of its positions."""
    options, groups = len(p.union), len(p.group) - 1
    union, place, seat = np.zeros((3, 4, options), np.int64)
    start, part = np.zeros((4, groups + 1), np.int64), np.zeros((4, groups, options), np.int64)
    just, limit = np.zeros((3, 4, options), np.int16), np.zeros((4, groups), np.int64)
    bound, four = np.zeros((3, 4, len(p.seats)), np.int64), np.zeros((3, 4), np.int64)
    poly, line = np.zeros((7, 8), np.int64), np.zeros((3, 4), np.int64)
    columns = p.worth.shape[2]
    within, whole = np.zeros(columns - 4, np.int64), np.zeros((p.worth.shape[1], columns), np.int64)
    counts, code = np.zeros((columns - 1, p.final), np.int32), np.zeros(p.final, np.int16)
    acts = nodes = longest = 1
    for point in range(p.inner):
        acts += p.level[point, 2] * (p.slots[point + 1] - p.slots[point])
        nodes += p.level[point, 2] * p.level[point, 4]
        longest = max(longest, p.level[point, 2])
    act, value = np.zeros(acts, np.int64), np.zeros(max(p.final, longest), np.int64)
    taken = np.zeros(nodes, np.uint16)
    pick = np.zeros((p.level[-1, 4] if p.inner < len(p.level) else 1, p.final), np.uint16)
    shelves = union, place, seat, start, part, just, bound, limit, poly, line, four, within
    return shelves, counts, code, whole, act, value, taken, pick


@njit(cache=True, nogil=True)
def count_positions(own: Ints, p: Plan, shelves: Any, counts: Any, code: Any, whole: Ints) -> None:
    """The dealer's hands at every final position of a hole hand: see `fill`."""
    union, place, seat, start, part = shelves[:5]
    list_suits(own, p, union, place, seat, start, part)
    fill(own, p, *shelves, counts, code, whole)


@njit(cache=True, nogil=True)
def decide_hole(own: Ints, p: Plan, room: Any, opening: Ints) -> int:
    """Best play with a hole hand, left in its room; and what it is worth."""
    shelves, counts, code, whole, act, value, taken, pick = room
    count_positions(own, p, shelves, counts, code, whole)
    return _decide(own, p, counts, code, whole, act, taken, value, pick, opening)


@njit(cache=True, nogil=True)
def sweep(
    first: int, step: int, holes: Any, hands: Any, p: Plan, sums: Ints, totals: Ints,
    openings: Ints, rounds: Ints, seed: int, played: Ints,
) -> None:  # fmt: skip
    """Every step-th hole hand: sums[ending, 2 * class + side, column], and what each is worth.

    openings[hole, action]: the actions of a decision on the hole cards, where there is room.
    rounds[hole]: so many are also played out, from the seed and the hole's number (`_play`).
    """
    room = make_room(p)
    _, counts, code, whole, act, value, taken, pick = room
    own, row = np.zeros(4, np.int64), np.zeros(p.slots[1], np.int64)
    for h in range(first, len(holes), step):
        own[:] = holes[h]
        totals[h] = decide_hole(own, p, room, row)
        if len(rounds):
            _play(own, p, taken, pick, rounds[h], seed + (h + 1) * STRIDE, played)
        reach(p, counts, code, whole, act, taken, value, pick, hands[h], sums)
        if len(openings):
            openings[h] = row


@njit(cache=True, nogil=True)
def play_hands(
    first: int, step: int, holes: Any, p: Plan, taken: Any, rounds: Ints, seed: int, played: Ints
) -> None:
    """Rounds of every step-th hand that no card follows, as `sweep_hands` decided."""
    own, pick = np.zeros(4, np.int64), np.zeros((1, 1), np.uint16)
    for h in range(first, len(holes), step):
        if rounds[h]:
            own[:], pick[0, 0] = holes[h], taken[h]
            _play(own, p, taken, pick, rounds[h], seed + (h + 1) * STRIDE, played)
