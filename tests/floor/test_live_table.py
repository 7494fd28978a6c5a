"""A live table on the floor: real cards on felt, and the dealer's terminal beside them."""

from pathlib import Path
from typing import Any

import pytest
from tests.floor.playing import DEALER, SUPERVISOR, Bot, config, running

from longsuit.floor.audit import audit
from longsuit.floor.commands import CloseTable
from longsuit.floor.config import FloorConfig, TableConfig
from longsuit.floor.service import Floor
from longsuit.floor.work import Answer
from longsuit.progressive import commands as touch
from longsuit.round import commands as ask
from longsuit.round.commands import Actor, Command

DEE = DEALER.actor
STAR = "7-card straight flush"


def light(seat: int, on: bool = True, by: Actor = DEE) -> touch.TurnLight:
    return touch.TurnLight(by=by, seat=seat, on=on)


def claim(seat: int, hand: str) -> tuple[Command, ...]:
    chosen = touch.ChooseSeat(by=DEE, seat=seat), touch.ChooseHand(by=DEE, hand=hand)
    return *chosen, touch.PendingJackpot(by=DEE)


def change(floor: Floor, table: str, **wanted: Any) -> Answer:
    made = TableConfig.model_validate({"id": table, "game": "ctf", "mode": "live", **wanted})
    return floor.set_table(SUPERVISOR, made, f"{table} {sorted(wanted)}").result(30)


def test_a_seat_whose_light_is_on_does_not_go(tmp_path: Path) -> None:
    """Else it would be registered and feed the meters of a table that has no such seat."""
    database = str(tmp_path / "x.db")
    with running(database, config(live={"mode": "live"})) as floor:
        dee = Bot(floor, "live", DEALER)
        dee.must(light(7))
        dee.must(light(2))
        refused = change(floor, "live", seats=6)
        assert refused.reason == "The light of seat 7 is on: turn it off before the seat goes."
        dee.must(light(7, on=False))
        assert change(floor, "live", seats=6, name="Six").ok
        dee.must(ask.StartRound(by=DEE))
        assert dee.state.terminal.registered == (2,)
        dee.must(ask.EndRound(by=DEE))
        assert audit(floor.log, workers=1).fault == ""


def test_no_light_is_on_when_a_table_opens_again(tmp_path: Path) -> None:
    database = str(tmp_path / "x.db")
    with running(database, config(live={"mode": "live"})) as floor:
        dee = Bot(floor, "live", DEALER)
        dee.must(light(7))
        Bot(floor, "live", SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))
        assert change(floor, "live", seats=6).ok
        assert dee.state.terminal.lights == ()
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("PRG-19")
def test_no_dealer_pays_ten_thousand_dollars_alone(tmp_path: Path) -> None:
    """At a live table of which nobody has said that it needs no approval."""
    bare = FloorConfig.model_validate({"table": [{"id": "live", "game": "ctf", "mode": "live"}]})
    with running(str(tmp_path / "x.db"), bare) as floor:
        dee = Bot(floor, "live", DEALER)
        for command in (
            light(3),
            ask.StartRound(by=DEE),
            *claim(3, STAR),
            touch.PayJackpot(by=DEE),
        ):
            dee.must(command)
        agree = touch.PayAgreedSum(by=DEE, amount=10_000_00)
        needs = "$10,000.00 is above $1,200.00: a supervisor has to approve it."
        assert dee.ask(agree).reason == needs
        sue = Bot(floor, "live", SUPERVISOR)
        sue.must(touch.ApproveJackpot(by=SUPERVISOR.actor, number=1))
        dee.must(agree)
