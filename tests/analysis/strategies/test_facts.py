"""What is counted of a hand: by hand, and the kernels against the slow twin."""

import random

import numpy as np
import pytest

from longsuit.analysis.strategies.box import boxed
from longsuit.analysis.strategies.facts import COUNT, Facts, facts, listed
from longsuit.analysis.strategies.glossary import glossary
from longsuit.analysis.strategies.kernels import every_hand
from longsuit.analysis.strategies.tables import suit_tables
from longsuit.core.cards import card_names, parse_cards

SEED = 61


def of(hole: str, board: str = "") -> Facts:
    return facts(parse_cards(hole), parse_cards(board))


def test_a_hand_at_the_river() -> None:
    """Nine-high in hearts; the board has K-4 of clubs, and a queen alone."""
    known = of("9h 5h Ad", "2h Kc 4c Qs")
    assert (known.flush >> 13, known.own) == (3, 2)
    assert known.beaten == 11  # any club makes a king-high three-card flush
    assert known.higher == 2  # the king of clubs and the queen of spades
    assert known.missing == 2
    assert known.suits == 2
    # The ace of diamonds, for no diamond lies on the board.
    assert known.side == 12
    # Clubs: all eleven; hearts: T J Q K A; spades: all twelve.
    assert known.danger == 11 + 11 + 5 + 12
    assert known.least[7] == 2 and known.least[12] == 1 and known.least[0] == 3


def test_two_suited_on_the_flop() -> None:
    known = of("Ac 8d 3h", "Kc 5d")
    assert known.flush >> 13 == 2
    assert known.beaten == 0  # A-K cannot be beaten by one card
    assert known.missing == 0
    assert known.danger == 0 + 6  # nothing above the ace; 9 T J Q K A of diamonds
    assert known.side == 1


def danger_as_explained(hole: list[str], board: list[str]) -> tuple[int, int]:
    """The two numbers that a person adds who has read the words on the card, and nothing else."""
    order = "23456789TJQKA"
    seen = {*hole, *board}
    unseen = [rank + suit for suit in "cdhs" for rank in order if rank + suit not in seen]

    def flush(cards: list[str]) -> tuple[int, list[int]]:
        """The longest suit; of equally long ones the higher, card by card."""
        suits = [
            sorted((order.index(card[0]) for card in cards if card[1] == suit), reverse=True)
            for suit in "cdhs"
        ]
        return max((len(ranks), ranks) for ranks in suits)

    yours = flush([*hole, *board])
    beat_you = [card for card in unseen if flush([*board, card]) > yours]
    above = 0
    for suit in {card[1] for card in board}:
        own = [order.index(card[0]) for card in hole if card[1] == suit]
        others = [card for card in unseen if card[1] == suit]
        above += sum(not own or order.index(card[0]) > max(own) for card in others)
    return len(beat_you), above


def test_danger_is_what_its_explanation_says() -> None:
    """Counted as the words on the card say, for the example there and for many hands."""
    explained = dict(glossary(next(r for r in boxed("chase-the-flush") if r.id == "short")))
    assert "8 spades beat you, the same 8 are above the 4: danger 16" in explained["Danger"]
    assert danger_as_explained(["Qh", "8h", "4s"], ["Ts", "7s"]) == (8, 8)
    assert of("Qh 8h 4s", "Ts 7s").danger == 16
    chance = random.Random(SEED)
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    for number in range(600):
        # Every other hand from fewer cards, so that suits meet more often.
        cards = chance.sample(deck if number % 2 else deck[-20:], 3 + (2, 4)[number % 4 // 2])
        hole, board = cards[:3], cards[3:]
        told = sum(danger_as_explained(hole, board))
        assert of(" ".join(hole), " ".join(board)).danger == told, (hole, board, SEED)


def test_of_equal_flushes_the_one_with_more_own_cards() -> None:
    assert of("Kh 9c Kc", "9h 2d").own == 2


@pytest.mark.parametrize(("own", "board"), [(3, 0), (3, 2), (3, 4), (7, 0)])
def test_the_kernel_counts_what_the_slow_way_counts(own: int, board: int) -> None:
    chance = random.Random(SEED + own + board)
    hands = 1_500
    dealt = [
        chance.sample(range(52), own + board)
        if number % 2
        else chance.sample(range(13 * chance.randrange(1, 4)), own + board)
        for number in range(hands)
    ]
    cards = np.array(dealt, np.int64)
    out = np.zeros((hands, COUNT), np.int32)
    shown, held = cards[:, own:].copy(), cards[:, :own].copy()
    every_hand.all_facts(0, hands, shown, held, np.arange(hands), *suit_tables(), out)
    for number, hand in enumerate(dealt):
        slow = listed(facts(hand[:own], hand[own:]))
        story = f"{card_names(hand[:own])} on {card_names(hand[own:])} (seed {SEED})"
        assert out[number].tolist() == slow, story
