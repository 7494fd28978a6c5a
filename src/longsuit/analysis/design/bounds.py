"""Which pays each line may have: the ladder, cut by what a designer fixes."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from longsuit.analysis.design.family import Family, Line
from longsuit.analysis.design.hands import read_hand
from longsuit.analysis.design.ladder import TOP, read_pays, read_span
from longsuit.core.errors import InputError
from longsuit.core.wagers import Wager

Bounds = Mapping[str, tuple[int, int]]
"""By hand: the least and the most that it may pay, as it is posted."""


def read_bounds(given: Iterable[str], wager: Wager) -> dict[str, tuple[int, int]]:
    """Lines as a designer fixes them: ``7=300``, ``5sf=100..200``."""
    bounds: dict[str, tuple[int, int]] = {}
    for text in given:
        name, equals, span = text.partition("=")
        if not equals:
            raise InputError(f"'{text[:40]}' is not a line and its pay, such as 7=300.")
        hand = read_hand(name, wager)
        if hand in bounds:
            raise InputError(f"The line '{hand}' is fixed twice.")
        bounds[hand] = read_span(span)
        if bounds[hand][0] < 1:
            raise InputError(f"The line '{hand}' pays at least 1; leave a line out with --lines.")
    return bounds


def allowed_pays(
    family: Family, pays: str, fixed: Bounds, top: tuple[int, int] | None
) -> tuple[tuple[int, ...], ...]:
    """The pays open to each line, rising, as they are posted."""
    bounds = dict(fixed)
    hands = [line.hand for line in family.lines]
    for hand in bounds:
        if hand not in hands:
            known = ", ".join(hands)
            raise InputError(f"There is no line '{hand}' to fix here; the lines are {known}.")
    if top is not None:
        if hands[0] in bounds:
            raise InputError(f"The top prize is that of the {hands[0]}: give it once.")
        bounds[hands[0]] = top
    unit = family.unit
    highest = max([TOP, *(-(-most // unit) for _, most in bounds.values())])
    ladder = [pay * unit for pay in read_pays(pays, int(highest))]
    ladder = [pay for pay in ladder if pay.denominator == 1]
    # To 1 a pay of 1 doubles the wager; for 1 it takes more than the wager itself to be ahead.
    least = Fraction(0) if family.template.basis == "to 1" else unit
    choices = tuple(_open(line, ladder, bounds, least) for line in family.lines)
    _check_falling(family.lines, choices)
    return choices


def _open(
    line: Line, ladder: Sequence[Fraction], bounds: Bounds, least: Fraction
) -> tuple[int, ...]:
    if line.hand not in bounds:
        within = (pay for pay in ladder if pay > least and (line.below is None or pay < line.below))
        return tuple(int(pay) for pay in within)
    low, high = bounds[line.hand]
    if low == high:
        return (low,)
    inside = tuple(int(pay) for pay in ladder if low <= pay <= high)
    if not inside:
        raise InputError(f"No pay of those allowed lies in {low}..{high} for the {line.hand}.")
    return inside


def _check_falling(lines: Sequence[Line], choices: Sequence[tuple[int, ...]]) -> None:
    """Refuse bounds under which pays cannot fall from line to line."""
    most: int | None = None
    for line, open_to in zip(lines, choices, strict=True):
        below = [pay for pay in open_to if most is None or pay < most]
        if not below:
            limit = "" if most is None else f" below the {most} of the line above it"
            raise InputError(f"The {line.hand} has no pay left to it{limit}: pays fall strictly.")
        most = max(below)
