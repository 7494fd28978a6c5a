"""A bonus or progressive table line by line: how often each hand comes, and what it brings."""

from fractions import Fraction

from longsuit.analysis.exact.pricing import LinePrice, Price
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.content import Bars, Cell, Chart, Column, Table, left, right, words
from longsuit.analysis.report.numbers import one_in, plain, short_dollars


def contribution(priced: Price, line: LinePrice) -> Fraction:
    """What a line brings to the long-run return: chance times pay, a meter at its average award."""
    if line.line.meter is not None:
        meter = next(m for m in priced.meters if m.meter.id == line.line.meter)
        return line.probability * line.line.share * meter.expected / priced.wager
    back = 1 if priced.paytable.basis == "to 1" else 0
    return line.probability * (line.pays + back)


def lines_table(name: str, priced: Price) -> Table:
    """Every line with its combinations, and the hands that no line pays."""
    dynamic = any(line.line.dynamic for line in priced.lines)
    envy = any(line.line.envy for line in priced.lines)
    columns = [*left("Hand"), *right("Combinations", "Probability", "One in", "Pays")]
    columns += [Column("Average pay", number=True)] * dynamic
    columns += [Column("Envy", number=True)] * envy
    columns += right("Contribution")
    rows = []
    for line in priced.lines:
        brought = contribution(priced, line)
        row = [
            words(line.line.hand),
            Cell(f"{line.combinations:,}", Fraction(line.combinations)),
            Cell(decimal(line.probability, 10), line.probability),
            Cell(one_in(line.probability).removeprefix("1 in "), line.probability),
            words(_pay(priced, line)),
        ]
        if dynamic:
            average = line.pays * priced.wager
            row.append(Cell(short_dollars(average), average / 100) if line.pays else words(""))
        if envy:
            pay = line.line.envy * priced.wager
            row.append(Cell(short_dollars(pay), pay / 100) if pay else words(""))
        row.append(Cell(percent(brought, 5), brought))
        rows.append(tuple(row))
    blank = [words("")] * (dynamic + envy)
    rows.append((*_nothing(priced), *blank, Cell(percent(Fraction(0), 5), Fraction(0))))
    hands = _hands(priced)
    own = priced.returns - priced.envy - priced.mystery
    total = (
        words("All hands"),
        Cell(f"{hands:,}", Fraction(hands)),
        Cell(decimal(1, 10), Fraction(1)),
        words(""),
        words(""),
        *blank,
        Cell(percent(own, 5), own),
    )
    return Table(name, "Line by line", tuple(columns), tuple(rows), total, _note(priced))


def _hands(priced: Price) -> int:
    """All seven-card hands: a line's combinations over its chance."""
    line = next(line for line in priced.lines if line.combinations)
    return (line.combinations / line.probability).numerator


def _nothing(priced: Price) -> tuple[Cell, ...]:
    paid = sum(line.combinations for line in priced.lines)
    hands = _hands(priced)
    chance = Fraction(hands - paid, hands)
    return (
        words("no line"),
        Cell(f"{hands - paid:,}", Fraction(hands - paid)),
        Cell(decimal(chance, 10), chance),
        Cell(one_in(chance).removeprefix("1 in "), chance),
        words("loses"),
    )


def _pay(priced: Price, line: LinePrice) -> str:
    return priced.paytable.show_pay(line.line, priced.wager)


def _note(priced: Price) -> str:
    if priced.paytable.basis == "to 1":
        return "A contribution counts the wager that comes back with the pay."
    said = [f"Pays are for a wager of {short_dollars(priced.wager)}."]
    if priced.meters:
        said.append("A meter contributes at its average award.")
    if any(line.line.envy for line in priced.lines):
        said.append("Envy pays are counted apart.")
    if priced.must_hit is not None:
        said.append("The Must Hit meter, which no hand wins, is counted apart.")
    fewest, most = priced.paytable.dynamic_lines
    if most:
        said.append(f"For each round {_range(fewest, most)} lines are drawn for a raised pay:")
        said += [_raised(priced, line) for line in priced.lines if line.line.dynamic]
    return " ".join(said)


def _range(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest} to {most}"


def _raised(priced: Price, line: LinePrice) -> str:
    pays = ", ".join(short_dollars(pay * priced.wager) for pay in line.line.dynamic)
    return f"{line.line.hand}, one of {pays}."


def lines_chart(name: str, priced: Price) -> Chart:
    """What each line brings."""
    brought = tuple(contribution(priced, line) for line in priced.lines)
    largest = max(priced.lines, key=lambda line: contribution(priced, line))
    legend = " (gold: a meter)" if priced.meters else ""
    return Chart(
        name,
        f"What each line brings to the return{legend}",
        f"The lines bring {percent(sum(brought, Fraction(0)), 2)} in the long run; the one "
        f"that brings most is {largest.line.hand} with "
        f"{percent(contribution(priced, largest), 2)}.",
        Bars(
            tuple(line.line.hand for line in priced.lines),
            brought,
            tuple(percent(value, 2) for value in brought),
            tuple("gold" if line.line.meter else "blue" for line in priced.lines),
            "of the wager",
            across=True,
        ),
    )


def described(priced: Price) -> str:
    """Where the table comes from, and what identifies it."""
    table = priced.paytable
    name = f"{plain(table.name)}. " if table.name else ""
    return f"{name}Source: {plain(table.source or 'given by hand')}. Digest {table.digest}."
