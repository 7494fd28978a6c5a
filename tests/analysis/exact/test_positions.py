"""Single positions against plain enumeration of every card that can still fall."""

import os
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.extent import chance

from longsuit.analysis.exact import showdown
from longsuit.analysis.exact.kernels import position
from longsuit.analysis.exact.showdown import BET1, BET2, BET3, NO_CARDS, to_masks

QUALIFIER = 3 << 13 | 0b10000011
FOLD, CHECK = 3, 4
QUALIFIERS = [0, 1, QUALIFIER, 2 << 13 | 0b11, 3 << 13, 4 << 13 | 0b1111, 4 << 13 | 8191, 8 << 13]
Cards = list[int]


def chase_pay(extra: dict[int, int]) -> NDArray[np.int64]:
    """Chase the Flush: Ante, X-tra Bonus and the bet, in Antes; extra: the X-tra pays by length."""
    pay = np.zeros((3, 2, 3, 8), np.int64)
    for number, bet in enumerate((3, 2, 1)):
        for length in range(8):
            pay[number, :, 0, length] = bet + extra.get(length, 0)
            pay[number, 1, 0, length] += 1
            pay[number, 0, 2, length] = -bet - 1
            pay[number, 1, 2, length] = -bet - 2
    return pay


PAY_A = chase_pay({4: 1, 5: 5, 6: 20, 7: 250})


def raise_pay() -> NDArray[np.int64]:
    pay = np.zeros((3, 2, 3, 8), np.int64)
    pay[:, 0] = 1
    for option, raised in enumerate((1, 2, 3)):
        pay[option, 1, 0], pay[option, 1, 2] = 1 + raised, -1 - raised
    return pay


ALLOWED = [[True, length >= 5, length >= 6] for length in range(8)]


# The slow twins. They know cards, not masks: a flush is its length and its ranks from the top.


def slow_flush(cards: Cards) -> tuple[int, list[int]]:
    suits = [sorted((c % 13 for c in cards if c // 13 == suit), reverse=True) for suit in range(4)]
    return max((len(suit), suit) for suit in suits)


def slow_key(cards: Cards) -> int:
    length, ranks = slow_flush(cards)
    return length << 13 | sum(1 << rank for rank in ranks)


def slow_counts(
    own: Cards, board: Cards, gone: Cards, draw: int, qualifier: int
) -> list[list[int]]:
    counts = [[0, 0, 0], [0, 0, 0]]
    mine = slow_flush(own + board)
    left = [card for card in range(52) if card not in own + board + gone]
    for dealt in combinations(left, draw):
        theirs = board + list(dealt)
        dealer = slow_flush(theirs)
        outcome = 0 if dealer < mine else 1 if dealer == mine else 2
        counts[slow_key(theirs) >= qualifier][outcome] += 1
    return counts


def slow_river(
    own: Cards, board: Cards, seen: Cards, pay: NDArray[np.int64], fold: int, qualifier: int
) -> list[int]:
    """The summed net result of a fold and of each bet, 3x, 2x and 1x, from this board on."""
    counts = np.array(slow_counts(own, board, seen, 3, qualifier))
    length = slow_flush(own + board)[0]
    return [
        fold * int(counts.sum()),
        *(int((counts * pay[b, :, :, length]).sum()) for b in range(3)),
    ]


def slow_flop(
    own: Cards, board: Cards, seen: Cards, pay: NDArray[np.int64], fold: int, qualifier: int
) -> tuple[int, int, int]:
    """The summed net results of a check with best play after it, of bet 2x and of bet 3x."""
    check = bet2 = bet3 = 0
    left = [card for card in range(52) if card not in own + board + seen]
    for pair in combinations(left, 2):
        folded, three, two, one = slow_river(own, board + list(pair), seen, pay, fold, qualifier)
        check += max(folded, one)
        bet2 += two
        bet3 += three
    return check, bet2, bet3


def slow_opening(
    own: Cards, seen: Cards, pay: NDArray[np.int64], fold: int, qualifier: int
) -> tuple[int, int]:
    check = bet3 = 0
    left = [card for card in range(52) if card not in own + seen]
    for pair in combinations(left, 2):
        wait, two, three = slow_flop(own, list(pair), seen, pay, fold, qualifier)
        check += max(wait, two)
        bet3 += three
    return check, bet3


def dealt(draw: random.Random, *sizes: int, left: int) -> list[Cards]:
    """Hands of these sizes, and all others seen but `left` cards; half the time in few suits."""
    deck = list(range(52))
    if draw.random() < 0.5:
        deck.sort(key=lambda card: (card // 13 + 3 * draw.random(), draw.random()))
    else:
        draw.shuffle(deck)
    parts = []
    for size in sizes:
        parts.append(deck[:size])
        deck = deck[size:]
    return [*parts, deck[left:]]


def own_chance() -> random.Random:
    """Each test has its own."""
    return chance(os.environ["PYTEST_CURRENT_TEST"])


def values(place: showdown.Position) -> list[tuple[int, int]]:
    return [(choice.action, choice.value) for choice in place.choices]


def recount(place: showdown.Position, pay: NDArray[np.int64], fold: int) -> None:
    """Every choice covers all deals, and its value is what its endings pay."""
    for choice in place.choices:
        assert sum(choice.endings.values()) == place.deals
        worth = 0
        for (action, length, qualifies, outcome), n in choice.endings.items():
            worth += n * (fold if action == FOLD else int(pay[action, qualifies, outcome, length]))
        assert worth == choice.value


# Counting.


@given(st.integers(0, 8191), st.integers(0, 5), st.integers(0, 8191), st.integers(0, 8191))
def test_lower(mask: int, size: int, free: int, held: int) -> None:
    held &= ~free
    bits = [1 << rank for rank in range(13) if free >> rank & 1]
    slow = sum(sum(cards) | held < mask for cards in combinations(bits, size))
    assert showdown.lower(mask, size, free, held) == slow


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.integers(0, 9 << 13), st.integers(0, 4))
def test_showdown_counts(draw: random.Random, qualifier: int, on_board: int) -> None:
    """Any number of board cards, any qualifier."""
    drawn = 7 - on_board
    own, board, gone = dealt(draw, drawn, on_board, left=drawn + 3)
    fast = showdown.showdown_counts(
        to_masks(own), to_masks(board), to_masks(gone), drawn, qualifier
    )
    assert [list(row) for row in fast] == slow_counts(own, board, gone, drawn, qualifier)


@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_river_of_a_full_deck(qualifier: int) -> None:
    draw = own_chance()
    own, board, seen = dealt(draw, 3, 4, left=45)
    assert seen == []
    place = showdown.river(to_masks(own), to_masks(board), NO_CARDS, PAY_A.tolist(), -2, qualifier)
    slow = slow_river(own, board, seen, PAY_A, -2, qualifier)
    assert values(place) == [(FOLD, slow[0]), (BET1, slow[3])]
    assert place.deals == 14190
    recount(place, PAY_A, -2)


# High Card Flush.


def test_the_published_hand() -> None:
    """Th8h6h Js Ad Qd Jc: one published analysis gives -0.86655 for the raise; it is -0.8115."""
    clubs, diamonds, hearts, spades = [9], [12, 10], [8, 6, 4], [9]
    suits = enumerate((clubs, diamonds, hearts, spades))
    own = to_masks(13 * suit + rank for suit, ranks in suits for rank in ranks)
    place = showdown.highcard(own, NO_CARDS, raise_pay().tolist(), -1, ALLOWED, QUALIFIER)
    assert (place.deals, values(place)) == (45_379_620, [(FOLD, -45_379_620), (0, -36_826_253)])
    assert place.best.action == 0


@pytest.mark.parametrize("left", [7, 8, 10, 14])
def test_highcard_with_seen_cards(left: int) -> None:
    draw = own_chance()
    for _ in range(6):
        own, seen = dealt(draw, 7, left=left)
        place = showdown.highcard(
            to_masks(own), to_masks(seen), raise_pay().tolist(), -1, ALLOWED, QUALIFIER
        )
        counts = np.array(slow_counts(own, [], seen, 7, QUALIFIER))
        length = slow_flush(own)[0]
        expected = [(FOLD, -int(counts.sum()))]
        for option in range(3):
            if ALLOWED[length][option]:
                worth = int((counts * raise_pay()[option, :, :, length]).sum())
                expected.append((option, worth))
        assert values(place) == expected
        recount(place, raise_pay(), -1)


# Chase the Flush.


@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_flop_matches_enumeration(qualifier: int) -> None:
    draw = own_chance()
    for left in (5, 8, 11):
        own, board, seen = dealt(draw, 3, 2, left=left)
        pay = PAY_A + np.array(draw.choices((-1, 0, 1), k=144)).reshape(PAY_A.shape)
        masks = to_masks(own), to_masks(board), to_masks(seen)
        fast = position.flop(*masks, pay, -2, qualifier)
        check, bet2, _ = slow_flop(own, board, seen, pay, -2, qualifier)
        assert values(fast) == [(CHECK, check), (BET2, bet2)]
        assert showdown.flop(*masks, pay.tolist(), -2, qualifier) == fast
        recount(fast, pay, -2)


@pytest.mark.parametrize("n_seen", [0, 6, 18])
def test_flop_matches_plain_python(n_seen: int) -> None:
    draw = own_chance()
    own, board, seen = dealt(draw, 3, 2, left=47 - n_seen)
    masks = to_masks(own), to_masks(board), to_masks(seen)
    plain = showdown.flop(*masks, PAY_A.tolist(), -2, QUALIFIER)
    assert position.flop(*masks, PAY_A, -2, QUALIFIER) == plain


@pytest.mark.parametrize("qualifier", QUALIFIERS)
def test_opening_matches_enumeration(qualifier: int) -> None:
    draw = own_chance()
    for left in (7, 9):
        own, seen = dealt(draw, 3, left=left)
        pay = PAY_A + np.array(draw.choices((-1, 0, 1), k=144)).reshape(PAY_A.shape)
        fast = position.opening(to_masks(own), to_masks(seen), pay, -2, qualifier)
        check, bet3 = slow_opening(own, seen, pay, -2, qualifier)
        assert values(fast) == [(CHECK, check), (BET3, bet3)]
        recount(fast, pay, -2)


def test_opening_is_the_sum_of_its_flops() -> None:
    """The opening meets each board once for six flops; here every flop is worked out by itself."""
    draw = own_chance()
    own, seen = dealt(draw, 3, left=40)
    fast = position.opening(to_masks(own), to_masks(seen), PAY_A, -2, QUALIFIER)
    deals = check = 0
    endings: Counter[showdown.Ending] = Counter()
    for pair in combinations([card for card in range(52) if card not in own + seen], 2):
        place = position.flop(to_masks(own), to_masks(pair), to_masks(seen), PAY_A, -2, QUALIFIER)
        deals += place.deals
        check += place.best.value
        endings.update(place.best.endings)
    assert (fast.deals, fast.choices[0].value) == (deals, check)
    assert fast.choices[0].endings == endings
    recount(fast, PAY_A, -2)
    alone = position.opening(to_masks(own), to_masks(seen), PAY_A, -2, QUALIFIER, threads=1)
    assert alone == fast


def test_of_equal_values_the_smaller_wager() -> None:
    own, flop, board = to_masks([0, 14, 28]), to_masks([5, 45]), to_masks([5, 45, 50, 20])
    pay = np.zeros((3, 2, 3, 8), np.int64)
    river = showdown.river(own, board, NO_CARDS, pay.tolist(), 0, QUALIFIER)
    assert river.best.action == FOLD
    assert position.flop(own, flop, NO_CARDS, pay, 0, QUALIFIER).best.action == CHECK
    seen = to_masks(set(range(52)) - set(range(10)) - {0, 14, 28})
    opening = position.opening(own, seen, pay, 0, QUALIFIER)
    assert opening.best.action == CHECK
    assert {end[0] for end in opening.best.endings} == {FOLD}


def test_refusals() -> None:
    own, flop = to_masks([0, 1, 2]), to_masks([3, 4])
    with pytest.raises(ValueError, match="twice"):
        position.flop(own, flop, to_masks([4]), PAY_A, -2, QUALIFIER)
    with pytest.raises(ValueError, match="exactly 3"):
        position.opening(to_masks([0, 1]), NO_CARDS, PAY_A, -2, QUALIFIER)
    with pytest.raises(ValueError, match="too few"):
        position.opening(own, to_masks(range(9, 52)), PAY_A, -2, QUALIFIER)
    with pytest.raises(ValueError, match="too few"):
        showdown.flop(own, flop, to_masks(range(9, 52)), PAY_A.tolist(), -2, QUALIFIER)
    with pytest.raises(ValueError, match="too large"):
        position.opening(own, NO_CARDS, PAY_A << 40, -2, QUALIFIER)
