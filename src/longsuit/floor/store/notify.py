"""Between processes: a lock on a SQLite file, and PostgreSQL's notice that all may read."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sqlalchemy import Engine

from longsuit.floor.store.event_log import CHANNEL
from longsuit.floor.store.file_lock import lock_beside

if TYPE_CHECKING:
    import psycopg

_PATIENCE = 1.0


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
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._stopping.set()
        self._thread.join()

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
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=_PATIENCE, stop_after=1):
                origin, *streams = notice.payload.split("\n")
                if not origin or origin != self._own:
                    self._wake(streams or None)
