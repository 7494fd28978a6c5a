"""`longsuit audit`: what it prints, how it exits, and that it touches nothing."""

import json
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.floor.played import play_floor
from tests.floor.playing import config, running

from longsuit.cli.main import main
from longsuit.cli.progress import progress
from longsuit.floor.store.database import DEFAULT_DATABASE, open_database

SEED = 3
NOBODY = 65534


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A floor in a file."""
    path = tmp_path_factory.mktemp("played") / "floor.db"
    play_floor(str(path), rounds=3, seed=SEED, running=True)
    return path


@pytest.fixture
def floor(played: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(played, tmp_path / "floor.db"))


def spoil(path: Path) -> None:
    """A record says something else than its hash."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE records SET who = stream WHERE position = 40")


def test_a_clean_floor(floor: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--db", str(floor)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.rstrip().endswith("All of it holds.")
    for line in ("records, each with its hash", "shuffles from their opened seeds", "fingerprint "):
        assert line in said.out
    assert "rounds decided again, 3 of them open" in said.out
    assert "meter practice hcf main" in said.out
    assert max(map(len, said.out.splitlines())) <= 100
    assert "\x1b" not in said.out


def test_a_clean_floor_as_json(floor: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--db", str(floor), "--json", "--workers", "1"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    told = json.loads(said.out)
    assert told["clean"] is True
    assert (told["faults"], told["fault"], told["open_rounds"]) == (0, "", 3)
    assert sum(told["balances"].values()) == 0
    with closing(sqlite3.connect(floor)) as connection:
        for table in ("records", "postings"):
            assert told[table] == connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_the_first_fault_is_on_standard_error_and_the_exit_is_1(
    floor: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(floor)
    assert main(["audit", "--db", str(floor)]) == 1
    said = capsys.readouterr()
    assert "SOMETHING IS WRONG" in said.out
    assert said.err.count("\n") == 1
    assert said.err.startswith("longsuit audit: ")
    assert said.err.endswith("its content is not what its hash says.\n")
    assert main(["audit", "--db", str(floor), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["clean"] is False
    assert said.err == f"longsuit audit: {told['fault']}\n"


def test_what_a_log_says_is_never_obeyed_by_a_terminal(
    floor: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(floor)) as connection, connection:
        connection.execute(
            "UPDATE names SET name = 'table \x1b[2J' "
            "WHERE id = (SELECT stream FROM records WHERE position = 40)"
        )
    assert main(["audit", "--db", str(floor)]) == 1
    said = capsys.readouterr()
    assert "table ?[2J, record" in said.err
    assert "\x1b" not in said.out + said.err


def test_the_default_is_the_file_that_serve_has(
    floor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(floor.parent)
    assert main(["audit"]) == 2
    assert capsys.readouterr().err == f"longsuit audit: There is no database {DEFAULT_DATABASE}.\n"
    floor.rename(DEFAULT_DATABASE)
    assert main(["audit"]) == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "There is no database"),
        (b"no database at all, however long this line may be", "file is not a database"),
        (b"", "holds no log of Longsuit"),
    ],
)
def test_a_database_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, why: str
) -> None:
    path = tmp_path / "floor.db"
    if content is not None:
        path.write_bytes(content)
    assert main(["audit", "--db", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert why in said.err
    # Nothing was made, and nothing was changed.
    assert path.exists() == (content is not None)
    assert content is None or path.read_bytes() == content


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("0009", "is of an older version of Longsuit (form 0009"),
        ("0003", "is of a trial version of Longsuit (form 0003"),
        ("9999", "was written by a newer version of Longsuit (form 9999"),
    ],
)
def test_another_form_of_the_database(
    floor: Path, capsys: pytest.CaptureFixture[str], form: str, told: str
) -> None:
    with closing(sqlite3.connect(floor)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (form,))
    assert main(["audit", "--db", str(floor)]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "address",
    ["postgresql://nobody:secret@127.0.0.1:1/floor", "mysql://localhost/floor", "postgresql://[/x"],
)
def test_a_server_that_is_not_there(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--db", address]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "secret" not in said.err


def test_it_changes_nothing(floor: Path) -> None:
    before = floor.read_bytes()
    assert main(["audit", "--db", str(floor)]) == 0
    assert floor.read_bytes() == before


def test_a_postgres_floor_is_not_changed(
    bare_postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--db", bare_postgres]) == 2
    assert "holds no log of Longsuit" in capsys.readouterr().err
    play_floor(bare_postgres, rounds=2, seed=SEED)
    assert main(["audit", "--db", bare_postgres]) == 0
    engine = open_database(bare_postgres)
    with engine.begin() as connection:
        connection.execute(text("UPDATE postings SET mites = mites + 1 WHERE id = 20"))
    engine.dispose()
    capsys.readouterr()
    assert main(["audit", "--db", bare_postgres]) == 1
    assert "of its ledger entries is" in capsys.readouterr().err


def test_a_floor_that_runs(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The server has the database open, and its lock."""
    tables = config(T1={"mode": "dealt", "must_hit": {}}, T2={"game": "hcf", "mode": "practice"})
    with running(database, tables):
        assert main(["audit", "--db", database]) == 0
    assert "All of it holds." in capsys.readouterr().out


@pytest.fixture
def locked_folder(played: Path) -> Iterator[Path]:
    """A floor in a folder that its reader may not write to."""
    folder = Path(tempfile.mkdtemp())
    path = Path(shutil.copy(played, folder / "floor.db"))
    path.chmod(0o444)
    folder.chmod(0o555)
    yield path
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix", reason="permissions are another matter there")
def test_a_floor_that_may_only_be_read(
    locked_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        code = main(["audit", "--db", str(locked_folder)])
    finally:
        if root:
            os.seteuid(0)
    assert (code, capsys.readouterr().err) == (0, "")


def test_progress_is_for_terminals_only(
    floor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress("Auditing") as tell:
        assert tell is not None
        tell(1, 2)
    assert main(["audit", "--db", str(floor), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["clean"]


@pytest.mark.parametrize("workers", ["0", "-1", "many"])
def test_bad_options(workers: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--workers", workers]) == 2
    assert capsys.readouterr().err.count("\n") == 1
