"""The log as an audit reads it: row by row as the database has it, as it stood at one moment.

Nothing is made of the rows here, and nothing in them is trusted. A server may go on writing: what
is written after the moment is not looked at.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, Engine, TextClause, text
from sqlalchemy.exc import DBAPIError, OperationalError

from longsuit.floor.retention.rule import seal_of
from longsuit.floor.store.checkpoint_rows import Order, read_note_of, read_order, read_roots
from longsuit.floor.store.database import connect_to_read
from longsuit.floor.store.game_rows import learn_games
from longsuit.floor.store.names import unpack_key
from longsuit.floor.store.projections.rebuild import Difference, compare, stray, streams
from longsuit.floor.store.records import UNREADABLE
from longsuit.floor.store.transactions import at_one_moment
from longsuit.floor.store.tree_rows import Times, read_times, runs_between

_SNAPSHOT = re.compile(r"[0-9A-F-]+")
_READ_ON = 50
"""Records that are read at a time after the stretch at hand."""


class Row(NamedTuple):
    """A record, and its place in the log."""

    position: int
    stream: str
    version: int
    at: int
    who: str
    command: str
    schema: int
    program: str
    events: bytes
    hash: bytes
    tx: int
    """The transaction that wrote it, on PostgreSQL; not part of its content."""


class PersonRow(NamedTuple):
    """Somebody in the table of people; what is secret of them is not read."""

    name: str
    role: str
    active: bool | int


PostingRow = tuple[int, int, int, str, str, int, int]
"""Of a posting: version, line, at, source, target, mites, and the number of its purpose."""


class Moment(Struct, frozen=True):
    """How far the log had got when the audit began."""

    first: int
    """The position of the first record, and of the last."""
    last: int
    first_posting: int
    """The number of the first posting, and of the last."""
    last_posting: int
    postings: int
    """How many postings there were."""
    people: tuple[PersonRow, ...] = ()
    """Everybody with an account then."""
    snapshot: str = ""
    """By which other processes see a PostgreSQL database as it was."""
    latest: int = 0
    """The number of the last transaction; SQLite has none."""

    def gap(self, records: int, folded: int) -> str | None:
        """What is wrong with the numbers of so many records, or of the postings.

        SQLite numbers from 1 without a gap, but for entries that were folded into others.
        PostgreSQL leaves gaps where a commit failed.
        """
        if self.snapshot:
            return None
        entry = 1 if folded else self.first_posting
        for what, first, last, count in (
            ("records", self.first, self.last, records),
            ("ledger entries", entry, self.last_posting - folded, self.postings),
        ):
            if (first, last) != (min(count, 1), count):
                return (
                    f"The numbers of {count} {what} should be 1 to {count}, not {first} to {last}."
                )
        return None


class Damaged(Exception):
    """The database cannot read what it holds."""


_TEXTS = ("stream", "who", "program")
_POSTING = ("version", "line", "at", "source", "target", "mites", "purpose")
_POSTING_TEXTS = ("source", "target")


@lru_cache(maxsize=64)
def _statement(columns: tuple[str, ...], rest: str, raw: tuple[str, ...] = ()) -> TextClause:
    """A query; of the raw columns it asks for the bytes, and of others for what is no text."""
    asked = [_RAW[name in raw].format(name) if raw else f'"{name}"' for name in columns]
    return text(f"SELECT {', '.join(asked)} FROM {rest}")


_RAW = ("""CASE typeof("{0}") WHEN 'text' THEN NULL ELSE "{0}" END""", 'CAST("{0}" AS BLOB)')


_STRETCH = 'records_told WHERE "position" >= :first AND "position" < :end ORDER BY "position"'
_AFTER = (
    'records_told WHERE stream = :stream AND version > :after AND "position" <= :last '
    "ORDER BY version LIMIT :limit"
)
_BEFORE = (
    "records_told WHERE stream = :stream AND version <= :upto ORDER BY version DESC LIMIT :limit"
)
_POSTINGS = (
    "postings_told WHERE stream = :stream AND version BETWEEN :first AND :last "
    "ORDER BY version, line"
)
_BETWEEN = (
    "records_told WHERE stream = :stream AND version BETWEEN :first AND :last ORDER BY version"
)
_LEFT = ("version", "at", "who", "schema", "program", "hash")
"""What is left of a record without its content."""
_ORPHAN = """
    SELECT n.name, p.version, p.line FROM postings p LEFT JOIN names n ON n.id = p.stream
    LEFT JOIN records r ON r.stream = p.stream AND r.version = p.version
    WHERE r."position" IS NULL AND p.id <= :last ORDER BY p.id LIMIT 1
"""


_UNORDERED = """
    SELECT version, line FROM (
        SELECT version, line, id, lag(id) OVER (ORDER BY version, line) AS earlier
        FROM postings_told WHERE stream = :stream AND version BETWEEN :first AND :last
    ) AS entries WHERE id <= earlier ORDER BY version, line LIMIT 1
"""


class Pages:
    """One connection that reads."""

    def __init__(self, connection: Connection, latest: int = 0) -> None:
        self.latest = latest
        """No record is of a later transaction."""
        self._connection = connection
        self._sqlite = connection.dialect.name == "sqlite"

    def now(self) -> Moment:
        """How far the log has got."""
        ask = self._connection.execute
        first = ask(text('SELECT min("position") FROM records')).scalar() or 0
        last = ask(text('SELECT max("position") FROM records')).scalar() or 0
        entry = ask(text("SELECT min(id) FROM postings")).scalar() or 0
        posting = ask(text("SELECT max(id) FROM postings")).scalar() or 0
        count = ask(text("SELECT count(*) FROM postings")).scalar_one()
        snapshot, latest = "", 0
        if not self._sqlite:
            snapshot = str(ask(text("SELECT pg_export_snapshot()")).scalar_one())
            following = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
            latest = ask(text(following)).scalar_one() - 1
        rows = self._select(PersonRow._fields, ("name", "role"), "people ORDER BY name")
        people = tuple(map(PersonRow._make, rows))
        return Moment(first, last, entry, posting, count, people, snapshot, latest)

    def following(self, position: int, last: int) -> int | None:
        """The position of the first record from a position on."""
        query = text('SELECT min("position") FROM records WHERE "position" BETWEEN :here AND :last')
        found = self._connection.execute(query, {"here": position, "last": last}).scalar()
        return None if found is None else int(found)

    def stretch(self, first: int, end: int) -> list[Row]:
        """The records from one position up to another, in commit order."""
        return self._rows(_STRETCH, first=first, end=end)

    def after(self, stream: str, version: int, last: int) -> Iterator[Row]:
        """The records of a stream after a version, up to a position."""
        while rows := self._rows(_AFTER, stream=stream, after=version, last=last, limit=_READ_ON):
            yield from rows
            version = rows[-1].version

    def one(self, stream: str, version: int) -> Row | None:
        """One record of a stream."""
        found = self._rows(_BEFORE, stream=stream, upto=version, limit=1)
        return found[0] if found and found[0].version == version else None

    def before(self, stream: str, version: int) -> Iterator[Row]:
        """The records of a stream from a version back."""
        while rows := self._rows(_BEFORE, stream=stream, upto=version, limit=_READ_ON):
            yield from rows
            version = rows[-1].version - 1

    def postings(self, stream: str, first: int, last: int) -> list[PostingRow]:
        """The ledger entries of a stretch of a stream's records."""
        return list(
            self._select(_POSTING, _POSTING_TEXTS, _POSTINGS, stream=stream, first=first, last=last)
        )

    def seal(self, stream: str, first: int, last: int) -> str:
        """The seal on what would be left of some records without their content."""
        where = {"stream": stream, "first": first, "last": last}
        left = self._select(_LEFT, _TEXTS[1:], _BETWEEN, **where)
        return seal_of(map(tuple, left), self.postings(stream, first, last))

    def emptied(self, stream: str, first: int, last: int) -> list[Row]:
        """The records between two versions that have no content."""
        where = {"stream": stream, "first": first, "last": last}
        return [row for row in self._rows(_BETWEEN, **where) if not row.events]

    def unordered(self, stream: str, first: int, last: int) -> tuple[int, int] | None:
        """A ledger entry whose number is not above that of the one before: version and line.

        SQLite's numbers have no gap, so that nothing else is needed there.
        """
        if self._sqlite:
            return None
        where = {"stream": stream, "first": first, "last": last}
        row = self._connection.execute(text(_UNORDERED), where).first()
        return (row[0], row[1]) if row is not None else None

    def streams(self) -> list[str]:
        """The streams of tables and meters."""
        return streams(self._connection)

    def false_row(self, stream: str) -> Difference | None:
        """The first row of the projections of a stream that is not what the log leads to."""
        with reporting_damage():
            return compare(self._connection, stream)

    def stray_row(self) -> Difference | None:
        """A row of the projections that is of no stream."""
        with reporting_damage():
            return stray(self._connection)

    def orphan(self, last: int) -> tuple[str, int, int] | None:
        """A posting without a record: its stream, version and line."""
        row = self._connection.execute(text(_ORPHAN), {"last": last}).first()
        return (str(row[0]), row[1], row[2]) if row is not None else None

    # The tree over the log

    def tree(self) -> Order:
        """What the database says of its tree."""
        return read_order(self._connection)

    def note(self, size: int) -> str:
        """What the database has signed of so many records; nothing of it is believed yet."""
        return read_note_of(self._connection, size)

    def roots(self, sizes: Sequence[int]) -> dict[int, bytes]:
        """The roots of the tree at these sizes, from the records."""
        with reporting_damage():
            return read_roots(self._connection, sizes)

    def tree_times(self, begin: int, end: int, low: int, high: int) -> Times:
        """Whether these leaves are of times between two, and of later ones."""
        return read_times(self._connection, begin, end, low, high)

    def tree_between(self, begin: int, end: int) -> list[str]:
        """The records that are these leaves, in words."""
        return runs_between(self._connection, begin, end)

    def damage(self) -> str | None:
        """What SQLite finds wrong with the tables of the log and their indexes, if anything."""
        if not self._sqlite:
            return None
        for table in ("records", "postings", "names", "people"):
            found = [
                str(row[0]) for row in self._fetch(text(f"PRAGMA integrity_check({table})"), {})
            ]
            if found != ["ok"]:
                return found[0]
        return None

    def _rows(self, rest: str, **values: Any) -> list[Row]:
        return [_row(found) for found in self._select(Row._fields, _TEXTS, rest, **values)]

    def _select(
        self, columns: tuple[str, ...], texts: tuple[str, ...], rest: str, **values: Any
    ) -> Sequence[Any]:
        try:
            return self._fetch(_statement(columns, rest), values)
        except sqlite3.OperationalError as error:
            if "decode" not in str(error):
                raise Damaged(str(error)) from None
        # Something is no text: it comes as bytes, for the audit to say where.
        rows = self._fetch(_statement(columns, rest, texts), values)
        texts_at = {place for place, name in enumerate(columns) if name in texts}
        return [
            tuple(_as_text(cell) if n in texts_at else cell for n, cell in enumerate(row))
            for row in rows
        ]

    def _fetch(self, statement: TextClause, values: Mapping[str, Any]) -> Sequence[Any]:
        """The driver's own tuples, and its own complaints: there are millions of them."""
        with reporting_damage():
            found = self._connection.execute(statement, values)
            rows: Sequence[Any] = found.cursor.fetchall()
        return rows


def _row(found: Sequence[Any]) -> Row:
    """A record; what cannot be a key stays as it is, for the audit to say so."""
    row = Row._make(found)
    try:
        return row._replace(command=unpack_key(row.command))  # type: ignore[arg-type]
    except UNREADABLE:
        return row


def _as_text(cell: Any) -> Any:
    try:
        return cell.decode() if isinstance(cell, bytes) else cell
    except UnicodeDecodeError:
        return cell


@contextmanager
def reporting_damage() -> Iterator[None]:
    """A file that SQLite can open and cannot read is damaged; a server that is gone is not."""
    try:
        yield
    except (OperationalError, sqlite3.OperationalError) as error:
        # What a view or an index of SQLite names is not there: its own description is damaged.
        cause = error.orig if isinstance(error, OperationalError) else error
        if getattr(cause, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR:
            raise
        raise Damaged(str(cause).rstrip(".")) from None
    except DBAPIError as error:
        raise Damaged(str(error.orig).rstrip(".")) from None
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error).rstrip(".")) from None
    except UnicodeDecodeError:
        raise Damaged("not even its complaint can be read") from None


class Source:
    """A database that holds a log, and how other processes find it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._postgres = engine.dialect.name == "postgresql"
        self.address = engine.url.render_as_string(hide_password=False)
        self.shared = self._postgres or engine.url.database not in (None, "", ":memory:")
        """Whether another process can open it."""

    @contextmanager
    def read(self, moment: Moment | None = None) -> Iterator[Pages]:
        """Read the log; on PostgreSQL as it stood at the moment, if one is given."""
        with at_one_moment(self._engine) as connection:
            if moment is not None and moment.snapshot:
                assert _SNAPSHOT.fullmatch(moment.snapshot)
                connection.execute(text(f"SET TRANSACTION SNAPSHOT '{moment.snapshot}'"))
            yield Pages(connection, moment.latest if moment is not None else 0)

    @contextmanager
    def at_one_moment(self) -> Iterator[Moment]:
        """The log as it is now, for as long as this lasts.

        PostgreSQL holds on to it. In SQLite all that is written later has higher numbers.
        """
        with ExitStack() as held:
            moment = held.enter_context(self.read()).now()
            if not self._postgres:
                held.close()
            yield moment


def first_false_row(source: Source, moment: Moment | None = None) -> str:
    """The first row of the projections that is not what the log leads to; empty where none is.

    A server may go on writing: each stream is read at one moment, with its rows.
    """
    with source.read(moment) as pages:
        streams, wrong = pages.streams(), pages.stray_row()
    for stream in streams:
        if wrong is not None:
            break
        with source.read(moment) as pages:
            wrong = pages.false_row(stream)
    return str(wrong) if wrong is not None else ""


def source_at(address: str) -> Source:
    """The same database, in another process."""
    engine = connect_to_read(address)
    learn_games(engine)
    return Source(engine)
