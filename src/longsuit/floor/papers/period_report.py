"""A day, week, month or range on paper: tables, wagers, meters, custody (CON-38)."""

from collections.abc import Iterator

from longsuit.analysis.numbers import percent
from longsuit.analysis.report.content import (
    Bullets,
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
from longsuit.analysis.report.numbers import plain
from longsuit.core.money import show_dollars, show_mites
from longsuit.floor.papers.facts import Facts
from longsuit.floor.reports.day import DayReport
from longsuit.floor.reports.meter_day import Movement
from longsuit.floor.reports.table_day import Share, Totals, WagerDay


def period_report(facts: Facts, report: DayReport, date: str) -> Paper:
    """The report of a period."""
    day = report.day
    agree = Text("Log and ledger agree.")
    differences = Bullets(tuple(report.differences)) if report.differences else agree
    title = f"Report of {day.title}"
    begins = Text(f"Gaming days begin at {day.hour:02d}:00, {day.zone}.")
    sections = [
        Section("tables", "By table", (_tables(report),)),
        Section("wagers", "By wager", (_wagers(report),)),
        Section("dealers", "By dealer", (_dealers(report), _duty(facts, report))),
        Section("meters", "Meters", (_meters(report), _custody(report))),
        Section("books", "Log and ledger", (differences,)),
    ]
    return facts.paper(title, date, *sections, front=(begins, _totals(report)))


_MONEY = ("Rounds", "Drop", "Handle", "Win", "Hold", "Theory", "Jackpots")


def _money(one: Totals) -> list[Cell]:
    return [
        Cell(f"{one.rounds:,}"),
        Cell(show_dollars(one.drop)),
        Cell(show_dollars(one.handle)),
        Cell(show_mites(one.win_mites)),
        _share(one.hold),
        _share(one.theory),
        Cell(show_dollars(one.jackpots)),
    ]


def _share(share: Share | None) -> Cell:
    return Cell("" if share is None else percent(share.exact, 2))


def _totals(report: DayReport) -> Table:
    rows = tuple((words(one.mode), *_money(one)) for one in report.totals)
    return Table("totals", "All tables", (*left("Mode"), *right(*_MONEY)), rows)


def _tables(report: DayReport) -> Table:
    rows = tuple((words(one.table), words(one.mode), *_money(one)) for one in report.tables)
    return Table("by-table", "", (*left("Table", "Mode"), *right(*_MONEY)), rows)


def _wagers(report: DayReport) -> Table:
    figures = ("Placed", "Handle", "Win", "Hold", "Theory")
    rows = tuple(
        (words(table.table), *row)
        for table in report.tables
        for wager in table.wagers
        for row in _wager_rows(wager)
    )
    return Table("by-wager", "", (*left("Table", "Wager"), *right(*figures)), rows)


def _wager_rows(one: WagerDay) -> Iterator[tuple[Cell, ...]]:
    yield (
        words(one.name),
        Cell(f"{one.wagers:,}"),
        Cell(show_dollars(one.handle)),
        Cell(show_mites(one.win_mites)),
        _share(one.hold),
        _share(one.theory),
    )


def _dealers(report: DayReport) -> Table:
    figures = ("Rounds", "Handle", "Tray")
    rows = tuple(
        (
            words(one.table),
            words(plain(one.dealer)),
            Cell(f"{one.rounds:,}"),
            Cell(show_dollars(one.handle)),
            Cell(show_dollars(one.handle - one.paid)),
        )
        for one in report.dealers
    )
    note = "A round belongs to who touched START ROUND. A live table's is the progressive alone."
    return Table("by-dealer", "", (*left("Table", "Dealer"), *right(*figures)), rows, note=note)


def _duty(facts: Facts, report: DayReport) -> Table:
    rows = tuple(
        (
            words(facts.house.shown(one.at)),
            words(one.table),
            words(plain(one.dealer)),
            words("came on" if one.on else "went off"),
        )
        for one in report.duties
    )
    note = "" if rows else "No dealer came on or went off."
    return Table("duty", "On and off", left("When", "Table", "Dealer", ""), rows, note=note)


def _meters(report: DayReport) -> Table:
    parts = Movement.__struct_fields__
    rows = tuple(
        (words(one.meter), *(Cell(show_mites(getattr(one.value, part))) for part in parts))
        for one in (*report.meters, report.meter_totals)
    )
    columns = (*left("Meter"), *right(*(part.capitalize() for part in parts)))
    return Table("by-meter", "What stands and what changed", columns, rows)


def _custody(report: DayReport) -> Table:
    parts = ("displayed", "reserve", "overflow", "pending", "held")
    rows = tuple(
        (words(one.meter), *(Cell(show_mites(getattr(one, part))) for part in parts))
        for one in report.custody.meters
    )
    columns = (Column("Meter"), *right(*(part.capitalize() for part in parts)))
    note = f"House money beside it: {show_mites(report.custody.house)}."
    return Table("custody", "Players' funds held", columns, rows, note=note)
