"""A database that a newer version has written: every command says so in one sentence."""

import sqlite3
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from longsuit.cli import serve
from longsuit.cli.main import main
from longsuit.floor.store.database import newest_form, open_database

NEWER = (
    "was written by a newer version of Longsuit "
    f"(form 9999, and this one has {newest_form()}): use that version."
)


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A floor whose form is not known here."""
    path = tmp_path / "floor.db"
    open_database(str(path)).dispose()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    return path


COMMANDS = {
    "serve": ["serve", "--port", "0", "--db", "floor.db"],
    "audit": ["audit", "--db", "floor.db"],
    "backup": ["backup", "--db", "floor.db", "-o", "copy.db"],
    "restore": ["restore", "floor.db", "--db", "other.db"],
    "day": ["day", "--db", "floor.db"],
    "upgrade": ["upgrade", "--db", "floor.db"],
    "people": ["people", "list", "--db", "floor.db"],
    "people add": ["people", "add", "Ada", "--role", "admin", "--db", "floor.db"],
}


@pytest.mark.parametrize("args", COMMANDS.values(), ids=COMMANDS)
def test_a_newer_database_is_one_sentence(
    newer: Path,
    args: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(newer.parent)
    monkeypatch.setattr(serve, "set_up_logs", lambda: None)
    monkeypatch.setattr(sys, "stdin", StringIO("correct horse battery\n"))
    before = newer.read_bytes()
    assert main(args) == 2
    said = capsys.readouterr()
    assert said.out == ""
    name = "serve" if args[0] == "serve" else args[0]
    assert said.err == f"longsuit {name}: The database floor.db {NEWER}\n"
    # Nothing was made, and nothing was changed.
    assert newer.read_bytes() == before
    left = {path.name for path in newer.parent.iterdir()}
    assert not left & {"copy.db", "other.db", "copy.db.key", "other.db.key", "floor.db.key"}
