"""Two seats of a round, against every deal of small decks dealt one by one."""

from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace
from tests.extent import EXTENT, SEED, chance, extent

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.numbering import HOLES, board_classes
from longsuit.analysis.exact.solver import solve
from longsuit.analysis.exact.strategy import best_strategy
from longsuit.analysis.strategies.kernels.two_seats import FLOPS, two_seats
from longsuit.analysis.strategies.seats import (
    chase_covariance,
    known_covariance,
    mean_product,
    products,
)
from longsuit.analysis.strategies.tables import spread_bits, suit_tables
from longsuit.core.ranking import flush_key, key_length

PAIRS = ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2))


@pytest.mark.parametrize("qualifier", [None, "none", "high"])
def test_every_deal_of_two_seats_on_a_board(qualifier: str | None) -> None:
    """Ten cards are left by a board: every dealer's hand and every two hands apart from it."""
    drawn = chance(f"two seats {qualifier}")
    case = make_case("ctf")
    least = {None: case.rules.qualifier, "none": 0, "high": (4 << 13) | 1}[qualifier]
    # Three suits of few ranks, so that flushes are long, tie and miss the qualifier.
    deck = np.array(sorted(drawn.sample(range(39), 14)), np.int64)
    board = np.array([sorted(drawn.sample(deck.tolist(), 4), reverse=True)], np.int64)
    opens = np.array([drawn.random() < 0.3 for _ in range(HOLES)], np.uint8)
    flop = np.array(
        np.random.default_rng(SEED).integers(0, 2, (52 * 51 // 2, HOLES)), dtype=np.uint8
    )
    river = np.array(
        np.random.default_rng(SEED + 1).integers(0, 256, (1, HOLES // 8 + 1)), dtype=np.uint8
    )
    pay = np.array(case.payoffs.pay, np.float64)
    fold = float(case.payoffs.fold)
    sums = np.zeros(1)
    keys = suit_tables().keys
    two_seats(0, 1, deck, board, least, keys, opens, flop, river, pay, fold, sums)

    shared = sum(1 << card for card in board[0].tolist())
    rest = [card for card in deck.tolist() if not shared >> card & 1]
    hands: list[tuple[int, ...]] = list(combinations(rest, 3))
    flush = {hand: flush_key(shared | sum(1 << card for card in hand)) for hand in hands}

    def worth(hand: tuple[int, ...], lane: int, dealer: tuple[int, ...]) -> float:
        a, b, c = hand
        hole = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
        cards = sorted((int(board[0, PAIRS[lane][0]]), int(board[0, PAIRS[lane][1]])))
        number = cards[1] * (cards[1] - 1) // 2 + cards[0]
        act = 0
        if not opens[hole]:
            bet = river[0, hole >> 3] >> (hole & 7) & 1
            act = 1 if flop[number, hole] else (2 if bet else 3)
        if act == 3:
            return fold
        own, other = flush[hand], flush[dealer]
        outcome = 0 if own > other else (1 if own == other else 2)
        return float(pay[act, int(other >= least), outcome, key_length(own)])

    expected = 0.0
    for lane in range(FLOPS):
        for dealer in hands:
            values = {
                hand: worth(hand, lane, dealer) for hand in hands if not set(hand) & set(dealer)
            }
            for one, first in values.items():
                # The kernel leaves out the sets of three: a hand with itself.
                expected += first * first
                for two, second in values.items():
                    if not set(one) & set(two):
                        expected += first * second
    assert sums[0] == expected, f"seed {SEED}"


def test_what_is_in_the_box_is_near_what_some_boards_give() -> None:
    """Some boards of every pattern of suits: the one board in a hundred of one suit weighs most."""
    strategy = best_strategy("ctf")
    drawn = np.random.default_rng(SEED)
    listed, weights = board_classes()
    patterns = np.sort(np.array([np.bincount(b // 13, minlength=4) for b in listed]), axis=1)
    number = extent(4, 400)
    opens = np.unpackbits(strategy.arrays["opening"], bitorder="little", count=HOLES)
    flop = spread_bits(strategy.arrays["flop"], strategy.arrays["flops"].astype(np.int64))
    found = {"A": 0.0, "B": 0.0}
    for pattern in np.unique(patterns, axis=0):
        of_it = np.flatnonzero((patterns == pattern).all(axis=1))
        share = weights[of_it] / weights[of_it].sum()
        picked = np.sort(drawn.choice(of_it, number, p=share))
        for name in found:
            played = solve("ctf", xtra=name)
            river = strategy.arrays["river"][picked]
            sums = products(np.arange(52), listed[picked], played, opens, flop, river)
            each = [float(mean_product(int(one), 1, 52, played) - played.value**2) for one in sums]
            found[name] += float(np.mean(each)) * weights[of_it].sum() / weights.sum()
    for name, value in found.items():
        known = known_covariance(make_case("ctf", name))
        assert known is not None
        # 0.31 is the most that 5,000 such samples of table B's counted boards were off.
        assert abs(value - float(known)) < extent(0.35, 0.05), f"seed {SEED}"


@pytest.mark.skipif(EXTENT != "full", reason="every board takes many minutes")
def test_what_was_counted_is_counted_again() -> None:
    for name in ("A", "B"):
        played = solve("ctf", xtra=name)
        known = known_covariance(played.case)
        assert known is not None
        assert chase_covariance(best_strategy("ctf", xtra=name), played) == known


def test_rules_that_are_not_in_the_box_have_no_covariance() -> None:
    case = make_case("hcf")
    assert known_covariance(case) is not None
    other = make_case("hcf", rules=replace(case.rules, qualifier=0))
    assert known_covariance(other) is None
    assert known_covariance(make_case("ctf", "7=251,6=20,5=5,4=1")) is None
