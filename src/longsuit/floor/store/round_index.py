"""Where a table's rounds and settings are in its stream, so that nobody has to look for them.

Milestones are written in one transaction with their records and say nothing that the records do
not, which the audit makes sure of: whoever reads a round by them still reads its records.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Engine, Select, func, insert, select

from longsuit.core.round.events import RoundCancelled, RoundEnded
from longsuit.floor.store.names import number_of
from longsuit.floor.store.schema import milestones
from longsuit.floor.tables.events import RoundBegun, TableSet

Kind = Literal["TableSet", "RoundBegun", "RoundEnded", "RoundCancelled"]
KINDS: dict[type, Kind] = {
    TableSet: "TableSet",
    RoundBegun: "RoundBegun",
    RoundEnded: "RoundEnded",
    RoundCancelled: "RoundCancelled",
}
CODES: tuple[Kind, ...] = ("TableSet", "RoundBegun", "RoundEnded", "RoundCancelled")
"""By their numbers in the database."""
_OVER: tuple[Kind, Kind] = ("RoundEnded", "RoundCancelled")


class Milestone(Struct, frozen=True):
    """A record that tells of new settings, or of the beginning or the end of a round."""

    stream: str
    kind: Kind
    version: int
    number: int
    """Of the round; for settings, of the last one before them."""
    at: int


class RoundSpan(Struct, frozen=True):
    """A round that is over: its first and last record, and when they were written."""

    number: int
    first: int
    began: int
    last: int
    over: int
    end: Literal["RoundEnded", "RoundCancelled"]


def write_milestones(
    connection: Connection, found: Sequence[Milestone], numbers: Mapping[str, int]
) -> None:
    """In the transaction of their records."""
    if found:
        rows = [
            asdict(one) | {"stream": numbers[one.stream], "kind": CODES.index(one.kind)}
            for one in found
        ]
        connection.execute(insert(milestones), rows)


def last_milestone(
    connection: Connection, stream: str, kind: Kind, before: int, after: int = 0
) -> int | None:
    """The last version between two others whose record is such a milestone."""
    query = select(func.max(milestones.c.version)).where(
        milestones.c.stream == number_of(stream),
        milestones.c.kind == CODES.index(kind),
        milestones.c.version < before,
        milestones.c.version > after,
    )
    found = connection.execute(query).scalar()
    return None if found is None else int(found)


class Milestones:
    """The milestones of one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def _reading(self) -> Connection:
        return self._engine.connect().execution_options(reads_only=True)

    def rounds(self, stream: str, before: int, most: int) -> list[RoundSpan]:
        """The last rounds before a number that are over, the newest first."""
        begun = _of(stream, "RoundBegun").where(milestones.c.number < before)
        # One more, because the last may still go on.
        begun = begun.order_by(milestones.c.number.desc()).limit(most + 1)
        with self._reading() as connection:
            return _spans(connection, stream, begun)[:most]

    def round(self, stream: str, number: int) -> RoundSpan | None:
        """A round that is over."""
        begun = _of(stream, "RoundBegun").where(milestones.c.number == number).limit(1)
        with self._reading() as connection:
            return next(iter(_spans(connection, stream, begun)), None)

    def settings_before(self, stream: str, version: int) -> int | None:
        """The record with the settings that are in force at a version."""
        with self._reading() as connection:
            return last_milestone(connection, stream, "TableSet", version + 1)

    def at_hand(self, stream: str) -> int | None:
        """The first record of the round that is not over; None where there is none."""
        last = [
            select(func.max(milestones.c.version))
            .where(milestones.c.stream == number_of(stream), milestones.c.kind == CODES.index(kind))
            .scalar_subquery()
            for kind in ("RoundBegun", *_OVER)
        ]
        with self._reading() as connection:
            begun, *over = connection.execute(select(*last)).one()
        if begun is None or any(one is not None and one > begun for one in over):
            return None
        return int(begun)


def _of(stream: str, *kinds: Kind) -> Select[Any]:
    codes = [CODES.index(kind) for kind in kinds]
    return select(milestones).where(
        milestones.c.stream == number_of(stream), milestones.c.kind.in_(codes)
    )


def _spans(connection: Connection, stream: str, begun: Select[Any]) -> list[RoundSpan]:
    """Those of the rounds that are over; two queries, each of them a step in an index."""
    first = connection.execute(begun).all()
    numbers = [one.number for one in first]
    if not numbers:
        return []
    ends = _of(stream, *_OVER).where(milestones.c.number.between(min(numbers), max(numbers)))
    over = {one.number: one for one in connection.execute(ends)}
    return [
        RoundSpan(one.number, one.version, one.at, end.version, end.at, CODES[end.kind])
        for one in first
        if (end := over.get(one.number)) is not None
    ]
