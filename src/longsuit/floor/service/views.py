"""What is seen of a running floor, and how to be told of it."""

from collections.abc import Callable

from longsuit.core.progressive.meter import Meter
from longsuit.floor.engine.engine import Engine
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.reads.broadcast import Broadcast, Stand
from longsuit.floor.reads.fixed_view import FixedViews
from longsuit.floor.reads.subscriptions import Listener, MeterListener, Telling
from longsuit.floor.reads.table_feed import Step
from longsuit.floor.reads.table_view import (
    ANYONE,
    LobbyView,
    Looker,
    SignView,
    TableView,
    lobby_view,
    sign_view,
)


class Views:
    """The floor for those who look."""

    engine: Engine
    fixed: FixedViews
    telling: Telling

    def tables(self) -> list[str]:
        """The tables that are open and in play, in their order of names."""
        memory = self.engine.memory
        present = [table for table in memory.tables.values() if not table.closed]
        return sorted(table.id for table in present if not memory.out_of_play(table.id))

    def has(self, table: str) -> bool:
        """Whether there is such a table: open, closed or out of play."""
        known = self.engine.table(table) is not None
        return known or self.engine.memory.out_of_play(table) is not None

    def view(self, table: str, looker: Looker) -> TableView | None:
        """A table as the looker may see it."""
        # The version first: a view may show more than its version says, but never less, so that
        # whoever follows the feed from there misses nothing.
        version = self.telling.version(table)
        present = self.engine.table(table)
        if present is None:
            return None
        meters, fixed = self.engine.meters_of(present), self.fixed.digest(present)
        deadline = self.engine.deadline(table, version)
        return Stand(present, meters, version, fixed, deadline, self.engine.now()).view(looker)

    def fixed_view(self, digest: str) -> bytes | None:
        """What is fixed for a table, by its digest; it is the same for everyone."""
        return self.fixed.find(digest, self.engine.memory.tables.values())

    def broadcast(self, table: str) -> Broadcast:
        """What the feeds of a table send."""
        return Broadcast(self.engine, self.telling, self.fixed, table)

    def lobby(self, looker: Looker = ANYONE) -> tuple[LobbyView, ...]:
        """Every table that is open, in a few words."""
        present = [self.engine.memory.tables[name] for name in self.tables()]
        return tuple(lobby_view(one, self.engine.meters_of(one), looker) for one in present)

    def sign(self, table: str) -> SignView | None:
        """A table's sign."""
        present = self.engine.table(table)
        if present is None:
            return None
        return sign_view(present, self.engine.meters_of(present), self.engine.memory.tables)

    def last_round(self, table: str) -> int | None:
        """The number of the round at hand, or of the last; None without such a table."""
        present = self.engine.table(table)
        return present.terminal.number if present is not None else None

    def has_stream(self, stream: str) -> bool:
        """Whether the log has such a stream."""
        memory = self.engine.memory
        return stream == PEOPLE or stream in memory.heads or stream in memory.damaged

    def meters(self) -> dict[str, Meter]:
        """Every meter of the floor."""
        memory = self.engine.memory
        return {name: meter for name in list(memory.meters) if (meter := memory.meter(name))}

    def links(self, table: str) -> frozenset[str]:
        """The ids of a table's meters."""
        present = self.engine.table(table)
        return frozenset(present.settings.setup.meters.values() if present is not None else ())

    def listen(self, table: str, listener: Listener) -> Callable[[], None]:
        """Be told of each record of a table; returns how to stop."""
        return self.telling.listen(table, listener)

    def listen_to_meters(self, listener: MeterListener) -> Callable[[], None]:
        """Be told which meters have moved; returns how to stop."""
        return self.telling.listen_to_meters(listener)

    def since(self, table: str, version: int) -> list[Step]:
        """What has happened at a table after a version."""
        return self.telling.since(table, version)
