"""The meters run over the hits of all rounds in order, in exact mites (PRG-1 to PRG-5)."""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from statistics import fmean, median, stdev

from longsuit.analysis.simulate.result import MeterFigures, MeterLaw
from longsuit.core.money import MITES, Cents, Mites
from longsuit.core.progressive.terms import Terms

_SAMPLES = 300
_HITS_SHOWN = 300


class MeterRun:
    """One meter from its opening on. `at` counts the rounds whose contributions are in it."""

    def __init__(self, name: str, terms: Terms, seats: int, rounds: int) -> None:
        self.name, self.terms = name, terms
        self.value: Mites = terms.seed_mites
        self.reserve: Mites = 0
        self.from_house: Mites = terms.seed_mites
        self.awarded: Cents = 0
        self.at = 0
        handle = terms.wager * seats
        self._step, self._kept = handle * terms.main, handle * terms.reserve
        self._whole: array[int] = array("q")
        self._gaps: array[int] = array("q")
        self._parts = 0
        self._last = 0
        self._every = max(rounds // _SAMPLES, 1)
        self._path: list[tuple[int, Cents]] = [(0, terms.seed)]
        self._jumps: list[tuple[int, Cents]] = []

    def advance(self, rounds: int) -> None:
        """Add the contributions of all rounds up to that many."""
        mark = (self.at // self._every + 1) * self._every
        while mark <= rounds:
            self._path.append((mark, (self.value + (mark - self.at) * self._step) // MITES))
            mark += self._every
        self.value += (rounds - self.at) * self._step
        self.reserve += (rounds - self.at) * self._kept
        self.at = rounds

    def award(self, number: int, share: Fraction) -> Cents:
        """Pay a share in the round of that number, counted from 0, before its contributions."""
        self.advance(number)
        amount = int(self.value * share) // MITES
        before = self.value // MITES
        self.value -= amount * MITES
        if share == 1:
            drawn = min(self.reserve, self.terms.seed_mites)
            self.reserve -= drawn
            self.from_house += self.terms.seed_mites - drawn
            self.value += self.terms.seed_mites
        self._note(number, amount, before, whole=share == 1)
        return amount

    def mystery(self, number: int, amount: Cents) -> None:
        """A Must Hit award that was worked out ahead, after the contributions of that round."""
        self.advance(number + 1)
        before = self.value // MITES
        self.value += self.terms.seed_mites - amount * MITES
        self.from_house += self.terms.seed_mites
        self._note(number, amount, before, whole=True)

    def _note(self, number: int, amount: Cents, before: Cents, *, whole: bool) -> None:
        self.awarded += amount
        if len(self._jumps) < 2 * _HITS_SHOWN:
            self._jumps += [(number, before), (number, self.value // MITES)]
        if whole:
            self._whole.append(amount)
            self._gaps.append(number + 1 - self._last)
            self._last = number + 1
        else:
            self._parts += 1

    def figures(self, law: MeterLaw | None) -> MeterFigures:
        """What the meter came to, beside what its exact law says."""
        points = law.points if law is not None else ()
        jumps = self._jumps if len(self._jumps) < 2 * _HITS_SHOWN else []
        # The sort keeps the two points of a jump, and several jumps of a round, in their order.
        path = sorted([*self._path, *jumps], key=lambda point: point[0])
        return MeterFigures(
            id=self.name,
            seed=self.terms.seed,
            awards=len(self._whole),
            partial_awards=self._parts,
            awarded=self.awarded,
            average_award=fmean(self._whole) if self._whole else None,
            largest_award=max(self._whole, default=None),
            award_deviation=_deviation(self._whole),
            within=tuple(
                fmean(amount <= cents for amount in self._whole) if self._whole else None
                for _, cents in points
            ),
            rounds_between=fmean(self._gaps) if self._gaps else None,
            rounds_deviation=_deviation(self._gaps),
            median_rounds_between=median(self._gaps) if self._gaps else None,
            longest_rounds_between=max(self._gaps, default=None),
            law=law,
            stands=Fraction(self.value, MITES),
            reserve=Fraction(self.reserve, MITES),
            seeds_from_house=Fraction(self.from_house, MITES),
            path=tuple(path),
        )


def _deviation(values: Sequence[int]) -> float | None:
    return stdev(values) if len(values) > 1 else None
