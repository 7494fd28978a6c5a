"""A lane: workers that serve one line, each from a thread that waits for it."""

import math
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

import structlog

from longsuit.core.errors import InputError
from longsuit.workers.frames import MOST_ASKED, decoder, encode
from longsuit.workers.job import Busy, Ended, Impatient, Job, Tell
from longsuit.workers.line import Line
from longsuit.workers.process import FAILED, Process

logger = structlog.get_logger()

MOST_WAITING = 32
"""Jobs in the line before a lane's workers."""
MOST_SECONDS_AWAY = 60
"""For which whoever finds the line full is sent away."""
IDLE_SECONDS = 300.0
"""A worker that had nothing to do for so long ends, and gives its memory back."""
IMPATIENT = "Your last question is still being worked on: ask again after it."
TOO_MUCH = "That is more than one job may be about."
CLOSING = "The floor is closing."

_OF_LATE = 20
"""Jobs, more or less, that it is known by how long one takes."""

Keep = Callable[[bytes, bytes], None]
"""Told what was asked and what came of it."""
Start = Callable[[], Process]


def _nothing() -> None:
    """No line has the task yet."""


class Task:
    """A job on its way."""

    def __init__(self, job: Job[Any], who: str, tell: Tell, keep: Keep | None = None) -> None:
        self.job, self.who, self.tell, self.keep = job, who, tell, keep
        self.asked = encode(job)
        if len(self.asked) > MOST_ASKED:
            raise InputError(TOO_MUCH)
        self.place = (who, type(job).__name__)
        self.answer: Future[Any] = Future()
        self.worker: Process | None = None
        """Who works on it."""
        self.over: Callable[[], None] = _nothing
        """Gives its place free, before it is answered: who has the answer may ask again at once."""

    def do(self, worker: Process) -> None:
        """Have a worker do it, and answer."""
        try:
            told = worker.do(self.asked, self.job.seconds, self.tell)
            if self.keep is not None:
                self.keep(self.asked, told)
            self.reply(told)
        except InputError as error:
            self.refuse(error)
        except Exception:
            logger.exception("a job failed", job=self.place[1])
            self.refuse(Ended(FAILED))

    def reply(self, told: bytes) -> None:
        """Give the result to whoever still waits."""
        result = decoder(self.job.gives).decode(told)
        if self.answer.set_running_or_notify_cancel():
            self.over()
            self.answer.set_result(result)

    def refuse(self, error: InputError) -> None:
        """Say why there is none."""
        if self.answer.set_running_or_notify_cancel():
            self.over()
            self.answer.set_exception(error)


class Lane:
    """So many workers at most, started when they are needed."""

    def __init__(self, name: str, workers: int, start: Start) -> None:
        self._name, self._most, self._new = name, workers, start
        self._guard = threading.Condition()
        self._line: Line[Task] = Line()
        self._here: Counter[tuple[str, str]] = Counter()
        """Jobs in the line and in work, by caller and kind."""
        self._threads: list[threading.Thread] = []
        self._workers: list[Process] = []
        self._warm: Job[Any] | None = None
        self._job_seconds = 0.0
        """Of late, a job."""
        self._booked = 0.0
        """When the last of those who were sent away is to come again."""
        self._stopping = False

    @property
    def waiting(self) -> int:
        """Jobs in the line and in work."""
        return self._here.total()

    def add(self, task: Task) -> None:
        """Into the line, or refused at once."""
        with self._guard:
            if self._stopping:
                raise Ended(CLOSING)
            if self._here[task.place] >= task.job.of_one:
                raise Impatient(IMPATIENT)
            if self.waiting >= self._most + MOST_WAITING:
                raise Busy(task.job.busy, self._book())
            self._here[task.place] += 1
            self._line.add(task.who, task)
            if len(self._workers) < min(self._most, self.waiting):
                self._hire()
            self._guard.notify()
            task.over = partial(self._over, task)
        task.answer.add_done_callback(lambda answer: answer.cancelled() and task.over())

    def _book(self) -> int:
        """Seconds until somebody may find room: a crowd comes again as fast as jobs get done.

        Told to come at once, it would ask all the time and be sent away each time.
        """
        now = time.monotonic()
        booked = max(now, self._booked) + self._job_seconds / self._most
        self._booked = min(booked, now + MOST_SECONDS_AWAY)
        return max(1, math.ceil(self._booked - now))

    def _hire(self) -> None:
        worker = self._new()
        thread = threading.Thread(target=self._serve, args=[worker], name=f"{self._name} worker")
        self._workers.append(worker)
        self._threads.append(thread)
        thread.start()

    def keep_warm(self, job: Job[Any]) -> None:
        """Start a worker now, in the background, and after each that is lost, with a first job."""
        self._warm = job
        with suppress(Busy):
            self.add(Task(job, "", lambda *_: None))

    def _over(self, task: Task) -> None:
        """It is about to be answered, or nobody waits for it any more."""
        with self._guard:
            self._here[task.place] -= 1
            if not self._here[task.place]:
                del self._here[task.place]
            self._line.leave(task.who, task)
            if task.answer.cancelled() and task.worker is not None:
                task.worker.leave()

    def stop(self) -> None:
        """Refuse those who wait, and end every process."""
        with self._guard:
            self._stopping = True
            for worker in self._workers:
                worker.close()
            self._guard.notify_all()
        for thread in self._threads:
            thread.join()
        self._threads, self._workers = [], []
        while (task := self._line.take()) is not None:
            task.refuse(Ended(CLOSING))

    def open(self) -> None:
        """Take jobs, as at first, after it was stopped."""
        self._stopping = False

    # In the threads

    def _serve(self, worker: Process) -> None:
        while (task := self._next(worker)) is not None:
            with self._guard:
                task.worker = None if task.answer.cancelled() else worker
            if task.worker is not None:
                began = time.monotonic()
                task.do(worker)
                with self._guard:
                    task.worker = None
                    self._job_seconds += (time.monotonic() - began - self._job_seconds) / _OF_LATE
            if self._warm is not None and worker.pid is None and task.job is not self._warm:
                self.keep_warm(self._warm)
        worker.end()

    def _next(self, worker: Process) -> Task | None:
        """The next job, once there is one; None when all is to end."""
        with self._guard:
            while not self._stopping:
                if (task := self._line.take()) is not None:
                    return task
                if not self._guard.wait(None if self._warm else IDLE_SECONDS):
                    worker.end()
            return None
