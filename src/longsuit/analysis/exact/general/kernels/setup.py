"""What is made once for a form: hole hands up to suits, and how positions hang together."""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@njit(cache=True, nogil=True)
def list_classes(shapes: Ints, masks: Ints, by_size: Ints, out: Any, hands: Any) -> int:
    """Write every hand up to suits and how many hands it stands for; gives how many classes."""
    at = 0
    for s in range(len(shapes)):
        a, b, c, d = shapes[s]
        for i in range(by_size[a], by_size[a + 1]):
            for j in range(by_size[b], i + 1 if a == b else by_size[b + 1]):
                for k in range(by_size[c], j + 1 if b == c else by_size[c + 1]):
                    for n in range(by_size[d], k + 1 if c == d else by_size[d + 1]):
                        out[at, 0], out[at, 1] = masks[i], masks[j]
                        out[at, 2], out[at, 3] = masks[k], masks[n]
                        same, run = 1, 1
                        run = run + 1 if i == j else 1
                        same *= run
                        run = run + 1 if j == k else 1
                        same *= run
                        run = run + 1 if k == n else 1
                        same *= run
                        hands[at] = 24 // same
                        at += 1
    return at


@njit(cache=True, nogil=True)
def list_runs(sets: int, size: int, left: int, runs: NDArray[np.int32], first: int) -> int:
    """Sets of `size` cards in order, by runs that differ in the lowest card; how many there are."""
    if size < 2:
        runs[first] = left if size else 1
        return 1
    cards = np.arange(1, size)
    n = done = 0
    while done < sets:
        runs[first + n] = cards[0]
        done += cards[0]
        n += 1
        j = 0
        while j + 2 < size and cards[j] + 1 == cards[j + 1]:
            cards[j] = j + 1
            j += 1
        cards[j] += 1
    return n


@njit(cache=True, nogil=True)
def fill_link(
    runs: int, size: int, places: Ints, label: Ints, before: int, sets: int, choose: Ints,
    origin: NDArray[np.int32], first: int,
) -> None:  # fmt: skip
    """origin[first + (label, run, pattern)]: whence the first position of a run is reached.

    places[label, pattern]: which of the cards were there before; label[label, pattern]: whose;
    sets: how many sets there are before.
    """
    at = first
    for i in range(places.shape[0]):
        cards = np.arange(size)
        for _ in range(runs):
            for a in range(places.shape[1]):
                number = label[i, a] * sets
                for j in range(before):
                    number += choose[cards[places[i, a, j]], j + 1]
                origin[at] = number
                at += 1
            j = 1
            while j + 1 < size and cards[j] + 1 == cards[j + 1]:
                cards[j] = j
                j += 1
            if j < size:
                cards[j] += 1
