"""The forms for what two people may do to a meter, each with what its reason asks for."""

from typing import Any

from longsuit.core.errors import InputError
from longsuit.core.money import parse_change, parse_dollars, plain_dollars
from longsuit.core.progressive.commands import CorrectMeter, ReduceMeter, RetireMeter, SetMeter
from longsuit.core.progressive.meter import Meter
from longsuit.core.round.commands import Command
from longsuit.core.texts import CAUSES
from longsuit.web.pit.parts import Field, Values, field, note, text

_PARTS = [("meter", "The meter"), ("reserve", "Its reserve"), ("overflow", "Its overflow")]
_NONE = "Empty for none."
_TO = "The meter that gets the money; empty for the house."


class MeterForms:
    """What is asked, and the command that it becomes."""

    @staticmethod
    def fields(act: str, meter: Meter | None) -> list[Field] | None:
        """The fields of a form; None where there is none."""
        if meter is None:
            return None
        match act:
            case "correct":
                return [
                    note("Adds what was missing. To take money out, use Reduce."),
                    field("part", "What", "select", "meter", options=_PARTS[:2]),
                    field("amount", "Added, in dollars", "money", must=True, hint="12.50"),
                ]
            case "figures":
                limit, bound = (
                    plain_dollars(one) if one else "" for one in (meter.limit, meter.bound)
                )
                return [
                    note("Set between rounds. A maximum is posted, and cannot be below the meter."),
                    field("limit", "Maximum, in dollars", "money", limit, help=_NONE),
                    field("bound", "Most one round may add", "money", bound, help=_NONE),
                ]
            case "reduce":
                causes = [(code, CAUSES[code]) for code in CAUSES if code != "retired"]
                return [
                    field("cause", "For", "select", "malfunction", options=causes),
                    field("part", "From", "select", "meter", options=_PARTS),
                    field("amount", "Amount in dollars", "money", must=True, hint="12.50"),
                    field("to", "To the meter", most=80, help="Only for funds that are moved."),
                ]
            case "retire":
                return [
                    note("No table shares it, and nothing is pending. It stays on record."),
                    field("to", "To the meter", most=80, help=_TO),
                ]
        return None

    @staticmethod
    def asked(act: str, values: Values) -> tuple[type[Command], dict[str, Any]]:
        """The command, as anybody might send it."""
        to = text(values, "to")
        match act:
            case "correct":
                amount = parse_change(text(values, "amount"))
                return CorrectMeter, {"part": text(values, "part"), "amount": amount}
            case "figures":
                limit, bound = (
                    parse_dollars(said) if (said := text(values, name)) else 0
                    for name in ("limit", "bound")
                )
                return SetMeter, {"limit": limit, "bound": bound}
            case "reduce":
                given = {name: text(values, name) for name in ("cause", "part")}
                amount = parse_change(text(values, "amount"))
                return ReduceMeter, {**given, "amount": amount, "to": to}
            case "retire":
                return RetireMeter, {"to": to}
        raise InputError("There is no such form.")
