"""Chase the Flush with seen cards: every number of the kernel against the slow twin."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from msgspec.structs import replace
from tests.analysis.faceup.slow import SlowChase, without

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.hand_classes import class_index
from longsuit.analysis.exact.position import remaining, to_cards, to_masks, value_position
from longsuit.analysis.exact.solver import chase_under
from longsuit.analysis.faceup.chase import ChaseStudy
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import MainRules
from longsuit.core.ranking import make_key

GAME = find_game("chase-the-flush")
PAYS = {
    "A": {4: Fraction(1), 5: Fraction(5), 6: Fraction(20), 7: Fraction(250)},
    "4=3/2": {4: Fraction(3, 2)},
}
NONE = np.zeros((0, 0), np.int64), np.zeros(0, np.int64)


def made(
    rules: MainRules = GAME.rules, xtra: str = "A", *, seats: int = 1, threads: int = 1
) -> ChaseStudy:
    return ChaseStudy(make_case("ctf", xtra, rules), seats=seats, dealer_cards=0, threads=threads)


def antes(sums: object, left: int, draw: int = 3, unit: int = 1) -> list[Fraction]:
    """A row of the kernel's sums: whole numbers, each over all deals."""
    values = [float(value) for value in np.asarray(sums)]
    assert all(value.is_integer() for value in values)
    scale = 6 * comb(left, 4) * comb(left - 4, draw) * unit
    return [Fraction(int(value), scale) for value in values]


def dealt(seed: int, left: int) -> tuple[list[int], list[int], list[int]]:
    """Own cards, cards left, cards seen; half the time in few suits."""
    draw = random.Random(seed)
    deck = list(range(52))
    draw.shuffle(deck)
    if seed % 2:
        deck.sort(key=lambda card: card // 13 + 2.5 * draw.random())
    return deck[:3], deck[3 : 3 + left], deck[3 + left :]


VARIANTS = [
    (GAME.rules, "A"),
    (replace(GAME.rules, ties="win", unqualified="win"), "A"),
    (replace(GAME.rules, qualifier=0, ties="lose"), "4=3/2"),
    (replace(GAME.rules, qualifier=make_key("A432"), unqualified="play"), "4=3/2"),
]


@pytest.mark.parametrize("number", range(len(VARIANTS)))
@pytest.mark.parametrize("card", [0, 1, 2], ids=["", "dealer-card", "two-cards"])
def test_a_deal_matches_the_slow_twin(number: int, card: int) -> None:
    rules, xtra = VARIANTS[number]
    own, left, seen = dealt(40 + number + 4 * card, 8)
    shown = left[:card]
    slow = SlowChase(rules, PAYS[xtra], xtra, own, without(left, shown), shown)
    rows = made(rules, xtra).value_hand(
        to_masks(own), remaining(to_masks(own)), np.array([seen]), np.array([shown], np.int64)
    )
    unit = 2 if "/" in xtra else 1
    found = antes(rows[1], 8 - card, 3 - card, unit)
    assert found == [slow.bet(), slow.check(), slow.blind_check()]


@pytest.mark.parametrize("seats", [1, 4, 6])
def test_a_deal_matches_a_single_position(seats: int) -> None:
    """The position that `advise --seen` values, board by board."""
    study, draw = made(), random.Random(seats)
    cards = draw.sample(range(52), 3 + 3 * seats)
    own, seen = to_masks(cards[:3]), cards[3:]
    place = value_position(make_case("ctf"), own, seen=to_masks(seen))
    rows = study.value_hand(own, remaining(own), np.array([seen]), np.zeros((1, 0), np.int64))
    assert [choice.value for choice in place.choices] == [int(rows[1, 1]), int(rows[1, 0])]
    # The same deck with the seen cards taken out beforehand, and nothing to compare with.
    alone = study.value_hand(own, remaining(own, to_masks(seen)), *NONE)
    assert alone[0, :2].tolist() == rows[1, :2].tolist()


def test_with_nothing_seen_it_is_the_exact_game() -> None:
    """Hand by hand, to the last digit of what the solver adds up."""
    study = made()
    solved = chase_under(make_case("ctf"))
    plain = made(xtra="7=0")  # the solver leaves out the X-tra pays, which change no choice
    draw = random.Random(7)
    for number in draw.sample(range(22_100), 8):
        own = to_masks(solved.hands[number].tolist())
        bet, check, blind = plain.value_hand(own, remaining(own), *NONE)[0].tolist()
        assert (bet, check, blind) == (solved.bet[number], solved.check[number], check)
        edge = study.edges[class_index(own)]
        assert edge == pytest.approx((bet - check) / (6 * comb(49, 4) * comb(45, 3)), abs=1e-15)
    own = to_masks([12, 7, 20])
    rows = study.value_hand(own, remaining(own), *[np.zeros((3, 0), np.int64)] * 2)
    assert (rows[1:] == rows[0]).all()
    # Pays in halves of an Ante.
    halves = made(xtra="4=3/2")
    bet, check, _ = antes(halves.value_hand(own, remaining(own), *NONE)[0], 49, unit=2)
    assert halves.edges[class_index(own)] == pytest.approx(float(bet - check), abs=1e-15)


@pytest.mark.parametrize("small", [False, True], ids=["whole deck", "small deck"])
def test_what_may_be_seen_averages_to_the_blind_value(small: bool) -> None:
    """The tower property on which the control variates stand, exactly."""
    study = made()
    own = to_masks([12, 7, 20])
    deck = to_masks([0, 1, 2, 9, 11, 14, 22, 25, 30, 35, 41, 44, 50]) if small else remaining(own)
    cards = to_cards(deck)
    pairs = [[a, b] for a in cards for b in cards if a < b]
    gone = np.array(pairs if small else [[card] for card in cards])
    rows = study.value_hand(own, deck, gone, np.zeros((len(gone), 0), np.int64))
    left = len(cards)
    blind = antes(rows[0], left)
    bets, checks, blind_checks = zip(
        *(antes(row, left - gone.shape[1]) for row in rows[1:]), strict=True
    )
    assert sum(bets) / len(gone) == blind[0]
    assert sum(blind_checks) / len(gone) == blind[1]
    assert all(best >= one for best, one in zip(checks, blind_checks, strict=True))
    assert small or sum(checks) / len(gone) > blind[1]
    if small:
        shown = study.value_hand(own, deck, np.zeros((left, 0), np.int64), np.array(cards)[:, None])
        found = [antes(row, left - 1, 2) for row in shown[1:]]
        assert sum(row[0] for row in found) / left == blind[0]
        assert sum(row[2] for row in found) / left == blind[1]


def test_the_blind_player_of_a_small_deck() -> None:
    """His choices are those of the deck that he plays with: slow twin again."""
    own, deck = [12, 7, 20], [0, 1, 9, 14, 22, 25, 30, 35, 41, 44]
    seen = deck[:2]
    slow = SlowChase(GAME.rules, PAYS["A"], "A", own, deck[2:], blind_deck=deck)
    rows = made().value_hand(
        to_masks(own), to_masks(deck), np.array([seen]), np.zeros((1, 0), np.int64)
    )
    assert antes(rows[1], 8) == [slow.bet(), slow.check(), slow.blind_check()]
