"""A worker as the server sees it: a process at the other end of two pipes, begun when needed."""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from typing import BinaryIO, cast

import structlog

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import own_files
from longsuit.floor.secrets.keys import KEY_VARIABLES
from longsuit.workers.frames import MOST_TOLD, Asked, Told, decoder, receive, send
from longsuit.workers.job import Ended, Tell

logger = structlog.get_logger()

LATE = "That took longer than {seconds} seconds, and was ended."
TOO_LARGE = "That takes more memory than one job may have."
GONE = "The process that worked on it has ended: try again."
FAILED = "Something went wrong in the server, and nothing was done."
_told = decoder(Told)
LEAVE_SECONDS = 1.0
"""A job that nobody waits for may end by itself for so long: a new process loads much code."""


class Process:
    """One process, one job at a time. It ends when this one does, however that ends."""

    def __init__(self, module: str = "longsuit.workers") -> None:
        self._module = module
        self._guard = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._number = 0
        self._games: set[str] = set()
        """The games of files that the child knows."""
        self._closed = self._late = self._left = False
        self._leaving: threading.Timer | None = None
        """Ends the job that nobody waits for, if it does not end by itself."""

    @property
    def pid(self) -> int | None:
        """Its number, while it is there."""
        child = self._child
        return child.pid if child is not None and child.poll() is None else None

    def do(self, job: bytes, seconds: float, tell: Tell) -> bytes:
        """The result of a job. It blocks: call it in a thread for that alone."""
        with self._guard:
            self._number += 1
            self._late = self._left = False
        watch = threading.Timer(seconds, self._end_late)
        watch.start()
        try:
            told = self._ask_and_hear(job, tell)
        except (EOFError, OSError):
            said = LATE.format(seconds=f"{seconds:g}") if self._late else GONE
            # It may be some time in dying: the next job is not for it.
            self.end()
            raise Ended(said) from None
        finally:
            watch.cancel()
            watch.join()
            self._stop_leaving()
        return self._result(told)

    def _stop_leaving(self) -> None:
        """The job is over: nothing is left to be ended."""
        with self._guard:
            leaving, self._leaving = self._leaving, None
            self._number += 1
        if leaving is not None:
            leaving.cancel()
            leaving.join()

    def _ask_and_hear(self, job: bytes, tell: Tell) -> Told:
        """What comes of a job.

        A process may be dying when it is asked, which nobody sees at once: if it ends before it
        says that it has begun, a new one is asked.
        """
        known, begun = self.pid, False
        told: Told
        try:
            tells = self._ask(job)
            while (told := _told.decode(receive(tells, MOST_TOLD))).kind in ("begun", "progress"):
                begun = True
                if told.kind == "progress":
                    tell(told.done, told.total, told.text)
            return told
        except (EOFError, OSError):
            if known is None or begun or self._late or self._left or self._closed:
                raise
        self.end()
        return self._ask_and_hear(job, tell)

    def _ask(self, job: bytes) -> BinaryIO:
        if self.pid is None:
            self._begin()
        with self._guard:
            self._send(Asked(self._number, job, self._new_games()))
            if self._left:
                self._send(Asked(self._number))
            return cast("BinaryIO", cast("subprocess.Popen[bytes]", self._child).stdout)

    def _new_games(self) -> tuple[tuple[str, str], ...]:
        """Those of files that this process of ours has not heard of."""
        known = {file.game.id: (file.places.file, file.text) for file in own_files()}
        new = tuple(told for game, told in known.items() if game not in self._games)
        self._games.update(known)
        return new

    def _send(self, message: Asked) -> None:
        if self._child is None or self._child.stdin is None:
            raise EOFError
        send(cast("BinaryIO", self._child.stdin), message)

    def _begin(self) -> None:
        self.end()
        # The key of the vault stays here: no job opens what is sealed.
        known = {name: value for name, value in os.environ.items() if name not in KEY_VARIABLES}
        command = [sys.executable, "-P", "-m", self._module]
        pipe = subprocess.PIPE
        child = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=known)
        with self._guard:
            self._child = child
            self._games.clear()
            if self._closed or self._late:
                child.kill()

    def _result(self, told: Told) -> bytes:
        if told.kind == "refused":
            raise InputError(told.text)
        if told.kind == "failed":
            error, _, where = told.text.partition("\n")
            logger.error("a job failed", error=error, where=where)
            if error != MemoryError.__name__:
                raise Ended(FAILED)
            # What it has gathered would be in the way of the next.
            self.end()
            raise Ended(TOO_LARGE)
        return told.result

    def leave(self) -> None:
        """Nobody waits for the job at hand: it ends where it next tells how far it is.

        One that tells nothing for a while, in the middle of a step, ends with its process.
        """
        with self._guard:
            if self._left:
                return
            self._left = True
            self._leaving = threading.Timer(LEAVE_SECONDS, self._end_left, [self._number])
            self._leaving.start()
            with suppress(OSError, EOFError):
                self._send(Asked(self._number))

    def _end_left(self, number: int) -> None:
        with self._guard:
            if number == self._number and self._child is not None:
                self._child.kill()

    def _end_late(self) -> None:
        with self._guard:
            self._late = True
        self.kill()

    def kill(self) -> None:
        """Have the process ended; whoever waits for its result is told."""
        child = self._child
        if child is not None:
            child.kill()

    def close(self) -> None:
        """Have it ended for good."""
        with self._guard:
            self._closed = True
        self.kill()

    def end(self) -> None:
        """Have it ended, and wait until it is gone; the next job begins another."""
        self.kill()
        with self._guard:
            child, self._child = self._child, None
        if child is not None:
            # Its end closes the pipes and waits; what was still to be sent is lost.
            with suppress(OSError), child:
                pass
