"""Where the key of a vault comes from: what the operator gives, or a private folder of the user.

Every key has a name that follows from it and tells nothing of it. A floor notes the name of its
key, and a key in the folder is called by its name: two floors cannot take each other's.
"""

import hashlib
import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from msgspec import Struct

from longsuit.core.errors import InputError

KEY_VARIABLE = "LONGSUIT_KEY"
KEY_FILE_VARIABLE = "LONGSUIT_KEY_FILE"
KEY_COMMAND_VARIABLE = "LONGSUIT_KEY_COMMAND"
CREDENTIALS_VARIABLE = "CREDENTIALS_DIRECTORY"
"""As systemd calls the folder of what a service is entrusted with."""
CREDENTIAL = "longsuit.key"
"""What the key is called there."""
KEY_VARIABLES = (KEY_VARIABLE, KEY_FILE_VARIABLE, KEY_COMMAND_VARIABLE, CREDENTIALS_VARIABLE)
"""What leads to a key; processes that open nothing are not told."""
MOST_KEYS = 8
"""That are given at a time: one, or an old one and its successor."""
_MOST_BYTES = 4096
_COMMAND_SECONDS = 10.0
_MOST_STORED = 1000
_NAME_DIGITS = 16
_NAME_PURPOSE = b"longsuit key name\n"


class KeyPlaces(Struct, frozen=True):
    """Where the configuration says that the key is."""

    file: str = ""
    command: tuple[str, ...] = ()


class GivenKeys(Struct, frozen=True):
    """Keys that the operator gives, and where."""

    where: str
    keys: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"GivenKeys({self.where})"

    def named(self, name: str) -> bytes | None:
        """The one of that name."""
        return next((key for key in self.keys if key_name(key) == name), None)


def key_name(key: bytes) -> str:
    """What a key is called: it follows from the key, and not the other way round."""
    return hashlib.sha256(_NAME_PURPOSE + key).hexdigest()[:_NAME_DIGITS]


def make_key() -> bytes:
    """A new key, from the system's source of chance."""
    return Fernet.generate_key()


# What the operator gives


def given_keys(places: KeyPlaces, database: Path | None = None) -> GivenKeys | None:
    """The keys that the environment or the configuration names, the first place that does.

    A file beside the database is refused: whoever copies the folder would have both.
    """
    if given := os.environ.get(KEY_VARIABLE):
        return GivenKeys(KEY_VARIABLE, _split(given.encode(), KEY_VARIABLE))
    if named := os.environ.get(KEY_FILE_VARIABLE):
        return read_keys(Path(named).expanduser(), database)
    if command := os.environ.get(KEY_COMMAND_VARIABLE):
        return _from_command(_arguments(command))
    if places.file:
        return read_keys(Path(places.file).expanduser(), database)
    if places.command:
        return _from_command(places.command)
    if folder := os.environ.get(CREDENTIALS_VARIABLE):
        entrusted = Path(folder) / CREDENTIAL
        # A service may be entrusted with other things alone.
        return read_keys(entrusted, database) if entrusted.is_file() else None
    return None


def read_keys(file: Path, database: Path | None = None) -> GivenKeys:
    """The keys in a file, a line each."""
    if database is not None and file.resolve().parent == database.resolve().parent:
        raise InputError(f"The key {file} lies beside the database: keep it elsewhere.")
    return GivenKeys(str(file), _split(_read(file), str(file)))


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"There is no key in {file}.") from None
    except OSError as error:
        raise InputError(f"The key in {file} cannot be had: {error.strerror}.") from None


def _split(content: bytes, where: str) -> tuple[bytes, ...]:
    keys = tuple(dict.fromkeys(content.split()))
    if len(content) > _MOST_BYTES or not 0 < len(keys) <= MOST_KEYS:
        raise InputError(f"{where} does not hold a key, or two while it is changed.")
    for key in keys:
        check_key(key, where)
    return keys


def check_key(key: bytes, where: str) -> None:
    """Refuse what is no key."""
    try:
        Fernet(key)
    except ValueError:
        raise InputError(f"The key of the vault is not a key: {where}.") from None


def _arguments(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError:
        raise InputError(f"{KEY_COMMAND_VARIABLE} is not a command.") from None


def _from_command(command: Sequence[str]) -> GivenKeys:
    """What a program answers, run once and without a shell; it has ten seconds."""
    where = f"the key command {command[0] if command else ''}"
    try:
        child = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError, IndexError):
        raise InputError(f"{_start(where)} cannot be run.") from None
    late = threading.Event()

    def end() -> None:
        late.set()
        _kill(child)

    timer = threading.Timer(_COMMAND_SECONDS, end)
    timer.start()
    try:
        assert child.stdout is not None
        with child.stdout as told:
            content = told.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            _kill(child)
        code = child.wait()
    finally:
        timer.cancel()
        timer.join()
        _kill(child)
        child.wait()
    if late.is_set():
        raise InputError(f"{_start(where)} did not answer within {_COMMAND_SECONDS:.0f} seconds.")
    if code and len(content) <= _MOST_BYTES:
        raise InputError(f"{_start(where)} ended with {code}.")
    return GivenKeys(where, _split(content, _start(where)))


def _start(where: str) -> str:
    return where[:1].upper() + where[1:]


def _kill(child: "subprocess.Popen[bytes]") -> None:
    """It, and what it has started, where the system can tell."""
    if child.returncode is not None:
        return
    try:
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    except OSError:
        pass


# The folder of the user


def key_folder() -> Path:
    """Where keys lie that nobody gives: with what programs keep for the user, in no floor."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "longsuit" / "keys"


def stored_file(name: str) -> Path:
    """The file of a key in the folder."""
    return key_folder() / f"{name}.key"


def stored_key(name: str) -> bytes | None:
    """The key of that name, if it is in the folder."""
    file = stored_file(name)
    if not name or not file.is_file():
        return None
    (key, *more) = _split(_read(file), str(file))
    if more or key_name(key) != name:
        raise InputError(f"{file} holds another key than its name says: put it right.")
    return key


def stored_names() -> list[str]:
    """The names of the keys in the folder, up to a thousand."""
    try:
        found = sorted(file.stem for file in key_folder().glob("*.key"))
    except OSError:
        return []
    return found[:_MOST_STORED]


def store_key(key: bytes) -> Path:
    """Put a key into the folder; it is whole and on the disk, or not there."""
    file = stored_file(key_name(key))
    try:
        file.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.parent.mkdir(mode=0o700, exist_ok=True)
        file.parent.chmod(0o700)
        if not file.exists():
            part = file.with_name(f"{file.name}.{os.getpid()}.part")
            part.unlink(missing_ok=True)
            write_key(key, part)
            part.replace(file)
        file.chmod(0o600)
        names_to_disk(file.parent)
    except OSError as error:
        raise InputError(f"The key {file} cannot be written: {error.strerror}.") from None
    if stored_key(key_name(key)) != key:
        raise InputError(f"The key {file} is not what was written.")
    return file


def write_key(key: bytes, file: Path) -> None:
    """A new file that its owner alone can read."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(key + b"\n")
        opened.flush()
        os.fsync(opened.fileno())


def drop_key(name: str) -> bool:
    """Take a key out of the folder; whether it was there."""
    file = stored_file(name)
    try:
        file.unlink()
        names_to_disk(file.parent)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise InputError(f"The key {file} cannot be removed: {error.strerror}.") from None
    return True


def names_to_disk(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# Beside the database, as it was


def key_beside(database: Path) -> Path:
    """Where the key of a floor in a file lay before keys had a folder of their own."""
    return database.with_name(f"{database.name}.key")


def first_that_opens(keys: Iterable[bytes], sealed: Sequence[bytes]) -> bytes | None:
    """The first of some keys that opens anything that is sealed; of any, if nothing is."""
    for key in keys:
        if not sealed or opens_any(key, sealed):
            return key
    return None


def opens_any(key: bytes, sealed: Sequence[bytes]) -> bool:
    """Whether a key opens at least one secret: one may be damaged, all of them are not."""
    fernet = Fernet(key)
    for one in sealed:
        try:
            fernet.decrypt(one)
        except InvalidToken:
            continue
        return True
    return False
