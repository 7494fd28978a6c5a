"""Rounds of a game that has no kernel of its own, dealt card by card and played as it is solved."""

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct

from longsuit.analysis.exact.case import Case
from longsuit.analysis.exact.general import form_of, solve_form
from longsuit.analysis.exact.solution import Solution, endings_of
from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.numbers import as_json
from longsuit.analysis.result import Result
from longsuit.analysis.simulate.result import Figure
from longsuit.core.errors import InputError

MOST_ROUNDS = 10**9


class MainGameRun(Result, Struct, frozen=True):
    """The main game played out; amounts are in Antes."""

    game: str
    name: str
    rounds: int
    seed: int
    net: Figure
    actions: dict[str, tuple[float, Fraction]]
    """The share of rounds in which each was the last action, and the exact share."""
    played: Solution
    """The rounds, as if they were all the deals there are."""
    exact: Solution

    @property
    def headline(self) -> str:
        """The house edge with its error, beside the exact one."""
        mean, error, off = -self.net.mean, self.net.standard_error, -(self.net.errors_off or 0.0)
        return (
            f"{self.name}, {self.rounds:,} rounds, seed {self.seed}: house edge {mean:.5%} "
            f"± {error:.5%}, {abs(off):.2f} standard errors {'above' if off > 0 else 'below'} exact"
        )

    @property
    def table(self) -> Frame:
        """How often each action was the last."""
        rows = [(name, share, exact) for name, (share, exact) in self.actions.items()]
        return make_frame("Share of rounds", "action simulated exact", rows)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        assert self.net.exact is not None
        return {
            "game": self.game,
            "rounds": self.rounds,
            "seed": self.seed,
            "net": self.net.mean,
            "standard_error": self.net.standard_error,
            "standard_deviation": self.net.standard_deviation,
            "exact_net": as_json(self.net.exact),
            "actions": {
                name: {"share": share, "exact": as_json(exact)}
                for name, (share, exact) in self.actions.items()
            },
        }


def simulate_any(
    case: Case,
    *,
    rounds: int,
    seed: int = 1,
    told: Callable[[int, int], None] | None = None,
) -> MainGameRun:
    """Best play of the main game; it is solved on the way, so this takes as long as `solve`."""
    if not 2 <= rounds <= MOST_ROUNDS:
        raise InputError(f"The rounds are from 2 to {MOST_ROUNDS:,}, not {rounds:,}.")
    if not 0 <= seed < 2**63:
        raise InputError("A seed is a whole number from 0 on, below 2 to the power of 63.")
    solved = solve_form(form_of(case), told, rounds=rounds, seed=seed)
    exact = Solution(case, endings_of(case, solved.endings))
    played = Solution(case, endings_of(case, solved.played))
    deviation = sqrt(played.variance * rounds / (rounds - 1))
    figure = Figure(
        float(played.value),
        deviation / sqrt(rounds),
        deviation,
        exact.value,
        exact.standard_deviation,
    )
    actions = {
        name: (float(share), wanted)
        for (name, share), (_, wanted) in zip(played.last_actions, exact.last_actions, strict=True)
    }
    return MainGameRun(case.game.id, case.game.name, rounds, seed, figure, actions, played, exact)
