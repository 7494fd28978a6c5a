"""A floor of an older version: what every command says of it, and how it is brought up to date."""

import json
import sqlite3
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from tests.golden_floor import KEY, expected, figures, unpack

from longsuit.cli import serve
from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.store.database import newest_form, open_database, upgrade
from longsuit.floor.store.notify import lock_file

OLDER = (
    "The database floor.db is of an older version of Longsuit "
    f"(form 0008, and this one has {newest_form()}): run longsuit upgrade."
)
COMMANDS = {
    "serve": ["serve", "--port", "0", "--db", "floor.db"],
    "audit": ["audit", "--db", "floor.db"],
    "day": ["day", "--db", "floor.db"],
    "people": ["people", "list", "--db", "floor.db"],
    "people add": ["people", "add", "Ada", "--role", "admin", "--db", "floor.db"],
}


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A floor from before form 2, with a played day in it."""
    monkeypatch.setenv(KEY_VARIABLE, KEY.decode())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "set_up_logs", lambda: None)
    monkeypatch.setattr(sys, "stdin", StringIO("correct horse battery\n"))
    return unpack(1, tmp_path)


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}


@pytest.mark.parametrize("args", COMMANDS.values(), ids=COMMANDS)
def test_every_command_says_what_to_do_and_changes_nothing(
    older: Path, args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = tables(older)
    assert main(args) == 2
    assert capsys.readouterr().err == f"longsuit {args[0]}: {OLDER}\n"
    assert tables(older) == before


def test_a_dry_run_says_what_would_be_done_and_changes_nothing(
    older: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = older.read_bytes()
    assert main(["upgrade", "--db", "floor.db", "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert f"would go from form 0008 to form {newest_form()}" in said
    assert "1,339 records stay as they were written" in said and "Nothing was changed" in said
    assert older.read_bytes() == before


def test_an_upgrade_is_one_command(older: Path, capsys: pytest.CaptureFixture[str]) -> None:
    size = older.stat().st_size
    assert main(["upgrade", "--json"]) == 2, "there is no longsuit.db"
    capsys.readouterr()
    assert main(["upgrade", "--db", "floor.db", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["form"], told["newest"], told["done"]) == ("0008", newest_form(), True)
    assert figures(str(older)) == expected(1)
    assert older.stat().st_size < size
    assert main(["upgrade", "--db", "floor.db"]) == 0
    assert "is up to date" in capsys.readouterr().out


def test_no_server_runs_meanwhile(older: Path) -> None:
    with (
        lock_file(older),
        pytest.raises(InputError, match=r"A server runs the floor in .*: stop it first"),
    ):
        upgrade(str(older))
    assert "names" not in tables(older)


def test_a_copy_is_made_before_and_put_back_after(older: Path, tmp_path: Path) -> None:
    """The backup that an upgrade is to be preceded by, and the way back."""
    assert main(["backup", "--db", "floor.db", "-o", "copy.db"]) == 0
    upgrade(str(older))
    assert main(["restore", "copy.db", "--db", "again.db"]) == 0
    again = tmp_path / "again.db"
    assert "names" not in tables(again)
    upgrade(str(again))
    assert figures(str(again)) == expected(1)


def test_a_damaged_copy_of_an_older_floor_is_found(older: Path) -> None:
    with closing(sqlite3.connect(older)) as connection, connection:
        connection.execute(
            "UPDATE records SET who = 'dealer Dan' WHERE position IN "
            "(SELECT max(position) FROM records GROUP BY stream)"
        )
    assert main(["backup", "--db", "floor.db", "-o", "copy.db"]) == 1


def test_an_older_floor_without_records_is_brought_up_to_date_by_itself(older: Path) -> None:
    """Nothing can be lost there."""
    with closing(sqlite3.connect(older)) as connection, connection:
        for table in ("records", "postings", "milestones", "carried", "people"):
            connection.execute(f"DELETE FROM {table}")
    open_database(str(older)).dispose()
    assert "names" in tables(older)
