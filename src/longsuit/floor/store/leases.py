"""Leases: which process runs which table. Time is the database's, so no process's clock matters."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    Select,
    String,
    bindparam,
    literal_column,
    select,
    update,
)

from longsuit.floor.store.bulk import insert_once
from longsuit.floor.store.event_log import Lease
from longsuit.floor.store.schema import leases
from longsuit.floor.store.transactions import limit, reading

_NOW = {
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)",
    "postgresql": "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
}
_HOLDERS = {
    name: select(leases, literal_column(now, BigInteger).label("now")) for name, now in _NOW.items()
}
_name, _owner = bindparam("lease", type_=String), bindparam("holder", type_=String)
_until, _now = bindparam("until", type_=BigInteger), bindparam("now", type_=BigInteger)
_TAKE_BY_FORCE = (
    update(leases)
    .where(leases.c.name == _name)
    .values(owner=_owner, token=leases.c.token + 1, expires=_until)
    .returning(leases.c.token)
)
_TAKE = _TAKE_BY_FORCE.where((leases.c.expires <= _now) | (leases.c.owner == _owner))
_RENEW = (
    update(leases)
    .where(leases.c.name.in_(bindparam("held", expanding=True)), leases.c.owner == _owner)
    .values(expires=_until)
    .returning(leases.c.name, leases.c.token)
)
_GIVE_UP = (
    update(leases)
    .where(leases.c.name == _name, leases.c.owner == _owner, leases.c.token == bindparam("was"))
    .values(expires=0)
)


class Leases:
    """Takes, keeps and gives up leases for one process."""

    def __init__(self, engine: Engine, owner: str, seconds: float) -> None:
        self.engine = engine
        self.owner = owner
        self.length = int(seconds * 1_000_000)
        self._time: Select[Any] | None = None
        """Made once it is known which PostgreSQL it is."""

    def now(self, connection: Connection) -> int:
        """The database's clock, in microseconds; asked first in whatever is done to leases."""
        if self._time is None:
            self._time = select(literal_column(_NOW[self.engine.dialect.name]))
            if self.engine.dialect.name == "postgresql":
                # Who falls silent in the middle of this does not keep the leases for ever.
                self._time = self._time.add_columns(limit(self.engine))
        return int(connection.execute(self._time).scalar_one())

    def time(self) -> int:
        """What time it is at the database."""
        with reading(self.engine) as connection:
            return self.now(connection)

    def take(self, name: str, *, by_force: bool = False) -> Lease | None:
        """The lease of a table, if nobody else holds it; each holder has a higher token.

        By force is for whoever knows that the holder is dead.
        """
        with self.engine.begin() as connection:
            now = self.now(connection)
            first = insert_once(self.engine.dialect.name, leases, "name")
            row = {"name": name, "owner": "", "token": 0, "expires": 0}
            connection.execute(first, row)
            given = {"lease": name, "holder": self.owner, "until": now + self.length}
            if by_force:
                token = connection.execute(_TAKE_BY_FORCE, given).scalar()
            else:
                token = connection.execute(_TAKE, given | {"now": now}).scalar()
        return Lease(name, self.owner, int(token)) if token is not None else None

    def renew(self, held: list[Lease]) -> list[Lease]:
        """Hold on to the leases; returns those that are still held."""
        with self.engine.begin() as connection:
            until = self.now(connection) + self.length
            given = {"held": [one.name for one in held], "holder": self.owner, "until": until}
            kept = {row.name: row.token for row in connection.execute(_RENEW, given)}
        return [lease for lease in held if kept.get(lease.name) == lease.token]

    def give_up(self, held: list[Lease]) -> None:
        """Others may take these at once; the token stays, so that it only ever goes up."""
        with self.engine.begin() as connection:
            self.now(connection)
            for lease in held:
                given = {"lease": lease.name, "holder": self.owner, "was": lease.token}
                connection.execute(_GIVE_UP, given)

    def taken(self) -> set[str]:
        """The tables that others run."""
        found = self.holders().items()
        return {name for name, (owner, over) in found if not over and owner != self.owner}

    def holders(self) -> dict[str, tuple[str, bool]]:
        """Who holds each lease, and whether it has run out."""
        with reading(self.engine) as connection:
            rows = connection.execute(_HOLDERS[self.engine.dialect.name]).all()
        return {row.name: (row.owner, row.expires <= row.now) for row in rows}
