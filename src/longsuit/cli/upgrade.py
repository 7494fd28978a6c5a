"""`longsuit upgrade`: a floor of an older version brought up to date."""

from typing import Annotated

import typer
from msgspec import to_builtins

from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.floor.store.database import DEFAULT_DATABASE, Upgrade, upgrade


def run(
    db: Annotated[
        str, typer.Option("--db", help="The floor: a SQLite file, or postgresql://...")
    ] = DEFAULT_DATABASE,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done, and change nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Bring a floor of an older version up to date, all of it or nothing.

    Stop its server and make a backup first: there is no way back but the backup. Records stay as
    they were written, hash by hash.
    """
    told = upgrade(db, dry_run=dry_run)
    if as_json:
        print_json(to_builtins(told) | {"needed": told.needed, "done": told.needed and not dry_run})
        return 0
    console = make_console()
    for line in _lines(told, dry_run=dry_run):
        console.print(line, soft_wrap=True, markup=False)
    return 0


def _lines(told: Upgrade, *, dry_run: bool) -> list[str]:
    if not told.needed:
        return [f"{told.database} is up to date (form {told.form})."]
    verb = "would go" if dry_run else "went"
    steps = [f"  {step}" for step in told.steps]
    forms = f"from form {told.form} to form {told.newest}"
    kept = f"Its {told.records:,} records stay as they were written."
    lines = [f"{told.database} {verb} {forms}:", *steps, kept]
    if dry_run:
        lines.append("Nothing was changed. Stop the server and make a backup before the upgrade.")
    return lines
