"""Rules for people: what to change when other hands are seen, by counting suits only.

High Card Flush: count the cards in sight of each suit, one's own included. The *spread* is the
count of the suit seen most less that of the suit seen least: a large spread leaves the dealer
many cards of one suit. For each spread there is a flush from which on to raise (always the most
allowed); where there is none, the hand is played as if nothing had been seen.

Chase the Flush: only the opening changes, and only with two cards of one suit and one of another.
Points: four times the higher of the two suited cards, plus the lower, plus the third card (ace 14,
king 13 and so on); in the other hands, minus four for each card of the pair's suit and plus two
for each card of the two suits that one does not hold. Bet at once from 66 points on (65 with
one other hand). Everything else is played as if nothing had been seen.

`fit` finds the flushes and the least points; docs/faceup.md says how the rest was chosen.
"""

import numpy as np
from numpy.typing import NDArray

from longsuit.core.cards import RANK_COUNT
from longsuit.core.ranking import FlushKey, make_key

AS_BLIND = -1
NEVER = 8 << RANK_COUNT
_DEUCE = 2

_LEAST: dict[int, dict[int, str]] = {
    1: {0: "", 6: "J32", 7: "J62", 8: "J82", 10: "Q82"},
    2: {0: "T62", 2: "T72", 3: "", 5: "J32", 6: "J52", 7: "J82", 8: "JT2", 9: "Q32", 10: "Q52"},
    3: {0: "T32", 3: "", 5: "J32", 6: "J82", 7: "Q32", 8: "Q72", 9: "QT2", 10: "K32", 11: "K72"},
    4: {
        0: "T6", 2: "982", 3: "T52", 4: "J32", 5: "JT2", 6: "Q72", 7: "K32", 8: "KJ2", 9: "A92",
        10: "T832", 11: "KQ32",
    },
    5: {
        0: "32", 2: "92", 3: "J32", 4: "Q92", 5: "A32", 6: "J932", 7: "AQ32", 8: "AJ432",
        9: "never",
    },
}  # fmt: skip
"""By other seats seen, from a spread on: the least flush to raise with; nothing: as if unseen."""

FOR_HIGH, FOR_SUIT, FOR_OTHERS = 4, -4, 2
_LEAST_POINTS = {1: 65}
_USUAL_POINTS = 66

Ints = NDArray[np.int64]


def least_flushes(seats: int) -> Ints:
    """By spread: the key of the least flush to raise with, NEVER, or AS_BLIND."""
    keys = np.full(RANK_COUNT + 1, AS_BLIND, np.int64)
    for spread, flush in _LEAST.get(seats, {}).items():
        keys[spread:] = _key(flush)
    return keys


def _key(flush: str) -> FlushKey:
    if flush == "never":
        return NEVER
    return make_key(flush) if flush else AS_BLIND


def least_points(seats: int) -> int:
    """From how many points on to bet at once."""
    return _LEAST_POINTS.get(seats, _USUAL_POINTS)


def chase_points(hands: Ints, seen: Ints) -> tuple[NDArray[np.bool_], Ints, Ints]:
    """Which hands hold two cards of a suit and one of another; their own points; the seen ones'.

    hands: four suit masks a row, longest suit first (see `hand_classes`); seen: how many cards of
    each suit the other hands show.
    """
    pair, third = hands[:, 0], hands[:, 1]
    two_and_one = (np.bitwise_count(pair) == 2) & (np.bitwise_count(third) == 1)
    high = _rank(pair)
    low = _rank(np.where(two_and_one, pair & ~(1 << (high - _DEUCE)), 1))
    own = FOR_HIGH * high + low + _rank(third)
    return two_and_one, own, FOR_SUIT * seen[:, 0] + FOR_OTHERS * (seen[:, 2] + seen[:, 3])


def chase_bets(seats: int, hands: Ints, seen: Ints, blind: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether the rule bets at once; blind: whether that is best when nothing is seen."""
    two_and_one, own, others = chase_points(hands, seen)
    chosen: NDArray[np.bool_] = np.where(two_and_one, own + others >= least_points(seats), blind)
    return chosen


def _rank(masks: Ints) -> Ints:
    """The highest card, the deuce counting 2 (0 cards: 1)."""
    rank: Ints = np.frexp(masks.astype(np.float64))[1].astype(np.int64) + _DEUCE - 1
    return rank
