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
    masks: Ints, bits: Bytes, places: Ints, shape_of: Ints, starts: Ints, steps: Ints
) -> int:
    """The number of a seven-card hand up to suits; see `hand_classes`."""
    order = np.empty(4, np.int64)
    for suit in range(4):
        order[suit] = np.int64(bits[masks[suit]]) << 13 | masks[suit]
    order.sort()
    sizes = 0
    for suit in range(4):
        sizes = sizes * 8 + (order[3 - suit] >> 13)
    shape = shape_of[sizes]
    number: int = starts[shape]
    for suit in range(4):
        number += steps[shape, suit, places[order[3 - suit] & 8191]]
    return number


@njit(cache=True, nogil=True)
def _high_card_flush(
    rng: np.random.Generator, rounds: int, decisions: Bytes, qualifier: int,
    bits: Bytes, places: Ints, shape_of: Ints, starts: Ints, steps: Ints, counts: Ints,
) -> None:  # fmt: skip
    """Play rounds of High Card Flush: counts[action, length, qualifies, outcome] += 1."""
    deck = np.arange(DECK)
    player, dealer = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for _ in range(rounds):
        _draw(rng, deck, 14)
        player[:] = 0
        dealer[:] = 0
        _collect(deck, 0, 7, player)
        _collect(deck, 7, 14, dealer)
        mine, theirs = _key(player, bits), _key(dealer, bits)
        action = decisions[_class(player, bits, places, shape_of, starts, steps)]
        outcome = 0 if mine > theirs else 1 if mine == theirs else 2
        counts[action, mine >> 13, 1 if theirs >= qualifier else 0, outcome] += 1
