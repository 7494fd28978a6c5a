"""Where the machine comes in: clocks, chance, threads and what they wait on.

Whatever of the floor counts time, draws, waits or runs beside something else asks this for it. So a
simulation can take its place, and what happened once can happen again (decisions/0031-simulation).
"""

import os
import queue
import secrets
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

Micros = int


class Running(Protocol):
    """Something that runs beside whoever started it."""

    def start(self) -> None: ...

    def join(self) -> None: ...

    def is_alive(self) -> bool: ...


class Edges:
    """The machine that a server runs on."""

    # Clocks and chance

    def wall(self) -> Micros:
        """The machine's clock, in microseconds since 1970: people and NTP set it."""
        return time.time_ns() // 1000

    def steady(self) -> Micros:
        """A clock that nobody sets, and that counts on while the machine sleeps."""
        if hasattr(time, "CLOCK_BOOTTIME"):
            # On Linux the monotonic clock stands still while a laptop sleeps; this one does not.
            return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000
        if hasattr(time, "CLOCK_MONOTONIC"):
            # On macOS it is Python's own monotonic clock that stands still.
            return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        return time.monotonic_ns() // 1000

    def monotonic(self) -> float:
        """Seconds, to measure how long something takes."""
        return time.monotonic()

    def entropy(self, count: int) -> bytes:
        """So many bytes that nobody can guess."""
        return secrets.token_bytes(count)

    def process(self) -> str:
        """The machine and the process, for people who look where something runs."""
        return f"{socket.gethostname()[:60]}#{os.getpid()}"

    # Threads

    def thread(self, run: Callable[[], None], name: str) -> Running:
        """A thread that is not started yet; it does not keep the process alive."""
        return threading.Thread(target=run, name=name, daemon=True)

    def pool(self, most: int, name: str) -> Executor:
        """Threads for short work."""
        return ThreadPoolExecutor(most, thread_name_prefix=name)

    def lock(self) -> AbstractContextManager[Any]:
        """For what one thread does at a time."""
        return threading.Lock()

    def event(self) -> threading.Event:
        """Something that happens once, and can be waited for."""
        return threading.Event()

    def queue(self, most: int) -> "queue.Queue[Any]":
        """What threads hand to each other, never more than so many."""
        return queue.Queue(most)

    def result(self, future: "Future[T]") -> T:
        """What comes of it, once it is there."""
        return future.result()


MACHINE = Edges()
"""The real one."""
