"""High Card Flush with other cards seen: deals drawn and valued exactly, by numba.

The dealer's seven cards come from what is left. How many of those hands are below a flush (L, M)
is a coefficient of a product of four small polynomials, one a suit: a suit gives any d cards as
long as it stays shorter than L, and of just L cards those whose mask is below M (`_lower`). A
card of the dealer's that is shown counts as held, and one card fewer is drawn.

Counts are whole numbers below 2^53 held as floats, so every operation is exact.
"""

import numpy as np
from numba import njit

from longsuit.analysis.faceup.kernels.masks import ALL, RANKS, Floats, Ints, lower

HAND = 7
BEST, BLIND, EDGE, EXPECTED, PRACTICAL = 0, 1, 2, 3, 4  # columns of a deal
COLUMNS = 5


@njit(cache=True, nogil=True)
def _below(
    key: int, free: Ints, held: Ints, draw: int, choose: Floats, bits: Ints, top: Ints,
    pairs: Floats,
) -> float:  # fmt: skip
    """How many draws leave the dealer below a key; pairs is working space, a row two suits."""
    length, mask = key >> RANKS, key & ALL
    pairs[:] = 0.0
    for pair in range(2):
        one, other = 2 * pair, 2 * pair + 1
        n_one, n_other = bits[free[one]], bits[free[other]]
        exact_one, exact_other = length - bits[held[one]], length - bits[held[other]]
        if exact_one < 0 or exact_other < 0:
            return 0.0
        just_one = just_other = 0.0
        if exact_one <= draw:
            just_one = lower(mask, exact_one, free[one], held[one], choose, bits, top)
        if exact_other <= draw:
            just_other = lower(mask, exact_other, free[other], held[other], choose, bits, top)
        for i in range(min(exact_one, draw) + 1):
            ways = just_one if i == exact_one else choose[n_one, i]
            for j in range(min(exact_other, draw - i) + 1):
                pairs[pair, i + j] += ways * (
                    just_other if j == exact_other else choose[n_other, j]
                )
    total = 0.0
    for drawn in range(draw + 1):
        total += pairs[0, drawn] * pairs[1, draw - drawn]
    return total


@njit(cache=True, nogil=True)
def _raises(
    key: int, free: Ints, held: Ints, draw: int, qualifier: int, lines: Floats, n_open: int,
    choose: Floats, bits: Ints, top: Ints, pairs: Floats, values: Floats,
) -> float:  # fmt: skip
    """The value of each open raise, summed over the dealer's draws, whose number is returned.

    lines[2 * length + qualifies, raise]: coefficients of (below, not above, unqualified, hands).
    """
    left = bits[free[0]] + bits[free[1]] + bits[free[2]] + bits[free[3]]
    hands: float = choose[left, draw]
    below = _below(key, free, held, draw, choose, bits, top, pairs)
    # The next key: one more in the mask, whatever its length.
    upto = _below(key + 1, free, held, draw, choose, bits, top, pairs)
    short = _below(qualifier, free, held, draw, choose, bits, top, pairs)
    form = lines[2 * (key >> RANKS) + (1 if key >= qualifier else 0)]
    for i in range(n_open):
        f = form[i]
        values[i] = f[0] * below + f[1] * upto + f[2] * short + f[3] * hands
    return hands


@njit(cache=True, nogil=True)
def high_card_hand(
    own: Ints, free: Ints, held: Ints, draw: int, spread: int, control: bool, qualifier: int,
    lines: Floats, fold: float, n_open: Ints, least: Ints, choose: Floats, bits: Ints, top: Ints,
    out: Floats,
) -> None:  # fmt: skip
    """Value one deal: out[BEST ... PRACTICAL].

    free: what is left for the dealer, who holds `held` besides. EDGE is the smallest raise less a
    fold; EXPECTED the same when nothing is seen. least[spread]: the flush from which on the
    practical rule raises, or -1 where it does what is best blind. Without control only BEST counts.
    """
    pairs, blind, values = np.zeros((2, HAND + 1)), np.zeros(4), np.zeros(4)
    every, nothing = np.zeros(4, np.int64), np.zeros(4, np.int64)
    key = 0
    for suit in range(4):
        key = max(key, bits[own[suit]] << RANKS | own[suit])
        every[suit] = ALL ^ own[suit]
    n = n_open[key >> RANKS]
    # Of equal values the smaller wager: a fold first, then the smaller raise.
    action = -1
    if control:
        hands = _raises(
            key, every, nothing, HAND, qualifier, lines, n, choose, bits, top, pairs, blind
        )
        best = fold * hands
        for i in range(n):
            if blind[i] > best:
                action, best = i, blind[i]
        out[EXPECTED] = blind[0] / hands - fold
    hands = _raises(key, free, held, draw, qualifier, lines, n, choose, bits, top, pairs, values)
    best = fold * hands
    for i in range(n):
        best = max(best, values[i])
    out[BEST] = best / hands
    out[BLIND] = fold if action < 0 else values[action] / hands
    out[EDGE] = values[0] / hands - fold
    out[PRACTICAL] = out[BLIND]
    if least[spread] >= 0:
        out[PRACTICAL] = values[n - 1] / hands if key >= least[spread] else fold


@njit(cache=True, nogil=True)
def high_card_deals(
    rng: np.random.Generator, seats: int, dealer_card: bool, control: bool, qualifier: int,
    lines: Floats, fold: float, n_open: Ints, least: Ints, choose: Floats, bits: Ints, top: Ints,
    keys: Ints, spreads: Ints, out: Floats,
) -> None:  # fmt: skip
    """Deal as many rounds as `out` has rows: the player's hand, those of `seats` others seen.

    keys, spreads: the player's flush and the spread of suits in sight, a deal.
    """
    deck = np.arange(52)
    own, free, held = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    seen = HAND * (1 + seats)
    for deal in range(len(out)):
        for place in range(seen + dealer_card):
            other = place + rng.integers(0, 52 - place)
            deck[place], deck[other] = deck[other], deck[place]
        for suit in range(4):
            own[suit], free[suit], held[suit] = 0, ALL, 0
        for place in range(seen + dealer_card):
            suit, bit = deck[place] // RANKS, 1 << deck[place] % RANKS
            free[suit] ^= bit
            if place < HAND:
                own[suit] |= bit
            elif place == seen:
                held[suit] |= bit
        most, fewest = 0, RANKS
        keys[deal] = 0
        for suit in range(4):
            left = bits[free[suit]]
            most, fewest = max(most, left), min(fewest, left)
            keys[deal] = max(keys[deal], bits[own[suit]] << RANKS | own[suit])
        spreads[deal] = most - fewest
        high_card_hand(
            own, free, held, HAND - dealer_card, most - fewest, control, qualifier, lines, fold,
            n_open, least, choose, bits, top, out[deal],
        )  # fmt: skip
