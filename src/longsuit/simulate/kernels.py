"""Rounds dealt card by card and played by a given strategy, counted by how they end.

Nothing is shared with the exact kernels but the strategy that is played: cards are drawn, hands
ranked and compared here once more, so that agreement means something.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

LENGTHS = 8
DECK = 52

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@njit(cache=True, nogil=True)
def _draw(rng: np.random.Generator, deck: Ints, count: int) -> None:
    """The first `count` cards of a fresh shuffle (Fisher and Yates, from the front)."""
    for place in range(count):
        other = place + rng.integers(0, DECK - place)
        deck[place], deck[other] = deck[other], deck[place]


@njit(cache=True, nogil=True)
def _key(masks: Ints, bits: Bytes) -> int:
    best = 0
    for suit in range(4):
        best = max(best, np.int64(bits[masks[suit]]) << 13 | masks[suit])
    return best


@njit(cache=True, nogil=True)
def _collect(deck: Ints, first: int, last: int, masks: Ints) -> None:
    """Add the cards at these places to the suit masks."""
    for place in range(first, last):
        masks[deck[place] // 13] |= 1 << deck[place] % 13


@njit(cache=True, nogil=True)
def _class(
    masks: Ints, bits: Bytes, places: Ints, shape_of: Ints, starts: Ints, steps: Ints, keys: Ints
) -> int:
    """The number of a seven-card hand up to suits; see `hand_classes`."""
    for suit in range(4):
        keys[suit] = np.int64(bits[masks[suit]]) << 13 | masks[suit]
    for suit in range(1, 4):
        key, place = keys[suit], suit
        while place > 0 and keys[place - 1] < key:
            keys[place] = keys[place - 1]
            place -= 1
        keys[place] = key
    sizes = 0
    for suit in range(4):
        sizes = sizes * 8 + (keys[suit] >> 13)
    shape = shape_of[sizes]
    number: int = starts[shape]
    for suit in range(4):
        number += steps[shape, suit, places[keys[suit] & 8191]]
    return number


@njit(cache=True, nogil=True)
def _high_card_flush(
    rng: np.random.Generator, rounds: int, decisions: Bytes, qualifier: int,
    bits: Bytes, places: Ints, shape_of: Ints, starts: Ints, steps: Ints, counts: Ints,
) -> None:  # fmt: skip
    """Play rounds of High Card Flush: counts[action, length, qualifies, outcome] += 1."""
    deck = np.arange(DECK)
    player, dealer = np.zeros(4, np.int64), np.zeros(4, np.int64)
    keys = np.zeros(4, np.int64)
    for _ in range(rounds):
        _draw(rng, deck, 14)
        player[:] = 0
        dealer[:] = 0
        _collect(deck, 0, 7, player)
        _collect(deck, 7, 14, dealer)
        mine, theirs = _key(player, bits), _key(dealer, bits)
        action = decisions[_class(player, bits, places, shape_of, starts, steps, keys)]
        outcome = 0 if mine > theirs else 1 if mine == theirs else 2
        counts[action, mine >> 13, 1 if theirs >= qualifier else 0, outcome] += 1


@njit(cache=True, nogil=True)
def _hole_number(deck: Ints, order: Ints) -> int:
    """Three cards with their suits renamed, as one number: C(c, 3) + C(b, 2) + a for a < b < c."""
    x = order[deck[0] // 13] * 13 + deck[0] % 13
    y = order[deck[1] // 13] * 13 + deck[1] % 13
    z = order[deck[2] // 13] * 13 + deck[2] % 13
    a, c = min(x, y, z), max(x, y, z)
    b = x + y + z - a - c
    number: int = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
    return number


@njit(cache=True, nogil=True)
def _set_number(deck: Ints, first: int, last: int, choose: Ints) -> int:
    """The cards at these places, in any order, as one number among all sets of that size."""
    number = 0
    for place in range(first, last):
        lower = 0
        for other in range(first, last):
            lower += deck[other] < deck[place]
        number += choose[deck[place], lower + 1]
    return number


@njit(cache=True, nogil=True)
def _bit(bits: Bytes, number: int) -> int:
    bit: int = bits[number >> 3] >> (number & 7) & 1
    return bit


@njit(cache=True, nogil=True)
def _chase_action(
    deck: Ints, orders: Ints, choose: Ints, opening: Bytes, flop_at: Ints, flop: Bytes,
    board_at: Ints, river: Bytes,
) -> int:  # fmt: skip
    """What the strategy does: 0, 1, 2 for the bets in turn, 3 for a fold."""
    if _bit(opening, _hole_number(deck, orders[0])):
        return 0
    row, order = flop_at[_set_number(deck, 3, 5, choose)]
    if _bit(flop[row], _hole_number(deck, orders[order])):
        return 1
    row, order = board_at[_set_number(deck, 3, 7, choose)]
    return 2 if _bit(river[row], _hole_number(deck, orders[order])) else 3


@njit(cache=True, nogil=True)
def _chase_the_flush(
    rng: np.random.Generator, rounds: int, orders: Ints, choose: Ints, opening: Bytes,
    flop_at: Ints, flop: Bytes, board_at: Ints, river: Bytes, qualifier: int, bits: Bytes,
    counts: Ints,
) -> None:  # fmt: skip
    """Play rounds of Chase the Flush: counts[action, length, qualifies, outcome] += 1."""
    deck = np.arange(DECK)
    player, dealer = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for _ in range(rounds):
        _draw(rng, deck, 10)
        action = _chase_action(deck, orders, choose, opening, flop_at, flop, board_at, river)
        player[:] = 0
        dealer[:] = 0
        _collect(deck, 0, 7, player)
        _collect(deck, 3, 10, dealer)
        mine, theirs = _key(player, bits), _key(dealer, bits)
        outcome = 0 if mine > theirs else 1 if mine == theirs else 2
        counts[action, mine >> 13, 1 if theirs >= qualifier else 0, outcome] += 1
