"""Bonus wagers under a cap, against tables that are settled and small decks dealt in full."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from tests.extent import SEED, chance, extent

from longsuit.analysis.exact.law import cap as module
from longsuit.analysis.exact.law.cap import cap_bonuses
from longsuit.analysis.exact.law.seats import count_pairs
from longsuit.analysis.exact.pricing import price
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import any_wager, default_paytable, find_game
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import make_table
from longsuit.core.paytable import by_length
from longsuit.core.ranking import shape

FLUSH_BONUS = any_wager("flush-bonus")
SAME_SUIT = any_wager("same-suit")
STRAIGHT_FLUSH_BONUS = any_wager("straight-flush-bonus")

HCF = find_game("hcf")
FLUSH = default_paytable(HCF, FLUSH_BONUS)
STRAIGHT = default_paytable(HCF, STRAIGHT_FLUSH_BONUS)
TWO, ACE, KING, QUEEN = 0, 12, 11, 10


def test_one_seat_by_hand() -> None:
    """At 100 dollars each, 50,000 is passed by straight flushes of six and seven cards alone."""
    flush, straight = cap_bonuses([(FLUSH, 100_00), (STRAIGHT, 100_00)], 1, 50_000_00)
    assert flush.error == straight.error == 0
    # 32 hands pay 300 + 8000 and 1,592 pay 1000 for six in a row, with 300 for a flush of seven
    # and 100 for one of six.
    hands = 133_784_560
    seven = sum(
        1 for mask in combinations(range(13), 7) if shape(sum(1 << r for r in mask)).straight == 6
    )
    long, rest = 4 * seven, 1_592 - 4 * seven
    cut = [
        (32, Fraction(300), Fraction(8000)),
        (long, Fraction(300), Fraction(1000)),
        (rest, Fraction(100), Fraction(1000)),
    ]
    for found, place in ((flush, 1), (straight, 2)):
        lost = sum(
            (n * pays[place - 1] * (1 - 500 / sum(pays, Fraction(0))) for n, *pays in cut),
            Fraction(0),
        )
        assert found.cut == lost / hands
        assert found.uncapped == price(found.paytable).returns


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_every_deal_of_a_small_deck(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards a seat from twelve: every deal, cut as the rule says; the bounds hold it."""
    ranks = (ACE, KING, QUEEN)
    monkeypatch.setattr(module, "pairs_of", lambda _: count_pairs(3, 0, sum(1 << r for r in ranks)))
    cards = [1 << (13 * suit + rank) for suit in range(4) for rank in ranks]
    hands: list[tuple[int, ...]] = list(combinations(cards, 3))
    flushes = by_length("3=40,2=3", HCF.id, FLUSH_BONUS)
    straights = by_length("3=500", HCF.id, STRAIGHT_FLUSH_BONUS)
    limit = 400_00
    tables = [(flushes, 100), (straights, 100)]
    paid: dict[tuple[int, ...], list[int]] = {}
    for hand in hands:
        lines = [table.line_for(shape(sum(hand))) for table, _ in tables]
        paid[hand] = [int(100 * line.pays) if line else 0 for line in lines]
    whole = {hand: sum(pays) for hand, pays in paid.items()}
    over: Counter[tuple[tuple[int, ...], int]] = Counter()
    deals = 0
    for dealt in deal(hands, seats):
        deals += 1
        total = sum(whole[hand] for hand in dealt)
        if total > limit:
            over[dealt[0], total] += 1
    lost = [
        sum(
            n * paid[hand][place] * (1 - Fraction(limit, total))
            for (hand, total), n in over.items()
        )
        for place in (0, 1)
    ]
    for found, cut in zip(cap_bonuses(tables, seats, limit), lost, strict=True):
        true = found.uncapped - cut / deals / 100
        assert found.least <= true <= found.most
        if seats <= 2:
            assert found.returns == true
            assert found.error == 0
        else:
            assert found.error > 0


def deal(hands: list[tuple[int, ...]], seats: int) -> list[tuple[tuple[int, ...], ...]]:
    masks = [(hand, sum(hand)) for hand in hands]
    found: list[tuple[tuple[tuple[int, ...], ...], int]] = [((), 0)]
    for _ in range(seats):
        found = [
            ((*dealt, hand), taken | mask)
            for dealt, taken in found
            for hand, mask in masks
            if not mask & taken
        ]
    return [dealt for dealt, _ in found]


def test_the_rule_is_that_of_the_table() -> None:
    """A settled round is cut by the factor that the law takes."""
    table = make_table("hcf", bonus_cap=50_000_00)
    big = sum(1 << rank for rank in range(6)) | 1 << 13
    small = sum(1 << (26 + rank) for rank in (0, 2, 4, 6)) | sum(1 << (39 + r) for r in (1, 3, 5))
    stakes = {"ante": 5_00, "flush-bonus": 100_00, "straight-flush-bonus": 100_00}
    dealer = sum(1 << (13 + rank) for rank in range(2, 9))
    settled = settle(table, [Hand(1, big, stakes, 5_00), Hand(2, small, stakes, 5_00)], dealer)
    total = 100 * (100 + 1000 + 1) * 100
    for result in settled.results:
        if result.wager in stakes and result.wager != "ante" and result.net > 0:
            before = {(1, "flush-bonus"): 100, (1, "straight-flush-bonus"): 1000}
            odds = before.get((result.seat, result.wager), 1)
            assert abs(result.net - Fraction(odds * 100_00 * 50_000_00, total)) < 1


def test_bounds_and_order_of_any_cap() -> None:
    drawn = chance("any cap")
    same = default_paytable(find_game("ctf"), SAME_SUIT)
    for _ in range(extent(3, 30)):
        cap, stake = drawn.randint(1_000_00, 200_000_00), drawn.choice((5_00, 25_00, 100_00))
        for wagers, most in (([(FLUSH, stake), (STRAIGHT, stake)], 6), ([(same, stake)], 7)):
            before = None
            for seats in (1, 2, most):
                each = cap_bonuses(wagers, seats, cap)
                for one in each:
                    assert one.least <= one.most <= one.uncapped, SEED
                if before is not None:
                    # One more seat takes nothing off the cut.
                    assert all(b.most >= a.least for a, b in zip(each, before, strict=True))
                before = each
    assert all(one.cut == 0 for one in cap_bonuses([(FLUSH, 100)], 1, 10**9))


def test_a_cap_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(InputError):
        cap_bonuses([(FLUSH, 100)], 7, 100)
    with pytest.raises(InputError):
        cap_bonuses([(FLUSH, 100)], 1, 0)
    with pytest.raises(InputError):
        cap_bonuses([(default_paytable(find_game("ctf"), SAME_SUIT), 5), (FLUSH, 5)], 1, 100)
