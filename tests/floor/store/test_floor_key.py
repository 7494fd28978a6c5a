"""A floor's key: moved away from its database, changed, and found again wherever that stops."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import structlog
from cryptography.fernet import Fernet
from sqlalchemy import Engine, text
from tests.floor.playing import config, running

from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.log.record import Head
from longsuit.floor.secrets import keys
from longsuit.floor.secrets.keys import (
    KEY_FILE_VARIABLE,
    KEY_VARIABLE,
    KeyPlaces,
    key_beside,
    key_name,
    make_key,
    store_key,
    stored_file,
    stored_key,
    stored_names,
)
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store import floor_key
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.store.floor_key import find_key, read_noted, rotate_key
from longsuit.floor.store.key_rows import note_key
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.snapshots import Snapshot
from longsuit.floor.store.transactions import Unavailable

NOWHERE = KeyPlaces()
SECRETS = {f"seed T{number} 1": bytes([number] * 32) for number in range(1, 6)}
SNAPSHOT = Snapshot("table T1", Head(1, bytes(32), 7), "{}")


class Stopped(BaseException):
    """As a process stops that is killed."""


@pytest.fixture(autouse=True)
def a_folder_of_keys(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


def seal(engine: Engine, key: bytes) -> None:
    """Secrets and a snapshot, as a server with that key leaves them."""
    safe, log = Safe(key), Log(engine)
    log.keyed_digest = safe.keyed_digest
    sealed: dict[str, bytes | None] = {
        name: safe.lock(Secret(secret)) for name, secret in SECRETS.items()
    }
    log.write(Commit([], [], [], sealed, [SNAPSHOT]))


def opened_by(engine: Engine, key: bytes) -> bool:
    """Whether a key opens all that is sealed, and no other than it is needed."""
    safe = Safe(key)
    try:
        found = {name: safe.unlock(one).open() for name, one in Log(engine).vault().items()}
    except InputError:
        return False
    return found == SECRETS


def believed(engine: Engine, key: bytes) -> bool:
    log = Log(engine)
    log.keyed_digest = Safe(key).keyed_digest
    return log.snapshot(SNAPSHOT.stream) == SNAPSHOT


def start(engine: Engine) -> bytes:
    """The key of a floor on either database; on PostgreSQL it is brought."""
    if engine.dialect.name == "postgresql":
        store_key(key := make_key())
        with engine.begin() as connection:
            note_key(connection, key_name(key))
    found = find_key(engine, NOWHERE)
    seal(engine, found.key)
    return found.key


# The place


def test_a_new_floor_has_its_key_in_the_folder(sqlite_database: str) -> None:
    engine = open_database(sqlite_database)
    found = find_key(engine, NOWHERE)
    assert found.name == key_name(found.key) == read_noted(engine).name
    assert stored_names() == [found.name] and "FloorKey" in repr(found)
    assert find_key(engine, NOWHERE) == found
    file = Path(str(engine.url.database))
    assert not list(file.parent.glob("*.key"))
    assert found.key not in file.read_bytes() and found.key.decode() not in repr(found)
    engine.dispose()


def test_a_folder_of_keys_below_the_database_is_told(
    sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".state"))
    engine = open_database(sqlite_database)
    with structlog.testing.capture_logs() as lines:
        find_key(engine, NOWHERE)
    assert [line["event"] for line in lines] == ["the key lies in a folder of the database's"]
    engine.dispose()


def test_two_floors_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engines = [open_database(str(tmp_path / name)) for name in ("a.db", "b.db")]
    found = [find_key(engine, NOWHERE) for engine in engines]
    assert found[0].key != found[1].key
    for engine, one in zip(engines, found, strict=True):
        seal(engine, one.key)
        assert find_key(engine, NOWHERE) == one
    stored_file(found[0].name).unlink()
    with pytest.raises(InputError, match=f"The key {found[0].name} of this floor is missing"):
        find_key(engines[0], NOWHERE)
    monkeypatch.setenv(KEY_VARIABLE, found[1].key.decode())
    with pytest.raises(InputError, match="is another floor's, or an old one"):
        find_key(engines[0], NOWHERE)
    for engine in engines:
        engine.dispose()


def test_a_key_that_is_gone_and_sealed_nothing(sqlite_database: str) -> None:
    engine = open_database(sqlite_database)
    first = find_key(engine, NOWHERE)
    stored_file(first.name).unlink()
    with structlog.testing.capture_logs() as lines:
        assert find_key(engine, NOWHERE).key != first.key
    assert [line["event"] for line in lines] == ["the key of the vault is gone"]
    engine.dispose()


def test_postgresql_is_given_a_key(
    postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_database(postgres_database)
    with pytest.raises(InputError, match="With PostgreSQL the key of the vault is given"):
        find_key(engine, NOWHERE)
    file = tmp_path / "brought.key"
    assert main(["key", "make", "-o", str(file)]) == 0
    assert main(["key", "import", str(file), "--db", postgres_database]) == 0
    found = find_key(engine, NOWHERE)
    monkeypatch.setenv(KEY_FILE_VARIABLE, str(file))
    assert find_key(engine, NOWHERE).key == found.key
    monkeypatch.setenv(KEY_VARIABLE, make_key().decode())
    with pytest.raises(InputError, match="is another floor's"):
        find_key(engine, NOWHERE)
    engine.dispose()


# The move


def lay_beside(engine: Engine) -> bytes:
    """A floor as older versions left it."""
    key = make_key()
    seal(engine, key)
    key_beside(Path(str(engine.url.database))).write_bytes(key + b"\n")
    return key


def test_a_key_beside_the_database_is_moved_once(sqlite_database: str) -> None:
    engine = open_database(sqlite_database)
    key = lay_beside(engine)
    with structlog.testing.capture_logs() as lines:
        for _ in range(2):
            assert find_key(engine, NOWHERE).key == key
    assert [line["event"] for line in lines] == [
        "the key of the vault was moved away from the database"
    ]
    assert lines[0]["file"] == str(stored_file(key_name(key)))
    assert not key_beside(Path(str(engine.url.database))).exists()
    engine.dispose()


STEPS: dict[str, Callable[[], tuple[object, str]]] = {
    "before it is written": lambda: (keys, "write_key"),
    "before it has its name": lambda: (Path, "replace"),
    "before it is noted": lambda: (floor_key, "note_key"),
    "before it is removed": lambda: (Path, "unlink"),
    "after it is removed": lambda: (floor_key, "names_to_disk"),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_move_that_stops_is_gone_on_with(
    step: str, sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_database(sqlite_database)
    key = lay_beside(engine)
    beside = key_beside(Path(str(engine.url.database)))
    where, what = STEPS[step]()

    def stop(*args: object, **_: object) -> None:
        if what == "unlink" and args[0] != beside:
            return
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(where, what, stop)
        with pytest.raises(Stopped):
            find_key(engine, NOWHERE)
    assert beside.exists() or stored_key(key_name(key)) == key
    assert find_key(engine, NOWHERE).key == key
    assert not beside.exists() and stored_names() == [key_name(key)]
    assert opened_by(engine, key)
    engine.dispose()


def test_where_the_folder_cannot_be_written(
    sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "a file"))
    engine = open_database(sqlite_database)
    with pytest.raises(InputError, match=f"Name another place in {KEY_FILE_VARIABLE}"):
        find_key(engine, NOWHERE)
    # A floor that has played so far plays on, and is told.
    key = lay_beside(engine)
    with structlog.testing.capture_logs() as lines:
        assert find_key(engine, NOWHERE).key == key
    assert [line["event"] for line in lines] == [
        "the key of the vault still lies beside the database"
    ]
    assert key_beside(Path(str(engine.url.database))).exists()
    engine.dispose()


def test_a_key_of_another_floor_is_not_moved(sqlite_database: str) -> None:
    engine = open_database(sqlite_database)
    lay_beside(engine)
    beside = key_beside(Path(str(engine.url.database)))
    beside.write_bytes(Fernet.generate_key())
    with pytest.raises(InputError, match="another floor's"):
        find_key(engine, NOWHERE)
    assert beside.exists() and stored_names() == []
    engine.dispose()


# The change


def test_all_is_sealed_again(engine: Engine) -> None:
    old = start(engine)
    done = rotate_key(engine, NOWHERE)
    new = find_key(engine, NOWHERE)
    assert (done.old, done.new, done.secrets) == (key_name(old), new.name, len(SECRETS))
    assert (done.snapshots, done.kept) == (1, True)
    assert opened_by(engine, new.key) and not opened_by(engine, old)
    assert believed(engine, new.key) and not believed(engine, old)
    assert stored_names() == sorted((done.old, done.new))
    # What was proved with the old key, such as a certificate, is known on.
    proof = Safe(old).keyed_digest(b"given away")
    known = Safe(new.key, older=new.older)
    assert proof in [digest(b"given away") for digest in known.every_digest()]
    again = rotate_key(engine, NOWHERE, drop_old=True)
    assert again.old == done.new and not again.kept
    assert stored_names() == sorted((done.old, again.new))
    newest = find_key(engine, NOWHERE)
    proofs = [one(b"given away") for one in Safe(newest.key, older=newest.older).every_digest()]
    assert proof in proofs and len(proofs) == 3


def test_a_key_that_others_have_seen(engine: Engine) -> None:
    old = start(engine)
    done = rotate_key(engine, NOWHERE, seen=True)
    new = find_key(engine, NOWHERE)
    assert done.snapshots == 0 and new.older == ()
    assert opened_by(engine, new.key) and not believed(engine, new.key)
    assert not believed(engine, old)


@pytest.mark.parametrize("step", ["store_key", "keep_digests", "note_key", "drop_key"])
def test_a_change_that_stops_leaves_a_floor_that_opens(
    step: str, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = start(engine)

    def stop(*_: object) -> None:
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(floor_key, step, stop)
        with pytest.raises(Stopped):
            rotate_key(engine, NOWHERE, drop_old=True)
    found = find_key(engine, NOWHERE)
    assert (found.key == old) is (step != "drop_key")
    assert opened_by(engine, found.key) and believed(engine, found.key)
    done = rotate_key(engine, NOWHERE)
    assert opened_by(engine, find_key(engine, NOWHERE).key) and done.old == found.name


def test_a_secret_that_does_not_open_stops_the_change(engine: Engine) -> None:
    old = start(engine)
    with engine.begin() as connection:
        wrong = {"wrong": b"nonsense"}
        connection.execute(text("UPDATE vault SET sealed = :wrong WHERE name = 'seed T3 1'"), wrong)
    with pytest.raises(InputError, match="does not open the vault"):
        rotate_key(engine, NOWHERE)
    assert find_key(engine, NOWHERE).key == old


def test_a_given_key_is_changed_to_the_one_beside_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = make_key(), make_key()
    monkeypatch.setenv(KEY_VARIABLE, old.decode())
    assert find_key(engine, NOWHERE).key == old
    seal(engine, old)
    with pytest.raises(InputError, match="Put the new key beside the old one"):
        rotate_key(engine, NOWHERE)
    monkeypatch.setenv(KEY_VARIABLE, f"{new.decode()} {old.decode()}")
    assert find_key(engine, NOWHERE).key == old
    assert not rotate_key(engine, NOWHERE).kept and stored_names() == []
    assert find_key(engine, NOWHERE).key == new and opened_by(engine, new)
    monkeypatch.setenv(KEY_VARIABLE, old.decode())
    with pytest.raises(InputError, match="or an old one"):
        find_key(engine, NOWHERE)


def test_not_while_a_server_runs(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, f"{make_key().decode()} {make_key().decode()}")
    engine = open_database(database)
    with (
        running(database, config(T1={"mode": "dealt"})),
        pytest.raises(InputError, match="stop"),
    ):
        rotate_key(engine, NOWHERE)
    rotate_key(engine, NOWHERE)
    with running(database, config(T1={"mode": "dealt"})) as floor:
        assert "T1" in floor.tables()
    engine.dispose()


def test_a_server_that_was_silent_seals_nothing_with_the_old_key(postgres_database: str) -> None:
    engine = open_database(postgres_database)
    start(engine)
    silent = Log(engine)
    silent.key_name = read_noted(engine).name
    lease = Leases(engine, "silent", 0).take("T1")
    assert lease is not None
    rotate_key(engine, NOWHERE)
    before = Log(engine).vault()
    with pytest.raises(Unavailable, match="the key of the vault was changed"):
        silent.write(Commit([], [], [], {"seed T9 1": b"x"}, []), [lease])
    assert Log(engine).vault() == before
    engine.dispose()


# The command


def test_the_command(
    sqlite_database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = sqlite_database
    assert main(["key", "show", "--db", db]) == 1
    assert "has no key yet" in capsys.readouterr().out
    engine = open_database(db)
    old = find_key(engine, NOWHERE)
    seal(engine, old.key)
    assert main(["key", "show", "--db", db]) == 0
    assert f"{old.name}, in {old.where}. It seals 5 secrets now." in capsys.readouterr().out
    beside = Path(str(engine.url.database)).with_name("export.key")
    assert main(["key", "export", "--db", db, "-o", str(beside)]) == 2
    assert "beside the database" in capsys.readouterr().err
    assert main(["key", "rotate", "--db", db]) == 0
    told = capsys.readouterr().out
    assert f"longsuit key drop {old.name}" in told
    new = find_key(engine, NOWHERE)
    assert main(["key", "drop", new.name, "--db", db]) == 2
    assert main(["key", "drop", "../x", "--db", db]) == 2
    assert main(["key", "drop", old.name, "--db", db]) == 0
    assert stored_names() == [new.name]
    stored_file(new.name).unlink()
    assert main(["key", "show", "--db", db]) == 1
    assert main(["key", "rotate", "--db", db]) == 2
    said = capsys.readouterr()
    assert f"The key {new.name} of this floor is missing" in said.err
    for key in (old.key, new.key):
        assert key.decode() not in told + said.out + said.err
    with closing(sqlite3.connect(str(engine.url.database))) as file:
        assert new.key.decode() not in "".join(file.iterdump())
    engine.dispose()
