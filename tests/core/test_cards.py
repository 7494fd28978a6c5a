"""Cards as they are written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longsuit.core.cards import (
    DECK,
    FULL_DECK,
    by_suit,
    card_name,
    card_names,
    card_picture,
    card_set,
    cards_of,
    parse_card,
    parse_cards,
    suit_masks,
)
from longsuit.core.errors import InputError

hands = st.lists(st.sampled_from(DECK), unique=True, max_size=52).map(tuple)


@pytest.mark.parametrize(
    "text",
    [
        *("Th 8h 6h", "Th8h6h", "10h 8h 6h", "10h8h6h", "10♥ 8♥ 6♥", "T♥8♥6♥", "10♡8♡6♡"),
        *("th 8H 6h", "TH,8h,6h", "Th, 8h, 6h", "  Th\t8h\n6h ", "10♥\ufe0f8♥\ufe0f6♥\ufe0f"),
    ],
)
def test_every_form_reads_the_same(text: str) -> None:
    assert card_names(parse_cards(text)) == "Th 8h 6h"


def test_the_order_of_writing_is_kept() -> None:
    assert card_names(parse_cards("2c As 9d 2s")) == "2c As 9d 2s"


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        *(("Xh", "Xh"), ("Th 1h", "1h"), ("T", "T"), ("hT", "hT"), ("Th 8x 6h", "8x")),
        *(("11h", "11h"), ("0h", "0h"), ("Th;8h", ";8h"), ("A♥K", "K"), ("10", "10")),
    ],
)
def test_what_is_no_card_is_named(text: str, piece: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_cards(text)
    assert str(caught.value) == (
        f"'{piece}' is not a card: write a rank (2-9, T or 10, J, Q, K, A) "
        "and then a suit (c, d, h, s), such as Th or 10♥."
    )


@pytest.mark.parametrize("text", ["Th 8h 10h", "ThTh", "10♥ Th"])
def test_a_card_twice_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^The card Th is named twice\.$"):
        parse_cards(text)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("Th 8h", 2)])
def test_one_card_is_one_card(text: str, count: int) -> None:
    with pytest.raises(InputError, match=f"names {count}"):
        parse_card(text)


def test_the_pack_has_52_names_and_pictures() -> None:
    names = [card_name(card) for card in DECK]
    assert len(set(names)) == 52
    assert {name[0] for name in names} == set("23456789TJQKA")
    assert {name[1] for name in names} == set("cdhs")
    assert [card_picture(card) for card in parse_cards("Tc 2d Ah 9s")] == ["T♣", "2♦", "A♥", "9♠"]


@given(hands)
def test_names_read_back(hand: tuple[int, ...]) -> None:
    assert parse_cards(card_names(hand)) == hand
    assert parse_cards("".join(map(card_picture, hand))) == hand
    assert tuple(parse_card(card_name(card)) for card in hand) == hand


@given(hands)
def test_ten_may_be_written_with_two_digits(hand: tuple[int, ...]) -> None:
    assert parse_cards(card_names(hand).replace("T", "10")) == hand


@given(hands)
def test_a_set_holds_exactly_its_cards(hand: tuple[int, ...]) -> None:
    held = card_set(hand)
    assert list(cards_of(held)) == sorted(hand)
    assert held.bit_count() == len(hand)
    assert held & ~FULL_DECK == 0


def test_a_suit_is_thirteen_neighbouring_bits() -> None:
    masks = suit_masks(card_set(parse_cards("2c 3c Ad 2h Ah Ks")))
    assert masks == (0b11, 1 << 12, 1 | 1 << 12, 1 << 11)


def test_cards_for_the_eye_go_longest_suit_first_then_high_first() -> None:
    mixed = parse_cards("2c Kd 3h 9h Ac Ah 5s")
    assert card_names(by_suit(mixed)) == "Ah 9h 3h Ac 2c Kd 5s"
    assert by_suit([]) == []
