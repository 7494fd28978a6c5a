"""What players see of a progressive at a live table: the sign, envy pays and dynamic pays."""

import random
from typing import Any

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
    PENDING,
    SPADE,
    STAR,
    START,
    Floor,
    agree,
    choose,
    hand,
    light,
    mites,
    names,
)

from longsuit.core.games.table import make_table
from longsuit.core.progressive import events
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.meter import Hit
from longsuit.core.progressive.view import MeterView, sign
from longsuit.core.round.commands import StartRound
from longsuit.core.round.deal import draw_dynamic
from longsuit.core.round.events import RoundStarted

E04: dict[str, Any] = {"paytables": {"progressive": "PT-BJS-HCF-SF-E04"}}
E05: dict[str, Any] = {"paytables": {"progressive": "PT-BJS-HCF-SF-E05"}}
DYNAMIC: dict[str, Any] = {"paytables": {"progressive": "PT-PRG-HCF-D01a"}}
FOUR, THREE = "4-card straight flush", "3-card straight flush"
ACE_HIGH = "7-card straight flush or 6-card straight flush, ace high"
KING_HIGH = "6-card straight flush, king high or lower"


def shown(floor: Floor, table: str = "T1") -> dict[str, int]:
    return {meter.name: meter.value for meter in sign(floor.house.meters_of(table))}


# The sign


@pytest.mark.rule("PRG-22")
def test_the_sign_shows_every_meter_and_steps_up_after_end_round() -> None:
    floor = Floor().open()
    seeds = {"star": 10_000_00, "spade": 2500_00, "heart": 1000_00, "diamond": 500_00}
    assert sign(floor.house.meters_of("T1")) == tuple(
        MeterView(name, seed, 0, "") for name, seed in seeds.items()
    )
    floor.start(1, 2, 3)
    assert shown(floor) == seeds
    floor.do(END)
    assert shown(floor) == {
        "star": 10_000_30,
        "spade": 2500_75,
        "heart": 1000_75,
        "diamond": 500_75,
    }
    floor.start(1, 2, 3)
    floor.do(CANCEL)
    assert shown(floor)["star"] == 10_000_30
    # The same for whoever stands at the terminal.
    posted = sign(floor.house.meters_of("T1"), floor.terminal().setup.offer)
    assert floor.view().meters == floor.view(by=ANN).meters == posted
    assert dict(posted[0].wins) == {"7-card straight flush": "100%"}


@pytest.mark.rule("PRG-22")
def test_the_sign_shows_a_hit_with_seat_hand_amount_and_new_value() -> None:
    floor = Floor().open()
    floor.round(1, 2)
    floor.start(4, 6)
    floor.claim(6, DIAMOND)
    hit = Hit(Claim("T1", 2, 1), 6, DIAMOND, 500_50, 500_00)
    pending = MeterView("diamond", 500_00, 0, "", (hit,), (hit.claim,))
    assert sign(floor.house.meters_of("T1"))[3] == pending
    floor.pay(6)
    assert sign(floor.house.meters_of("T1"))[3] == replace(pending, pending=())
    floor.do(END)
    # The hit stays on the sign, and the meter steps up again.
    diamond = sign(floor.house.meters_of("T1"))[3]
    assert (diamond.hits[-1], diamond.value) == (hit, 500_50)
    assert [meter.hits for meter in sign(floor.house.meters_of("T1"))[:3]] == [()] * 3


@pytest.mark.rule("PRG-22", "PRG-4")
def test_after_a_tenth_the_sign_shows_what_is_left() -> None:
    floor = Floor().open("hcf", **E05)
    floor.start(2)
    assert floor.claim(2, KING_HIGH) == 3000_00
    assert shown(floor) == {"main": 27_000_00}
    assert floor.meter("T1/main").hits[-1] == Hit(
        Claim("T1", 1, 1), 2, KING_HIGH, 3000_00, 27_000_00
    )


@pytest.mark.rule("PRG-22", "PRG-17")
def test_a_voided_hit_is_taken_off_the_sign() -> None:
    floor = Floor().open()
    before = sign(floor.house.meters_of("T1"))
    floor.start(5)
    floor.claim(5, STAR)
    assert sign(floor.house.meters_of("T1")) != before
    floor.void(5)
    assert sign(floor.house.meters_of("T1")) == before


@pytest.mark.rule("PRG-22", "PRG-17")
def test_a_void_leaves_the_other_hits_on_the_sign() -> None:
    """Seat 5 wins and is paid; later a claim at seat 2 is voided: the sign shows seat 5 again."""
    floor = Floor().open()
    floor.start(5)
    floor.claim(5, DIAMOND)
    floor.pay(5)
    floor.do(END)
    before = floor.meter("T1/diamond").hits[-1]
    floor.start(2)
    floor.claim(2, DIAMOND)
    assert floor.meter("T1/diamond").hits[-1] != before
    floor.void(2)
    assert floor.meter("T1/diamond").hits[-1] == before


@pytest.mark.rule("PRG-22", "PRG-9")
def test_every_table_of_a_link_shows_the_hit_and_where_it_was() -> None:
    floor = Floor().open("hcf", **E04)
    floor.open("hcf", "T2", meters={"main": "T1/main"}, **E04)
    floor.round(1, 2, table="T2")
    assert shown(floor, "T1") == shown(floor, "T2") == {"main": 5000_54}
    floor.start(3, table="T2")
    floor.claim(3, SPADE, table="T2")
    hit = Hit(Claim("T2", 2, 1), 3, SPADE, 5000_54, 5000_00)
    assert [sign(floor.house.meters_of(t))[0].hits[-1] for t in ("T1", "T2")] == [hit, hit]


# Envy


@pytest.mark.rule("PRG-12", "PRG-6")
def test_envy_goes_from_the_tray_to_every_other_registered_seat() -> None:
    floor = Floor().open("hcf", **E04)
    floor.start(1, 3, 4, 6)
    floor.claim(4, SPADE)
    floor.do(PAY)
    paid = [e for e in floor.do(agree(5000_00)) if isinstance(e, events.EnvyPaid)]
    assert paid == [
        events.EnvyPaid(6, 4, SPADE, 200_00, "T1 seat 6"),
        events.EnvyPaid(3, 4, SPADE, 200_00, "T1 seat 3"),
        events.EnvyPaid(1, 4, SPADE, 200_00, "T1 seat 1"),
    ]
    floor.do(OK, END)
    # A dollar was wagered at each seat; seats 2 and 5 had no part in it.
    gains = {seat: floor.balance(f"player T1 seat {seat}") for seat in range(1, 7)}
    envied = mites("199")
    assert gains == {1: envied, 2: 0, 3: envied, 4: mites("4999"), 5: 0, 6: envied}
    assert floor.balance("tray T1") == mites("-596")


@pytest.mark.rule("PRG-12")
def test_two_winners_get_each_others_envy_and_the_rest_get_two() -> None:
    floor = Floor().open("hcf", **E04)
    floor.start(1, 2, 3)
    floor.claim(3, STAR)
    floor.claim(2, SPADE)
    floor.pay(3)
    floor.pay(2)
    paid = [e for e in floor.stream("table T1") if isinstance(e, events.EnvyPaid)]
    assert sorted((e.seat, e.winner, e.amount) for e in paid) == [
        (1, 2, 200_00),
        (1, 3, 200_00),
        (2, 3, 200_00),
        (3, 2, 200_00),
    ]
    floor.do(END)
    assert floor.balance("player T1 seat 1") == mites("399")
    assert floor.balance("player T1 seat 2") == mites("5199")
    assert floor.balance("player T1 seat 3") == mites("5199")


@pytest.mark.rule("PRG-12")
def test_all_six_may_win_at_once() -> None:
    floor = Floor().open("hcf", **E04)
    floor.start(1, 2, 3, 4, 5, 6)
    for seat in (6, 5, 4, 3, 2, 1):
        floor.claim(seat, SPADE)
    for seat in (6, 5, 4, 3, 2, 1):
        floor.pay(seat)
    floor.do(END)
    # Each has the seed of 5,000, five envy pays and a wager of a dollar.
    assert {floor.balance(f"player T1 seat {n}") for n in range(1, 7)} == {mites("5999")}
    assert floor.balance("tray T1") == mites("-5994")


@pytest.mark.rule("PRG-12")
@pytest.mark.parametrize(("name", "pays"), [(ACE_HIGH, 250_00), (KING_HIGH, 0), (DIAMOND, 0)])
def test_only_a_line_with_an_envy_pay_has_one(name: str, pays: int) -> None:
    floor = Floor().open("hcf", **E05)
    floor.start(1, 2)
    floor.claim(2, name)
    paid = [e for e in floor.pay(2) if isinstance(e, events.EnvyPaid)]
    assert [(e.seat, e.amount) for e in paid] == ([(1, pays)] if pays else [])


@pytest.mark.rule("PRG-12", "PRG-17")
def test_a_voided_claim_brings_no_envy() -> None:
    floor = Floor().open("hcf", **E04)
    floor.start(1, 2)
    floor.claim(2, STAR)
    floor.do(PAY)
    floor.void(2)
    floor.do(END)
    assert "EnvyPaid" not in names(floor.stream("table T1"))
    assert floor.balance("tray T1") == mites("2")


# Dynamic pays


@pytest.mark.rule("PRG-14")
def test_a_dynamic_pay_is_used_in_its_round_and_gone_after_it() -> None:
    floor = Floor().open("hcf", **DYNAMIC)
    drawn = {DIAMOND: 75_00, THREE: 20_00}
    assert floor.start(1, 2, 3, dynamic=drawn)[-1] == events.WagersRegistered(1, (1, 2, 3), drawn)
    assert floor.view().dynamic == drawn
    # 20 instead of 2, 75 instead of 50; a line that was not drawn pays its usual 10.
    assert floor.claim(3, THREE) == 20_00
    assert floor.claim(2, DIAMOND) == 75_00
    assert floor.claim(1, FOUR) == 10_00
    for seat in (3, 2, 1):
        floor.pay(seat)
    floor.do(END)
    assert floor.view().dynamic == {}
    assert floor.balance("tray T1") == mites("-102")
    floor.start(1, 2, dynamic={FOUR: 100_00})
    assert floor.claim(2, THREE) == 2_00
    assert floor.claim(1, FOUR) == 100_00


@pytest.mark.rule("PRG-14")
def test_after_a_cancel_they_are_drawn_anew() -> None:
    floor = Floor().open("hcf", **DYNAMIC)
    floor.start(1, dynamic={THREE: 20_00})
    floor.do(CANCEL)
    assert floor.view().dynamic == {}
    floor.start(dynamic={SPADE: 5000_00})
    assert floor.claim(1, THREE) == 2_00
    floor.void(1)
    assert floor.claim(1, SPADE) == 5000_00
    # It comes from the tray, whatever it is: the meter is not touched.
    assert floor.meter("T1/main").pending == ()


@pytest.mark.rule("PRG-20", "PRG-14")
def test_without_a_wager_no_dynamic_pays_need_to_be_drawn() -> None:
    floor = Floor().open("hcf", live=False, **DYNAMIC)
    floor.seat({1: {"ante": 10_00}})
    assert "START ROUND" in floor.lit()
    assert floor.do(START) == [RoundStarted()]


@pytest.mark.rule("PRG-14")
def test_what_is_drawn_is_what_a_terminal_takes() -> None:
    chance = random.Random(14)
    table = make_table("hcf", **DYNAMIC)
    floor = Floor().open("hcf", **DYNAMIC)
    assert floor.lit() == ()
    for _ in range(50):
        drawn = draw_dynamic(table, chance)
        floor.do(light(1))
        assert "START ROUND" in floor.lit()
        floor.start(dynamic=drawn)
        for name, pays in drawn.items():
            floor.do(choose(1), hand(name), PENDING)
            assert floor.terminal().jackpots[-1].amount == pays, drawn
            floor.void(1)
        floor.do(END)


@pytest.mark.rule("PRG-14")
@pytest.mark.parametrize(
    "drawn",
    [
        {},
        {SPADE: 750_00, DIAMOND: 75_00, "4-card straight flush": 15_00, STAR: 1},
        {DIAMOND: 76_00},
        {STAR: 100_00},
    ],
)
def test_dynamic_pays_that_the_table_does_not_draw(drawn: dict[str, int]) -> None:
    sentence = "Those are not dynamic pays that this table draws for a round."
    floor = Floor().open("hcf", **DYNAMIC)
    floor.do(light(1))
    assert floor.refused(StartRound(by=DEE, dynamic=drawn)) == sentence
