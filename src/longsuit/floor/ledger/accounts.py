"""The books of the floor: what the core posts, buy-ins and cash-outs beside it, play money apart.

Whoever sits down brings money from the cage, and whoever stands up takes it back there. Hence the
law of the players: at any time a player's account holds what lies in front of them at all tables,
their stacks and what they have staked in rounds that are not settled yet. Robots bring nothing, and
the chips of a live table are not known here: their accounts are what they have won and lost.

Practice tables have the same accounts once more, each with ``practice`` before its name. No entry
goes from the ones to the others, so the sum of either is always zero.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from longsuit.core.money import MITES, Mites
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.ledger import (
    Purpose,
    Transfer,
    meter_accounts,
    meter_entries,
    overflow_account,
    player,
    table_entries,
)
from longsuit.core.progressive.meter import Meter
from longsuit.core.round.events import SeatLeft, SeatTaken
from longsuit.floor.tables.events import MetersFed
from longsuit.floor.tables.state import ROBOT, FloorTable

CAGE = "cage"
"""Below zero by what players have brought and not taken away."""
PRACTICE = "practice "
"""How the names of accounts of play money begin."""
PLAYERS, ROBOTS = "players", "robots"
"""All accounts of either kind in one, as reports show them."""

T = TypeVar("T")


def account(name: str, *, practice: bool) -> str:
    """An account by its name, in the books of real money or of play money."""
    return f"{PRACTICE}{name}" if practice else name


def table_books(table: FloorTable | None, event: Any) -> Sequence[Transfer]:
    """The entries of an event of a table's stream; `table` is as it stood before it."""
    if table is None:
        return ()
    kind = type(event)
    if kind is SeatTaken or kind is SeatLeft:
        entries = _at_the_cage(table, event)
    elif kind is MetersFed:
        fed = event.contributions(table.id)
        entries = tuple(entry for meter, one in fed for entry in meter_entries(meter, one))
    else:
        entries = table_entries(table.terminal, event)
    return apart(entries) if entries and table.settings.practice else entries


def meter_books(meter: str, event: MeterEvent, *, practice: bool) -> Sequence[Transfer]:
    """The entries of an event of a meter's stream, of real money or of play money."""
    entries = meter_entries(meter, event)
    return apart(entries) if entries and practice else entries


def apart(entries: Iterable[Transfer]) -> list[Transfer]:
    """The same entries in the books of play money."""
    return [
        Transfer(f"{PRACTICE}{one.source}", f"{PRACTICE}{one.target}", one.mites, one.purpose)
        for one in entries
    ]


def _at_the_cage(table: FloorTable, event: SeatTaken | SeatLeft) -> tuple[Transfer, ...]:
    if isinstance(event, SeatTaken):
        name, stack = event.player, event.stack
    else:
        name, stack = table.seated().get(event.seat, ("", 0))
    if not stack or name.startswith(ROBOT):
        return ()
    if isinstance(event, SeatTaken):
        return (Transfer(CAGE, player(name), stack * MITES, Purpose.BUY_IN),)
    return (Transfer(player(name), CAGE, stack * MITES, Purpose.CASH_OUT),)


# What the accounts have to hold


def in_front(table: FloorTable) -> dict[str, Mites]:
    """What lies in front of each player at a table, by their accounts; robots aside."""
    state = table.round
    if state is None:
        return {}
    settled = state.phase in ("settled", "ended")
    front: dict[str, Mites] = {}
    for seat in state.seats:
        if seat.player is None or seat.player.startswith(ROBOT):
            continue
        holder = account(player(seat.player), practice=table.settings.practice)
        there = seat.stack if settled else seat.stack + seat.staked
        front[holder] = front.get(holder, 0) + there * MITES
    return front


def is_players(name: str, live: Iterable[str] = ()) -> bool:
    """Whether the law of the players holds of an account; `live` are the ids of live tables."""
    own = name.removeprefix(PRACTICE)
    if not own.startswith(player("")) or own.startswith(player(ROBOT)):
        return False
    return not any(own.startswith(player(f"{table} seat ")) for table in live)


def accounts_of(meter: Meter) -> tuple[str, ...]:
    """A meter's own account, its reserve's, what is pending of it and what is above its maximum."""
    names = (*meter_accounts(meter.id), overflow_account(meter.id))
    return tuple(account(name, practice=meter.practice) for name in names)


@lru_cache(maxsize=4096)
def shown_account(name: str) -> str:
    """The account in which reports show another: players are one, and so are robots."""
    own = name.removeprefix(PRACTICE)
    if own.startswith(player(ROBOT)):
        own = ROBOTS
    elif own.startswith(player("")):
        own = PLAYERS
    return account(own, practice=name.startswith(PRACTICE))


def books_of(balances: Mapping[str, T], *, practice: bool) -> dict[str, T]:
    """The accounts of real money or of play money, by their names there."""
    if not practice:
        return {name: one for name, one in balances.items() if not name.startswith(PRACTICE)}
    return {
        name.removeprefix(PRACTICE): one
        for name, one in balances.items()
        if name.startswith(PRACTICE)
    }
