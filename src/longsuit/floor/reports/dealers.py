"""Who dealt which rounds: dealers on and off a table, and what was wagered under each (CON-37).

A round is dealt by whoever touched START ROUND; where that was before the period, END ROUND tells.
"""

from typing import Any

from msgspec import Struct

from longsuit.core.money import Cents
from longsuit.core.progressive import events as terminal
from longsuit.core.round import events as table_round
from longsuit.floor.store.report_rows import Row
from longsuit.floor.tables.events import DutyChanged


class DealerDay(Struct):
    """A dealer at one table over a period."""

    table: str
    dealer: str
    rounds: int = 0
    handle: Cents = 0
    paid: Cents = 0
    """What came back from the tray."""


class Duty(Struct, frozen=True):
    """A dealer came on or went off."""

    table: str
    dealer: str
    on: bool
    at: int
    """Microseconds since 1970, UTC."""


class DealerTally:
    """Counts at one table."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._dealer = ""
        self._days: dict[str, DealerDay] = {}
        self.duties: list[Duty] = []

    @property
    def days(self) -> tuple[DealerDay, ...]:
        """Everybody who dealt, by name."""
        return tuple(sorted(self._days.values(), key=lambda one: one.dealer))

    def note(self, row: Row, event: Any, *, inside: bool) -> None:
        """An event of the table's stream; money counts inside the period only."""
        match event:
            case table_round.RoundStarted() | terminal.WagersRegistered():
                self._dealer = row.who
            case DutyChanged() if inside:
                self.duties.append(Duty(self._table, event.dealer, event.on, row.at))
            case table_round.RoundSettled(settlement=settlement) if inside:
                day = self._day(row)
                day.rounds += 1
                day.handle += sum(one.stake for one in settlement.results)
                day.paid += sum(one.returned for one in settlement.results)
                day.paid += sum(one.amount for one in settlement.envies)
            case terminal.WagersCollected(players=players, wager=wager) if inside:
                day = self._day(row)
                day.rounds += 1
                day.handle += len(players) * wager

    def note_paid(self, row: Row, amount: Cents) -> None:
        """A live table's dealer has paid somebody from the tray."""
        self._day(row).paid += amount

    def _day(self, row: Row) -> DealerDay:
        dealer = (self._dealer or row.who).removeprefix("dealer ")
        return self._days.setdefault(dealer, DealerDay(self._table, dealer))
