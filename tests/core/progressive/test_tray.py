"""A fixed pay in one touch, and the lights of the last round in one: as the single steps do it."""

from typing import Any

import pytest
from tests.core.progressive.floor import (
    ANN,
    DEE,
    END,
    PAY,
    PENDING,
    STAR,
    START,
    Floor,
    agree,
    choose,
    hand,
    light,
    mites,
)

from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.tray import tray_pays

TRAY = "4-card straight flush"
DYNAMIC = "PT-PRG-HCF-D01a"


def tray(seat: int, name: str = TRAY, amount: int = 150_00) -> asked.PayFromTray:
    return asked.PayFromTray(by=DEE, seat=seat, hand=name, amount=amount)


def lights(*seats: int) -> asked.SetLights:
    return asked.SetLights(by=DEE, seats=seats)


def started(**settings: Any) -> Floor:
    floor = Floor().open(**settings)
    floor.start(1, 3, 6)
    return floor


@pytest.mark.rule("PRG-6", "PRG-16")
def test_one_touch_leads_to_what_six_would() -> None:
    short, long = started(), started()
    in_one = short.do(tray(3))
    assert in_one == long.do(
        *(choose(3), hand(TRAY), PENDING, PAY, agree(150_00), asked.Ok(by=DEE))
    )
    assert short.terminal() == long.terminal()
    short.do(END)
    assert short.balance("tray T1") == mites("-135")


@pytest.mark.rule("PRG-14")
def test_the_pays_shown_are_those_of_the_round() -> None:
    floor = Floor().open("hcf", paytables={"progressive": DYNAMIC})
    assert floor.view().tray[TRAY] == 10_00
    floor.start(2, dynamic={TRAY: 75_00 // 5 * 2})
    assert floor.view().tray[TRAY] == 30_00
    assert floor.refused(tray(2, amount=10_00)) == ("The terminal shows $30.00: agree to that sum.")
    floor.do(tray(2, amount=30_00))
    assert [one.step for one in floor.terminal().jackpots] == ["done"]


def test_what_a_meter_pays_takes_the_long_way() -> None:
    floor = started()
    why = "7-card straight flush is paid from its meter: touch PENDING JACKPOT."
    assert floor.refused(tray(3, STAR, 10_000_00)) == why
    assert STAR not in tray_pays(floor.terminal())
    floor.do(choose(3), hand(STAR))
    assert "PAY FROM TRAY" not in floor.lit()
    assert floor.view().dark["PAY FROM TRAY"] == why


@pytest.mark.rule("PRG-19")
def test_what_needs_a_supervisor_takes_the_long_way() -> None:
    floor = started(approval=100_00)
    assert floor.refused(tray(3)).startswith("$150.00 is above $100.00")
    floor.do(choose(3), hand(TRAY))
    assert "PENDING JACKPOT" in floor.lit() and "PAY FROM TRAY" not in floor.lit()


def test_each_dark_key_says_why() -> None:
    floor = started()
    shown = floor.view()
    assert set(shown.dark) | set(shown.lit) == set(floor.view(by=ANN).dark)
    assert shown.dark["PAY FROM TRAY"] == "Choose the seat first."
    assert shown.dark["START ROUND"] == "The round has started already."
    assert not set(shown.dark) & set(shown.lit)


@pytest.mark.rule("PRG-15")
def test_the_same_seats_again_and_all_lights_off() -> None:
    floor = started()
    locked = "The lights are locked until the round is over."
    assert floor.refused(lights(1, 3)) == floor.refused(lights(1, 3, 6)) == locked
    floor.do(END)
    assert floor.terminal().lights == () and "LIGHTS OFF" not in floor.lit()
    floor.do(light(2))
    one_by_one = Floor().open()
    one_by_one.start(1, 3, 6)
    one_by_one.do(END, light(2))
    told = floor.do(lights(1, 3, 6))
    assert told == one_by_one.do(light(1), light(2, on=False), light(3), light(6))
    assert floor.terminal() == one_by_one.terminal()
    assert floor.refused(lights(1, 3, 6)) == "These lights are on already, and no others."
    assert floor.refused(lights(1, 9)).startswith("There is no seat 9")
    floor.do(lights())
    assert floor.terminal().lights == ()
    assert floor.refused(START) == "No one has wagered: there is no round to start."
