"""Events of older forms as those of today: one pure function for each step of the form.

Nothing is ever written anew. A record keeps the bytes that its hash is of, and what they say is
brought from its form to the next, step by step, whenever it is read. Form 1 had sentences where
there are codes now; one that nobody can have written is refused.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from longsuit.core.games.game import ResultReason
from longsuit.core.money import parse_dollars

Content = list[dict[str, Any]]
"""The events of a record as plain values, each with its type."""

_REASONS = {
    "your flush beats the dealer's": ResultReason.AHEAD,
    "the flushes tie": ResultReason.TIE,
    "the dealer's flush beats yours": ResultReason.BEHIND,
    "folded": ResultReason.FOLDED,
    "no paying hand": ResultReason.NO_HAND,
}
_UNPAID = re.compile(r"(?P<why>.+), but (?:[2-9]|10|[JQKA])-high [a-z]+-card flush is not paid")
_CAPPED = re.compile(r"(?P<why>.+), cut by the cap of (?P<cap>\$[0-9,]+\.[0-9]{2}) a round")
_CUT_SHORT = {
    "TableSet": ("the table's settings change", "settings"),
    "TableClosed": ("the table closes", "closing"),
}


def read_form_1(data: bytes) -> Content:
    """The content of a record in form 1, a JSON array; it has to be written as it always was."""
    found = msgspec.json.decode(data, type=list[dict[str, Any]])
    if msgspec.json.encode(found) != data:
        raise ValueError("it is not written in the floor's own form")
    return found


def from_1_to_2(content: Content) -> Content:
    """Reasons become codes; so does why a round was cut short that nobody cancelled."""
    for event in content:
        match event["type"]:
            case "RoundSettled":
                settlement = event["settlement"]
                settlement["results"] = [_result(one) for one in settlement["results"]]
            case "RoundCancelled":
                event.update(_cancelled(event["reason"], content))
    return content


def _result(result: dict[str, Any]) -> dict[str, Any]:
    reason, hand = result["reason"], result["hand"]
    told: dict[str, Any] = {}
    if capped := _CAPPED.fullmatch(reason):
        reason, told["cap"] = capped["why"], parse_dollars(capped["cap"])
    if unpaid := _UNPAID.fullmatch(reason):
        reason, told["unpaid"] = unpaid["why"], True
    if hand and reason == hand:
        code = ResultReason.HAND
    elif result["verdict"] == "due":
        code = ResultReason.METER
    elif reason.startswith("dealer does not qualify: "):
        code = ResultReason.UNQUALIFIED
    else:
        code = _REASONS[reason]
    return result | told | {"reason": code.value}


def _cancelled(reason: str, content: Content) -> dict[str, str]:
    text, cause = _CUT_SHORT.get(content[-1]["type"], ("", ""))
    return {"reason": "", "cause": cause} if text and reason == text else {}


STEPS: dict[int, Callable[[Content], Content]] = {1: from_1_to_2}
"""By the form that they start from."""


def upcast(content: Content, form: int, to: int) -> Content:
    """Content of some form in a later one."""
    for step in range(form, to):
        content = STEPS[step](content)
    return content
