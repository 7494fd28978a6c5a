"""The ways to bet through a round: a history is a bet at each decision, 0 where none was made."""

from collections.abc import Sequence
from typing import Literal

from longsuit.core.errors import InputError

Bets = tuple[int, ...]
Points = Sequence[tuple[Literal["check", "fold"], Sequence[int]]]
"""The decisions: what costs nothing, and the bets, least first."""
MOST_ACTIONS = 5_000
"""So many at all decisions together, each history of bets by itself."""


def histories(points: Points, *, several: bool) -> tuple[list[Bets], list[Bets]]:
    """Those with which a seat may come to the end, and those with which it may fold.

    Without `several` a seat that has bet decides no more.
    """
    if (actions := count_actions(points, several=several)) > MOST_ACTIONS:
        raise InputError(
            f"This game has {actions:,} actions after all that may be bet before them, which is "
            f"more than can be counted ({MOST_ACTIONS:,})."
        )
    ends: list[Bets] = []
    folds: list[Bets] = []
    alive: list[Bets] = [()]
    size = len(points)
    for free, multiples in points:
        coming: list[Bets] = []
        for bets in alive:
            if free == "fold":
                folds.append(bets + (0,) * (size - len(bets)))
            else:
                coming.append((*bets, 0))
            for multiple in multiples:
                made = (*bets, multiple)
                if several:
                    coming.append(made)
                else:
                    ends.append(made + (0,) * (size - len(made)))
        alive = coming
    return [*ends, *alive], folds


def count_actions(points: Points, *, several: bool) -> int:
    """How many actions there are, at each decision after every history that comes to it."""
    total, alive = 0, 1
    for free, multiples in points:
        total += alive * (len(multiples) + 1)
        alive *= (len(multiples) if several else 0) + (free == "check")
    return total
