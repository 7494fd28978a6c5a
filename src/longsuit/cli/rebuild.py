"""`longsuit rebuild`: what is written beside the log, made anew from it or compared with it."""

from typing import Annotated

import typer

from longsuit.cli.output import JsonOption, make_console, print_json
from longsuit.floor.store.database import DEFAULT_DATABASE
from longsuit.floor.store.upkeep import check_projections, rebuild_projections


def run(
    db: Annotated[
        str, typer.Option("--db", help="The floor: a SQLite file, or postgresql://...")
    ] = DEFAULT_DATABASE,
    check: Annotated[
        bool, typer.Option("--check", help="Only compare, and change nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Make the lists of rounds and jackpots and all balances anew from the log.

    They follow from it and say nothing more: reads use them so as not to read the whole log. Stop
    the server first; a check may run beside it. Records and ledger entries are not touched.
    """
    if check:
        return _check(db, as_json=as_json)
    rows = rebuild_projections(db)
    if as_json:
        print_json({"rows": rows})
        return 0
    told = ", ".join(f"{count:,} of {name}" for name, count in rows.items())
    make_console().print(f"Made anew from the log: {told}.", soft_wrap=True, markup=False)
    return 0


def _check(db: str, *, as_json: bool) -> int:
    """Whether all is as it should be; 1 if not."""
    wrong = check_projections(db)
    if as_json:
        print_json({"difference": wrong})
    else:
        told = wrong or "The lists of rounds and jackpots and all balances are what the log says."
        make_console().print(told, soft_wrap=True, markup=False)
    return 1 if wrong else 0
