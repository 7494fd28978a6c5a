"""Where a key comes from: the environment, a file, systemd, a program, the user's own folder."""

import os
import stat
import sys
from pathlib import Path

import pytest

from longsuit.core.errors import InputError
from longsuit.floor.secrets import keys
from longsuit.floor.secrets.keys import (
    CREDENTIAL,
    CREDENTIALS_VARIABLE,
    KEY_COMMAND_VARIABLE,
    KEY_FILE_VARIABLE,
    KEY_VARIABLE,
    KeyPlaces,
    drop_key,
    given_keys,
    key_folder,
    key_name,
    make_key,
    store_key,
    stored_file,
    stored_key,
    stored_names,
)

NOWHERE = KeyPlaces()


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def says(program: str) -> KeyPlaces:
    return KeyPlaces(command=(sys.executable, "-c", program))


def test_the_first_place_that_is_named_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert given_keys(NOWHERE) is None
    made = {where: make_key() for where in ("systemd", "setting", "command", "file", "value")}
    (tmp_path / CREDENTIAL).write_bytes(made["systemd"] + b"\n")
    (tmp_path / "setting").write_bytes(made["setting"])
    (tmp_path / "file").write_bytes(made["file"])
    program = f"print({made['command'].decode()!r})"

    def found(places: KeyPlaces = NOWHERE) -> bytes:
        given = given_keys(places)
        assert given is not None and made["value"].decode() not in repr(given)
        (key,) = given.keys
        return key

    monkeypatch.setenv(CREDENTIALS_VARIABLE, str(tmp_path))
    assert found() == made["systemd"]
    assert found(says(program)) == made["command"]
    setting = KeyPlaces(file=str(tmp_path / "setting"))
    assert found(setting) == made["setting"]
    # A command in the environment is taken apart as a shell would, and no shell sees it.
    line = f'"{sys.executable}" -c "{program}"'
    monkeypatch.setenv(KEY_COMMAND_VARIABLE, line)
    assert found(setting) == made["command"]
    monkeypatch.setenv(KEY_FILE_VARIABLE, str(tmp_path / "file"))
    assert found(setting) == made["file"]
    monkeypatch.setenv(KEY_VARIABLE, made["value"].decode())
    assert found(setting) == made["value"]


def test_a_service_may_be_entrusted_with_other_things(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "checkpoints.pem").write_text("x")
    monkeypatch.setenv(CREDENTIALS_VARIABLE, str(tmp_path))
    assert given_keys(NOWHERE) is None


def test_a_file_beside_the_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "my.key").write_bytes(make_key())
    with pytest.raises(InputError, match="lies beside the database"):
        given_keys(KeyPlaces(file=str(tmp_path / "my.key")), tmp_path / "floor.db")


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import sys; sys.exit(3)", "ended with 3"),
        ("print('x' * 1_000_000)", "does not hold a key"),
        ("while True: print('x' * 100)", "does not hold a key"),
        ("pass", "does not hold a key"),
        ("print('nonsense')", "is not a key"),
    ],
)
def test_a_program_that_answers_no_key(program: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        given_keys(says(program))


def test_a_program_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="cannot be run"):
        given_keys(KeyPlaces(command=("/nowhere/at/all",)))
    monkeypatch.setenv(KEY_COMMAND_VARIABLE, "'")
    with pytest.raises(InputError, match="is not a command"):
        given_keys(NOWHERE)


def test_a_program_that_hangs_is_ended_with_what_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "_COMMAND_SECONDS", 1.0)
    # Whoever is not ended keeps the answer open, and so is waited for.
    woken = tmp_path / "woken"
    sleeps = f"import time; time.sleep(60); open({str(woken)!r}, 'w').close()"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {sleeps!r}])"
    with pytest.raises(InputError, match="did not answer within 1 seconds"):
        given_keys(says(child))
    assert not woken.exists()


def test_the_folder_is_private_and_keys_have_their_names() -> None:
    key, other = make_key(), make_key()
    file = store_key(key)
    assert file == stored_file(key_name(key)) and store_key(key) == file
    store_key(other)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(key_folder().stat().st_mode) == 0o700
    assert stored_names() == sorted((key_name(key), key_name(other)))
    assert stored_key(key_name(key)) == key and stored_key("") is None
    assert key_name(key) not in key.decode() and len(key_name(key)) == 16
    assert drop_key(key_name(key)) and not drop_key(key_name(key))
    assert stored_key(key_name(key)) is None
    # One that was swapped for another is not taken.
    stored_file(key_name(other)).write_bytes(key)
    with pytest.raises(InputError, match="holds another key"):
        stored_key(key_name(other))


def test_half_a_key_is_never_there(monkeypatch: pytest.MonkeyPatch) -> None:
    key = make_key()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(InputError, match="cannot be written: No space left"):
            store_key(key)
    assert stored_key(key_name(key)) is None
    assert stored_key(store_key(key).stem) == key
