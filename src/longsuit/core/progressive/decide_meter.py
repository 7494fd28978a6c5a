"""What comes of a command to a meter: events, or a refusal with its code."""

from collections.abc import Callable
from typing import Any

from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terms import cannot_share
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import Command, same_person
from longsuit.core.round.decide import not_allowed

MeterEvents = tuple[MeterEvent, ...]
_COMMITMENT_LETTERS = 64


def decide_meter(meter: Meter | None, command: Command) -> MeterEvents | Refused:
    """The events that the command leads to, or why it is refused."""
    if isinstance(command, asked.OpenMeter):
        return _open(meter, command)
    if meter is None:
        return refuse(Code.NO_METER)
    rule = _RULES.get(type(command))
    return rule(meter, command) if rule is not None else refuse(Code.NOT_ASKED_HERE)


def _open(meter: Meter | None, command: asked.OpenMeter) -> MeterEvents | Refused:
    if command.by.role not in ("supervisor", "system"):
        return not_allowed(command, "supervisor")
    if meter is not None:
        return refuse(Code.METER_OPEN, meter=command.meter)
    terms = command.terms
    numbers = (terms.wager, terms.seed, terms.main, terms.reserve, terms.by)
    whole = all(isinstance(number, int) and number >= 0 for number in numbers)
    if not (command.meter and whole and terms.wager) or 0 < terms.by <= terms.seed:
        return refuse(Code.METER_TERMS)
    return (events.MeterOpened(command.meter, command.terms, command.practice),)


def _join(meter: Meter, command: asked.JoinMeter) -> MeterEvents | Refused:
    if command.by.role not in ("supervisor", "system"):
        return not_allowed(command, "supervisor")
    if command.table in meter.tables:
        return refuse(Code.METER_SHARED, table=command.table, meter=meter.id)
    if no := cannot_share(meter.id, meter.terms, command.table, command.terms):
        return no
    return (events.TableJoined(command.table),)


def _leave(meter: Meter, command: asked.LeaveMeter) -> MeterEvents | Refused:
    if command.by.role not in ("supervisor", "system"):
        return not_allowed(command, "supervisor")
    if command.table not in meter.tables:
        return refuse(Code.METER_NOT_LINKED, table=command.table, meter=meter.id)
    if any(locked.claim.table == command.table for locked in meter.pending):
        return refuse(Code.METER_PENDING, table=command.table, meter=meter.id)
    return (events.TableLeft(command.table),)


def _seal(meter: Meter, command: asked.SealTrigger) -> MeterEvents | Refused:
    if command.by.role != "system":
        return not_allowed(command)
    if not meter.terms.by:
        return refuse(Code.TRIGGER_NONE, meter=meter.id)
    if meter.sealed is not None:
        return refuse(Code.TRIGGER_SEALED, meter=meter.id)
    letters = set(command.commitment)
    if len(command.commitment) != _COMMITMENT_LETTERS or not letters <= set("0123456789abcdef"):
        return refuse(Code.COMMITMENT)
    return (events.TriggerSealed(meter.cycle, meter.shown, command.commitment),)


def _correct(meter: Meter, command: asked.CorrectMeter) -> MeterEvents | Refused:
    """Only an award or a correction by two people on record lowers a meter (PRG-8)."""
    if command.by.role != "supervisor" or not command.by.name:
        return not_allowed(command, "supervisor")
    if not command.second.strip() or same_person(command.second, command.by.name):
        return refuse(Code.SECOND_PERSON)
    if not command.reason.strip():
        return refuse(Code.NEEDS_REASON)
    whole = isinstance(command.amount, int) and command.amount != 0
    if command.part not in ("meter", "reserve") or not whole:
        return refuse(Code.CORRECTION)
    there = meter.value if command.part == "meter" else meter.reserve
    if there + command.amount < 0:
        return refuse(Code.CORRECTION_TOO_LOW, part=command.part, there=there)
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
