"""The stream of slips: each number is given once, in one order for the whole floor (CON-13).

What a slip says is in its table's stream, in the same transaction. This stream holds the numbers,
and who has printed which slip: the first print is the original, every later one a copy.
"""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from longsuit.core.money import Cents
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import Command
from longsuit.core.round.decide import not_supervising
from longsuit.core.round.events import Event

SLIPS = "slips"
"""The name of the stream."""


class SlipIssued(Event, frozen=True):
    """A number, and the jackpot that has it."""

    slip: int
    table: str
    round: int
    number: int
    """Of the claim in its round; 0 for a bonus pay."""
    seat: int
    amount: Cents


class SlipPrinted(Event, frozen=True):
    """A slip has been printed: once as the original, and then as copies."""

    slip: int
    copy: bool


SlipEvent = SlipIssued | SlipPrinted


class PrintSlip(Command, frozen=True):
    """A supervisor prints a slip."""

    slip: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class Slips(Struct, frozen=True):
    """How far the numbers have got, and which slips nobody has printed yet."""

    last: int = 0
    unprinted: frozenset[int] = frozenset()


def evolve_slips(slips: Slips | None, event: SlipEvent) -> Slips:
    """The slips after the event."""
    slips = slips or Slips()
    if isinstance(event, SlipIssued):
        return Slips(event.slip, slips.unprinted | {event.slip})
    return replace(slips, unprinted=slips.unprinted - {event.slip})


def decide_print(slips: Slips, command: PrintSlip) -> SlipPrinted | Refused:
    """A slip is printed, as what it is."""
    if no := not_supervising(command):
        return no
    if not 1 <= command.slip <= slips.last:
        return refuse(Code.NO_SLIP, slip=command.slip)
    return SlipPrinted(command.slip, command.slip not in slips.unprinted)
