"""A line to PostgreSQL that can be cut or held at the moment of a commit.

It passes bytes on between a server of ours and the database, on sockets in folders. What becomes of
a commit is asked for each: passed on; cut before the database hears of it; cut after the database
has done it and before our server is told; or held, as a network does that has fallen silent.
"""

import shutil
import socket
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from tests.floor.playing import PATIENCE

Fate = Literal["pass", "before", "after", "hold"]
_COMMIT = b"COMMIT\x00"
_NAME = ".s.PGSQL.5432"


class Proxy:
    """Listens in a folder of its own and connects each caller to the database."""

    def __init__(self, database: str, fate: Callable[[], Fate]) -> None:
        parts = urlsplit(database)
        self._target = Path(parts.query.removeprefix("host=")) / _NAME
        # Not the folder of the test: the name of such a socket has a hundred letters at most.
        self._folder = Path(tempfile.mkdtemp(prefix="longsuit-"))
        self.address = urlunsplit(parts._replace(query=f"host={self._folder}"))
        self.cuts = {"before": 0, "after": 0, "hold": 0}
        self._fate = fate
        self._released = threading.Event()
        self._lines: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._folder / _NAME))
        self._listener.listen(50)
        self._start(self._accept)

    def _start(self, work: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=work, args=args)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            line = socket.socket(socket.AF_UNIX)
            line.connect(str(self._target))
            self._lines += [caller, line]
            ends = (caller, line, threading.Event(), threading.Event())
            self._start(self._up, *ends)
            self._start(self._down, *ends)

    def _up(
        self,
        caller: socket.socket,
        line: socket.socket,
        cut: threading.Event,
        silent: threading.Event,
    ) -> None:
        """From our server to the database."""
        try:
            while data := caller.recv(65536):
                fate = self._fate() if _COMMIT in data else "pass"
                if fate == "hold":
                    silent.set()
                if fate != "pass":
                    self.cuts[fate] += 1
                if fate == "before":
                    break
                if fate == "hold":
                    self._released.wait(PATIENCE * 2)
                if fate == "after":
                    # What the database answers now is the last that comes, and goes nowhere.
                    cut.set()
                line.sendall(data)
        except OSError:
            pass
        if not cut.is_set():
            _hang_up(caller, line)

    def _down(
        self,
        caller: socket.socket,
        line: socket.socket,
        cut: threading.Event,
        silent: threading.Event,
    ) -> None:
        """From the database to our server."""
        try:
            while (data := line.recv(65536)) and not cut.is_set():
                if silent.is_set():
                    break
                caller.sendall(data)
        except OSError:
            pass
        if silent.is_set():
            # Not even that the database has hung up is heard.
            self._released.wait(PATIENCE * 2)
        _hang_up(caller, line)

    def release(self) -> None:
        """Pass on what is held."""
        self._released.set()

    def close(self) -> None:
        """Hang up on everybody."""
        self.release()
        _hang_up(self._listener, *self._lines)
        self._listener.close()
        for thread in self._threads:
            thread.join(PATIENCE)
        for line in self._lines:
            line.close()
        shutil.rmtree(self._folder)


def _hang_up(*lines: socket.socket) -> None:
    for line in lines:
        try:
            line.shutdown(socket.SHUT_RDWR)
        except OSError:
            continue
