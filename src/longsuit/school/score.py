"""How a player in training does: accuracy, what mistakes cost, and in which kinds of hands."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from longsuit.school.questions import Question


class Answered(Struct, frozen=True):
    """A decision that was taken."""

    question: Question
    action: str
    best: str
    cost: Fraction
    """What it gave up against the best one, in Antes."""

    @property
    def right(self) -> bool:
        """Whether nothing was given up."""
        return self.cost == 0


class Leak(Struct, frozen=True):
    """A kind of hand in which something was given up."""

    kind: str
    decisions: int
    wrong: int
    cost: Fraction
    worst: Answered
    """The dearest mistake of the kind."""


class Score:
    """Of decisions in the order in which they were taken."""

    def __init__(self, answers: Iterable[Answered] = ()) -> None:
        self.answers: list[Answered] = []
        self.right = self.streak = self.longest_streak = 0
        self.cost = Fraction(0)
        for one in answers:
            self.add(one)

    def add(self, answered: Answered) -> None:
        """Count one more."""
        self.answers.append(answered)
        self.cost += answered.cost
        self.right += answered.right
        self.streak = self.streak + 1 if answered.right else 0
        self.longest_streak = max(self.longest_streak, self.streak)

    @property
    def accuracy(self) -> Fraction:
        """The share of best decisions."""
        return Fraction(self.right, len(self.answers)) if self.answers else Fraction(0)

    @property
    def cost_per_hundred(self) -> Fraction:
        """Antes given up in a hundred decisions."""
        return 100 * self.cost / len(self.answers) if self.answers else Fraction(0)

    def leaks(self) -> list[Leak]:
        """The kinds of hands in which something was given up, the dearest first."""
        kinds: dict[str, list[Answered]] = {}
        for one in self.answers:
            kinds.setdefault(one.question.kind, []).append(one)
        found = [
            Leak(
                kind,
                len(taken),
                sum(not one.right for one in taken),
                sum((one.cost for one in taken), Fraction(0)),
                max(taken, key=lambda one: one.cost),
            )
            for kind, taken in kinds.items()
        ]
        return sorted((one for one in found if one.wrong), key=lambda one: (-one.cost, one.kind))

    def mistakes(self) -> dict[str, Fraction]:
        """What each kind of hand has cost, where it has cost anything."""
        return {leak.kind: leak.cost for leak in self.leaks()}
