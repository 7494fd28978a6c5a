"""Meters' statements of a period on paper: how each opened, what changed and why, how it closed."""

from collections.abc import Iterator
from typing import get_args

from longsuit.analysis.report.content import Cell, Paper, Section, Table, Text, left, right, words
from longsuit.analysis.report.numbers import plain
from longsuit.core.money import Mites, show_mites
from longsuit.core.progressive.statement import Kind, Part, Statement
from longsuit.floor.papers.facts import Facts
from longsuit.floor.reads.meter_statement import meter_statement
from longsuit.floor.reports.period import Day
from longsuit.floor.store.report_rows import Rows


def meter_statements(rows: Rows, facts: Facts, day: Day, meter: str, date: str) -> Paper:
    """The statement of one meter, or of every meter of the floor."""
    streams = [one.removeprefix("meter ") for one in rows.streams() if one.startswith("meter ")]
    wanted = [one for one in streams if not meter or one == meter]
    sections = [
        Section(
            f"meter-{number}",
            name,
            tuple(_statement(facts, meter_statement(rows, name, day.start, day.end))),
        )
        for number, name in enumerate(wanted, 1)
    ]
    front = Text("" if wanted else "There is no such meter.")
    title = f"Meter statements of {day.title}"
    return facts.paper(title, date, *sections, front=(front,) if front.text else ())


def _statement(facts: Facts, told: Statement) -> Iterator[Table]:
    kinds: tuple[Kind, ...] = get_args(Kind)
    accounts: list[tuple[Part, Mites, Mites]] = [
        ("meter", told.opening, told.closing),
        ("reserve", told.opening_reserve, told.closing_reserve),
    ]
    apart = (told.opening_overflow, told.closing_overflow)
    if any(apart) or any(one.account == "overflow" for one in told.changes):
        accounts.append(("overflow", *apart))
    rows = [
        (
            words(account),
            Cell(show_mites(opening)),
            *(Cell(show_mites(told.total(kind, account))) for kind in kinds),
            Cell(show_mites(closing)),
        )
        for account, opening, closing in accounts
    ]
    heads = ("Opening", *(kind.capitalize() for kind in kinds), "Closing")
    note = f"Pending at the end: {show_mites(told.pending)}. "
    note += f"Unexplained: {show_mites(told.unexplained)}."
    yield Table(f"sum-{told.meter}", "", (*left("Account"), *right(*heads)), tuple(rows), note=note)
    each = tuple(
        (
            words(facts.house.shown(one.at)),
            words(one.account),
            words(one.kind.removesuffix("s")),
            Cell(show_mites(one.mites)),
            words(plain(f"{one.who}: {one.why}" if one.who else one.why)),
        )
        for one in told.changes
        if one.kind != "contributions" or one.mites < 0
    )
    if each:
        columns = (*left("When", "Account", "What"), *right("Amount"), *left("Who and why"))
        yield Table(f"each-{told.meter}", "Other than what rounds have added", columns, each)
