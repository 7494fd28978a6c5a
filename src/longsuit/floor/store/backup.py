"""A SQLite floor copied while it runs, and put back.

The copy is SQLite's own online backup: all of one moment, whatever a server writes meanwhile. It
counts only once it has been checked: the file is sound, every stream's last record is what its
hash says and is the one of the floor, and the key, where it is at hand, opens what is sealed. The
key is never in a copy: the copy has the key's name, by which a floor that is put back finds it.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from msgspec import Struct, structs

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.witness_file import restored_name
from longsuit.floor.log.record import Head, Record, fault
from longsuit.floor.secrets.keys import KeyPlaces, key_beside, store_key
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store.checkpoint_rows import NAME
from longsuit.floor.store.database import connect, unknown_complaint
from longsuit.floor.store.floor_key import FloorKey, Noted, look_for_key
from longsuit.floor.store.key_rows import KEY_NAME
from longsuit.floor.store.names import unpack_key
from longsuit.floor.store.notify import lock_file

_POSTGRES = "A PostgreSQL floor is backed up with pg_dump and put back with pg_restore."
_NOWHERE = KeyPlaces()
_PRIVATE = 0o600
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file that is in use."""


class Damaged(Exception):
    """A check has failed; the message is one plain sentence."""


class Copied(Struct, frozen=True):
    """What was copied and found to be sound."""

    file: str
    bytes: int
    records: int
    streams: int
    key: str
    """The name of its key; empty where that is not known, because nothing was ever sealed."""
    key_at: str = ""
    """Where that key is, on this machine; empty if it is not here."""
    replaced: str = ""
    """The folder to which the floor that was there before has gone."""


# Backup


def backup(url: str, copy: Path, places: KeyPlaces = _NOWHERE) -> Copied:
    """Copy a floor, which may be running, to a new file; its key stays where it is."""
    source = sqlite_file(url)
    _check_new(copy)
    with _part_of(copy) as part:
        _copy_database(source, part)
        heads = _check(part)
        _compare(source, heads)
        records = _count(part)
        noted = _noted(part, source)
        key = look_for_key(noted, places)
        _check_key(part, key, noted)
        size = part.stat().st_size
        part.rename(copy)
    _to_disk(copy.parent)
    return Copied(str(copy), size, records, len(heads), *_told(key, noted))


def sqlite_file(url: str) -> Path:
    """The file of a SQLite floor that is there."""
    path = _path(url)
    if not path.is_file():
        raise InputError(f"There is no floor in {path}.")
    return path


def _path(url: str) -> Path:
    engine = connect(url)
    try:
        if engine.dialect.name != "sqlite":
            raise InputError(_POSTGRES)
        if engine.url.database in (None, "", ":memory:"):
            raise InputError("A floor that is kept in memory has no file to copy.")
        return Path(str(engine.url.database))
    finally:
        engine.dispose()


def _check_new(*files: Path) -> None:
    for file in files:
        if not file.parent.is_dir():
            raise InputError(f"There is no folder {file.parent} to write {file.name} to.")
        if file.exists() or file.is_symlink():
            raise InputError(f"{file} is there already: a copy goes to a new file.")


@contextmanager
def _part_of(file: Path) -> Iterator[Path]:
    """A private file beside another, to become it; gone again if that does not come about."""
    part = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))
    except FileExistsError:
        raise InputError(f"{part} is in the way: it is left over, or being written.") from None
    try:
        yield part
    finally:
        for name in ("", *_BESIDE):
            part.with_name(part.name + name).unlink(missing_ok=True)


def _open(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=30)


@contextmanager
def _plainly(file: Path) -> Iterator[None]:
    """SQLite's complaints, in a sentence with the name of the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise InputError(f"{file}: {str(error).rstrip('.')}.") from None


def _copy_database(source: Path, part: Path) -> None:
    """All pages in one step: a copy in several would start again whenever a server writes."""
    with _plainly(source), closing(_open(source, "ro")) as floor:
        _must_be_floor(source, floor)
        with closing(_open(part, "rw")) as copy:
            floor.backup(copy, pages=-1)
            # One file that needs nothing beside it, wherever it is kept.
            copy.execute("PRAGMA journal_mode = DELETE")
    _to_disk(part)


def _must_be_floor(file: Path, connection: sqlite3.Connection) -> None:
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if not {"records", "postings", "vault", "alembic_version"} <= names:
        raise InputError(f"{file} is a database, but not a floor's.")
    form = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if unknown := unknown_complaint(form[0] if form else None, str(file)):
        raise InputError(unknown)


def _to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# Checking

_OLD_LAST = """
SELECT stream, version, at, who, CAST(command AS BLOB), "schema", '', CAST(events AS BLOB), hash
FROM records WHERE stream = ? AND version > ? ORDER BY version
"""
"""Of a floor whose hashes are still text, from before form 2."""
_OLD_ENDS = "SELECT stream, max(version), count(*) FROM records GROUP BY stream"
_LAST = """
SELECT stream, version, at, who, command, "schema", program, events, hash FROM records_told
WHERE stream = ? AND version > ? ORDER BY version
"""
_ENDS = """
SELECT name, max(version), count(*) FROM records LEFT JOIN names ON id = stream GROUP BY stream
"""


def _check(file: Path) -> dict[str, Head]:
    """The heads of a copy's streams, once the file and each of them is found to be sound."""
    with _plainly(file), closing(_open(file, "ro")) as copy:
        found = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
        if found != ["ok"]:
            raise Damaged(f"{file.name} is not sound: {found[0]}.")
        heads: dict[str, Head] = {}
        ends = _OLD_ENDS if _is_old(copy) else _ENDS
        for stream, version, number in copy.execute(ends).fetchall():
            if number != version:
                raise Damaged(f"{stream}: records are missing before record {version}.")
            heads[stream] = _last_of(copy, stream, version)
    return heads


def _is_old(floor: sqlite3.Connection) -> bool:
    """Whether a floor is from before form 2; one is copied as it is, also to be upgraded then."""
    return not floor.execute("SELECT 1 FROM sqlite_master WHERE name = 'records_told'").fetchone()


def _last_of(copy: sqlite3.Connection, stream: str, version: int) -> Head:
    """The head of a stream, once its last record is found to follow the one before it."""
    head = Head(version - 1)
    old = _is_old(copy)
    for row in copy.execute(_OLD_LAST if old else _LAST, (stream, version - 2)):
        record = structs.replace(Record(*row), command=unpack_key(row[4]))
        if old:
            record = structs.replace(record, hash=bytes.fromhex(row[-1]))
        if record.version == version and (complaint := fault(record, head)):
            raise Damaged(complaint)
        head = record.head
    return head


def _compare(source: Path, heads: dict[str, Head]) -> None:
    """The floor has gone on, but what the copy ends with is in it, hash for hash."""
    with _plainly(source), closing(_open(source, "ro")) as floor:
        old = _is_old(floor)
        table = "records" if old else "records_told"
        for stream, head in heads.items():
            found = floor.execute(
                f"SELECT hash FROM {table} WHERE stream = ? AND version = ?",
                (stream, head.version),
            ).fetchone()
            if found != (head.hash.hex() if old else head.hash,):
                raise Damaged(f"{stream}: record {head.version} of the copy is not the floor's.")


def _count(file: Path) -> int:
    with _plainly(file), closing(_open(file, "ro")) as copy:
        return int(copy.execute("SELECT count(*) FROM records").fetchone()[0])


# Keys


def _noted(copy: Path, floor: Path | None = None) -> Noted:
    """What a copy says of its key; `floor` is where the floor that it is of lies."""
    with _plainly(copy), closing(_open(copy, "ro")) as file:
        sealed = tuple(row[0] for row in file.execute("SELECT sealed FROM vault"))
        row = file.execute("SELECT value FROM settings WHERE name = ?", (KEY_NAME,)).fetchone()
    return Noted(row[0] if row else "", sealed, floor)


def _check_key(part: Path, key: FloorKey | None, noted: Noted) -> None:
    """A key that is at hand opens all that is sealed, and the copy knows its name."""
    if key is None:
        return
    safe = Safe(key.key)
    for one in noted.sealed:
        safe.unlock(one)
    if not noted.name:
        with _plainly(part), closing(_open(part, "rw")) as file, file:
            file.execute("INSERT INTO settings (name, value) VALUES (?, ?)", (KEY_NAME, key.name))
        _to_disk(part)


def _told(key: FloorKey | None, noted: Noted) -> tuple[str, str]:
    return (key.name, key.where) if key is not None else (noted.name, "")


# Restore


def restore(copy: Path, url: str, *, replace: bool = False, places: KeyPlaces = _NOWHERE) -> Copied:
    """Put a floor back from a copy; the floor that was there before is kept aside.

    The key need not be at hand to read and audit a floor; to run it, it has to be. One that lies
    beside a copy, as older versions put it there, goes to the folder of the user's keys.
    Everybody has to sign in again: a session that has been ended since would be good once more.
    """
    target = _path(url)
    if not copy.is_file():
        raise InputError(f"There is no copy in {copy}.")
    if copy.resolve() == target.resolve():
        raise InputError("The copy is that floor itself.")
    with lock_file(target), _part_of(target) as part:
        if not replace:
            _check_free(target)
        _copy_database(copy, part)
        heads = _check(part)
        records = _count(part)
        if not replace:
            _check_free(key_beside(target))
        noted = _noted(part)
        key = look_for_key(noted, places, key_beside(copy)) or _left_behind(noted, target)
        _check_key(part, key, noted)
        if key is not None and key.where in (str(key_beside(copy)), str(key_beside(target))):
            key = FloorKey(key.key, key.name, where=str(store_key(key.key)))
        _end_sessions(part)
        _say_restored(part)
        size = part.stat().st_size
        aside = _put_aside(target) if replace else ""
        part.rename(target)
        _to_disk(target.parent)
    return Copied(str(target), size, records, len(heads), *_told(key, noted), aside)


def _left_behind(noted: Noted, target: Path) -> FloorKey | None:
    """The key that still lies beside the floor that is replaced, if the copy is of that floor."""
    with suppress(InputError):
        return look_for_key(structs.replace(noted, file=target), KeyPlaces())
    return None


def _check_free(target: Path) -> None:
    for file in _files(target):
        if file.exists():
            raise InputError(f"{file} is there already: --replace puts it aside.")


def _files(database: Path) -> list[Path]:
    return [database, *(database.with_name(database.name + name) for name in _BESIDE)]


def _end_sessions(file: Path) -> None:
    with _plainly(file), closing(_open(file, "rw")) as floor, floor:
        floor.execute("DELETE FROM sessions")
    _to_disk(file)


def _say_restored(file: Path) -> None:
    """The name of a log that was witnessed says from now on that it was put back, and to where."""
    with _plainly(file), closing(_open(file, "rw")) as floor, floor:
        there = "SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'"
        if floor.execute(there).fetchone():
            (size,) = floor.execute("SELECT max(size) FROM checkpoints").fetchone()
            named = floor.execute("SELECT value FROM settings WHERE name = ?", (NAME,)).fetchone()
            if size is not None and named is not None:
                said = restored_name(named[0], size)
                floor.execute("UPDATE settings SET value = ? WHERE name = ?", (said, NAME))
    _to_disk(file)


def _put_aside(target: Path) -> str:
    """Move a floor and its key to a folder of their own, under the names that they have."""
    # What lies beside the file goes into it. One that is damaged is kept just as it is.
    with suppress(sqlite3.Error), closing(_open(target, "rw")) as floor:
        floor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    there = [one for one in (*_files(target), key_beside(target)) if one.exists()]
    if not there:
        return ""
    numbers = count(1)
    folder = next(
        one
        for one in (target.with_name(f"{target.name}.replaced-{n}") for n in numbers)
        if not one.exists()
    )
    folder.mkdir(mode=0o700)
    for one in there:
        one.rename(folder / one.name)
    return str(folder)
