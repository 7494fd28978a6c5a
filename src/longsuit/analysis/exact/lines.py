"""Three counts of the dealer's hands tell all ends of a deal: below, not above, unqualified.

A hand that reaches the qualifier beats every dealer's hand that does not; another loses to every
one that does. So what a bet is worth, and how many deals end in each way, are sums over the counts,
by class: 2 * length + (the hand reaches the qualifier).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longsuit.analysis.exact.payoffs import LENGTHS

Ints = NDArray[np.int64]


def bet_lines(pay: ArrayLike, hands: int = 1) -> Ints:
    """lines[class, bet] times (below, not above, unqualified, all / hands) is a bet's value.

    pay[bet, qualifies, outcome, length]: see `Payoffs`.
    """
    ends = np.moveaxis(np.asarray(pay, np.int64), (1, 2, 3), (0, 1, 2))
    (ahead, tie, behind), (q_ahead, q_tie, q_behind) = ends
    lines = np.empty((len(ahead), 2, ends.shape[-1], 4), np.int64)
    lines[:, 0] = np.stack([ahead - tie, tie - behind, behind - q_behind, hands * q_behind], -1)
    lines[:, 1] = np.stack(
        [q_ahead - q_tie, q_tie - q_behind, ahead - q_ahead, hands * q_behind], -1
    )
    return lines.reshape(2 * len(ahead), -1, 4)


def split_counts(sums: Ints, hands: int) -> Ints:
    """Turn sums[class, action, (1, below, not above, unqualified)] into deals by their ends.

    counts[action, length, qualifies, outcome]; hands: of the dealer, against each of the player's.
    """
    one, below, upto, short = np.moveaxis(sums.reshape(LENGTHS, 2, -1, 4), (3, 1), (0, 1))
    none, ahead, tie, behind = np.zeros_like(one[0]), below, upto - below, hands * one - upto
    every = hands * one[0]
    under = [ahead[0], tie[0], (short - upto)[0], none, none, every - short[0]]
    over = [short[1], none, none, (ahead - short)[1], tie[1], behind[1]]
    ends: Ints = np.array(under) + np.array(over)
    return ends.reshape(2, 3, LENGTHS, -1).transpose(3, 2, 0, 1)
