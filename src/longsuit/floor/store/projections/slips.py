"""The register of jackpots above the approval amount, read: found by number, words or time."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, select

from longsuit.core.money import Cents
from longsuit.floor.store.projections.fold import STATES, State
from longsuit.floor.store.schema import names, slips

_NEVER = 2**62


class SlipPlace(Struct, frozen=True):
    """Where a slip is told, and what has become of its jackpot."""

    slip: int
    stream: str
    version: int
    at: int
    """When it was given, in microseconds since 1970."""
    cents: Cents
    state: State
    closed: int | None
    """When the jackpot was paid or voided."""


class Search(Struct, frozen=True):
    """Which slips are looked for."""

    words: str = ""
    """In the winner, the hand, the table, surveillance's reference or the supervisor."""
    state: State | None = None
    start: int = 0
    end: int = _NEVER
    before: int = 2**31 - 1
    """Only numbers below this one."""


def find_slips(connection: Connection, search: Search, most: int) -> list[SlipPlace]:
    """The last slips that are as somebody looks for, the newest first."""
    found = select(slips, names.c.name).join(names, names.c.id == slips.c.stream)
    found = found.where(slips.c.slip < search.before)
    found = found.where(slips.c.at >= search.start, slips.c.at < search.end)
    if search.words:
        found = found.where(slips.c.words.contains(search.words.casefold(), autoescape=True))
    if search.state is not None:
        found = found.where(slips.c.state == STATES.index(search.state))
    found = found.order_by(slips.c.slip.desc()).limit(most)
    return [_place(row) for row in connection.execute(found)]


def _place(row: Row[Any]) -> SlipPlace:
    told = (row.slip, row.name, row.version, row.at, row.cents)
    return SlipPlace(*told, STATES[row.state], row.closed)
