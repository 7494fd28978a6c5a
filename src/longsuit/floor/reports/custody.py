"""What the house keeps for players, and the cash that its odds ask for (CON-29, CON-30)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from longsuit.core.games.table import Offer
from longsuit.core.money import Cents, Mites, pay
from longsuit.core.progressive.ledger import HOUSE, overflow_account
from longsuit.floor.reports.meter_day import MeterDay
from longsuit.floor.store.report_rows import Balance
from longsuit.floor.tables.events import TableSettings

LARGE: Cents = 25_000_00
"""Odds-based prizes above it are counted (CON-29)."""


class FundsHeld(Struct, frozen=True):
    """A meter's funds at the end of the day: the players', whose custodian the house is."""

    meter: str
    displayed: Mites
    reserve: Mites
    overflow: Mites
    pending: Mites

    @property
    def held(self) -> Mites:
        """All of it."""
        return self.displayed + self.reserve + self.overflow + self.pending


class CashToHold(Struct, frozen=True):
    """A table with more than one odds-based prize above the amount."""

    table: str
    prizes: int
    """So many of them, at the highest wagers."""
    amount: Cents
    """The second highest."""


class Custody(Struct, frozen=True):
    """Players' funds by meter, apart from the house's money; and the cash to hold for odds."""

    meters: tuple[FundsHeld, ...] = ()
    house: Mites = 0
    """What the house's own account holds."""
    cash: tuple[CashToHold, ...] = ()

    @property
    def held(self) -> Mites:
        """For players, in all meters."""
        return sum(one.held for one in self.meters)


def custody(
    meters: Sequence[MeterDay],
    balances: Mapping[str, Balance],
    tables: Iterable[TableSettings],
) -> Custody:
    """What stands at the end of a day; play money is nobody's."""
    nothing = Balance()
    held = tuple(
        FundsHeld(
            *(one.meter, one.value.closing, one.reserve.closing),
            balances.get(overflow_account(one.meter), nothing).closing,
            one.pending.closing,
        )
        for one in meters
        if not one.practice
    )
    house = balances.get(HOUSE, nothing).closing
    cash = {one.table: one for table in tables if (one := cash_to_hold(table)) is not None}
    return Custody(held, house, tuple(cash[name] for name in sorted(cash)))


def cash_to_hold(settings: TableSettings) -> CashToHold | None:
    """The second highest odds-based prize of a table, where more than one is above the amount."""
    if settings.practice:
        return None
    offers = settings.setup.table.offers
    found = sorted((prize for offer in offers for prize in _prizes(offer)), reverse=True)
    large = [prize for prize in found if prize > LARGE]
    if len(large) <= 1:
        return None
    return CashToHold(settings.setup.id, len(large), large[1])


def _prizes(offer: Offer) -> Iterator[Cents]:
    """What each line that no meter pays would win at the highest wager."""
    for line in offer.paytable.lines if offer.paytable is not None else ():
        if line.meter is None:
            yield pay(offer.limits.most, max((line.pays, *line.dynamic)))
