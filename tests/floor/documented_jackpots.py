"""The jackpots of the documented day, of every kind."""

from typing import Any

from msgspec.structs import replace
from tests.floor.documented import DEE, SAM, SUE, Day
from tests.floor.documented_tables import (
    ROYAL,
    STAR,
)
from tests.floor.played import PAPERS

from longsuit.core.money import MITES
from longsuit.core.progressive import commands as touch
from longsuit.core.round import commands as ask
from longsuit.floor.reads.table_view import Looker
from longsuit.floor.service.jackpots import Register
from longsuit.floor.slips.drawing import slip_pdf
from longsuit.floor.store.projections.awards import Search
from longsuit.floor.tables.commands import ChangeDuty


def papers(winner: str) -> dict[str, Any]:
    return {"winner": winner, **PAPERS}


def a_jackpot_from_start_to_end(day: Day) -> None:
    by = DEE.actor
    day.does(DEE, "L1", ChangeDuty(by=by, on=True))
    # Touched too soon: CANCEL ROUND leaves the lights, and adds nothing to a meter.
    stood = {name: meter.value for name, meter in day.floor.meters().items()}
    day.lights("L1", 2, 5, 6)
    assert day.refused(DEE, "L1", touch.TurnLight(by=by, seat=3, on=True))
    seen = day.floor.view("L1", Looker())
    assert seen is not None and seen.felt is not None
    assert seen.felt.lights == (2, 5, 6), "players see who is registered"
    day.does(DEE, "L1", ask.CancelRound(by=by, reason="touched too soon"))
    assert day.terminal("L1").lights == (2, 5, 6)
    assert {name: meter.value for name, meter in day.floor.meters().items()} == stood
    day.does(DEE, "L1", ask.StartRound(by=by))
    day.enacts("D001 3.7 8.1-8.3", "CON-15 PRG-2 PRG-15")
    # The star is above the amount of approval, and nobody but a second person lets it be paid.
    assert day.refused(DEE, "L1", touch.ChooseSeat(by=by, seat=3)), "not registered"
    amount = day.claims("L1", 5, STAR)
    assert amount == stood["harbour star"] // MITES
    day.does(DEE, "L1", touch.PayJackpot(by=by))
    pay = touch.PayAgreedSum(by=by, amount=amount)
    assert "supervisor" in day.refused(DEE, "L1", pay)
    assert day.refused(DEE, "L1", ask.EndRound(by=by)) == "Pay or void the jackpot of seat 5 first."
    approve = touch.ApproveJackpot(by=SUE.actor, number=1, **papers("Pam Jones"))
    assert "surveillance" in day.refused(SUE, "L1", replace(approve, surveillance=""))
    assert day.refused(DEE, "L1", replace(approve, by=by)), "who claimed it does not approve it"
    refer = touch.ReferJackpot(by=SUE.actor, number=1, to="Sam", reason="I know the winner")
    day.does(SUE, "L1", refer)
    day.does(SAM, "L1", touch.RefuseJackpot(by=SAM.actor, number=1, reason="no passport yet"))
    assert day.floor.meters()["harbour star"].pending, "it waits, and is not lost"
    day.does(SAM, "L1", replace(approve, by=SAM.actor))
    day.does(DEE, "L1", pay, touch.Ok(by=by))
    # The next winner in the same way: a fixed pay of the same table, from the tray.
    fixed = day.claims("L1", 2, "4-card straight flush")
    assert fixed == 150_00
    day.pays("L1", fixed)
    day.enacts("D000 12.3, D001 4.3 7.4 8.5-8.11", "CON-13 CON-14 PRG-5 PRG-16 PRG-17 PRG-19")
    # Nobody else has won: END ROUND adds, and draws the Must Hit award for one registered seat.
    before = day.value("L1/must-hit")
    day.ends("L1")
    terminal = day.terminal("L1")
    assert terminal.phase == "mystery"
    drawn = terminal.jackpots[-1]
    assert drawn.mystery and drawn.seat in (2, 5, 6)
    assert drawn.amount == (before + 3 * 150_000) // MITES == 500_45
    assert day.refused(DEE, "L1", touch.VoidJackpot(by=by, reason="none"))
    day.does(DEE, "L1", touch.ChooseSeat(by=by, seat=drawn.seat))
    day.pays("L1", drawn.amount)
    assert day.terminal("L1").phase == "idle"
    assert day.value("L1/must-hit") == 500_00 * MITES
    day.enacts("D001 2.1-2.2 3.1-3.6 8.12-8.13", "CON-14 PRG-9 PRG-10 PRG-11 PRG-18 PRG-21")
    a_hand_that_was_missed(day)
    a_hand_that_the_system_dealt(day)
    slips_are_on_file(day)


def a_hand_that_was_missed(day: Day) -> None:
    """Seen after END ROUND: by the dealer and a supervisor, as it would have been paid."""
    by = DEE.actor
    hand = "5-card straight flush"
    late = touch.ClaimLate(by=by, seat=6, hand=hand, reason="in a picture", supervisor="Sue")
    assert day.refused(DEE, "L1", replace(late, supervisor="Dee"))
    assert day.refused(DEE, "L1", replace(late, reason=" ")) == "Give a reason."
    own = 3 * 5_00 * 500
    day.does(DEE, "L1", late)
    [award] = day.floor.meters()["harbour diamond"].pending
    assert award.amount == (500_00 * MITES + 1_000_000) // MITES, "without its own round, with C1's"
    assert day.value("harbour diamond") >= 500_00 * MITES + own
    day.does(DEE, "L1", touch.ChooseSeat(by=by, seat=6))
    day.does(DEE, "L1", touch.VoidJackpot(by=by, reason="it was four cards"))
    day.keeps("CON-18 PRG-17")


def a_hand_that_the_system_dealt(day: Day) -> None:
    """The cards say who has won: nothing else is claimed, and nothing is passed over."""
    by = DEE.actor
    assert day.wagers("C1", 1, ante=10, xtra=10, stax=5).ok
    assert day.wagers("C1", 2, ante=10, xtra=10, stax=5).ok
    day.starts("C1", "Ah Kh Qh", "2d 7s 9s", "2c 7d 9c", "Jh Th 3c 4d")
    for action in ("check", "check", "bet_1x"):
        day.acts("C1", ann=action, bob=action)
    assert "seat 1" in day.refused(DEE, "C1", ask.EndRound(by=by)).lower()
    day.does(DEE, "C1", touch.ChooseSeat(by=by, seat=1))
    assert day.refused(DEE, "C1", touch.ChooseHand(by=by, hand=STAR))
    amount = day.claims("C1", 1, ROYAL)
    assert amount == day.floor.meters()["harbour heart"].pending[0].amount
    day.pays("C1", amount)
    stood = day.value("harbour heart")
    day.ends("C1")
    assert day.value("harbour heart") == stood + 2 * 5_00 * 500
    day.enacts("D001 7.1 7.3 7.6-7.7", "CTF-3 CTF-10 PRG-18")


def slips_are_on_file(day: Day) -> None:
    register = Register(day.floor)
    (slip,) = register.find(Search())
    assert (slip.slip, slip.winner, slip.supervisor, slip.state) == (1, "Pam Jones", "Sam", "paid")
    assert slip.tax is not None
    for word in ("ORIGINAL", "COPY"):
        answer = register.print(SUE, 1, f"print {word}").result(60)
        sheet = register.sheet(answer.version)
        assert sheet is not None and slip_pdf(sheet).startswith(b"%PDF")
    day.keeps("CON-13 CON-19 CON-20")


def bonuses_are_capped_and_approved(day: Day) -> None:
    """A straight flush of seven wins both bonuses and the meter; bonuses end at $50,000."""
    by = DEE.actor
    wagers = {"ante": 10, "flush_bonus": 25, "straight_flush_bonus": 25, "progressive": 1}
    assert day.wagers("H1", 1, **wagers).ok
    day.starts("H1", "8d 7d 6d 5d 4d 3d 2d", "9s 7s 3s 8c 6c 4c Jh")
    day.acts("H1", ann="raise_3x")
    results = day.results("H1")
    bonuses = [results[1, name] for name in ("flush-bonus", "straight-flush-bonus")]
    assert sum(one.net for one in bonuses) == 50_000_00
    assert all(one.cap == 50_000_00 for one in bonuses)
    assert {one.hand for one in bonuses} == {"7-card flush", STAR}, "one line each, the highest"
    day.enacts("D003 12.2, D004 12.2 12.4 13.1 14.1-14.2", "CON-10 HCF-9 HCF-10")
    amount = day.claims("H1", 1, STAR)
    assert amount == 30_000_00 + 2 * 23
    sue = touch.ApproveJackpot(by=SUE.actor, number=1, **papers("Ann Lee"))
    day.does(SUE, "H1", sue)
    day.pays("H1", amount)
    # Each bonus above the amount takes a supervisor, who may refuse at first: it stays owed.
    assert "supervisor" in day.refused(DEE, "H1", ask.EndRound(by=by))
    one: dict[str, Any] = {"by": SUE.actor, "seat": 1, "wager": "flush-bonus"}
    day.does(SUE, "H1", touch.RefuseBonus(**one, reason="the deck is counted first"))
    assert day.refused(DEE, "H1", ask.EndRound(by=by))
    for wager in ("flush-bonus", "straight-flush-bonus"):
        approve = touch.ApproveBonus(by=SUE.actor, seat=1, wager=wager, **papers("Ann Lee"))
        day.does(SUE, "H1", approve)
    day.ends("H1")
    assert day.floor.engine.memory.slips.last == 4, "one for the star, three for Ann"
    day.enacts("D003 11.1", "PRG-1 PRG-3 PRG-4")


def pays_are_raised(day: Day) -> None:
    """Version 7's dynamic pays at a live table: one or two of three, told before the deal."""
    day.lights("H2", 1, 4)
    raised = day.terminal("H2").dynamic
    offer = day.terminal("H2").setup.offer
    assert offer is not None and offer.paytable is not None
    lines = {line.hand: line for line in offer.paytable.lines if line.dynamic}
    assert 1 <= len(raised) <= 2 and set(raised) < set(lines) and len(lines) == 3
    assert all(len(lines[hand].dynamic) == 10 for hand in raised)
    seen = day.floor.view("H2", Looker())
    assert seen is not None and seen.felt is not None and dict(seen.felt.dynamic) == dict(raised)
    hand, amount = next(iter(raised.items()))
    meter = day.value("H2/main")
    assert day.claims("H2", 4, hand) == amount > lines[hand].pays * 100
    day.pays("H2", amount)
    day.ends("H2")
    assert day.terminal("H2").dynamic == {}
    assert day.value("H2/main") == meter + 2 * 1_00 * 1000, (
        "from the tray; ten cents of each dollar"
    )
    day.enacts("D003 5.1-5.3 5.7 12.1 15.1 16.1-16.2 16.6-16.7", "PRG-6 PRG-14")


def levels_are_meters_of_their_own(day: Day) -> None:
    """Two levels on a wager of five dollars: seeds and pays are five times those of one dollar."""
    meters = day.terminal("H3").setup.meters
    first, second = meters.values()
    assert [day.value(one) for one in (first, second)] == [250_000_00 * MITES, 25_000_00 * MITES]
    day.lights("H3", 2)
    assert day.claims("H3", 2, "6-card straight flush") == 25_000_00
    approve = touch.ApproveJackpot(by=SUE.actor, number=1, **papers("seat 2"))
    day.does(SUE, "H3", approve)
    day.pays("H3", 25_000_00)
    day.ends("H3")
    assert day.value(first) == 250_000_00 * MITES + 5_00 * 700
    assert day.value(second) == 25_000_00 * MITES + 5_00 * 900
    assert day.floor.meters()[second].reserve == 5_00 * 600
    day.lights("H3", 2)
    assert day.claims("H3", 2, "4-card straight flush") == 5 * 50_00
    day.pays("H3", 5 * 50_00)
    day.ends("H3")
    day.enacts("D003 12.4-12.5 13.1 14.1-14.2 14.4-14.6", "PRG-1 PRG-6 PRG-13")


def others_are_paid_envy(day: Day) -> None:
    """Two winners at once: each other seat is paid for each, and nobody for an own hand."""
    by = DEE.actor
    day.lights("H4", 1, 3, 6)
    for seat, hand, amount in ((6, STAR, 5_000_00), (3, "6-card straight flush", 5_000_00)):
        assert day.claims("H4", seat, hand) == amount
        number = len(day.terminal("H4").jackpots)
        approve = touch.ApproveJackpot(by=SUE.actor, number=number, **papers(f"seat {seat}"))
        day.does(SUE, "H4", approve, touch.ChooseSeat(by=SUE.actor, seat=seat))
        day.does(DEE, "H4", touch.PayJackpot(by=by), touch.PayAgreedSum(by=by, amount=amount))
        own = touch.PayEnvy(by=by, seat=seat)
        assert day.refused(DEE, "H4", own), "nobody for an own hand"
        assert "envy" in day.refused(DEE, "H4", touch.Ok(by=by)).lower()
        for other in {1, 3, 6} - {seat}:
            day.does(DEE, "H4", touch.PayEnvy(by=by, seat=other))
        day.does(DEE, "H4", touch.Ok(by=by))
    day.ends("H4")
    day.enacts("D003 4.1-4.3 11.2", "PRG-12")
    day.keeps("CON-14 CON-15 CON-16")
