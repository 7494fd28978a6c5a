"""The whole-game kernel of High Card Flush against enumeration and single positions."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.analysis.exact.slow_showdown import flush_key, showdown_counts
from tests.extent import SEED, chance, extent

from longsuit.analysis.exact import hand_classes as handclass
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.hand_classes import Masks
from longsuit.analysis.exact.kernels import high_card_flush as highcard
from longsuit.analysis.exact.position import NO_CARDS, value_position
from longsuit.core.ranking import mask_key

QUALIFIER = 3 << 13 | 0b10000011
FULL = 133_784_560
DEALERS = 45_379_620


def standard() -> tuple[NDArray[np.int64], int, NDArray[np.bool_]]:
    """The usual pays: raise 1x, 2x or 3x by length; fold loses the Ante."""
    pay = np.zeros((3, 2, 3, 8), np.int64)
    pay[:, 0] = 1
    for option, raised in enumerate((1, 2, 3)):
        pay[option, 1, 0], pay[option, 1, 2] = 1 + raised, -1 - raised
    return pay, -1, np.array([[True, n >= 5, n >= 6] for n in range(8)])


@pytest.fixture(scope="module")
def best() -> highcard.Solution:
    pay, fold, allowed = standard()
    return highcard.solve(pay, fold, allowed, QUALIFIER)


def value(counts: NDArray[np.int64], pay: NDArray[np.int64], fold: int) -> int:
    """The net result of all deals, in Python integers."""
    total = fold * int(counts[-1].sum())
    for place in np.argwhere(counts[:-1]):
        action, length, qualifies, outcome = map(int, place)
        total += int(counts[action, length, qualifies, outcome]) * int(
            pay[action, qualifies, outcome, length]
        )
    return total


# The slow twin: every deal of a small deck, one after the other.


def masks_of(cards: tuple[int, ...], ranks: int) -> Masks:
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card // ranks] |= 1 << card % ranks
    return masks[0], masks[1], masks[2], masks[3]


@cache
def every_deal(ranks: int, size: int) -> list[tuple[Masks, Counter[int]]]:
    """Each player hand with the keys of all the dealer hands that can lie against it."""
    deck = range(4 * ranks)
    keys = {cards: flush_key(masks_of(cards, ranks)) for cards in combinations(deck, size)}
    return [
        (
            masks_of(cards, ranks),
            Counter(
                keys[dealer]
                for dealer in combinations([card for card in deck if card not in cards], size)
            ),
        )
        for cards in keys
    ]


def slow_solve(
    pay: NDArray[np.int64],
    fold: int,
    allowed: NDArray[np.bool_],
    qualifier: int,
    ranks: int,
    size: int,
) -> tuple[NDArray[np.int64], dict[int, int]]:
    counts = np.zeros((len(pay) + 1, 8, 2, 3), np.int64)
    decisions: dict[int, int] = {}
    for masks, dealers in every_deal(ranks, size):
        key = flush_key(masks)
        length = key >> 13
        ends = [[0, 0, 0], [0, 0, 0]]
        for dealer, n in dealers.items():
            ends[dealer >= qualifier][0 if dealer < key else 1 if dealer == key else 2] += n
        action, most = len(pay), fold * dealers.total()
        for option in range(len(pay)):
            worth = sum(
                ends[q][o] * int(pay[option, q, o, length]) for q in (0, 1) for o in (0, 1, 2)
            )
            if allowed[length, option] and worth > most:
                action, most = option, worth
        counts[action, length] += np.array(ends)
        index = handclass.class_index(masks, ranks)
        assert decisions.setdefault(index, action) == action
    return counts, decisions


SMALL = [(4, 4), (4, 5), (4, 7), (3, 6), (3, 5), (4, 3), (5, 3), (6, 2), (5, 1), (2, 4), (1, 2)]


@pytest.mark.parametrize(("ranks", "size"), SMALL)
def test_small_games_match_every_deal(ranks: int, size: int) -> None:
    draw = chance(f"{ranks} {size}")
    keys = sorted({key for _, dealers in every_deal(ranks, size) for key in dealers})
    for qualifier in (0, QUALIFIER, keys[-1] + 1, *draw.sample(keys, min(4, len(keys)))):
        pay = np.array([draw.randrange(-9, 10) for _ in range(3 * 48)]).reshape(3, 2, 3, 8)
        allowed = np.array([[draw.random() < 0.8 for _ in range(3)] for _ in range(8)])
        fold = draw.randrange(-4, 2)
        fast = highcard.solve(pay, fold, allowed, qualifier, ranks=ranks, size=size)
        counts, decisions = slow_solve(pay, fold, allowed, qualifier, ranks, size)
        assert (fast.counts == counts).all(), (SEED, qualifier)
        assert fast.decisions.tolist() == [decisions[i] for i in range(len(decisions))], SEED


@settings(max_examples=60)
@given(
    qualifier=st.integers(0, 9 << 13),
    pays=st.lists(st.integers(-3, 3), min_size=96, max_size=96),
    fold=st.integers(-3, 3),
    opened=st.lists(st.booleans(), min_size=16, max_size=16),
)
def test_any_qualifier_and_pays(
    qualifier: int, pays: list[int], fold: int, opened: list[bool]
) -> None:
    """Small pays make many ties of value: fold first, then the lower option."""
    pay, allowed = np.array(pays).reshape(2, 2, 3, 8), np.array(opened).reshape(8, 2)
    fast = highcard.solve(pay, fold, allowed, qualifier, ranks=4, size=3)
    counts, decisions = slow_solve(pay, fold, allowed, qualifier, 4, 3)
    assert (fast.counts == counts).all()
    assert fast.decisions.tolist() == [decisions[i] for i in range(len(decisions))]


# The whole game.


def test_hands_by_length(best: highcard.Solution) -> None:
    hands = best.counts.sum(axis=(0, 2, 3)) // DEALERS
    assert hands.tolist() == [0, 0, 24_676_704, 78_881_088, 26_137_540, 3_814_668, 267_696, 6_864]
    assert int(best.counts.sum()) == FULL * DEALERS


def test_house_edge(best: highcard.Solution) -> None:
    pay, fold, _ = standard()
    edge = Fraction(value(best.counts, pay, fold), FULL * DEALERS)
    assert edge == Fraction(-1348050875653, 50592437455560)


def test_player_and_dealer_are_alike(best: highcard.Solution) -> None:
    """Swapping the two hands of a deal shows that as many deals are won as lost, and that as many
    dealer hands as player hands are below the qualifier."""
    total = best.counts.sum(axis=(0, 1))
    assert total[:, 0].sum() == total[:, 2].sum()
    everything = highcard.solve(
        standard()[0], -1, standard()[2], QUALIFIER,
        strategy=np.array(
            [mask_key(masks[0]) >= QUALIFIER for masks in handclass.classes()], np.uint8
        ),
    )  # fmt: skip
    assert total[0].sum() == everything.counts[0].sum()


# The last two are no flush of any hand, only numbers between two flushes.
@pytest.mark.parametrize(
    "qualifier", [QUALIFIER, 0, 4 << 13 | 0b111, 2 << 13 | 0b101, 2 << 13 | 8191, 3 << 13 | 8191]
)
def test_single_classes_match_the_slow_twin(qualifier: int) -> None:
    """Give some classes an action of their own: its counts are the counts of that class."""
    draw = chance(f"classes {qualifier}")
    chosen = [draw.randrange(handclass.class_count()) for _ in range(120)]
    for shape, after in pairwise([*handclass.shapes(), None]):
        stop = after.start if after else handclass.class_count()
        assert shape
        chosen += [shape.start, stop - 1, *(draw.randrange(shape.start, stop) for _ in range(8))]
    chosen = sorted(set(chosen))
    strategy = np.zeros(handclass.class_count(), np.uint8)
    strategy[chosen] = np.arange(1, len(chosen) + 1)
    pay = np.zeros((len(chosen) + 1, 2, 3, 8), np.int64)
    allowed = np.zeros((8, len(pay)), np.bool_)
    counts = highcard.solve(pay, 0, allowed, qualifier, strategy=strategy).counts
    for action, index in enumerate(chosen, 1):
        masks = handclass.class_masks(index)
        slow = showdown_counts(masks, NO_CARDS, NO_CARDS, 7, qualifier)
        length = flush_key(masks) >> 13
        expected = np.array(slow) * handclass.class_hands(masks)
        assert (counts[action, length] == expected).all(), (SEED, index)
        assert counts[action].sum() == expected.sum()


def test_decisions_match_single_positions(best: highcard.Solution) -> None:
    draw = chance("decisions")
    case = make_case("hcf")
    for index in [draw.randrange(handclass.class_count()) for _ in range(1000)]:
        place = value_position(case, handclass.class_masks(index))
        assert best.decisions[index] == place.best.action, (SEED, index)


def test_a_given_strategy_is_played(best: highcard.Solution) -> None:
    pay, fold, allowed = standard()
    again = highcard.solve(pay, fold, allowed, QUALIFIER, strategy=best.decisions, threads=1)
    assert (again.counts == best.counts).all()
    always = np.zeros(handclass.class_count(), np.uint8)
    played = highcard.solve(pay, fold, allowed, QUALIFIER, strategy=always)
    assert (played.counts[0] == best.counts.sum(axis=0)).all()
    assert value(played.counts, pay, fold) < value(best.counts, pay, fold)


def test_refusals() -> None:
    pay, fold, allowed = standard()
    with pytest.raises(ValueError, match="too large"):
        highcard.solve(pay << 36, fold, allowed, QUALIFIER)
    with pytest.raises(ValueError, match="pay must be"):
        highcard.solve(pay[:, :1], fold, allowed, QUALIFIER)
    with pytest.raises(ValueError, match="strategy has"):
        highcard.solve(pay, fold, allowed, QUALIFIER, strategy=np.zeros(5, np.uint8))
    with pytest.raises(ValueError, match="two hands must fit"):
        highcard.solve(pay, fold, allowed, QUALIFIER, ranks=3, size=7)


# The numbering of classes.


def test_there_are_six_million_classes() -> None:
    assert handclass.class_count() == 6_009_159


@pytest.mark.parametrize(("ranks", "size"), [*SMALL, (5, 7), (13, 3)])
def test_every_hand_has_its_class(ranks: int, size: int) -> None:
    seen = Counter(
        handclass.class_index(masks_of(cards, ranks), ranks)
        for cards in combinations(range(4 * ranks), size)
    )
    listed = list(handclass.classes(ranks, size))
    assert len(listed) == handclass.class_count(ranks, size) == len(seen)
    for index, masks in enumerate(listed):
        assert handclass.class_masks(index, ranks, size) == masks
        assert handclass.class_index(masks, ranks) == index
        assert handclass.class_hands(masks) == seen[index]


def test_classes_in_order_and_complete() -> None:
    """All classes of a deck, walked once: their sizes add up to every hand."""
    ranks, hands = extent(9, 13), 0
    for index, masks in enumerate(handclass.classes(ranks)):
        hands += handclass.class_hands(masks)
        if index % 5003 == 0:
            assert handclass.class_index(masks, ranks) == index
            assert handclass.class_masks(index, ranks) == masks
    assert (index + 1, hands) == (handclass.class_count(ranks), comb(4 * ranks, 7))


def test_no_such_class() -> None:
    with pytest.raises(ValueError, match="no class"):
        handclass.class_masks(handclass.class_count())


def test_each_flush_has_its_hands_and_their_deals(best: highcard.Solution) -> None:
    """Every hand has one flush; a flush of six cards has four suits and 39 others beside it."""
    assert int(best.hands.sum()) == FULL
    assert (best.by_flush.sum(axis=(2, 3)) == best.hands * DEALERS).all()
    for mask, hands in zip(best.flushes.tolist(), best.hands.sum(axis=1).tolist(), strict=True):
        if mask.bit_count() >= 6:
            assert hands == {6: 4 * 39, 7: 4}[mask.bit_count()]
        elif mask.bit_count() < 2:
            assert hands == 0
