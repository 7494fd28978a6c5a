"""What the terminal of a live table tells its dealer: who is paid, and why something is dark."""

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import ANN, PAY, STAR, Floor, agree, choose

from longsuit.core.progressive.view import EnvyView

SEVEN = "7-card straight flush"


def jackpots(floor: Floor) -> dict[int, tuple[str, str]]:
    """By seat: the step of its jackpot, and what it waits for."""
    return {one.seat: (one.step, one.waits) for one in floor.view().jackpots}


@pytest.mark.rule("PRG-12")
def test_every_envy_pay_is_named_from_the_claim_to_the_end() -> None:
    """The dealer pays them from the tray, so the dealer has to know of each."""
    floor = Floor().open("hcf", paytables={"progressive": "PT-BJS-HCF-SF-E04"})
    floor.start(1, 3, 6)
    floor.claim(3, SEVEN)
    due = (EnvyView(6, 200_00), EnvyView(1, 200_00))
    assert floor.view().jackpots[0].envies == due
    floor.do(choose(3), PAY, agree(5_000_00))
    # Without the approval process the agreed sum pays them all.
    done = tuple(replace(one, paid=True) for one in due)
    assert floor.view().jackpots[0].envies == done
    paid = [event for event in floor.stream("table T1") if type(event).__name__ == "EnvyPaid"]
    assert tuple(EnvyView(one.seat, one.amount, paid=True) for one in paid) == done


@pytest.mark.rule("PRG-12")
def test_no_envy_is_named_where_none_is_paid() -> None:
    floor = Floor().open("hcf", paytables={"progressive": "PT-BJS-HCF-SF-E04"})
    floor.start(1, 3)
    floor.claim(3, "5-card straight flush")
    assert floor.view().jackpots[0].envies == ()
    floor.void(3)
    floor.claim(3, SEVEN)
    floor.void(3)
    assert [one.envies for one in floor.view().jackpots] == [(), ()]


@pytest.mark.rule("PRG-5")
def test_a_jackpot_that_comes_second_says_what_it_waits_for() -> None:
    floor = Floor().open()
    floor.start(2, 5)
    floor.claim(5, STAR)
    floor.claim(2, STAR)
    first = "Pay or void the jackpot of seat 5 first."
    assert jackpots(floor) == {5: ("pending", ""), 2: ("pending", first)}
    floor.do(choose(2))
    assert "PAY JACKPOT" not in floor.lit()
    assert [one.waits for one in floor.view(by=ANN).jackpots] == ["", ""]
    floor.pay(5)
    assert jackpots(floor) == {5: ("done", ""), 2: ("pending", "")}


@pytest.mark.rule("PRG-5")
def test_a_hand_that_another_claim_keeps_dark_says_why() -> None:
    floor = Floor().open()
    floor.start(2, 5)
    floor.claim(2, STAR)
    assert floor.view().dark_hands == {}
    floor.do(choose(5))
    shown = floor.view()
    assert shown.dark_hands == {
        STAR: "Jackpots of one meter are claimed from right to left: seat 5 comes before "
        "seat 2, so void that one first."
    }
    assert set(shown.open_hands) == set(shown.hands) - {STAR}
    assert floor.view(by=ANN).dark_hands == {}
    floor.void(2)
    floor.do(choose(5))
    assert floor.view().dark_hands == {}
