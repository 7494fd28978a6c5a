"""Sessions: a bankroll carried from round to round until it is too small or time is up."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def walk(nets: Ints, balance: int, needed: int) -> int:
    """The balance after these rounds; play stops once it is below what a round needs."""
    for index in range(len(nets)):
        if balance < needed:
            break
        balance += nets[index]
    return balance


@njit(cache=True, nogil=True)
def walk_all(
    nets: Ints, length: int, start: int, needed: int, passed: Bytes, balances: Ints
) -> None:
    """balances[session, seat] after each session of `length` rounds, but for those passed over.

    nets[round, seat] begins with the first session.
    """
    for session in range(balances.shape[0]):
        for seat in range(balances.shape[1]):
            if passed[session, seat]:
                continue
            balance = start
            for index in range(session * length, (session + 1) * length):
                if balance < needed:
                    break
                balance += nets[index, seat]
            balances[session, seat] = balance
