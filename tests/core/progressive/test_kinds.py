"""The kinds of progressive: STAX with four and five meters, levels, and another base wager."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import (
    DEE,
    DIAMOND,
    END,
    HEART,
    PENDING,
    SPADE,
    STAR,
    START,
    SUE,
    Floor,
    choose,
    hand,
    light,
    mites,
)
from tests.core.progressive.test_meters import own_table
from tests.wording import reason_of

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import paytables
from longsuit.core.games.table import make_table
from longsuit.core.progressive.commands import ChooseSeat, CorrectMeter, OpenMeter
from longsuit.core.progressive.decide_meter import decide_meter
from longsuit.core.progressive.events import JackpotClaimed, MeterOpened
from longsuit.core.progressive.terms import Terms, meter_terms, table_terms
from longsuit.core.round.commands import SYSTEM, Actor, StartRound, same_person

FOUR, THREE = "4-card straight flush", "3-card straight flush"

# Seeds in dollars; main and reserve rates in hundredths of a percent, as version 7 prints them.
HIGH_CARD = {
    "PT-BJS-HCF-SF-07": {"main": (30_000, 2300, 500)},
    "PT-BJS-HCF-SF-08a": {"main": (5_000, 2000, 800)},
    "PT-BJS-HCF-SF-08b": {"main": (2_500, 2500, 0)},
    "PT-BJS-HCF-SF-09": {"main": (30_000, 2300, 500)},
    "PT-BJS-HCF-SF-E04": {"main": (5_000, 2700, 0)},
    "PT-BJS-HCF-SF-E05": {"main": (30_000, 2300, 500)},
    "PT-PRG-HCF-MLP-01": {"level-1": (50_000, 700, 300), "level-2": (5_000, 900, 600)},
    "PT-PRG-HCF-MLP-03": {"level-1": (10_000, 700, 300), "level-2": (5_000, 900, 600)},
    "PT-PRG-HCF-D01a": {"main": (50_000, 1000, 200)},
    "PT-PRG-HCF-D01b": {"main": (50_000, 1200, 300)},
    "PT-PRG-HCF-D02a": {"main": (10_000, 800, 400)},
    "PT-PRG-HCF-D02b": {"main": (10_000, 1100, 400)},
    "PT-PRG-HCF-D02c": {"main": (10_000, 700, 300)},
    "PT-PRG-HCF-D03": {"main": (2_000, 1000, 0)},
}

LEVELS = ("star", "spade", "heart", "diamond", "club")
FIVE_PAYS = "\n".join(
    f'"{hand}" = {{ meter = "{meter}" }}'
    for hand, meter in zip((STAR, SPADE, HEART, DIAMOND, "A-K-Q-J suited"), LEVELS, strict=True)
)
FIVE_METERS = "\n".join(
    f'{m} = {{ seed = {n}00, main = "1.0{n}%" }}' for n, m in enumerate(LEVELS, 1)
)
FIVE = own_table(FIVE_METERS, f'{FIVE_PAYS}\n"{FOUR}" = 100', wager="stax", base=5)
SIX = own_table(
    f'{FIVE_METERS}\nmoon = {{ seed = 50, main = "1%" }}',
    f'{FIVE_PAYS}\n"{FOUR}" = {{ meter = "moon" }}',
    wager="stax",
    base=5,
)


@pytest.mark.rule("PRG-10")
def test_stax_has_four_meters_on_one_wager() -> None:
    floor = Floor().open()
    seeds = {"star": "10000", "spade": "2500", "heart": "1000", "diamond": "500"}
    assert {name: floor.value(f"T1/{name}") for name in seeds} == {
        name: mites(seed) for name, seed in seeds.items()
    }
    floor.round(2, 4)
    added = {name: floor.value(f"T1/{name}") - mites(seed) for name, seed in seeds.items()}
    # 2% and three times 5% of 10 dollars.
    assert added == {"star": mites("0.20"), **dict.fromkeys(("spade", "heart", "diamond"), 500_000)}
    floor.start(1, 2, 3, 4, 5)
    hands = {5: STAR, 4: SPADE, 3: HEART, 2: DIAMOND}
    amounts = {seat: floor.claim(seat, hand) for seat, hand in hands.items()}
    assert amounts == {5: 10_000_20, 4: 2500_50, 3: 1000_50, 2: 500_50}


@pytest.mark.rule("PRG-10")
def test_a_stax_table_may_have_five_meters_each_hand_with_its_own() -> None:
    floor = Floor().open(paytables={"stax": FIVE})
    assert list(floor.house.meters) == [f"T1/{level}" for level in LEVELS]
    floor.round(1)
    # Of 5 dollars: 1.01% to 1.05%, so 5.05 to 5.25 cents.
    grown = [mites(f"{n}00") + mites(f"0.0{500 + 5 * n}") for n in range(1, 6)]
    assert [floor.value(f"T1/{level}") for level in LEVELS] == grown
    floor.start(7)
    assert floor.claim(7, "A-K-Q-J suited") == 500_05
    assert floor.value("T1/club") == mites("500.0025")
    assert [floor.value(f"T1/{level}") for level in LEVELS[:4]] == grown[:4]


@pytest.mark.rule("PRG-10")
def test_six_meters_are_one_too_many() -> None:
    with pytest.raises(InputError, match=r"^A progressive wager has up to 5 meters \(PRG-10\)\.$"):
        Floor().open(paytables={"stax": SIX})


@pytest.mark.rule("PRG-13")
def test_every_level_is_a_meter_of_its_own() -> None:
    floor = Floor().open("hcf", paytables={"progressive": "PT-PRG-HCF-MLP-01"})
    floor.round(1, 2)
    one, two = floor.meter("T1/level-1"), floor.meter("T1/level-2")
    assert (one.value, one.reserve) == (mites("50000.14"), mites("0.06"))
    assert (two.value, two.reserve) == (mites("5000.18"), mites("0.12"))
    floor.start(1, 2)
    assert floor.claim(2, SPADE) == 5000_18
    # The second level restarts, with the 12 cents of its own reserve; the first is untouched.
    assert floor.meter("T1/level-1") == one
    two = floor.meter("T1/level-2")
    assert (two.value, two.reserve, two.seeded) == (mites("5000"), 0, mites("9999.88"))
    assert floor.claim(1, STAR) == 50_000_14
    assert floor.meter("T1/level-1").reserve == 0


@pytest.mark.rule("PRG-13", "PRG-1")
@pytest.mark.parametrize("multiple", [1, 5])
@pytest.mark.parametrize("paytable", HIGH_CARD)
def test_seeds_scale_with_the_wager_and_rates_do_not(paytable: str, multiple: int) -> None:
    table = make_table("hcf", paytables={"progressive": paytable}, progressive_base=multiple * 1_00)
    found = {
        name: (terms.wager, terms.seed, terms.main, terms.reserve)
        for name, terms in table_terms(table).items()
    }
    assert found == {
        name: (multiple * 1_00, multiple * seed * 100, main, reserve)
        for name, (seed, main, reserve) in HIGH_CARD[paytable].items()
    }


NO_TERMS = "A meter needs a name and a wager, has no figure below 0, and must hit above its seed."


def test_every_progressive_in_the_box_is_in_that_list() -> None:
    boxed = {table.id for table in paytables("high-card-flush") if table.meters}
    assert boxed == set(HIGH_CARD)


@pytest.mark.rule("PRG-12", "PRG-14", "PRG-1", "PRG-6")
def test_a_wager_of_five_scales_seed_pays_and_envy() -> None:
    floor = Floor()
    settings: dict[str, Any] = {
        "paytables": {"progressive": "PT-BJS-HCF-SF-E04"},
        "progressive_base": 5_00,
    }
    floor.open("hcf", **settings)
    floor.start(1, 2, 3)
    # The seed is five times 5,000, a 4-card straight flush pays five times 40, envy five times 200.
    assert floor.claim(3, STAR) == 25_000_00
    assert floor.claim(2, FOUR) == 200_00
    floor.pay(3)
    floor.pay(2)
    floor.do(END)
    # A wager of 5 each; seat 1 has an envy pay, seat 2 that and its hand.
    assert floor.balance("player T1 seat 1") == mites("995")
    assert floor.balance("player T1 seat 2") == mites("1195")
    assert floor.balance("player T1 seat 3") == mites("24995")
    # 27% of three wagers of 5 dollars.
    assert floor.value("T1/main") == mites("25004.05")
    dynamic: dict[str, Any] = {
        "paytables": {"progressive": "PT-PRG-HCF-D03"},
        "progressive_base": 5_00,
    }
    floor.open("hcf", "T2", **dynamic)
    # Dynamic pays are told at the base wager: 30 dollars there are 150 here.
    floor.start(1, table="T2", dynamic={FOUR: 30_00})
    assert floor.claim(1, FOUR, table="T2") == 150_00


@pytest.mark.rule("PRG-12")
def test_on_a_dealt_table_too_the_wager_of_five_scales() -> None:
    floor = Floor()
    settings: dict[str, Any] = {
        "paytables": {"progressive": "PT-BJS-HCF-SF-E04"},
        "progressive_base": 5_00,
    }
    floor.open("hcf", live=False, **settings)
    wagers = {"ante": 10_00, "progressive": 5_00}
    floor.seat({1: wagers, 2: wagers})
    floor.do(START)
    hands = ("8h 7h 6h 5h 4h 3h 2h", "Jc Qd 3c 5d 7c 9d Ts", "Kc 9c 4d Ad Td 6c 2d")
    floor.deal(*hands, action="fold")
    # Both have folded; Bob's wager is lost, and he is paid 1,000 dollars for Ann's hand.
    assert floor.balance("player Bob") == mites("985")
    assert floor.claim(1, STAR) == 25_000_00
    floor.pay(1)
    floor.do(END)
    assert floor.balance("player Ann") == mites("24985")


@pytest.mark.rule("PRG-1")
def test_a_meter_is_opened_once_by_a_supervisor_and_by_name() -> None:
    terms = Terms(1_00, 100_00, 100, 0, ())
    asks = OpenMeter(by=SUE, meter="moon", terms=terms)
    assert decide_meter(None, asks) == (MeterOpened("moon", terms),)
    assert decide_meter(None, replace(asks, by=SYSTEM)) == (MeterOpened("moon", terms),)
    floor = Floor()
    floor.house.open_meter("moon", terms)
    moon = floor.meter("moon")
    for meter, command, sentence in (
        (None, replace(asks, by=DEE), "Only a supervisor may open a meter."),
        (moon, asks, "The meter moon is open already."),
        (
            None,
            replace(asks, meter=""),
            NO_TERMS,
        ),
    ):
        assert reason_of(decide_meter(meter, command)) == sentence
    with pytest.raises(InputError, match=r"^The meter moon is open already\.$"):
        floor.house.open_meter("moon", terms)


def test_a_table_without_a_progressive_has_no_meters() -> None:
    plain = make_table("hcf", without=("progressive",))
    assert table_terms(plain) == {}
    with pytest.raises(InputError, match=r"^The wager ante feeds no meters\.$"):
        meter_terms(plain.offers[0])
    with pytest.raises(InputError, match=r"^The wager flush-bonus feeds no meters\.$"):
        meter_terms(plain.offers[1])
    with pytest.raises(InputError, match=r"^There is a table T1 already\.$"):
        Floor().open().open()


# Tables that could not be run


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"meters": {"star": "x", "spade": "x"}}, "Two meters of a table are never the same meter"),
        ({"meters": {"diamond": ""}}, "A meter needs a name"),
        ({"without": ("stax",)}, "A live table needs a progressive wager"),
        ({"approval": -5}, "An approval amount is never negative"),
    ],
)
def test_a_table_that_could_not_be_run_changes_nothing(
    settings: dict[str, Any], sentence: str
) -> None:
    floor = Floor()
    with pytest.raises(InputError, match=sentence):
        floor.open(**settings)
    assert (floor.house.meters, floor.house.tables, floor.told) == ({}, {}, [])
    assert floor.house.ledger.balances == {}


def test_the_name_of_the_must_hit_meter_is_kept() -> None:
    table = own_table(
        'must-hit = { seed = 5, main = "1%" }', f'"{FOUR}" = {{ meter = "must-hit" }}'
    )
    with pytest.raises(InputError, match="must-hit is kept for the Must Hit meter"):
        Floor().open("hcf", paytables={"progressive": table})


@pytest.mark.rule("FL-11")
def test_a_dynamic_pay_is_whole_cents_at_a_live_table_too() -> None:
    floor = Floor().open("hcf", paytables={"progressive": "PT-PRG-HCF-D01a"})
    wild: Any = {"5-card straight flush": 7500.0}
    floor.do(light(1))
    told = floor.refused(StartRound(by=DEE, dynamic=wild))
    assert told == "Those are not dynamic pays that this table draws for a round."


def test_what_is_asked_of_a_meter_is_not_asked_of_a_table() -> None:
    floor = Floor().open(live=False)
    floor.house.open_round("T1", {})
    command = CorrectMeter(by=SUE, part="meter", amount=1, reason="x", second="Sam")
    assert floor.refused(command) == "That command does not belong here."


# Whole or not at all, and by name


def test_a_recorder_that_fails_leaves_the_house_as_it_was() -> None:
    floor = Floor().open()
    floor.start(5)
    floor.do(choose(5), hand(DIAMOND))
    before = floor.meter("T1/diamond"), floor.terminal(), dict(floor.house.ledger.balances)

    def fail(_stream: str, event: object) -> None:
        if isinstance(event, JackpotClaimed):
            raise OSError("no room")

    floor.house._record = fail
    with pytest.raises(OSError, match="no room"):
        floor.house.do("T1", PENDING)
    after = floor.meter("T1/diamond"), floor.terminal(), floor.house.ledger.balances
    assert after == before


@pytest.mark.rule("PRG-19")
def test_where_approval_is_asked_for_nobody_is_nameless() -> None:
    floor = Floor().open(approval=1_00)
    floor.start(5)
    nameless = ChooseSeat(by=Actor("supervisor"), seat=5)
    assert floor.refused(nameless) == "Sign in with your own name to use this terminal."


@pytest.mark.rule("PRG-8", "PRG-19")
@pytest.mark.parametrize("other", ["sue", " Sue  ", "Sue\u200b", "SUE", "Ｓue"])
def test_a_name_is_the_same_however_it_is_typed(other: str) -> None:
    assert same_person("Sue", other)
    assert not same_person("Sue", f"{other} Ann")
