"""How widely the result of one wager on a priced table spreads."""

from fractions import Fraction

from longsuit.exact.pricing import LinePrice, Price


def variance(priced: Price) -> Fraction:
    """The exact variance of the net result of one unit wagered.

    A meter counts as what it stands at on average when it is hit; envy pays are left out, for
    they hang on other hands.
    """
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
    if line.line.meter is not None:
        meter = next(m for m in priced.meters if m.meter.id == line.line.meter)
        return [(chance, meter.expected * line.line.share / priced.wager - 1)]
    less = 0 if table.basis == "to 1" else 1
    if not line.line.dynamic:
        return [(chance, line.line.pays - less)]
    lines = sum(bool(other.dynamic) for other in table.lines)
    drawn = Fraction(sum(table.dynamic_lines), 2) / lines
    each = drawn / len(line.line.dynamic)
    raised = [(chance * each, pays - less) for pays in line.line.dynamic]
    return [(chance * (1 - drawn), line.line.pays - less), *raised]
