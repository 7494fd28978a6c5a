"""The register, replayed: each entry by somebody who might file it, numbered, never changed."""

from datetime import UTC, datetime, timedelta
from typing import Any

from longsuit.core.refusals import Refused
from longsuit.core.texts import sentence
from longsuit.floor.audit.chain import read_exact
from longsuit.floor.audit.findings import Broken
from longsuit.floor.audit.people_stream import PeopleReplay
from longsuit.floor.people.changes import OPERATOR
from longsuit.floor.register import events
from longsuit.floor.register.register import (
    Register,
    evolve_register,
    file_entry,
    withdraw_entry,
)
from longsuit.floor.store.audit_rows import Row

_KINDS: dict[str, tuple[type, ...]] = {
    "file": (events.ApprovalFiled, events.EquipmentFiled, events.LimitFiled),
    "withdraw": (events.EntryWithdrawn,),
    "start": (events.ProgramStarted,),
}
_SYSTEM = "system"
_A_DAY = timedelta(days=1)


class RegisterReplay:
    """The register, from the first record on."""

    def __init__(self) -> None:
        self._register = Register()
        self.started = 0
        """The position of the first start of a program that authenticates itself; 0 for none."""

    def record(self, row: Row, people: PeopleReplay) -> None:
        """One entry, by somebody whom the people's stream knows by then."""
        told = read_exact(row)
        if len(told) != 1 or type(told[0]) not in _KINDS.get(row.command, ()):
            raise Broken("its events are of no command.")
        event = told[0]
        if (row.command == "start") != (row.who == _SYSTEM):
            raise Broken(f"{row.who} writes what is not theirs.")
        if row.who not in (_SYSTEM, OPERATOR):
            people.author(row.who, "file this", "register.file")
        self._check(row, event)
        if isinstance(event, events.ProgramStarted):
            self.started = self.started or row.position
        self._register = evolve_register(self._register, event, row.who, row.at, row.version)

    def _check(self, row: Row, event: Any) -> None:
        """What came of it is what comes of it again."""
        if isinstance(event, events.ProgramStarted):
            return
        written = datetime.fromtimestamp(row.at / 1e6, UTC)
        # No time zone is further away than that.
        near = [written - _A_DAY, written, written + _A_DAY]
        if event.day not in [one.date().isoformat() for one in near]:
            raise Broken(f"it was not written on {event.day}.")
        if isinstance(event, events.EntryWithdrawn):
            done: Any = withdraw_entry(self._register, event.number, event.reason, event.day)
        else:
            done = file_entry(self._register, event.entry, event.day)
        if isinstance(done, Refused):
            raise Broken(sentence(done))
        if done != event:
            raise Broken("its number is not the next.")
