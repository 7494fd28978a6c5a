"""Many rows in one statement. PostgreSQL takes them as arrays, one for each column.

A row for itself costs it and us about as much as twenty in an array. The arrays are written here as
PostgreSQL reads them: the driver's own way took a sixth of the time in which commands are carried
out, and said `smallint[]` or `bigint[]` by the values, each a statement to be planned anew.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Insert, Table, insert
from sqlalchemy.dialects import postgresql, sqlite

Rows = Sequence[Mapping[str, Any]]
_postgres = postgresql.dialect()  # type: ignore[no-untyped-call]


def insert_rows(connection: Connection, table: Table, rows: Rows, **given: str) -> None:
    """Write rows of one shape; `given` is what PostgreSQL puts into other columns, as SQL."""
    if not rows:
        return
    if connection.dialect.name != "postgresql":
        connection.execute(_insert(table), list(rows))
        return
    columns = tuple(rows[0])
    connection.exec_driver_sql(_insertion(table, columns, tuple(given.items())), arrays(rows))


@lru_cache(maxsize=64)
def insert_once(dialect: str, table: Table, *columns: str) -> Insert:
    """Where the database has a row with the same in these columns, or in any key, it stays."""
    kind = postgresql if dialect == "postgresql" else sqlite
    made: Insert = kind.insert(table).on_conflict_do_nothing(index_elements=columns or None)
    return made


@lru_cache(maxsize=64)
def put(dialect: str, table: Table, *key: str, later: str = "") -> Insert:
    """In place of the row with the same key; or only where this column says that it is later."""
    kind = postgresql if dialect == "postgresql" else sqlite
    new = kind.insert(table)
    changed = {one.name: new.excluded[one.name] for one in table.c if one.name not in key}
    newer = table.c[later] < new.excluded[later] if later else None
    made: Insert = new.on_conflict_do_update(index_elements=key, set_=changed, where=newer)
    return made


@lru_cache(maxsize=64)
def _insert(table: Table) -> Insert:
    return insert(table)


@lru_cache(maxsize=64)
def _insertion(table: Table, columns: tuple[str, ...], given: tuple[tuple[str, str], ...]) -> str:
    named = ", ".join(f'"{name}"' for name in (*columns, *dict(given)))
    values = ", ".join(("new.*", *dict(given).values()))
    return f"INSERT INTO {table.name} ({named}) SELECT {values} FROM {new(table, columns)}"


def new(table: Table, columns: Sequence[str]) -> str:
    """The rows that are to be written, as a table `new` inside a statement for its driver."""
    kinds = {name: table.c[name].type.compile(_postgres) for name in columns}
    parts = ", ".join(f"CAST(%({name})s AS {kinds[name]}[])" for name in columns)
    named = ", ".join(f'"{name}"' for name in columns)
    return f"unnest({parts}) AS new({named})"


def arrays(rows: Rows) -> dict[str, str]:
    """Rows of one shape by column, each as the text of an array."""
    return {name: f"{{{','.join([_element(row[name]) for row in rows])}}}" for name in rows[0]}


def _element(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f'"\\\\x{value.hex()}"'
    if isinstance(value, str):
        escaped = value.replace("\\", r"\\").replace('"', r"\"")
        return f'"{escaped}"'
    return str(value)
