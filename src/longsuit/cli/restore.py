"""`longsuit restore`: a SQLite floor put back from a copy."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from longsuit.cli.backup import told
from longsuit.cli.key_places import ConfigOption, places_of
from longsuit.cli.output import JsonOption
from longsuit.floor.store.backup import Damaged, restore
from longsuit.floor.store.database import DEFAULT_DATABASE


def run(
    copy: Annotated[Path, typer.Argument(help="What longsuit backup wrote.")],
    db: Annotated[str, typer.Option("--db", help="Where the floor goes.")] = DEFAULT_DATABASE,
    replace: Annotated[
        bool, typer.Option("--replace", help="Set aside the floor that is there.")
    ] = False,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> int:
    """Put a floor back from COPY once it is found to be sound; exit 1 if it is not.

    No server may run on it. Everybody signs in again afterwards. To run it, its key has to be here.
    """
    try:
        made = restore(copy, db, replace=replace, places=places_of(config))
    except Damaged as error:
        print(f"longsuit restore: {error}", file=sys.stderr)
        return 1
    told(made, as_json=as_json)
    return 0
