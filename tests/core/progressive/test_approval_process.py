"""Pays above the approval amount where the approval process is asked for (CON-13)."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import DIAMOND, END, START, SUE, Floor
from tests.core.progressive.test_late_claims import LATE

from longsuit.core.progressive.commands import ApproveBonus, RefuseBonus
from longsuit.core.progressive.jackpots import bonuses, to_approve
from longsuit.core.progressive.terminal import Bonus

PAPERS: dict[str, Any] = {
    "winner": "Ann", "document": "passport", "surveillance": "camera 4", "payment": "chips",
}  # fmt: skip
SIX = "Ah Kh Qh 9h 7h 2h 3c"
"""The Flush Bonus pays 100 to 1."""


def flush_bonus(approval: int) -> Floor:
    """Ann bets a dollar on her flush of six, and the round is settled."""
    floor = Floor().open("hcf", live=False, approval=approval, approval_process=True)
    assert not list(bonuses(floor.terminal()))
    floor.seat({1: {"ante": 10_00, "flush-bonus": 1_00}})
    assert not list(bonuses(floor.terminal()))
    floor.do(START)
    floor.deal(SIX, "Kc 9c 4d Ad Td 6c 2d", action="fold")
    return floor


@pytest.mark.rule("CON-13")
def test_a_bonus_pay_above_the_amount_waits_for_a_supervisor() -> None:
    assert not list(to_approve(flush_bonus(100_00).terminal())), "it is not above it"
    floor = flush_bonus(99_99)
    waits = Bonus(1, "flush-bonus", "6-card flush", 100_00)
    assert list(to_approve(floor.terminal())) == [waits]
    floor.refused(END)
    floor.do(RefuseBonus(by=SUE, seat=1, wager="flush-bonus", reason="no seal"))
    # It is owed as before, and who refused it and why is shown.
    again = Bonus(1, "flush-bonus", "6-card flush", 100_00, "Sue", "no seal")
    assert list(to_approve(floor.terminal())) == [again]
    floor.refused(END)
    approve = ApproveBonus(by=SUE, seat=1, wager="flush-bonus", **PAPERS)
    floor.refused(replace(approve, document=" "))
    floor.do(approve)
    assert not list(to_approve(floor.terminal())) and list(bonuses(floor.terminal())) == [again]
    floor.do(END)


@pytest.mark.rule("CON-13")
@pytest.mark.parametrize("approval", [500_00, 499_99])
def test_a_late_claim_above_the_amount_needs_its_papers(approval: int) -> None:
    floor = Floor().open(approval=approval, approval_process=True)
    floor.round(2, 5)
    if approval < 500_00:
        floor.refused(LATE)
    (locked, claimed) = floor.do(replace(LATE, **PAPERS) if approval < 500_00 else LATE)
    assert (locked.amount, claimed.hand) == (500_00, DIAMOND)
