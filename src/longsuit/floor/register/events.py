"""What happens to the register, as the log has it: filed, withdrawn, never changed."""

from typing import Literal

from longsuit.core.round.events import Event
from longsuit.floor.register.entries import Approval, Day, Equipment, LegalLimit

REGISTER = "register"
"""The name of the stream."""


class ApprovalFiled(Event, frozen=True):
    """An approval is on file, from that day by the house's clock."""

    number: int
    day: Day
    entry: Approval


class EquipmentFiled(Event, frozen=True):
    """A piece of equipment is on file."""

    number: int
    day: Day
    entry: Equipment


class LimitFiled(Event, frozen=True):
    """A limit of the law is on file."""

    number: int
    day: Day
    entry: LegalLimit


class EntryWithdrawn(Event, frozen=True):
    """An entry covers nothing any more; it stays to be read."""

    number: int
    day: Day
    reason: str


class ProgramStarted(Event, frozen=True):
    """A server began: which program, and whether its files are those of its release (CON-31)."""

    version: str
    digest: str
    release: Literal["same", "changed", "none"]
    """Against the release's manifest; `none` where there was none to hold it against."""
    approvals: Literal["told", "required"]
    """What the house asks of its tables."""
    changed: tuple[str, ...] = ()
    """Files that are not the release's, the first of them."""


FiledEvent = ApprovalFiled | EquipmentFiled | LimitFiled
RegisterEvent = ApprovalFiled | EquipmentFiled | LimitFiled | EntryWithdrawn | ProgramStarted
