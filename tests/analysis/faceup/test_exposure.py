"""What one card is worth: hands counted all at once against positions valued one by one."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np
import pytest
from tests.extent import EXTENT, chance

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.hand_classes import classes
from longsuit.analysis.exact.position import (
    NO_CARDS,
    Masks,
    count,
    float_lines,
    remaining,
    to_cards,
    to_masks,
    value_position,
)
from longsuit.analysis.faceup.exposure import (
    expose,
    high_card_totals,
    kinds_of,
    two_card_totals,
    value_hand,
)
from longsuit.analysis.faceup.opening_hand import OpeningHand, board_places
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game

CASE = make_case("ctf")
FOLD = CASE.payoffs.fold


@pytest.fixture(scope="module", params=[95, 700, 1300], ids=["suited", "two suits", "rainbow"])
def hand(request: pytest.FixtureRequest) -> tuple[Masks, Counter[tuple[str, ...]]]:
    own = list(classes(size=3))[request.param]
    sums: Counter[tuple[str, ...]] = Counter()
    kinds = frozenset(kinds_of(CASE.game)) - {"two-cards"}
    for key, total in value_hand(OpeningHand(CASE, float_lines(CASE.payoffs), own), kinds):
        sums[key] += total
    return own, sums


def test_dealer_cards_and_dead_cards(hand: tuple[Masks, Counter[tuple[str, ...]]]) -> None:
    """Each as a position that `advise --dealer` or `--seen` values."""
    own, sums = hand
    blind = value_position(CASE, own)
    assert sums["nothing",] == blind.best.value - FOLD * blind.deals
    shown = opening = flop = 0
    for card in to_cards(remaining(own)):
        known = value_position(CASE, own, dealer=to_masks([card]))
        shown += known.best.value - FOLD * known.deals
        dead = value_position(CASE, own, NO_CARDS, to_masks([card]))
        opening += dead.best.value - FOLD * dead.deals
        flop += dead.choices[0].value - FOLD * dead.deals
    assert sums["card",] == shown
    found: Counter[str] = Counter()
    for key, total in sums.items():
        if key[0] == "dead":
            found[key[1]] += total
    hands = sum(total for key, total in sums.items() if key[0] == "hands")
    assert (hands, found["opening"], found["flop"]) == (49, opening, flop)
    # Beside each dead card the same hand with the card alive.
    assert {key: sums["alive", "opening", *key[1:]] for key in sums if key[0] == "hands"} == {
        key: sums[key] * sums["nothing",] for key in sums if key[0] == "hands"
    }


@pytest.mark.parametrize("suits", [(0, 0), (3, 3), (0, 1), (2, 3)])
@pytest.mark.parametrize("number", [95, 700, 1300])
def test_two_cards_of_the_dealers(number: int, suits: tuple[int, int]) -> None:
    """Pairs of two suits and of one, as positions that `advise --dealer` values."""
    own = list(classes(size=3))[number]
    first, other = suits
    found = OpeningHand(CASE, float_lines(CASE.payoffs), own).pairs_shown(first, other)
    one_suit = first == other
    pairs = [(a, b) for a in range(13) for b in range(a if one_suit else 13)]
    lanes = {(a, b): a * (a - 1) // 2 + b if one_suit else 16 * a + b for a, b in pairs}
    left = set(to_cards(remaining(own)))
    there = {p for p in pairs if {13 * first + p[0], 13 * other + p[1]} <= left}
    assert set(np.flatnonzero(found)) <= {lanes[pair] for pair in there}
    drawn = chance(f"two cards of the dealer's {number} {suits}")
    for a, b in drawn.sample(sorted(there), 4):
        known = value_position(CASE, own, dealer=to_masks([13 * first + a, 13 * other + b]))
        assert found[lanes[a, b]] == known.best.value - FOLD * known.deals


def test_suits_that_are_alike_are_counted_once() -> None:
    """Two clubs and a diamond: hearts and spades are alike, and the dealer's pairs of them."""
    own = to_masks([12, 7, 20])
    hand = OpeningHand(CASE, float_lines(CASE.payoffs), own)
    every = combinations_with_replacement(range(4), 2)
    assert hand.two_cards() == sum(int(hand.pairs_shown(*suits).sum()) for suits in every)
    sums = dict(value_hand(hand, frozenset({"two-cards"})))
    # Each of the dealer's hands is met three times, once for each two of its cards.
    assert sums["two-cards",] == hand.two_cards() > 3 * sums["nothing",]


@pytest.mark.parametrize("multiples", [(3, 1, 1), (2, 2, 2), (8, 6, 1)])
def test_bets_of_any_sizes(multiples: tuple[int, int, int]) -> None:
    """The first bet follows from the two others, but for two of one size."""
    case = make_case("ctf", rules=find_game("ctf").rules.with_(multiples=multiples))
    own = to_masks([12, 7, 20])
    hand = OpeningHand(case, float_lines(case.payoffs), own)
    first, late, early = hand.by_board(hand.lines)
    opening = hand.opening(late, early, lambda lines: hand.by_board(lines)[2])
    assert opening.sum() == first - case.payoffs.fold * hand.boards * comb(45, 3)
    found, card = hand.pairs_shown(0, 1), hand.cards_shown()[0]
    fold = case.payoffs.fold
    one = value_position(case, own, dealer=to_masks([13 + 5]))
    assert card[16 + 5] == one.best.value - fold * one.deals
    two = value_position(case, own, dealer=to_masks([3, 13 + 5]))
    assert found[16 * 3 + 5] == two.best.value - fold * two.deals


def test_less_is_known_less_is_gained(hand: tuple[Masks, Counter[tuple[str, ...]]]) -> None:
    """A card tells its rank and its suit, a suit its colour, and a colour something."""
    _, sums = hand
    card, rank, suit, colour = (sums[kind,] for kind in ("card", "rank", "suit", "colour"))
    # Every dealer hand is met three times, once for each of its cards.
    assert card >= max(rank, suit) and suit >= colour and min(rank, colour) >= 3 * sums["nothing",]
    # Two flops of a board's six have a given two cards; each board has four cards.
    assert sums["turn-card",] >= sums["flop-card",] >= 2 * sums["nothing",]


def test_a_flop_card_in_advance() -> None:
    """Flop by flop, for one hand: the bet at once, or the best of each flop with the card."""
    own = to_masks([12, 7, 20])
    flops = {
        pair: value_position(CASE, own, to_masks(pair))
        for pair in combinations(to_cards(remaining(own)), 2)
    }
    total = 0
    lines = float_lines(CASE.payoffs)
    hand = OpeningHand(CASE, lines, own)
    late, early = np.zeros(hand.boards), np.zeros(hand.boards)
    count(CASE, own, hand.free, NO_CARDS, lines, hand.deck, hand.deck, late, early)
    first, places = 2 * early - late, board_places(hand.deck, hand.boards)
    for place, card in enumerate(hand.cards):
        bet = 3 * int(first[(places == place).any(axis=1)].sum())
        wait = sum(at.best.value - FOLD * at.deals for pair, at in flops.items() if card in pair)
        total += max(bet, wait)
    sums = Counter[tuple[str, ...]]()
    for key, one in value_hand(hand, frozenset({"flop-card"})):
        sums[key] += one
    assert sums["flop-card",] == total


def test_high_card_flush() -> None:
    """Every kind from single positions, for a few hands."""
    case = make_case("hcf")
    drawn = chance("exposed cards of High Card Flush")
    # By chance, of two suits, and of one suit: what the dealer may hold has two, three or four.
    hands = [drawn.sample(range(end), 7) for end in (52, 26, 13)]
    masks = np.array([to_masks(cards) for cards in hands])
    found = high_card_totals(case, masks, {*kinds_of(case.game), "nothing"})
    two = two_card_totals(case, masks)
    of: dict[str, Callable[[int], int]] = {
        "card": lambda card: card,
        "rank": lambda card: card % 13,
        "suit": lambda card: card // 13,
        "colour": lambda card: card // 13 in (1, 2),
    }
    for row, cards in enumerate(hands):
        own = to_masks(cards)
        for kind, tell in of.items():
            groups: dict[int, Counter[int]] = {}
            for card in to_cards(remaining(own)):
                for choice in value_position(case, own, dealer=to_masks([card])).choices:
                    groups.setdefault(tell(card), Counter())[choice.action] += choice.value
            assert found[kind][row] == sum(max(group.values()) for group in groups.values())
        pairs = combinations(to_cards(remaining(own)), 2)
        of_pairs = (value_position(case, own, dealer=to_masks(pair)) for pair in pairs)
        assert two[row] == sum(position.best.value for position in of_pairs)
        for card in to_cards(remaining(own)):
            without = value_position(case, own, NO_CARDS, to_masks([card]))
            assert found["removal"][row, card] == without.best.value
        assert found["nothing"][row] == value_position(case, own).best.value


def test_refusals() -> None:
    with pytest.raises(InputError, match="An exposure of High Card Flush is card, rank, suit"):
        expose(make_case("hcf"), ["flop-card"])
    with pytest.raises(InputError, match="1 to 64 threads"):
        expose(CASE, ["card"], threads=0)


@pytest.mark.skipif(EXTENT != "full", reason="minutes of counting: LONGSUIT_TESTS=full")
def test_what_is_known_of_one_card_of_the_dealers_by_high_card_flush() -> None:
    """The card itself is counted every day too, by the calibration of studies."""
    found = expose(make_case("hcf"), ["card", "colour", "two-cards", "removal"])
    assert found.values["card"] == Fraction(-966058027589, 42160364546300)
    assert found.blind < found.values["colour"] < found.values["card"]
    assert found.values["two-cards"] == Fraction(-78714788886, 6707330723275)
    # A dead ace of a suit that is not held is worth most: the dealer lacks it.
    best = max(found.removals, key=lambda one: one.change)
    assert (best.rank, best.relation) == (12, "a suit that you do not hold")


@pytest.mark.skipif(EXTENT != "full", reason="minutes of counting: LONGSUIT_TESTS=full")
@pytest.mark.parametrize("game", ["ctf", "hcf"])
def test_the_table_of_the_documentation_is_what_is_counted(game: str) -> None:
    case = make_case(game)
    # Two cards in Chase the Flush, half an hour, are not in it.
    left_out = {"removal"} | ({"two-cards"} if game == "ctf" else set())
    kinds = [kind for kind in kinds_of(case.game) if kind not in left_out]
    found = expose(case, kinds)
    text = (Path(__file__).parents[3] / "docs" / "faceup.md").read_text(encoding="utf-8")
    for value in (found.blind, *found.values.values()):
        gain = f" {100 * float(value - found.blind):+.4f} " if value != found.blind else " "
        assert f"| {100 * float(value):+.4f} |{gain}| {value} |" in text
