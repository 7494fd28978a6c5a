"""Every hand at once, against the rules asked hand by hand."""

import random

import numpy as np
import pytest
from tests.analysis.strategies.test_words import MEANINGS

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.hand_classes import class_masks
from longsuit.analysis.exact.numbering import board_classes
from longsuit.analysis.exact.strategy import hole_number
from longsuit.analysis.exact.tuned import check_tuned
from longsuit.analysis.strategies.box import boxed
from longsuit.analysis.strategies.family import FAMILIES
from longsuit.analysis.strategies.gains import facts_of, holds
from longsuit.analysis.strategies.rules import Rule, RuleList, parse_rule, read_rules_file
from longsuit.analysis.strategies.tables import flop_classes, spread_bits
from longsuit.analysis.strategies.tabulation import bets, tabulate
from longsuit.core.cards import DECK, RANK_COUNT, card_names
from longsuit.core.games.catalog import find_game

SEED = 62
PHRASES = sorted({text for text, *_ in MEANINGS if text != "anything"})


def alone(game: str, decision: str, text: str) -> RuleList:
    """A list of one rule, for one decision."""
    definition = find_game(game)
    made = next(d for d in definition.rules.decisions if d.name == decision)
    rule = parse_rule(f"{definition.bet_verb} with {text}", definition, made)
    decided: dict[str, tuple[Rule, ...]] = {d.name: () for d in definition.rules.decisions}
    decided[decision] = (rule,)
    return RuleList(definition.id, "", "", decided)


@pytest.mark.parametrize("text", PHRASES)
def test_every_condition_on_boards(text: str) -> None:
    chance = random.Random(SEED)
    for decision, every in (("flop", flop_classes()), ("river", board_classes()[0])):
        rules = alone("ctf", decision, text)
        some = every[sorted(chance.sample(range(len(every)), 3))]
        bits = bets(rules.decisions[decision], some)
        for row, board in enumerate(some.tolist()):
            left = [card for card in DECK if card not in board]
            for _ in range(25):
                hole = chance.sample(left, 3)
                number = hole_number(hole)
                fast = bool(bits[row, number // 8] >> number % 8 & 1)
                slow = rules.action(hole, board).startswith("bet")
                assert fast == slow, f"{card_names(hole)} on {card_names(board)}, seed {SEED}"


def test_holes_that_share_a_card_with_the_board_never_bet() -> None:
    rules = alone("ctf", "flop", "anything")
    assert np.unpackbits(bets(rules.decisions["flop"], flop_classes())).sum() == 169 * 19_600


def test_every_hand_of_high_card_flush() -> None:
    rules = next(rules for rules in boxed("high-card-flush") if rules.id == "short")
    strategy = tabulate(rules)
    chance = random.Random(SEED)
    for _ in range(1_000):
        hand = chance.sample(DECK, 7)
        assert strategy.action(hand) == rules.action(hand), f"{card_names(hand)}, seed {SEED}"
    for number in chance.sample(range(6_009_159), 500):
        masks = class_masks(number)
        hand = [
            suit * RANK_COUNT + rank
            for suit, mask in enumerate(masks)
            for rank in range(RANK_COUNT)
            if mask >> rank & 1
        ]
        assert strategy.action(hand) == rules.action(hand), f"class {number}"


@pytest.mark.parametrize("text", [text for text in PHRASES if "board" not in text])
def test_every_condition_on_seven_cards(text: str) -> None:
    """On a part of the classes: the whole is `test_every_hand_of_high_card_flush`."""
    rules = alone("hcf", "raise", text)
    chance = random.Random(SEED)
    hands = [chance.sample(DECK, 7) for _ in range(150)]
    known = facts_of(np.array(hands, np.int64), np.zeros(0, np.int64))
    fast = holds(rules.decisions["raise"][0].tests, known.astype(np.int64))
    slow = [rules.action(hand) != "fold" for hand in hands]
    assert fast.tolist() == slow, f"seed {SEED}"


def test_flops_are_spread_over_all_suits() -> None:
    rules = read_rules_file(
        'game = "ctf"\nflop = ["bet with a three-card flush or better and danger of at most 20"]',
        "x.toml",
    )
    spread = spread_bits(bets(rules.decisions["flop"], flop_classes()), flop_classes())
    chance = random.Random(SEED)
    for _ in range(400):
        cards = chance.sample(DECK, 5)
        hole, flop = cards[:3], sorted(cards[3:])
        fast = bool(spread[flop[1] * (flop[1] - 1) // 2 + flop[0], hole_number(hole)])
        assert fast == (rules.action(hole, flop) == "bet_2x"), f"{card_names(cards)}, seed {SEED}"


def test_families_belong_to_decisions() -> None:
    for name in ("ctf", "hcf"):
        case = make_case(name)
        families = FAMILIES[check_tuned(case, "families")]
        assert list(families) == [d.name for d in case.rules.decisions]
