"""Virtual time, and tasks in place of threads: one at a time, in an order that the seed decides.

A task is a greenlet. It gives way where a thread would wait: for time, a queue, a lock, a database,
another server. Nothing else interrupts it, so what happens between two such places is one step.
"""

import heapq
import math
import queue
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Self, TypeVar

from greenlet import getcurrent, greenlet  # type: ignore[import-untyped]

T = TypeVar("T")

SECOND = 1_000_000
MOST_STEPS = 300_000
"""Of one run; a run that takes more goes round in circles."""


class Killed(BaseException):
    """The process that a task belongs to is gone."""


class Stuck(AssertionError):
    """Time does not go on."""


class Process:
    """Tasks that live and die together: a server."""

    def __init__(self) -> None:
        self.dead = False
        self.frozen_until = 0
        self.tasks: set[Task] = set()


class Task:
    """Something that runs beside others."""

    def __init__(self, kernel: "Kernel", run: Callable[[], None], home: Process | None) -> None:
        self._kernel, self._run, self.home = kernel, run, home
        self.turn = 0
        self.done = False
        self.waiting: deque[Task] = deque()
        self.greenlet: Any = greenlet(self._main, kernel.hub)

    def _main(self, _value: object = None) -> None:
        try:
            if not self._is_dead:
                self._run()
        except Killed:
            pass
        except BaseException as error:
            self._kernel.fail(error)
        finally:
            self.done = True
            if self.home is not None:
                self.home.tasks.discard(self)
            for task in self.waiting:
                self._kernel.wake(task)

    @property
    def _is_dead(self) -> bool:
        return self.home is not None and self.home.dead

    # As a thread

    def start(self) -> None:
        if self.home is not None:
            self.home.tasks.add(self)
        self._kernel.wake(self)

    def join(self) -> None:
        while not self.done:
            self._kernel.wait(self.waiting)

    def is_alive(self) -> bool:
        return not self.done


class Kernel:
    """Runs tasks in the order of their time."""

    def __init__(self) -> None:
        self.now = 0
        self.steps = 0
        self.hub: Any = getcurrent()
        self._due: list[tuple[int, int, Task | Callable[[], None], int]] = []
        self._number = 0
        self._tasks: dict[Any, Task] = {}
        self._killed: list[Process] = []
        self.failure: BaseException | None = None
        self.ended = False

    def fail(self, error: BaseException) -> None:
        """Something that must not happen has happened; the first is the one that counts."""
        if self.failure is None:
            self.failure = error

    @property
    def current(self) -> Task:
        """The task that runs."""
        return self._tasks[getcurrent()]

    def spawn(self, run: Callable[[], None], home: Process | None = None) -> Task:
        """A task that starts as soon as this one gives way."""
        task = self.task(run, home)
        task.start()
        return task

    def task(self, run: Callable[[], None], home: Process | None = None) -> Task:
        """A task that is not started yet."""
        task = Task(self, run, home)
        self._tasks[task.greenlet] = task
        return task

    def at(self, when: int, do: Callable[[], None]) -> None:
        """Have something done, which does not wait, at a time."""
        self._push(max(when, self.now), do, 0)

    def _push(self, when: int, what: Task | Callable[[], None], turn: int) -> None:
        self._number += 1
        heapq.heappush(self._due, (when, self._number, what, turn))

    # In a task

    def wake(self, task: Task) -> None:
        """It goes on, if it waits."""
        self._push(self.now, task, task.turn)

    def wake_all(self, waiting: "deque[Task]") -> None:
        """In the order in which they came."""
        for task in waiting:
            self.wake(task)

    def sleep(self, seconds: float) -> None:
        """Wait for a time."""
        self.wait(None, seconds)

    def wait(self, among: "deque[Task] | None", seconds: float | None = None) -> None:
        """Give way until woken, as one of those who wait, or until the time is over."""
        task = self.current
        if self.ended or (task.home is not None and task.home.dead):
            raise Killed
        if seconds is not None:
            # Not a moment too soon, or whoever waits for a time asks again.
            self._push(self.now + math.ceil(max(0.0, seconds) * SECOND), task, task.turn)
        if among is not None:
            among.append(task)
        try:
            self.hub.switch()
        finally:
            if among is not None and task in among:
                # Nobody wakes it for this any more.
                among.remove(task)
        if task.home is not None and task.home.dead:
            raise Killed

    def kill(self, process: Process) -> None:
        """All its tasks end where they are; whoever asks is ended too, if it is one of them."""
        if not process.dead:
            process.dead = True
            self._killed.append(process)
        task = self._tasks.get(getcurrent())
        if task is not None and task.home is process:
            raise Killed

    # The hub

    def run(self, until: int) -> None:
        """Go on until a time, or until something has failed."""
        while self._due and self._due[0][0] <= until and self.failure is None:
            when, _, what, turn = heapq.heappop(self._due)
            self.now = max(self.now, when)
            self.steps += 1
            if self.steps > MOST_STEPS:
                self.fail(Stuck(f"{MOST_STEPS} steps"))
            if isinstance(what, Task):
                self._resume(what, turn)
            else:
                what()
            while self._killed:
                self._bury(self._killed.pop())
        if self.failure is None:
            self.now = max(self.now, until)

    def _resume(self, task: Task, turn: int) -> None:
        if task.done or task.turn != turn:
            return
        if task.home is not None and task.home.frozen_until > self.now and not task.home.dead:
            self._push(task.home.frozen_until, task, turn)
            return
        task.turn += 1
        task.greenlet.switch()
        if task.done:
            self._tasks.pop(task.greenlet, None)

    def _bury(self, process: Process) -> None:
        for task in sorted(process.tasks, key=lambda one: one.turn):
            _end(task)
            self._tasks.pop(task.greenlet, None)
        process.tasks.clear()

    def end(self) -> None:
        """Nothing runs any more."""
        self.ended = True
        for task in list(self._tasks.values()):
            if task.home is not None:
                task.home.dead = True
        for task in list(self._tasks.values()):
            _end(task)
        self._tasks.clear()
        self._due.clear()


def _end(task: Task) -> None:
    if task.greenlet:
        # It has begun, and is not over.
        task.greenlet.throw(Killed)
    task.done = True


class SimQueue:
    """As `queue.Queue`."""

    def __init__(self, kernel: Kernel, most: int) -> None:
        self._kernel, self._most = kernel, most
        self._items: deque[Any] = deque()
        self._waiting: deque[Task] = deque()

    def put_nowait(self, item: Any) -> None:
        if len(self._items) >= self._most:
            raise queue.Full
        self._items.append(item)
        while self._waiting:
            self._kernel.wake(self._waiting.popleft())

    def get_nowait(self) -> Any:
        if not self._items:
            raise queue.Empty
        return self._items.popleft()

    def get(self, timeout: float | None = None) -> Any:
        if not self._items:
            self._kernel.wait(self._waiting, timeout)
        return self.get_nowait()

    def empty(self) -> bool:
        return not self._items

    def qsize(self) -> int:
        return len(self._items)


class SimEvent:
    """As `threading.Event`."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._is_set = False
        self._waiting: deque[Task] = deque()

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        while self._waiting:
            self._kernel.wake(self._waiting.popleft())

    def clear(self) -> None:
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        if not self._is_set:
            self._kernel.wait(self._waiting, timeout)
        return self._is_set


class SimLock:
    """As `threading.Lock`; nobody else comes between where nobody gives way."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._held = False
        self._waiting: deque[Task] = deque()

    def __enter__(self) -> Self:
        while self._held:
            self._kernel.wait(self._waiting)
        self._held = True
        return self

    def __exit__(self, *_error: object) -> None:
        self._held = False
        if self._waiting:
            self._kernel.wake(self._waiting.popleft())


class SimPool(Executor):
    """Each piece of work is a task of the process that asks for it."""

    def __init__(self, kernel: Kernel, home: Process) -> None:
        self._kernel, self._home = kernel, home

    def submit(self, fn: Callable[..., T], /, *args: Any, **options: Any) -> "Future[T]":
        done: Future[T] = Future()

        def run() -> None:
            done.set_result(fn(*args, **options))

        self._kernel.spawn(run, self._home)
        return done


def result(kernel: Kernel, future: "Future[T]", seconds: float | None = None) -> T:
    """What comes of it; `TimeoutError` where nothing does in time."""
    if not future.done():
        waiting: deque[Task] = deque()
        future.add_done_callback(lambda _: kernel.wake_all(waiting))
        kernel.wait(waiting, seconds)
        if not future.done():
            raise TimeoutError
    return future.result()
