"""What comes of a command to a meter: events, or a refusal with its code."""

from collections.abc import Callable
from typing import Any

from longsuit.core.money import MITES
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.meter import Meter, contribution
from longsuit.core.progressive.terms import cannot_share
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import Command, same_person
from longsuit.core.round.decide import not_allowed, not_supervising

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
    if meter.retired:
        return refuse(Code.METER_RETIRED, meter=meter.id)
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
    if no := _not_two_people(command):
        return no
    whole = isinstance(command.amount, int) and command.amount != 0
    if command.part not in ("meter", "reserve") or not whole:
        return refuse(Code.CORRECTION)
    if meter.retired:
        return refuse(Code.METER_RETIRED, meter=meter.id)
    if command.part == "meter" and meter.above(command.amount) > 0:
        return refuse(Code.LIMIT_TOO_LOW, meter=meter.id, there=meter.value)
    there = meter.value if command.part == "meter" else meter.reserve
    if there + command.amount < 0:
        return refuse(Code.CORRECTION_TOO_LOW, part=command.part, there=there)
    return (
        events.MeterCorrected(
            command.part, command.amount, command.reason, command.by.name, command.second
        ),
    )


# Parameters, reductions, moves, the end of a meter


def _not_two_people(command: Command) -> Refused | None:
    """What is asked of a meter takes a supervisor, somebody else, and a reason (CON-26)."""
    if no := not_supervising(command):
        return no
    second, reason = command.second, command.reason  # type: ignore[attr-defined]
    if not second.strip() or same_person(second, command.by.name):
        return refuse(Code.SECOND_PERSON)
    return None if reason.strip() else refuse(Code.NEEDS_REASON)


def _set(meter: Meter, command: asked.SetMeter) -> MeterEvents | Refused:
    """A maximum is not below what stands; a Must Hit meter has its own (CON-21)."""
    if no := _not_two_people(command):
        return no
    if meter.retired:
        return refuse(Code.METER_RETIRED, meter=meter.id)
    if command.limit and meter.terms.by:
        return refuse(Code.LIMIT_MUST_HIT, meter=meter.id)
    if command.limit and command.limit * MITES < max(meter.value, meter.terms.seed_mites):
        return refuse(Code.LIMIT_TOO_LOW, meter=meter.id, there=meter.value)
    least = contribution(meter, "", 0, 1)
    if command.bound and command.bound * MITES < least.main + least.reserve:
        return refuse(Code.BOUND_TOO_LOW, there=least.main + least.reserve)
    if (command.limit, command.bound) == (meter.limit, meter.bound):
        return refuse(Code.METER_SAME)
    who = (command.reason, command.by.name, command.second)
    return (events.MeterSet(command.limit, command.bound, *who),)


def _reduce(meter: Meter, command: asked.ReduceMeter) -> MeterEvents | Refused:
    """Each reason has its own rule (CON-22)."""
    if no := _not_two_people(command):
        return no
    parts = {"meter": meter.value, "reserve": meter.reserve, "overflow": meter.overflow}
    if command.cause == "moved" and not command.to:
        return refuse(Code.NO_METER)
    if command.part not in _PARTS[command.cause] or (command.to and command.cause != "moved"):
        return refuse(Code.REDUCTION_PART, cause=command.cause, parts=_PARTS[command.cause])
    if not isinstance(command.amount, int) or not 0 < command.amount <= parts[command.part]:
        return refuse(Code.CORRECTION_TOO_LOW, part=command.part, there=parts[command.part])
    if command.cause == "seed-recovery":
        most = min(meter.seeded - meter.recovered, meter.value - meter.terms.seed_mites)
        if command.amount > most:
            return refuse(Code.SEED_RECOVERY, most=max(0, most))
    if command.to and meter.terms.by:
        return refuse(Code.MOVE_MUST_HIT)
    main, reserve, overflow = (command.amount if command.part == part else 0 for part in parts)
    who = (command.to, command.reason, command.by.name, command.second)
    return (events.FundsLeft(command.cause, main, reserve, overflow, *who),)


_PARTS: dict[str, tuple[str, ...]] = {
    "malfunction": ("meter", "reserve", "overflow"),
    "over-limit": ("overflow",),
    "gross-receipts": ("reserve", "overflow"),
    "seed-recovery": ("meter",),
    "moved": ("meter", "reserve", "overflow"),
}
"""What each reason may take from: funds that nobody sees are booked as receipts, the overflow is
what is above the limit, and a seed is in the meter."""


def _retire(meter: Meter, command: asked.RetireMeter) -> MeterEvents | Refused:
    """No table shares it and nothing is pending: all that it holds has its place (CON-26)."""
    if no := _not_two_people(command):
        return no
    if meter.retired:
        return refuse(Code.METER_RETIRED, meter=meter.id)
    if meter.tables:
        return refuse(Code.METER_IN_USE, meter=meter.id, table=min(meter.tables))
    if meter.pending:
        return refuse(Code.METER_PENDING, meter=meter.id, table=meter.pending[0].claim.table)
    holds = (meter.value, meter.reserve, meter.overflow)
    who = (command.reason, command.by.name, command.second)
    return (events.FundsLeft("retired", *holds, command.to, *who),)


def receive(target: Meter | None, source: Meter, left: events.FundsLeft) -> MeterEvents | Refused:
    """What leaves a meter comes into another of the same money, or why it cannot."""
    if target is None:
        return refuse(Code.NO_METER)
    if target.retired:
        return refuse(Code.METER_RETIRED, meter=target.id)
    if target.id == source.id or target.terms.by:
        return refuse(Code.MOVE_MUST_HIT)
    if target.practice != source.practice:
        return refuse(Code.METER_PRACTICE)
    over = target.above(left.mites)
    return (events.FundsCame(source.id, left.mites, over, left.supervisor, left.second),)


_RULES: dict[type, Callable[[Meter, Any], MeterEvents | Refused]] = {
    asked.JoinMeter: _join,
    asked.LeaveMeter: _leave,
    asked.SealTrigger: _seal,
    asked.CorrectMeter: _correct,
    asked.SetMeter: _set,
    asked.ReduceMeter: _reduce,
    asked.RetireMeter: _retire,
}
