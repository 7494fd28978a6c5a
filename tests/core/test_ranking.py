"""Flushes and straight flushes: by hand, against the slow twin, and by the counts of all hands."""

import random
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core import slow_ranking

from longsuit.core.cards import DECK, card_name, card_names, card_set, parse_cards
from longsuit.core.games.game import NINE_HIGH, compare
from longsuit.core.ranking import (
    flush_key,
    flush_name,
    key_length,
    key_ranks,
    make_key,
    shape,
    shape_counts,
)

SEED = 20_260_101


def key(text: str) -> int:
    return flush_key(card_set(parse_cards(text)))


def straight(text: str) -> int:
    return shape(card_set(parse_cards(text))).straight


@pytest.mark.rule("FL-2")
def test_more_cards_beat_fewer_whatever_their_ranks() -> None:
    low_four = key("2c 3c 4c 5c 7d 8h 9s")
    high_three = key("Ah Kh Qh 9d 8d 7s 6s")
    assert key_length(low_four) == 4
    assert low_four > high_three


@pytest.mark.rule("FL-3")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac 4c 2c", "Kh Qh Jh"),
        ("Kc 9c 2c", "Kh 8h 7h"),
        ("Kc 9c 3c", "Kh 9h 2h"),
        ("3c 2c", "2h"),
    ],
)
def test_equal_lengths_compare_from_the_top_card_down(better: str, worse: str) -> None:
    assert key(better) > key(worse)


@pytest.mark.rule("FL-3")
def test_the_same_ranks_in_two_suits_tie() -> None:
    assert key("Kc 9c 3c 2d 4h") == key("Ks 9s 3s Ah Qd")


@pytest.mark.rule("FL-4")
def test_of_two_suits_of_one_length_the_better_counts() -> None:
    hand = "9c 8c 7c Th 3h 2h As"
    assert key_ranks(key(hand)) == "T32"
    assert key(hand) > key("9c 8c 7c")


@pytest.mark.rule("FL-5")
def test_in_the_flush_an_ace_is_high_and_a_straight_flush_is_nothing() -> None:
    assert key("Ac 2c 3c 4c") > key("Kh Qh Jh Th")
    assert key("Ah 9h 5h 3h") > key("Ks Qs Js Ts")
    assert key("8d 6d 4d 2d") > key("7c 6c 5c 4c")


@pytest.mark.rule("FL-6")
@pytest.mark.parametrize(
    ("hand", "length"),
    [
        *(("Ac Kc Qc", 3), ("Ac 2c 3c", 3), ("Ac 2c 3c 4c 5c 6c 7c", 7)),
        *(("Kc Ac 2c", 0), ("Qc Kc Ac 2c", 3), ("Kc Ac 2c 3c", 3), ("Qc Kc Ac 2c 3c", 3)),
        *(("Jc Qc Kc Ac 2c 3c 4c", 4), ("Ac 2c Kd", 0), ("Ac Kc", 0), ("Ac 2c", 0)),
    ],
)
def test_an_ace_is_high_or_low_in_a_straight_flush_never_both(hand: str, length: int) -> None:
    assert straight(hand) == length


@pytest.mark.rule("FL-7")
def test_a_straight_flush_in_a_shorter_suit_counts() -> None:
    hand = card_set(parse_cards("Ah Jh 9h 4h 6s 7s 8s"))
    assert key_ranks(flush_key(hand)) == "AJ94"
    assert shape(hand) == (4, 3, 0)


@pytest.mark.rule("FL-7")
def test_the_longest_flush_straight_and_ace_high_run_may_be_three_suits() -> None:
    assert shape(card_set(parse_cards("5c 6c 7c 8c Ah Kh Qh"))) == (4, 4, 3)


@pytest.mark.rule("FL-8")
@pytest.mark.parametrize(
    ("hand", "good"),
    [
        *(("9c 3c 2c", True), ("9c 8c 7c", True), ("8c 7c 6c", False), ("Ac Kc 2d", False)),
        *(("2c 3c 4c 5c", True), ("Th 3h 2h", True), ("8c 7c 6c 9h 8h 2h Ad", True)),
    ],
)
def test_the_dealer_qualifies_from_nine_high_three_cards(hand: str, good: bool) -> None:
    assert (key(hand) >= NINE_HIGH) is good
    assert slow_ranking.qualifies(hand.split()) is good


def test_words_for_flushes() -> None:
    assert flush_name(key("Kc 9c 3c 2c")) == "K-high four-card flush"
    assert flush_name(make_key("T")) == "10 high"
    assert flush_name(0) == "no cards"


@given(st.sets(st.sampled_from("23456789TJQKA"), max_size=7))
def test_a_key_gives_its_ranks_back(ranks: set[str]) -> None:
    made = make_key("".join(ranks))
    assert set(key_ranks(made)) == ranks
    assert key_length(made) == len(ranks)
    assert make_key(key_ranks(made)) == made


def assert_like_the_twin(hand: tuple[int, ...], note: str) -> None:
    """The fast ranking of a hand says what the slow one says."""
    written = [card_name(card) for card in hand]
    held = card_set(hand)
    ranks = [slow_ranking.ORDER[rank - 2] for rank in slow_ranking.flush_of(written)]
    assert key_ranks(flush_key(held)) == "".join(ranks), (note, written)
    found = (
        len(ranks),
        slow_ranking.longest_straight(written),
        slow_ranking.longest_ace_high(written),
    )
    assert shape(held) == found, (note, written)
    assert (flush_key(held) >= NINE_HIGH) is slow_ranking.qualifies(written), (note, written)


@pytest.mark.parametrize("size", [1, 2])
def test_all_small_hands_rank_as_the_slow_twin_ranks_them(size: int) -> None:
    hands = list(combinations(DECK, size))
    assert len(hands) == comb(52, size)
    for hand in hands:
        assert_like_the_twin(hand, "all")


@pytest.mark.rule("FL-2", "FL-3", "FL-4")
@pytest.mark.parametrize("size", range(1, 8))
def test_random_hands_rank_as_the_slow_twin_ranks_them(size: int) -> None:
    chance = random.Random(SEED + size)
    note = f"seed {SEED + size}"
    for _ in range(1500):
        cards = chance.sample(DECK, 2 * size)
        one, other = tuple(cards[:size]), tuple(cards[size:])
        assert_like_the_twin(one, note)
        expected = slow_ranking.outcome([*map(card_name, one)], [*map(card_name, other)])
        found = compare(flush_key(card_set(one)), flush_key(card_set(other)))
        assert found == expected, (note, card_names(one), card_names(other))


@pytest.mark.rule("FL-6", "FL-7")
@pytest.mark.parametrize("size", range(3, 8))
def test_random_hands_of_few_suits_rank_as_the_slow_twin_ranks_them(size: int) -> None:
    # Two suits with many neighbours and aces: where straight flushes are common.
    chance = random.Random(SEED - size)
    pack = parse_cards("Ac 2c 3c 4c 5c 6c Jc Qc Kc Ah 2h 3h 4h Th Jh Qh Kh")
    for _ in range(1500):
        assert_like_the_twin(tuple(chance.sample(pack, size)), f"seed {SEED - size}")


@pytest.mark.parametrize("size", [1, 2, 3])
def test_shapes_of_small_hands_are_counted_one_by_one(size: int) -> None:
    counted: dict[tuple[int, int, int], int] = {}
    for hand in combinations(DECK, size):
        form = shape(card_set(hand))
        counted[form] = counted.get(form, 0) + 1
    assert shape_counts(size) == counted


@pytest.mark.rule("FL-2")
def test_the_longest_flush_of_all_seven_card_hands() -> None:
    lengths: dict[int, int] = {}
    for form, count in shape_counts().items():
        lengths[form.flush] = lengths.get(form.flush, 0) + count
    assert sum(lengths.values()) == 133_784_560
    assert lengths == {
        7: 6_864,
        6: 267_696,
        5: 3_814_668,
        4: 26_137_540,
        3: 78_881_088,
        2: 24_676_704,
    }


@pytest.mark.rule("FL-6", "FL-7")
def test_the_longest_straight_flush_of_all_seven_card_hands() -> None:
    lengths: dict[int, int] = {}
    for form, count in shape_counts().items():
        lengths[form.straight] = lengths.get(form.straight, 0) + count
    assert {n: lengths[n] for n in (7, 6, 5, 4, 3)} == {
        7: 32,
        6: 1_592,
        5: 39_960,
        4: 676_196,
        3: 8_642_932,
    }


def test_ace_high_runs_of_all_seven_card_hands() -> None:
    # By hand: A-K-Q-J-T-9-8 is 4 hands; six from the ace down leave one of 46 cards less the next.
    runs: dict[int, int] = {}
    for form, count in shape_counts().items():
        runs[form.ace_high] = runs.get(form.ace_high, 0) + count
    assert runs[7] == 4
    assert runs[6] == 4 * (46 - 1)
    assert runs[5] == 4 * (comb(47, 2) - 46)
