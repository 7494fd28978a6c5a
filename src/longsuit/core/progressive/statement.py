"""A meter's statement for a period: how it opened, every change explained, how it closed."""

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict

from longsuit.core.money import Mites
from longsuit.core.progressive import events
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.evolve import evolve_meter, replay_meter
from longsuit.core.progressive.ledger import (
    Purpose,
    Transfer,
    meter_accounts,
    meter_entries,
    overflow_account,
)
from longsuit.core.progressive.meter import Meter
from longsuit.core.texts import ENTRIES

Part = Literal["meter", "reserve", "overflow"]
Kind = Literal["contributions", "awards", "reseeds", "voids", "corrections"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_KINDS: dict[type, Kind] = {
    events.MeterOpened: "reseeds",
    events.Contributed: "contributions",
    events.AwardLocked: "awards",
    events.AwardVoided: "voids",
    events.MeterCorrected: "corrections",
    events.FundsLeft: "corrections",
    events.FundsCame: "corrections",
    events.ContributionsGathered: "contributions",
    events.ContributionReturned: "contributions",
}


class Change(Struct, frozen=True):
    """One change of the meter, of its reserve, or of what is kept apart above its maximum."""

    position: int
    """The event's place in the meter's history, from 0; on a floor the number of its record, and 0
    for the rounds of a table's day taken together."""
    account: Part
    kind: Kind
    mites: Mites
    why: str
    at: int = 0
    """When it was written, in microseconds since 1970; 0 where nobody noted it."""
    who: str = ""
    """Who asked for what led to it."""
    stream: str = ""
    """On a floor, whose record it is: a meter's own, or that of a table that fed it."""


class Statement(Struct, frozen=True):
    """A meter over a period."""

    meter: str
    opening: Mites
    opening_reserve: Mites
    changes: tuple[Change, ...]
    closing: Mites
    closing_reserve: Mites
    pending: Mites
    """What had left the meter and was not yet paid at the end."""
    opening_overflow: Mites = 0
    closing_overflow: Mites = 0

    def total(self, kind: Kind, account: Part = "meter") -> Mites:
        """What the changes of a kind come to."""
        return sum(one.mites for one in self.changes if one.kind == kind and one.account == account)

    @property
    def unexplained(self) -> Mites:
        """What opening, changes and closing are off by, all three together: always 0."""
        changed = sum(one.mites for one in self.changes)
        opened = self.opening + self.opening_reserve + self.opening_overflow
        return self.closing + self.closing_reserve + self.closing_overflow - opened - changed


def statement(history: Sequence[MeterEvent], first: int = 0, end: int | None = None) -> Statement:
    """The statement of the events from `first` up to but not including `end`."""
    stop = len(history) if end is None else end
    if not 0 <= first <= stop <= len(history):
        raise ValueError("a period goes forward, within the stream")
    before: Meter | None = replay_meter(history[:first]) if first else None
    meter = before
    changes: list[Change] = []
    for position, event in enumerate(history[first:stop], first):
        meter = evolve_meter(meter, event)
        changes.extend(changes_of(meter.id, position, event))
    if meter is None:
        raise ValueError("a statement is of a meter that exists")
    return Statement(
        meter.id,
        before.value if before else 0,
        before.reserve if before else 0,
        tuple(changes),
        meter.value,
        meter.reserve,
        meter.pending_mites,
        before.overflow if before else 0,
        meter.overflow,
    )


def changes_of(meter: str, position: int, event: MeterEvent) -> Iterable[Change]:
    """What one event changes of a meter, its reserve and its overflow."""
    main, reserve, pending = meter_accounts(meter)
    parts: dict[str, Part] = {
        main: "meter",
        reserve: "reserve",
        overflow_account(meter): "overflow",
    }
    for entry in meter_entries(meter, event):
        for account, part in parts.items():
            if account in (entry.source, entry.target):
                mites = entry.mites if account == entry.target else -entry.mites
                why = entry_words(entry.purpose, event)
                yield Change(position, part, _kind(event, entry, pending), mites, why)


def entry_words(purpose: Purpose, event: MeterEvent) -> str:
    """Why a meter or its reserve changed, in words."""
    facts = asdict(event)
    claim = facts.get("claim")
    return ENTRIES[purpose].format(**facts, **(asdict(claim) if claim is not None else {}))


def _kind(event: MeterEvent, entry: Transfer, pending: str) -> Kind:
    """An award is what goes to the winner; what restarts the meter is a reseed.

    What came from another meter and is above the maximum was never contributed here.
    """
    if entry.purpose == Purpose.OVERFLOW and not isinstance(event, events.FundsCame):
        return "contributions"
    if isinstance(event, events.AwardLocked) and pending not in (entry.source, entry.target):
        return "reseeds"
    return _KINDS[type(event)]
