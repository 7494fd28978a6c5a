"""The tree over the log, read: its leaves are the hashes of records, in an order once fixed."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select, text

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.merkle import HASH_BYTES, TILE, leaf_hash
from longsuit.floor.store.names import number_of
from longsuit.floor.store.schema import tree_nodes, tree_runs

_PART = """
    FROM tree_runs t JOIN records r ON r.stream = t.stream
    AND r.version >= t.first + CASE WHEN :begin > t.start THEN :begin - t.start ELSE 0 END
    AND r.version < t.first
        + CASE WHEN :end < t.start + t.length THEN :end - t.start ELSE t.length END
    WHERE t.start < :end
    AND t.start >= (SELECT max(start) FROM tree_runs WHERE start <= :begin)
"""
_LEAVES = text(f"SELECT t.start + r.version - t.first, r.hash {_PART} ORDER BY t.start, r.version")
_TIMES = text(
    "SELECT sum(CASE WHEN r.at > :low AND r.at <= :high THEN 1 ELSE 0 END), "
    f"sum(CASE WHEN r.at > :high THEN 1 ELSE 0 END) {_PART}"
)
_RUNS = text(
    """
    SELECT n.name, t.start, t.first, t.length FROM tree_runs t JOIN names n ON n.id = t.stream
    WHERE t.start < :end AND t.start >= (SELECT max(start) FROM tree_runs WHERE start <= :begin)
    ORDER BY t.start LIMIT 1000
    """
)
_PIECE = 5_000
"""Leaves that are read at a time by whoever wants all."""


class DamagedTree(InputError):
    """The records of the tree, or its stored hashes, are not there; the words say what is."""


def read_leaves(connection: Connection, begin: int, end: int) -> list[bytes]:
    """The leaves from one place up to another, as the log has them now."""
    found = connection.execute(_LEAVES, {"begin": begin, "end": end}).all()
    for place, (index, record) in enumerate(found, begin):
        if index != place or not isinstance(record, bytes) or len(record) != HASH_BYTES:
            raise DamagedTree(f"Record {place + 1} of the checkpoints is not in the log.")
    if len(found) != end - begin:
        raise DamagedTree(f"Record {begin + len(found) + 1} of the checkpoints is not in the log.")
    return [leaf_hash(record) for _, record in found]


def each_leaf(connection: Connection, size: int) -> Iterator[bytes]:
    """Every leaf of a tree, in its order."""
    for begin in range(0, size, _PIECE):
        yield from read_leaves(connection, begin, min(begin + _PIECE, size))


def place_of(connection: Connection, stream: str, version: int) -> int | None:
    """Which leaf a record is; None before it is in a checkpoint."""
    query = select(tree_runs).where(
        tree_runs.c.stream == number_of(stream), tree_runs.c.first <= version
    )
    row = connection.execute(query.order_by(tree_runs.c.first.desc()).limit(1)).first()
    if row is None or version >= row.first + row.length:
        return None
    return int(row.start + version - row.first)


class Times(NamedTuple):
    """When the records of a part of the tree were written."""

    between: bool
    """Some after the first time and up to the second."""
    later: bool
    """Some after the second."""


def read_times(connection: Connection, begin: int, end: int, low: int, high: int) -> Times:
    """Whether any of these leaves are of times between two, and of later ones."""
    found = {"between": False, "later": False}
    for start in range(begin, end, _PIECE):
        where = {"begin": start, "end": min(start + _PIECE, end), "low": low, "high": high}
        between, later = connection.execute(_TIMES, where).one()
        found["between"] |= bool(between)
        found["later"] |= bool(later)
    return Times(**found)


def runs_between(connection: Connection, begin: int, end: int) -> list[str]:
    """The records that are these leaves, in words: streams and numbers."""
    rows = connection.execute(_RUNS, {"begin": begin, "end": end}).all()
    told = []
    for name, start, first, length in rows:
        low, high = max(start, begin) - start + first, min(start + length, end) - start + first - 1
        told.append(f"{name}, record {low}" if low == high else f"{name}, records {low} to {high}")
    return told


class StoredTree:
    """The hashes of a tree, tile by tile; those that are new are put in by whoever makes them."""

    def __init__(self, connection: Connection, size: int) -> None:
        self._connection, self._size = connection, size
        self._known: dict[tuple[int, int], bytes] = {}

    def put(self, level: int, number: int, found: bytes) -> None:
        """A hash that is not stored yet."""
        self._known[level, number] = found

    def read(self, level: int, number: int) -> bytes:
        """The hash of a whole subtree."""
        if (level, number) not in self._known:
            self._load(level, number // TILE * TILE)
        try:
            return self._known[level, number]
        except KeyError:
            raise DamagedTree("The tree of the checkpoints is damaged.") from None

    def _load(self, level: int, begin: int) -> None:
        if level == 0:
            end = min(begin + TILE, self._size)
            for at, leaf in enumerate(read_leaves(self._connection, begin, end), begin):
                self._known.setdefault((0, at), leaf)
            return
        query = select(tree_nodes.c.number, tree_nodes.c.hash).where(
            tree_nodes.c.level == level,
            tree_nodes.c.number >= begin,
            tree_nodes.c.number < begin + TILE,
        )
        for number, found in self._connection.execute(query):
            self._known.setdefault((level, int(number)), bytes(found))
