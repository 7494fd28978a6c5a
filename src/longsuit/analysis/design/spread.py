"""How widely one seat's result of one wager on a priced table spreads."""

from fractions import Fraction

from longsuit.analysis.exact.pricing import LinePrice, Price


def variance(priced: Price) -> Fraction | None:
    """The exact variance of one seat's net result of one unit wagered on fixed pays.

    None where meters or envy pay: what a meter pays hangs on the rounds before, and envy on other
    hands, so a meter held at its average award would give a figure that is nobody's.
    """
    if priced.meters or priced.envy:
        return None
    mean, square, hit = Fraction(0), Fraction(0), Fraction(0)
    for line in priced.lines:
        for chance, net in _results(priced, line):
            mean += chance * net
            square += chance * net * net
        hit += line.probability
    lost = 1 - hit
    return square + lost - (mean - lost) ** 2


def _results(priced: Price, line: LinePrice) -> list[tuple[Fraction, Fraction]]:
    """Each net result of a line, with its chance."""
    table, chance = priced.paytable, line.probability
    less = 0 if table.basis == "to 1" else 1
    if not line.line.dynamic:
        return [(chance, line.line.pays - less)]
    lines = sum(bool(other.dynamic) for other in table.lines)
    drawn = Fraction(sum(table.dynamic_lines), 2) / lines
    each = drawn / len(line.line.dynamic)
    raised = [(chance * each, pays - less) for pays in line.line.dynamic]
    return [(chance * (1 - drawn), line.line.pays - less), *raised]
