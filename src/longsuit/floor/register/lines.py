"""The register as a list of lines, for a page, an answer or a file."""

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import astuple

from longsuit.core.games.catalog import game_by_id
from longsuit.core.money import show_dollars
from longsuit.floor.register.entries import Approval, Day, Entry, Equipment
from longsuit.floor.register.register import Filed, Register
from longsuit.floor.spreadsheet import csv_file, text_cell


class Line(Struct, frozen=True):
    """An entry as people read it."""

    number: int
    kind: str
    issuer: str
    """The authority, the maker, or the citation."""
    reference: str
    """Its number; of equipment model and serial number, of a limit the amount."""
    date: Day
    until: Day
    covers: str
    filed_by: str
    filed_at: str
    holds: bool
    """Whether it counts today: neither withdrawn, nor run out, nor still to come."""
    withdrawn_by: str = ""
    withdrawn_at: str = ""
    reason: str = ""


def lines(register: Register, today: Day) -> tuple[Line, ...]:
    """Every entry, in the order in which they were filed."""
    return tuple(_line(one, today) for one in register.filed.values())


def _line(filed: Filed, today: Day) -> Line:
    kind, issuer, reference, day, until, covers, holds = _told(filed.entry, today)
    return Line(
        *(filed.number, kind, issuer, reference, day, until, covers),
        filed_by=filed.by,
        filed_at=_moment(filed.at),
        holds=filed.stands and holds,
        withdrawn_by=filed.withdrawn_by,
        withdrawn_at=_moment(filed.withdrawn_at) if filed.withdrawn_at else "",
        reason=filed.reason,
    )


def _told(entry: Entry, today: Day) -> tuple[str, str, str, Day, Day, str, bool]:
    if isinstance(entry, Approval):
        about = [game_by_id(entry.game).name, entry.version, *map(str, entry.names)]
        about += ["dealt face up"] if entry.face_up else []
        about += [f"up to {entry.seats} seats"] if entry.seats else []
        covers = ", ".join(filter(None, about))
        holds = entry.holds(today)
        return (
            *(entry.kind, entry.authority, entry.reference, entry.date, entry.until),
            *(covers, holds),
        )
    if isinstance(entry, Equipment):
        reference = " ".join(filter(None, (entry.model, entry.serial)))
        told = {
            "licence": entry.licence,
            "approved as": entry.approval,
            "version": entry.version and f"{entry.version} or higher",
            "digest": entry.digest,
            "table": entry.table or "any",
        }
        covers = ", ".join(f"{name} {value}" for name, value in told.items() if value)
        return entry.kind, entry.maker, reference, "", "", covers, True
    counted = "bets of several Antes counted" if entry.multiples else "each wager by itself"
    covers = ", ".join(filter(None, (counted, entry.preset)))
    holds = entry.since <= today
    return "limit", entry.citation, show_dollars(entry.amount), entry.since, "", covers, holds


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1e6, UTC).isoformat(timespec="seconds")


def as_csv(found: Iterable[Line]) -> str:
    """The lines as a file that a spreadsheet opens."""
    rows = (map(text_cell, astuple(one)) for one in found)
    return csv_file(Line.__struct_fields__, rows)
