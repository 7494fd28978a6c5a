"""The whole return table of a main game: every way a deal can end, and what it brings."""

from fractions import Fraction

from msgspec import Struct

from longsuit.analysis.exact.payoffs import OUTCOMES
from longsuit.analysis.exact.solution import Solution
from longsuit.core.games.game import Outcome


class ReturnLine(Struct, frozen=True):
    """One line: amounts are in Antes."""

    action: str
    """The last action: ``bet_3x``, ``fold``."""
    qualifies: bool
    length: int
    """Of the player's own flush."""
    outcome: Outcome
    deals: int
    probability: Fraction
    net: Fraction
    contribution: Fraction
    """To the expected net result: probability times net."""


def return_lines(solution: Solution) -> tuple[ReturnLine, ...]:
    """Action by action, the dealer not qualified first, long flushes first."""
    names = solution.case.payoffs.every_name
    order = sorted(
        solution.endings,
        key=lambda e: (e[0], e[2], -e[1], OUTCOMES.index(e[3])),
    )
    lines = []
    for ending in order:
        action, length, qualifies, outcome = ending
        deals, net = solution.endings[ending], solution.net(ending)
        chance = Fraction(deals, solution.deals)
        lines.append(
            ReturnLine(names[action], qualifies, length, outcome, deals, chance, net, chance * net)
        )
    return tuple(lines)
