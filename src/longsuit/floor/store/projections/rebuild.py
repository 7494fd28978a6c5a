"""Projections made anew from the log, and compared with it, one stream after another.

Whoever compares adds up each stream from its first record on, which is the slow and obvious way:
it shares no SQL with whoever writes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import (
    Connection,
    Integer,
    Row,
    Select,
    String,
    Table,
    bindparam,
    delete,
    exists,
    func,
    select,
)

from longsuit.core.money import Mites, show_mites
from longsuit.floor.ledger.accounts import shown_account
from longsuit.floor.log.codec import events_left, is_of_the_floor
from longsuit.floor.store.names import Names, number_of
from longsuit.floor.store.projections import fold
from longsuit.floor.store.projections.fold import TOLD, Fold, RoundRow, SlipRow, Told
from longsuit.floor.store.projections.write import jackpot_row, names_of, write
from longsuit.floor.store.records import UNREADABLE, streams_in
from longsuit.floor.store.schema import (
    balances,
    day_balances,
    jackpots,
    names,
    postings,
    records,
    rounds,
    setups,
    slips,
)

PROJECTIONS: tuple[Table, ...] = (rounds, setups, jackpots, slips, balances, day_balances)
_PIECE = 5000
"""Rows that are read at a time."""
_HERE = number_of(bindparam("stream", type_=String))
"""The stream that is looked at. Statements are made once: that takes longer than to run them."""
_NAME = select(names.c.name).where(names.c.id == bindparam("number"))
_NUMBERS = select(names.c.name, names.c.id).where(
    names.c.name.in_(bindparam("wanted", expanding=True))
)
_ROUNDS = (
    select(*(rounds.c[name] for name in RoundRow.__struct_fields__))
    .where(rounds.c.stream == _HERE)
    .order_by(rounds.c.number)
    .limit(bindparam("most", type_=Integer))
)
_MORE_ROUNDS = _ROUNDS.where(rounds.c.number > bindparam("after"))
_SETUPS = select(setups.c.version).where(setups.c.stream == _HERE)
_JACKPOTS = select(jackpots).where(jackpots.c.stream == _HERE)
_SLIPS = select(*(slips.c[name] for name in SlipRow.__struct_fields__)).where(
    slips.c.stream == _HERE
)


class Difference(Struct, frozen=True):
    """A row that is not what the log leads to."""

    stream: str
    what: str
    """Which row, and what is wrong with it."""

    def __str__(self) -> str:
        return f"{self.stream}: {self.what}" if self.stream else self.what


Progress = Callable[[str], None]
"""Told the stream that is next."""


def rebuild(connection: Connection, progress: Progress | None = None) -> dict[str, int]:
    """Throw all projections away and write them again, in somebody's transaction.

    Returns how many rows each has now.
    """
    for table in PROJECTIONS:
        connection.execute(delete(table))
    known = Names()
    for stream in streams(connection):
        if progress is not None:
            progress(stream)
        for told in _pieces(_told(connection, stream)):
            found = {stream: Fold()}
            for one in told:
                found[stream].record(one)
            write(connection, found, known.numbers(connection, names_of(found)))
        for entries in _pieces(_entries(connection, stream)):
            found = {stream: Fold()}
            for entry in entries:
                found[stream].entry(*entry)
            write(connection, found, known.numbers(connection, names_of(found)))
    count = select(func.count())
    return {
        table.name: int(connection.execute(count.select_from(table)).scalar_one())
        for table in PROJECTIONS
    }


def compare(connection: Connection, stream: str) -> Difference | None:
    """The first row of a stream that is not what its records and entries come to, or None."""
    rest = Fold()
    return (
        _compare_rounds(connection, stream, rest)
        or _compare_setups(connection, stream, rest)
        or _compare_jackpots(connection, stream, rest)
        or _compare_slips(connection, stream, rest)
        or _compare_balances(connection, stream)
    )


def stray(connection: Connection) -> Difference | None:
    """A row of a stream that is not there, or None."""
    for table in PROJECTIONS:
        if connection.execute(_stray_in(table)).first() is not None:
            return Difference("", f"Rows of {table.name} are of a stream without a record.")
    return None


@cache
def _stray_in(table: Table) -> Select[Any]:
    found = select(table.c.stream.label("number")).distinct().subquery()
    there = exists().where(records.c.stream == found.c.number)
    return select(found.c.number).where(~there).limit(1)


def streams(connection: Connection) -> list[str]:
    """Those that projections follow from."""
    return list(filter(is_of_the_floor, streams_in(connection)))


# What is read


def _told(connection: Connection, stream: str) -> Iterator[Told]:
    gap = False
    for row in _rows(connection, records, stream, "version", "at", "schema", "events"):
        written = _Written(stream, row.schema, row.events)
        try:
            events, gap = events_left(written, gap, TOLD)
        except UNREADABLE:
            # The audit says so.
            events = ()
        if events:
            yield Told(stream, row.version, row.at, events)


class _Written(Struct, frozen=True):
    stream: str
    schema: int
    events: bytes


def _entries(connection: Connection, stream: str) -> Iterator[tuple[int, str, str, Mites]]:
    known: dict[int, str] = {}
    columns = ("version", "line", "at", "source", "target", "mites")
    for row in _rows(connection, postings, stream, *columns):
        for number in (row.source, row.target):
            if number not in known:
                known[number] = str(connection.execute(_NAME, {"number": number}).scalar())
        yield row.at, known[row.source], known[row.target], row.mites


def _rows(connection: Connection, table: Table, stream: str, *columns: str) -> Iterator[Row[Any]]:
    """The rows of a stream by version, so many records at a time."""
    first, last = 0, connection.execute(_last_of(table), {"stream": stream}).scalar()
    while first < (last or 0):
        given = {"stream": stream, "after": first, "last": first + _PIECE}
        yield from connection.execute(_piece_of(table, columns), given).all()
        first += _PIECE


@cache
def _last_of(table: Table) -> Select[Any]:
    version = table.c.version
    return select(version).where(table.c.stream == _HERE).order_by(version.desc()).limit(1)


@cache
def _piece_of(table: Table, columns: tuple[str, ...]) -> Select[Any]:
    version = table.c.version
    query = select(*(table.c[name] for name in columns)).where(table.c.stream == _HERE)
    query = query.where(version > bindparam("after"), version <= bindparam("last"))
    return query.order_by(*(table.c[name] for name in columns if name in ("version", "line")))


def _pieces(found: Iterable[Any]) -> Iterator[list[Any]]:
    piece: list[Any] = []
    for one in found:
        piece.append(one)
        if len(piece) == _PIECE:
            yield piece
            piece = []
    if piece:
        yield piece


# What is compared


def _expected_rounds(connection: Connection, stream: str, rest: Fold) -> Iterator[RoundRow]:
    """Each round once nothing more can happen to it; what is left is in the fold."""
    for told in _told(connection, stream):
        rest.record(told)
        while len(rest.rounds) > 1:
            yield rest.rounds.pop(0)
    yield from rest.rounds


def _found_rounds(connection: Connection, stream: str) -> Iterator[tuple[Any, ...]]:
    query, given = _ROUNDS, {"stream": stream, "most": _PIECE}
    while True:
        piece = connection.execute(query, given).all()
        yield from (tuple(row) for row in piece)
        if len(piece) < _PIECE:
            return
        query, given = _MORE_ROUNDS, given | {"after": piece[-1].number}


def _compare_rounds(connection: Connection, stream: str, rest: Fold) -> Difference | None:
    """Reads all records: what they say of other things is in the fold then."""
    expected = map(astuple, _expected_rounds(connection, stream, rest))
    for right, there in zip_longest(expected, _found_rounds(connection, stream)):
        if right != there:
            number = min((one[0] for one in (right, there) if one is not None), key=_as_number)
            missing = there is None or (right is not None and _as_number(there[0]) > right[0])
            what = f"its round {str(number)[:40]} in the list of rounds"
            return Difference(stream, _complaint(what, missing, right is None))
    return None


def _compare_setups(connection: Connection, stream: str, rest: Fold) -> Difference | None:
    found = connection.execute(_SETUPS, {"stream": stream}).scalars()
    for version in sorted({*found} ^ {*rest.setups}, key=_as_number):
        what = f"its record {str(version)[:40]} in the list of settings"
        return Difference(stream, _complaint(what, version in rest.setups, True))
    return None


def _compare_jackpots(connection: Connection, stream: str, rest: Fold) -> Difference | None:
    known = _numbers(connection, names_of({stream: rest}))
    expected = {
        tuple(row.values())[:4]: tuple(row.values())
        for one in rest.jackpots.values()
        for row in [jackpot_row(stream, one, known)]
    }
    rows = connection.execute(_JACKPOTS, {"stream": stream})
    found = {tuple(row)[:4]: tuple(row) for row in rows}
    for place in (*expected, *found):
        if expected.get(place) != found.get(place):
            what = f"the jackpot {place[3]} of round {place[2]} in the register"
            return Difference(stream, _complaint(what, place not in found, place not in expected))
    return None


def _compare_slips(connection: Connection, stream: str, rest: Fold) -> Difference | None:
    found = {row.slip: tuple(row) for row in connection.execute(_SLIPS, {"stream": stream})}
    expected: dict[Any, tuple[Any, ...]] = {row.slip: astuple(row) for row in rest.slips}
    for slip in (*expected, *found):
        if expected.get(slip) != found.get(slip):
            what = f"slip {slip} in the register"
            return Difference(stream, _complaint(what, slip not in found, slip not in expected))
    return None


def _numbers(connection: Connection, wanted: Iterable[str]) -> Mapping[str, int]:
    """The numbers of names; of one that has none, a number that no name has."""
    asked = list(wanted)
    found = dict(tuple(row) for row in connection.execute(_NUMBERS, {"wanted": asked}))
    return {name: found.get(name, -1) for name in asked}


def _compare_balances(connection: Connection, stream: str) -> Difference | None:
    """The database adds the entries up, all of them from the first."""
    now: dict[Any, Mites] = {}
    changed: dict[tuple[str, int], Mites] = {}
    for side, sign in (("source", -1), ("target", 1)):
        for name, on, mites in connection.execute(_sums_of(side, fold.DAY), {"stream": stream}):
            now[name, None] = now.get((name, None), 0) + sign * int(mites)
            shown = (shown_account(name), int(on))
            changed[shown] = changed.get(shown, 0) + sign * int(mites)
    days: dict[Any, Mites] = {}
    held: dict[str, Mites] = {}
    for (account, on), mites in sorted(changed.items()):
        days[account, on] = held[account] = held.get(account, 0) + mites
    for table, expected in ((balances, now), (day_balances, days)):
        found = {
            (row.name or f"number {row.account}", getattr(row, "day", None)): row.mites
            for row in connection.execute(_balances_in(table), {"stream": stream})
        }
        for place in (*expected, *found):
            if found.get(place) != expected.get(place):
                return Difference(stream, _balance(place, found.get(place), expected.get(place)))
    return None


@cache
def _sums_of(side: str, length: int) -> Select[Any]:
    """What the entries of a stream come to on one of their sides, by account and day."""
    day = postings.c.at // length
    query = select(names.c.name, day, func.sum(postings.c.mites)).group_by(names.c.name, day)
    query = query.join(postings, names.c.id == postings.c[side])
    return query.where(postings.c.stream == _HERE)


@cache
def _balances_in(table: Table) -> Select[Any]:
    columns = [table.c.day] if table is day_balances else []
    query = select(table.c.account, names.c.name, table.c.mites, *columns)
    query = query.outerjoin(names, names.c.id == table.c.account)
    return query.where(table.c.stream == _HERE)


def _balance(place: tuple[str, Any], there: Any, right: Mites | None) -> str:
    account, day = place
    of_day = f" at the end of day {str(day)[:40]}" if day is not None else ""
    what = f"the balance of {account}{of_day}"
    if there is None or right is None:
        return _complaint(what, there is None, right is None)
    told = show_mites(there) if isinstance(there, int) else str(there)[:40]
    return f"{what} is {told}, and its entries come to {show_mites(right)}."


def _complaint(what: str, missing: bool, too_many: bool) -> str:
    if missing:
        return f"{what} is missing."
    if too_many:
        return f"{what} comes from nothing in the log."
    return f"{what} is not what the log says."


def _as_number(value: Any) -> Any:
    return value if isinstance(value, int) else -1
