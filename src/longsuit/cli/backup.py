"""`longsuit backup`: a copy of a SQLite floor, made while it runs."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from longsuit.cli.key_places import ConfigOption, places_of
from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.floor.store.backup import Copied, Damaged, backup
from longsuit.floor.store.database import DEFAULT_DATABASE


def run(
    copy: Annotated[Path, typer.Option("--output", "-o", help="The new file to copy it to.")],
    db: Annotated[str, typer.Option("--db", help="The floor: a SQLite file.")] = DEFAULT_DATABASE,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """Copy a floor, running or not, and check the copy; exit 1 if it is not sound.

    The key of its secrets is not in the copy: longsuit key export writes it elsewhere. A PostgreSQL
    floor is backed up with pg_dump.
    """
    try:
        made = backup(db, copy, places_of(config))
    except Damaged as error:
        print(f"longsuit backup: {error}", file=sys.stderr)
        return 1
    told(made, as_json=as_json)
    return 0


def told(made: Copied, *, as_json: bool) -> None:
    """What was copied, and which key it needs."""
    if as_json:
        print_json(to_builtins(made))
        return
    console = make_console()
    size = f"{made.records:,} records in {made.streams:,} streams, {made.bytes:,} bytes"
    console.print(f"{made.file}: {size}, checked.", soft_wrap=True)
    if made.key:
        here = f"It is in {made.key_at}." if made.key_at else "It is not here: longsuit key import."
        key = f"Its secrets need the key {made.key}, which is not in the copy."
        console.print(f"{key} {here}", soft_wrap=True)
    if made.replaced:
        console.print(f"What was there before: {made.replaced}", soft_wrap=True)
