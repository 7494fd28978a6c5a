"""A published rule for six hands of High Card Flush seen, against best play on the same deals.

The rule knows the suit counts of the 42 cards in sight, least first. Four cards or more are always
raised; a king-high three-card flush or better when the least count is 8 or more, a queen-high one
when it is 9 or more, anything lower with 9-11-11-11 or 10-10-11-11 only. Ten cards are left, so
each deal is valued over the dealer's 120 hands; what the rule gives up has little spread.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from longsuit.core.games.game import NINE_HIGH
from longsuit.core.ranking import mask_key

_CHUNK = 5_000
_LEFT = 10
_MOST = np.array([1, 1, 1, 1, 1, 2, 3, 3])
_JACK, _QUEEN = 9, 10

Ints = NDArray[np.int64]


def given_up(deals: int, seed: int) -> tuple[float, float]:
    """What the rule loses to best play, in Antes a round, and the standard error of that."""
    rng = np.random.default_rng(seed)
    keys = np.array([mask_key(mask) for mask in range(1 << 13)])
    dealers = np.array(list(combinations(range(_LEFT), 7)))
    lost = []
    for _ in range(deals // _CHUNK):
        cards = rng.random((_CHUNK, 52)).argsort(axis=1)
        left = cards[:, -_LEFT:]
        own = _keys(cards[:, None, :7], keys)[:, 0]
        dealt = _keys(left[:, dealers], keys)
        raises = _raises(own, left)
        lost.append(_best(own, dealt) - np.where(raises, _raised(own, dealt), -1.0))
    every = np.concatenate(lost)
    return float(every.mean()), float(every.std() / np.sqrt(len(every)))


def _keys(cards: Ints, keys: Ints) -> Ints:
    """The flush of each hand; the last axis is its cards."""
    hands = np.bitwise_or.reduce(np.int64(1) << cards, axis=-1)
    best: Ints = np.max([keys[hands >> 13 * suit & 8191] for suit in range(4)], axis=0)
    return best


def _ends(own: Ints, dealt: Ints) -> tuple[Ints, Ints]:
    """Dealer's hands that do not qualify, and of the others those below less those above."""
    qualifies = dealt >= NINE_HIGH
    ahead = (qualifies & (dealt < own[:, None])).sum(axis=1)
    behind = (qualifies & (dealt > own[:, None])).sum(axis=1)
    return (~qualifies).sum(axis=1), ahead - behind


def _raised(own: Ints, dealt: Ints) -> NDArray[np.float64]:
    """The largest raise allowed."""
    unqualified, lead = _ends(own, dealt)
    found: NDArray[np.float64] = (unqualified + (1 + _MOST[own >> 13]) * lead) / dealt.shape[1]
    return found


def _best(own: Ints, dealt: Ints) -> NDArray[np.float64]:
    """Fold, or the largest raise where the player leads, else the least."""
    unqualified, lead = _ends(own, dealt)
    raised = (unqualified + (1 + np.where(lead > 0, _MOST[own >> 13], 1)) * lead) / dealt.shape[1]
    found: NDArray[np.float64] = np.maximum(raised, -1.0)
    return found


def _raises(own: Ints, left: Ints) -> NDArray[np.bool_]:
    """What the rule does."""
    counts = np.sort([13 - (left // 13 == suit).sum(axis=1) for suit in range(4)], axis=0).T
    even = (counts == (9, 11, 11, 11)).all(axis=1) | (counts == (10, 10, 11, 11)).all(axis=1)
    length, high = own >> 13, np.floor(np.log2(own & 8191))
    least = np.where(high > _QUEEN, 8, 9)
    three = np.where(high <= _JACK, even, counts[:, 0] >= least)
    found: NDArray[np.bool_] = np.where(length > 3, True, np.where(length == 3, three, even))
    return found
