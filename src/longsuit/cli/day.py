"""`longsuit day`: a gaming day of a floor, from its log and its ledger."""

import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from longsuit.analysis.numbers import decimal
from longsuit.cli.output import JsonOption, make_console, make_grid
from longsuit.core.errors import InputError
from longsuit.core.money import show_dollars, show_mites
from longsuit.floor.reports.day import DayReport, day_report
from longsuit.floor.reports.export import local_time, to_csv, to_json
from longsuit.floor.reports.meter_day import MeterDay, Movement
from longsuit.floor.reports.period import Day, day_at, gaming_day, read_period
from longsuit.floor.reports.table_day import Share, TableDay, Totals, WagerDay
from longsuit.floor.store.database import DEFAULT_DATABASE
from longsuit.floor.store.report_rows import open_rows

DbOption = Annotated[str, typer.Option("--db", help="The floor: a file, or postgresql://...")]
_TODAY, _YESTERDAY = "today", "yesterday"


def run(
    db: DbOption = DEFAULT_DATABASE,
    on: Annotated[
        str,
        typer.Option(
            "--date", help="A day, week or month, A..B, today or yesterday.", show_default=True
        ),
    ] = _TODAY,
    zone: Annotated[str, typer.Option(help="The floor's time zone.")] = "UTC",
    hour: Annotated[int, typer.Option(help="The hour at which a gaming day starts.")] = 0,
    theory: Annotated[
        bool, typer.Option(help="What each wager should hold; games are solved for it.")
    ] = True,
    folder: Annotated[
        Path | None, typer.Option("--csv", help="Write a CSV file for each section to a folder.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """A gaming day: handle, win and hold beside theory, meters reconciled, the ledger.

    Exit 1 where the log and the ledger do not agree.
    """
    day = _read_day(on, zone, hour)
    if folder is not None and not folder.parent.is_dir():
        raise InputError(f"There is no folder {folder.parent} to make {folder.name} in.")
    if theory and sys.stderr.isatty():
        sys.stderr.write("Reading the day and solving its games ...\n")
    with open_rows(db) as rows:
        report = day_report(rows, day, theory=theory)
    if folder is not None:
        _write_csv(report, folder)
    if as_json:
        sys.stdout.write(msgspec.json.format(to_json(report)).decode() + "\n")
    elif folder is None:
        _show(make_console(), report)
    if report.shortened:
        tables = ", ".join(report.shortened)
        print(f"longsuit day: {tables}: shortened, and left out.", file=sys.stderr)
    for sentence in report.differences:
        print(f"longsuit day: {sentence}", file=sys.stderr)
    return 1 if report.differences else 0


def _read_day(on: str, zone: str, hour: int) -> Day:
    today = day_at(time.time_ns() // 1000, zone, hour)
    if on == _TODAY:
        return today
    if on == _YESTERDAY:
        return gaming_day(today.date - timedelta(days=1), zone, hour)
    return read_period(on, zone, hour)


def _write_csv(report: DayReport, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in to_csv(report).items():
        path = folder / f"{report.day.file_name}-{name}.csv"
        path.write_text(text, encoding="utf-8", newline="")


# For the eye


def _show(console: Console, report: DayReport) -> None:
    day = report.day
    starts, ends = (local_time(day, at)[:16].replace("T", " ") for at in (day.start, day.end))
    console.print(Text(day.name or f"Gaming day {day.date}", style="bold"))
    console.print(f"{starts} to {ends}, {day.zone}")
    for table in report.tables:
        console.print()
        _show_table(console, table)
    if not report.tables:
        console.print("Nothing happened at any table.")
    if len(report.tables) > 1:
        # One kind of tables only: then all of them say the same again.
        for total in report.totals if len(report.totals) > 2 else report.totals[:1]:
            console.print()
            _show_total(console, total)
    for meter in report.meters:
        console.print()
        _show_meter(console, meter, day)
    console.print()
    _show_ledger(console, report)


def _show_table(console: Console, table: TableDay) -> None:
    about = f"  {_plain(table.name)}, {table.mode}"
    console.print(Text.assemble((table.table, "bold"), about))
    console.print(_counts(table))
    grid = make_grid("Wager", ">placed", ">handle", ">win", ">hold", ">theory", ">off by", gap=1)
    for wager in table.wagers:
        for row in _rows(wager):
            grid.add_row(*row)
    grid.add_row(*_sum_row("Together", table))
    console.print(grid)
    for wager in table.wagers:
        if wager.note:
            console.print(f"{wager.name}: {wager.note}")


def _counts(one: Totals) -> str:
    parts = [f"{one.rounds:,} rounds", f"{one.seats:,} hands"]
    if one.cancelled:
        parts.append(f"{one.cancelled:,} cancelled")
    if one.mode != "live":
        parts += [f"drop {show_dollars(one.drop)}", f"taken {show_dollars(one.taken)}"]
    if one.jackpots:
        parts.append(f"jackpots {show_dollars(one.jackpots)}")
    if one.envy:
        parts.append(f"envy {show_dollars(one.envy)}")
    if one.cut:
        parts.append(f"cut by caps {show_dollars(one.cut)}")
    if one.robot_handle:
        parts.append(f"robots wagered {show_dollars(one.robot_handle)}")
    return ", ".join(parts)


def _rows(wager: WagerDay, indent: str = "") -> Iterator[list[str]]:
    yield [
        indent + wager.name,
        f"{wager.wagers:,}",
        show_dollars(wager.handle),
        show_mites(wager.win_mites),
        _percent(wager.hold),
        _percent(wager.theory),
        "" if wager.deviations is None else f"{wager.deviations:+.1f} sd",
    ]
    for part in wager.parts:
        yield from _rows(part, "  ")


def _sum_row(name: str, one: Totals) -> list[str]:
    return [
        *(name, "", show_dollars(one.handle), show_mites(one.win_mites)),
        *(_percent(one.hold), _percent(one.theory), ""),
    ]


def _show_total(console: Console, total: Totals) -> None:
    name = "All tables but practice" if total.mode == "all" else f"All {total.mode} tables"
    console.print(Text.assemble((name, "bold"), f"  {total.tables:,}"))
    console.print(_counts(total))
    grid = make_grid("", ">", ">handle", ">win", ">hold", ">theory", ">", gap=1)
    grid.add_row(*_sum_row("Together", total))
    console.print(grid)


def _plain(text: str) -> str:
    """What people have typed, without anything that a terminal would obey."""
    return "".join(one if one.isprintable() else "?" for one in text)


def _percent(share: Share | None) -> str:
    return "" if share is None else f"{decimal(Fraction(share.exact) * 100, 2)}%"


def _show_meter(console: Console, meter: MeterDay, day: Day) -> None:
    """The contributions in one line; every other change in a line of its own."""
    console.print(Text(f"Meter {meter.meter}", style="bold"))
    grid = make_grid("<", ">", "", headed=False, gap=1)
    for account, part in (("meter", meter.value), ("reserve", meter.reserve)):
        if account == "meter" or part != Movement(*[0] * len(Movement.__struct_fields__)):
            for row in _meter_rows(meter, account, part, day):
                grid.add_row(*row)
    pending = meter.pending
    if pending.opening or pending.locked or pending.closing:
        paid = f"{show_mites(pending.paid)} was paid, {show_mites(pending.voided)} voided"
        grid.add_row("pending", show_mites(pending.closing), paid)
    grid.add_row("unexplained", show_mites(meter.unexplained), "")
    console.print(grid)


def _meter_rows(meter: MeterDay, account: str, part: Movement, day: Day) -> Iterator[list[str]]:
    name = "" if account == "meter" else "reserve, "
    yield [f"{name}opening", show_mites(part.opening), ""]
    own = [one for one in meter.changes if one.account == account]
    rounds = sum(one.kind == "contributions" for one in own)
    if rounds:
        yield ["contributions", show_mites(part.contributions), f"of {rounds:,} rounds"]
    for one in own:
        if one.kind != "contributions":
            clock = local_time(day, one.at)[11:19]
            yield [one.kind, show_mites(one.mites), _plain(f"{clock} {one.who}: {one.why}")]
    yield [f"{name}closing", show_mites(part.closing), ""]


def _show_ledger(console: Console, report: DayReport) -> None:
    grid = make_grid("Ledger", ">opening", ">received", ">given", ">closing", gap=1)
    for one in report.ledger.accounts:
        amounts = (one.opening, one.received, one.given, one.closing)
        grid.add_row(one.account, *map(show_mites, amounts))
    grid.add_row("trial balance", "", "", "", show_mites(report.ledger.trial_balance))
    console.print(grid)
