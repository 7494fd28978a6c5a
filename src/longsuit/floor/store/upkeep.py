"""Projections of a floor that the user names: made anew from its log, or compared with it."""

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from longsuit.core.errors import InputError
from longsuit.floor.store.audit_rows import Damaged, Source, first_false_row
from longsuit.floor.store.database import alone, connect, hide_password, open_to_read
from longsuit.floor.store.projections.rebuild import rebuild

_ALONE = text("LOCK TABLE records IN SHARE ROW EXCLUSIVE MODE")
"""On PostgreSQL nobody writes meanwhile; a server that runs all the same says that it cannot."""


def rebuild_projections(url: str) -> dict[str, int]:
    """All of them, or nothing is changed; returns how many rows each has then."""
    open_to_read(url).dispose()
    engine = connect(url)
    try:
        with alone(engine), engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(_ALONE)
            return rebuild(connection)
    except DBAPIError as error:
        raise InputError(_cannot(url, error)) from None
    finally:
        engine.dispose()


def check_projections(url: str) -> str:
    """The first row that is not what the log leads to, in a sentence; empty where none is."""
    engine = open_to_read(url)
    try:
        return first_false_row(Source(engine))
    except Damaged as error:
        raise InputError(f"The database {hide_password(url)} is damaged: {error}.") from None
    except DBAPIError as error:
        raise InputError(_cannot(url, error)) from None
    finally:
        engine.dispose()


def _cannot(url: str, error: DBAPIError) -> str:
    why = (str(error.orig).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    return f"The database {hide_password(url)} cannot be used: {why}."
