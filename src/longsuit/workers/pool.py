"""The pool: a few workers, the line before them, and results that need not be worked out again."""

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
"""Results that are kept."""


class Pool:
    """Jobs go in, futures come out. Whoever cancels a future takes the job back."""

    def __init__(
        self, quick: int = QUICK_WORKERS, long: int = LONG_WORKERS, start: Start = Process
    ) -> None:
        self._lanes = {True: Lane("quick", quick, start), False: Lane("long", long, start)}
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._guard = threading.Lock()

    def submit(self, job: Job[T], who: str = "", tell: Tell = lambda *_: None) -> "Future[T]":
        """Have a job done for a caller, or say at once that there are too many."""
        task = Task(job, who, tell, self._keep if job.kept else None)
        with self._guard:
            known = self._kept.pop(task.asked, None)
            if known is not None:
                # The last that was asked for is the last to be forgotten.
                self._kept[task.asked] = known
        if known is not None:
            task.reply(known)
        else:
            self._lanes[job.quick].add(task)
        return task.answer

    def _keep(self, asked: bytes, told: bytes) -> None:
        with self._guard:
            self._kept[asked] = told
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

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
