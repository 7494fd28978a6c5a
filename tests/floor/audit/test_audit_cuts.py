"""A sound log is clean wherever the audit's first stretch ends."""

from pathlib import Path

import pytest
from tests.floor.playing import (
    DEALER,
    SUPERVISOR,
    Bot,
    DealtTable,
    config,
    running,
    wagers_open,
    wait_for,
)
from tests.floor.service.test_jackpot_process import approve, claim, finish

from longsuit.core.progressive import commands as touch
from longsuit.floor.audit import run as auditing
from longsuit.floor.audit.run import audit
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables.commands import PlanSeat
from longsuit.floor.tables.events import Plan


def faults_of_cuts(log: Log, monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """What the audit finds wrong, by the record after which it cuts; the whole log is at 0."""
    whole = audit(log, workers=1)
    faults = {0: whole.fault}
    monkeypatch.setattr(auditing, "STRETCH", 1000)
    for first in range(1, whole.records + 1):
        monkeypatch.setattr(auditing, "FIRST_STRETCH", first)
        faults[first] = audit(log, workers=1).fault
    assert len(faults) > 10
    return {first: fault for first, fault in faults.items() if fault}


@pytest.mark.rule("TBL-3")
def test_plans_of_a_dealt_table_are_taken_up_after_any_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(str(tmp_path / "x.db"), config(t={"mode": "dealt"})) as floor:
        table = DealtTable(floor, "t", {1: "Ann", 2: "Bob"}, 10_000_00)

        def plan(seat: int, plan: Plan) -> None:
            bot = table.bots[seat]
            bot.must(PlanSeat(by=bot.visitor.actor, seat=seat, plan=plan))

        table.wager()
        table.start()
        plan(1, "leave")
        plan(2, "out")
        table.decide()
        table.end()
        wait_for(floor, "t", lambda one: set(one.seated()) == {2} and wagers_open(one))
        plan(2, "play")
        assert faults_of_cuts(floor.log, monkeypatch) == {}


@pytest.mark.rule("CON-13")
def test_a_table_with_a_slip_is_taken_up_after_any_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = config(one={"mode": "live", "approval": 1200})
    with running(str(tmp_path / "x.db"), tables) as floor:
        dee = claim(floor, "one")
        Bot(floor, "one", SUPERVISOR).must(approve())
        finish(dee)
        dee.must(touch.TurnLight(by=DEALER.actor, seat=1, on=True))
        assert faults_of_cuts(floor.log, monkeypatch) == {}
