"""The terminal of a dealt table: it goes along with the round, and it knows the cards."""

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
)

from longsuit.core.errors import InputError
from longsuit.core.progressive import events
from longsuit.core.progressive.terms import MustHit
from longsuit.core.round import commands as round_asked
from longsuit.core.round import events as round_events
from longsuit.core.round.commands import SYSTEM, Command

ANTES = {"ante": 10_00, "xtra": 10_00}
WITH_STAX = {**ANTES, "stax": 5_00}
FOUR = "4-card straight flush"
NOT_STARTED = "No round with a progressive wager has been started."
# The board is 9-8-7-6 of hearts. Bob's five and Ed's ten make a 5-card straight flush each; Cy has
# the board's four cards, which pay 150 dollars; Di has not wagered on STAX.
WAGERS = {2: WITH_STAX, 3: WITH_STAX, 4: ANTES, 5: WITH_STAX}
CARDS = ("5h 2c 3d", "Ac Kd 2s", "Ad Ks 2d", "Th 3c 4s", "Qc Jd 4c", "9h 8h 7h 6h")


def seated(floor: Floor | None = None) -> Floor:
    floor = floor or Floor().open(live=False)
    floor.seat(WAGERS)
    return floor


def dealt() -> Floor:
    floor = seated()
    floor.do(START)
    floor.deal(*CARDS, action="bet_3x")
    return floor


# The claim of Ed, seat 5, after which Bob's is still to be made.
STEPS: dict[str, tuple[Command, ...]] = {
    "settled": (),
    "seat": (choose(5),),
    "hand": (hand(DIAMOND),),
    "pending": (PENDING,),
    "verifying": (PAY,),
    "paid": (agree(500_00),),
    "done": (OK,),
}
COMMANDS: dict[str, Command] = {
    "START ROUND": START,
    "CANCEL ROUND": CANCEL,
    "PENDING JACKPOT": PENDING,
    "PAY JACKPOT": PAY,
    "PAY THE AGREED SUM": agree(500_00),
    "OK": OK,
    "VOID": VOID,
    "END ROUND": END,
    "LIGHT": light(1),
    "APPROVE": approve(1),
}
ALWAYS = {
    "LIGHT": "The system knows who has wagered: lights are for live tables.",
    "START ROUND": "The round has started already.",
}
BUTTONS = ("PENDING JACKPOT", "PAY JACKPOT", "PAY THE AGREED SUM", "OK", "VOID")
NO_JACKPOT = {
    **ALWAYS,
    "CANCEL ROUND": "Not now: the round is settled.",
    "END ROUND": f"Seat 5 has {DIAMOND}, which was not claimed.",
    "APPROVE": "That jackpot is not waiting for approval.",
}
NO_CLAIM = dict.fromkeys(BUTTONS[1:], "Seat 5 has no jackpot pending.")
CLAIMED = {
    **ALWAYS,
    "CANCEL ROUND": "Void the jackpot of seat 5 first.",
    "PENDING JACKPOT": "Seat 5 has claimed its jackpot of round 1 already.",
}
WAITS = {
    **CLAIMED,
    "END ROUND": "Pay or void the jackpot of seat 5 first.",
    "OK": "OK is for a jackpot that has been paid.",
    "APPROVE": "That jackpot is not waiting for approval.",
}
NO_APPROVAL = {
    "APPROVE": "That jackpot is not waiting for approval.",
    "CANCEL ROUND": "A jackpot was paid in this round: end it.",
}
PAID_ALREADY = "The amount of $500.00 has been paid already."
REFUSED: dict[str, dict[str, str]] = {
    "settled": {**NO_JACKPOT, **dict.fromkeys(BUTTONS, "Choose the seat first.")},
    "seat": {**NO_JACKPOT, **NO_CLAIM, "PENDING JACKPOT": "Choose the hand first."},
    "hand": {**NO_JACKPOT, **NO_CLAIM},
    "pending": {**WAITS, "PAY THE AGREED SUM": "Touch PAY JACKPOT first, and verify the amount."},
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
    "done": {
        **CLAIMED,
        **NO_APPROVAL,
        **dict.fromkeys(BUTTONS, "Choose the seat first."),
        "END ROUND": f"Seat 2 has {DIAMOND}, which was not claimed.",
    },
}


def at(step: str) -> Floor:
    floor = dealt()
    for name, commands in STEPS.items():
        floor.do(*commands)
        if name == step:
            return floor
    raise ValueError(step)


@pytest.mark.rule("PRG-16", "PRG-17", "PRG-18")
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
    lit = [name for name in COMMANDS if name not in REFUSED[step]]
    assert list(at(step).lit()) == lit
    assert at(step).lit(by=ANN) == ()


@pytest.mark.rule("PRG-15", "TBL-6", "PRG-2")
def test_the_terminal_goes_along_with_the_round() -> None:
    floor = seated()
    assert floor.lit() == ("START ROUND", "CANCEL ROUND")
    # START ROUND closes the wagers and registers the seats that have the progressive.
    assert floor.do(START) == [
        round_events.RoundStarted(),
        events.WagersRegistered(1, (2, 3, 5)),
    ]
    assert [one.seat for one in floor.view().seats if one.lit and one.locked] == [2, 3, 5]
    assert floor.lit() == ("CANCEL ROUND",)
    assert floor.refused(END) == "Not now: no more bets, the cards are about to be dealt."
    floor.do(choose(5))
    assert floor.refused(hand(DIAMOND)) == "The hands have not been shown yet."
    floor.deal(*CARDS, action="bet_3x")
    for seat in (5, 2):
        assert floor.claim(seat, DIAMOND) == 500_00
        floor.pay(seat)
    assert floor.lit() == ("END ROUND",)
    ended = ["Contributed"] * 4 + ["TerminalCleared", "RoundEnded"]
    assert names(floor.do(END)) == ended
    # Three registered wagers of 5 dollars, 5% each for the diamond: 75 cents.
    assert floor.value("T1/diamond") == mites("500.75")
    assert floor.terminal().phase == "idle"
    floor.seat(WAGERS)
    assert floor.terminal().number == 2


@pytest.mark.rule("PRG-15", "PRG-2")
def test_cancel_gives_wagers_back_and_frees_the_lights() -> None:
    floor = seated()
    floor.do(START)
    assert floor.do(CANCEL) == [
        round_events.RoundCancelled("too soon"),
        events.RegistrationCancelled("too soon"),
    ]
    state = floor.terminal().round
    assert state is not None
    assert [state.seat(seat).stack for seat in WAGERS] == [1000_00] * 4
    assert floor.view().seats == Floor().open(live=False).view().seats
    assert floor.value("T1/diamond") == mites("500")
    # Before START ROUND there is nothing at the terminal to undo.
    early = seated()
    assert early.do(CANCEL) == [round_events.RoundCancelled("too soon")]


@pytest.mark.rule("PRG-16", "PRG-5")
def test_an_award_goes_to_the_players_stack() -> None:
    floor = dealt()
    state = floor.terminal().round
    assert state is not None
    # Ed: 10-9-8-7-6, a five-card flush against the dealer's four: 1,000 - 55 + 20 + 60 + 60.
    assert state.seat(5).stack == 1085_00
    floor.claim(5, DIAMOND)
    assert names(floor.pay(5)) == [
        *("AmountShown", "JackpotPaid", "SumAgreed", "AwardPaid", "JackpotClosed")
    ]
    state = floor.terminal().round
    assert state is not None
    assert state.seat(5).stack == 1585_00
    assert floor.balance("player Ed") == mites("585")
    # Bob finds the meter at its seed again.
    floor.claim(2, DIAMOND)
    floor.pay(2)
    assert floor.balance("player Bob") == mites("585")


# The cards decide


@pytest.mark.rule("PRG-18")
def test_a_claim_that_the_cards_do_not_support_is_refused() -> None:
    floor = dealt()
    floor.do(choose(5))
    for wrong in (STAR, SPADE, HEART, FOUR):
        assert floor.refused(hand(wrong)) == (
            f"The cards do not make {wrong}: seat 5 has {DIAMOND}."
        )
    floor.do(choose(3))
    assert floor.refused(hand(DIAMOND)) == (f"The cards do not make {DIAMOND}: seat 3 has {FOUR}.")
    assert (
        floor.refused(hand(FOUR))
        == f"{FOUR} was paid from the chip tray: there is no jackpot to claim."
    )
    assert floor.refused(choose(4)) == "Seat 4 has no progressive wager in round 1."


@pytest.mark.rule("PRG-18")
def test_a_hand_without_a_line_is_no_claim_either() -> None:
    floor = Floor().open("hcf", live=False)
    floor.seat({1: {"ante": 10_00, "progressive": 1_00}})
    floor.do(START)
    floor.deal("Jc Qd 3c 5d 7c 9d Th", "Kc 9c 4d Ad Td 6c 2d", action="fold")
    floor.do(choose(1))
    assert floor.refused(hand(STAR)) == f"The cards do not make {STAR}: seat 1 has no paying hand."
    floor.do(END)


@pytest.mark.rule("PRG-18")
def test_an_unclaimed_winner_is_pointed_out_and_stops_end_round() -> None:
    floor = dealt()
    assert floor.view().not_claimed == ((5, DIAMOND), (2, DIAMOND))
    assert floor.refused(END) == f"Seat 5 has {DIAMOND}, which was not claimed."
    floor.claim(5, DIAMOND)
    assert floor.view().not_claimed == ((2, DIAMOND),)
    floor.pay(5)
    assert floor.refused(END) == f"Seat 2 has {DIAMOND}, which was not claimed."
    floor.claim(2, DIAMOND)
    assert floor.view().not_claimed == ()
    # Voided, it is back among those that nobody has claimed: the cards have not changed.
    floor.void(2)
    assert floor.view().not_claimed == ((2, DIAMOND),)
    assert floor.refused(END) == f"Seat 2 has {DIAMOND}, which was not claimed."
    floor.claim(2, DIAMOND)
    floor.pay(2)
    floor.do(END)


@pytest.mark.rule("PRG-5", "PRG-18")
def test_dealt_jackpots_are_claimed_and_paid_from_right_to_left() -> None:
    floor = dealt()
    floor.do(choose(2), hand(DIAMOND))
    first = "Jackpots go from right to left: seat 5 is first."
    assert floor.refused(PENDING) == first
    floor.claim(5, DIAMOND)
    floor.claim(2, DIAMOND)
    assert floor.refused(PAY) == "Pay or void the jackpot of seat 5 first."
    floor.pay(5)
    floor.do(choose(2), PAY, agree(500_00), OK, END)


@pytest.mark.rule("PRG-5", "PRG-18")
def test_the_order_holds_across_meters() -> None:
    # The board's 9-8-7 of hearts: Ann makes six in a row with Q-J-10, Bob five with 6-5.
    floor = Floor().open(live=False)
    floor.seat({1: WITH_STAX, 2: WITH_STAX})
    floor.do(START)
    floor.deal("Qh Jh Th", "6h 5h 3c", "Kc Jd 4c", "9h 8h 7h 2c", action="bet_3x")
    assert floor.view().not_claimed == ((2, DIAMOND), (1, SPADE))
    floor.do(choose(1), hand(SPADE))
    assert floor.refused(PENDING) == "Jackpots go from right to left: seat 2 is first."
    floor.claim(2, DIAMOND)
    floor.claim(1, SPADE)
    # Another meter's claim does not stand in the way of a void, and seat 2 is first again.
    floor.void(2)
    assert floor.refused(END) == "Pay or void the jackpot of seat 1 first."
    floor.do(choose(1), PAY)
    assert floor.refused(agree(2500_00)) == "Jackpots go from right to left: seat 2 is first."
    floor.claim(2, DIAMOND)
    floor.pay(2)
    floor.do(choose(1), agree(2500_00), OK, END)
    assert floor.balance("pending T1/spade") == floor.balance("pending T1/diamond") == 0


@pytest.mark.rule("PRG-19")
def test_an_award_above_the_limit_waits_for_a_supervisor() -> None:
    floor = seated(Floor().open(live=False, approval=100_00))
    floor.do(START)
    floor.deal(*CARDS, action="bet_3x")
    floor.claim(5, DIAMOND)
    floor.do(PAY)
    above = "$500.00 is above $100.00: a supervisor has to approve it."
    assert floor.refused(agree(500_00)) == above
    assert floor.refused(approve(1, DEE)) == "Only a supervisor may approve a jackpot."
    floor.do(approve(1, SUE), agree(500_00), OK)


# Without a progressive wager


@pytest.mark.rule("PRG-20")
def test_without_a_progressive_wager_the_terminal_is_never_touched() -> None:
    floor = Floor().open(live=False, must_hit=MustHit(500_00, 500_01))
    idle, meters = floor.terminal(), dict(floor.house.meters)
    floor.seat({2: ANTES, 5: ANTES})
    # Ed still has a 5-card straight flush, and nothing is owed for it.
    assert floor.do(START) == [round_events.RoundStarted()]
    assert floor.refused(choose(5)) == NOT_STARTED
    floor.deal(CARDS[0], CARDS[3], *CARDS[4:], action="bet_3x")
    assert floor.view().not_claimed == ()
    assert floor.lit() == ("END ROUND",)
    assert floor.do(END) == [round_events.RoundEnded()]
    assert replace(floor.terminal(), round=None, number=0) == idle
    assert floor.house.meters == meters
    kinds = {type(event).__module__ for event in floor.stream("table T1")[1:]}
    assert kinds == {"longsuit.core.round.events"}


@pytest.mark.rule("PRG-20", "TBL-6")
def test_a_table_that_offers_no_progressive_plays_as_before() -> None:
    floor = Floor().open(live=False, without=("stax",))
    assert floor.house.meters == {}
    floor.seat({2: ANTES})
    floor.do(START)
    floor.deal(CARDS[0], *CARDS[4:], action="bet_3x")
    assert floor.do(END) == [round_events.RoundEnded()]
    assert floor.view().hands == ()


# Other refusals


@pytest.mark.rule("PRG-18", "TBL-6")
def test_before_a_round_and_between_rounds() -> None:
    floor = Floor().open(live=False)
    for command in (START, CANCEL, END):
        assert floor.refused(command) == "No round is open at this table."
    for button in BUTTONS:
        assert floor.refused(COMMANDS[button]) == NOT_STARTED
    assert floor.refused(choose(1)) == NOT_STARTED
    assert floor.refused(light(1)) == ALWAYS["LIGHT"]
    assert floor.lit() == ()
    floor.seat(WAGERS)
    with pytest.raises(InputError, match=r"^The round before is not over\.$"):
        floor.house.open_round("T1", {})
    assert floor.refused(END) == "Not now: wagers are open."
    floor.do(CANCEL)
    assert floor.refused(START) == "Not now: the round was cancelled."
    assert floor.refused(CANCEL) == "Not now: the round was cancelled."


@pytest.mark.rule("PRG-15")
def test_start_is_refused_with_the_rounds_own_reasons() -> None:
    floor = Floor().open(live=False)
    floor.house.open_round("T1", {1: ("Ann", 100_00)})
    nobody = "No one has wagered: there is no round to start."
    assert floor.refused(START) == nobody
    floor.house.record_meter("T1/heart", events.TableLeft("T1"))
    place = round_asked.PlaceWagers(by=ANN, seat=1, wagers=WITH_STAX)
    floor.do(place)
    # The wagers stay open: neither the round nor the terminal has started.
    assert floor.refused(START) == "The meter heart is not linked to T1."


@pytest.mark.rule("PRG-16", "PRG-18")
def test_awards_are_paid_at_the_terminal_alone() -> None:
    floor = dealt()
    for command in (
        round_asked.PayAward(by=DEE, seat=5, wager="stax", amount=500_00),
        round_asked.PayAward(by=SYSTEM, seat=5, wager="stax", amount=500_00),
        round_asked.GrantMystery(by=SYSTEM, seat=5, wager="stax"),
    ):
        assert floor.refused(command) == "That command does not belong here."
    for touched in (*list(COMMANDS.values())[:-1], choose(5)):
        told = floor.refused(replace(touched, by=ANN))
        assert told.startswith("Only a dealer or a supervisor may ")
