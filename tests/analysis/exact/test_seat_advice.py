"""The coach at a seat: only what the seat's table and its stack allow is valued and compared."""

import random
from fractions import Fraction

import pytest

from longsuit.analysis.exact.advice import advise, advise_seat
from longsuit.core.cards import DECK, card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import make_table
from longsuit.core.games.variants import read_rules

SIX_HEARTS = parse_cards("Th8h6h5h3h2h Jc")
ANTE = 10_00


@pytest.mark.parametrize(
    ("stack", "open_now"),
    [
        (9_99, {"fold": 0}),
        (10_00, {"fold": 0, "raise_1x": 10_00}),
        (29_99, {"fold": 0, "raise_1x": 10_00, "raise_2x": 20_00}),
        (30_00, {"fold": 0, "raise_1x": 10_00, "raise_2x": 20_00, "raise_3x": 30_00}),
    ],
)
def test_a_stack_is_not_charged_for_what_it_could_not_pay(
    stack: int, open_now: dict[str, int]
) -> None:
    advice = advise("hcf", SIX_HEARTS)
    seat = advise_seat(advice, make_table("hcf"), ante=ANTE, stack=stack)
    assert {option.action: option.amount for option in seat.options} == open_now
    every = {option.action: option.value for option in advice.options}
    assert all(option.value == every[option.action] for option in seat.options)
    # The largest raise that it can pay is best with such a hand, and costs nothing.
    largest = list(open_now)[-1]
    assert seat.best.action == largest
    assert seat.cost(largest, open_now[largest]) == 0
    assert (advice.cost(largest) > 0) == (largest != "raise_3x")


def test_with_too_little_for_the_opening_bet_a_check_costs_nothing() -> None:
    """Three high hearts bet at once; with two Antes left there is only the check."""
    hole = parse_cards("AhKhQh")
    advice = advise("ctf", hole)
    assert advice.best.action == "bet_3x"
    seat = advise_seat(advice, make_table("ctf"), ante=ANTE, stack=29_99)
    assert [option.action for option in seat.options] == ["check"]
    assert seat.cost("check") == 0


def test_a_check_that_counts_on_bets_beyond_the_stack_has_no_known_value() -> None:
    rules = read_rules(find_game("ctf"), multiples="1,2,3")
    table = make_table("ctf", rules=rules)
    advice = advise("ctf", parse_cards("AhKhQh"), rules=rules)
    assert len(advise_seat(advice, table, ante=ANTE, stack=30_00).options) == 2
    with pytest.raises(InputError, match="count on money for every bet to come"):
        advise_seat(advice, table, ante=ANTE, stack=29_99)


def test_a_raise_of_any_size_is_valued_at_its_ends_and_where_asked() -> None:
    table = make_table("hcf", raise_step=4_00)
    seat = advise_seat(advise("hcf", SIX_HEARTS), table, ante=ANTE, stack=100_00, amount=26_00)
    every = {option.action: option.value for option in advise("hcf", SIX_HEARTS).options}
    assert [(option.action, option.amount) for option in seat.options] == [
        *(("raise", 30_00), ("raise", 26_00), ("raise", 10_00), ("fold", 0)),
    ]
    assert seat.options[0].value == every["raise_3x"]
    assert seat.options[2].value == every["raise_1x"]
    step = (every["raise_3x"] - every["raise_2x"]) * Fraction(6, 10)
    assert seat.options[1].value == every["raise_2x"] + step
    assert seat.cost("raise", 26_00) == every["raise_3x"] - every["raise_2x"] - step


@pytest.mark.parametrize("amount", [0, 5_00, 11_00, 34_00, 38_00])
def test_an_amount_that_is_not_open_is_not_valued(amount: int) -> None:
    table = make_table("hcf", raise_step=4_00)
    seat = advise_seat(advise("hcf", SIX_HEARTS), table, ante=ANTE, stack=25_00, amount=amount)
    assert sorted(option.amount for option in seat.options) == [0, 10_00, 22_00]


@pytest.mark.parametrize("unqualified", ["push", "win", "play"])
@pytest.mark.parametrize("ties", ["push", "win", "lose"])
def test_between_two_raises_every_deal_pays_between(unqualified: str, ties: str) -> None:
    """What the values of sizes in between rest on, from the settlement of a table itself."""
    rules = read_rules(find_game("hcf"), unqualified=unqualified, ties=ties)
    table = make_table("hcf", rules=rules, raise_step=1_00)
    chance = random.Random(7)
    for _ in range(40):
        deck = chance.sample(DECK, 14)
        nets = []
        for bet in (10_00, 13_00, 20_00):
            hand = Hand(1, card_set(deck[:7]), {"ante": ANTE}, bet, False, "Ann")
            outcome = settle(table, [hand], card_set(deck[7:]), {})
            nets.append(outcome.returned_to(1) - ANTE - bet)
        assert nets[1] == nets[0] + Fraction(3, 10) * (nets[2] - nets[0]), deck
