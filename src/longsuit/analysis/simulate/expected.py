"""The exact figures that a simulation is held against."""

from fractions import Fraction
from math import sqrt

from msgspec import Struct

from longsuit.analysis.exact.law.award import POINTS
from longsuit.analysis.exact.law.wager import WagerLaw, wager_law
from longsuit.analysis.exact.must_hit import MustHitPrice, price_must_hit
from longsuit.analysis.exact.payoffs import Payoffs
from longsuit.analysis.exact.pricing import Price, price
from longsuit.analysis.exact.solution import Solution, endings
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.simulate.result import MeterLaw
from longsuit.analysis.simulate.setting import Setting
from longsuit.analysis.strategies.player_function import OwnStrategy
from longsuit.analysis.strategies.price import count_endings
from longsuit.core.games.settlement import MYSTERY_METER


class Expected(Struct, frozen=True):
    """What the exact math says of a setting."""

    payoffs: Payoffs
    main: Fraction | None
    """The main game's value in Antes; None for a strategy that cannot be priced exactly."""
    main_wins: Fraction | None
    """How often it wins something."""
    main_deviation: float | None
    sides: tuple[Price, ...]
    laws: tuple[WagerLaw, ...]
    """How each of them spreads."""
    must_hit: MustHitPrice | None

    def whole(self, setting: Setting) -> Fraction | None:
        """The value of all wagers together, in Antes."""
        if self.main is None or setting.table.bonus_cap:
            return None
        total = self.main
        for offer, priced in zip(setting.sides, self.sides, strict=True):
            total -= priced.house_edge * offer.limits.least / setting.ante
        if self.must_hit is not None:
            total += self.must_hit.per_wager / setting.ante
        return total

    def meter(self, name: str) -> MeterLaw | None:
        """The law of a meter's awards and of the rounds between them."""
        if name == MYSTERY_METER and self.must_hit is not None:
            cycle = self.must_hit.cycle
            points = tuple((at, Fraction(cycle.award_point(at))) for at in POINTS)
            return MeterLaw(
                cycle.award, cycle.award_deviation, points, cycle.rounds, cycle.rounds_deviation
            )
        for law in self.laws:
            if name in law.awards:
                award = law.awards[name]
                points = tuple((at, award.point(at).cents) for at in POINTS)
                return MeterLaw(
                    award.mean, award.deviation, points, award.wait, sqrt(award.wait_variance)
                )
        return None


def expect(setting: Setting, solution: Solution | None) -> Expected:
    """The exact figures; the main game's where the strategy played has been priced."""
    table = setting.table
    sides = []
    for offer in setting.sides:
        assert offer.paytable is not None
        base = offer.limits.least if offer.paytable.base else None
        sides.append(price(offer.paytable, base=base, seats=table.seats))
    must_hit = None
    if setting.must_hit is not None:
        wager = setting.sides[setting.progressive].limits.least
        must_hit = price_must_hit(setting.must_hit, wager, seats=table.seats)
    wins = None
    if solution is not None:
        chances = (chance for net, chance in solution.distribution.items() if net > 0)
        wins = sum(chances, Fraction(0))
    return Expected(
        setting.case.payoffs,
        solution.value if solution is not None else None,
        wins,
        solution.standard_deviation if solution is not None else None,
        tuple(sides),
        tuple(wager_law(side) for side in sides),
        must_hit,
    )


def solve_for(setting: Setting, strategy: Strategy | OwnStrategy | None) -> Solution | None:
    """The main game over all deals, as the strategy plays it; best play where it is None.

    A function that cannot be tabulated cannot be priced either.
    """
    case = setting.case
    if strategy is None:
        return solve_case(case)
    if isinstance(strategy, OwnStrategy):
        return None
    return Solution(case, endings(count_endings(strategy, case.rules)))
