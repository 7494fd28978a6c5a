"""Exceptions of a period, by person: voids, cancels, corrections, late claims (CON-34)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from longsuit.analysis.report.content import Cell, Paper, Section, Table, Text, left, right, words
from longsuit.analysis.report.numbers import plain
from longsuit.core.errors import InputError
from longsuit.core.money import show_dollars, show_mites
from longsuit.core.progressive import events as terminal
from longsuit.core.round.commands import same_person
from longsuit.core.round.events import RoundCancelled
from longsuit.floor.log.codec import events_of
from longsuit.floor.papers.facts import Facts
from longsuit.floor.people import changes as people
from longsuit.floor.register.events import EntryWithdrawn, ProgramStarted
from longsuit.floor.reports.period import Day
from longsuit.floor.store.report_rows import Row, Rows
from longsuit.floor.tables.events import RoundBegun, TableSet

_MOST = 5000
_TOLD: dict[type, str] = {
    RoundCancelled: "cancelled round",
    terminal.RegistrationCancelled: "cancelled round",
    terminal.JackpotVoided: "voided jackpot",
    terminal.JackpotRefused: "refused jackpot",
    terminal.JackpotReferred: "referred jackpot",
    terminal.BonusRefused: "refused bonus pay",
    terminal.LateClaimed: "late claim",
    terminal.MeterCorrected: "corrected meter",
    terminal.FundsLeft: "reduced meter",
    terminal.MeterSet: "changed meter",
    TableSet: "changed table",
    EntryWithdrawn: "withdrawn entry",
    ProgramStarted: "changed program files",
    people.SignInFailed: "failed sign-in",
    people.AccountLocked: "locked account",
    people.LimitPassed: "over a limit",
}
"""What an exception is called, by its event."""
_TRIED = people.SignInFailed | people.AccountLocked
_LOST_SEED = "round without its seed"
_OVERRIDE = "approved after refusal"
_NO = (terminal.JackpotRefused, terminal.JackpotReferred, terminal.BonusRefused)
_YES = (terminal.JackpotApproved, terminal.BonusApproved)
_OVER = (terminal.TerminalCleared, RoundBegun)


class Exceptional(Struct, frozen=True):
    """One exception."""

    at: int
    who: str
    kind: str
    where: str
    record: int
    why: str


def find_exceptions(rows: Rows, day: Day) -> list[Exceptional]:
    """Every exception of a period, in its time; it reads the records of the period only."""
    found: list[Exceptional] = []
    only = frozenset((*_TOLD, *_YES, *_OVER))
    for stream in rows.streams():
        refused: set[object] = set()
        for row in rows.read(stream, rows.span(stream, day.start, day.end)):
            if not row.events:
                # A practice table's round that was shortened.
                continue
            # A dealt round that is called off is so at its terminal too: once is enough.
            told = {
                one.kind: one
                for event in events_of(row, only)
                for one in (*_told(row, event), *_overrides(row, event, refused))
            }
            found.extend(told.values())
        if len(found) > _MOST:
            raise InputError(f"More than {_MOST:,} exceptions: ask for a shorter period.")
    return sorted(found, key=lambda one: (one.at, one.where, one.record))


def _told(row: Row, event: Any) -> Iterator[Exceptional]:
    if isinstance(event, RoundCancelled) and event.cause != "asked":
        if event.cause == "seed":
            yield Exceptional(row.at, row.who, _LOST_SEED, row.stream, row.version, "")
        return
    if isinstance(event, ProgramStarted) and event.release != "changed":
        return
    if isinstance(event, TableSet) and event.before is None:
        return
    kind = _TOLD.get(type(event))
    if kind is not None:
        # Whoever could not sign in is nobody yet, and is told by the name that was tried.
        who = event.name if isinstance(event, _TRIED) else row.who
        yield Exceptional(row.at, who, kind, row.stream, row.version, _why(row, event))


def _overrides(row: Row, event: Any, refused: set[object]) -> Iterator[Exceptional]:
    """A pay that was refused or referred first, and approved in the same round."""
    if isinstance(event, _OVER):
        refused.clear()
    elif isinstance(event, _NO):
        refused.add(_which(event))
    elif isinstance(event, _YES) and _which(event) in refused:
        yield Exceptional(row.at, row.who, _OVERRIDE, row.stream, row.version, _why(row, event))


def _which(event: Any) -> object:
    """The pay that is decided about: by its number, a bonus by its seat and wager."""
    if isinstance(event, terminal.BonusApproved | terminal.BonusRefused):
        return event.seat, event.wager
    return event.number


def _why(row: Row, event: Any) -> str:
    parts = []
    if isinstance(event, _TRIED):
        return plain(getattr(event, "place", ""))
    if isinstance(event, people.LimitPassed):
        amounts = f"{show_dollars(event.amount)}, limit {show_dollars(event.most)}"
        return plain(f"{event.table}, {event.what}: {amounts}")
    if isinstance(event, terminal.MeterCorrected):
        parts.append(show_mites(event.amount))
    elif isinstance(event, terminal.FundsLeft):
        parts += [event.cause, show_mites(event.mites)]
    elif amount := getattr(event, "amount", 0):
        parts.append(show_dollars(amount))
    if name := getattr(event, "name", ""):
        parts.append(name)
    if reason := getattr(event, "reason", ""):
        parts.append(reason)
    second = getattr(event, "second", "") or getattr(event, "supervisor", "")
    if second and not same_person(second, row.who.partition(" ")[2]):
        parts.append(f"with {second}")
    return plain(", ".join(parts))


def exception_report(facts: Facts, found: list[Exceptional], day: Day, date: str) -> Paper:
    """The report, with a count by person first."""
    counted = Counter((one.who, one.kind) for one in found)
    by_person = tuple(
        (words(plain(who) or "system"), words(kind), Cell(f"{number:,}"))
        for (who, kind), number in sorted(counted.items())
    )
    rows = tuple(
        (
            words(facts.house.shown(one.at)),
            words(plain(one.who) or "system"),
            words(one.kind),
            words(f"{one.where}, record {one.record}"),
            words(one.why),
        )
        for one in found
    )
    front = Text(
        f"{len(found):,} exceptions. A wager or a buy-in above its limit is refused, and noted up "
        "to twenty times an hour for each person. A bad sum or a wrong order of keys is refused "
        "before anything happens, and leaves no record."
    )
    return facts.paper(
        f"Exceptions of {day.title}",
        date,
        Section(
            "persons",
            "By person",
            (Table("persons", "", (*left("Who", "What"), *right("Times")), by_person),),
        ),
        Section(
            "each",
            "Each exception",
            (Table("each", "", left("When", "Who", "What", "Where", "Why"), rows),),
        ),
        front=(front,),
    )
