"""The progressive wagers' part of the sheet: fixed pays, meters, envy, Must Hit."""

from collections.abc import Sequence
from fractions import Fraction

from longsuit.analysis.exact.law.award import POINTS
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.must_hit import MustHitPrice
from longsuit.analysis.exact.pricing import MeterPrice, Price
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.bonuses import Priced, hits, row, spread_rows, title_of
from longsuit.analysis.report.content import (
    Block,
    Cell,
    Chart,
    Charts,
    MeterLine,
    Meters,
    Section,
    Table,
    Text,
    left,
    right,
    words,
)
from longsuit.analysis.report.lines import described, lines_chart, lines_table
from longsuit.analysis.report.numbers import dollars, one_in
from longsuit.analysis.report.settings import Choice, Settings
from longsuit.core.money import Cents, show_rate

_BESIDE = 2
"""So many meters have room beside the lines."""


def progressive_section(settings: Settings, priced: Sequence[Priced]) -> Section | None:
    """Every progressive table, line by line and meter by meter."""
    own = [(choice, one) for choice, one in priced if choice.progressive]
    if not own:
        return None
    seats = settings.seats
    text = Text(
        "The long-run return is fixed pays, envy pays, what the meters take in, and the chance of "
        "each whole award times its seed, over the wager, and what a Must Hit meter gives back; "
        "the reserve pays for seeds and is no further return. What a meter stands at on average "
        "when it is hit is what one wager adds to it, seed included, over the part of it that one "
        "wager takes. The return of the next wager is with every meter where it stands; for each "
        "meter it is given also with that one at its seed and at its average, and break-even is "
        "where it reaches 100%. "
        f"{'One seat wagers' if seats == 1 else f'{seats} seats wager'} in every round."
    )
    parts = [
        progressive_part(f"progressive-{number}", settings, choice, one)
        for number, (choice, one) in enumerate(own, start=1)
    ]
    return Section("progressives", "Progressive wagers", (text,), tuple(parts))


def progressive_part(name: str, settings: Settings, choice: Choice, priced: Price) -> Section:
    """One progressive table."""
    blocks: list[Block] = [
        Text(described(priced)),
        lines_table(f"{name}-lines", priced),
        _figures(f"{name}-figures", priced),
    ]
    lines = lines_chart(f"{name}-chart", priced)
    if priced.meters:
        blocks += [
            _settings(f"{name}-meters", priced),
            _awards(f"{name}-awards", priced),
            _long_run(f"{name}-long-run", priced),
        ]
        meters = _meter_chart(f"{name}-meter-chart", priced)
        beside = len(priced.meters) <= _BESIDE
        blocks += [Charts((lines, meters))] if beside else [Charts((lines,)), Charts((meters,))]
    else:
        blocks.append(Charts((lines,)))
    if any(line.line.envy for line in priced.lines):
        blocks.append(_envy(f"{name}-envy", settings, choice))
    if priced.must_hit is not None:
        blocks.append(_must_hit(f"{name}-must-hit", priced, priced.must_hit))
    return Section(name, title_of(choice), tuple(blocks))


def _figures(name: str, priced: Price) -> Table:
    rows = [row("Return: fixed pays", priced.fixed, percent(priced.fixed, 5))]
    if any(line.line.envy for line in priced.lines):
        rows.append(row("Return: envy pays", priced.envy, percent(priced.envy, 5)))
    if priced.meters:
        rows += [
            row("Return: contributions", priced.contributions, percent(priced.contributions, 5)),
            row("Return: seeds", priced.seeds, percent(priced.seeds, 5)),
        ]
    if priced.must_hit is not None:
        rows.append(row("Return: Must Hit", priced.mystery, percent(priced.mystery, 5)))
    rows += [
        row("Long-run return", priced.returns, percent(priced.returns, 5)),
        row("House edge", priced.house_edge, percent(priced.house_edge, 5)),
        row("Hit frequency", priced.hit_frequency, hits(priced.hit_frequency)),
    ]
    if priced.meters or priced.must_hit:
        now = priced.return_at_meters
        rows.append(row("Return of the next wager", now, percent(now, 5)))
    rows += spread_rows(priced)
    columns = (*left("Figure"), *right("Value"), *left("Exactly"))
    return Table(name, "Exact figures", columns, tuple(rows))


def _settings(name: str, priced: Price) -> Table:
    rows = []
    for one in priced.meters:
        won = "; ".join(
            f"{show_rate(line.line.share).replace('.00', '')} for {line.line.hand}"
            for line in priced.lines
            if line.line.meter == one.meter.id
        )
        rows.append(
            (
                words(one.meter.id),
                words(won),
                Cell(dollars(one.seed), Fraction(one.seed, 100)),
                Cell(show_rate(one.meter.main), one.meter.main),
                Cell(show_rate(one.meter.reserve), one.meter.reserve),
            )
        )
    return Table(
        name,
        "Meters: settings",
        (*left("Meter", "Won by"), *right("Seed", "Contribution", "Reserve")),
        tuple(rows),
    )


def _awards(name: str, priced: Price) -> Table:
    """The law of each meter's whole award, in dollars."""
    rows, unsure = [], Fraction(0)
    for meter, award in wager_law(priced).awards.items():
        points = [award.point(percentage) for percentage in POINTS]
        unsure = max(unsure, award.unsure, *(point.error / point.cents for point in points))
        rows.append(
            (
                words(meter),
                Cell(one_in(award.whole), award.whole),
                Cell(dollars(award.mean), award.mean / 100),
                Cell(dollars(Fraction(award.deviation)), award.deviation / 100),
                *(Cell(dollars(point.cents), point.cents / 100) for point in points),
            )
        )
    note = "An award is the seed and what a geometric number of rounds has added"
    note += ", less the parts paid on the way." if unsure and priced.seats == 1 else "."
    if unsure:
        note += f" Chances of several seats and points are bounded within {percent(unsure, 2)}."
    return Table(
        name,
        "Meters: the whole award",
        (
            *left("Meter"),
            *right("In a round", "Average", "Standard deviation"),
            *right(*(f"{percentage}% within" for percentage in POINTS)),
        ),
        tuple(rows),
        note=note,
    )


def _at(priced: Price, meter: MeterPrice, cents: Fraction) -> Fraction:
    """The return of the next wager with that meter at so much, the others as they stand."""
    moved = meter.taken * (cents - meter.value) / priced.wager
    return priced.return_at_meters + moved


def _long_run(name: str, priced: Price) -> Table:
    rows = []
    for meter in priced.meters:
        between = priced.rounds_between(meter.hit_probability)
        at_seed = _at(priced, meter, Fraction(meter.seed))
        at_average = _at(priced, meter, meter.expected)
        even = meter.break_even
        rows.append(
            (
                words(meter.meter.id),
                Cell("" if between is None else decimal(between, 0), between),
                Cell(dollars(meter.expected), meter.expected / 100),
                Cell(dollars(meter.value), meter.value / 100),
                Cell(percent(at_seed, 3), at_seed),
                Cell(percent(at_average, 3), at_average),
                words("past it") if even is None else Cell(dollars(even), even / 100),
            )
        )
    return Table(
        name,
        "Meters: the long run and the next wager",
        (
            *left("Meter"),
            *right(
                "Rounds to a whole award",
                "Average at a hit",
                "Stands at",
                "Return at seed",
                "Return at average",
                "Break-even",
            ),
        ),
        tuple(rows),
    )


def _meter_chart(name: str, priced: Price) -> Chart:
    lines = []
    said = []
    for meter in priced.meters:
        lines.append(
            MeterLine(
                meter.meter.id,
                Fraction(meter.seed),
                meter.expected,
                meter.break_even,
                _at(priced, meter, Fraction(0)),
                meter.taken / priced.wager,
            )
        )
        even = meter.break_even
        said.append(
            f"{meter.meter.id} breaks even at {dollars(even)}"
            if even is not None
            else f"{meter.meter.id} is past break-even"
        )
    return Chart(
        name,
        "Return of the next wager against the meter",
        f"The return rises in a straight line with each meter: {'; '.join(said)}.",
        Meters(tuple(lines)),
    )


def _envy(name: str, settings: Settings, choice: Choice) -> Table:
    """The return with more and more seats wagering."""
    seats = range(1, settings.definition.seats + 1)
    each = [settings.price(choice, n) for n in seats]
    rows = tuple(
        (words(label), *(Cell(percent(value), value) for value in values))
        for label, values in (
            ("Return: envy pays", [one.envy for one in each]),
            ("Long-run return", [one.returns for one in each]),
            ("House edge", [one.house_edge for one in each]),
        )
    )
    return Table(
        name,
        "Envy by seats wagering",
        (*left("Seats"), *right(*(str(n) for n in seats))),
        rows,
    )


def _must_hit(name: str, priced: Price, hit: MustHitPrice) -> Table:
    """A Must Hit meter on top: its cycle from seed to award."""
    terms, even = hit.settings, priced.must_hit_break_even
    share, next_share = priced.mystery, hit.now / priced.wager
    without = priced.house_edge + share
    rows = (
        (words("Seed"), Cell(dollars(terms.seed), Fraction(terms.seed, 100)), words("")),
        (words("Must hit by"), Cell(dollars(terms.by), Fraction(terms.by, 100)), words("")),
        row("Contribution", terms.rate, show_rate(terms.rate)),
        row("Average award, in dollars", hit.award / 100, decimal(hit.award / 100, 4)),
        row("Average rounds from seed to award", hit.rounds, decimal(hit.rounds, 2)),
        (
            words("Standard deviation of an award, in dollars"),
            Cell(f"{hit.cycle.award_deviation / 100:,.4f}", hit.cycle.award_deviation / 100),
            words(""),
        ),
        (
            words("Standard deviation of the rounds"),
            Cell(f"{hit.cycle.rounds_deviation:,.2f}", hit.cycle.rounds_deviation),
            words(""),
        ),
        *(
            (
                words(f"{percentage}% of awards within"),
                Cell(dollars(cents := hit.cycle.award_point(percentage)), Fraction(cents, 100)),
                words(f"{hit.cycle.rounds_point(percentage):,} rounds"),
            )
            for percentage in POINTS
        ),
        row("Return, long run", share, percent(share, 5)),
        row("House edge of the wager without it", without, percent(without, 5)),
        (words("Stands at"), Cell(dollars(hit.stands), Fraction(hit.stands, 100)), words("")),
        row("Chance in the next round", hit.chance_now, one_in(hit.chance_now)),
        row("Return of the next round", next_share, percent(next_share, 5)),
        (words("Break-even"), _break_even(even, terms.seed), words("")),
    )
    return Table(
        name,
        "Must Hit meter",
        (*left("Figure"), *right("Value"), *left("Exactly")),
        rows,
        note="The trigger is a whole number of cents, uniform above the seed up to the limit; the "
        "round that reaches it pays the meter to one of the seats that wagered. Break-even is the "
        "least amount at which the next wager returns 100%, the other meters as they stand.",
    )


def _break_even(cents: Cents | None, seed: Cents) -> Cell:
    if cents is None:
        return words("never")
    return words("past it") if cents == seed else Cell(dollars(cents), Fraction(cents, 100))
