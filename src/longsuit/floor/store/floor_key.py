"""The key of a floor: found where it is given or stored, moved away from the database, changed.

The floor notes the name of its key. A key is on the disk before its name is noted, and the old one
is there until then: wherever this stops, the key that opens the vault can be found.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import structlog
from msgspec import Struct
from sqlalchemy import Engine, delete, select, text, update

from longsuit.core.errors import InputError
from longsuit.floor.log.record import Head
from longsuit.floor.secrets.keys import (
    KEY_FILE_VARIABLE,
    KEY_VARIABLE,
    GivenKeys,
    KeyPlaces,
    drop_key,
    first_that_opens,
    given_keys,
    key_beside,
    key_folder,
    key_name,
    make_key,
    names_to_disk,
    opens_any,
    read_keys,
    store_key,
    stored_file,
    stored_key,
    stored_names,
)
from longsuit.floor.secrets.vault import Safe, digest_key
from longsuit.floor.store.database import alone
from longsuit.floor.store.key_rows import (
    keep_digests,
    note_key,
    noted_key,
    older_digests,
    sealed_secrets,
)
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.schema import snapshots, vault
from longsuit.floor.store.snapshots import Snapshot
from longsuit.floor.store.transactions import reading

logger = structlog.get_logger()

_ALONE = text("LOCK TABLE vault, settings IN SHARE ROW EXCLUSIVE MODE")
"""On PostgreSQL: whoever seals a secret waits, and then sees that the key is another."""
_MOVED = "the key of the vault was moved away from the database"


class FloorKey(Struct, frozen=True):
    """The key of a floor."""

    key: bytes
    name: str = ""
    older: tuple[bytes, ...] = ()
    """The keys of digests from before it was changed."""
    where: str = ""

    def __repr__(self) -> str:
        return f"FloorKey({self.name})"


class Noted(Struct, frozen=True):
    """What a floor says of its key."""

    name: str
    sealed: tuple[bytes, ...]
    file: Path | None
    """The floor's own, if it is one."""


def read_noted(engine: Engine) -> Noted:
    """What a floor that is there says of its key."""
    with reading(engine) as connection:
        sealed = tuple(sealed_secrets(connection).values())
        return Noted(noted_key(connection), sealed, database_file(engine))


def database_file(engine: Engine) -> Path | None:
    """The file of a SQLite floor."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or name in (None, "", ":memory:"):
        return None
    return Path(str(name))


# Finding it


def find_key(engine: Engine, places: KeyPlaces) -> FloorKey:
    """The key for a server that starts: it is made, noted and moved where that is to be done."""
    noted = read_noted(engine)
    given = given_keys(places, noted.file)
    if given is not None:
        _tell_what_lies_beside(noted.file)
        return _take(engine, given_key(given, noted), noted, given.where)
    key = stored_key(noted.name) or _beside(noted) or _unnoted(noted) or _new(engine, noted)
    file = _stored(key, noted.file)
    taken = _take(engine, key, noted, str(file))
    _remove_beside(key, noted.file, file)
    return taken


def given_key(given: GivenKeys, noted: Noted) -> bytes:
    """The one among the given keys that is the floor's."""
    if noted.name:
        key = given.named(noted.name)
        if key is None:
            raise InputError(another(given.where, noted.name))
        return key
    key = first_that_opens(given.keys, noted.sealed)
    if key is None:
        raise InputError(f"The key does not open the vault: it is another floor's ({given.where}).")
    return key


def another(where: str, name: str) -> str:
    """That a key is not the floor's."""
    return f"The key in {where} is another floor's, or an old one: this floor's is called {name}."


def missing(name: str) -> str:
    """That a key is not here, and what to do."""
    called = f"the key {name} of this floor" if name else "the key of this floor"
    return (
        f"{called[:1].upper()}{called[1:]} is missing: it is not in {key_folder()}; bring it with "
        "longsuit key import."
    )


def _beside(noted: Noted) -> bytes | None:
    """The key as it lay beside the database before."""
    if noted.file is None or not key_beside(noted.file).is_file():
        return None
    file = key_beside(noted.file)
    (key, *_) = read_keys(file).keys
    if noted.name and key_name(key) != noted.name:
        raise InputError(another(str(file), noted.name))
    if noted.sealed and not opens_any(key, noted.sealed):
        raise InputError(f"The key does not open the vault: it is another floor's ({file}).")
    return key


def _unnoted(noted: Noted) -> bytes | None:
    """A key in the folder that opens what is sealed, where the floor has not noted its name."""
    if noted.name or not noted.sealed:
        return None
    return first_that_opens(_each_stored(), noted.sealed)


def _each_stored() -> Iterator[bytes]:
    for name in stored_names():
        with suppress(InputError):
            if key := stored_key(name):
                yield key


def _new(engine: Engine, noted: Noted) -> bytes:
    if noted.sealed:
        # Another key would only hide that this one is lost.
        raise InputError(missing(noted.name))
    if engine.dialect.name != "sqlite":
        if noted.name:
            raise InputError(missing(noted.name))
        # Each server would make one of its own.
        raise InputError(
            f"With PostgreSQL the key of the vault is given, in {KEY_VARIABLE}, by "
            f"{KEY_FILE_VARIABLE} or with longsuit key import."
        )
    if noted.name:
        told = "nothing is sealed with it: there is a new one"
        logger.warning("the key of the vault is gone", key=noted.name, so=told)
    return make_key()


def _stored(key: bytes, database: Path | None) -> Path:
    """The key in the folder of the user; where that cannot be, it stays where it is."""
    try:
        file = store_key(key)
    except InputError as error:
        if database is None or not key_beside(database).is_file():
            raise InputError(f"{error} Name another place in {KEY_FILE_VARIABLE}.") from None
        # It ran so until now: the house is told, and plays.
        logger.warning("the key of the vault still lies beside the database", reason=str(error))
        return key_beside(database)
    if database is not None and file.resolve().is_relative_to(database.resolve().parent):
        todo = f"name another place in {KEY_FILE_VARIABLE}, or keep the database elsewhere"
        logger.warning("the key lies in a folder of the database's", file=str(file), todo=todo)
    return file


def _take(engine: Engine, key: bytes, noted: Noted, where: str) -> FloorKey:
    """Note the key if it is not noted, after it is on the disk."""
    name = key_name(key)
    if noted.name != name:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(_ALONE)
                if noted_key(connection) not in ("", name):
                    raise InputError(another(where, noted_key(connection)))
            note_key(connection, name)
    with reading(engine) as connection:
        return FloorKey(key, name, older_digests(connection, key), where)


def _remove_beside(key: bytes, database: Path | None, file: Path) -> None:
    """The last step of the move: the key is stored, and the floor has noted its name."""
    if database is None or file == key_beside(database) or not key_beside(database).is_file():
        return
    try:
        if read_keys(key_beside(database)).keys != (key,):
            _tell_what_lies_beside(database)
            return
        key_beside(database).unlink()
        names_to_disk(database.resolve().parent)
    except (InputError, OSError):
        _tell_what_lies_beside(database)
        return
    logger.info(_MOVED, file=str(file))


def _tell_what_lies_beside(database: Path | None) -> None:
    if database is not None and key_beside(database).is_file():
        logger.warning(
            "a key that is not used lies beside the database",
            file=str(key_beside(database)),
            todo="keep it elsewhere, or remove it",
        )


def look_for_key(noted: Noted, places: KeyPlaces, *more: Path) -> FloorKey | None:
    """The key of a floor that is not started: nothing is made, moved or noted. None without it."""
    given = given_keys(places, noted.file)
    if given is not None:
        return _plain(given_key(given, noted), given.where)
    for file in more:
        if file.is_file():
            return _plain(given_key(read_keys(file), noted), str(file))
    if (key := stored_key(noted.name)) or (key := _unnoted(noted)):
        return _plain(key, str(stored_file(key_name(key))))
    if key := _beside(noted):
        assert noted.file is not None
        return _plain(key, str(key_beside(noted.file)))
    return None


def _plain(key: bytes, where: str) -> FloorKey:
    return FloorKey(key, key_name(key), where=where)


# Bringing one


def bring_key(engine: Engine, file: Path) -> FloorKey:
    """Put the key of a floor, from a file, into the folder where servers find it."""
    noted = read_noted(engine)
    given = read_keys(file)
    key = given_key(given, noted)
    return _take(engine, key, noted, str(store_key(key)))


# Changing it


class Rotated(Struct, frozen=True):
    """What came of a change of keys."""

    old: str
    new: str
    where: str
    secrets: int
    """Sealed again."""
    snapshots: int
    """Believed on; the others are made anew from the log."""
    kept: bool
    """Whether the old key is still in the folder."""


def rotate_key(
    engine: Engine, places: KeyPlaces, *, seen: bool = False, drop_old: bool = False
) -> Rotated:
    """Seal everything with a new key, in one transaction, while no server runs.

    A key that others have seen may have been used by them: nothing made with it is believed on.
    """
    with _nobody_runs(engine):
        noted = read_noted(engine)
        old = look_for_key(noted, places)
        if old is None:
            raise InputError(missing(noted.name))
        given = given_keys(places, noted.file)
        new = make_key() if given is None else _successor(given, old.name)
        # On the disk before anything is sealed with it.
        where = str(store_key(new)) if given is None else given.where
        secrets, believed = _seal_again(engine, old, new, seen=seen)
        if given is None and noted.file is not None:
            _remove_beside(old.key, noted.file, Path(where))
    dropped = given is None and drop_old and drop_key(old.name)
    kept = not dropped and stored_file(old.name).is_file()
    return Rotated(old.name, key_name(new), where, secrets, believed, kept)


def _successor(given: GivenKeys, old: str) -> bytes:
    others = [key for key in given.keys if key_name(key) != old]
    if len(others) != 1:
        raise InputError(f"Put the new key beside the old one, a line each, in {given.where}.")
    return others[0]


@contextmanager
def _nobody_runs(engine: Engine) -> Iterator[None]:
    """No server runs on the floor; on PostgreSQL none holds a table.

    One that is silent there and comes back seals nothing more: see `Log`.
    """
    with alone(engine):
        if engine.dialect.name != "sqlite" and Leases(engine, "", 0).taken():
            raise InputError("A server runs tables of this floor: stop every server first.")
        yield


def _seal_again(engine: Engine, old: FloorKey, new: bytes, *, seen: bool) -> tuple[int, int]:
    """All of it, or nothing."""
    before, after = Safe(old.key), Safe(new)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(_ALONE)
        if noted_key(connection) not in ("", old.name):
            raise InputError("The key was changed meanwhile: nothing was done.")
        secrets = sealed_secrets(connection)
        for name, sealed in secrets.items():
            # One that does not open is the audit's and the pit desk's: it stops the change.
            again = after.lock(before.unlock(sealed))
            connection.execute(update(vault).where(vault.c.name == name).values(sealed=again))
        older = (digest_key(old.key), *older_digests(connection, old.key))
        keep_digests(connection, new, () if seen else older)
        believed = 0
        if seen:
            connection.execute(delete(snapshots))
        else:
            for row in connection.execute(select(snapshots)).all():
                found = Snapshot(row.stream, Head(row.version, row.hash, row.at), row.state)
                if before.keyed_digest(found.content()) != row.digest:
                    continue
                digest = after.keyed_digest(found.content())
                mine = update(snapshots).where(snapshots.c.stream == row.stream)
                connection.execute(mine.values(digest=digest))
                believed += 1
        note_key(connection, key_name(new))
    return len(secrets), believed
