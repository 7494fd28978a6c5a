"""What is submitted of a progressive: amounts, rates, chances, returns (CON-32, CON-33)."""

from collections.abc import Iterable
from fractions import Fraction
from hashlib import sha256

from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.content import (
    Block,
    Cell,
    Column,
    Paper,
    Section,
    Table,
    Text,
    left,
    right,
    words,
)
from longsuit.analysis.report.numbers import one_in
from longsuit.analysis.report.progressives import progressive_part
from longsuit.core.cards import DECK_SIZE
from longsuit.core.errors import InputError
from longsuit.core.money import show_dollars
from longsuit.core.progressive.must_hit import Secret
from longsuit.core.progressive.terms import Terms
from longsuit.floor.config.settings import LONGEST_ODDS
from longsuit.floor.papers.facts import Facts, TableFacts
from longsuit.floor.papers.posted import settings_of
from longsuit.floor.papers.progressive_controls import award_of, rate_of
from longsuit.floor.secrets.shuffle import shuffle

SHUFFLES = 2600
"""Of the certificate: fifty for each card at each place."""
_NORMAL_95 = 1.6448536269514722
"""The 95% point of the normal distribution."""


def progressive_submission(facts: Facts, name: str, date: str) -> Paper:
    """The written proposal of a table's progressive, with the certificate of the shuffle."""
    found = facts.table(name)
    if not found.meters():
        raise InputError(f"Table {found.id} has no progressive to submit.")
    settings = settings_of(found.rules, found.must_hit)
    parts = [
        progressive_part(f"wager-{number}", settings, choice, settings.price(choice))
        for number, choice in enumerate(settings.tables, 1)
        if choice.progressive
    ]
    title = f"Progressive of {found.settings.name}: submission"
    front = Text(
        "Initial and reset amounts, rates, and the chance and return of each award, counted "
        "exactly over all hands of seven cards."
    )
    amounts = Section("amounts", "Amounts and rates", tuple(_amounts(found)))
    returns = Section("returns", "Chances and returns", (), tuple(parts))
    return facts.paper(title, date, amounts, returns, _certificate(date), front=(front,))


def _amounts(found: TableFacts) -> list[Block]:
    meters = found.meters()
    names = found.settings.setup.meters
    rows = tuple(
        (
            words(names[name]),
            Cell(show_dollars(terms.wager)),
            Cell(show_dollars(terms.seed)),
            Cell(show_dollars(terms.seed)),
            Cell(rate_of(terms.main)),
            Cell(rate_of(terms.reserve)),
            words(award_of(terms)),
        )
        for name, terms in meters.items()
    )
    moment = "START ROUND" if found.settings.setup.at_start else "END ROUND"
    figures = ("Wager", "Initial", "Reset", "Rate", "Reserve")
    columns = (
        Column("Meter"),
        *(Column(one, number=True) for one in figures),
        Column("Award"),
    )
    chances = tuple(row for name, terms in meters.items() for row in _chances(names[name], terms))
    return [
        Table("amounts", "", columns, rows, note=f"Wagers add to the meters at {moment}."),
        Table(
            "chances",
            "Chance of each award",
            (*left("Meter", "Hand"), Column("Chance", number=True), Column("One in", number=True)),
            chances,
            note=_rarest(meters.values()),
        ),
    ]


def _rarest(meters: Iterable[Terms]) -> str:
    """How the rarest award stands to what may be offered at most (CON-32)."""
    said = "Of one wager."
    chances = [one.chance for terms in meters for one in terms.wins]
    if any(terms.by for terms in meters):
        said += " No hand wins the Must Hit meter; its chances are in the table of that name."
    if chances:
        verb = "is not" if min(chances) * LONGEST_ODDS >= 1 else "is"
        said += f" The rarest award {verb} rarer than 1 in {LONGEST_ODDS:,}."
    return said


def _chances(meter: str, terms: Terms) -> list[tuple[Cell, ...]]:
    return [
        (
            words(meter),
            words(one.hand),
            Cell(percent(one.chance, 7), one.chance),
            Cell(one_in(one.chance).removeprefix("1 in "), one.chance),
        )
        for one in terms.wins
    ]


# The shuffle


def _certificate(date: str) -> Section:
    """Every card at every place, counted over shuffles whose seeds anybody can make again."""
    statistic, freedom = chi_square(SHUFFLES)
    bound = chi_square_bound(freedom)
    heads = ("Shuffles", "Cards by places", "Degrees of freedom", "Chi-square", "Bound at 95%")
    row = (
        words(date),
        Cell(f"{SHUFFLES:,}"),
        Cell(f"{DECK_SIZE * DECK_SIZE:,}"),
        Cell(f"{freedom:,}"),
        Cell(decimal(statistic, 2), statistic),
        Cell(f"{bound:,.2f}"),
        words("passes" if statistic <= bound else "does not pass"),
    )
    columns = (*left("Date"), *right(*heads), *left("Result"))
    note = (
        "Seed n is the SHA-256 of 'longsuit certificate n', table 'certificate', round n, without "
        "words of players (docs/fairness.md has the bytes)."
    )
    table = Table("shuffles", "", columns, (row,), note=note)
    return Section("certificate", "Certificate of the shuffle", (table,))


def chi_square(shuffles: int) -> tuple[Fraction, int]:
    """The statistic of every card at every place, and its degrees of freedom."""
    counts = [[0] * DECK_SIZE for _ in range(DECK_SIZE)]
    places: dict[object, int] = {}
    for number in range(1, shuffles + 1):
        seed = Secret(sha256(f"longsuit certificate {number}".encode()).digest())
        for place, card in enumerate(shuffle("certificate", number, seed, ())):
            counts[place][places.setdefault(card, len(places))] += 1
    expected = Fraction(shuffles, DECK_SIZE)
    off = sum((seen - expected) ** 2 for row in counts for seen in row)
    return off / expected, (DECK_SIZE - 1) ** 2


def chi_square_bound(freedom: int) -> float:
    """The 95% point, by Wilson and Hilferty: right to a hundredth of a per cent from 100 on."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + _NORMAL_95 * part**0.5) ** 3)
