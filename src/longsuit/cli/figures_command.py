"""`longsuit figures`: what documents print, and what comes out exactly."""

from pathlib import Path
from typing import Annotated

import typer

from longsuit.analysis.exact.figures import as_markdown, figures
from longsuit.analysis.numbers import as_json as exact_json
from longsuit.cli.markdown import rewrite
from longsuit.cli.output import JsonOption, make_console, make_grid, print_json
from longsuit.cli.progress import waiting


def run(
    write: Annotated[
        list[Path] | None, typer.Option(help="Rewrite the table in a Markdown file.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Every figure that the documents print, beside ours; exit 1 if one does not agree."""
    with waiting("Solving both games"):
        table = figures()
    for path in write or []:
        rewrite(path, "figures", as_markdown(table))
    if as_json:
        print_json(
            {
                "figures": [
                    {
                        "what": figure.what,
                        "printed": figure.printed,
                        "source": figure.source,
                        "ours": exact_json(figure.exact),
                        "agrees": figure.agrees,
                    }
                    for figure in table
                ]
            }
        )
    else:
        console = make_console()
        grid = make_grid("Figure", "<printed", ">ours", "<", "exactly")
        for figure in table:
            grid.add_row(
                figure.what,
                figure.printed,
                f"{float(figure.exact):.9f}",
                "agrees" if figure.agrees else "DIFFERS",
                f"{figure.exact.numerator}/{figure.exact.denominator}",
            )
        console.print(grid)
    return 0 if all(figure.agrees for figure in table) else 1
