"""What comes of a command to a meter: events, or a refusal with its reason."""

from collections.abc import Callable
from typing import Any

from longsuit.core.money import show_mites
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terms import Terms, mismatch
from longsuit.core.round.commands import Command, same_person
from longsuit.core.round.decide import Refused

MeterEvents = tuple[MeterEvent, ...]
_COMMITMENT_LETTERS = 64


def decide_meter(meter: Meter | None, command: Command) -> MeterEvents | Refused:
    """The events that the command leads to, or why it is refused."""
    if isinstance(command, asked.OpenMeter):
        return _open(meter, command)
    if meter is None:
        return Refused("There is no such meter.")
    rule = _RULES.get(type(command))
    return rule(meter, command) if rule is not None else Refused("That is not asked of a meter.")


def _open(meter: Meter | None, command: asked.OpenMeter) -> MeterEvents | Refused:
    if command.by.role not in ("supervisor", "system"):
        return Refused("Only a supervisor opens a meter.")
    if meter is not None:
        return Refused(f"The meter {command.meter} is open already.")
    if not command.meter:
        return Refused("A meter needs a name.")
    terms = command.terms
    numbers = (terms.wager, terms.seed, terms.main, terms.reserve, terms.by)
    if not all(isinstance(number, int) and number >= 0 for number in numbers):
        return Refused("The terms of a meter are whole numbers, none below nothing.")
    if terms.wager == 0 or 0 < terms.by <= terms.seed:
        return Refused("A meter needs a wager, and must hit above its seed if it must hit at all.")
    return (events.MeterOpened(command.meter, command.terms, command.practice),)


def _join(meter: Meter, command: asked.JoinMeter) -> MeterEvents | Refused:
    if command.by.role not in ("supervisor", "system"):
        return Refused("Only a supervisor links a table.")
    if command.table in meter.tables:
        return Refused(f"{command.table} shares the meter {meter.id} already.")
    if reason := cannot_share(meter, command.table, command.terms):
        return Refused(reason)
    return (events.TableJoined(command.table),)


def cannot_share(meter: Meter, table: str, terms: Terms) -> str | None:
    """Why a table whose wager has these terms may not share a meter, or None (PRG-9)."""
    reason = mismatch(meter.terms, terms)
    if reason is None:
        return None
    return f"{table} cannot share the meter {meter.id}: {reason[0].lower()}{reason[1:]}"


def _leave(meter: Meter, command: asked.LeaveMeter) -> MeterEvents | Refused:
    if command.by.role not in ("supervisor", "system"):
        return Refused("Only a supervisor takes a table off a link.")
    if command.table not in meter.tables:
        return Refused(f"{command.table} does not share the meter {meter.id}.")
    if any(locked.claim.table == command.table for locked in meter.pending):
        return Refused(f"{command.table} has a jackpot pending on the meter {meter.id}.")
    return (events.TableLeft(command.table),)


def _seal(meter: Meter, command: asked.SealTrigger) -> MeterEvents | Refused:
    if command.by.role != "system":
        return Refused("Only the system draws a trigger.")
    if not meter.terms.by:
        return Refused(f"The meter {meter.id} is not a Must Hit meter.")
    if meter.sealed is not None:
        return Refused(f"The trigger of the meter {meter.id} is sealed already.")
    letters = set(command.commitment)
    if len(command.commitment) != _COMMITMENT_LETTERS or not letters <= set("0123456789abcdef"):
        return Refused("A commitment is a SHA-256 digest in hexadecimal.")
    return (events.TriggerSealed(meter.cycle, meter.shown, command.commitment),)


def _correct(meter: Meter, command: asked.CorrectMeter) -> MeterEvents | Refused:
    """Only an award or a correction by two people on record lowers a meter (PRG-8)."""
    if command.by.role != "supervisor" or not command.by.name:
        return Refused("Only a supervisor corrects a meter.")
    if not command.second.strip() or same_person(command.second, command.by.name):
        return Refused("A correction takes a second person.")
    if not command.reason.strip():
        return Refused("A correction needs its reason.")
    if command.part not in ("meter", "reserve"):
        return Refused("A correction is of the meter or of its reserve.")
    if not isinstance(command.amount, int) or command.amount == 0:
        return Refused("A correction is a whole number of mites, and not nothing.")
    there = meter.value if command.part == "meter" else meter.reserve
    if there + command.amount < 0:
        return Refused(f"The {command.part} has only {show_mites(there)}.")
    return (
        events.MeterCorrected(
            command.part, command.amount, command.reason, command.by.name, command.second
        ),
    )


_RULES: dict[type, Callable[[Meter, Any], MeterEvents | Refused]] = {
    asked.JoinMeter: _join,
    asked.LeaveMeter: _leave,
    asked.SealTrigger: _seal,
    asked.CorrectMeter: _correct,
}
