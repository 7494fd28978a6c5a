"""Links: one meter and many tables, who may share it, and what happens while one has a winner."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import (
    DEE,
    DIAMOND,
    END,
    OK,
    PAY,
    SPADE,
    STAR,
    START,
    SUE,
    VOID,
    Floor,
    agree,
    choose,
    hand,
    light,
    mites,
)
from tests.core.progressive.test_meters import own_table
from tests.wording import reason_of

from longsuit.core.errors import InputError
from longsuit.core.games.table import make_table
from longsuit.core.paytable import PayTable
from longsuit.core.progressive import events
from longsuit.core.progressive.commands import JoinMeter, LeaveMeter
from longsuit.core.progressive.decide_meter import decide_meter
from longsuit.core.progressive.terms import MustHit, Terms, Win, cannot_share, table_terms
from longsuit.core.progressive.view import sign
from longsuit.core.refusals import Code, refuse
from longsuit.core.round.commands import SYSTEM

SF = "PT-BJS-HCF-SF-"


def terms_of(paytable: str | PayTable, meter: str = "main", base: int | None = None) -> Terms:
    table = make_table("hcf", paytables={"progressive": paytable}, progressive_base=base)
    return table_terms(table)[meter]


def stax(meter: str, must_hit: MustHit | None = None) -> Terms:
    return table_terms(make_table("ctf"), must_hit)[meter]


def open_two(game: str = "hcf", **settings: Any) -> Floor:
    """Tables T1 and T2 on one set of meters, those that T1 has opened."""
    floor = Floor().open(game, "T1", **settings)
    links = {name: f"T1/{name}" for name in floor.house.meters_of("T1")}
    return floor.open(game, "T2", meters=links, **settings)


# Who may share


# With the seven-card hand on a line of its own the meter's hand, though it has one name, is rarer.
TWO_LINES = own_table(
    'main = { seed = 100, main = "1%" }', f'"{STAR}" = 500\n"{SPADE}" = {{ meter = "main" }}'
)
FLAT = own_table("", f'"{STAR}" = 500')
ONE_LINE = own_table('main = { seed = 100, main = "1%" }', f'"{SPADE}" = {{ meter = "main" }}')


@pytest.mark.rule("PRG-9")
@pytest.mark.parametrize(
    ("meter", "table", "sentence"),
    [
        (
            terms_of(f"{SF}08a"),
            terms_of(f"{SF}08b"),
            "it takes 20.00% + 8.00% of each wager, and T2 25.00%.",
        ),
        (
            terms_of(f"{SF}08b"),
            terms_of(f"{SF}E04"),
            "it takes 25.00% of each wager, and T2 27.00%.",
        ),
        (
            terms_of(f"{SF}07"),
            terms_of(f"{SF}08a"),
            f"it pays 10% for {SPADE}, and T2 100% for {SPADE}.",
        ),
        (
            terms_of(f"{SF}09"),
            terms_of(f"{SF}07"),
            f"it pays 100% for {STAR} or {SPADE}, ace high, and T2 100% for {STAR}.",
        ),
        (
            terms_of(f"{SF}08a"),
            terms_of(f"{SF}08a", base=5_00),
            "its wager is $1.00, and that of T2 is $5.00.",
        ),
        (
            stax("star"),
            terms_of(f"{SF}07"),
            "its wager is $5.00, and that of T2 is $1.00.",
        ),
        (
            stax("star"),
            stax("spade"),
            f"it pays 100% for {STAR}, and T2 100% for {SPADE}.",
        ),
        (
            terms_of("PT-PRG-HCF-MLP-01", "level-1"),
            terms_of(f"{SF}07"),
            "other hands win it.",
        ),
        (
            terms_of("PT-PRG-HCF-D02c"),
            terms_of("PT-PRG-HCF-MLP-03", "level-1"),
            None,
        ),
        (
            terms_of(f"{SF}08a"),
            replace(terms_of(f"{SF}08a"), seed=4_999_00),
            "its seed is $5,000.00, and that of T2 is $4,999.00.",
        ),
        (
            stax("must-hit", MustHit()),
            stax("star"),
            "a Must Hit meter and a meter that hands win are never the same.",
        ),
        (
            stax("star"),
            stax("must-hit", MustHit()),
            "a Must Hit meter and a meter that hands win are never the same.",
        ),
        (
            stax("must-hit", MustHit()),
            stax("must-hit", MustHit(by=1_500_00)),
            "its must-hit-by amount is $1,000.00, and that of T2 is $1,500.00.",
        ),
        (
            stax("must-hit", MustHit()),
            stax("must-hit", MustHit(rate=Fraction(1, 50))),
            "it takes 3.00% of each wager, and T2 2.00%.",
        ),
        (stax("must-hit", MustHit()), stax("must-hit", MustHit()), None),
    ],
)
def test_why_a_table_may_not_share_a_meter(
    meter: Terms, table: Terms, sentence: str | None
) -> None:
    no = cannot_share("M", meter, "T2", table)
    told = f"T2 cannot share the meter M: {sentence}" if sentence else ""
    assert reason_of(no) == told


@pytest.mark.rule("PRG-9")
def test_the_same_name_of_a_hand_is_not_the_same_chance() -> None:
    # Of 133,784,560 hands 32 are a 7-card straight flush: eight runs in each of four suits. Of 6
    # cards there are 9 runs a suit. The two at the ends (ace low and ace high) leave 52 - 6 - 1
    # cards that do not make it seven, the others 52 - 6 - 2: 2 x 45 + 7 x 44 = 398, times four.
    meter, table = terms_of(TWO_LINES), terms_of(ONE_LINE)
    assert meter.wins == (Win(SPADE, Fraction(1), Fraction(4 * 398, 133_784_560)),)
    assert table.wins == (Win(SPADE, Fraction(1), Fraction(4 * 398 + 32, 133_784_560)),)
    assert reason_of(cannot_share("M", meter, "T2", table)) == (
        f"T2 cannot share the meter M: the chance of {SPADE} is {Fraction(1592, 133784560)} for "
        f"the meter, and {Fraction(1624, 133784560)} at T2."
    )


@pytest.mark.rule("PRG-9")
def test_equal_wagers_may_share_and_envy_or_fixed_pays_do_not_matter() -> None:
    # The same hands, rates and seed as E04, but other fixed pays and no envy.
    plain = own_table(
        'main = { seed = 5000, main = "27%" }',
        f'"{STAR}" = {{ meter = "main" }}\n"{SPADE}" = {{ meter = "main" }}\n"{DIAMOND}" = 100',
    )
    floor = Floor().open("hcf", paytables={"progressive": f"{SF}E04"})
    floor.open("hcf", "T2", meters={"main": "T1/main"}, paytables={"progressive": plain})
    assert floor.meter("T1/main").tables == {"T1", "T2"}
    floor.round(1, 2, table="T1")
    floor.round(3, table="T2")
    # 27 cents of each of three wagers.
    assert floor.value("T1/main") == mites("5000.81")
    assert list(floor.house.meters) == ["T1/main"]


@pytest.mark.rule("PRG-9")
@pytest.mark.parametrize(
    ("other", "links", "sentence"),
    [
        (
            ("hcf", f"{SF}08b"),
            {"main": "T1/main"},
            "T2 cannot share the meter T1/main: it takes 20.00% + 8.00% of each wager, and "
            "T2 25.00%.",
        ),
        (
            ("ctf", None),
            {"star": "T1/main"},
            "T2 cannot share the meter T1/main: its wager is $1.00, and that of T2 is $5.00.",
        ),
        (("hcf", f"{SF}08a"), {"star": "T1/main"}, "T2 has no meter 'star' to link."),
        (("hcf", FLAT), {"main": "T1/main"}, "T2 has no meter 'main' to link."),
    ],
)
def test_a_table_that_does_not_match_is_not_opened(
    other: tuple[str, str | PayTable | None], links: dict[str, str], sentence: str
) -> None:
    floor = Floor().open("hcf", paytables={"progressive": f"{SF}08a"})
    before, told = dict(floor.house.meters), len(floor.told)
    game, paytable = other
    settings: dict[str, Any] = {"paytables": {"progressive": paytable}} if paytable else {}
    with pytest.raises(InputError) as refusal:
        floor.open(game, "T2", meters=links, **settings)
    assert str(refusal.value) == sentence
    # Nothing was opened on the way.
    assert (floor.house.meters, list(floor.house.tables)) == (before, ["T1"])
    assert len(floor.told) == told


@pytest.mark.rule("PRG-9")
def test_joining_and_leaving_is_a_supervisors_word() -> None:
    floor = open_two(paytables={"progressive": f"{SF}08a"})
    meter = floor.meter("T1/main")
    join = JoinMeter(by=SUE, table="T3", terms=meter.terms)
    leave = LeaveMeter(by=SUE, table="T2")
    assert decide_meter(meter, join) == (events.TableJoined("T3"),)
    assert decide_meter(meter, replace(join, by=SYSTEM)) == (events.TableJoined("T3"),)
    assert decide_meter(meter, leave) == (events.TableLeft("T2"),)
    cases: list[tuple[Any, Any, str]] = [
        (meter, replace(join, by=DEE), "Only a supervisor may link a table to a meter."),
        (meter, replace(join, table="T2"), "T2 shares the meter T1/main already."),
        (meter, replace(leave, by=DEE), "Only a supervisor may take a table off a link."),
        (meter, replace(leave, table="T3"), "The meter T1/main is not linked to T3."),
        (None, join, "There is no such meter."),
        (None, leave, "There is no such meter."),
    ]
    for found, command, sentence in cases:
        assert reason_of(decide_meter(found, command)) == sentence


@pytest.mark.rule("PRG-9")
def test_a_table_with_a_jackpot_pending_does_not_leave() -> None:
    floor = open_two(paytables={"progressive": f"{SF}08a"})
    floor.start(1, table="T2")
    floor.claim(1, STAR, table="T2")
    leave = LeaveMeter(by=SUE, table="T2")
    pending = refuse(Code.METER_PENDING, table="T2", meter="T1/main")
    assert decide_meter(floor.meter("T1/main"), leave) == pending
    # The other table is free to go, and T2 too once its jackpot is paid.
    assert decide_meter(floor.meter("T1/main"), replace(leave, table="T1")) == (
        events.TableLeft("T1"),
    )
    floor.pay(1, table="T2")
    floor.do(END, table="T2")
    assert decide_meter(floor.meter("T1/main"), leave) == (events.TableLeft("T2"),)
    floor.house.record_meter("T1/main", events.TableLeft("T2"))
    assert floor.meter("T1/main").tables == {"T1"}
    floor.do(light(1), table="T2")
    assert floor.refused(START, table="T2") == "The meter main is not linked to T2."
    floor.round(1, table="T1")


# Playing on


@pytest.mark.rule("PRG-9", "PRG-17")
def test_the_other_tables_play_on_while_a_jackpot_is_pending() -> None:
    floor = open_two("ctf")
    floor.round(1, 2, table="T1")
    floor.start(6, table="T1")
    assert floor.claim(6, DIAMOND, table="T1") == 500_50
    # T2 sees the meter restarted, plays a round and wins it from its seed and that round.
    assert sign(floor.house.meters_of("T2"))[3].value == 500_00
    floor.round(1, 2, 3, table="T2")
    floor.start(4, table="T2")
    assert floor.claim(4, DIAMOND, table="T2") == 500_75
    floor.pay(4, table="T2")
    floor.do(END, table="T2")
    assert floor.balance("pending T1/diamond") == mites("500.50")
    # T1's amount was locked all the while.
    floor.do(choose(6), PAY)
    assert floor.refused(agree(500_75)) == "The terminal shows $500.50: agree to that sum."
    floor.do(agree(500_50), OK, END)
    assert floor.balance("player T1 seat 6") == mites("495.50")
    assert floor.balance("player T2 seat 4") == mites("495.75")
    # Since T2's jackpot: one wager at T2 and one at T1.
    assert floor.value("T1/diamond") == mites("500.50")


@pytest.mark.rule("PRG-9", "PRG-5")
def test_seats_of_two_tables_are_not_in_one_order() -> None:
    floor = open_two("ctf")
    floor.start(2, table="T1")
    floor.start(5, table="T2")
    floor.claim(2, STAR, table="T1")
    # Right to left is for the seats of one table; a link goes by who comes first.
    floor.do(choose(5), hand(STAR), table="T2")
    assert floor.claim(5, STAR, table="T2") == 10_000_00
    floor.do(choose(2), VOID, table="T1")
    floor.pay(5, table="T2")
    assert floor.value("T1/star") == mites("10000")


@pytest.mark.rule("PRG-9", "PRG-2")
def test_each_table_counts_its_own_rounds() -> None:
    floor = open_two("ctf")
    floor.start(1, 2, table="T1")
    floor.start(3, table="T2")
    floor.do(END, table="T2")
    floor.do(END, table="T1")
    added = [e for e in floor.stream("meter T1/heart") if isinstance(e, events.Contributed)]
    assert added == [
        events.Contributed("T2", 1, 1, mites("0.25"), 0),
        events.Contributed("T1", 1, 2, mites("0.50"), 0),
    ]
    assert (floor.balance("tray T1"), floor.balance("tray T2")) == (mites("10"), mites("5"))


@pytest.mark.rule("PRG-9", "PRG-10")
def test_tables_share_every_level_of_a_link() -> None:
    """What one table adds to each level, another wins with that level's hand."""
    floor = Floor().open()
    floor.open(table="T2", meters=floor.house.tables["T1"].setup.meters)
    floor.round(1, 2, table="T1")
    floor.start(3, 5, table="T2")
    # Of two wagers of 5 dollars: 2% to the star, 5% to the diamond.
    assert floor.claim(5, STAR, table="T2") == 10_000_20
    assert floor.claim(3, DIAMOND, table="T2") == 500_50


@pytest.mark.rule("PRG-9", "TBL-6")
def test_a_live_and_a_dealt_table_may_share() -> None:
    floor = Floor().open("hcf", paytables={"progressive": f"{SF}08a"})
    floor.open(
        *("hcf", "T2"),
        live=False,
        meters={"main": "T1/main"},
        paytables={"progressive": f"{SF}08a"},
    )
    floor.round(1, 2, 3, table="T1")
    floor.seat({1: {"ante": 10_00, "progressive": 1_00}}, table="T2")
    floor.do(START, table="T2")
    cards = ("8h 7h 6h 5h 4h 3h 2h", "Kc 9c 4d Ad Td 6c 2d")
    floor.deal(*cards, action="raise_3x", table="T2")
    assert floor.claim(1, STAR, table="T2") == 5000_60
    floor.pay(1, table="T2")
    floor.do(END, table="T2")
    assert floor.meter("T1/main").reserve == mites("0.08")
