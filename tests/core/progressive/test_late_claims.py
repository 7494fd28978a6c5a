"""A winning hand of a live table that is seen only after END ROUND (PRG-2, PRG-18)."""

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import (
    ANN,
    CANCEL,
    DEE,
    DIAMOND,
    END,
    OK,
    PAY,
    START,
    SUE,
    VOID,
    Floor,
    agree,
    choose,
    hand,
    light,
    mites,
    names,
    replay_terminal,
)

from longsuit.core.progressive import events
from longsuit.core.progressive.commands import ClaimLate, CorrectMeter
from longsuit.core.progressive.terms import MustHit

LATE = ClaimLate(by=DEE, seat=5, hand=DIAMOND, reason="seen on camera", supervisor="Sue")
LATE_OPEN = "A late claim of the last round is open: pay or void it first."


def missed(**settings: object) -> Floor:
    """A round of two seats that has ended; each wager of 5 dollars fed the diamond 25 cents."""
    floor = Floor().open(**settings)  # type: ignore[arg-type]
    floor.round(2, 5)
    assert floor.value("T1/diamond") == mites("500.50")
    return floor


@pytest.mark.rule("PRG-2", "PRG-16", "PRG-17")
def test_it_is_paid_from_the_meter_without_what_its_round_added() -> None:
    floor = missed(approval=400_00)
    floor.do(light(1))
    told = floor.do(LATE)
    assert names(told) == ["AwardLocked", "LateClaimed"]
    why = ("seen on camera", "Dee", "Sue")
    assert told[1] == events.LateClaimed(1, 5, DIAMOND, "diamond", 500_00, *why)
    # The meter restarts at its seed; what the round had added stays in it.
    assert floor.value("T1/diamond") == mites("500.50")
    assert floor.view().phase == "late" and floor.lit() == ("PAY JACKPOT", "VOID")
    # The supervisor who stood by it has approved it: 500 dollars are above 400.
    assert names(floor.do(PAY, agree(500_00), OK)) == [
        *("AmountShown", "JackpotPaid", "SumAgreed", "JackpotClosed", "TerminalCleared")
    ]
    # Nothing is fed twice, and the lights of the next round are as they were.
    assert (floor.view().phase, floor.terminal().lights) == ("idle", (1,))
    assert floor.balance("player T1 seat 5") == mites("495")
    assert floor.do(START) == [events.WagersRegistered(2, (1,))]
    assert replay_terminal(floor.stream("table T1")) == floor.terminal()


@pytest.mark.rule("PRG-9")
def test_what_other_tables_have_added_since_is_in_it() -> None:
    floor = missed()
    floor.open(table="T2", meters=dict(floor.terminal().setup.meters))
    floor.round(1, 2, 3, 4, table="T2")
    assert floor.do(LATE)[1].amount == 501_00


@pytest.mark.rule("PRG-5")
def test_a_meter_that_was_won_since_gives_its_seed() -> None:
    floor = missed()
    floor.open(table="T2", meters=dict(floor.terminal().setup.meters))
    floor.start(1, table="T2")
    assert floor.claim(1, DIAMOND, table="T2") == 500_50
    assert floor.do(LATE)[1].amount == 500_00


def test_a_meter_that_was_corrected_down_gives_no_less_than_nothing() -> None:
    """What the round added is more than what is left."""
    floor = missed()
    taken = CorrectMeter(
        by=SUE, part="meter", amount=-mites("500.49"), reason="a fault", second="Abe"
    )
    assert floor.house.correct("T1/diamond", taken) is None
    assert floor.do(LATE)[1].amount == 0
    assert floor.value("T1/diamond") == mites("500.01")


def test_a_late_claim_that_was_none_is_voided_and_the_meter_is_as_it_was() -> None:
    floor = missed()
    before = floor.meter("T1/diamond")
    floor.do(LATE)
    assert names(floor.do(VOID)) == ["AwardVoided", "JackpotVoided", "TerminalCleared"]
    assert floor.value("T1/diamond") == before.value
    # So it can be claimed again, for another hand.
    fixed = floor.do(replace(LATE, hand="4-card straight flush"))
    assert names(fixed) == ["LateClaimed"] and fixed[0].amount == 150_00
    assert fixed[0].number == 2


def test_a_round_that_was_started_since_is_cancelled_for_it() -> None:
    floor = missed()
    floor.do(light(1), START)
    started = "That is done between rounds: end this round first."
    assert floor.refused(LATE) == started
    floor.do(CANCEL)
    floor.do(LATE)
    floor.pay(5)
    assert floor.stream("meter T1/diamond")[-1].claim.round == 1
    # No number is given twice.
    assert floor.do(START) == [events.WagersRegistered(3, (1,))]


def test_while_it_is_open_nothing_else_is_done() -> None:
    floor = missed()
    floor.do(light(1), LATE)
    for command in (START, CANCEL, END, LATE):
        assert floor.refused(command) == LATE_OPEN
    floor.do(choose(2))
    assert floor.refused(hand(DIAMOND)).startswith("The round has been counted")


REFUSALS = [
    (replace(LATE, supervisor="dee"), "A supervisor other than you has to confirm this."),
    (replace(LATE, supervisor=" "), "A supervisor other than you has to confirm this."),
    (replace(LATE, reason=" "), "Give a reason."),
    (replace(LATE, seat=3), "Seat 3 has no progressive wager in round 1."),
    (replace(LATE, hand="royal flush"), "'royal flush' is not a hand of this progressive."),
    (
        replace(LATE, by=ANN),
        "Only a dealer or a supervisor may claim a hand of the last round.",
    ),
]


@pytest.mark.parametrize(("claim", "why"), REFUSALS)
def test_what_is_refused_says_why(claim: ClaimLate, why: str) -> None:
    assert missed().refused(claim) == why


def test_nobody_claims_twice_or_before_there_was_a_round() -> None:
    floor = Floor().open()
    assert floor.refused(LATE) == "There is no finished round to claim a hand of."
    floor.start(2, 5)
    floor.claim(5, DIAMOND)
    floor.pay(5)
    floor.do(END)
    assert floor.refused(LATE) == "Seat 5 has claimed its jackpot of round 1 already."
    assert floor.view().late_seats == (2,)
    assert floor.view(by=ANN).late_seats == ()


@pytest.mark.rule("PRG-18")
def test_where_the_system_deals_no_hand_is_missed() -> None:
    floor = Floor().open(live=False)
    why = "Late claims are for live tables: where the system deals, no hand is missed."
    assert floor.refused(replace(LATE, by=SUE, supervisor="Sam")) == why


@pytest.mark.rule("PRG-12", "PRG-21")
def test_envy_and_a_must_hit_of_the_same_round_are_in_their_place() -> None:
    floor = Floor().open("hcf", paytables={"progressive": "PT-BJS-HCF-SF-E04"})
    floor.round(1, 3)
    floor.do(replace(LATE, seat=3, hand="7-card straight flush"))
    assert [one.seat for one in floor.view().jackpots[0].envies] == [1]
    assert "EnvyPaid" in names(floor.pay(3))
    other = Floor().open(must_hit=MustHit(500_00, 500_01))
    other.start(5)
    other.do(END)
    other.pay(5)
    # A seat that was drawn may have held a hand as well.
    assert other.do(LATE)[1].number == 2
