"""High Card Flush: hands ranked, the strategy asked, and each seat's ending.

Nothing is shared with the exact kernels but the strategy that is played: hands are ranked and
compared here once more, so that agreement means something.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

ASK = 255
"""In place of an action: the flush alone does not decide, the whole hand has to be looked up."""
ENDINGS = 48
"""Endings of one action: 8 lengths, dealer qualifies or not, ahead, tie or behind."""

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]
Ints = NDArray[np.int64]
Counts = NDArray[np.uint32]

_U = np.uint64
_ONE = _U(1)
_SUIT = _U(13)
_MASK = _U(8191)


@njit(cache=True, nogil=True)
def _hand(cards: Bytes, start: np.uint64) -> np.uint64:
    """Seven cards as one set."""
    held, place = _U(0), start
    while place < start + _U(7):
        held |= _ONE << _U(cards[place])
        place += _ONE
    return held


@njit(cache=True, nogil=True)
def _key(hand: np.uint64, keys: Shorts) -> np.uint64:
    low = max(keys[hand & _MASK], keys[hand >> _SUIT & _MASK])
    high = max(keys[hand >> _U(26) & _MASK], keys[hand >> _U(39)])
    return _U(max(low, high))


@njit(cache=True, nogil=True)
def _class(
    hand: np.uint64, keys: Shorts, places: Shorts, shape_of: Bytes, starts: Counts, steps: Counts
) -> int:
    """The number of a seven-card hand up to suits; see `hand_classes`."""
    a, b = keys[hand & _MASK], keys[hand >> _SUIT & _MASK]
    c, d = keys[hand >> _U(26) & _MASK], keys[hand >> _U(39)]
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    shape = shape_of[((a >> 13) * 8 + (b >> 13)) * 64 + (c >> 13) * 8 + (d >> 13)]
    first = steps[shape, 0, places[a & 8191]] + steps[shape, 1, places[b & 8191]]
    second = steps[shape, 2, places[c & 8191]] + steps[shape, 3, places[d & 8191]]
    return int(starts[shape]) + int(first) + int(second)


@njit(cache=True, nogil=True)
def end_rounds(
    cards: Bytes, seats: int, qualifier: int, keys: Shorts, by_flush: Bytes, decisions: Bytes,
    places: Shorts, shape_of: Bytes, starts: Counts, steps: Counts,
    hands: Words, endings: Shorts,
) -> None:  # fmt: skip
    """Every seat of every round: its cards, and how it ends.

    A row of cards holds each seat's seven and then the dealer's. An ending is its action times 48,
    the flush length times 6, 3 where the dealer qualifies, and 0 ahead, 1 tie, 2 behind.
    """
    flat = cards.reshape(-1)
    lowest, start, item = _U(qualifier), _U(0), _U(0)
    for _ in range(cards.shape[0]):
        dealer = _key(_hand(flat, start + _U(7 * seats)), keys)
        dealt = _U(3) if dealer >= lowest else _U(0)
        for _seat in range(seats):
            hand = _hand(flat, start)
            start += _U(7)
            mine = _key(hand, keys)
            action = by_flush[mine & _MASK]
            if action == ASK:
                action = decisions[_class(hand, keys, places, shape_of, starts, steps)]
            behind = _U(dealer >= mine) + _U(dealer > mine)
            hands[item] = hand
            endings[item] = _U(action) * _U(ENDINGS) + (mine >> _SUIT) * _U(6) + dealt + behind
            item += _ONE
        start += _U(7)
