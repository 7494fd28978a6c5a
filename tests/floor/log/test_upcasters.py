"""Form 1 read as form 2: sentences become codes, and what nobody wrote is refused."""

from typing import Any

import msgspec
import pytest

from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import Record
from longsuit.floor.log.upcasters import from_1_to_2, read_form_1
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.register.events import REGISTER
from longsuit.floor.slips.register import SLIPS


def result(verdict: str, reason: str, hand: str = "", **more: Any) -> dict[str, Any]:
    return {
        "seat": 1,
        "wager": "ante",
        "stake": 5,
        "returned": 5,
        "verdict": verdict,
        "reason": reason,
        "hand": hand,
        **more,
    }


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (result("win", "your flush beats the dealer's"), {"reason": "ahead"}),
        (result("push", "the flushes tie"), {"reason": "tie"}),
        (result("lose", "the dealer's flush beats yours"), {"reason": "behind"}),
        (result("lose", "folded"), {"reason": "folded"}),
        (result("lose", "no paying hand"), {"reason": "no-hand"}),
        (result("push", "dealer does not qualify: Ante returned"), {"reason": "unqualified"}),
        (result("win", "dealer does not qualify: Ante paid"), {"reason": "unqualified"}),
        (result("win", "4-card flush", "4-card flush"), {"reason": "hand"}),
        (result("win", "your flush beats the dealer's", "7-card flush"), {"reason": "ahead"}),
        (result("due", "10% of heart", "A-K-Q suited"), {"reason": "meter"}),
        (
            result("push", "the flushes tie, but 10-high three-card flush is not paid"),
            {"reason": "tie", "unpaid": True},
        ),
        (
            result("win", "my hand, cut by the cap of $1,234.50 a round", "my hand"),
            {"reason": "hand", "cap": 1_234_50},
        ),
    ],
)
def test_a_reason_is_a_code(before: dict[str, Any], after: dict[str, Any]) -> None:
    content = [{"type": "RoundSettled", "settlement": {"results": [dict(before)]}}]
    assert from_1_to_2(content)[0]["settlement"]["results"] == [before | after]


def test_a_sentence_that_nobody_wrote_is_refused() -> None:
    content = [{"type": "RoundSettled", "settlement": {"results": [result("win", "house rules")]}}]
    with pytest.raises(LookupError):
        from_1_to_2(content)


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([("too soon", "")], ("too soon", None)),
        ([("the table closes", "")], ("the table closes", None)),
        ([("the table closes", ""), ("", "TableClosed")], ("", "closing")),
        ([("the table's settings change", ""), ("", "TableSet")], ("", "settings")),
        ([("too soon", ""), ("", "TableSet")], ("too soon", None)),
    ],
)
def test_a_round_that_gave_way(events: list[tuple[str, str]], told: tuple[str, str | None]) -> None:
    """Typed by a person it stays as it is, whatever it says."""
    content = [
        {"type": kind} if kind else {"type": "RoundCancelled", "reason": reason}
        for reason, kind in events
    ]
    cancelled = from_1_to_2(content)[0]
    assert (cancelled["reason"], cancelled.get("cause")) == told


def test_form_1_is_read_as_it_was_written_and_in_no_other_way() -> None:
    event = [{"type": "SeatLeft", "seat": 3}]
    assert read_form_1(msgspec.json.encode(event)) == event
    for other in (b'[{"type": "SeatLeft","seat":3}]', b"{"):
        with pytest.raises(ValueError, match=r"."):
            read_form_1(other)


@pytest.mark.parametrize("stream", ["table T", "meter M", PEOPLE, REGISTER, SLIPS])
def test_every_kind_of_stream_is_read_in_form_1(stream: str) -> None:
    assert events_of(Record(stream, 1, 0, "system", "key", 1, "", b"[]", b"")) == ()
