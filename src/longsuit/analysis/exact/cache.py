"""Results kept between processes: games that were solved, strategies that were counted.

A result is a few arrays under a digest of all that it depends on: what was asked, and the code that
answers. A file that is damaged, foreign, of another version, or cannot be read or written is as
good as none. LONGSUIT_CACHE names another folder than the user's own, or is `off`.
"""

import os
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

if sys.platform != "win32":
    import fcntl

Arrays = dict[str, NDArray[Any]]

MOST_BYTES = 200 * 2**20
"""The oldest results go when all together take more; one of Chase the Flush takes five or ten."""
MOST_FILES = 500
_LARGEST = 2**28
"""No result takes more memory than this."""
_PATIENCE_SECONDS = 60.0
"""So long a process waits for another that is finding the same."""
_SEAL = 32
_CODE = ("analysis/exact", "analysis/strategies", "core/ranking.py")


def kept(
    asked: Iterable[bytes], whole: Callable[[Arrays], bool], make: Callable[[], Arrays]
) -> Arrays:
    """What is kept of this question, if it is `whole`; else made now, and kept."""
    path = _path(asked)
    if path is None:
        return make()
    with _turn(path):
        found = _read(path)
        if found is not None and whole(found):
            return found
        made = make()
        _write(path, made)
        return made


def keep(asked: Iterable[bytes], made: Arrays) -> None:
    """Keep an answer that came with another one."""
    path = _path(asked)
    if path is not None:
        _write(path, made)


def folder() -> Path | None:
    """Where results are kept: among the user's caches, as the platform has them."""
    given = os.environ.get("LONGSUIT_CACHE", "")
    if given:
        return None if given.casefold() == "off" else Path(given)
    try:
        if sys.platform == "win32":
            usual = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            usual = Path.home() / "Library" / "Caches"
        else:
            usual = Path.home() / ".cache"
        return Path(os.environ.get("XDG_CACHE_HOME") or usual) / "longsuit"
    except RuntimeError:  # a user without a home
        return None


@lru_cache
def code_version() -> bytes:
    """A digest of the code that the results come from."""
    house = Path(str(resources.files("longsuit")))
    sums = sha256()
    for part in _CODE:
        place = house / part
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            text = path.read_bytes()
            sums.update(f"{path.relative_to(house).as_posix()} {len(text)} ".encode() + text)
    return sums.digest()


def _path(asked: Iterable[bytes]) -> Path | None:
    where = folder()
    if where is None:
        return None
    sums = sha256(code_version())
    for part in asked:
        sums.update(len(part).to_bytes(8, "big") + part)
    return where / f"{sums.hexdigest()}.arrays"


def _seal(path: Path, packed: bytes) -> bytes:
    return sha256(path.name.encode() + packed).digest()


def _read(path: Path) -> Arrays | None:
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        packed = path.read_bytes()
        if packed[:_SEAL] != _seal(path, packed[_SEAL:]):
            return None
        unpacked = zlib.decompressobj().decompress(packed[_SEAL:], _LARGEST)
        with np.load(BytesIO(unpacked), allow_pickle=False) as arrays:
            found = dict(arrays)
    except (OSError, ValueError, KeyError, EOFError, zlib.error):
        return None
    with suppress(OSError):
        os.utime(path)  # it is the youngest now
    return found


def _write(path: Path, made: Arrays) -> None:
    """Write a result, whole or not at all, and let the oldest go."""
    unpacked = BytesIO()
    np.savez(unpacked, **made)  # type: ignore[arg-type]
    packed = zlib.compress(unpacked.getbuffer(), level=1)
    beside = path.with_name(f".{path.stem}.{os.getpid()}.part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(_seal(path, packed) + packed)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
        _trim(path.parent)


def _trim(where: Path) -> None:
    ages = {path: path.stat() for path in where.glob("*.arrays")}
    total = 0
    for count, path in enumerate(sorted(ages, key=lambda one: -ages[one].st_mtime_ns), 1):
        total += ages[path].st_size
        if count > MOST_FILES or total > MOST_BYTES:
            path.unlink(missing_ok=True)


@contextmanager
def _turn(path: Path) -> Iterator[None]:
    """One process at a time finds a result; who waits too long, or cannot tell, finds it too."""
    lock = path.with_name(f".{path.stem}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = lock.open("ab")
    except OSError:
        yield
        return
    with file:
        if sys.platform != "win32":
            _wait(file.fileno())
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def _wait(file: int) -> None:
    if sys.platform != "win32":
        end = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < end:
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            time.sleep(0.02)
