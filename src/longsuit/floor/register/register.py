"""The register as it stands, and what comes of filing or withdrawing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.refusals import Code, Refused, refuse
from longsuit.floor.register import events
from longsuit.floor.register.entries import (
    LONGEST_TEXT,
    Approval,
    Day,
    Entry,
    Equipment,
    LegalLimit,
    refuse_entry,
)

MOST_ENTRIES = 5000
"""Entries of a house, withdrawn ones included."""
_Kind = TypeVar("_Kind", Approval, Equipment, LegalLimit)


class Filed(Struct, frozen=True):
    """An entry with who filed it and when, and who withdrew it."""

    number: int
    entry: Entry
    by: str
    at: int
    withdrawn_by: str = ""
    withdrawn_at: int = 0
    reason: str = ""

    @property
    def stands(self) -> bool:
        """Whether nobody has withdrawn it."""
        return not self.withdrawn_by


class Register(Struct, frozen=True):
    """All that is on file."""

    version: int = 0
    """Of the stream."""
    filed: Mapping[int, Filed] = {}
    started: events.ProgramStarted | None = None
    """The program that began last."""

    def standing(self, kind: type[_Kind]) -> Iterator[_Kind]:
        """The entries of a kind that nobody has withdrawn, in their order."""
        for one in self.filed.values():
            if one.stands and isinstance(one.entry, kind):
                yield one.entry

    def limit(self, day: Day) -> LegalLimit | None:
        """The limit of the law in force."""
        return limit_on(self.standing(LegalLimit), day)


def limit_on(limits: Iterable[LegalLimit], day: Day) -> LegalLimit | None:
    """Of those that hold by that day, the one that came last."""
    held = [one for one in limits if one.since <= day]
    return max(reversed(held), key=lambda one: one.since, default=None)


_FILING: dict[type, type[events.FiledEvent]] = {
    Approval: events.ApprovalFiled,
    Equipment: events.EquipmentFiled,
    LegalLimit: events.LimitFiled,
}


def file_entry(register: Register, entry: Entry, today: Day) -> events.FiledEvent | Refused:
    """Put something on file."""
    if no := refuse_entry(entry, today):
        return no
    for one in register.filed.values():
        if one.stands and _mark(one.entry) == _mark(entry):
            return refuse(
                Code.ON_FILE, what=" ".join(filter(None, _mark(entry)[1:])), number=one.number
            )
    if len(register.filed) >= MOST_ENTRIES:
        return refuse(Code.REGISTER_FULL, most=MOST_ENTRIES)
    made: events.FiledEvent = _FILING[type(entry)](len(register.filed) + 1, today, entry)  # type: ignore[arg-type]
    return made


def _mark(entry: Entry) -> tuple[str, ...]:
    """By which two entries are the same."""
    match entry:
        case Approval():
            return (entry.kind, entry.authority, entry.reference, entry.game)
        case Equipment():
            # Of a program every version has an entry of its own (CON-7).
            return (entry.kind, entry.maker, entry.model, entry.version, entry.serial, entry.table)
    return ("limit", entry.citation, entry.since)


def withdraw_entry(
    register: Register, number: int, reason: str, today: Day
) -> events.EntryWithdrawn | Refused:
    """Take an entry back, with a reason; it is never overwritten."""
    found = register.filed.get(number)
    if found is None:
        return refuse(Code.NO_ENTRY, number=number)
    if not found.stands:
        return refuse(Code.WITHDRAWN, number=number, by=found.withdrawn_by)
    if not reason.strip():
        return refuse(Code.NEEDS_REASON)
    if len(reason) > LONGEST_TEXT or not reason.isprintable():
        return refuse(Code.ENTRY_LONG, field="reason", most=LONGEST_TEXT)
    return events.EntryWithdrawn(number, today, reason)


def evolve_register(
    register: Register, event: events.RegisterEvent, by: str, at: int, version: int
) -> Register:
    """The register after an event."""
    if isinstance(event, events.ProgramStarted):
        return replace(register, version=version, started=event)
    if isinstance(event, events.EntryWithdrawn):
        gone = register.filed[event.number]
        gone = replace(gone, withdrawn_by=by, withdrawn_at=at, reason=event.reason)
        return replace(register, version=version, filed={**register.filed, gone.number: gone})
    entry = Filed(event.number, event.entry, by, at)
    return replace(register, version=version, filed={**register.filed, entry.number: entry})
