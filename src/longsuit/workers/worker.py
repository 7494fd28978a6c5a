"""What a worker does: one job after another, until the server closes the pipe."""

import contextlib
import os
import queue
import signal
import threading
import time
import traceback
from typing import Any, BinaryIO

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import add_game, game_from_text
from longsuit.workers.frames import (
    MOST_ASKED,
    MOST_TOLD,
    Asked,
    Told,
    decoder,
    encode,
    receive,
    send,
)

MEMORY_MB = 1024
"""What one worker may hold; a job that wants more fails."""
_GIVES_WAY = 10
"""The tables come first."""
_TELL_SECONDS = 0.1
_LONGEST_TRACE = 4000
_asked = decoder(Asked)


class Unwanted(Exception):
    """Nobody waits for the job at hand."""


class Worker:
    """Jobs one after another, from one pipe to another."""

    def __init__(self, jobs: Any, asks: BinaryIO, tells: BinaryIO) -> None:
        self._read = decoder(jobs).decode
        self._asks, self._tells = asks, tells
        self._jobs: queue.SimpleQueue[Asked] = queue.SimpleQueue()
        self._at_hand = self._left = 0
        """The numbers of the job at hand, and of the last that nobody waits for."""
        self._told_at = 0.0

    def listen(self) -> None:
        """Hear what the server says; when it is gone, so is this process."""
        with contextlib.suppress(EOFError):
            while True:
                asked = _asked.decode(receive(self._asks, MOST_ASKED))
                if asked.job:
                    self._jobs.put(asked)
                else:
                    self._left = asked.number
        os._exit(0)

    def work(self) -> None:
        """Do each job, and tell what came of it; when the server is gone, so is this process."""
        with contextlib.suppress(BrokenPipeError):
            while True:
                asked = self._jobs.get()
                self._at_hand = asked.number
                send(self._tells, Told("begun"))
                for name, text in asked.games:
                    add_game(game_from_text(text, name), of_log=True)
                send(self._tells, self._outcome(asked.job))
        os._exit(0)

    def _outcome(self, job: bytes) -> Told:
        try:
            result = encode(self._read(job).do(self._tell))
            if len(result) > MOST_TOLD:
                raise OverflowError("a result too large to be told")
        except Unwanted:
            return Told("refused", "Nobody waits for it any more.")
        except InputError as error:
            return Told("refused", str(error))
        except Exception as error:
            where = traceback.format_exc(limit=-12)[-_LONGEST_TRACE:]
            return Told("failed", f"{type(error).__name__}\n{where}")
        return Told("done", result=result)

    def _tell(self, done: int, total: int, doing: str) -> None:
        if self._left == self._at_hand:
            raise Unwanted
        now = time.monotonic()
        if now >= self._told_at + _TELL_SECONDS or done == total:
            self._told_at = now
            send(self._tells, Told("progress", doing, done, total))


def run(jobs: Any) -> None:
    """Do jobs of this type until the server is gone."""
    asks, tells = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What anything prints goes where errors go, and not between the messages.
    os.dup2(2, 1)
    # Whoever interrupts the server ends its workers from there.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_GIVES_WAY)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most = MEMORY_MB * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    worker = Worker(jobs, asks, tells)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()
