"""`longsuit record`: what others have published about these games, beside ours."""

from pathlib import Path
from typing import Annotated

import typer

from longsuit.analysis.record.claims import entries
from longsuit.analysis.record.table import as_markdown
from longsuit.cli.markdown import find_place, rewrite
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.progress import waiting


def run(
    slow: Annotated[
        bool, typer.Option("--slow", help="Also the figures that take minutes.")
    ] = False,
    write: Annotated[
        Path | None, typer.Option(help="Rewrite the table in a Markdown file; counts everything.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Every published figure about the games: its source, ours, a verdict."""
    if write is not None:
        find_place(write, "record")
    with waiting("Counting what others have published"):
        table = list(entries(slow=slow or write is not None))
    if write is not None:
        rewrite(write, "record", as_markdown(table))
    if as_json:
        print_json(
            [
                {
                    "what": one.claim.what,
                    "printed": one.claim.printed,
                    "source": one.claim.source,
                    "ours": one.found.ours,
                    "exactly": one.found.exactly,
                    "verdict": one.found.verdict,
                    "note": one.found.note,
                    "command": one.claim.command,
                }
                for one in table
            ]
        )
        return
    grid = make_grid("Published", "<as", "ours", "<verdict", "source")
    for one in table:
        grid.add_row(
            one.claim.what, one.claim.printed, one.found.ours, one.found.verdict, one.claim.source
        )
    make_console().print(grid)
