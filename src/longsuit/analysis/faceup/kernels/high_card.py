"""Deals of High Card Flush with other cards seen, drawn by the million; `exact` values them."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

HAND = 7
RANKS = 13
ALL = (1 << RANKS) - 1

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def deal_hands(
    rng: np.random.Generator, seats: int, dealer_cards: int, own: Ints, free: Ints, held: Ints
) -> None:
    """Deal as many rounds as there are rows: the player's hand, those of `seats` others seen.

    free: what is left for the dealer, who holds `held` besides; [row, suit] masks all.
    """
    deck = np.arange(52)
    seen = HAND * (1 + seats)
    for deal in range(len(own)):
        for place in range(seen + dealer_cards):
            other = place + rng.integers(0, 52 - place)
            deck[place], deck[other] = deck[other], deck[place]
        for suit in range(4):
            own[deal, suit], free[deal, suit], held[deal, suit] = 0, ALL, 0
        for place in range(seen + dealer_cards):
            suit, bit = deck[place] // RANKS, 1 << deck[place] % RANKS
            free[deal, suit] ^= bit
            if place < HAND:
                own[deal, suit] |= bit
            elif place >= seen:
                held[deal, suit] |= bit
