"""A lock on a file: one program at a time, and the system takes it back however that one ends."""

import os
from pathlib import Path
from typing import IO

from longsuit.core.errors import InputError

if os.name == "posix":
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

else:
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]


def lock_beside(path: Path, taken: str) -> IO[bytes]:
    """The right to use a file, held until what is returned is closed; `taken` says who has it."""
    lock = path.with_name(f"{path.name}.lock")
    try:
        file = lock.open("ab")
    except OSError as error:
        raise InputError(f"{lock} cannot be written: {error.strerror}.") from None
    try:
        _lock(file)
    except OSError:
        file.close()
        raise InputError(taken) from None
    return file
