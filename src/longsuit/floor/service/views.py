"""What is seen of a running floor, and how to be told of it."""

import asyncio

from msgspec.structs import replace

from longsuit.core.progressive.meter import Meter
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.engine.engine import Engine
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.reads.broadcast import Broadcast, Stand
from longsuit.floor.reads.fixed_view import FixedViews
from longsuit.floor.reads.subscriptions import Telling
from longsuit.floor.reads.table_view import (
    ANYONE,
    LobbyView,
    Looker,
    SignView,
    TableView,
    lobby_view,
    sign_view,
)
from longsuit.floor.register.events import REGISTER
from longsuit.floor.tables.outline import Outline
from longsuit.floor.tables.state import FloorTable


class Views:
    """The floor for those who look."""

    engine: Engine
    fixed: FixedViews
    telling: Telling
    config: FloorConfig

    def tables(self) -> list[str]:
        """The tables that are open and in play, in their order of names."""
        return [one.id for one in self._open()]

    def _open(self) -> list[Outline]:
        memory = self.engine.memory
        present = [one for name in memory.names() if (one := memory.outline(name))]
        return [one for one in present if not one.closed and not memory.out_of_play(one.id)]

    async def attend(self, table: str) -> None:
        """Know a table as it stands now, though another server may run it; before a look at it."""
        await asyncio.wrap_future(self.engine.attend(table))

    def has(self, table: str) -> bool:
        """Whether there is such a table: open, closed or out of play."""
        known = self.engine.memory.known(table) is not None
        return known or self.engine.memory.out_of_play(table) is not None

    def view(self, table: str, looker: Looker) -> TableView | None:
        """A table as the looker may see it, once it has been attended."""
        # The version first: a view may show more than its version says, but never less, so that
        # whoever follows the feed from there misses nothing.
        version = self.telling.version(table)
        present = self.engine.table(table)
        if present is None:
            return None
        settings = present.settings
        meters, fixed = self.engine.meters_of(settings), self.fixed.digest(settings)
        deadline = self.engine.deadline(table, version)
        lost, now = self.engine.lost_link(present), self.engine.now()
        return Stand(present, meters, version, fixed, deadline, now, lost).view(looker)

    def fixed_view(self, digest: str) -> bytes | None:
        """What is fixed for a table, by its digest; it is the same for everyone."""
        memory = self.engine.memory
        present = (memory.known(name) for name in memory.names())
        return self.fixed.find(digest, (one.settings for one in present if one is not None))

    def broadcast(self, table: str) -> Broadcast:
        """What the feeds of a table send."""
        return Broadcast(self.engine, self.telling, self.fixed, table)

    def lobby(self, looker: Looker = ANYONE) -> tuple[LobbyView, ...]:
        """Every table that is open, in a few words."""
        meters = self.engine.meters_of
        return tuple(lobby_view(one, meters(one.settings), looker) for one in self._open())

    def sign(self, table: str) -> SignView | None:
        """A table's sign."""
        present = self.engine.memory.known(table)
        if present is None:
            return None
        meters = self.engine.meters_of(present.settings)
        full = present if isinstance(present, FloorTable) else None
        shown = sign_view(present.settings, meters, self._name, full)
        return replace(shown, house=self.config.house.name)

    def link_sign(self, meter: str) -> SignView | None:
        """The sign of a link: every meter that all tables on it share."""
        on_it = self._on_link(meter)
        if not on_it:
            return None
        linked = [set(one.settings.setup.meters.values()) for one in on_it]
        settings = on_it[0].settings
        links = settings.setup.meters
        meters = {
            name: found
            for name, found in self.engine.meters_of(settings).items()
            if all(links[name] in ids for ids in linked)
        }
        names = tuple(one.settings.name for one in on_it)
        shown = sign_view(settings, meters, self._name)
        house = self.config.house.name
        return replace(shown, id=meter, name=meter, house=house, shared_by=names)

    def tables_on(self, meter: str) -> list[str]:
        """The open tables that share a meter."""
        return [one.id for one in self._on_link(meter)]

    def _on_link(self, meter: str) -> list[Outline]:
        return [one for one in self._open() if meter in one.settings.setup.meters.values()]

    def _name(self, table: str) -> str:
        present = self.engine.memory.known(table)
        return present.settings.name if present is not None else ""

    def last_round(self, table: str) -> int | None:
        """The number of the round at hand, or of the last; None without such a table."""
        present = self.engine.memory.outline(table)
        return present.number if present is not None else None

    def has_stream(self, stream: str) -> bool:
        """Whether the log has such a stream."""
        memory = self.engine.memory
        return stream in (PEOPLE, REGISTER) or stream in memory.heads or stream in memory.damaged

    def meters(self) -> dict[str, Meter]:
        """Every meter of the floor."""
        memory = self.engine.memory
        return {name: meter for name in list(memory.meters) if (meter := memory.meter(name))}

    def links(self, table: str) -> frozenset[str]:
        """The ids of a table's meters."""
        present = self.engine.memory.known(table)
        return frozenset(present.settings.setup.meters.values() if present is not None else ())
