"""The rounds of a table, read: where each is in its stream, so that nobody has to look for it."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, Row, Select, func, select

from longsuit.core.money import Cents
from longsuit.floor.store.names import number_of
from longsuit.floor.store.schema import rounds, setups
from longsuit.floor.store.transactions import reading


class RoundSpan(Struct, frozen=True):
    """A round that is over: its first and last record, when they were written, the result."""

    number: int
    first: int
    began: int
    last: int
    over: int
    cancelled: bool
    staked: Cents
    """What all seats staked and got back; 0 where it was not settled."""
    returned: Cents


def last_setup(connection: Connection, stream: str, before: int) -> int | None:
    """The last record before a version that has new settings of a table."""
    query = select(func.max(setups.c.version)).where(
        setups.c.stream == number_of(stream), setups.c.version < before
    )
    found = connection.execute(query).scalar()
    return None if found is None else int(found)


class Rounds:
    """The rounds of one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def _reading(self) -> Connection:
        return reading(self._engine)

    def list(self, stream: str, before: int, most: int) -> list[RoundSpan]:
        """The last rounds before a number that are over, the newest first."""
        # One more, because the last may still go on.
        query = _of(stream).where(rounds.c.number < before)
        query = query.order_by(rounds.c.number.desc()).limit(most + 1)
        with self._reading() as connection:
            found = connection.execute(query).all()
        return [_span(row) for row in found if row.last is not None][:most]

    def find(self, stream: str, number: int) -> RoundSpan | None:
        """A round that is over."""
        with self._reading() as connection:
            row = connection.execute(_of(stream).where(rounds.c.number == number)).first()
        return _span(row) if row is not None and row.last is not None else None

    def settings_at(self, stream: str, version: int) -> int | None:
        """The record with the settings that are in force at a version."""
        with self._reading() as connection:
            return last_setup(connection, stream, version + 1)

    def at_hand(self, stream: str) -> int | None:
        """The first record of the round that is not over; None where there is none."""
        query = _of(stream).order_by(rounds.c.number.desc()).limit(1)
        with self._reading() as connection:
            row = connection.execute(query).first()
        return int(row.first) if row is not None and row.last is None else None


def _of(stream: str) -> Select[Any]:
    return select(rounds).where(rounds.c.stream == number_of(stream))


def _span(row: Row[Any]) -> RoundSpan:
    result = (row.staked or 0, row.returned or 0)
    return RoundSpan(
        row.number, row.first, row.began, row.last, row.over, bool(row.cancelled), *result
    )
