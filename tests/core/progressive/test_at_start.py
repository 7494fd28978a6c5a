"""Wagers that add to their meters at START ROUND, where a house's approved controls say so (PRG-2).

The default is END ROUND, as the documents have it: the other tests are of that.
"""

import random
from typing import Any

import pytest
from tests.core.progressive.floor import (
    CANCEL,
    DEE,
    END,
    STAR,
    START,
    SUE,
    Floor,
    mites,
    names,
)

from longsuit.core.errors import InputError
from longsuit.core.games.table import make_table
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.events import AwardLocked, ContributionReturned
from longsuit.core.progressive.evolve import evolve_meter
from longsuit.core.progressive.meter import Meter, contribution, give_back
from longsuit.core.progressive.statement import statement
from longsuit.core.progressive.terms import MustHit, Terms

pytestmark = pytest.mark.rule("PRG-2")
LINKS = {name: f"link/{name}" for name in ("star", "spade", "heart", "diamond")}


@pytest.fixture
def floor() -> Floor:
    """A live table and a dealt one that share their meters, which wagers add to at START ROUND."""
    floor = Floor()
    for name, live in (("T1", True), ("T2", False)):
        made = make_table("ctf")
        floor.house.open_table(name, made, meters=LINKS, live=live, approval=0, at_start=True)
    return floor


def test_start_round_adds_and_end_round_adds_nothing(floor: Floor) -> None:
    seed = floor.value("link/star")
    happened = floor.start(1, 3)
    assert names(happened)[-5:] == ["WagersRegistered", *["Contributed"] * 4]
    assert floor.value("link/star") == seed + mites("0.20")
    assert names(floor.do(END)) == ["WagersCollected", "TerminalCleared"]
    assert floor.value("link/star") == seed + mites("0.20")


def test_a_jackpot_has_what_its_own_round_added(floor: Floor) -> None:
    floor.start(1, 3)
    assert floor.claim(3, STAR) == 10_000_20
    floor.void(3)
    assert floor.value("link/star") == mites("10000.20")
    assert floor.claim(3, STAR) == 10_000_20
    floor.pay(3)
    floor.do(END)
    assert floor.value("link/star") == mites("10000.00")


def test_a_cancelled_round_has_added_nothing(floor: Floor) -> None:
    before = {name: (meter.value, meter.reserve) for name, meter in floor.house.meters.items()}
    floor.start(1, 2, 3)
    floor.do(CANCEL)
    after = {name: (meter.value, meter.reserve) for name, meter in floor.house.meters.items()}
    assert after == before
    assert all(meter.contributed == 0 for meter in floor.house.meters.values())
    told = statement(floor.stream("meter link/star"))
    assert told.total("contributions") == told.unexplained == 0
    assert told.changes[-1].why == "given back, T1 round 1 was cancelled"


def test_a_dealt_table_adds_and_gives_back(floor: Floor) -> None:
    seed = floor.value("link/star")
    floor.seat({1: {"ante": 5_00, "xtra": 5_00, "stax": 5_00}}, table="T2")
    happened = floor.do(START, table="T2")
    assert names(happened)[-5:] == ["WagersRegistered", *["Contributed"] * 4]
    assert floor.value("link/star") == seed + mites("0.10")
    floor.do(CANCEL, table="T2")
    assert floor.value("link/star") == seed
    # Before START ROUND there is nothing to give back.
    floor.seat({1: {"ante": 5_00, "xtra": 5_00, "stax": 5_00}}, table="T2")
    assert names(floor.do(CANCEL, table="T2")) == ["RoundCancelled"]


def test_who_won_meanwhile_keeps_it_and_the_meter_keeps_its_seed(floor: Floor) -> None:
    """T1's round is cancelled after T2's link was won: the house bears what the winner has."""
    made = make_table("ctf")
    floor.house.open_table("T3", made, meters=LINKS, live=True, approval=0, at_start=True)
    floor.start(1, 2)
    floor.start(5, table="T3")
    assert floor.claim(5, STAR, table="T3") == 10_000_30
    floor.pay(5, table="T3")
    assert floor.value("link/star") == mites("10000")
    happened = floor.do(CANCEL)
    back = [one for one in happened if isinstance(one, ContributionReturned)]
    assert next(one.main for one in back) == 0
    assert floor.value("link/star") == mites("10000")
    assert floor.meter("link/star").contributed == mites("0.30")
    assert floor.meter("link/spade").contributed > 0
    floor.do(END, table="T3")


def test_a_late_claim_takes_what_its_round_added(floor: Floor) -> None:
    floor.round(1, 2)
    floor.start(4)
    floor.do(CANCEL)
    late = asked.ClaimLate(by=DEE, seat=2, hand=STAR, reason="seen on camera", supervisor=SUE.name)
    happened = floor.do(late)
    locked = next(one for one in happened if isinstance(one, AwardLocked))
    assert locked.amount == 10_000_20


def test_above_a_maximum_the_overflow_comes_out_first() -> None:
    terms = Terms(5_00, 100_00, 200, 100, (), at_start=True)
    told = contribution(Meter("m", terms), "T1", 1, 1)
    full: dict[str, Any] = {
        "value": mites("100.05"),
        "limit": 100_05,
        "contributed": mites("100.05") + told.main,
    }
    kept: dict[str, Any] = {
        "overflow": told.main,
        "reserve": told.reserve,
        "reserved": told.reserve,
    }
    gathered = Meter("m", terms, **full, **kept)
    assert gathered.off_by == 0
    back = give_back(gathered, "T1", 1, 1)
    assert (back.main, back.overflow, back.reserve) == (0, told.main, told.reserve)
    after = evolve_meter(gathered, back)
    assert (after.value, after.overflow, after.reserve) == (mites("100.05"), 0, 0)
    assert after.off_by == 0


def test_nothing_is_lost_whatever_happens_between_start_and_cancel() -> None:
    rng = random.Random(15)
    for _ in range(2_000):
        terms = Terms(5_00, 100_00, rng.randrange(0, 500), rng.randrange(0, 500), (), at_start=True)
        held: dict[str, Any] = {
            name: rng.randrange(0, 200_000_000) for name in ("value", "reserve", "overflow")
        }
        meter = Meter("m", terms, seeded=sum(held.values()), **held)
        assert meter.off_by == 0
        after = evolve_meter(meter, give_back(meter, "T1", 1, rng.randrange(1, 8)))
        assert after.off_by == 0, held
        assert min(after.value, after.reserve, after.overflow) >= 0, held
        assert after.value >= terms.seed_mites or meter.value < terms.seed_mites, held


def test_must_hit_is_added_to_at_end_round_where_it_is_drawn() -> None:
    floor = Floor()
    with pytest.raises(InputError, match=r"A Must Hit award is drawn at END ROUND.*PRG-21"):
        floor.house.open_table("T1", make_table("ctf"), must_hit=MustHit(), at_start=True)
    with pytest.raises(InputError, match="Without a progressive wager"):
        plain = make_table("ctf", without=("stax",))
        floor.house.open_table("T1", plain, at_start=True)
    assert not floor.house.tables and not floor.house.meters


def test_tables_on_a_link_add_at_the_same_moment(floor: Floor) -> None:
    with pytest.raises(InputError) as no:
        floor.house.open_table("T9", make_table("ctf"), meters=LINKS, live=True)
    assert str(no.value) == (
        "T9 cannot share the meter link/star: wagers add to it at START ROUND, and those of T9 at "
        "END ROUND; name another meter, and move the money there."
    )


def test_the_default_is_end_round() -> None:
    floor = Floor().open()
    assert names(floor.start(1))[-1] == "WagersRegistered"
    assert floor.claim(1, STAR) == 10_000_00
