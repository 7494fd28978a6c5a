"""The terminal of a live table, step by step: every command at every step, every refusal."""

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import (
    ANN,
    CANCEL,
    DEE,
    DIAMOND,
    END,
    HEART,
    OK,
    PAY,
    PENDING,
    SAM,
    SPADE,
    STAR,
    START,
    SUE,
    VOID,
    Floor,
    agree,
    approve,
    choose,
    hand,
    light,
    mites,
    names,
    refuse,
)
from tests.wording import reason_of

from longsuit.core.errors import InputError
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events
from longsuit.core.progressive.decide import decide
from longsuit.core.progressive.view import SeatLight
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import Command

# Seats 2 and 5 of a STAX table; seat 5 has a 5-card straight flush, so the diamond meter.
STEPS: dict[str, tuple[Command, ...]] = {
    "idle": (),
    "lit": (light(2), light(5)),
    "started": (START,),
    "seat": (choose(5),),
    "hand": (hand(DIAMOND),),
    "pending": (PENDING,),
    "verifying": (PAY,),
    "paid": (agree(500_00),),
    "done": (OK,),
    "ended": (END,),
}
COMMANDS: dict[str, Command] = {
    "LIGHT": light(3),
    "SEAT": choose(2),
    "HAND": hand(SPADE),
    "START ROUND": START,
    "CANCEL ROUND": CANCEL,
    "PENDING JACKPOT": PENDING,
    "PAY JACKPOT": PAY,
    "PAY THE AGREED SUM": agree(500_00),
    "OK": OK,
    "VOID": VOID,
    "END ROUND": END,
    "APPROVE": approve(1),
}
NO_BUTTONS = ("LIGHT", "SEAT", "HAND", "APPROVE")
AT_A_SEAT = ("HAND", "PENDING JACKPOT", "PAY JACKPOT", "PAY THE AGREED SUM", "OK", "VOID")

NOT_STARTED = "No round with a progressive wager has been started."
STARTED = {
    "LIGHT": "The lights are locked until the round is over.",
    "START ROUND": "The round has started already.",
}
IDLE = {
    **dict.fromkeys(("SEAT", "END ROUND", *AT_A_SEAT), NOT_STARTED),
    "CANCEL ROUND": "No round with a progressive wager has been started.",
    "START ROUND": "No one has wagered: there is no round to start.",
    "APPROVE": "That jackpot is not waiting for approval.",
}
NO_SEAT = dict.fromkeys(AT_A_SEAT, "Choose the seat first.")
NO_CLAIM = dict.fromkeys(AT_A_SEAT[2:], "Seat 5 has no jackpot pending.")
CLAIMED = {
    **STARTED,
    "PENDING JACKPOT": "Seat 5 has claimed its jackpot of round 1 already.",
    "CANCEL ROUND": "Void the jackpot of seat 5 first.",
}
WAITS = {
    **CLAIMED,
    "END ROUND": "Pay or void the jackpot of seat 5 first.",
    "OK": "OK is for a jackpot that has been paid.",
    "APPROVE": "That jackpot is not waiting for approval.",
}
PAID_ALREADY = "The amount of $500.00 has been paid already."
NO_APPROVAL = {
    "APPROVE": "That jackpot is not waiting for approval.",
    "CANCEL ROUND": "A jackpot was paid in this round: end it.",
}

# Every command that is refused at each step; all others are allowed there.
REFUSED: dict[str, dict[str, str]] = {
    "idle": IDLE,
    "lit": {name: why for name, why in IDLE.items() if name != "START ROUND"},
    "started": {**STARTED, **NO_SEAT, "APPROVE": IDLE["APPROVE"]},
    "seat": {
        **STARTED,
        **NO_CLAIM,
        "PENDING JACKPOT": "Choose the hand first.",
        "APPROVE": IDLE["APPROVE"],
    },
    "hand": {**STARTED, **NO_CLAIM, "APPROVE": IDLE["APPROVE"]},
    "pending": {
        **WAITS,
        "PAY THE AGREED SUM": "Touch PAY JACKPOT first, and verify the amount.",
    },
    "verifying": {
        **WAITS,
        "PAY JACKPOT": "The terminal already shows $500.00.",
    },
    "paid": {
        **CLAIMED,
        **NO_APPROVAL,
        "END ROUND": "The jackpot of seat 5 is paid: touch OK first.",
        "PAY JACKPOT": PAID_ALREADY,
        "PAY THE AGREED SUM": PAID_ALREADY,
        "VOID": "The amount of $500.00 has been paid already.",
    },
    "done": {**STARTED, **NO_SEAT, **NO_APPROVAL},
    "ended": IDLE,
}


def at(step: str, floor: Floor | None = None) -> Floor:
    """A live table brought to a step."""
    floor = floor or Floor().open()
    for name, commands in STEPS.items():
        floor.do(*commands)
        if name == step:
            return floor
    raise ValueError(step)


@pytest.mark.rule("PRG-15", "PRG-16", "PRG-17")
@pytest.mark.parametrize("step", STEPS)
def test_every_command_at_every_step(step: str) -> None:
    answers: dict[str, str] = {}
    for name, command in COMMANDS.items():
        floor = at(step)
        if name in REFUSED[step]:
            answers[name] = floor.refused(command)
        else:
            assert floor.do(command), name
    assert answers == REFUSED[step]


@pytest.mark.rule("PRG-16")
@pytest.mark.parametrize("step", STEPS)
def test_the_lit_buttons_are_those_that_would_not_be_refused(step: str) -> None:
    buttons = [name for name in COMMANDS if name not in NO_BUTTONS]
    lit = [name for name in at(step).lit() if name in COMMANDS]
    assert lit == [name for name in buttons if name not in REFUSED[step]]
    assert at(step).lit(by=ANN) == ()


@pytest.mark.rule("PRG-16", "CON-14")
def test_a_jackpot_from_start_to_end_in_events() -> None:
    floor = Floor().open()
    told = [names(floor.do(*commands)) for commands in STEPS.values()]
    assert told == [
        [],
        ["LightTurned", "LightTurned"],
        ["WagersRegistered"],
        ["SeatChosen"],
        ["HandChosen"],
        ["AwardLocked", "JackpotClaimed"],
        ["AmountShown"],
        ["JackpotPaid", "SumAgreed"],
        ["JackpotClosed"],
        ["Contributed"] * 4 + ["WagersCollected", "TerminalCleared"],
    ]
    claimed = floor.stream("table T1")[6]
    assert claimed == events.JackpotClaimed(1, 5, DIAMOND, "diamond", 500_00, "Dee")
    agreed = events.SumAgreed(1, 500_00, "diamond", "T1 seat 5", "Dee")
    assert agreed in floor.stream("table T1")
    # Two wagers of 5 dollars came in and a jackpot of 500 went out, not from the tray.
    assert floor.balance("player T1 seat 5") == mites("495")
    assert floor.balance("player T1 seat 2") == mites("-5")
    assert floor.balance("tray T1") == mites("10")


@pytest.mark.rule("PRG-16", "PRG-5", "CON-14")
def test_the_next_winner_is_seen_to_in_the_same_way() -> None:
    floor = Floor().open()
    floor.start(1, 3, 6)
    assert floor.claim(6, STAR) == 10_000_00
    floor.pay(6)
    assert floor.claim(3, STAR) == 10_000_00
    floor.pay(3)
    # A fixed pay of the table goes the same way, from the tray: 150 dollars.
    assert floor.claim(1, "4-card straight flush") == 150_00
    floor.pay(1)
    assert [(one.number, one.seat, one.step) for one in floor.terminal().jackpots] == [
        (1, 6, "done"),
        (2, 3, "done"),
        (3, 1, "done"),
    ]
    floor.do(END)
    assert floor.balance("tray T1") == mites("-135")


# Lights and START ROUND


@pytest.mark.rule("PRG-15", "TBL-6")
def test_start_registers_the_lit_seats_and_locks_their_lights() -> None:
    floor = Floor().open()
    floor.do(light(5), light(2), light(6), light(6, on=False))
    assert floor.do(START) == [events.WagersRegistered(1, (2, 5))]
    lights = [(2, True), (5, True)]
    shown = floor.view().seats
    assert shown[1] == SeatLight(2, True, True, chosen=False, open=True)
    assert [(one.seat, one.locked) for one in shown if one.lit] == lights
    assert floor.refused(light(2, on=False)) == STARTED["LIGHT"]
    floor.do(END)
    dark = tuple(SeatLight(n, False, False, chosen=False, open=True) for n in range(1, 8))
    assert floor.view().seats == dark


def test_only_what_leads_to_something_is_open() -> None:
    """Seats and hands as the buttons: what would be refused is dark."""
    floor = Floor().open()

    def open_seats() -> list[int]:
        return [one.seat for one in floor.view().seats if one.open]

    assert (open_seats(), floor.view().open_hands) == ([1, 2, 3, 4, 5, 6, 7], ())
    floor.start(2, 5)
    assert (open_seats(), floor.view().open_hands) == ([2, 5], ())
    floor.do(choose(5))
    assert floor.view().open_hands == floor.view().hands
    floor.claim(5, STAR)
    assert (open_seats(), floor.view().open_hands) == ([2, 5], ())
    floor.pay(5)
    assert open_seats() == [2]
    assert not any(one.open for one in floor.view(by=ANN).seats)


@pytest.mark.rule("PRG-15", "CON-14")
def test_cancel_undoes_a_start_touched_too_soon() -> None:
    floor = at("started")
    before = {name: meter.value for name, meter in floor.house.meters.items()}
    assert before and floor.do(CANCEL) == [events.RegistrationCancelled("too soon")]
    assert {name: meter.value for name, meter in floor.house.meters.items()} == before
    # The lights are as they were, and free: a late wager still gets its light.
    assert floor.terminal().lights == (2, 5)
    floor.do(light(7))
    assert floor.do(START) == [events.WagersRegistered(2, (2, 5, 7))]


@pytest.mark.rule("PRG-15", "PRG-17")
def test_after_a_void_the_round_can_be_cancelled() -> None:
    floor = at("pending")
    floor.do(VOID)
    floor.do(CANCEL)
    assert floor.terminal().jackpots == ()
    assert floor.value("T1/diamond") == mites("500")


OTHER_REFUSALS: list[tuple[str, Command, str]] = [
    ("idle", light(0), "There is no seat 0; the table has seats 1 to 7."),
    ("idle", light(8), "There is no seat 8; the table has seats 1 to 7."),
    ("lit", light(2), "The light of seat 2 is on already."),
    ("lit", light(3, on=False), "The light of seat 3 is off already."),
    (
        "lit",
        round_asked.StartRound(by=DEE, dynamic={STAR: 1}),
        "Those are not dynamic pays that this table draws for a round.",
    ),
    ("started", choose(8), "There is no seat 8; the table has seats 1 to 7."),
    ("started", choose(3), "Seat 3 has no progressive wager in round 1."),
    ("seat", hand("royal flush"), "'royal flush' is not a hand of this progressive."),
    ("seat", hand("x" * 61), f"'{'x' * 60}' is not a hand of this progressive."),
    ("verifying", agree(499_99), "The terminal shows $500.00: agree to that sum."),
    ("verifying", agree(0), "The terminal shows $500.00: agree to that sum."),
    ("pending", asked.VoidJackpot(by=DEE, reason=" "), "Give a reason."),
    ("pending", approve(2), "That jackpot is not waiting for approval."),
    ("pending", approve(1, DEE), "Only a supervisor may approve a jackpot."),
    ("pending", approve(1, replace(SUE, name="")), "Only a supervisor may approve a jackpot."),
    (
        "lit",
        round_asked.PayAward(by=DEE, seat=2, wager="stax", amount=1),
        "That command does not belong here.",
    ),
    (
        "lit",
        round_asked.GrantMystery(by=DEE, seat=2, wager="stax"),
        "That command does not belong here.",
    ),
    (
        "lit",
        round_asked.PlaceWagers(by=ANN, seat=1, wagers={"stax": 5_00}),
        "No round is open at this table.",
    ),
]


@pytest.mark.rule("PRG-15", "PRG-16", "PRG-17", "TBL-6")
@pytest.mark.parametrize(("step", "command", "sentence"), OTHER_REFUSALS)
def test_what_is_refused_says_why(step: str, command: Command, sentence: str) -> None:
    assert at(step).refused(command) == sentence


@pytest.mark.rule("PRG-15", "PRG-16")
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "APPROVE"])
def test_a_player_has_no_hand_on_the_terminal(name: str) -> None:
    command = replace(COMMANDS[name], by=ANN)
    for step in ("idle", "started", "verifying"):
        assert at(step).refused(command).startswith("Only a dealer or a supervisor may ")
    as_supervisor = at("verifying").house.do("T1", replace(COMMANDS[name], by=SUE))
    answered = isinstance(as_supervisor, Refused)
    assert answered == (name in REFUSED["verifying"]), as_supervisor


@pytest.mark.rule("PRG-15", "PRG-9")
def test_a_table_whose_meter_is_not_linked_does_not_start() -> None:
    floor = at("lit")
    floor.house.record_meter("T1/spade", events.TableLeft("T1"))
    assert floor.refused(START) == "The meter spade is not linked to T1."
    without = {name: m for name, m in floor.house.meters_of("T1").items() if name != "star"}
    answer = decide(floor.terminal(), without, START)
    assert reason_of(answer) == "The meter star is not linked to T1."


@pytest.mark.rule("TBL-6")
def test_a_live_table_has_no_rounds_of_its_own() -> None:
    floor = Floor().open()
    with pytest.raises(InputError, match=r"^T1 is a live table: its cards are on the felt\.$"):
        floor.house.open_round("T1", {1: ("Ann", 100_00)})
    floor.round(1, 2)
    assert floor.terminal().round is None
    assert floor.terminal().number == 1


# Order and approval


@pytest.mark.rule("PRG-5")
def test_jackpots_of_one_meter_go_from_right_to_left() -> None:
    floor = at("pending")
    floor.void(5)
    floor.claim(2, DIAMOND)
    floor.do(choose(5), hand(DIAMOND))
    order = (
        "Jackpots of one meter are claimed from right to left: seat 5 comes before seat 2, "
        "so void that one first."
    )
    assert floor.refused(PENDING) == order
    floor.do(choose(2), PAY, choose(5), hand(DIAMOND))
    assert floor.refused(PENDING) == order
    # Another meter has no such order.
    floor.do(hand(HEART), PENDING)
    assert [one.seat for one in floor.terminal().jackpots if one.is_open] == [2, 5]


@pytest.mark.rule("PRG-5", "PRG-17")
def test_the_later_claim_is_voided_first() -> None:
    floor = at("pending")
    floor.claim(2, DIAMOND)
    floor.do(choose(5))
    assert floor.refused(VOID) == "Void the jackpot of seat 2 first."
    floor.void(2)
    floor.void(5)
    assert [one.step for one in floor.terminal().jackpots] == ["void", "void"]
    # Two fixed pays come from the tray, in any order.
    floor.claim(5, "3-card straight flush")
    floor.claim(2, "3-card straight flush")
    floor.void(5)


@pytest.mark.rule("PRG-19")
def test_above_the_limit_another_person_approves() -> None:
    floor = at("verifying", Floor().open(approval=499_99))
    above = "$500.00 is above $499.99: a supervisor has to approve it."
    assert floor.refused(agree(500_00)) == above
    assert "PAY THE AGREED SUM" not in floor.lit()
    assert floor.view().jackpots[0].needs_approval
    assert floor.do(approve(1)) == [events.JackpotApproved(1, "Sue")]
    assert not floor.view().jackpots[0].needs_approval
    assert floor.view().jackpots[0].approved_by == "Sue"
    assert floor.refused(approve(1, SAM)) == "Sue has already approved that jackpot."
    floor.do(agree(500_00), OK, END)


@pytest.mark.rule("PRG-19")
def test_a_supervisor_refuses_with_a_reason() -> None:
    floor = at("verifying", Floor().open(approval=499_99))
    assert floor.refused(refuse(1, by=DEE)) == "Only a supervisor may refuse a jackpot."
    assert floor.refused(refuse(1, " ")) == "Give a reason."
    assert floor.refused(refuse(2)) == "That jackpot is not waiting for approval."
    assert floor.do(refuse(1)) == [events.JackpotRefused(1, "no seal on the deck", "Sue")]
    shown = floor.view().jackpots[0]
    assert (shown.refused_by, shown.refused_why) == ("Sue", "no seal on the deck")
    assert shown.needs_approval
    why = "$500.00 was refused by Sue (no seal on the deck)"
    again = "void it, or ask a supervisor to look again"
    assert floor.refused(agree(500_00)) == f"{why}: {again}."
    assert floor.refused(refuse(1, by=SAM)) == f"{why}: {again}."
    assert {"VOID"} <= set(floor.lit()) and "PAY THE AGREED SUM" not in floor.lit()
    # Whoever looks again may approve it: then it is as if nobody had refused.
    floor.do(approve(1, SAM))
    shown = floor.view().jackpots[0]
    assert (shown.approved_by, shown.refused_by, shown.refused_why) == ("Sam", "", "")
    assert floor.refused(refuse(1)) == "Sam has already approved that jackpot."
    floor.do(agree(500_00))
    assert floor.refused(refuse(1)) == NO_APPROVAL["APPROVE"]
    floor.do(OK, END)


@pytest.mark.rule("PRG-19")
def test_who_claimed_does_not_approve() -> None:
    floor = at("hand", Floor().open(approval=100_00))
    floor.do(replace(PENDING, by=SUE))
    own = "You claimed this jackpot: another supervisor has to approve it."
    assert floor.refused(approve(1, SUE)) == own
    floor.do(approve(1, SAM), PAY, agree(500_00))
    assert floor.refused(approve(1, SAM)) == NO_APPROVAL["APPROVE"]
    # The same person in another role is the same person.
    other = at("pending", Floor().open(approval=100_00))
    assert other.refused(approve(1, replace(SUE, name="Dee"))) == own


@pytest.mark.rule("PRG-19")
def test_at_the_limit_no_approval_is_needed() -> None:
    floor = at("verifying", Floor().open(approval=500_00))
    assert floor.refused(approve(1)) == "That jackpot is not waiting for approval."
    floor.do(agree(500_00))
    void = at("pending", Floor().open(approval=100_00))
    void.do(VOID)
    assert void.refused(approve(1)) == NO_APPROVAL["APPROVE"]


@pytest.mark.rule("PRG-5", "PRG-17")
def test_jackpots_of_one_meter_are_paid_in_the_order_of_their_claims() -> None:
    """Seat 2 has the restarted meter only while seat 5's claim stands: that is seen to first."""
    floor = Floor().open()
    floor.start(2, 5)
    floor.claim(5, DIAMOND)
    floor.claim(2, DIAMOND)
    refused = "Pay or void the jackpot of seat 5 first."
    assert floor.refused(PAY) == refused
    floor.do(choose(5))
    told = "Void the jackpot of seat 2 first."
    assert floor.refused(asked.VoidJackpot(by=DEE, reason="misread")) == told
    floor.void(2)
    floor.void(5)
    assert floor.claim(2, DIAMOND) == 500_00
    floor.pay(2)
    floor.do(END)
