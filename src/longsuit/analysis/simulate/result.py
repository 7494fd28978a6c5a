"""What a simulation came to: statistics, with the exact figure beside each that has one.

Floats appear here and in charts only: a simulation is statistics.
"""

from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec import Struct

from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.result import Result
from longsuit.analysis.simulate.data import simulation_data
from longsuit.core.money import Cents


class Figure(Struct, frozen=True):
    """A mean with its spread, and the exact value where there is one."""

    mean: float
    standard_error: float
    standard_deviation: float
    exact: Fraction | None = None
    exact_deviation: float | None = None
    """The standard deviation that the exact law gives."""

    @property
    def errors_off(self) -> float | None:
        """By how many standard errors the mean is off the exact value."""
        if self.exact is None:
            return None
        off = self.mean - float(self.exact)
        if self.standard_error == 0:
            return 0.0 if off == 0 else float("inf")
        return off / self.standard_error


class LineFigures(Struct, frozen=True):
    """One line of a paytable: how often it paid."""

    hand: str
    count: int
    frequency: float
    probability: Fraction


class WagerFigures(Struct, frozen=True):
    """One wager. Amounts are per unit of it: of the Ante for the main game."""

    wager: str
    name: str
    paytable: str | None
    stake: Cents
    paid: Figure
    """What was won, awards as they were."""
    long_run: Figure
    """The same with each meter's growth counted as the players': what is owed is not lost.

    A round then counts its contribution and, with a whole award, the seed; the rest of an award
    is contributions counted before. So rounds are independent, and the exact value is that of the
    long run however few rounds are played.
    """
    hit_frequency: float
    exact_hit_frequency: Fraction | None = None
    lines: tuple[LineFigures, ...] = ()

    @property
    def house_edge(self) -> float:
        """The house's long-run share of one unit wagered."""
        return -self.long_run.mean


class MeterLaw(Struct, frozen=True):
    """A meter in the long run, exactly: its whole awards in cents, and the rounds between them."""

    award: Fraction
    award_deviation: float
    points: tuple[tuple[int, Fraction], ...]
    """Percentages, and the amounts that so many of a hundred awards do not exceed."""
    rounds: Fraction
    rounds_deviation: float


class MeterFigures(Struct, frozen=True):
    """One meter: awards, the rounds between whole ones, and where it stood."""

    id: str
    seed: Cents
    awards: int
    """Of the whole meter."""
    partial_awards: int
    awarded: Cents
    average_award: float | None
    largest_award: Cents | None
    award_deviation: float | None
    within: tuple[float | None, ...]
    """The share of whole awards within each of the law's points."""
    rounds_between: float | None
    rounds_deviation: float | None
    median_rounds_between: float | None
    longest_rounds_between: int | None
    law: "MeterLaw | None"
    """What the exact law says of the same."""
    stands: Fraction
    """At the end, in cents."""
    reserve: Fraction
    seeds_from_house: Fraction
    path: tuple[tuple[int, Cents], ...]
    """Rounds played, and the meter then."""


class MustHitFigures(Struct, frozen=True):
    """The Must Hit meter as part of the STAX wager, per unit of it."""

    returns: Figure


class SessionFigures(Struct, frozen=True):
    """Sessions of some rounds, one a seat at a time; results are what the player is ahead by."""

    length: int
    bankroll: Cents | None
    needed: Cents
    """A player with less leaves: it would not cover all wagers and the largest bet."""
    sessions: int
    results: tuple[tuple[Cents, int], ...]
    """Every result, least first, and how many sessions had it."""
    ruined: int

    @property
    def mean(self) -> float:
        """The average result, in cents."""
        return sum(result * count for result, count in self.results) / self.sessions

    @property
    def standard_deviation(self) -> float:
        """Of one session's result, in cents."""
        squares = sum(result * result * count for result, count in self.results)
        total = sum(result * count for result, count in self.results)
        return sqrt(max(self.sessions * squares - total * total, 0)) / self.sessions

    @property
    def ahead(self) -> float:
        """The share of sessions that end with a win."""
        return sum(count for result, count in self.results if result > 0) / self.sessions

    @property
    def ruin(self) -> float:
        """The share of sessions that end for want of money."""
        return self.ruined / self.sessions

    def quantile(self, share: float) -> Cents:
        """The least result that at least this share of sessions does not exceed."""
        passed = 0
        for result, count in self.results:
            passed += count
            if passed >= share * self.sessions:
                return result
        return self.results[-1][0]


class Simulation(Result, Struct, frozen=True):
    """Simulated rounds. `mean` and the figures after it are per seat and round, in Antes."""

    game: str
    strategy: str
    by_hand: bool
    """Whether the strategy is a function asked hand by hand, which is slow."""
    rounds: int
    seed: int
    seats: int
    ante: Cents
    paid: Figure
    """All wagers together, awards as they were paid."""
    long_run: Figure
    """The same with the meters' growth counted."""
    wagers: tuple[WagerFigures, ...]
    """The main game first."""
    must_hit: MustHitFigures | None
    actions: dict[str, float]
    """Shares of rounds, by the last action."""
    average_wager: float
    """In Antes, on the main game."""
    meters: tuple[MeterFigures, ...]
    sessions: SessionFigures | None
    histogram: tuple[tuple[int, int], ...]
    """Results of a seat's round in whole Antes, and how many; the ends hold all beyond."""
    course: tuple[tuple[int, float, float], ...]
    """Rounds played, the mean then, and its standard error."""
    seconds: float

    @property
    def mean(self) -> float:
        """The average net result of a seat per round, in Antes."""
        return self.paid.mean

    @property
    def standard_error(self) -> float:
        """Of the mean; from rounds, because seats of one round share its cards."""
        return self.paid.standard_error

    @property
    def standard_deviation(self) -> float:
        """Of one seat's result of a round."""
        return self.paid.standard_deviation

    @property
    def rounds_per_second(self) -> float:
        """Rounds simulated per second."""
        return self.rounds / self.seconds if self.seconds else 0.0

    @property
    def headline(self) -> str:
        """The mean result and its standard error."""
        mean = f"{self.mean:+.5f} Antes a round, standard error {self.standard_error:.5f}"
        return f"{self.game}, {self.strategy}, {self.rounds:,} rounds: {mean}"

    @property
    def table(self) -> Frame:
        """Each wager's result per unit, beside the exact value if there is one."""
        return make_frame(
            f"{self.rounds:,} rounds, seed {self.seed}",
            "wager mean standard_error exact hit_frequency",
            [
                (
                    *(one.wager, one.long_run.mean, one.long_run.standard_error),
                    *(one.long_run.exact, one.hit_frequency),
                )
                for one in self.wagers
            ],
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data but what only a chart needs."""
        return simulation_data(self)
