"""The register of jackpots, read: every award out of a meter, and what became of it."""

from msgspec import Struct
from sqlalchemy import Connection, select

from longsuit.core.money import Cents
from longsuit.floor.store.names import number_of
from longsuit.floor.store.projections.fold import STATES, State
from longsuit.floor.store.schema import jackpots, names


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
