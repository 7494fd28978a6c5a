"""Commands as JSON: what a person may send, read by the bounds that each command declares.

Every door reads commands here. Who sends one is in no body, and what only the system says neither.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.progressive import commands as terminal
from longsuit.core.round import commands as table
from longsuit.core.round.commands import Actor, Command
from longsuit.floor.tables import commands as floor

COMMANDS: tuple[type[Command], ...] = (
    *(table.SitDown, table.StandUp, table.PlaceWagers, table.TakeBackWagers, table.Act),
    *(
        floor.SealWord,
        floor.OpenWord,
        floor.PlanSeat,
        floor.SeatRobot,
        floor.UnseatRobot,
        floor.SeatPlayer,
        floor.UnseatPlayer,
        floor.ChangeDuty,
    ),
    *(floor.BeginRound, table.StartRound, table.CancelRound, table.EndRound, table.LetTimePass),
    *(terminal.TurnLight, terminal.SetLights, terminal.ChooseSeat, terminal.ChooseHand),
    *(terminal.PendingJackpot, terminal.PayFromTray, terminal.PayJackpot),
    *(terminal.PayAgreedSum, terminal.Ok, terminal.VoidJackpot),
    *(terminal.ApproveJackpot, terminal.RefuseJackpot, terminal.ReferJackpot),
    *(terminal.PayEnvy, terminal.ApproveBonus, terminal.RefuseBonus),
)
"""Those that are sent to a table as they are; the others have an address of their own."""
LONGEST_PASSWORD = 300
NOT_SENT = frozenset({"by", "dynamic"})
_BY_NAME = {kind.__name__: kind for kind in COMMANDS}
_OBJECT = "The body is a JSON object, with content-type application/json."


class BadForm(InputError):
    """Something sent is not of its form; the message is one plain sentence."""


def read_command(sent: object, by: Actor) -> Command:
    """A command by its type, from whoever is signed in."""
    if not isinstance(sent, dict):
        raise BadForm(_OBJECT)
    if "type" not in sent:
        raise BadForm("A command says its type.")
    kind = _BY_NAME.get(sent["type"]) if isinstance(sent["type"], str) else None
    if kind is None:
        raise BadForm("There is no command of that type.")
    return read_fields(kind, {name: value for name, value in sent.items() if name != "type"}, by)


def read_confirmed(kind: type[Command], sent: object, by: Actor) -> tuple[Command, str]:
    """A command that a second person confirms, and the password that they give."""
    if not isinstance(sent, dict):
        raise BadForm(_OBJECT)
    fields = dict(sent)
    password = fields.pop("password", None)
    command = read_fields(kind, fields, by)
    if not isinstance(password, str) or len(password) > LONGEST_PASSWORD:
        raise BadForm(f"'password' is text of {LONGEST_PASSWORD} characters or less.")
    return command, password


def read_fields(kind: type[Command], sent: object, by: Actor) -> Command:
    """A command of a known type, from its fields."""
    if not isinstance(sent, dict):
        raise BadForm(_OBJECT)
    known = set(kind.__struct_fields__) - NOT_SENT
    for name in sent:
        if name not in known:
            raise BadForm(f"'{name[:40]}' is not known here.")
    try:
        asks = {**sent, "type": kind.__name__, "by": {"role": "system"}}
        command = replace(msgspec.convert(asks, kind), by=by)
    except msgspec.ValidationError as error:
        raise BadForm(_sentence(str(error), sent)) from None
    for name, text in _texts(sent):
        if not text.isprintable():
            raise BadForm(f"'{name}' has printable characters only, and no line breaks.")
    return command


def _texts(sent: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in sent.items():
        if isinstance(value, dict):
            yield from ((name, key) for key in value)
        elif isinstance(value, str):
            yield name, value


def schema_of(kind: type[Command]) -> dict[str, Any]:
    """What may be sent as a command of this kind, as JSON schema."""
    _, found = msgspec.json.schema_components([kind])
    schema: dict[str, Any] = dict(found[kind.__name__])
    for part in ("properties", "required"):
        keep = [name for name in schema[part] if name not in NOT_SENT]
        schema[part] = {name: schema[part][name] for name in keep} if part == "properties" else keep
    return {**schema, "additionalProperties": False}


def example(kind: type[Command]) -> dict[str, Any]:
    """A command as somebody might send it."""
    fields = {name: _VALUES[name] for name in kind.__struct_fields__ if name in _VALUES}
    return {"type": kind.__name__, **fields}


_VALUES: dict[str, Any] = {
    "seat": 1,
    "seats": [1, 4],
    "stack": 100000,
    "wagers": {"ante": 500, "xtra": 500, "stax": 500},
    "action": "bet_3x",
    "seal": "a1b2" * 16,
    "word": "my dog is called Biscuit",
    "player": "Ann",
    "reason": "touched too soon",
    "on": True,
    "hand": "7-card straight flush",
    "amount": 1500,
    "number": 1,
    "supervisor": "Sue",
    "second": "Sam",
    "part": "meter",
    "cause": "malfunction",
    "limit": 5000000,
    "bound": 10000,
    "winner": "Pam Jones",
    "document": "driver's licence",
    "surveillance": "S-2291",
    "payment": "hand-pay",
    "to": "Sam",
    "wager": "same-suit",
    "plan": "out",
}


# What is wrong, in words


_KINDS = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
}
_UNITS = {"str": "characters", "object": "entries", "array": "entries"}
_FAULT = re.compile(
    r"Expected `(?P<kind>\w+)(?: \| null)?`(?: (?P<sign>[<>]=) (?P<bound>-?\d+))?"
    r"(?: of length (?P<many>[<>]=) (?P<length>\d+))?(?:, got .*?)?"
    r" - at (?:`key` in )?`\$\.(?P<field>\w+)(?P<inside>\[\.\.\.\])?`"
)


def _sentence(said: str, sent: dict[str, Any]) -> str:
    """The first thing that is wrong with a command. What was sent is not repeated."""
    if missing := re.search(r"missing required field `(\w+)`", said):
        return f"'{missing[1]}' is missing."
    if enumerated := re.search(r"Invalid enum value .* - at `\$\.(\w+)`", said):
        return f"'{enumerated[1]}' is none of its values."
    fault = _FAULT.match(said)
    if fault is None:
        return "There is something in it that is not of its form."
    name, kind = fault["field"], fault["kind"]
    if fault["inside"] and isinstance(sent.get(name), dict):
        name = f"{name}.{next(iter(sent[name]), '')[:40]}" if len(sent[name]) == 1 else name
    if fault["sign"]:
        return f"'{name}' is {fault['bound']} or {_END[fault['sign']]}."
    if fault["length"]:
        return f"'{name}' has {fault['length']} {_UNITS[kind]} or {_END[fault['many']]}."
    return f"'{name}' is {_KINDS.get(kind, kind)}."


_END = {">=": "more", "<=": "less"}
