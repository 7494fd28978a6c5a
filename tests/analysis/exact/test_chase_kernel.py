"""The solver against plain enumeration of every deal."""

import random
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from tests.extent import extent

from longsuit.analysis.exact.kernels import chase_the_flush as chase
from longsuit.analysis.exact.kernels.board_sweep import decide_rivers
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.numbering import board_classes, hole_numbers, rename

STANDARD = 3 << 13 | 0b10000011
TABLE_A = {7: 250, 6: 20, 5: 5, 4: 1}
TABLE_B = {7: 400, 6: 70, 5: 7}
DEALS = 22100 * 1176 * 1081 * 14190


def standard_pay(extra: dict[int, int]) -> np.ndarray[Any, Any]:
    pay = np.zeros((3, 2, 3, 8), dtype=np.int64)
    for i, bet in enumerate((3, 2, 1)):
        for length in range(8):
            x = extra.get(length, 0)
            pay[i, 1, :, length] = 1 + bet + x, 0, -(2 + bet)
            pay[i, 0, :, length] = bet + x, 0, -(1 + bet)
    return pay


def flush_key(cards: tuple[int, ...]) -> int:
    masks = [0] * 4
    for card in cards:
        masks[card // 13] |= 1 << card % 13
    return max(mask.bit_count() << 13 | mask for mask in masks)


def plain_solve(cards: list[int], pay: Any, fold: int, qualifier: int) -> dict[str, Any]:
    """Solve a small deck by going through every deal, nothing clever."""
    rules = pay.tolist()
    key = cache(flush_key)
    counts = np.zeros((4, 8, 2, 3), dtype=np.int64)
    opening: dict[Any, Any] = {}
    margins: dict[Any, int] = {}
    river: dict[Any, bool] = {}
    for hole in combinations(cards, 3):
        rest = [c for c in cards if c not in hole]
        results: dict[Any, Any] = {}
        worth: dict[Any, list[int]] = {}
        for board in combinations(rest, 4):
            left = [c for c in rest if c not in board]
            mine = key(tuple(sorted(hole + board)))
            cells: dict[tuple[int, int, int], int] = defaultdict(int)
            for dealer in combinations(left, 3):
                his = key(tuple(sorted(dealer + board)))
                outcome = 0 if mine > his else 1 if mine == his else 2
                cells[mine >> 13, int(his >= qualifier), outcome] += 1
            results[board] = cells
            number = sum(cells.values())
            worth[board] = [
                sum(n * rules[bet][q][o][size] for (size, q, o), n in cells.items())
                for bet in range(3)
            ] + [fold * number]
            river[hole, board] = worth[board][2] > worth[board][3]
        bet_now = check = 0
        plan: dict[Any, int] = {}
        for flop in combinations(rest, 2):
            others = [c for c in rest if c not in flop]
            boards = [tuple(sorted(flop + more)) for more in combinations(others, 2)]
            bet = sum(worth[b][1] for b in boards)
            wait = sum(max(worth[b][2], worth[b][3]) for b in boards)
            margins[hole, flop] = wait - bet
            check += max(bet, wait)
            bet_now += sum(worth[b][0] for b in boards)
            for b in boards:
                late = 2 if river[hole, b] else 3
                plan[flop, b] = 1 if bet > wait else late
        opening[hole] = bet_now, check
        for (_, b), action in plan.items():
            for (size, q, o), n in results[b].items():
                counts[0 if bet_now > check else action, size, q, o] += n
    return {"counts": counts, "opening": opening, "margins": margins}


def flop_margin(solved: chase.Solution, hole: tuple[int, ...], flop: tuple[int, ...]) -> int:
    """Give checking less betting for a hole hand on a flop, any suits."""
    listed = {frozenset(cards): row for row, cards in enumerate(solved.flops.tolist())}
    for perm in solved.perms:
        row = listed.get(frozenset(rename(perm, np.array(flop)).tolist()))
        if row is not None:
            return int(solved.margin[row, hole_numbers(rename(perm, np.array(hole)))])
    raise KeyError(flop)


def deck_cards(deck: list[int]) -> list[int]:
    return [13 * s + r for s in range(4) for r in range(13) if deck[s] >> r & 1]


def random_deck(rng: random.Random, size: int) -> list[int]:
    """Take cards from one to four suits and a narrow or wide choice of ranks."""
    suits = rng.sample(range(4), rng.choice([1, 2, 2, 3, 4]))
    pool = [(s, r) for s in suits for r in range(13)]
    if len(suits) > 1 and rng.random() < 0.6:
        ranks = rng.sample(range(13), max(4, -(-size // len(suits)) + 1))
        pool = [(s, r) for s in suits for r in ranks]
    deck = [0] * 4
    for s, r in rng.sample(pool, size):
        deck[s] |= 1 << r
    return deck


def random_pay(rng: random.Random) -> tuple[Any, int]:
    if rng.random() < 0.4:
        return standard_pay(rng.choice([{}, TABLE_A, {3: 2, 4: 9}])), -2
    top = rng.choice([1, 3, 10**8, 10**8])  # the last ones need 64 bits
    values = [rng.randint(-top, top) for _ in range(3 * 2 * 3 * 8)]
    return np.array(values, dtype=np.int64).reshape(3, 2, 3, 8), rng.randint(-top, top)


@pytest.mark.parametrize("seed", range(extent(5, 12)))
def test_small_decks_like_plain_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.choice([10, 11, 11, 12, 12, 13])
    deck = random_deck(rng, size)
    cards = deck_cards(deck)
    pay, fold = random_pay(rng)
    low = rng.getrandbits(13)
    qualifier = rng.choice([0, STANDARD, 2 << 13 | low, 3 << 13 | low, 4 << 13 | low, 8 << 13])
    found = chase.solve(np.array(deck), pay, fold, qualifier, alike=False)
    wanted = plain_solve(cards, pay, fold, qualifier)
    assert np.array_equal(found.counts, wanted["counts"])
    for hand, bet, check in zip(
        found.hands.tolist(), found.bet.tolist(), found.check.tolist(), strict=True
    ):
        assert (bet, check) == wanted["opening"].get(tuple(hand), (0, 0))
    for (hole, flop), margin in wanted["margins"].items():
        assert flop_margin(found, hole, flop) == margin


@pytest.mark.parametrize("seed", range(extent(3, 6)))
def test_suit_classes_like_all_boards(seed: int) -> None:
    rng = random.Random(seed)
    ranks = sum(1 << r for r in rng.sample(range(13), rng.choice([3, 4, 5])))
    deck = [ranks] * 4
    cards = deck_cards(deck)
    pay, fold = random_pay(rng)
    qualifier = rng.choice([0, 2 << 13 | rng.getrandbits(13), 3 << 13 | rng.getrandbits(13)])
    known = np.array(deck), pay, fold, qualifier
    full = chase.solve(*known, alike=False)
    few = chase.solve(*known)
    assert np.array_equal(full.counts, few.counts)
    assert np.array_equal(full.bet, few.bet) and np.array_equal(full.check, few.check)
    assert full.xtra_free == few.xtra_free
    for _ in range(3000):
        five = rng.sample(cards, 5)
        hole, flop = tuple(five[:3]), tuple(five[3:])
        assert flop_margin(full, hole, flop) == flop_margin(few, hole, flop)


@pytest.fixture(scope="module")
def standard() -> chase.Solution:
    return chase.solve_deck(standard_pay({}), -2, STANDARD)


def net(counts: Any, extra: dict[int, int]) -> int:
    pay = standard_pay(extra)
    bets = sum(int((counts[a] * np.moveaxis(pay[a], 2, 0)).sum()) for a in range(3))
    return bets - 2 * int(counts[3].sum())


def test_board_classes_stand_for_every_board() -> None:
    boards, weights = board_classes()
    assert len(boards) == 16432 and int(weights.sum()) == 270725


def test_printed_house_edges(standard: chase.Solution) -> None:
    assert int(standard.counts.sum()) == DEALS
    assert standard.xtra_free
    assert Fraction(-net(standard.counts, TABLE_A), DEALS) == Fraction(12033802351, 503364407000)
    assert Fraction(-net(standard.counts, TABLE_B), DEALS) == Fraction(11508229771, 503364407000)
    actions = [int(n) for n in standard.counts.sum(axis=(1, 2, 3))]
    wagered = Fraction(2 * DEALS + 3 * actions[0] + 2 * actions[1] + actions[2], DEALS)
    assert abs(wagered - Fraction(3564878, 10**6)) < Fraction(1, 10**6)


def test_opening_values_add_up_to_the_counts(standard: chase.Solution) -> None:
    best = sum(np.maximum(standard.bet, standard.check).tolist())
    assert best == net(standard.counts, {})


@pytest.mark.parametrize("extra", [TABLE_A, TABLE_B])
def test_strategy_does_not_depend_on_the_bonus(
    standard: chase.Solution, extra: dict[int, int]
) -> None:
    other = chase.solve_deck(standard_pay(extra), -2, STANDARD)
    assert np.array_equal(other.counts, standard.counts)
    assert np.array_equal(other.margin, standard.margin)


def river_worth(hole: tuple[int, ...], board: tuple[int, ...], bet: int) -> int:
    left = [c for c in range(52) if c not in hole and c not in board]
    mine = flush_key(hole + board)
    total = 0
    for dealer in combinations(left, 3):
        his = flush_key(dealer + board)
        if his >= STANDARD:
            total += (1 + bet) * (mine > his) - (2 + bet) * (mine < his)
        else:
            total += bet * (mine > his) - (1 + bet) * (mine < his)
    return total


@pytest.fixture(scope="module")
def river() -> Any:
    """The bets at the river of some boards, [board, hand]."""
    boards = board_classes()[0][::400]
    lines = bet_lines(standard_pay({}), 14190)[:, 2]
    bits, free = decide_rivers(boards, lines, -2 * 14190, STANDARD)
    assert free
    return boards, np.unpackbits(bits, axis=1, bitorder="little")


@pytest.mark.parametrize("seed", range(40))
def test_river_decisions(river: Any, seed: int) -> None:
    rng = random.Random(seed)
    row = rng.randrange(len(river[0]))
    board = tuple(river[0][row].tolist())
    hole = tuple(rng.sample([card for card in range(52) if card not in board], 3))
    bets = river[1][row, hole_numbers(np.array(hole))]
    assert bets == (river_worth(hole, board, 1) > -2 * 14190)


def test_folds_of_hands_that_could_win_an_xtra_are_told() -> None:
    """With a fold that costs nothing, hands of four cards that are ahead of few are folded."""
    boards = board_classes()[0][-300:]
    bits, free = decide_rivers(boards, bet_lines(standard_pay({}), 14190)[:, 2], 0, STANDARD)
    assert bits.any() and not free
