"""The kernels and the advice against the slow oracle, which knows the rules and nothing else."""

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.analysis.exact.oracle import Chase, HighCard, best_flush

from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.kernels import high_card_flush
from longsuit.analysis.exact.payoffs import payoffs
from longsuit.core.cards import DECK, Card, parse_cards
from longsuit.core.games.catalog import any_wager, find_game, find_paytable
from longsuit.core.games.game import MainRules
from longsuit.core.paytable import by_length
from longsuit.core.ranking import make_key

XTRA = any_wager("xtra")

CTF, HCF = find_game("ctf"), find_game("hcf")
VARIANTS: list[dict[str, Any]] = [
    {},
    {"qualifier": 0},
    {"qualifier": make_key("K42")},
    {"unqualified": "play"},
    {"unqualified": "win"},
    {"unqualified": "push"},
    {"ties": "lose"},
    {"ties": "win"},
    {"qualifier": make_key("5432"), "unqualified": "win", "ties": "lose"},
]


def _extra(text: str) -> dict[int, Fraction]:
    table = find_paytable(CTF, XTRA, text)
    return {int(line.hand[0]): line.pays for line in table.lines}


def _rules(game: str, number: int) -> MainRules:
    base = (CTF if game == "ctf" else HCF).rules
    return replace(base, **VARIANTS[number % len(VARIANTS)])


def _dealt(seed: int, *sizes: int, left: int) -> list[list[Card]]:
    """Hands of these sizes and, last, so many seen cards that only `left` are unknown."""
    chance = random.Random(seed)
    deck = list(DECK)
    if seed % 2:
        # Few suits, so that long flushes meet.
        deck.sort(key=lambda card: card // 13 + 2 * chance.random())
    else:
        chance.shuffle(deck)
    parts = []
    for size in sizes:
        parts.append(deck[:size])
        deck = deck[size:]
    return [*parts, deck[left:]]


@pytest.mark.parametrize("seed", range(30))
def test_river_is_the_oracles(seed: int) -> None:
    own, board, seen = _dealt(seed, 3, 4, left=45 if seed < 3 else 14)
    rules = _rules("ctf", seed)
    slow = Chase(rules, _extra("A"), DECK).river(own, board, seen)
    fast = advise("ctf", own, board, seen, xtra="A", rules=rules)
    assert {o.action: o.value for o in fast.options} == slow, seed


@pytest.mark.parametrize("seed", range(20))
def test_flop_is_the_oracles(seed: int) -> None:
    own, board, seen = _dealt(seed, 3, 2, left=9)
    rules = _rules("ctf", seed)
    xtra = "7=9,6=3/2,4=1"
    slow = Chase(rules, _extra(xtra), DECK).flop(own, board, seen)
    fast = advise("ctf", own, board, seen, xtra=xtra, rules=rules)
    assert {o.action: o.value for o in fast.options} == slow, seed


@pytest.mark.parametrize("seed", range(10))
def test_opening_is_the_oracles(seed: int) -> None:
    own, seen = _dealt(seed, 3, left=8)
    rules = _rules("ctf", seed)
    slow = Chase(rules, _extra("B"), DECK).opening(own, seen)
    fast = advise("ctf", own, (), seen, xtra="B", rules=rules)
    assert {o.action: o.value for o in fast.options} == slow, seed


@pytest.mark.parametrize("seed", range(30))
def test_high_card_hand_is_the_oracles(seed: int) -> None:
    own, seen = _dealt(seed, 7, left=13)
    rules = _rules("hcf", seed)
    slow = HighCard(rules, DECK).hand(own, seen)
    fast = advise("hcf", own, (), seen, rules=rules)
    assert {o.action: o.value for o in fast.options} == slow, seed


@pytest.mark.parametrize(
    ("ranks", "size", "number"),
    [*((5, 3, number) for number in range(len(VARIANTS))), (4, 4, 0), (4, 4, 8), (6, 3, 0)],
)
def test_whole_high_card_flush_of_a_small_deck(ranks: int, size: int, number: int) -> None:
    """Every deal of four short suits, with hands cut to fit."""
    rules = _rules("hcf", number)
    deck = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
    known = payoffs(HCF, rules)
    solved = high_card_flush.solve(
        np.array(known.pay),
        known.fold,
        np.array(known.allowed),
        rules.qualifier,
        ranks=ranks,
        size=size,
    )
    total = 0
    for place in np.argwhere(solved.counts):
        action, length, qualifies, outcome = (int(index) for index in place)
        count = int(solved.counts[action, length, qualifies, outcome])
        net = known.fold
        if action < len(known.pay):
            net = known.pay[action][qualifies][outcome][length]
        total += net * count
    deals = int(solved.counts.sum())
    assert Fraction(total, deals * known.unit) == HighCard(rules, deck, size).value()


def test_the_oracle_ranks_by_the_rules() -> None:
    def flush(cards: str) -> tuple[int, tuple[int, ...]]:
        return best_flush(frozenset(parse_cards(cards)))

    assert flush("Th8h6hJsAdQdJc") == (3, (8, 6, 4))
    assert flush("9h3h2hAs") > flush("8h7h6hAsAdAc")
    assert flush("AhKh2h AsKs3s") == flush("As Ks 3s")


@settings(max_examples=25)
@given(
    pays=st.lists(st.integers(0, 300), min_size=4, max_size=4),
    seed=st.integers(0, 10**6),
    number=st.integers(0, len(VARIANTS) - 1),
)
def test_any_xtra_table_at_the_river(pays: list[int], seed: int, number: int) -> None:
    text = ",".join(f"{7 - i}={pay}" for i, pay in enumerate(pays))
    table = by_length(text, CTF.id, XTRA)
    own, board, seen = _dealt(seed, 3, 4, left=9)
    rules = _rules("ctf", number)
    slow = Chase(rules, _extra(text), DECK).river(own, board, seen)
    fast = advise("ctf", own, board, seen, xtra=table, rules=rules)
    assert {o.action: o.value for o in fast.options} == slow


def test_payoffs_are_the_oracles_settlement() -> None:
    """Every end of a deal of Chase the Flush, found by dealing dealers against one hand."""
    rules, extra = CTF.rules, _extra("A")
    known = payoffs(CTF, rules, find_paytable(CTF, XTRA, "A"))
    oracle = Chase(rules, extra, DECK)
    own, board = parse_cards("2h7hJc"), parse_cards("Th4h9dKs")
    left = [card for card in DECK if card not in (*own, *board)]
    by_hand = sum(
        known.pay[2][dealer >= (3, (7, 1, 0))][(mine <= dealer) + (mine < dealer)][4]
        for mine in [best_flush(frozenset((*own, *board)))]
        for dealer in (best_flush(frozenset((*three, *board))) for three in combinations(left, 3))
    )
    assert Fraction(by_hand, 14190) == oracle.showdown(1, own, board)
