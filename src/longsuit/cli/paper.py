"""`longsuit paper`: internal controls, rack cards, submissions, reviews and reports of a floor."""

import datetime as dt
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from longsuit.analysis.report.content import to_data
from longsuit.analysis.report.files import check_output, write_sheet
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.cli.progress import waiting
from longsuit.core.errors import InputError
from longsuit.floor.config.settings import read_config
from longsuit.floor.papers.catalog import prepare
from longsuit.floor.papers.facts import configured, recorded
from longsuit.floor.papers.kinds import KINDS, SORTS, Kind, Wanted
from longsuit.floor.store.report_rows import open_rows


def run(
    kind: Annotated[str, typer.Argument(help=f"Which paper: {', '.join(KINDS)}.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The .pdf or .html file to write.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="The floor's TOML file: the house, and its tables.")
    ] = None,
    db: Annotated[str, typer.Option("--db", help="The floor: a file, or postgresql://...")] = "",
    table: Annotated[str, typer.Option(help="The table, by its id.")] = "",
    period: Annotated[
        str, typer.Option(help="2026-03-01, 2026-W09, 2026-03, or A..B of days or times.")
    ] = "",
    meter: Annotated[str, typer.Option(help="One meter; without it, all of them.")] = "",
    date: Annotated[str, typer.Option(help="The date on the paper; today unless said.")] = "",
    theory: Annotated[
        bool, typer.Option(help="What each wager should hold; games are solved for it.")
    ] = True,
    as_json: JsonOption = False,
) -> None:
    """Write a paper of a floor: the house of --config; with --db the tables of the log."""
    wanted = Wanted(_kind(kind), _date(date), table, period, meter, theory)
    if output is not None:
        check_output(output)
    elif not as_json:
        raise InputError("Say where the paper goes, such as -o paper.pdf, or ask for --json.")
    if SORTS[wanted.kind].of_period and not (db and period):
        raise InputError(f"{SORTS[wanted.kind].name}: name the floor with --db, and a --period.")
    if config is None:
        # What the house says of itself is not in the log.
        raise InputError(f"{SORTS[wanted.kind].name}: name the floor's configuration, --config.")
    with waiting(SORTS[wanted.kind].name):
        with ExitStack() as stack:
            rows = stack.enter_context(open_rows(db)) if db else None
            floor = read_config(config)
            facts = configured(floor)
            if rows is not None:
                facts = recorded(rows, facts.house, waiting=facts.tables)
            make = prepare(wanted, facts, rows)
        paper = make()
        size = write_sheet(paper, output) if output is not None else 0
    if as_json:
        print_json(to_data(paper))
        return
    make_console().print(f"{paper.title}: {output}, {size:,} bytes, settings {paper.digest}.")


def _kind(text: str) -> Kind:
    found = [one for one in KINDS if one == text]
    if not found:
        raise InputError(f"There is no paper '{text[:40]}'; there are {', '.join(KINDS)}.")
    return found[0]


def _date(text: str) -> str:
    """The date given, or today's by this machine's clock."""
    if not text:
        return dt.datetime.now().astimezone().date().isoformat()
    try:
        return dt.date.fromisoformat(text).isoformat()
    except ValueError:
        raise InputError(f"'{text[:40]}' is not a date, such as 2026-03-01.") from None
