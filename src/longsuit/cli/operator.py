"""A floor's database, for whoever has it: the log calls them `operator`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from longsuit.core.errors import InputError
from longsuit.floor.engine.clock import Clock
from longsuit.floor.people.identity import Micros
from longsuit.floor.store.database import DatabaseError, hide_password, open_existing
from longsuit.floor.store.leases import Leases

DbOption = Annotated[str, typer.Option("--db", help="The floor: a file, or postgresql://...")]


@contextmanager
def opened(db: str) -> Iterator[Any]:
    """The database of a floor that is there."""
    try:
        database = open_existing(db)
        try:
            yield database
        finally:
            database.dispose()
    except DatabaseError as error:
        name = type(error).__name__
        raise InputError(f"The database {hide_password(db)} cannot be used ({name}).") from None


def time_to_write(database: Any) -> Micros:
    """The time for a record: none is made while this machine's clock is not the database's."""
    clock = Clock(whose="This machine's")
    clock.hear_database(Leases(database, "", 0).time)
    if wrong := clock.complaint():
        raise InputError(f"{wrong} Nothing is written until it is right.")
    return clock.wall()
