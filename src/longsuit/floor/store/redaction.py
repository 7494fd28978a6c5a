"""Transactions on what is secret: passwords, sessions, codes. Their errors name no values."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import StatementError

from longsuit.floor.store import transactions

_LOCK = 7021512


@contextmanager
def writing(engine: Engine, *, alone: bool = False) -> Iterator[Connection]:
    """A transaction that writes; `alone` among those that ask for it, in every process."""
    with _discreet(), engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Who falls silent in the middle of this keeps neither the door shut for ever nor those
            # waiting who read all streams. On SQLite whoever writes is alone already.
            lock = [sa.func.pg_advisory_xact_lock(_LOCK)] if alone else []
            connection.execute(sa.select(transactions.limit(engine), *lock))
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that only reads."""
    with _discreet(), transactions.reading(engine) as connection:
        yield connection


@contextmanager
def _discreet() -> Iterator[None]:
    """A database's error names the values of its statement: not these."""
    try:
        yield
    except StatementError as error:
        error.hide_parameters, error.params = True, None
        raise
