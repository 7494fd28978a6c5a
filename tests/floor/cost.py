"""What a read costs: counted in steps of SQLite's machine and in records decoded, never in time."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import Struct
from sqlalchemy import Engine, event

from longsuit.floor.log import codec

_STEPS = 10
"""Steps of the machine between two counts."""


class Cost(Struct):
    """What has been done since."""

    steps: int = 0
    statements: int = 0
    decoded: int = 0
    """Records whose events were decoded."""


@contextmanager
def counting(engine: Engine, *decoders: Any) -> Iterator[Cost]:
    """Count the work of a SQLite engine, and of modules that decode records."""
    cost = Cost()

    def tick() -> int:
        cost.steps += _STEPS
        return 0

    def ask(*_args: Any) -> None:
        cost.statements += 1

    def take(connection: sqlite3.Connection, *_args: Any) -> None:
        connection.set_progress_handler(tick, _STEPS)

    def give_back(connection: sqlite3.Connection, *_args: Any) -> None:
        connection.set_progress_handler(None, _STEPS)

    plainly = codec.events_of

    def decode(record: codec.Written, only: frozenset[type] | None = None) -> Any:
        cost.decoded += 1
        return plainly(record, only)

    watched: list[tuple[str, Callable[..., Any]]] = [
        ("checkout", take),
        ("checkin", give_back),
        ("before_cursor_execute", ask),
    ]
    with pytest.MonkeyPatch.context() as patch:
        for module in (codec, *decoders):
            if hasattr(module, "events_of"):
                patch.setattr(module, "events_of", decode)
        for name, listener in watched:
            event.listen(engine, name, listener)
        try:
            yield cost
        finally:
            for name, listener in watched:
                event.remove(engine, name, listener)
