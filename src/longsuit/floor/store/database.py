"""Opening a database: SQLite in one file, or PostgreSQL; brought up to date by its migrations."""

import re
from importlib import resources
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError

from longsuit.errors import InputError

DEFAULT_DATABASE = "longsuit.db"
"""A file in the folder that the command is called from."""
DatabaseError = SQLAlchemyError
"""What a database raises that cannot be used now; for doors, which do not speak SQL."""
_BUSY_SECONDS = 10


def open_database(url: str) -> Engine:
    """An engine for the database that the user names, with its tables in place."""
    engine = connect(url)
    try:
        migrate(engine)
    except OperationalError as error:
        raise InputError(
            f"The database {hide_password(url)} cannot be used: {_why(error)}."
        ) from None
    return engine


def connect(url: str) -> Engine:
    """An engine, whatever state the database is in. A path is a SQLite file."""
    target = _read_url(url)
    if target.get_backend_name() == "sqlite":
        engine = create_engine(
            target, connect_args={"timeout": _BUSY_SECONDS}, hide_parameters=True
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_immediate)
        return engine
    return create_engine(
        target, pool_pre_ping=True, pool_size=5, max_overflow=10, hide_parameters=True
    )


def _read_url(url: str) -> URL:
    if not re.match(r"[a-z+0-9]+://", url):
        return URL.create("sqlite", database=str(Path(url).expanduser()))
    try:
        target = make_url(url)
    except ArgumentError:
        raise InputError("The database is a file, or an address such as postgresql://...") from None
    if target.drivername in ("postgresql", "postgres"):
        target = target.set(drivername="postgresql+psycopg")
    if target.drivername not in ("sqlite", "postgresql+psycopg"):
        raise InputError(
            f"Longsuit keeps its log in SQLite or PostgreSQL, not {target.drivername}."
        )
    return target


def hide_password(url: str) -> str:
    """The address as it may be shown."""
    return _read_url(url).render_as_string(hide_password=True)


def _why(error: OperationalError) -> str:
    return str(error.orig).strip().splitlines()[0].rstrip(".")


def _prepare_sqlite(connection: object, _record: object) -> None:
    """Write-ahead log, and every commit on disk before it is acknowledged."""
    # The driver must not open transactions by itself: `_begin_immediate` does.
    connection.isolation_level = None  # type: ignore[attr-defined]
    cursor = connection.cursor()  # type: ignore[attr-defined]
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    """A writer takes its lock at once; a transaction that only reads asks for none."""
    reads = connection.get_execution_options().get("reads_only")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def migrate(engine: Engine) -> None:
    """Bring the tables up to date."""
    config = Config()
    config.set_main_option("script_location", str(resources.files(__package__) / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Two processes that start at once take turns.
            connection.execute(text("SELECT pg_advisory_xact_lock(7021511)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
