"""High Card Flush with seen cards: every deal against the slow twin."""

import random
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from tests.analysis.faceup.slow import slow_high_card

from longsuit.analysis.exact import advise
from longsuit.analysis.exact.hand_classes import class_hands, shapes
from longsuit.analysis.exact.payoffs import payoffs
from longsuit.analysis.exact.showdown import remaining, to_cards, to_masks
from longsuit.analysis.faceup.kernels.dealer_card import shown_card_total
from longsuit.analysis.faceup.kernels.high_card import (
    BEST,
    BLIND,
    COLUMNS,
    EDGE,
    EXPECTED,
    PRACTICAL,
    high_card_hand,
)
from longsuit.analysis.faceup.practical_rules import AS_BLIND
from longsuit.analysis.faceup.tables import bet_lines, choose, mask_tables
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import MainRules
from longsuit.core.ranking import make_key, mask_key

GAME = find_game("high-card-flush")
Cards = list[int]


@cache
def under(rules: MainRules) -> tuple[Any, ...]:
    """The rules as the kernels take them: qualifier, pays, fold, how many raises by length."""
    known = payoffs(GAME, rules)
    raises = np.array([sum(row) for row in known.allowed])
    return rules.qualifier, bet_lines(known), float(known.fold), raises


def valued(
    own: Cards, left: Cards, shown: Cards, rules: MainRules = GAME.rules, least: int = AS_BLIND
) -> NDArray[np.float64]:
    out = np.zeros(COLUMNS)
    masks = [np.array(to_masks(cards), np.int64) for cards in (own, left, shown)]
    value: Any = high_card_hand
    value(
        *masks, 7 - len(shown), 0, True, *under(rules), np.full(14, least), choose(),
        *mask_tables(), out,
    )  # fmt: skip
    return out


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
    """All shapes over three masks of each size, each card of the dealer's valued alone."""
    draw = random.Random(11)
    of_size = [[0]] + [
        sorted(draw.sample([m for m in range(8192) if m.bit_count() == n], 2)) for n in range(1, 8)
    ]
    by_size = np.cumsum([0, *map(len, of_size)])
    count: Any = shown_card_total
    total = sum(
        count(
            first, 2, np.array([shape.sizes for shape in shapes()]), by_size,
            np.array([mask for masks in of_size for mask in masks]),
            np.array([24, 12, 12, 4, 12, 6, 4, 1]), *under(GAME.rules), choose(), *mask_tables(),
        )
        for first in (0, 1)
    )  # fmt: skip
    slow = 0
    hands = {
        tuple(sorted(masks, key=mask_key, reverse=True))
        for shape in shapes()
        for masks in product(*(of_size[size] for size in shape.sizes))
    }
    for masks in hands:
        left = to_cards(remaining(masks))
        for card in left:
            others = [other for other in left if other != card]
            best = valued(to_cards(masks), others, [card])[BEST]
            slow += class_hands(masks) * round(best * comb(44, 6))
    assert total == slow
