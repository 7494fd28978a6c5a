"""A live table on the floor: real cards on felt, and the dealer's terminal beside them."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.floor.played import PAPERS as SEEN
from tests.floor.playing import DEALER, SUPERVISOR, Bot, config, running
from tests.floor.told import text_of
from tests.wording import reason_of

from longsuit.core.progressive import commands as touch
from longsuit.core.progressive import jackpots
from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.meter import Meter, lock_award
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import Actor, Command
from longsuit.floor.audit import run as auditing
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.engine.ask import Answer
from longsuit.floor.reads.table_view import ANYONE, FeltView
from longsuit.floor.service.floor import Floor
from longsuit.floor.tables.commands import CloseTable

DEE = DEALER.actor
STAR = "7-card straight flush"
NEW = {name: f"ten/{name}" for name in ("star", "spade", "heart", "diamond")}


def light(seat: int, on: bool = True, by: Actor = DEE) -> touch.TurnLight:
    return touch.TurnLight(by=by, seat=seat, on=on)


def claim(seat: int, hand: str) -> tuple[Command, ...]:
    chosen = touch.ChooseSeat(by=DEE, seat=seat), touch.ChooseHand(by=DEE, hand=hand)
    return *chosen, touch.PendingJackpot(by=DEE)


def change(floor: Floor, table: str, **wanted: Any) -> Answer:
    usual = {"id": table, "game": "ctf", "mode": "live", "approval": 1200}
    made = TableConfig.model_validate({**usual, **wanted})
    return floor.set_table(SUPERVISOR, made, f"{table} {sorted(wanted)}", new=False).result(30)


def test_a_seat_whose_light_is_on_does_not_go(tmp_path: Path) -> None:
    """Else it would be registered and feed the meters of a table that has no such seat."""
    database = str(tmp_path / "x.db")
    with running(database, config(live={"mode": "live"})) as floor:
        dee = Bot(floor, "live", DEALER)
        dee.must(light(7))
        dee.must(light(2))
        refused = change(floor, "live", seats=6)
        assert reason_of(refused) == "Seat 7 is in use: it cannot be removed."
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


@pytest.mark.rule("PRG-6", "PRG-14", "PRG-15", "CON-15")
def test_players_see_the_lights_and_the_raised_pays_of_a_round(tmp_path: Path) -> None:
    """And what is done in one touch is audited as what many touches do."""
    table = {
        "mode": "live",
        "game": "high-card-flush",
        "paytables": {"progressive": "PT-PRG-HCF-D01a"},
    }
    with running(str(tmp_path / "x.db"), config(live=table)) as floor:
        dee = Bot(floor, "live", DEALER)

        def seen() -> FeltView:
            found = floor.view("live", ANYONE)
            assert found is not None and found.terminal is None and found.felt is not None
            return found.felt

        dee.must(touch.SetLights(by=DEE, seats=(2, 5)))
        assert seen() == FeltView(0, False, (2, 5), {})
        dee.must(ask.StartRound(by=DEE))
        assert (seen().started, seen().lights) == (True, (2, 5))
        assert seen().dynamic == dict(dee.state.terminal.dynamic) != {}
        hand, amount = next(iter(seen().dynamic.items()))
        dee.must(touch.PayFromTray(by=DEE, seat=5, hand=hand, amount=amount))
        dee.must(ask.EndRound(by=DEE))
        dee.must(touch.SetLights(by=DEE, seats=(5, 6)))
        dee.must(touch.SetLights(by=DEE, seats=()))
        assert seen() == FeltView(1, False, (), {})
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("PRG-19")
def test_no_dealer_pays_ten_thousand_dollars_alone(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), config(live={"mode": "live", "approval": 1200})) as floor:
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
        assert reason_of(dee.ask(agree)) == needs
        sue = Bot(floor, "live", SUPERVISOR)
        bare_word = touch.ApproveJackpot(by=SUPERVISOR.actor, number=1)
        assert "say who won" in reason_of(sue.ask(bare_word))
        sue.must(replace(bare_word, winner="Pam", **SEEN))
        dee.must(agree)


LATE = touch.ClaimLate(by=DEE, seat=3, hand=STAR, reason="seen on camera", supervisor="Sue")


def play(dee: Bot, *seats: int) -> None:
    """A round that nobody claims anything in."""
    for seat in seats:
        dee.must(light(seat))
    dee.must(ask.StartRound(by=DEE))
    dee.must(ask.EndRound(by=DEE))


@pytest.mark.rule("PRG-2", "PRG-18")
def test_a_late_claim_is_on_record_audited_and_there_after_a_restart(tmp_path: Path) -> None:
    database = str(tmp_path / "x.db")
    links = {"links": {"star": "house star"}, "mode": "live"}
    tables = config(live=links, other=links)
    with running(database, tables) as floor:
        dee, other = Bot(floor, "live", DEALER), Bot(floor, "other", DEALER)
        play(dee, 2)
        play(other, 1)
        play(dee, 1, 3)
        play(other, 1, 2)
        dee.must(LATE)
    with running(database, tables) as floor:
        dee = Bot(floor, "live", DEALER)
        # Six wagers of 5 dollars at 2%; those of the round itself are not in the award.
        assert dee.state.terminal.jackpots[0].amount == 10_000_40
        assert audit(floor.log, workers=1).fault == ""
        dee.must(touch.PayJackpot(by=DEE))
        dee.must(touch.PayAgreedSum(by=DEE, amount=10_000_40))
        dee.must(touch.Ok(by=DEE))
        again = replace(LATE, seat=1, hand="5-card straight flush")
        dee.must(again)
        dee.must(touch.VoidJackpot(by=DEE, reason="four cards"))
        play(dee, 1)
        report = audit(floor.log, workers=1)
        assert report.fault == ""
        (told,) = [r for r in floor.log.read("table live") if "seen on camera" in text_of(r)][:1]
        assert told.who == "dealer Dee" and '"supervisor":"Sue"' in text_of(told)


@pytest.mark.rule("PRG-18")
def test_a_late_claim_is_audited_wherever_the_log_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round that it is of may be in a stretch that another process checks; lights stay on."""
    tables = config(live={"mode": "live", "must_hit": {"seed": 500, "by": 501, "rate": "3.00%"}})
    with running(str(tmp_path / "x.db"), tables) as floor:
        monkeypatch.setattr(floor.engine, "_entropy", Random(7).randbytes)
        dee = Bot(floor, "live", DEALER)
        play_on(dee, 2)
        dee.must(light(3))
        dee.must(light(6))
        dee.must(ask.StartRound(by=DEE))
        for command in (*claim(6, STAR), touch.VoidJackpot(by=DEE, reason="none")):
            dee.must(command)
        dee.must(ask.EndRound(by=DEE))
        pay_drawn(dee)
        dee.must(light(1))
        dee.must(LATE)
        dee.must(touch.VoidJackpot(by=DEE, reason="four cards"))
        dee.must(replace(LATE, seat=6))
        dee.must(touch.PayJackpot(by=DEE))
        dee.must(touch.PayAgreedSum(by=DEE, amount=dee.state.terminal.jackpots[-1].amount))
        dee.must(touch.Ok(by=DEE))
        dee.must(light(1, on=False))
        for _ in range(8):
            play_on(dee, 1, 4, 5)
        expected = audit(floor.log, workers=1)
        assert expected.fault == "" and expected.awards
        for size in (1, 2, 3, 7):
            monkeypatch.setattr(auditing, "FIRST_STRETCH", size)
            monkeypatch.setattr(auditing, "STRETCH", size)
            found = audit(floor.log, workers=1)
            assert replace(found, seconds=0) == replace(expected, seconds=0)


def play_on(dee: Bot, *seats: int) -> None:
    """A round, and the Must Hit award should it come."""
    play(dee, *seats)
    pay_drawn(dee)


def pay_drawn(dee: Bot) -> None:
    while (step := dealer_step(dee.state.terminal, DEE)) is not None:
        dee.must(step)


def test_other_pays_end_what_may_be_claimed_late(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), config(live={"mode": "live"})) as floor:
        dee = Bot(floor, "live", DEALER)
        play(dee, 3)
        assert change(floor, "live", name="Other name", approval=0).ok
        assert dee.state.terminal.last is not None
        assert change(floor, "live", approval=0, progressive_base=10, links=NEW).ok
        assert reason_of(dee.ask(LATE)) == "There is no finished round to claim a hand of."


@pytest.mark.parametrize("lie", ["too much", "another round"])
def test_a_lie_about_a_late_claim_is_found(tmp_path: Path, lie: str) -> None:
    """Written by the floor's own hand, with its hashes: only the sums are false."""
    with running(str(tmp_path / "x.db"), config(live={"mode": "live"})) as floor:
        dee = Bot(floor, "live", DEALER)
        play(dee, 2)
        play(dee, 3)

        def lying(meter: Meter, claim: Claim, seat: int, hand: str, share: Any, fed: int) -> Any:
            if lie == "too much":
                return lock_award(meter, claim, seat, hand, share, 0)
            return lock_award(meter, replace(claim, round=1), seat, hand, share, fed)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jackpots, "lock_award", lying)
            dee.must(LATE)
        assert audit(floor.log, workers=1).fault
