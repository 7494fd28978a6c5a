"""Sitting out and leaving are asked for at any time, and done when the round at hand is over."""

from pathlib import Path

import pytest
from tests.floor.playing import PATIENCE, Bot, config, running, wagers_open, wait_for
from tests.wording import reason_of

from longsuit.core.round import commands as ask
from longsuit.core.round.commands import Actor
from longsuit.floor.audit.run import audit
from longsuit.floor.reads.table_view import ANYONE
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.tables.automation import Pace
from longsuit.floor.tables.commands import PlanSeat
from longsuit.floor.tables.events import Plan
from longsuit.floor.tables.state import FloorTable

WAGERS = {"ante": 5_00, "xtra": 5_00}
# Nobody is waited for longer than the test has patience, unless they are sitting out.
LONG = Pace(0, 0, PATIENCE * 10, 0)


class Player(Bot):
    """Somebody at a seat of the practice table."""

    def __init__(self, floor: Floor, name: str, seat: int) -> None:
        super().__init__(floor, "P", Visitor("player", name))
        self.by, self.seat = Actor("player", name), seat
        wait_for(floor, "P", wagers_open)
        self.must(ask.SitDown(by=self.by, seat=seat, stack=1_000_00))

    def plan(self, plan: Plan) -> PlanSeat:
        return PlanSeat(by=self.by, seat=self.seat, plan=plan)

    def wager(self) -> None:
        self.must(ask.PlaceWagers(by=self.by, seat=self.seat, wagers=WAGERS))


def decides(table: FloorTable) -> bool:
    return table.round is not None and table.round.phase == "decisions"


def fold(player: Player) -> None:
    """To the end of the round, by the action that costs nothing more."""
    while decides(player.state):
        state = player.state.round
        assert state is not None
        player.must(ask.Act(by=player.by, seat=player.seat, action=state.to_decide.free, amount=0))


@pytest.mark.rule("TBL-3")
def test_a_seat_that_sits_out_is_not_waited_for(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), config(P={"mode": "practice"}), pace=LONG) as floor:
        ann, bob = Player(floor, "Ann", 1), Player(floor, "Bob", 3)
        bob.wager()
        # With wagers down they are taken back.
        bob.must(bob.plan("out"))
        assert bob.state.plans == {3: "out"} and not bob.state.round.seat(3).plays  # type: ignore[union-attr]
        found = floor.view("P", ANYONE)
        assert found is not None and found.out == (3,)
        assert reason_of(bob.ask(bob.plan("out"))) == "Seat 3 does that already."
        assert reason_of(ann.ask(PlanSeat(by=ann.by, seat=3, plan="play"))).startswith("Only")
        ann.wager()
        wait_for(floor, "P", decides)
        assert ann.state.round is not None and ann.state.round.playing == [1]
        # Asked for in the middle of a round, leaving waits for its end.
        ann.must(ann.plan("leave"))
        fold(ann)
        wait_for(floor, "P", lambda table: set(table.seated()) == {3})
        # Whoever sat out stays so, until wagers are placed.
        wait_for(floor, "P", wagers_open)
        assert bob.state.plans == {3: "out"}
        bob.wager()
        wait_for(floor, "P", decides)
        assert bob.state.plans == {}
        bob.must(bob.plan("leave"))
        bob.must(bob.plan("play"))
        fold(bob)
        wait_for(floor, "P", wagers_open)
        assert set(bob.state.seated()) == {3}
        # While wagers are open leaving is at once.
        bob.must(bob.plan("leave"))
        assert bob.state.seated() == {} and bob.state.plans == {}
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("TBL-3")
def test_two_players_may_leave_one_seat_after_each_other(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), config(P={"mode": "practice"}), pace=LONG) as floor:
        for name in ("Ann", "Bob"):
            one = Player(floor, name, 1)
            one.wager()
            wait_for(floor, "P", decides)
            one.must(one.plan("leave"))
            fold(one)
            wait_for(floor, "P", lambda table: table.seated() == {} and wagers_open(table))
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("TBL-3")
def test_who_wagers_after_sitting_out_may_sit_out_again(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), config(P={"mode": "practice"}), pace=LONG) as floor:
        Player(floor, "Ann", 1)
        bob = Player(floor, "Bob", 3)
        bob.must(bob.plan("out"))
        bob.wager()
        bob.must(bob.plan("out"))
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("TBL-3")
def test_plans_of_a_round_are_bounded_and_leaving_is_always_open(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), config(P={"mode": "practice"}), pace=LONG) as floor:
        ann = Player(floor, "Ann", 1)
        ann.wager()
        wait_for(floor, "P", decides)
        plans: list[Plan] = ["out", "play"]
        refused = [reason_of(ann.ask(ann.plan(plans[number % 2]))) for number in range(60)]
        assert refused[0] == ""
        assert refused[-1] == "You have changed your wagers, word or plan 50 times in this round."
        ann.must(ann.plan("leave"))
