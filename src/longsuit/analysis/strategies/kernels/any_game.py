"""Rules followed through every position of any game: compiled loops beside the general solver's.

Later cards are numbered as `exact.general.kernels.fill` says. A numba cache does not notice a
change in another file: after one in the files named below, save this one too.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from longsuit.analysis.exact.general.kernels.draws import Ints, list_deck, next_set
from longsuit.analysis.exact.general.kernels.fill import RANKS, Plan
from longsuit.analysis.exact.general.kernels.sweep import count_positions, make_room, reach
from longsuit.analysis.strategies.kernels.every_hand import (
    FACTS,
    FLUSH,
    OWN_RANKS,
    PAIRS,
    count_ranks,
    fill_facts,
    first_rule,
)


@njit(cache=True, nogil=True)
def _follow(
    own: Ints, p: Plan, point: int, mine: NDArray[np.bool_], tests: Ints, ends: Ints,
    choices: Ints, wanted: int, keys: Ints, tops: Ints, out: Any,
) -> None:  # fmt: skip
    """out[position]: the place of the action that the rules of a decision take, among the open.

    mine[label, place]: which of the later cards are the seat's own.
    """
    suits, ones = np.zeros(52, np.int64), np.zeros(52, np.int64)
    list_deck(own, p.ranks, suits, ones)
    size, labels = p.level[point, 0], p.level[point, 1]
    cards, facts = np.arange(max(size, 1)), np.zeros(FACTS, np.int64)
    hand, board = np.zeros(4, np.int64), np.zeros(4, np.int64)
    sets = p.level[point, 2] // labels
    for number in range(sets):
        for label in range(labels):
            hand[:] = own
            board[:] = 0
            for place in range(size):
                if mine[label, place]:
                    hand[suits[cards[place]]] |= ones[cards[place]]
                else:
                    board[suits[cards[place]]] |= ones[cards[place]]
            if wanted:
                fill_facts(hand, board, keys, p.bits, tops, wanted & PAIRS != 0, facts)
                if wanted & OWN_RANKS:
                    count_ranks(hand, p.bits, facts)
            else:
                facts[FLUSH] = 0
                for suit in range(4):
                    facts[FLUSH] = max(facts[FLUSH], keys[hand[suit] | board[suit]])
            rule = first_rule(facts, tests, ends)
            out[label * sets + number] = choices[rule, facts[FLUSH] >> RANKS]
        next_set(cards, size)


@njit(cache=True, nogil=True)
def play_rules(
    first: int, step: int, holes: Any, hands: Any, p: Plan, mine: NDArray[np.bool_], at: Ints,
    tests: Ints, rules: Ints, ends: Ints, choices: Ints, wanted: Ints, keys: Ints, tops: Ints,
    sums: Ints,
) -> None:  # fmt: skip
    """Add the endings of every step-th hole hand to sums, as the general solver's `sweep` does.

    at[point]: where its labels begin in `mine`; rules[point]: where its rules do in `ends`, which
    says where each rule's tests end, counted from `rules[point, 1]` in `tests`.
    """
    shelves, counts, code, whole, act, value, taken, pick = make_room(p)
    own, points = np.zeros(4, np.int64), len(p.level)
    most = 1
    for point in range(points):
        most = max(most, p.level[point, 2])
    chosen = np.zeros(most, np.int64)
    for h in range(first, len(holes), step):
        own[:] = holes[h]
        count_positions(own, p, shelves, counts, code, whole)
        for point in range(points):
            positions, nodes = p.level[point, 2], p.level[point, 4]
            r0, t0, r1, t1 = (
                rules[point, 0],
                rules[point, 1],
                rules[point + 1, 0],
                rules[point + 1, 1],
            )
            _follow(
                own, p, point, mine[at[point] : at[point + 1]], tests[t0:t1], ends[r0:r1],
                choices[r0 + point : r1 + point + 1], wanted[point], keys, tops, chosen,
            )  # fmt: skip
            actions = (p.slots[point + 1] - p.slots[point]) // nodes
            for node in range(nodes):
                slot = p.slots[point] + node * actions
                if point < p.inner:
                    to = p.level[point, 3] + node * positions
                    for i in range(positions):
                        taken[to + i] = slot + chosen[i]
                else:
                    for i in range(positions):
                        pick[node, i] = slot + chosen[i]
        reach(p, counts, code, whole, act, taken, value, pick, hands[h], sums)
