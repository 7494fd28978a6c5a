"""What servers on one database need of it beside its rows: turns at streams, and notices."""

from collections.abc import Callable, Sequence
from typing import Protocol

from sqlalchemy import Connection, Engine

from longsuit.floor.store.notify import Wakener, notify
from longsuit.floor.store.transactions import take_turn

Wake = Callable[[Sequence[str] | None], None]
"""Called with the streams that another server has written to, or None where that is not known."""


class Listening(Protocol):
    """Hears of what other servers write."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Sharing(Protocol):
    """How servers share one database."""

    def take_turn(self, connection: Connection, streams: Sequence[str]) -> None:
        """Wait until nobody else writes to these streams; it ends with the transaction."""

    def notify(self, connection: Connection, notice: str) -> None:
        """Tell all others, once the transaction is through."""

    def listen(self, engine: Engine, wake: Wake, own: str) -> Listening:
        """Be told by others; notices of one's own are left out."""


class PostgresSharing:
    """By advisory locks, LISTEN and NOTIFY."""

    take_turn = staticmethod(take_turn)
    notify = staticmethod(notify)

    def listen(self, engine: Engine, wake: Wake, own: str) -> Wakener:
        """A thread that listens."""
        return Wakener(engine, wake, own)
