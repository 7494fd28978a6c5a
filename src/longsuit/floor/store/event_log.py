"""The log in the database: appended to in one transaction with all that goes with it.

Two writers that want the same version of a stream cannot both have it: the database refuses the
second, which then reads what it missed and decides again.
"""

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    Connection,
    Engine,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY

from longsuit.floor.log.record import DamagedStream, Head, Record
from longsuit.floor.secrets.vault import start_of
from longsuit.floor.store.bulk import insert_rows
from longsuit.floor.store.game_rows import learn_games
from longsuit.floor.store.key_rows import noted_key
from longsuit.floor.store.ledger_rows import (
    Posting,
    accounts_in,
    last_posted,
    write_postings,
)
from longsuit.floor.store.names import Names, number_of
from longsuit.floor.store.notify import make_notice
from longsuit.floor.store.projections.fold import Entry, Told, fold
from longsuit.floor.store.projections.write import names_of, write
from longsuit.floor.store.receipts import (
    Receipt,
    find_receipts,
    throw_away_receipts,
    write_receipts,
)
from longsuit.floor.store.records import (
    UNREADABLE,
    head_of,
    names_in,
    read_record,
    read_records,
    streams_in,
    write_records,
)
from longsuit.floor.store.schema import leases, names, records, records_told, vault
from longsuit.floor.store.sharing import PostgresSharing, Sharing
from longsuit.floor.store.snapshots import KeyedDigest, Snapshot, read_snapshot, write_snapshots
from longsuit.floor.store.transactions import (
    LeaseLost,
    Unavailable,
    at_one_moment,
    limit,
    reading,
    shared_streams,
    told_apart,
)

_STREAMS_AT_ONCE = 50
"""Streams whose news is asked for in one question."""
_HEADS = text(
    """
    WITH RECURSIVE found(number) AS (
        SELECT min(stream) FROM records
        UNION ALL
        SELECT (SELECT min(stream) FROM records WHERE stream > number) FROM found
        WHERE number IS NOT NULL
    )
    SELECT name, (SELECT max(version) FROM records WHERE stream = number)
    FROM found JOIN names ON id = number
    """
)
"""Each stream is found by a step in the index, and its last version by another."""
_HEADS_OF = (
    select(names.c.name, func.max(records.c.version))
    .join(records, records.c.stream == names.c.id)
    .where(names.c.name.in_(bindparam("streams", expanding=True)))
    .group_by(names.c.name)
)
_UNSEAL = delete(vault).where(vault.c.name.in_(bindparam("gone", expanding=True)))
_ALL_SEALED = select(vault)
_HASH_OF = select(records.c.hash).where(
    records.c.stream == number_of(bindparam("stream")), records.c.version == bindparam("version")
)


class Lease(Struct, frozen=True):
    """The right of a process to run a table."""

    name: str
    owner: str
    token: int


class Commit(Struct):
    """All that is written together."""

    records: list[Record]
    postings: list[Posting]
    receipts: list[Receipt]
    sealed: dict[str, bytes | None]
    """New secrets of the vault; None for one that has been opened."""
    snapshots: list[Snapshot]
    told: list[Told] = []
    """The records with their events, for the projections."""


class Log:
    """The log of one database."""

    def __init__(self, engine: Engine, sharing: Sharing | None = None) -> None:
        self.engine = engine
        self.postgres = engine.dialect.name == "postgresql"
        self.sharing = sharing or (PostgresSharing() if self.postgres else None)
        """How servers share it; None where there is one server at a time."""
        self.origin = secrets.token_hex(8)
        """By which notices of its own commits are known."""
        self.keyed_digest: KeyedDigest | None = None
        """Of the house's key; without it no snapshot is written, and none is believed."""
        self.key_name = ""
        """Of the key that secrets are sealed with; where servers share the log it has to be the one
        that the floor has noted. Empty for any."""
        self._names = Names()
        self._fence: Select[Any] | None = None
        """Made once it is known which PostgreSQL it is."""

    # Writing

    def write(self, commit: Commit, held: Sequence[Lease] = (), turn: "Turn | None" = None) -> None:
        """Write all of it, or nothing. The leases must still be held when it is written.

        Who has taken a turn writes in it; anybody else who writes to a meter waits for theirs here.
        """
        if turn is not None:
            turn.finish(commit, held)
            return
        with self.turn(shared_streams(one.stream for one in commit.records)) as mine:
            mine.finish(commit, held)

    @contextmanager
    def turn(self, streams: Sequence[str]) -> Iterator["Turn"]:
        """A transaction in which nobody else writes to these streams, after waiting for it.

        Writers are served in the order in which they came. SQLite has one writer at a time anyhow.
        """
        with told_apart(), self.engine.connect() as connection:
            if self.sharing is not None and streams:
                self.sharing.take_turn(connection, streams)
            yield Turn(self, connection)

    def append(self, connection: Connection, commit: Commit, held: Sequence[Lease]) -> None:
        """Write it in a transaction that is open, if the leases are still held."""
        self._check_leases(connection, held)
        folds = fold(commit.told, map(_entry, commit.postings))
        wanted = names_in(commit.records) | accounts_in(commit.postings) | names_of(folds)
        numbers = self._names.numbers(connection, wanted)
        write_records(connection, commit.records, numbers)
        write_postings(connection, commit.postings, numbers)
        write(connection, folds, numbers)
        write_receipts(connection, commit.receipts)
        self._seal(connection, commit.sealed)
        if commit.snapshots and self.keyed_digest is not None:
            write_snapshots(connection, commit.snapshots, self.keyed_digest)
        if self.sharing is not None and commit.records:
            notice = make_notice(self.origin, (one.stream for one in commit.records))
            self.sharing.notify(connection, notice)

    def _seal(self, connection: Connection, sealed: dict[str, bytes | None]) -> None:
        if not sealed:
            return
        # A new secret takes the place of the one that was opened.
        connection.execute(_UNSEAL, {"gone": list(sealed)})
        if self.key_name and self.sharing is not None:
            # From here on nobody can change the key until this is through (`rotate_key`).
            noted = noted_key(connection)
            if noted != self.key_name:
                raise Unavailable("the key of the vault was changed: start the server again")
        new = [{"name": name, "sealed": data} for name, data in sealed.items() if data is not None]
        insert_rows(connection, vault, new)

    def _check_leases(self, connection: Connection, held: Sequence[Lease]) -> None:
        """The fence: whoever has lost the lease cannot write, however late it finds out."""
        if not held:
            return
        if self._fence is None:
            self._fence = _fence(self.engine, postgres=self.postgres)
        rows = connection.execute(self._fence, {"held": [lease.name for lease in held]})
        found = {row.name: (row.owner, row.token) for row in rows}
        for lease in held:
            if found.get(lease.name) != (lease.owner, lease.token):
                raise LeaseLost(lease.name)

    # Reading

    def _reading(self) -> AbstractContextManager[Connection]:
        return reading(self.engine)

    @contextmanager
    def at_one_moment(self) -> Iterator["Log"]:
        """The log as it stands now: whatever is read from it, what comes later is not seen.

        A stream and the secrets that belong to it are of use only together.
        """
        with at_one_moment(self.engine) as connection:
            yield _OverOneLine(self, connection)

    def streams(self) -> list[str]:
        """The names of all streams."""
        with self._reading() as connection:
            return streams_in(connection)

    def heads(self, streams: Sequence[str] | None = None) -> dict[str, int]:
        """The last version of each of these streams, or of all.

        Versions of a stream have no gap, and none is seen before those below it: whoever reads a
        stream up to its last version misses nothing, whatever else is still being written.
        """
        with self._reading() as connection:
            if streams is None:
                found = connection.execute(_HEADS)
            else:
                found = connection.execute(_HEADS_OF, {"streams": list(streams)})
            return {row[0]: row[1] for row in found}

    def head(self, stream: str) -> Head:
        """How far a stream has got."""
        with self._reading() as connection:
            return head_of(connection, stream)

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records of a stream after a version."""
        try:
            with self._reading() as connection:
                return read_records(connection, stream, after, limit)
        except UNREADABLE:
            raise DamagedStream(f"{stream}, record {after + 1}: it cannot be read.") from None

    def news(self, after: Mapping[str, int], most: int = 2000) -> dict[str, Iterable[Record]]:
        """The records of several streams after a version of each: in one question if they are few.

        Otherwise, and where a record cannot be read, each stream is read by itself.
        """
        apart: dict[str, Iterable[Record]]
        apart = {stream: self.each(stream, version) for stream, version in after.items()}
        if not 0 < len(after) <= _STREAMS_AT_ONCE:
            return apart
        given: dict[str, Any] = {"most": most}
        for number, (stream, version) in enumerate(after.items()):
            given |= {f"stream_{number}": stream, f"after_{number}": version}
        with self._reading() as connection:
            rows = connection.execute(_news_of(len(after)), given).all()
        found: dict[str, list[Record]] = {stream: [] for stream in after}
        try:
            for row in rows:
                found[row.stream].append(read_record(row))
        except UNREADABLE:
            return apart
        return apart if len(rows) == most else dict(found)

    def each(self, stream: str, after: int = 0, size: int = 2000) -> Iterator[Record]:
        """The records of a stream after a version, read in pieces."""
        more = True
        while more:
            try:
                piece = self.read(stream, after, size)
            except DamagedStream:
                if size == 1:
                    raise
                # One of them cannot be read: those before it can.
                size = 1
                continue
            yield from piece
            more = len(piece) == size
            after = piece[-1].version if piece else after

    def learn_games(self) -> int:
        """Know the floor's own games; how many records tell of them."""
        return learn_games(self.engine)

    def last_posted(self, stream: str) -> int:
        """The last record of a stream that the ledger has entries of; 0 without any."""
        with self._reading() as connection:
            return last_posted(connection, stream)

    def receipt(self, who: str, key: str) -> Receipt | None:
        """What a command was answered, if it was carried out."""
        return self.receipts_of([(who, key)]).get((who, key))

    def receipts_of(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Receipt]:
        """The receipts among these commands, each by who asked and its key."""
        with self._reading() as connection:
            return find_receipts(connection, keys)

    def forget_receipts(self, before: int) -> bool:
        """Throw away receipts from before a time, the oldest first; whether there may be more."""
        with self.engine.begin() as connection:
            return throw_away_receipts(connection, before)

    def vault(self, streams: Collection[str] | None = None) -> dict[str, bytes]:
        """Every sealed secret; or those of some streams, and maybe more, if they are few."""
        query, given = _ALL_SEALED, {}
        if streams is not None and len(streams) <= _STREAMS_AT_ONCE:
            if not streams:
                return {}
            query = _sealed_under(len(streams))
            given = {f"start_{number}": start_of(one) for number, one in enumerate(streams)}
        with self._reading() as connection:
            return {row.name: row.sealed for row in connection.execute(query, given)}

    def snapshot(self, stream: str) -> Snapshot | None:
        """Where a stream stood, if that was ever noted and its digest is made with our key."""
        if self.keyed_digest is None:
            return None
        with self._reading() as connection:
            return read_snapshot(connection, stream, self.keyed_digest)

    def hash_of(self, stream: str, version: int) -> bytes | None:
        """The hash that a record carries; None without such a record."""
        given = {"stream": stream, "version": version}
        with self._reading() as connection:
            found: bytes | None = connection.execute(_HASH_OF, given).scalar()
        return found


class _OverOneLine(Log):
    """The log, read in a transaction that is open."""

    def __init__(self, log: Log, connection: Connection) -> None:
        vars(self).update(vars(log))
        self._connection = connection

    def _reading(self) -> AbstractContextManager[Connection]:
        return nullcontext(self._connection)

    @contextmanager
    def at_one_moment(self) -> Iterator[Log]:
        """It is."""
        yield self


class Turn(_OverOneLine):
    """The log in the hands of whoever may write to some streams now."""

    def __init__(self, log: Log, connection: Connection) -> None:
        super().__init__(log, connection)
        self._log = log

    def hold_still(self, tables: Iterable[str]) -> None:
        """Wait until nobody writes to these tables; nobody does while the turn lasts."""
        still = leases.c.name.in_(sorted(tables))
        query = select(leases.c.name).where(still).order_by(leases.c.name)
        # Whoever runs one of them shares the lock on its lease while it writes.
        self._connection.execute(query.with_for_update())

    def finish(self, commit: Commit, held: Sequence[Lease]) -> None:
        """Write, and let the next one come."""
        self._log.append(self._connection, commit, held)
        self._connection.commit()


@cache
def _news_of(count: int) -> Select[Any]:
    """The records of so many streams, each after a version of its own."""
    told = records_told
    places = [
        and_(told.c.stream == bindparam(f"stream_{at}"), told.c.version > bindparam(f"after_{at}"))
        for at in range(count)
    ]
    query = select(told).where(or_(*places)).order_by(told.c.stream, told.c.version)
    return query.limit(bindparam("most", type_=Integer))


@cache
def _sealed_under(count: int) -> Select[Any]:
    """The secrets whose names begin in one of so many ways."""
    name = vault.c.name
    starts = [bindparam(f"start_{at}", type_=String) for at in range(count)]
    return select(vault).where(
        or_(*(func.substr(name, 1, func.length(one)) == one for one in starts))
    )


def _fence(engine: Engine, *, postgres: bool) -> Select[Any]:
    """The holders of some leases, in one statement however many there are."""
    query = select(leases.c.name, leases.c.owner, leases.c.token)
    if not postgres:
        return query.where(leases.c.name.in_(bindparam("held", expanding=True)))
    held = bindparam("held", type_=ARRAY(String))
    # A taker waits until this commit is through, or has changed the row before it.
    query = query.where(leases.c.name == func.any(held)).with_for_update(read=True)
    return query.add_columns(limit(engine))


def _entry(one: Posting) -> Entry:
    return one.stream, one.at, one.entry.source, one.entry.target, one.entry.mites
