"""Two seats of High Card Flush, against every deal of small decks dealt one by one."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from tests.extent import EXTENT, SEED, chance, extent

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.exact.strategy import best_strategy
from longsuit.analysis.strategies.high_card_seats import (
    high_card_covariance,
    plays_of,
    sum_of_products,
)
from longsuit.analysis.strategies.seats import known_covariance
from longsuit.core.ranking import flush_key, key_length, mask_key

KNOWN = make_case("hcf").payoffs
FOLD = len(KNOWN.pay)
Masks = tuple[int, ...]


def suits(cards: tuple[int, ...], ranks: int) -> Masks:
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card // ranks] |= 1 << card % ranks
    return tuple(sorted(masks, key=mask_key, reverse=True))


@pytest.mark.parametrize(("ranks", "hand"), [(3, 2), (4, 3), (5, 3)])
def test_every_deal_of_a_small_deck(ranks: int, hand: int) -> None:
    """A strategy at random: some flushes fold, some bet, and some go by the other cards."""
    drawn = chance(f"two seats of {hand} cards of {ranks} ranks")
    order = sorted((m for m in range(1 << ranks) if m.bit_count() <= hand), key=mask_key)
    qualifier = mask_key(drawn.choice([mask for mask in order if mask]))
    hands = list(combinations(range(4 * ranks), hand))
    masks = [suits(cards, ranks) for cards in hands]
    plays: dict[int, int | dict[Masks, int]] = {}
    bets = {}
    ways = {mask: drawn.choice(["fold", "bet", "mixed"]) for mask in order}
    for every in sorted(set(masks)):
        first, others = every[0], every[1:]
        bet = drawn.choice([FOLD, FOLD, 0, 1])
        if ways[first] == "mixed":
            at = plays.setdefault(first, {})
            assert isinstance(at, dict)
            if bet != FOLD:
                at[others] = bet
        elif ways[first] == "bet":
            bet = first % FOLD
            plays[first] = bet
        else:
            bet = FOLD
        bets[every] = bet
    keys = np.array([mask_key(every[0]) for every in masks])
    bits = np.array([sum(1 << card for card in cards) for cards in hands])
    apart = (bits[:, None] & bits) == 0
    acts = np.array([bets[every] for every in masks])
    pay = np.array(KNOWN.pay)
    slow = 0
    for dealer in range(len(hands)):
        outcome = 1 + np.sign(keys[dealer] - keys)
        qualifies = int(keys[dealer] >= qualifier)
        net = pay[np.minimum(acts, FOLD - 1), qualifies, outcome, keys >> 13] - KNOWN.fold
        net[(acts == FOLD) | ~apart[dealer]] = 0
        slow += int(net @ (apart @ net))
    assert sum_of_products(order, hand, qualifier, KNOWN, plays) == slow, f"seed {SEED}"


def test_what_is_in_the_box_is_near_what_deals_give() -> None:
    """Best play of two seats, dealt card by card."""
    deals = extent(4_000, 400_000)
    best, drawn = best_strategy("hcf"), np.random.default_rng(SEED)
    qualifier = make_case("hcf").rules.qualifier
    names = [*KNOWN.names, "fold"]
    nets = np.zeros((deals, 2))
    for deal in range(deals):
        cards = drawn.permutation(52)[:21].tolist()
        dealer = flush_key(sum(1 << card for card in cards[14:]))
        for seat in range(2):
            hand = cards[7 * seat : 7 * seat + 7]
            act = names.index(best.action(hand, ()))
            own = flush_key(sum(1 << card for card in hand))
            outcome = 0 if own > dealer else 1 if own == dealer else 2
            row = KNOWN.pay[act][dealer >= qualifier][outcome] if act < FOLD else None
            nets[deal, seat] = row[key_length(own)] if row is not None else KNOWN.fold
    nets /= KNOWN.unit
    products = (nets - float(solve("hcf").value)).prod(axis=1)
    known = known_covariance(make_case("hcf"))
    assert known is not None
    error = float(products.std()) / sqrt(deals)
    assert abs(products.mean() - float(known)) < 4 * error, f"seed {SEED}"


@pytest.mark.skipif(EXTENT != "full", reason="every deal of two seats takes minutes")
def test_what_was_counted_is_counted_again() -> None:
    played, hands = solve("hcf"), best_strategy("hcf").arrays["hands"]
    assert high_card_covariance(hands, played) == known_covariance(played.case)
    # The flushes with which other cards decide are those of three cards from T-3-2 to T-9-8.
    mixed = [mask for mask, bet in plays_of(hands).items() if not isinstance(bet, int)]
    assert len(mixed) == 28
    assert all(mask.bit_count() == 3 and mask >> 8 == 1 for mask in mixed)
