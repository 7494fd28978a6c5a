"""Leases: which process runs which table. Time is the database's, so no process's clock matters."""

from typing import Any

from sqlalchemy import Connection, Engine, Select, literal_column, select, update
from sqlalchemy.dialects import postgresql, sqlite

from longsuit.floor.store.event_log import Lease
from longsuit.floor.store.schema import leases
from longsuit.floor.store.transactions import limit

_NOW = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)",
    "postgresql": "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
}


class Leases:
    """Takes, keeps and gives up leases for one process."""

    def __init__(self, engine: Engine, owner: str, seconds: float) -> None:
        self.engine = engine
        self.owner = owner
        self.length = int(seconds * 1_000_000)

    def now(self, connection: Connection) -> int:
        """The database's clock, in microseconds; asked first in whatever is done to leases."""
        query: Select[Any] = select(literal_column(_NOW[self.engine.dialect.name]))
        if self.engine.dialect.name == "postgresql":
            # Who falls silent in the middle of this does not keep the leases for ever.
            query = query.add_columns(limit(self.engine))
        return int(connection.execute(query).scalar_one())

    def time(self) -> int:
        """What time it is at the database."""
        with self.engine.connect().execution_options(reads_only=True) as connection:
            return self.now(connection)

    def take(self, name: str, *, by_force: bool = False) -> Lease | None:
        """The lease of a table, if nobody else holds it; each holder has a higher token.

        By force is for whoever knows that the holder is dead.
        """
        dialect = postgresql if self.engine.dialect.name == "postgresql" else sqlite
        with self.engine.begin() as connection:
            now = self.now(connection)
            first = dialect.insert(leases).values(name=name, owner="", token=0, expires=0)
            connection.execute(first.on_conflict_do_nothing(index_elements=["name"]))
            free = leases.c.name == name
            if not by_force:
                free &= (leases.c.expires <= now) | (leases.c.owner == self.owner)
            taken = (
                update(leases)
                .where(free)
                .values(owner=self.owner, token=leases.c.token + 1, expires=now + self.length)
                .returning(leases.c.token)
            )
            token = connection.execute(taken).scalar()
        return Lease(name, self.owner, int(token)) if token is not None else None

    def renew(self, held: list[Lease]) -> list[Lease]:
        """Hold on to the leases; returns those that are still held."""
        mine = leases.c.name.in_([lease.name for lease in held]) & (leases.c.owner == self.owner)
        with self.engine.begin() as connection:
            until = self.now(connection) + self.length
            again = update(leases).where(mine).values(expires=until)
            found = connection.execute(again.returning(leases.c.name, leases.c.token))
            kept = {row.name: row.token for row in found}
        return [lease for lease in held if kept.get(lease.name) == lease.token]

    def give_up(self, held: list[Lease]) -> None:
        """Others may take these at once; the token stays, so that it only ever goes up."""
        with self.engine.begin() as connection:
            self.now(connection)
            for lease in held:
                mine = (leases.c.name == lease.name) & (leases.c.token == lease.token)
                connection.execute(
                    update(leases).where(mine, leases.c.owner == self.owner).values(expires=0)
                )

    def taken(self) -> set[str]:
        """The tables that others run."""
        found = self.holders().items()
        return {name for name, (owner, over) in found if not over and owner != self.owner}

    def holders(self) -> dict[str, tuple[str, bool]]:
        """Who holds each lease, and whether it has run out."""
        with self.engine.connect().execution_options(reads_only=True) as connection:
            now = self.now(connection)
            rows = connection.execute(select(leases)).all()
        return {row.name: (row.owner, row.expires <= now) for row in rows}
