"""Chase the Flush: the strategy asked at each decision, hands ranked, and each seat's ending.

Nothing is shared with the exact kernels but the strategy that is played: hands are ranked and
compared here once more, so that agreement means something.

The strategy is larger than any cache, so a look-up waits for the memory. One step of all hands is
done before the next: the waits of many hands then go on at once.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

ENDINGS = 48
"""Endings of one action: 8 lengths, dealer qualifies or not, ahead, tie or behind."""
ORDERS = 32
"""A row of flops or boards, and which of 24 renamings of suits leads there, share a number."""

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]
Counts = NDArray[np.uint32]

_U = np.uint64
_ONE = _U(1)
_SUIT = _U(13)
_MASK = _U(8191)
_ORDERS = _U(ORDERS)
_BYTE = _U(3)
_BIT = _U(7)
_DECK = _U(52)


@njit(cache=True, nogil=True)
def _key(hand: np.uint64, keys: Shorts) -> np.uint64:
    low = max(keys[hand & _MASK], keys[hand >> _SUIT & _MASK])
    high = max(keys[hand >> _U(26) & _MASK], keys[hand >> _U(39)])
    return _U(max(low, high))


@njit(cache=True, nogil=True)
def _open(cards: Bytes, width: int, seats: int, opening: Bytes, actions: Bytes, todo: Words) -> int:
    """The first decision: 0 where the seat bets; else the seat is listed, by its item and row."""
    left, start, item = 0, _U(0), _U(0)
    for row in range(len(cards) // width):
        place = start
        for _ in range(seats):
            first = _U(cards[place]) * _DECK + _U(cards[place + _ONE])
            number = first * _DECK + _U(cards[place + _U(2)])
            actions[item] = 0
            todo[left] = item << _U(32) | _U(row)
            left += 1 - (opening[number >> _BYTE] >> (number & _BIT) & 1)
            item += _ONE
            place += _U(3)
        start += _U(width)
    return left


@njit(cache=True, nogil=True)
def _find_flop(
    cards: Bytes, width: int, seats: int, todo: Words, left: int, flop_at: Counts, at: Counts
) -> None:
    for index in range(left):
        board = (todo[index] & _U(0xFFFFFFFF)) * _U(width) + _U(3 * seats)
        at[index] = flop_at[_U(cards[board]) * _DECK + _U(cards[board + _ONE])]


@njit(cache=True, nogil=True)
def _find_board(
    cards: Bytes, width: int, seats: int, todo: Words, left: int,
    board_at: Counts, choose: Counts, at: Counts,
) -> None:  # fmt: skip
    for index in range(left):
        board = (todo[index] & _U(0xFFFFFFFF)) * _U(width) + _U(3 * seats)
        a, b = _U(cards[board]), _U(cards[board + _ONE])
        c, d = _U(cards[board + _U(2)]), _U(cards[board + _U(3)])
        a, b = min(a, b), max(a, b)
        c, d = min(c, d), max(c, d)
        a, c = min(a, c), max(a, c)
        b, d = min(b, d), max(b, d)
        b, c = min(b, c), max(b, c)
        low = a + _U(choose[_U(64) + b])
        at[index] = board_at[low + _U(choose[_U(128) + c]) + _U(choose[_U(192) + d])]


@njit(cache=True, nogil=True)
def _find_bits(
    cards: Bytes, width: int, seats: int, todo: Words, left: int,
    moved: Bytes, choose: Counts, bits: int, at: Counts, where: Words,
) -> None:  # fmt: skip
    """The bit of each listed hand: its cards renamed as its row asks, as C(c,3) + C(b,2) + a."""
    for index in range(left):
        row, item = todo[index] & _U(0xFFFFFFFF), todo[index] >> _U(32)
        hole = row * _U(width) + _U(3) * (item - row * _U(seats))
        found = _U(at[index])
        order = (found & (_ORDERS - _ONE)) * _U(64)
        x = _U(moved[order + _U(cards[hole])])
        y = _U(moved[order + _U(cards[hole + _ONE])])
        z = _U(moved[order + _U(cards[hole + _U(2)])])
        a, c = min(x, y, z), max(x, y, z)
        b = x + y + z - a - c
        number = a + _U(choose[_U(64) + b]) + _U(choose[_U(128) + c])
        where[index] = found // _ORDERS * _U(bits) + number


@njit(cache=True, nogil=True)
def _look_up(todo: Words, left: int, where: Words, table: Bytes, yes: int, actions: Bytes) -> int:
    """The action `yes` where the bit is set; the others are listed for the decision after it."""
    still = 0
    for index in range(left):
        one, bit = todo[index], where[index]
        actions[one >> _U(32)] = yes
        todo[still] = one
        still += 1 - (table[bit >> _BYTE] >> (bit & _BIT) & 1)
    return still


@njit(cache=True, nogil=True)
def decide(
    cards: Bytes, seats: int, opening: Bytes, flop_at: Counts, flop: Bytes,
    board_at: Counts, river: Bytes, moved: Bytes, choose: Counts, bits: int, actions: Bytes,
) -> None:  # fmt: skip
    """What every seat of every round does: 0, 1, 2 for the bets in turn, 3 for a fold.

    A row of cards holds each seat's three, the board's four and the dealer's three.
    """
    flat, width = cards.reshape(-1), cards.shape[1]
    items = cards.shape[0] * seats
    todo, where = np.empty(items + 1, np.uint64), np.empty(items + 1, np.uint64)
    at = np.empty(items + 1, np.uint32)
    left = _open(flat, width, seats, opening, actions, todo)
    _find_flop(flat, width, seats, todo, left, flop_at, at)
    _find_bits(flat, width, seats, todo, left, moved, choose, bits, at, where)
    left = _look_up(todo, left, where, flop, 1, actions)
    _find_board(flat, width, seats, todo, left, board_at, choose, at)
    _find_bits(flat, width, seats, todo, left, moved, choose, bits, at, where)
    left = _look_up(todo, left, where, river, 2, actions)
    for index in range(left):
        actions[todo[index] >> _U(32)] = 3


@njit(cache=True, nogil=True)
def end_rounds(
    cards: Bytes, seats: int, qualifier: int, keys: Shorts, actions: Bytes,
    hands: Words, endings: Shorts,
) -> None:  # fmt: skip
    """Every seat of every round: its seven cards, and how it ends.

    An ending is its action times 48, the flush length times 6, 3 where the dealer qualifies, and
    0 ahead, 1 tie, 2 behind.
    """
    flat = cards.reshape(-1)
    lowest, start, item = _U(qualifier), _U(0), _U(0)
    for _ in range(cards.shape[0]):
        at = start + _U(3 * seats)
        low = _ONE << _U(flat[at]) | _ONE << _U(flat[at + _ONE])
        board = low | _ONE << _U(flat[at + _U(2)]) | _ONE << _U(flat[at + _U(3)])
        low = _ONE << _U(flat[at + _U(4)]) | _ONE << _U(flat[at + _U(5)])
        dealer = _key(board | low | _ONE << _U(flat[at + _U(6)]), keys)
        dealt = _U(3) if dealer >= lowest else _U(0)
        for _seat in range(seats):
            low = _ONE << _U(flat[start]) | _ONE << _U(flat[start + _ONE])
            hand = board | low | _ONE << _U(flat[start + _U(2)])
            start += _U(3)
            mine = _key(hand, keys)
            behind = _U(dealer >= mine) + _U(dealer > mine)
            action = _U(actions[item])
            hands[item] = hand
            endings[item] = action * _U(ENDINGS) + (mine >> _SUIT) * _U(6) + dealt + behind
            item += _ONE
        start += _U(7)
