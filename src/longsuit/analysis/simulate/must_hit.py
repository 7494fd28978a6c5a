"""When the Must Hit meter is awarded, and to which seat (PRG-11).

Hands never touch this meter and every round adds the same, so its awards do not depend on the
cards: they are worked out ahead, from a stream of their own, and each chunk is told of its own.
"""

from math import sqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.exact.must_hit import MustHitPrice
from longsuit.analysis.simulate.result import Figure
from longsuit.core.money import MITES, Cents
from longsuit.core.progressive.terms import Terms

_KEY = (0, 1)
"""Sets its stream apart from those of the chunks."""


class Secrets(Protocol):
    """What is drawn for a cycle."""

    def trigger(self, above: Cents, by: Cents) -> Cents:
        """An amount above the first, up to the second, all cents equally likely."""

    def winner(self, number: int, seats: int, /) -> int:
        """A seat, from 0, for the award of that round."""


class SeededSecrets:
    """Drawn from the seed of a simulation."""

    def __init__(self, seed: int) -> None:
        sequence = np.random.SeedSequence(seed, spawn_key=_KEY)
        self._chance = np.random.Generator(np.random.SFC64(sequence))

    def trigger(self, above: Cents, by: Cents) -> Cents:
        """Uniform over the cents above the meter and up to the limit."""
        return above + int(self._chance.integers(1, max(by - above, 1), endpoint=True))

    def winner(self, _number: int, seats: int, /) -> int:
        """Uniform over the seats."""
        return int(self._chance.integers(seats))


class MustHitMeter:
    """The meter from round to round."""

    def __init__(self, terms: Terms, seats: int, secrets: Secrets) -> None:
        self.terms = terms
        self._seats = seats
        self._secrets = secrets
        self._step = terms.wager * seats * terms.main
        self.value = terms.seed_mites
        """In mites, after the last round planned."""
        self._rounds = 0
        self._trigger = secrets.trigger(self.value // MITES, terms.by)

    def plan(self, rounds: int) -> NDArray[Any]:
        """Round (counted from here), seat and cents of each award in the rounds that follow."""
        awards: list[tuple[int, int, Cents]] = []
        start, end = self._rounds, self._rounds + rounds
        while True:
            wait = self._wait()
            if self._rounds + wait > end:
                break
            self._rounds += wait
            self.value += wait * self._step
            amount = self.value // MITES
            seat = self._secrets.winner(self._rounds, self._seats)
            awards.append((self._rounds - 1 - start, seat, amount))
            self.value += self.terms.seed_mites - amount * MITES
            self._trigger = self._secrets.trigger(self.value // MITES, self.terms.by)
        self.value += (end - self._rounds) * self._step
        self._rounds = end
        return np.array(awards, np.int64).reshape(-1, 3)

    def rest(self) -> tuple[int, Cents]:
        """How many rounds more the cycle under way would take, and what it would award."""
        wait = self._wait()
        return wait, (self.value + wait * self._step) // MITES

    def _wait(self) -> int:
        """Rounds to the award: it comes at END ROUND, contributions in, and one a round."""
        short = self._trigger * MITES - self.value
        return max(-(-short // self._step), 1)


def cycle_returns(
    terms: Terms, seats: int, awarded: Cents, rounds: int, priced: MustHitPrice
) -> Figure:
    """What whole cycles returned per unit wagered, with the error that their law gives it.

    The cycle under way has to be among them, finished: without it long cycles would be missing
    more often than short ones. With it, awards A and lengths L have a sum of A - r L that is 0 on
    average and spreads as so many cycles do (Wald's identities), r being the exact return of a
    round. The spread is the law's: taken from the same few cycles it would be small just when the
    sum is low.
    """
    wagers = terms.wager * seats
    spread = priced.cycle.off_deviation(priced.per_wager * seats)
    error = spread * sqrt(rounds / priced.rounds) / rounds
    exact = priced.per_wager / terms.wager
    return Figure(awarded / (rounds * wagers), error / wagers, spread / wagers, exact)
