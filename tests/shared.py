"""What the processes of a run share: games that one of them has solved, and a home for caches.

Solving Chase the Flush over the whole deck takes seconds, and file after file needs the same few
games. Whatever `solve_deck` finds in one process of pytest-xdist is there for the others until the
run ends. A process alone has nothing to share.
"""

import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

if sys.platform != "win32":
    import fcntl

_KERNELS = "longsuit.analysis.exact.kernels.chase_the_flush"
_FOLDER = "longsuit_shared"


def use_own_caches(config: pytest.Config) -> None:
    """What programs under test cache lies with what pytest caches, not in somebody's home."""
    cache = getattr(config, "cache", None)
    if cache is not None:
        os.environ["XDG_CACHE_HOME"] = str(cache.mkdir("home"))


class Shared:
    """A plugin of pytest: a folder for the run, which every process of it knows."""

    def __init__(self) -> None:
        self._folder = ""

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """In the process that starts the others."""
        self._folder = self._folder or tempfile.mkdtemp(prefix="longsuit-run-")
        node.workerinput[_FOLDER] = self._folder

    def pytest_unconfigure(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """In each of the others."""
        given = getattr(session.config, "workerinput", {})
        kernels: Any = sys.modules.get(_KERNELS)
        if _FOLDER in given and kernels is not None:
            kernels.solve_deck = kept(kernels.solve_deck, Path(given[_FOLDER]))


def kept(solve: Callable[..., object], folder: Path) -> Callable[..., object]:
    """The same function, which looks in a folder first and waits for who is at it already."""

    def found(pay: Any, fold: int, qualifier: int, river: bool = False) -> object:
        asked = pay.tobytes() + repr((pay.shape, str(pay.dtype), fold, qualifier, river)).encode()
        path = folder / hashlib.sha256(asked).hexdigest()
        with path.open("ab+") as file:
            if sys.platform != "win32":
                fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            if packed := file.read():
                return pickle.loads(zlib.decompress(packed))
            solved = solve(pay, fold, qualifier, river)
            file.write(zlib.compress(pickle.dumps(solved), level=1))
            return solved

    return found
