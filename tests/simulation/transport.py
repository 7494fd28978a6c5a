"""The way of SQL from the real store to a SQLite file: SQLAlchemy compiles it, a few lines run it.

SQLAlchemy's own connections do more than a store asks of them, and a run asks a thousand times.
Here is what `floor/store` uses of them; anything else is an `AttributeError`.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, Self
from weakref import WeakKeyDictionary

from sqlalchemy import LargeBinary, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from tests.simulation.database import Transaction

Values = dict[str, Any]
Places = Sequence[str]


@cache
def dialect() -> Any:
    """SQLite's, as it is once somebody has connected."""
    engine = create_engine("sqlite://")
    engine.connect().close()
    return engine.dialect


class _Statement:
    """A statement as text, for any values."""

    def __init__(self, compiled: Any) -> None:
        assert not compiled.literal_execute_params
        self.compiled = compiled
        self.processors = dict(compiled._bind_processors)
        self.lists = [compiled.bind_names[one] for one in compiled.post_compile_params]
        self.plain = (compiled.string, tuple(compiled.positiontup or ()))
        self._spread: dict[tuple[int, ...], tuple[str, Places, Mapping[str, Any]]] = {}
        filled = getattr(compiled, "insert_prefetch", None) or ()
        self.filled = {column.key: column.default.arg for column in filled}
        read = [_reader(one.type) for one in compiled._result_columns or ()]
        self.read = read if any(read) else None
        self.is_plain = not self.lists and not self.processors
        """Whether values are given to SQLite as they are, each in its place."""

    def text(self, values: Values) -> tuple[str, Places]:
        """What SQLite is given; a list among the values becomes as many as it has."""
        if not self.lists:
            return self.plain
        lengths = tuple(len(values[name]) for name in self.lists)
        if lengths not in self._spread:
            made = self.compiled._process_parameters_for_postcompile(dict(values))
            self._spread[lengths] = (made.statement, made.positiontup, made.parameter_expansion)
        text, places, names = self._spread[lengths]
        for name, each in names.items():
            values.update(zip(each, values[name], strict=True))
        return text, places

    def row(self, values: Values, places: Places) -> tuple[Any, ...]:
        """Values in their places."""
        for name, process in self.processors.items():
            if name in self.lists:
                continue
            values[name] = process(values[name])
        return tuple([values[name] for name in places])


def _reader(kind: Any) -> Any:
    # Bytes are bytes already.
    return None if isinstance(kind, LargeBinary) else kind._cached_result_processor(dialect(), None)


_CACHE: dict[Any, Any] = {}
_STATEMENTS: dict[Any, _Statement] = {}
_KNOWN: "WeakKeyDictionary[Any, dict[Any, tuple[_Statement, Values]]]" = WeakKeyDictionary()


def prepare(statement: Any, names: tuple[str, ...], *, many: bool) -> tuple[_Statement, Values]:
    """A statement that is to be run with values of these names, and those that it has itself."""
    known = _KNOWN.get(statement)
    if known is None:
        known = _KNOWN[statement] = {}
    found = known.get((names, many))
    if found is None:
        compiled, extracted, collected, _ = statement._compile_w_cache(
            dialect(), compiled_cache=_CACHE, column_keys=list(names), for_executemany=many
        )
        own = compiled.construct_params(
            dict.fromkeys(names), extracted, escape_names=False, _collected_params=collected
        )
        assert all(name == one.key for one, name in compiled.bind_names.items() if one.key in names)
        made = _STATEMENTS.get(compiled) or _STATEMENTS.setdefault(compiled, _Statement(compiled))
        found = known[names, many] = made, own | made.filled
    return found


class Result:
    """Rows, all of them at hand."""

    def __init__(self, rows: list[Any], rowcount: int) -> None:
        self._rows, self.rowcount = rows, rowcount

    @property
    def cursor(self) -> "Result":
        """Whoever asks the driver for its own rows finds the same ones."""
        return self

    def fetchall(self) -> list[Any]:
        return self._rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def all(self) -> list[Any]:
        return self._rows

    def first(self) -> Any:
        return self._rows[0] if self._rows else None

    def one(self) -> Any:
        (row,) = self._rows
        return row

    def scalar(self) -> Any:
        return self._rows[0][0] if self._rows else None

    def scalar_one(self) -> Any:
        return self.one()[0]

    def scalars(self) -> "Result":
        return Result([row[0] for row in self._rows], self.rowcount)


@lru_cache(maxsize=1000)
def _row_type(names: tuple[str, ...]) -> Callable[[Any], Any]:
    made: Any = namedtuple("Row", names, rename=True)  # type: ignore[misc]  # noqa: PYI024
    # What `_make` does, without a call of Python for each row.
    return partial(tuple.__new__, made)


class SimEngine:
    """The way to the database for one life of a server."""

    url = URL.create("sqlite", database="floor.db")

    def __init__(self, store: Any, life: Any = None) -> None:
        self.store, self.life = store, life
        self.dialect = dialect()

    def connect(self) -> "SimConnection":
        return SimConnection(self)

    def begin(self) -> "SimConnection":
        """A transaction that is committed where nothing goes wrong."""
        return SimConnection(self, commits=True)

    def dispose(self) -> None:
        """Lines are the store's."""


class Quiet:
    """A file that nobody writes to any more, with one line for all who read it."""

    def __init__(self, line: sqlite3.Connection) -> None:
        self._line = line

    def line(self) -> sqlite3.Connection:
        return self._line

    def begin(self, _connection: "SimConnection") -> None:
        """Each statement stands for itself."""

    def statement(self, _tx: None, _text: str) -> None:
        """It is run."""

    def commit(self, _tx: None) -> None:
        raise AssertionError("nobody writes here")

    def end(self, _tx: None) -> None:
        """Nothing was begun."""

    def take_back(self, _line: sqlite3.Connection) -> None:
        """There is no other."""


class SimConnection:
    """A connection, and the transaction on it."""

    def __init__(self, engine: SimEngine, *, commits: bool = False) -> None:
        self.engine, self.dialect = engine, engine.dialect
        self.options: dict[str, Any] = {}
        self.transaction: Transaction | None = None
        self.line: sqlite3.Connection | None = None
        self._commits = commits

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if self._commits and kind is None:
                self.commit()
        finally:
            self.close()

    def execution_options(self, **options: Any) -> Self:
        self.options |= options
        return self

    def close(self) -> None:
        """Nothing that was not committed is kept."""
        self.rollback()
        if self.line is not None:
            self.engine.store.take_back(self.line)
            self.line = None

    def commit(self) -> None:
        if self.transaction is not None:
            try:
                self.engine.store.commit(self.transaction)
            finally:
                self.rollback()

    def rollback(self) -> None:
        transaction, self.transaction = self.transaction, None
        self.engine.store.end(transaction)

    def scalar(self, statement: Any) -> Any:
        return self.execute(statement).scalar()

    def scalars(self, statement: Any) -> Result:
        return self.execute(statement).scalars()

    def exec_driver_sql(self, text: str) -> Result:
        return self._run(text, ())

    def execute(self, statement: Any, values: Any = None) -> Result:
        """Run a statement: once, or once for each of several sets of values."""
        many = isinstance(values, list)
        if many and not values:
            raise AssertionError("nothing to run")
        names = tuple(values[0] if many else values or ())
        made, own = prepare(statement, names, many=many)
        if many:
            text, places = made.text(own)
            rows = [made.row({**own, **one}, places) for one in values]
            return self._run(text, rows, many=True)
        mine = {**own, **values} if values else dict(own)
        if made.is_plain:
            text, places = made.plain
            return self._run(text, [mine[name] for name in places], read=made.read)
        text, places = made.text(mine)
        if made.lists:
            for name in made.lists:
                if (process := made.processors.get(name)) is not None:
                    raise AssertionError(f"a list of {process}")
        return self._run(text, made.row(mine, places), read=made.read)

    def _run(self, text: str, values: Any, *, many: bool = False, read: Any = None) -> Result:
        store = self.engine.store
        if self.line is None:
            self.line = store.line()
        if self.transaction is None:
            self.transaction = store.begin(self)
        store.statement(self.transaction, text)
        try:
            cursor = (self.line.executemany if many else self.line.execute)(text, values)
            rows: list[Any] = cursor.fetchall() if cursor.description else []
        except sqlite3.Error as error:
            raise DBAPIError.instance(
                text, None, error, sqlite3.Error, hide_parameters=True, dialect=self.dialect
            ) from error
        if not rows:
            return Result([], cursor.rowcount)
        make = _row_type(tuple([one[0] for one in cursor.description]))
        if read is not None:
            rows = [
                [value if how is None else how(value) for how, value in zip(read, row, strict=True)]
                for row in rows
            ]
        return Result(list(map(make, rows)), cursor.rowcount)
