"""Conditions in words: what each phrase means, and what is refused."""

import pytest

from longsuit.analysis.strategies.facts import facts
from longsuit.analysis.strategies.family import FAMILIES
from longsuit.analysis.strategies.words import Unclear, parse_condition
from longsuit.core.cards import parse_cards


def holds(text: str, hole: str, board: str = "") -> bool:
    known = facts(parse_cards(hole), parse_cards(board))
    return all(test.holds(known) for test in parse_condition(text))


HIGH_CARD = "Th 8h 6h Jc 4c 3d 2d"

MEANINGS = [
    ("anything", "2c 3d 4h", "", True),
    ("a three-card flush", "Th 8h 6h", "", True),
    ("a three-card flush", "Th 8h 6h", "2h 3c", False),
    ("a three-card flush or better", "Th 8h 6h", "2h 3c", True),
    ("any 4-card flush or better", "Th 8h 6h", "2h 3c", True),
    ("a three-card flush of T-8-6 or better", "Th 8h 6h", "", True),
    ("a three-card flush of T-8-6 or better", "Th 8h 5h", "", False),
    ("a three-card flush of 10-8 or better", "Th 8h 2h", "", True),
    ("a three-card flush of T-8-6 or better", HIGH_CARD, "", True),
    ("a J-high three-card flush or better", HIGH_CARD, "", False),
    ("a T-high three-card flush", HIGH_CARD, "", True),
    ("a 9-high three-card flush", HIGH_CARD, "", False),
    ("less than a J-high three-card flush", HIGH_CARD, "", True),
    ("less than a three-card flush", HIGH_CARD, "", False),
    ("two suited", "Qh 9h 2c", "", True),
    ("two suited", "Qh 9h 2h", "", False),
    ("two suited of Q-9 or better", "Qh 9h 2c", "", True),
    ("two suited of Q-9 or better", "Qh 8h Ac", "", False),
    ("two suited of Q-9 or better", "Kh 2h Ac", "", True),
    ("two suited of Q-9 or better", "4h 3h 2h", "", True),
    ("two of your own cards in it", "9h 5h Ad", "2h Kc", True),
    ("at least one of your own cards in it", "9h 5h Ad", "Kc 8c Qc 2s", False),
    ("none of your own cards in it", "9h 5h Ad", "Kc 8c Qc 2s", True),
    ("at most 11 cards that beat you", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("at most 11 dealer outs", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("at most 10 dealer outs", "9h 5h Ad", "2h Kc 4c Qs", False),
    # Hearts: 45 pairs of ten cards, less ten without a card above the 9. Spades: 66 with the queen.
    ("101 two-card outs", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("at most 100 two-card outs", "9h 5h Ad", "2h Kc 4c Qs", False),
    ("at most 16 weighted outs", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("at most 15 weighted outs", "9h 5h Ad", "2h Kc 4c Qs", False),
    ("a board of three suits", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("a board of two suits", "9h 5h Ad", "2h Kc 4c Qs", False),
    ("two of a suit on the board", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("at least three of a suit on the board", "9h 5h Ad", "2h Kc 4c Qs", False),
    ("a board card of K or better", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("no board card of A or better", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("no board card of K or better", "9h 5h Ad", "2h Kc 4c Qs", False),
    ("tops of at least 24", "Qh 9h Qd", "", True),
    ("tops of at least 24", "Qh 9h Jd", "", False),
    ("tops of 24", "Kh 2h 7d", "", True),
    ("tops of 24", "Ah 3h 2d", "", True),
    ("at least 89 points", "Ah Ad 5c", "", True),
    ("at least 89 points", "Ah Ad 4c", "", False),
    ("dealer outs up to half your top card", "Qh 8h 4s", "Ts 7h", True),
    ("dealer outs up to half your top card minus 6", "Qh 8h 4s", "Ts 7h", True),
    ("dealer outs up to half your top card", "Qh 8h 4s", "Ts 7s", False),
    ("dealer outs up to half your top card plus 2", "Qh 8h 4s", "Ts 7s", False),
    ("dealer outs up to half your top card plus 3", "Qh 8h 4s", "Ts 7s", True),
    ("at most 10 cards that beat you", "9h 5h Ad", "2h Kc 4c Qs", False),
    ("no card that beats you", "Ac 8d 3h", "Kc 5d", True),
    ("at least two cards that beat you", "Ac 8d 3h", "Kc 5d", False),
    ("no higher card on the board", "9h 5h Ad", "2h 8c 4c 7s", True),
    ("a higher card on the board", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("higher cards on the board in at least two suits", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("higher cards on the board in at most one suit", "9h 5h Ad", "2h Kc 4c Qs", False),
    ("a card in every suit of the board", "Ac 8d 3h", "Kc 5d", True),
    ("a suit of the board missing", "Ac 8d 3h", "Kc 5s", True),
    ("danger of at most 6", "Ac 8d 3h", "Kc 5d", True),
    ("weighted danger of at most 19", "Qh 8h 4s", "Ts 7s", False),
    ("weighted danger of at most 20", "Qh 8h 4s", "Ts 7s", True),
    ("danger of at most five", "Ac 8d 3h", "Kc 5d", False),
    ("cards of two suits", "9h 5h Ad", "", True),
    ("cards of at most two suits", "9h 5c Ad", "", False),
    ("a side card of A or better", "9h 5h Ad", "2h Kc 4c Qs", True),
    ("a side card of 2 or better", "9h 5h Ad", "2h Kd", False),
    ("a second suit of two cards", HIGH_CARD, "", True),
    ("cards of A-K-8 or better", "Ac Kd 8h", "", True),
    ("cards of A-K-8 or better", "Ac Kd 7h", "", False),
    ("cards of A-K-8 or better", "Ac Ad 8h", "", True),
    ("at least one card of J or better", HIGH_CARD, "", True),
    ("one card of T or better", HIGH_CARD, "", False),
    ("no card of Q or better", HIGH_CARD, "", True),
    ("two suited and a side card of K or better", "Qh 9h Kc", "", True),
    ("two suited and a side card of K or better", "Qh 9h Qc", "", False),
]


@pytest.mark.parametrize(("text", "hole", "board", "expected"), MEANINGS)
def test_a_phrase_means_what_it_says(text: str, hole: str, board: str, expected: bool) -> None:
    assert holds(text, hole, board) is expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a full house", "'a full house' is not a condition that Longsuit knows"),
        ("two suited and luck", "'luck' is not a condition that Longsuit knows"),
        ("a three-card flush of 6-8-T or better", "the ranks 6-8-T do not fall"),
        ("a two-card flush of T-8-6 or better", "T-8-6 has more ranks than two cards"),
        ("a 3-high four-card flush", "there is no four-card flush that begins 3"),
        ("less than a three-card flush or better", "'or better' is unclear"),
        ("cards of 2-A or better", "the ranks 2-A rise"),
        ("at most many cards that beat you", "is not a condition"),
        ("", "is not a condition"),
    ],
)
def test_a_phrase_that_means_nothing_is_refused(text: str, why: str) -> None:
    with pytest.raises(Unclear, match=why.replace("(", r"\(")):
        parse_condition(text)


def test_every_condition_of_the_families_is_known() -> None:
    for families in FAMILIES.values():
        for family in families.values():
            assert all(parse_condition(text) for text in family.conditions())
            assert list(family.tests())
