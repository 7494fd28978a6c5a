"""Meters to the last mite: contributions, awards, seeds, voids and corrections, by hand."""

from typing import Literal

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import (
    CANCEL,
    DIAMOND,
    END,
    HEART,
    SPADE,
    STAR,
    START,
    SUE,
    Floor,
    mites,
    names,
)
from tests.wording import reason_of

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import parse_boxed
from longsuit.core.paytable import PayTable
from longsuit.core.progressive import events
from longsuit.core.progressive.commands import CorrectMeter
from longsuit.core.progressive.evolve import replay_meter
from longsuit.core.round.commands import DEALER, SYSTEM


def own_table(
    meters: str, pays: str, wager: str = "progressive", base: int = 1, dynamic: str = ""
) -> PayTable:
    """A paytable of the test's own, as TOML."""
    game = "high-card-flush" if wager == "progressive" else "chase-the-flush"
    text = f"""
[[paytable]]
id = "The test's own"
game = "{game}"
wager = "{wager}"
basis = "for 1"
base = {base}
{dynamic}
[paytable.pays]
{pays}
[paytable.meters]
{meters}
"""
    return parse_boxed(text, "own.toml")[0]


# A seed of 100, and of each dollar 3.33 cents to the meter and 1.01 to the reserve.
SMALL = own_table(
    'main = { seed = 100, main = "3.33%", reserve = "1.01%" }',
    f'"{STAR}" = {{ meter = "main" }}\n"{SPADE}" = {{ meter = "main", share = "10%" }}',
)


def small(seed: int = 100_00, reserve: str = "0") -> Floor:
    """A live table with that meter; the reserve may hold something to begin with."""
    meters = (replace(SMALL.meters[0], seed=seed),)
    table = replace(SMALL, meters=meters)
    floor = Floor().open("hcf", paytables={"progressive": table})
    if mites(reserve):
        correct(floor, mites(reserve), "reserve")
    return floor


Part = Literal["meter", "reserve"]


def correction(amount: int, part: Part = "meter") -> CorrectMeter:
    return CorrectMeter(by=SUE, part=part, amount=amount, reason="counted", second="Sam")


def correct(floor: Floor, amount: int, part: Part = "meter") -> None:
    assert floor.house.correct("T1/main", correction(amount, part)) is None
    floor.check_books()


# Contributions


@pytest.mark.rule("PRG-1")
def test_a_meter_starts_at_its_seed_and_keeps_what_is_below_a_cent() -> None:
    floor = small()
    assert floor.value("T1/main") == mites("100")
    floor.round(1)
    assert floor.value("T1/main") == mites("100.0333")
    assert floor.meter("T1/main").reserve == mites("0.0101")
    floor.round(1, 2, 3)
    assert floor.value("T1/main") == mites("100.1332")
    assert floor.meter("T1/main").reserve == mites("0.0404")
    # A sign shows the whole cents; a hundred wagers later nothing has been rounded away.
    assert floor.meter("T1/main").shown == 100_13
    for _ in range(16):
        floor.round(1, 2, 3, 4, 5, 6)
    assert floor.value("T1/main") == mites("103.33")
    assert floor.meter("T1/main").reserve == mites("1.01")


@pytest.mark.rule("PRG-1")
def test_a_rate_is_exact_to_a_hundredth_of_a_percent() -> None:
    table = own_table('main = { seed = 1, main = "0.01%" }', f'"{STAR}" = {{ meter = "main" }}')
    floor = Floor().open("hcf", paytables={"progressive": table})
    floor.round(6)
    # A ten-thousandth of a dollar: a hundredth of a cent.
    assert floor.value("T1/main") - mites("1") == mites("0.0001")
    settings = table.meters[0]
    finer = replace(table, meters=(replace(settings, main=settings.main / 2),))
    with pytest.raises(InputError, match=r"^The rate 1/20000 is not from 0% to 100%"):
        Floor().open("hcf", paytables={"progressive": finer})


@pytest.mark.rule("PRG-2", "TBL-1")
def test_contributions_come_at_end_round_and_once() -> None:
    floor = Floor().open()
    for count, seats in enumerate(((1, 2), (3,), (5, 6, 7)), 1):
        before = floor.value("T1/star")
        floor.start(*seats)
        assert floor.value("T1/star") == before
        assert floor.refused(START) == "The round has started already."
        ended = floor.do(END)
        # 2% of 5 dollars is 10 cents a wager.
        added = events.Contributed("T1", count, len(seats), mites("0.10") * len(seats), 0)
        assert ended[0] == added
        assert floor.value("T1/star") == before + mites("0.10") * len(seats)
        floor.refused(END)
    assert names(floor.stream("meter T1/star")).count("Contributed") == 3


@pytest.mark.rule("PRG-2")
def test_a_cancelled_round_adds_nothing() -> None:
    floor = small()
    floor.start(1, 2)
    floor.do(CANCEL)
    assert floor.value("T1/main") == mites("100")
    assert floor.balance("tray T1") == 0
    # The lights stay on for the round that follows, and that one counts.
    floor.start()
    floor.do(END)
    assert floor.value("T1/main") == mites("100.0666")


@pytest.mark.rule("PRG-2")
def test_a_jackpot_is_paid_from_the_meter_as_the_round_found_it() -> None:
    floor = Floor().open()
    floor.round(1, 2, 3)
    floor.start(1, 2, 3)
    # 500 and three times 25 cents, from the round before alone.
    assert floor.claim(2, DIAMOND) == 500_75
    floor.pay(2)
    floor.do(END)
    assert floor.value("T1/diamond") == mites("500.75")


# Awards and seeds


@pytest.mark.rule("PRG-3")
@pytest.mark.parametrize(
    ("reserve", "from_reserve", "from_house"),
    [
        ("0", "0", "100"),
        ("40.5005", "40.5005", "59.4995"),
        ("100", "100", "0"),
        ("250", "100", "0"),
    ],
    ids=["none", "partly", "wholly", "more than enough"],
)
def test_the_seed_comes_from_the_reserve_and_then_the_house(
    reserve: str, from_reserve: str, from_house: str
) -> None:
    floor = small(reserve=reserve)
    correct(floor, mites("0.0077"))
    house = floor.balance("house")
    floor.start(4)
    assert floor.claim(4, STAR) == 100_00
    meter = floor.meter("T1/main")
    # The fraction of a cent stays, and the meter restarts at its seed.
    assert meter.value == mites("100.0077")
    assert meter.reserve == mites(reserve) - mites(from_reserve)
    assert floor.balance("house") == house - mites(from_house)
    assert floor.balance("pending T1/main") == mites("100")
    floor.pay(4)
    assert floor.balance("pending T1/main") == 0
    assert floor.meter("T1/main").awarded == mites("100")


@pytest.mark.rule("PRG-4")
def test_a_tenth_is_taken_to_the_cent_and_the_rest_stays() -> None:
    floor = small(reserve="40")
    correct(floor, mites("23.4567"))
    floor.start(1, 2, 3)
    # A tenth of 123.4567 is 12.34567.
    assert floor.claim(3, SPADE) == 12_34
    assert floor.value("T1/main") == mites("111.1167")
    # A tenth of 111.1167 is 11.11167; the next takes what is left, and only then comes a seed.
    assert floor.claim(2, SPADE) == 11_11
    assert floor.claim(1, STAR) == 100_00
    assert floor.value("T1/main") == mites("100.0067")
    assert floor.meter("T1/main").reserve == 0
    for seat in (3, 2, 1):
        floor.pay(seat)
    assert floor.meter("T1/main").awarded == mites("123.45")


@pytest.mark.rule("PRG-5")
def test_the_second_winner_of_a_round_gets_the_seed() -> None:
    floor = Floor().open()
    floor.round(1, 2, 3)
    floor.start(2, 5)
    assert (floor.claim(5, HEART), floor.claim(2, HEART)) == (1000_75, 1000_00)
    locked = [e for e in floor.stream("meter T1/heart") if isinstance(e, events.AwardLocked)]
    assert [(e.claim, e.seat, e.amount) for e in locked] == [
        (events.Claim("T1", 2, 1), 5, 1000_75),
        (events.Claim("T1", 2, 2), 2, 1000_00),
    ]


# Voids


@pytest.mark.rule("PRG-17", "PRG-3")
@pytest.mark.parametrize("reserve", ["0", "40.5005", "250"])
@pytest.mark.parametrize(("hand", "amount"), [(STAR, 123_45), (SPADE, 12_34)])
def test_a_void_puts_everything_back(reserve: str, hand: str, amount: int) -> None:
    floor = small(reserve=reserve)
    correct(floor, mites("23.4567"))
    before, books = floor.meter("T1/main"), dict(floor.house.ledger.balances)
    floor.start(1)
    assert floor.claim(1, hand) == amount
    floor.void(1)
    after = floor.meter("T1/main")
    assert replace(after, cycle=before.cycle) == before
    assert {a: sum_ for a, sum_ in floor.house.ledger.balances.items() if sum_} == books
    voided = floor.stream("meter T1/main")[-1]
    assert (voided.reason, voided.by, voided.amount) == ("misread", "Dee", amount)


@pytest.mark.rule("PRG-17", "PRG-9")
def test_a_void_leaves_what_other_tables_added_meanwhile() -> None:
    floor = small(reserve="40")
    floor.open("hcf", "T2", meters={"main": "T1/main"}, paytables={"progressive": SMALL})
    floor.start(1)
    assert floor.claim(1, STAR) == 100_00
    floor.round(1, 2, table="T2")
    floor.void(1)
    assert floor.value("T1/main") == mites("100.0666")
    assert floor.meter("T1/main").reserve == mites("40.0202")
    assert floor.meter("T1/main").seeded == mites("100")


@pytest.mark.rule("PRG-17", "PRG-9")
@pytest.mark.parametrize(
    ("hand", "amount", "left"), [(STAR, 100_06, "0.0066"), (SPADE, 10_00, "0")]
)
def test_a_void_after_another_table_has_won(hand: str, amount: int, left: str) -> None:
    floor = small(reserve="40")
    floor.open("hcf", "T2", meters={"main": "T1/main"}, paytables={"progressive": SMALL})
    floor.start(1)
    assert floor.claim(1, STAR) == 100_00
    floor.round(1, 2, table="T2")
    floor.start(3, table="T2")
    assert floor.claim(3, hand, table="T2") == amount
    floor.pay(3, table="T2")
    floor.void(1)
    meter = floor.meter("T1/main")
    if hand == STAR:
        # T2 took the seed that T1's claim had brought, and a second one came, 0.0202 of it from
        # the reserve; the first goes back as it came: 40 to the reserve and 60 to the house.
        assert meter.value == mites("100") + mites(left)
        assert meter.reserve == mites("40")
        assert meter.seeded == mites("100") + mites("99.9798")
    else:
        # T2 took a tenth of 100.0666; the rest and T1's 100 are there, less the seed of 100.
        assert meter.value == mites("90.0666")
        assert meter.reserve == mites("40.0202")
        assert meter.seeded == mites("100")
    assert meter.awarded == amount * 10_000
    assert floor.balance("pending T1/main") == 0


@pytest.mark.rule("PRG-17", "PRG-7")
def test_a_void_gives_back_no_more_than_is_there() -> None:
    floor = small(reserve="40")
    correct(floor, mites("-99"))
    floor.start(1)
    assert floor.claim(1, STAR) == 1_00
    correct(floor, mites("-70"))
    # 30 in the meter and 1 pending: the reserve is owed 40, so it gets 31 and the house nothing.
    floor.void(1)
    meter = floor.meter("T1/main")
    assert (meter.value, meter.reserve) == (0, mites("31"))


# Corrections


@pytest.mark.rule("PRG-8")
def test_a_correction_names_two_people_and_a_reason() -> None:
    floor = small(reserve="40")
    correct(floor, mites("-12.3456"))
    correct(floor, mites("0.0001"), "reserve")
    meter = floor.meter("T1/main")
    assert (meter.value, meter.reserve) == (mites("87.6544"), mites("40.0001"))
    assert meter.corrected == mites("27.6545")
    last = events.MeterCorrected("meter", mites("-12.3456"), "counted", "Sue", "Sam")
    assert last in floor.stream("meter T1/main")


MITES_OF = "A correction is a whole number of mites, not 0, of the meter or its reserve."


@pytest.mark.rule("PRG-8")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"by": DEALER}, "Only a supervisor may correct a meter."),
        ({"by": SYSTEM}, "Only a supervisor may correct a meter."),
        ({"by": replace(SUE, name="")}, "Only a supervisor may correct a meter."),
        ({"second": "Sue"}, "A second member of the staff has to confirm this."),
        ({"second": " sue "}, "A second member of the staff has to confirm this."),
        ({"second": "  "}, "A second member of the staff has to confirm this."),
        ({"reason": ""}, "Give a reason."),
        ({"reason": " \t"}, "Give a reason."),
        (
            {"part": "tray"},
            MITES_OF,
        ),
        (
            {"amount": 0},
            MITES_OF,
        ),
        (
            {"amount": 1.5},
            MITES_OF,
        ),
        ({"amount": mites("-100.0001")}, "The meter has only $100.00."),
        ({"amount": -1, "part": "reserve"}, "The reserve has only $0.00."),
    ],
)
def test_a_correction_that_is_refused(change: dict[str, object], sentence: str) -> None:
    floor = small()
    before, told = floor.meter("T1/main"), len(floor.told)
    asks = replace(correction(mites("-5")), **change)
    assert reason_of(floor.house.correct("T1/main", asks)) == sentence
    assert (floor.meter("T1/main"), len(floor.told)) == (before, told)


@pytest.mark.rule("PRG-8", "PRG-7")
def test_only_awards_and_corrections_lower_a_meter() -> None:
    floor = small(reserve="40")
    correct(floor, mites("23"))
    correct(floor, mites("-12.3456"))
    floor.round(1, 2)
    floor.start(1, 2)
    floor.claim(2, STAR)
    floor.void(2)
    floor.claim(2, SPADE)
    floor.pay(2)
    floor.do(END)
    history = floor.stream("meter T1/main")
    lowered = set()
    for at in range(2, len(history) + 1):
        if replay_meter(history[:at]).value < replay_meter(history[: at - 1]).value:
            lowered.add(type(history[at - 1]).__name__)
    assert lowered == {"MeterCorrected", "AwardLocked"}


@pytest.mark.rule("PRG-7")
def test_what_came_in_is_there_or_was_awarded_at_every_event() -> None:
    floor = small(reserve="40.0055")
    floor.round(1, 2)
    floor.start(1, 2, 3)
    floor.claim(3, SPADE)
    floor.claim(2, STAR)
    floor.void(2)
    floor.pay(3)
    floor.claim(1, STAR)
    floor.pay(1)
    floor.do(END)
    history = floor.stream("meter T1/main")
    for at in range(1, len(history) + 1):
        meter = replay_meter(history[:at])
        # Each sum is taken from the events here, not from the meter's own totals.
        past = history[:at]
        came = mites("100") + sum(e.amount for e in past if isinstance(e, events.MeterCorrected))
        came += sum(e.main + e.reserve for e in past if isinstance(e, events.Contributed))
        came += sum(e.from_house for e in past if isinstance(e, events.AwardLocked))
        came -= sum(e.to_house for e in past if isinstance(e, events.AwardVoided))
        locked = {e.claim: e.amount for e in past if isinstance(e, events.AwardLocked)}
        back = [e.claim for e in past if isinstance(e, events.AwardVoided)]
        awarded = sum(amount for claim, amount in locked.items() if claim not in back)
        assert came == meter.value + meter.reserve + awarded * 10_000, names(past)
        assert meter.off_by == 0
    assert names(history)[-1] == "Contributed"
