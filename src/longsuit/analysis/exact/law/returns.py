"""The whole return table of a main game: every way a deal can end, and what it brings."""

from fractions import Fraction

from msgspec import Struct

from longsuit.analysis.exact.payoffs import LENGTHS, OUTCOMES
from longsuit.analysis.exact.solution import Solution
from longsuit.core.games.game import Outcome


class ReturnLine(Struct, frozen=True):
    """One line: amounts are in Antes."""

    action: str
    """The last action: ``bet_3x``, ``fold``."""
    qualifies: bool
    length: int
    """Of the player's own flush."""
    pays_as: str
    """What else its pay goes by: the hand of a table, or the margin; mostly nothing."""
    outcome: Outcome
    deals: int
    probability: Fraction
    net: Fraction
    contribution: Fraction
    """To the expected net result: probability times net."""


def return_lines(solution: Solution) -> tuple[ReturnLine, ...]:
    """Action by action, the dealer not qualified first, long flushes first."""
    known = solution.case.payoffs
    names = known.every_name
    order = sorted(
        solution.endings,
        key=lambda e: (e[0], e[2], -(e[1] % LENGTHS), e[1], OUTCOMES.index(e[3])),
    )
    lines = []
    for ending in order:
        action, kind, qualifies, outcome = ending
        length, told = kind % LENGTHS, known.told_apart(kind)
        deals, net = solution.endings[ending], solution.net(ending)
        chance = Fraction(deals, solution.deals)
        lines.append(
            ReturnLine(
                names[action], qualifies, length, told, outcome, deals, chance, net, chance * net
            )
        )
    return tuple(lines)
