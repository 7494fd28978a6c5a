"""Opening a database: SQLite in one file, or PostgreSQL; brought up to date by its migrations."""

import os
import re
import sqlite3
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    inspect,
    select,
    text,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from longsuit.core.errors import InputError
from longsuit.floor.store.file_lock import lock_beside
from longsuit.floor.store.game_rows import learn_games
from longsuit.floor.store.projections.rebuild import rebuild
from longsuit.floor.store.schema import make_tables, make_views, metadata, views
from longsuit.floor.store.settings_rows import write_setting

if TYPE_CHECKING:
    from alembic.config import Config

DEFAULT_DATABASE = "longsuit.db"
"""A file in the folder that the command is called from."""
Database = Engine
"""As those hand it on who do not speak SQL."""
DatabaseError = SQLAlchemyError
"""What a database raises that cannot be used now; for doors, which do not speak SQL."""
_NOTED = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Which form a database has, as Alembic notes it."""
_BUSY_SECONDS = 10
_FROM_ELSEWHERE = """
    SELECT 1 FROM records WHERE tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint LIMIT 1
"""
"""A log that was restored from another PostgreSQL, whose transactions had got further."""


def open_database(url: str) -> Engine:
    """An engine for the database that the user names, with its tables in place."""
    engine = connect(url)
    make_ready(engine)
    return engine


def make_ready(engine: Engine) -> None:
    """Put the tables of a new floor in place, or say in one sentence why that cannot be.

    One of an older version is left as it is: how long bringing it up to date takes, and whether
    there is a backup, its operator knows.
    """
    _make_private(engine.url)
    try:
        with engine.connect() as connection:
            form = _form(connection)
            older = form not in (None, newest_form()) and _holds_records(connection)
        if older and unknown_complaint(form, _name(engine)) is None:
            raise InputError(older_complaint(form, _name(engine)))
        migrate(engine)
        learn_games(engine)
    except DBAPIError as error:
        engine.dispose()
        raise InputError(f"The database {_name(engine)} cannot be used: {_why(error)}.") from None


def _make_private(url: URL) -> None:
    """A new SQLite file is its owner's alone, and so is what SQLite puts beside it."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return
    # Where it cannot be made, SQLite says why.
    with suppress(OSError):
        os.close(os.open(str(url.database), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


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
    # No ping before each use: a connection that was cut is found out by whoever uses it, and the
    # engine asks again; a ping would cost every commit a round trip. The one that was used last
    # comes first: it has prepared what is asked again and again.
    return create_engine(
        target, pool_size=5, max_overflow=10, pool_use_lifo=True, hide_parameters=True
    )


def open_to_read(url: str) -> Engine:
    """An engine that changes nothing, for a log that is there and in today's form."""
    engine, form, name = _find(url)
    if form != newest_form():
        engine.dispose()
        raise InputError(older_complaint(form, name))
    learn_games(engine)
    return engine


def open_existing(url: str) -> Engine:
    """An engine for a floor that is there: where there is none, none is made."""
    _find(url)[0].dispose()
    return open_database(url)


def _find(url: str) -> tuple[Engine, str, str]:
    """A floor that is there, to be read only: its engine, its form, its name for people."""
    name, target = hide_password(url), _read_url(url)
    if target.get_backend_name() == "sqlite":
        name = str(target.database)
        if not Path(name).is_file():
            raise InputError(f"There is no database {name}.")
    engine = connect_to_read(url)
    try:
        with engine.connect() as connection:
            form = _form(connection)
            if form == newest_form():
                # A bit of what says how a table looks may be another.
                for table in (*metadata.tables.values(), *views.tables.values()):
                    connection.execute(select(table).limit(0))
    except (DBAPIError, UnicodeDecodeError) as error:
        # Python reads SQLite's complaint as text, and a damaged file may spoil even that.
        engine.dispose()
        why = _why(error) if isinstance(error, DBAPIError) else "it is damaged"
        raise InputError(f"The database {name} cannot be read: {why}.") from None
    if form is None:
        engine.dispose()
        raise InputError(f"The database {name} holds no log of Longsuit.")
    if unknown := unknown_complaint(form, name):
        engine.dispose()
        raise InputError(unknown)
    return engine, form, name


def newest_form() -> str:
    """The form of the tables that this version makes."""
    return _forms()[-1]


def older_complaint(form: str | None, name: str) -> str:
    """What to do with a database of an older version."""
    what = f"is of an older version of Longsuit (form {form}, and this one has {newest_form()})"
    return f"The database {name} {what}: run longsuit upgrade."


def _form(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_NOTED.name):
        return None
    found: str | None = connection.execute(select(_NOTED)).scalar()
    return found


def _holds_records(connection: Connection) -> bool:
    return connection.execute(text("SELECT 1 FROM records LIMIT 1")).first() is not None


class Upgrade(Struct, frozen=True):
    """What bringing a database up to date comes to."""

    database: str
    form: str
    """As it was before."""
    newest: str
    steps: tuple[str, ...]
    """What each step is about, in one sentence."""
    records: int
    """None of them is written anew."""

    @property
    def needed(self) -> bool:
        """Whether there is anything to do."""
        return self.form != self.newest


def upgrade(url: str, *, dry_run: bool = False) -> Upgrade:
    """Bring a floor that is there up to date, all of it or nothing; a dry run only looks.

    No server may run on it: on SQLite that is made sure of, on PostgreSQL it is the operator's.
    """
    reader, form, name = _find(url)
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    missing = ScriptDirectory.from_config(_migrations()).iterate_revisions(newest_form(), form)
    steps = tuple((one.doc or "").splitlines()[0] for one in reversed(list(missing)))
    with reader.connect() as connection:
        records = connection.execute(text("SELECT count(*) FROM records")).scalar_one()
    reader.dispose()
    told = Upgrade(name, form, newest_form(), steps, int(records))
    if dry_run or not told.needed:
        return told
    engine = connect(url)
    try:
        with alone(engine):
            migrate(engine)
            if engine.dialect.name == "sqlite":
                engine.dispose()
                # What the old tables took is given back.
                with closing(sqlite3.connect(str(engine.url.database))) as file:
                    file.execute("VACUUM")
    except DBAPIError as error:
        raise InputError(f"The database {name} cannot be used: {_why(error)}.") from None
    except sqlite3.Error as error:
        # It is up to date; only the disk has no room to write it anew without the gaps.
        raise InputError(f"{name} is up to date, and keeps its size: {error}.") from None
    finally:
        engine.dispose()
    return told


def alone(engine: Engine) -> AbstractContextManager[object]:
    """Nobody else runs the floor meanwhile, as far as that can be made sure of."""
    if engine.dialect.name != "sqlite":
        return nullcontext()
    path = Path(str(engine.url.database))
    return lock_beside(path, f"A server runs the floor in {path}: stop it first.")


def unknown_complaint(form: str | None, name: str) -> str | None:
    """Why a database in that form, if it has one, is not for this version, or None if it is."""
    known = _forms()
    if form is None or form in known:
        return None
    if form < known[0]:
        what = f"is of a trial version of Longsuit (form {form}, and the oldest kept is {known[0]})"
        return f"The database {name} {what}: no version brings it up to date."
    what = f"was written by a newer version of Longsuit (form {form}, and this one has"
    return f"The database {name} {what} {newest_form()}): use that version."


def connect_to_read(url: str) -> Engine:
    """An engine that changes nothing, whatever state the database is in."""
    target = _read_url(url)
    if target.get_backend_name() == "sqlite":
        path = Path(target.database or "").absolute()
        engine = create_engine(target, creator=lambda: _read_only(path), hide_parameters=True)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine
    return create_engine(
        target,
        pool_pre_ping=True,
        execution_options={"postgresql_readonly": True},
        hide_parameters=True,
    )


def _read_only(path: Path) -> sqlite3.Connection:
    connection = _open_file(path, "mode=ro")
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            raise
        # In a folder that cannot be written to, readers and writers have no place to meet; where
        # no write-ahead log lies beside the file there is no writer either.
        return _open_file(path, "mode=ro&immutable=1")
    return connection


def _open_file(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?{how}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
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


def sqlite_folder(url: str) -> Path | None:
    """The folder that the file of a SQLite floor lies in; None for PostgreSQL."""
    target = _read_url(url)
    if target.get_backend_name() != "sqlite":
        return None
    return Path(target.database or "").resolve().parent


def hide_password(url: str) -> str:
    """The address as it may be shown."""
    return _read_url(url).render_as_string(hide_password=True)


def _name(engine: Engine) -> str:
    """A database as people know it: a file, or an address without its password."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return engine.url.render_as_string(hide_password=True)


def _why(error: DBAPIError) -> str:
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
    """Make the tables of a new floor, or bring those of an older one up to date."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Two processes that start at once take turns.
            connection.execute(text("SELECT pg_advisory_xact_lock(7021511)"))
        form = _form(connection)
        if unknown := unknown_complaint(form, _name(engine)):
            raise InputError(unknown)
        if form is None:
            make_tables(connection)
            _NOTED.create(connection, checkfirst=True)
            connection.execute(_NOTED.insert().values(version_num=newest_form()))
        elif form != newest_form():
            from alembic import command  # noqa: PLC0415

            config = _migrations()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            make_views(connection)
            # What follows from the log is made anew, whatever the older version made of it.
            rebuild(connection)
        if engine.dialect.name == "postgresql" and connection.scalar(text(_FROM_ELSEWHERE)):
            # Numbers of another PostgreSQL's transactions say nothing here: all are through.
            connection.execute(text("UPDATE records SET tx = 0 WHERE tx <> 0"))


def check_writes(engine: Engine, now: int) -> None:
    """Write a value down and have it on disk; raises what a database raises that cannot."""
    with engine.begin() as connection:
        write_setting(connection, "last check", str(now))


@cache
def _forms() -> list[str]:
    """All that can be brought up to date, the oldest first: each has a file of the same number."""
    files = (resources.files(__package__) / "migrations" / "versions").iterdir()
    return sorted(one.name[:4] for one in files if one.name.endswith(".py"))


def _migrations() -> "Config":
    """For Alembic, which takes ten megabytes and is loaded where a floor is upgraded, if at all."""
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(resources.files(__package__) / "migrations"))
    return config
