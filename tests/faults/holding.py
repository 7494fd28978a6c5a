"""A commit held back, so that what comes meanwhile is one batch."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.floor.playing import PATIENCE

from longsuit.floor.service.floor import Floor
from longsuit.floor.store.event_log import Commit


@contextmanager
def held_commit(floor: Floor) -> Iterator[threading.Event]:
    """Hold the next commit until the block ends; the event tells that it has come."""
    write: Callable[..., None] = floor.log.write
    begun, ended = threading.Event(), threading.Event()

    def held(commit: Commit, *more: Any) -> None:
        begun.set()
        ended.wait(PATIENCE)
        write(commit, *more)

    floor.log.write = held  # type: ignore[method-assign,assignment]
    try:
        yield begun
    finally:
        ended.set()
