"""The best of all hands dealt: how often each line of a table is the best on the table, exactly.

No hand has any of some lines where every hand's longest flush is of another length. Hands are dealt
one after the other, the dealer's first; what has gone before matters only by how many cards each
suit has left and, where there is a board, has there. So the ways to deal so that no hand has one of
the first n lines are a sum over those numbers, and the deals in which the n-th line is the best are
differences of such sums. The order of suits does not matter, so states are kept sorted.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb

from longsuit.core.cards import RANK_COUNT, SUIT_COUNT
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game
from longsuit.core.paytable import PayLine, PayTable, hand_tests
from longsuit.core.ranking import Shape
from longsuit.core.wagers import Wager

_LONGEST = 7
State = tuple[tuple[int, int], ...]
"""Of each suit the cards left in the deck and those on the board, sorted."""


def best_lines(
    table: PayTable, wager: Wager, game: Game, players: int, ranks: int = RANK_COUNT
) -> tuple[list[int], int]:
    """In how many deals each line pays the table's best hand, and how many deals there are.

    Refused where the lines name more than lengths of flushes, or where folded hands are not dealt
    to the end.
    """
    if game.own != game.hole:
        raise InputError(
            f"The {wager.name} looks at every hand on the table, and who folds gets no more cards: "
            "it is not priced, simulate it with --strategy robot."
        )
    if any(
        (test.straight, test.ace_high) != (0, 0) or min(test[4:]) <= _LONGEST
        for line in table.lines
        for test in hand_tests(line.hand)
    ):
        raise InputError(
            f"The {wager.name} looks at every hand on the table; it is priced for lines of "
            "flushes alone, without straight flushes."
        )
    order = list(table.lines)
    if wager.pick == "best":
        order.sort(key=lambda line: -line.pays_among(players))
    # By the length of a hand's longest flush: the place of its line in that order, or past them.
    place = [_place(table, wager, players, order, length) for length in range(_LONGEST + 1)]
    dealt = game.hole, game.dealer, game.board, players, ranks
    without = [
        count_deals(*dealt, frozenset(n for n in range(_LONGEST + 1) if place[n] >= first))
        for first in range(len(order) + 1)
    ]
    deals = {line.hand: without[n] - without[n + 1] for n, line in enumerate(order)}
    return [deals[line.hand] for line in table.lines], without[0]


def _place(table: PayTable, wager: Wager, players: int, order: list[PayLine], length: int) -> int:
    line = table.line_for(Shape(length, 0, 0), wager.pick, players)
    return len(order) if line is None else order.index(line)


@lru_cache(maxsize=256)
def count_deals(
    own: int, dealer: int, board: int, players: int, ranks: int, lengths: frozenset[int]
) -> int:
    """Deals in which the longest flush of every hand, the dealer's too, is of one of these lengths.

    `own` cards to each of the players, `dealer` to the dealer if there is one; all share the board.
    """
    start = tuple((ranks, 0) for _ in range(SUIT_COUNT))
    states: dict[State, int] = {}
    for shared, ways in _hands(start, board, frozenset(range(_LONGEST + 1))):
        state = tuple(sorted((ranks - held, held) for held in shared))
        states[state] = states.get(state, 0) + ways
    for size in (*([dealer] if dealer else []), *[own] * players):
        after: defaultdict[State, int] = defaultdict(int)
        for state, before in states.items():
            for hand, ways in _hands(state, size, lengths):
                left = ((n - held, on) for (n, on), held in zip(state, hand, strict=True))
                after[tuple(sorted(left))] += before * ways
        states = after
    return sum(states.values())


@lru_cache
def _sizes(size: int) -> tuple[tuple[int, ...], ...]:
    """The ways in which so many cards fall into suits."""
    return tuple(h for h in product(range(size + 1), repeat=SUIT_COUNT) if sum(h) == size)


def _hands(
    state: State, size: int, lengths: frozenset[int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Cards of each suit that a hand of so many may have, and in how many ways."""
    for hand in _sizes(size):
        if max(held + on for held, (_, on) in zip(hand, state, strict=True)) in lengths:
            ways = 1
            for held, (left, _) in zip(hand, state, strict=True):
                ways *= comb(left, held)
            if ways:
                yield hand, ways
