"""`longsuit lab`: the figures of a bench of the lab, as its page shows them."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from longsuit.cli.output import JsonOption, make_console, make_grid
from longsuit.cli.progress import waiting
from longsuit.core.errors import InputError
from longsuit.core.plain_number import shorten
from longsuit.lab.bench import address, read_sound
from longsuit.lab.catalog import BENCHES, find_bench
from longsuit.lab.figures import Figures, Table, all_data, as_file


def run(
    bench: Annotated[str, typer.Argument(help=f"The bench: {', '.join(BENCHES)}.")],
    values: Annotated[
        list[str] | None, typer.Argument(help="Its fields, such as ties=win.")
    ] = None,
    only: Annotated[str, typer.Option(help="One table or chart, by its id.")] = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="The table as CSV.")] = False,
    as_svg: Annotated[bool, typer.Option("--svg", help="The chart as SVG.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A folder for the files of the bench.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """The figures of a bench; the lab's page shows the command for each of its states."""
    chosen = find_bench(bench)
    given = _read(values or [])
    found = read_sound(chosen, given)
    _refuse_unknown(given, [field.name for field in found.fields])
    if output is not None and not output.is_dir():
        raise InputError(f"There is no folder {output}.")
    if (as_csv or as_svg) and not only:
        raise InputError("Say which one with --only.")
    with waiting(chosen.name) as tell:
        counted = chosen.count(found.asked, lambda _done, _total, doing: tell(doing))
    figures = chosen.show(counted, found.values)
    if output is not None:
        for name, content in figures.files.items():
            (output / name).write_bytes(content)
    if only and (as_csv or as_svg or as_json):
        sys.stdout.write(as_file(figures, only, "csv" if as_csv else "svg" if as_svg else "json"))
    elif as_json:
        told = {"bench": bench, "address": address(found), **all_data(figures)}
        json.dump(told, sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
    else:
        _show(make_console(), figures, only)


def _read(given: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name in found:
            raise InputError(f"'{shorten(text)}' is not a field and its value, joined by =.")
        found[name] = value
    return found


def _refuse_unknown(given: Iterable[str], known: list[str]) -> None:
    """A name that the page would pass over is a slip here."""
    for name in given:
        if name not in known:
            there = ", ".join(known)
            raise InputError(f"There is no field '{shorten(name)}' here; there are: {there}.")


def _show(console: Console, figures: Figures, only: str) -> None:
    tables = [table for table in figures.tables if only in ("", table.id)]
    if only and not tables:
        as_file(figures, only, "csv")
    if not only:
        for tile in figures.tiles:
            console.print(f"{tile.name}: {tile.text}{f'  ({tile.note})' if tile.note else ''}")
        for sentence in figures.said:
            console.print(sentence)
    for table in tables:
        _print(console, table)


def _print(console: Console, table: Table) -> None:
    console.print()
    console.print(f"{table.title}  [{table.id}]", style="bold")
    numbers = [any(row[at][1] for row in table.rows) for at in range(len(table.headings))]
    grid = make_grid(
        *(
            f">{name}" if number else name
            for name, number in zip(table.headings, numbers, strict=True)
        )
    )
    for row in (*table.rows, *([table.total] if table.total else [])):
        grid.add_row(*(shown for shown, _ in row))
    console.print(grid)
    if table.note:
        console.print(table.note, style="dim")
