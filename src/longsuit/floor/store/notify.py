"""Between processes: a lock on a SQLite file, and PostgreSQL's notice that all may read."""

import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import IO, TYPE_CHECKING

from sqlalchemy import Connection, Engine, text

from longsuit.floor.store.file_lock import lock_beside

if TYPE_CHECKING:
    import psycopg

CHANNEL = "longsuit"
"""On PostgreSQL a commit wakes the other processes through this channel, and says where to look."""
_LONGEST_NOTICE = 7900
"""Bytes; PostgreSQL takes no more than 8,000."""
_NOTIFY = text("SELECT pg_notify(:channel, :notice)")
_PATIENCE = 1.0
"""Seconds before a database that was lost is looked for again."""


def make_notice(origin: str, streams: Iterable[str]) -> str:
    """Who has written, and to which streams; without them where there are too many to name."""
    notice = "\n".join((origin, *dict.fromkeys(streams)))
    return notice if len(notice.encode()) <= _LONGEST_NOTICE else origin


def notify(connection: Connection, notice: str) -> None:
    """Tell all others on PostgreSQL, once the transaction is through."""
    connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": notice})


def lock_file(database: Path) -> IO[bytes]:
    """The right to run the floor in a SQLite file."""
    return lock_beside(database, f"Another server runs the floor in {database}.")


class Wakener:
    """Calls back whenever another process has written to a PostgreSQL database.

    It says to which streams, or None where that is not known.
    """

    def __init__(
        self, engine: Engine, wake: Callable[[Sequence[str] | None], None], own: str = ""
    ) -> None:
        self._address = engine.url.set(drivername="postgresql").render_as_string(
            hide_password=False
        )
        self._wake = wake
        self._own = own
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wakener", daemon=True)

    def start(self) -> None:
        """Listen from now on."""
        self._bell, self._rung = socket.socketpair()
        self._thread.start()

    def stop(self) -> None:
        """Listen no more; also where the floor ended before it came to listen."""
        self._stopping.set()
        if self._thread.ident is None:
            return
        self._bell.close()
        self._thread.join()
        self._rung.close()

    def _run(self) -> None:
        # A floor in a file does without it, and without the memory that it takes.
        import psycopg  # noqa: PLC0415

        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    # Something may have been written while nobody listened.
                    self._wake(None)
                    self._listen(connection)
            except psycopg.Error:
                self._stopping.wait(_PATIENCE)

    def _listen(self, connection: "psycopg.Connection[tuple[object, ...]]") -> None:
        with DefaultSelector() as waiting:
            waiting.register(connection.fileno(), EVENT_READ)
            waiting.register(self._rung, EVENT_READ)
            while not self._stopping.is_set():
                for notice in connection.notifies(timeout=0):
                    origin, *streams = notice.payload.split("\n")
                    if not origin or origin != self._own:
                        self._wake(streams or None)
                waiting.select()
