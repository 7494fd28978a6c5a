"""High Card Flush with seen cards: every deal against the slow twin."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from tests.analysis.faceup.slow import slow_high_card

from longsuit.analysis.exact import advise
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.hand_classes import class_hands, classes, shapes
from longsuit.analysis.exact.position import remaining, to_cards, to_masks
from longsuit.analysis.faceup.exposure import class_rows, high_card_totals
from longsuit.analysis.faceup.high_card import (
    BEST,
    BLIND,
    EDGE,
    EXPECTED,
    PRACTICAL,
    HighCardStudy,
)
from longsuit.analysis.faceup.practical_rules import AS_BLIND
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import MainRules
from longsuit.core.ranking import make_key

GAME = find_game("high-card-flush")
Cards = list[int]


def valued(
    own: Cards, left: Cards, shown: Cards, rules: MainRules = GAME.rules, least: int = AS_BLIND
) -> NDArray[np.float64]:
    study = HighCardStudy(make_case("hcf", rules=rules), seats=0, dealer_cards=0, threads=1)
    study.raise_from(np.full(14, least))
    mine, free, held = (np.array([to_masks(cards)], np.int64) for cards in (own, left, shown))
    values: NDArray[np.float64] = study.value_deals(mine, free, held, 7 - len(shown)).values[0]
    return values


VARIANTS = [
    GAME.rules,
    replace(GAME.rules, ties="win", unqualified="push"),
    replace(GAME.rules, qualifier=0, ties="lose"),
    replace(GAME.rules, qualifier=make_key("A432"), unqualified="play"),
]


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_deals_match_the_slow_twin(number: int) -> None:
    rules = VARIANTS[number]
    for seed in range(6):
        draw = random.Random(100 * number + seed)
        deck = list(range(52))
        deck.sort(key=lambda card: card // 13 + (seed + 1) * draw.random())
        own, left, shown = deck[:7], deck[7:17], deck[17 : 17 + seed % 2]
        slow = slow_high_card(rules, own, left, shown)
        found = valued(own, left, shown, rules)
        blind = advise("hcf", own, rules=rules)
        action = blind.best.action
        assert found[BEST] == float(max(slow.values()))
        assert found[BLIND] == float(slow[0 if action == "fold" else int(action[6])])
        assert found[EDGE] == pytest.approx(float(slow[1] - slow[0]), abs=1e-15)
        smallest = next(o.value for o in blind.options if o.action == "raise_1x")
        assert found[EXPECTED] == pytest.approx(float(smallest + 1), abs=1e-15)
        assert found[PRACTICAL] == found[BLIND]
        raised, folded = (
            valued(own, left, shown, rules, 0),
            valued(own, left, shown, rules, 9 << 13),
        )
        assert raised[PRACTICAL] == float(slow[max(slow)])
        assert folded[PRACTICAL] == -1


@pytest.mark.parametrize("number", range(4))
def test_any_deal_is_what_advise_says(number: int) -> None:
    draw = random.Random(number)
    cards = draw.sample(range(52), 7 * (1 + number))
    own, seen = cards[:7], cards[7:]
    left = to_cards(remaining(to_masks(own), to_masks(seen)))
    best = advise("hcf", own, (), seen).best.value
    assert valued(own, left, [])[BEST] == float(best)


def test_what_may_be_seen_averages_to_the_blind_value() -> None:
    """The tower property, exactly: one seen card, and one card of the dealer's."""
    for own in ([0, 3, 6, 14, 20, 30, 40], [0, 2, 4, 6, 8, 30, 40], [0, 13, 14, 27, 28, 40, 43]):
        rest = to_cards(remaining(to_masks(own)))
        seen = dealer = Fraction(0)
        for card in rest:
            others = [other for other in rest if other != card]
            hands = comb(44, 7)
            seen += Fraction(round(valued(own, others, [])[BLIND] * hands), hands)
            hands = comb(44, 6)
            dealer += Fraction(round(valued(own, others, [card])[BLIND] * hands), hands)
        blind = advise("hcf", own).best.value
        assert seen / 45 == dealer / 45 == blind
        assert valued(own, rest, [])[BEST] == valued(own, rest, [])[BLIND] == float(blind)


def test_every_dealer_card_of_some_hands() -> None:
    """Hands of every shape, each card of the dealer's valued alone."""
    draw = random.Random(11)
    case = make_case("hcf")
    hands = [
        [sum(1 << rank for rank in draw.sample(range(13), size)) for size in shape.sizes]
        for shape in [*shapes(), *shapes()]
    ]
    found = high_card_totals(case, np.array(hands), {"card"})
    for masks, total in zip(hands, found["card"].tolist(), strict=True):
        left = to_cards(remaining(masks))
        slow = 0
        for card in left:
            others = [other for other in left if other != card]
            slow += round(valued(to_cards(masks), others, [card])[BEST] * comb(44, 6))
        assert total == slow


def test_hands_up_to_suits_are_listed_once() -> None:
    rows = [part for first in range(64) for part in class_rows(first, 64, size=4)]
    listed = [tuple(hand) for own, _ in rows for hand in own.tolist()]
    assert sorted(listed) == sorted(classes(size=4))
    assert all(class_hands(h) == n for own, a in rows for h, n in zip(own, a, strict=True))
    assert sum(int(alike.sum()) for _, alike in rows) == comb(52, 4)
