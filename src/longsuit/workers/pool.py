"""The pool: a few workers, the line before them, and results that need not be worked out again."""

import hashlib
import threading
from collections import OrderedDict
from concurrent.futures import Future
from typing import Any, TypeVar

from longsuit.workers.job import Job, Tell
from longsuit.workers.lane import Lane, Start, Task
from longsuit.workers.process import Process

T = TypeVar("T")

QUICK_WORKERS, LONG_WORKERS = 1, 2
"""Processes for what takes less than a second, and for what takes longer."""
MOST_KEPT = 4096
MOST_KEPT_BYTES = 8 * 1024 * 1024
"""Results that are kept, and what they come to."""


class Pool:
    """Jobs go in, futures come out. Whoever cancels a future takes the job back."""

    def __init__(
        self, quick: int = QUICK_WORKERS, long: int = LONG_WORKERS, start: Start = Process
    ) -> None:
        self._lanes = {True: Lane("quick", quick, start), False: Lane("long", long, start)}
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        """By a digest of what was asked, which may be long."""
        self._kept_bytes = 0
        self._guard = threading.Lock()

    def submit(self, job: Job[T], who: str = "", tell: Tell = lambda *_: None) -> "Future[T]":
        """Have a job done for a caller, or say at once that there are too many."""
        task = Task(job, who, tell, self._keep if job.kept else None)
        known = self._find(task.asked) if job.kept else None
        if known is not None:
            task.reply(known)
        else:
            self._lanes[job.quick].add(task)
        return task.answer

    def _find(self, asked: bytes) -> bytes | None:
        with self._guard:
            known = self._kept.get(digest := _digest(asked))
            if known is not None:
                # The last that was asked for is the last to be forgotten.
                self._kept.move_to_end(digest)
            return known

    def _keep(self, asked: bytes, told: bytes) -> None:
        digest = _digest(asked)
        with self._guard:
            self._kept_bytes += len(told) - len(self._kept.pop(digest, b""))
            self._kept[digest] = told
            while len(self._kept) > MOST_KEPT or self._kept_bytes > MOST_KEPT_BYTES:
                self._kept_bytes -= len(self._kept.popitem(last=False)[1])

    def keep_warm(self, job: Job[Any]) -> None:
        """Start a worker now, in the background, and after each that is lost, with a first job."""
        self._lanes[job.quick].keep_warm(job)

    @property
    def waiting(self) -> int:
        """Jobs in the lines and in work."""
        return sum(lane.waiting for lane in self._lanes.values())

    def open(self) -> None:
        """Take jobs, as at first, after it was stopped."""
        for lane in self._lanes.values():
            lane.open()

    def stop(self) -> None:
        """Refuse those who wait, and end every process."""
        for lane in self._lanes.values():
            lane.stop()


def _digest(asked: bytes) -> bytes:
    return hashlib.blake2b(asked, digest_size=32).digest()
