"""Awards out of meters, and the register of those above the approval amount, read."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, select

from longsuit.core.money import Cents
from longsuit.floor.store.names import number_of
from longsuit.floor.store.projections.fold import STATES, State
from longsuit.floor.store.schema import jackpots, names, slips

_NEVER = 2**62


class Jackpot(Struct, frozen=True):
    """An award out of a meter."""

    record: int
    """Of the meter's stream, that locked it."""
    table: str
    round: int
    number: int
    """Of the claim in its round."""
    seat: int
    hand: str
    cents: Cents
    at: int
    """When it was locked, in microseconds since 1970."""
    state: State
    player: str
    """Who was paid; empty until then."""
    closed: int | None
    """When it was paid or voided."""


def last_jackpots(connection: Connection, meter: str, before: int, most: int) -> list[Jackpot]:
    """The last awards out of a meter before a record of its stream, the newest first."""
    table, hand, player = (names.alias(name) for name in ("at_table", "hand", "player"))
    query = (
        select(jackpots, table.c.name, hand.c.name, player.c.name)
        .join(table, table.c.id == jackpots.c.at_table)
        .join(hand, hand.c.id == jackpots.c.hand)
        .join(player, player.c.id == jackpots.c.player)
        .where(jackpots.c.stream == number_of(f"meter {meter}"), jackpots.c.version < before)
        .order_by(jackpots.c.version.desc(), jackpots.c.number.desc())
        .limit(most)
    )
    return [
        Jackpot(
            *(row.version, at_table, row.round, row.number, row.seat, won_with, row.cents),
            *(row.at, STATES[row.state], paid_to, row.closed),
        )
        for row in connection.execute(query)
        for at_table, won_with, paid_to in [row[-3:]]
    ]


# Slips


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
