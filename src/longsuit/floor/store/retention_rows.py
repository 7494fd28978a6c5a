"""Old rounds of practice tables shortened: their content taken out of the log, the rest sealed."""

from contextlib import suppress
from itertools import pairwise
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, bindparam, delete, select, update

from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import SCHEMA, DamagedStream, Head, fault
from longsuit.floor.people.identity import Micros
from longsuit.floor.retention.events import BY_RULE, RETENTION, RecordsShortened
from longsuit.floor.retention.rule import QUARTER, what_goes
from longsuit.floor.store.audit_rows import Pages
from longsuit.floor.store.names import number_of
from longsuit.floor.store.projections.rebuild import streams
from longsuit.floor.store.records import UNREADABLE, append, follow, read_records
from longsuit.floor.store.redaction import reading, writing
from longsuit.floor.store.schema import postings, records, rounds
from longsuit.floor.tables.events import TableSet

MOST = 1_000
"""Records that are looked at in one transaction, and a round more: others write in between."""


class Taken(Struct):
    """How far the rounds of each practice table have been looked at, and by which records."""

    upto: dict[str, int] = {}
    head: Head = Head()


class _Stretch(Struct):
    """Rounds of a table that are old enough."""

    stream: str
    starts: list[int]
    """Their first records, and that of the round after them."""
    numbers: list[int]


def shorten(engine: Engine, taken: Taken, before: Micros, now: Micros) -> RecordsShortened | None:
    """Shorten one stretch of one practice table; None where nothing is left to be shortened.

    What was written before the time goes, as far as a later round has begun before it too.
    """
    with reading(engine) as connection:
        _follow(connection, taken)
        if _find(connection, taken, before) is None:
            return None
    with writing(engine, alone=True) as connection:
        _follow(connection, taken)
        while (found := _find(connection, taken, before)) is not None:
            done = _shorten(connection, found)
            if done is not None:
                append(connection, RETENTION, taken.head, now, BY_RULE, done)
                return done
            # All of these rounds stay.
            taken.upto[found.stream] = found.starts[-1] - 1
    return None


def _follow(connection: Connection, taken: Taken) -> None:
    # Nothing can be written after one that is damaged: the audit says what is wrong.
    with suppress(DamagedStream):
        for record, told in follow(connection, RETENTION, taken.head):
            taken.head = record.head
            for event in told:
                taken.upto[event.stream] = event.last


def _find(connection: Connection, taken: Taken, before: Micros) -> _Stretch | None:
    for stream in streams(connection):
        if not stream.startswith("table ") or not _is_practice(connection, stream):
            continue
        query = select(rounds.c.first, rounds.c.number).where(
            rounds.c.stream == number_of(stream),
            rounds.c.first > taken.upto.get(stream, 0),
            rounds.c.began < before,
        )
        found = connection.execute(query.order_by(rounds.c.number).limit(MOST)).all()
        near = [row for row in found if row.first <= found[0].first + MOST]
        near = near if len(near) > 1 else list(found[:2])
        if len(near) > 1:
            return _Stretch(stream, [one.first for one in near], [one.number for one in near[:-1]])
    return None


def _is_practice(connection: Connection, stream: str) -> bool:
    """A table is for play money or not from its first record on."""
    try:
        (first,) = read_records(connection, stream, 0, 1)
        told = events_of(first)
    except UNREADABLE:
        return False
    return any(isinstance(one, TableSet) and one.after.practice for one in told)


def _shorten(connection: Connection, found: _Stretch) -> RecordsShortened | None:
    """Take the content of these rounds out; None where all of it stays, or is damaged."""
    first, last = found.starts[0], found.starts[-1] - 1
    going: list[int] = []
    over: list[int] = []
    try:
        # The one before, which they are chained to, and the one after, to which they are.
        there = read_records(connection, found.stream, first - 2, last - first + 3)
        if any(fault(record, before.head) for before, record in pairwise(there)):
            return None
        for number, (begin, end) in zip(found.numbers, pairwise(found.starts), strict=True):
            of_round = [one for one in there if begin <= one.version < end]
            places = what_goes([events_of(one) for one in of_round])
            if places and all(one.schema == SCHEMA for one in of_round):
                going += [of_round[place].version for place in places]
                over.append(number)
    except UNREADABLE:
        return None
    if not going:
        return None
    rows = number_of(found.stream)
    empty = update(records).where(records.c.stream == rows, records.c.version == bindparam("gone"))
    gone = [{"gone": version} for version in going]
    connection.execute(empty.values(events=b"", command=b""), gone)
    line = delete(rounds).where(rounds.c.stream == rows, rounds.c.number == bindparam("over"))
    connection.execute(line, [{"over": number} for number in over])
    folded = _fold(connection, found.stream, going)
    seal = Pages(connection).seal(found.stream, first, last)
    return RecordsShortened(found.stream, first, last, len(going), folded, seal)


def _fold(connection: Connection, stream: str, versions: list[int]) -> int:
    """Add ledger entries of a kind and a quarter of an hour up in the last one; how many went."""
    here, gone = postings.c.stream == number_of(stream), set(versions)
    between = postings.c.version.between(versions[0], versions[-1])
    found = connection.execute(select(postings).where(here, between).order_by(postings.c.id)).all()
    kinds: dict[tuple[int, ...], list[Any]] = {}
    for row in (one for one in found if one.version in gone):
        kind = (row.at // QUARTER, row.source, row.target, row.purpose)
        kinds.setdefault(kind, []).append(row)
    alike = [rows for rows in kinds.values() if len(rows) > 1]
    if not alike:
        return 0
    spare = [{"spare": row.id} for rows in alike for row in rows[:-1]]
    sums = [{"last": rows[-1].id, "sum": sum(row.mites for row in rows)} for rows in alike]
    connection.execute(delete(postings).where(postings.c.id == bindparam("spare")), spare)
    total = update(postings).where(postings.c.id == bindparam("last"))
    connection.execute(total.values(mites=bindparam("sum")), sums)
    return len(spare)
