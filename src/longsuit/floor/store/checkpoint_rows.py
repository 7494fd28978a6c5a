"""Checkpoints of one database: made from what is new in the log, kept, proved, and witnessed.

Nothing of it holds up those who write records: what is new is read and hashed without a lock, and
the few rows of a checkpoint are written in a transaction of their own. Two servers that make one
at the same time want the same first leaf; the database refuses the second.
"""

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    Connection,
    Engine,
    Row,
    bindparam,
    delete,
    func,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError

from longsuit.floor.checkpoints import merkle
from longsuit.floor.checkpoints.note import Checkpoint, Note, read_note
from longsuit.floor.checkpoints.witness_file import AFTER, restored_name, restored_to
from longsuit.floor.store.bulk import insert_once, insert_rows, put
from longsuit.floor.store.schema import checkpoints, cosignatures, settings, tree_nodes, tree_runs
from longsuit.floor.store.settings_rows import read_setting, write_setting
from longsuit.floor.store.transactions import at_one_moment
from longsuit.floor.store.tree_rows import StoredTree, each_leaf, place_of

MOST_LEAVES = 20_000
"""New records in one checkpoint; where there are more, another follows at once."""
ORIGIN = "longsuit.floor/"
NAME = "log name"
"""The setting that has it."""
_NEWS = text(
    """
    WITH RECURSIVE found(number) AS (
        SELECT min(stream) FROM records
        UNION ALL
        SELECT (SELECT min(stream) FROM records WHERE stream > number) FROM found
        WHERE number IS NOT NULL
    )
    SELECT number, (SELECT max(version) FROM records WHERE stream = number),
        (SELECT first + length FROM tree_runs WHERE stream = number ORDER BY first DESC LIMIT 1)
    FROM found WHERE number IS NOT NULL ORDER BY number
    """
)
"""Each stream, its last version, and the first one that no checkpoint has; by steps in indexes."""
_LAST = select(checkpoints).order_by(checkpoints.c.size.desc()).limit(1)
_OF_SIZE = select(checkpoints).where(checkpoints.c.size == bindparam("of"))
_LINES = (
    select(cosignatures.c.line)
    .where(cosignatures.c.size == bindparam("of"))
    .order_by(cosignatures.c.witness)
)
_NEWEST_OF = (
    select(cosignatures)
    .where(cosignatures.c.witness == bindparam("who"))
    .order_by(cosignatures.c.size.desc())
    .limit(1)
)


Sign = Callable[[Checkpoint], str]


class Kept(Struct, frozen=True):
    """A checkpoint as it is kept."""

    size: int
    root: bytes
    at: int
    """When it was last signed, in microseconds."""
    note: str

    @property
    def origin(self) -> str:
        """The log that it is of."""
        return self.note.partition("\n")[0]


class Seen(Struct, frozen=True):
    """How far a witness has got."""

    witness: str
    size: int
    at: int
    """By the witness's clock, in microseconds."""


class Checkpoints:
    """The checkpoints of one database."""

    def __init__(
        self, engine: Engine, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self._engine, self._entropy = engine, entropy

    def _reading(self) -> AbstractContextManager[Connection]:
        return at_one_moment(self._engine)

    # The name of the log

    def name(self) -> str:
        """What the log is called; empty before anybody has named it."""
        with self._reading() as connection:
            return log_name(connection)

    def make_name(self) -> str:
        """What the log is called; it is named here if it has none, by whoever comes first."""
        if found := self.name():
            return found
        row = {"name": NAME, "value": ORIGIN + self._entropy(8).hex()}
        with self._engine.begin() as connection:
            connection.execute(insert_once(connection.dialect.name, settings, "name"), row)
            return log_name(connection)

    def say_restored(self) -> str:
        """From now on the name of the log says that it was put back, and to how many records."""
        with self._engine.begin() as connection:
            name, last = log_name(connection), _last(connection)
            if not name or last is None:
                return name
            before, after, _ = name.rpartition(AFTER)
            if after and restored_to(name, before) == str(last.size):
                return name
            said = restored_name(name, last.size)
            write_setting(connection, NAME, said)
        return said

    # Making them

    def last(self) -> Kept | None:
        """The newest checkpoint."""
        with self._reading() as connection:
            return _last(connection)

    def news(self) -> int:
        """How many records are in no checkpoint yet."""
        with self._reading() as connection:
            return sum(length for _, _, length in _news(connection, None))

    def extend(self, name: str, sign: Sign, now: int) -> Kept | None:
        """Make a checkpoint of what is new; None if nothing is, or another server was first."""
        with self._reading() as connection:
            last = _last(connection)
            before = last.size if last is not None else 0
            runs = _news(connection, MOST_LEAVES)
            if not runs:
                return None
            tree, size = StoredTree(connection, before), before
            rows = []
            for stream, first, length in runs:
                rows.append({"start": size, "stream": stream, "first": first, "length": length})
                for record in _hashes(connection, stream, first, length):
                    tree.put(0, size, merkle.leaf_hash(record))
                    size += 1
            nodes = []
            for level, number, found in merkle.whole_nodes(tree.read, before, size):
                tree.put(level, number, found)
                nodes.append({"level": level, "number": number, "hash": found})
            root = merkle.root(tree.read, size)
        made = Kept(size, root, now, sign(Checkpoint(name, size, root)))
        try:
            with self._engine.begin() as connection:
                insert_rows(connection, tree_runs, rows)
                insert_rows(connection, tree_nodes, nodes)
                insert_rows(connection, checkpoints, [_row(made)])
        except IntegrityError:
            return None
        return made

    def sign_again(self, name: str, sign: Sign, now: int) -> Kept | None:
        """Say that the last checkpoint is still the last; None if another server was first.

        One of a log that was put back since is of another log: nobody has witnessed that.
        """
        last = self.last()
        if last is None:
            return None
        made = Kept(last.size, last.root, now, sign(Checkpoint(name, last.size, last.root)))
        again = update(checkpoints).where(
            checkpoints.c.size == last.size, checkpoints.c.at == last.at
        )
        with self._engine.begin() as connection:
            if not connection.execute(again.values(at=now, note=made.note)).rowcount:
                return None
            if last.origin != name:
                connection.execute(delete(cosignatures).where(cosignatures.c.size == last.size))
        return made

    # Giving them out

    def note(self, size: int) -> Note | None:
        """A checkpoint with the signatures of all who have witnessed it."""
        with self._reading() as connection:
            kept = _find(connection, size)
            if kept is None:
                return None
            lines = connection.execute(_LINES, {"of": size}).scalars().all()
        return read_note(kept.note.encode()).adding(lines)

    def consistency(self, first: int, second: int) -> list[bytes]:
        """What shows that the tree at the second size begins with that at the first."""
        with self._reading() as connection:
            return merkle.consistency_proof(StoredTree(connection, second).read, first, second)

    def size_with(self, records: Sequence[tuple[str, int]]) -> int | None:
        """The newest checkpoint that has these records, a witnessed one if there is any.

        None before all of them are in a checkpoint. Each is a stream and a version.
        """
        with self._reading() as connection:
            found = [place_of(connection, stream, version) for stream, version in records]
            places = [one for one in found if one is not None]
            last = _last(connection)
            if last is None or not places or len(places) < len(found):
                return None
            return _witnessed_after(connection, max(places)) or last.size

    def inclusion(self, stream: str, version: int, size: int) -> "Included | None":
        """A record in the checkpoint of a size; None if it is not in that one."""
        with self._reading() as connection:
            place = place_of(connection, stream, version)
            if place is None or place >= size:
                return None
            tree = StoredTree(connection, size)
            return Included(place, size, merkle.inclusion_proof(tree.read, place, size))

    # Witnesses

    def witness(self, seen: Seen, line: str) -> None:
        """Keep the signature of a witness under a checkpoint; the newest of each counts."""
        row = {"witness": seen.witness, "size": seen.size, "at": seen.at, "line": line}
        with self._engine.begin() as connection:
            # What was signed before is public: whoever sends it again changes nothing.
            keys = ("witness", "size")
            kept = put(connection.dialect.name, cosignatures, *keys, later="at")
            connection.execute(kept, row)

    def witnesses(self, names: Sequence[str]) -> list[Seen]:
        """How far each of these witnesses has got, those that have seen anything."""
        with self._reading() as connection:
            rows = [connection.execute(_NEWEST_OF, {"who": name}).first() for name in names]
        return [Seen(row.witness, row.size, row.at) for row in rows if row is not None]


class Included(Struct, frozen=True):
    """A record as a leaf of a tree."""

    index: int
    size: int
    proof: list[bytes]


class Order(Struct, frozen=True):
    """The tree as an audit reads it: who it says it is, and how many leaves it has."""

    name: str
    size: int
    note: str
    """The newest checkpoint that is kept with it; empty without one."""


def read_order(connection: Connection) -> Order:
    """What the database says of its tree; nothing of it is believed yet."""
    last = _last(connection)
    end = connection.execute(
        select(tree_runs.c.start + tree_runs.c.length).order_by(tree_runs.c.start.desc()).limit(1)
    ).scalar()
    return Order(log_name(connection), int(end or 0), last.note if last is not None else "")


def read_roots(connection: Connection, sizes: Sequence[int]) -> dict[int, bytes]:
    """The roots of the log as it stands, at these sizes; from the records alone."""
    most = max(sizes, default=0)
    return merkle.roots_at(each_leaf(connection, most), sizes)


def read_note_of(connection: Connection, size: int) -> str:
    """The checkpoint of so many records that is kept; empty without one."""
    found = _find(connection, size)
    return found.note if found is not None else ""


def log_name(connection: Connection) -> str:
    """What the log of a database is called."""
    return read_setting(connection, NAME)


def _news(connection: Connection, most: int | None) -> list[tuple[int, int, int]]:
    """What no checkpoint has yet: streams, first versions, and how many, up to so many in all."""
    found = []
    for stream, last, following in connection.execute(_NEWS):
        first = following or 1
        length = last + 1 - first
        if most is not None:
            length = min(length, most)
            most -= max(length, 0)
        if length > 0:
            found.append((stream, first, length))
    return found


_HASHES = text(
    "SELECT hash FROM records WHERE stream = :stream AND version >= :first AND version < :end "
    "ORDER BY version"
)


def _hashes(connection: Connection, stream: int, first: int, length: int) -> list[bytes]:
    where = {"stream": stream, "first": first, "end": first + length}
    return [bytes(row[0]) for row in connection.execute(_HASHES, where)]


def _last(connection: Connection) -> Kept | None:
    return _kept(connection.execute(_LAST).first())


def _find(connection: Connection, size: int) -> Kept | None:
    return _kept(connection.execute(_OF_SIZE, {"of": size}).first())


def _kept(row: Row[Any] | None) -> Kept | None:
    return None if row is None else Kept(row.size, row.root, row.at, row.note)


def _row(kept: Kept) -> dict[str, object]:
    return {"size": kept.size, "root": kept.root, "at": kept.at, "note": kept.note}


def _witnessed_after(connection: Connection, place: int) -> int | None:
    """The newest checkpoint with a leaf that somebody has witnessed."""
    query = select(func.max(cosignatures.c.size)).where(cosignatures.c.size > place)
    found = connection.execute(query).scalar()
    return None if found is None else int(found)
