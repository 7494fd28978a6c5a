"""Server processes: started, killed, held and let go, each by its own number, and always reaped."""

import json
import multiprocessing
import os
import random
import signal
import socket
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
from cryptography.fernet import Fernet
from tests.faults import child
from tests.floor.playing import PATIENCE
from tests.plain_http import PLAIN

_context = multiprocessing.get_context("forkserver")
# Loaded once, in the process that all servers are forked from.
_context.set_forkserver_preload(["longsuit.cli.serve", "pytest", "tests.faults.child"])


def free_port() -> int:
    """A port that no other program of a test is given by chance while a server is down."""
    while True:
        # Below the ports that the system hands out by itself.
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class ServerProcess:
    """`longsuit serve` on a database; the same address and settings after every start."""

    def __init__(
        self, folder: Path, database: str, tables: str, *, lease: float, key: str = ""
    ) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.told = folder / f"server-{self.port}.log"
        config = folder / f"floor-{self.port}.toml"
        config.write_text(tables, encoding="utf-8")
        self._arguments = [
            *("--db", database, "--port", str(self.port), "--config", str(config)),
            # The floor is tried here; its pages have tests of their own.
            *("--address", self.address, "--no-pages"),
        ]
        self._key, self._lease = key, lease
        self._process: BaseProcess | None = None

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process is not None and self._process.pid is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def start(self) -> None:
        """Start it, without waiting."""
        assert not self.is_alive
        asked = (self._arguments, self._key, self._lease, str(self.told))
        self._process = _context.Process(target=child.serve, args=asked)
        self._process.start()

    def start_and_wait(self) -> None:
        """Start it, and wait until it answers."""
        self.start()
        until = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert self.is_alive, f"the server ended:\n{self.tail()}"
            assert time.monotonic() < until, f"the server never answered:\n{self.tail()}"
            time.sleep(0.02)

    def is_ready(self) -> bool:
        try:
            return (
                httpx.get(f"{self.address}/health", trust_env=False, verify=PLAIN).status_code
                == 200
            )
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """kill -9, and reap it."""
        if self._process is not None and self._process.is_alive():
            self._process.kill()
            self._process.join(PATIENCE)

    def hold(self) -> None:
        """Stop it where it stands."""
        os.kill(self.pid, signal.SIGSTOP)

    def let_go(self) -> None:
        """Let it go on."""
        os.kill(self.pid, signal.SIGCONT)

    def end(self) -> int | None:
        """Ask it to end, as an operator does; its exit code."""
        if self._process is None:
            return None
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(PATIENCE)
        code = self._process.exitcode
        self.kill()
        return code

    def close(self) -> None:
        """Kill it, and give back what stands for it here."""
        self.kill()
        if self._process is not None:
            self._process.close()
            self._process = None

    # What it says

    def tail(self) -> str:
        """The end of its log."""
        return "\n".join(self._lines()[-20:])

    def errors(self) -> list[str]:
        """Lines of its log that tell of a mistake of ours; of a traceback what was raised, too."""
        lines = self._lines()
        return [
            f"{line} {_raised(lines[at + 1 :])}" if line.startswith("Traceback") else line
            for at, line in enumerate(lines)
            if _is_error(line)
        ]

    def _lines(self) -> list[str]:
        # A pipe is read by somebody else, and never ends.
        if not self.told.is_file():
            return []
        return self.told.read_text(encoding="utf-8", errors="replace").splitlines()


def _raised(after: list[str]) -> str:
    """The first line after the calls of a traceback."""
    return next((line for line in after if not line.startswith(" ")), "")


def _is_error(line: str) -> bool:
    try:
        told: Any = json.loads(line)
    except ValueError:
        return line.startswith(("Traceback", "ERROR"))
    return isinstance(told, dict) and told.get("level") in ("error", "critical")


class Servers:
    """The server processes of one test: whatever happens to it, none is left behind."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: list[ServerProcess] = []
        self._key = Fernet.generate_key().decode()

    def make(self, database: str, tables: str, *, lease: float = 0.5) -> ServerProcess:
        """A server that has not been started. On PostgreSQL they share the key of the vault."""
        key = self._key if database.startswith("postgresql") else ""
        made = ServerProcess(self._folder, database, tables, lease=lease, key=key)
        self._made.append(made)
        return made

    def close(self) -> None:
        """Kill what still runs."""
        for one in self._made:
            one.close()
