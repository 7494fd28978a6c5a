"""The register of jackpots: every one above its table's approval amount, found, printed, exported.

What a slip says was written when it was approved; here it is read, and nothing is added but what
has become of it and the tax form that its day calls for.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from datetime import date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import asdict

from longsuit.core.cards import card_names
from longsuit.core.games.catalog import wager_name
from longsuit.core.money import Cents, plain_dollars, show_dollars
from longsuit.core.progressive.terminal import Payment
from longsuit.floor.config.time_zones import local_time
from longsuit.floor.engine.ask import Answer
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import Record
from longsuit.floor.people.identity import Micros
from longsuit.floor.service.floor import Floor
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.slips.register import SLIPS, PrintSlip, SlipPrinted
from longsuit.floor.slips.sheet import Sheet
from longsuit.floor.slips.tax import TaxNote, tax_note
from longsuit.floor.spreadsheet import csv_file, text_cell
from longsuit.floor.store.projections.awards import Search, SlipPlace
from longsuit.floor.store.projections.fold import State
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.events import SlipGiven

PAGE = 50
"""Slips in one piece of the register."""
MOST_EXPORTED = 5_000
"""Slips in one file, the newest."""
_KEPT = timedelta(days=7)


class Slip(Struct, frozen=True):
    """A jackpot above the approval amount, as its slip has it."""

    slip: int
    table: str
    round: int
    number: int
    """Of the claim in its round; 0 for a bonus pay."""
    seat: int
    hand: str
    cards: str
    """As they were dealt, where the system deals; else empty."""
    meter: str
    wager: str
    wagered: Cents
    amount: Cents
    at: Micros
    state: State
    closed: Micros | None
    claimed_by: str
    supervisor: str
    winner: str
    document: str
    surveillance: str
    payment: Payment
    late: bool
    tax: TaxNote | None


_AS_GIVEN = (
    *("slip", "round", "number", "seat", "hand", "meter", "wager", "wagered", "amount"),
    *("claimed_by", "supervisor", "late"),
)
_COLUMNS = tuple(name for name in Slip.__struct_fields__ if name != "tax")


class Register:
    """The register of one floor."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._house = floor.config.house

    def find(self, search: Search, most: int = PAGE) -> tuple[Slip, ...]:
        """The last slips that somebody looks for, the newest first. It reads the log."""
        with reading(self._floor.database) as rows:
            places = rows.slips(search, most)
        return tuple(slip for one in places if (slip := self._slip(one)) is not None)

    def one(self, number: int) -> Slip | None:
        """A slip by its number."""
        found = self.find(Search(before=number + 1), 1)
        return found[0] if found and found[0].slip == number else None

    def _slip(self, place: SlipPlace) -> Slip | None:
        for record in self._floor.log.read(place.stream, place.version - 1, 1):
            for event in events_of(record, frozenset({SlipGiven})):
                if event.slip == place.slip:
                    return self._told(place, event)
        return None

    def _told(self, place: SlipPlace, event: SlipGiven) -> Slip:
        given = {name: getattr(event, name) for name in _AS_GIVEN} | asdict(event.papers)
        tax = (self._house.tax_forms, event.amount, event.wagered, self._day(place.at))
        return Slip(
            **given,
            table=place.stream.removeprefix("table "),
            cards=card_names(event.cards),
            at=place.at,
            state=place.state,
            closed=place.closed,
            tax=tax_note(*tax, net=not event.number),
        )

    def export(self, search: Search) -> bytes:
        """The register as CSV, amounts in dollars; the newest of so many that are looked for."""
        heading = [*_COLUMNS, "tax_form", "withheld", "tax_status"]
        return csv_file(heading, map(_cells, self.find(search, MOST_EXPORTED))).encode()

    # Printing

    def print(self, visitor: Visitor, number: int, key: str) -> "Future[Answer]":
        """A slip is printed, on record; the answer names the record. `sheet` has what it says."""
        return self._floor.print_slip(visitor, PrintSlip(by=visitor.actor, slip=number), key)

    def sheet(self, version: int) -> Sheet | None:
        """What a print says, by its record: what was printed once is always the same."""
        found = self._floor.log.read(SLIPS, version - 1, 1)
        for event in events_of(found[0]) if found else ():
            if isinstance(event, SlipPrinted) and (slip := self.one(event.slip)):
                return self._sheet(slip, found[0], copy=event.copy)
        return None

    def _sheet(self, slip: Slip, record: Record, *, copy: bool) -> Sheet:
        keep = f"{self._day(slip.at) + _KEPT:%Y-%m-%d}"
        mark = f"COPY, record {record.version}" if copy else "ORIGINAL"
        printed = f"{self._shown(record.at)} by {record.who}"
        lines = tuple((label, said) for label, said in self._lines(slip) if said)
        void = slip.state == "voided" and (slip.closed or 0) <= record.at
        return Sheet(self._house.name, slip.slip, mark, printed, lines, keep, void)

    def _lines(self, slip: Slip) -> Iterable[tuple[str, str]]:
        yield "Given", self._shown(slip.at)
        yield "Table", f"{slip.table}, round {slip.round}, seat {slip.seat}"
        yield "Hand as keyed", slip.hand
        yield "Hand as dealt", slip.cards
        wager = wager_name(slip.wager)
        yield "Wager", f"{wager}, {show_dollars(slip.wagered)}"
        yield "Paid from", f"meter {slip.meter}" if slip.meter else "the chip tray"
        yield "Amount", show_dollars(slip.amount)
        yield "Winner", slip.winner
        yield "Document seen", slip.document
        yield "Way of payment", slip.payment
        yield "Surveillance", slip.surveillance
        yield "Claimed by", slip.claimed_by or "the settlement"
        yield "Approved by", slip.supervisor
        if slip.late:
            yield "Late claim", "Claimed after END ROUND, from the meter as it stood by rule."
        if slip.tax is not None:
            held = slip.tax.withheld
            withheld = f"; withhold {show_dollars(held)}" if held else ""
            yield "Tax form", f"{slip.tax.form}{withheld} ({slip.tax.status} thresholds)"

    def _local(self, at: Micros) -> datetime:
        return local_time(at, self._house.zone)

    def _day(self, at: Micros) -> date:
        return self._local(at).date()

    def _shown(self, at: Micros) -> str:
        return f"{self._local(at):%Y-%m-%d %H:%M:%S}"


def _cells(one: Slip) -> Iterator[object]:
    values = {name: getattr(one, name) for name in _COLUMNS}
    values |= {name: plain_dollars(values[name]) for name in ("wagered", "amount")}
    yield from map(text_cell, values.values())
    tax = one.tax
    yield from (tax.form, plain_dollars(tax.withheld), tax.status) if tax is not None else ("",) * 3
