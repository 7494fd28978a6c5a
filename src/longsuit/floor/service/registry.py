"""The register as the doors use it: filed, withdrawn, read, and held against the tables.

What is on file is kept in memory and read on every few seconds, so that a round that starts asks
no database; who files or withdraws has the last word of the log at once.
"""

import threading
from collections.abc import Callable
from datetime import UTC, datetime

import structlog

from longsuit.core.refusals import Code, Refused, refuse
from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.config.time_zones import find_zone
from longsuit.floor.people.changes import OPERATOR
from longsuit.floor.people.identity import Micros
from longsuit.floor.people.permissions import refusal
from longsuit.floor.register.coverage import Asked, Gap, Program, gaps
from longsuit.floor.register.entries import Day, Entry, LegalLimit
from longsuit.floor.register.events import ProgramStarted, RegisterEvent
from longsuit.floor.register.presets import presets
from longsuit.floor.register.register import Filed, Register, file_entry, withdraw_entry
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.store.database import Database
from longsuit.floor.store.register_rows import (
    Followed,
    follow_register,
    note_start,
    write_register,
)
from longsuit.floor.tables.links import Wanted
from longsuit.version import __version__

logger = structlog.get_logger()


class Registry:
    """The register of a floor."""

    def __init__(self, database: Database, house: HouseConfig) -> None:
        self._database, self._house = database, house
        self._zone = find_zone(house.zone)
        self._known = Followed()
        self._guard = threading.Lock()
        self._checked: dict[str, tuple[Wanted, int, Day, tuple[Gap, ...]]] = {}
        self.program = Program(__version__)
        self.begun: ProgramStarted | None = None
        """How this server's program was found at its start."""

    @property
    def register(self) -> Register:
        """As it was last read."""
        return self._known.register

    @property
    def damage(self) -> str:
        """What is wrong with the stream, if anything is: it stands as far as it could be read."""
        return self._known.damage

    def today(self, now: Micros) -> Day:
        """The day by the clock of the house."""
        return datetime.fromtimestamp(now / 1e6, UTC).astimezone(self._zone).date().isoformat()

    def refresh(self) -> Register:
        """Read on."""
        found = follow_register(self._database, self._known)
        if found.damage and not self.damage:
            logger.error("the register is damaged", error=found.damage)
        self._keep(found)
        return self.register

    def _keep(self, found: Followed) -> None:
        with self._guard:
            if found.head.version >= self._known.head.version:
                self._known = found

    # Filing

    def file(self, visitor: Visitor | None, entry: Entry, now: Micros) -> Filed | Refused:
        """Put something on file; nobody in particular is whoever has the database."""
        today = self.today(now)
        return self._write(visitor, "file", now, lambda stood: file_entry(stood, entry, today))

    def withdraw(
        self, visitor: Visitor | None, number: int, reason: str, now: Micros
    ) -> Filed | Refused:
        """Take an entry back, with a reason."""
        today = self.today(now)
        done = self._write(
            visitor, "withdraw", now, lambda stood: withdraw_entry(stood, number, reason, today)
        )
        return done if isinstance(done, Refused) else self.register.filed[number]

    def adopt(
        self, visitor: Visitor | None, preset: str, since: Day, now: Micros
    ) -> Filed | Refused:
        """File a limit of the law from the box; a proposal takes the day that the house gives."""
        found = next((one for one in presets() if one.id == preset), None)
        if found is None:
            known = tuple(one.id for one in presets())
            return refuse(Code.NO_PRESET, preset=preset[:40], known=known)
        from_day = since or found.since
        limit = LegalLimit(found.amount, from_day, found.citation, found.multiples, found.id)
        return self.file(visitor, limit, now)

    def _write(
        self,
        visitor: Visitor | None,
        command: str,
        now: Micros,
        decide: Callable[[Register], RegisterEvent | Refused],
    ) -> Filed | Refused:
        if visitor is not None and (
            no := refusal(visitor.role, visitor.guest, "register.file", practice=False)
        ):
            return no
        by = visitor.who if visitor is not None else OPERATOR
        found = write_register(self._database, self._known, now, (by, command), decide)
        if isinstance(found, Refused):
            return found
        self._keep(found)
        return found.register.filed[len(found.register.filed)]

    def begin(self, started: ProgramStarted) -> None:
        """Know which program this is, before the tables open (CON-31)."""
        self.begun = started
        self.program = Program(started.version, started.digest)
        if started.changed:
            logger.warning("files are not the release's", files=started.changed)

    def note_start(self, now: Micros, *, wrong_clock: str | None = None) -> None:
        """A server has begun here; nothing is written by a wrong clock."""
        if self.begun is not None and wrong_clock is None:
            self._keep(note_start(self._database, self._known, now, self.begun))

    # Tables

    def missing(self, wanted: Wanted, now: Micros) -> tuple[Gap, ...]:
        """What is not on file for a table; a practice table needs nothing.

        Asked for at every start of a round, so the last answer for a table is kept for the day.
        """
        if wanted.settings.practice:
            return ()
        name, day, version = wanted.settings.setup.id, self.today(now), self.register.version
        kept = self._checked.get(name)
        if kept is not None and kept[1:3] == (version, day) and _same(kept[0], wanted):
            return kept[3]
        asked = Asked(
            wanted.settings.setup, wanted.must_hit, day, self._house.operation, self.program
        )
        found = gaps(self.register, asked)
        self._checked[name] = wanted, version, day, found
        return found

    def refuse(self, wanted: Wanted, now: Micros) -> Refused | None:
        """Why the house does not have the table run, where it asks for approvals; or None."""
        if self._house.approvals != "required":
            return None
        if not (missing := self.missing(wanted, now)):
            return None
        told = tuple(str(gap) for gap in missing)
        return refuse(Code.NOT_ON_FILE, table=wanted.settings.setup.id, missing=told)


def _same(one: Wanted, other: Wanted) -> bool:
    return one.settings is other.settings and one.must_hit == other.must_hit
