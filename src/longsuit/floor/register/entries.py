"""What a house has on file: an approval, a piece of equipment, a limit of the law (CON-1 to CON-8).

Days are ISO dates as text, 2026-01-31, by the house's time zone: in that form they compare as they
follow each other. Nothing here is legal advice: it is what a house says that it holds.
"""

import re
from datetime import date
from typing import Literal, get_args

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import is_game
from longsuit.core.money import LARGEST_AMOUNT, Cents
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.floor.register.presets import known_sections

Day = str
ApprovalKind = Literal["controls", "tribal", "concurrence", "study", "other"]
"""Internal controls; a tribal agency's approval; the commission's concurrence with it; a study of
what face-up dealing does to the odds."""
EquipmentKind = Literal["shuffler", "shoe", "layout", "terminal", "sign", "program"]
APPROVAL_KINDS: tuple[ApprovalKind, ...] = get_args(ApprovalKind)
EQUIPMENT_KINDS: tuple[EquipmentKind, ...] = get_args(EquipmentKind)
LONGEST_TEXT = 120
MOST_NAMED = 40
_MOST_SEATS = 20
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}")
_CITED = re.compile(r"([A-Za-z.]+)\s*(.*)")
"""A code and a section, as in WAC 230-15-140; letters print it without the space too."""
_DIGEST = re.compile(r"[0-9a-f]{16,64}")


class Part(Struct, frozen=True):
    """Rules or a paytable, by the digest of their content."""

    name: str
    digest: str

    def __str__(self) -> str:
        return f"{self.name} {self.digest}"


class Approval(Struct, frozen=True):
    """A letter, or a study, that a house has."""

    kind: ApprovalKind
    authority: str
    reference: str
    date: Day
    game: str
    until: Day = ""
    """The last day on which it holds; empty for one without an end."""
    version: str = ""
    """What the authority calls the rules that it approved."""
    names: tuple[Part, ...] = ()
    """The rules and paytables that it is about (CON-5)."""
    face_up: bool = False
    """It allows hands to be dealt face up (CON-3)."""
    seats: int = 0
    """A study's: up to how many seats (CON-4)."""

    def holds(self, day: Day) -> bool:
        """Whether it covers anything on that day."""
        return self.date <= day and not self.is_over(day)

    def is_over(self, day: Day) -> bool:
        """Whether it has run out."""
        return bool(self.until) and self.until < day


class Equipment(Struct, frozen=True):
    """A device, a layout, or the progressive system itself (CON-6, CON-7)."""

    kind: EquipmentKind
    maker: str
    model: str
    serial: str = ""
    licence: str = ""
    """The maker's licence."""
    approval: str = ""
    """The reference under which the model is approved."""
    version: str = ""
    """A program's: the version on file, or a higher one."""
    digest: str = ""
    """A program's: of its files, where the approval names one."""
    table: str = ""
    """The table that it is for; empty for any."""


class LegalLimit(Struct, frozen=True):
    """The largest wager that the law allows (CON-8)."""

    amount: Cents
    since: Day
    citation: str
    multiples: bool = False
    """Whether the law counts a bet of several Antes as one wager."""
    preset: str = ""
    """The figures in the box that were adopted, if any."""


Entry = Approval | Equipment | LegalLimit


def read_day(text: str) -> Day | Refused:
    """A day as it is kept."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        return refuse(Code.DAY, day=text[:20])
    return text


def read_parts(text: str) -> tuple[Part, ...]:
    """Rules and paytables as people write them down: a name and a digest, between commas."""
    parts = []
    for one in filter(None, map(str.strip, text.split(","))):
        name, _, digest = one.rpartition(" ")
        if not name.strip() or not _DIGEST.fullmatch(digest):
            raise InputError(f"'{one[:60]}' is not a name and its digest, such as rules 0f1e...")
        parts.append(Part(name.strip(), digest))
    return tuple(parts)


def refuse_entry(entry: Entry, today: Day) -> Refused | None:
    """Why it cannot be filed, or None."""
    if isinstance(entry, Approval):
        return _refuse_approval(entry, today)
    if isinstance(entry, Equipment):
        return _refuse_equipment(entry)
    return _refuse_limit(entry)


def _refuse_approval(entry: Approval, today: Day) -> Refused | None:
    if no := _refuse_texts(entry, "authority", "reference", "date") or _refuse_days(
        entry.date, entry.until
    ):
        return no
    if not is_game(entry.game):
        return refuse(Code.ENTRY_GAME, game=entry.game[:40])
    if entry.date > today:
        return refuse(Code.DAY_TO_COME, day=entry.date)
    if entry.until and entry.until < entry.date:
        return refuse(Code.DAYS_ORDER, day=entry.date, until=entry.until)
    if entry.is_over(today):
        return refuse(Code.APPROVAL_OVER, until=entry.until)
    if entry.kind == "study" and not 1 <= entry.seats <= _MOST_SEATS:
        return refuse(Code.ENTRY_NEEDS, field="seats")
    if entry.kind != "other" and not entry.names:
        return refuse(Code.ENTRY_NEEDS, field="names")
    if len(entry.names) > MOST_NAMED:
        return refuse(Code.ENTRY_LONG, field="names", most=MOST_NAMED)
    return next((no for one in entry.names if (no := _refuse_part(one))), None)


def _refuse_part(part: Part) -> Refused | None:
    if not _DIGEST.fullmatch(part.digest):
        return refuse(Code.ENTRY_DIGEST, digest=part.digest[:70])
    return _refuse_texts(part, "name")


def _refuse_equipment(entry: Equipment) -> Refused | None:
    needed: dict[str, tuple[str, ...]] = {
        "shuffler": ("licence", "approval"),
        "layout": ("licence",),
        "program": ("version",),
    }
    if no := _refuse_texts(entry, "maker", "model", *needed.get(entry.kind, ())):
        return no
    if entry.version and not _VERSION.fullmatch(entry.version):
        return refuse(Code.ENTRY_VERSION, version=entry.version[:40])
    if entry.digest and not _DIGEST.fullmatch(entry.digest):
        return refuse(Code.ENTRY_DIGEST, digest=entry.digest[:70])
    return None


def _refuse_limit(entry: LegalLimit) -> Refused | None:
    if no := _refuse_texts(entry, "since", "citation") or _refuse_days(entry.since):
        return no
    if not 0 < entry.amount <= LARGEST_AMOUNT:
        return refuse(Code.ENTRY_NEEDS, field="amount")
    return refuse_citation(entry.citation)


def refuse_citation(citation: str) -> Refused | None:
    """A section of a code that is known here has to be one of its known sections."""
    found = _CITED.match(citation)
    code = found[1].replace(".", "").upper() if found is not None else ""
    sections = known_sections().get(code)
    if found is None or sections is None or found[2] in sections:
        return None
    return refuse(Code.CITATION, citation=citation[:60], known=sections)


def _refuse_texts(entry: Struct, *needed: str) -> Refused | None:
    """Every text fits in a line, and those that are needed are there."""
    for field in entry.__struct_fields__:
        value = getattr(entry, field)
        if not isinstance(value, str):
            continue
        if len(value) > LONGEST_TEXT or not value.isprintable() or value != value.strip():
            return refuse(Code.ENTRY_LONG, field=field, most=LONGEST_TEXT)
        if field in needed and not value:
            return refuse(Code.ENTRY_NEEDS, field=field)
    return None


def _refuse_days(*days: Day) -> Refused | None:
    found = (read_day(day) for day in days if day)
    return next((one for one in found if isinstance(one, Refused)), None)
