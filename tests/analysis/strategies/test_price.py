"""Strategies over every deal: counts against slow twins, best play against the solver."""

import random
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace
from tests.analysis.exact.slow_showdown import showdown_counts
from tests.analysis.strategies.some_boards import assert_near, on_some_boards
from tests.extent import extent

from longsuit.analysis.exact import solve
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.kernels.board_sweep import HOLE, KEY, count_board, make_room
from longsuit.analysis.exact.lines import split_counts
from longsuit.analysis.exact.numbering import HOLES, board_classes
from longsuit.analysis.exact.solution import Solution, endings
from longsuit.analysis.exact.strategy import Strategy, best_strategy, hole_number
from longsuit.analysis.simulate import simulate
from longsuit.analysis.strategies import price
from longsuit.analysis.strategies.kernels import every_deal
from longsuit.analysis.strategies.lookup import find_rules, find_strategy
from longsuit.analysis.strategies.price import (
    compare,
    count_many,
    play_best_but,
    price_strategy,
    stages,
)
from longsuit.analysis.strategies.tables import suit_tables
from longsuit.core.cards import DECK, card_names, card_set, suit_masks
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.ranking import flush_key

SEED = 63
QUALIFIER = find_game("ctf").rules.qualifier


def found(game: str, name: str) -> Strategy:
    strategy = find_strategy(game, name)
    assert isinstance(strategy, Strategy)
    return strategy


# One board of Chase the Flush.


@pytest.mark.parametrize("qualifier", [QUALIFIER, 0])
def test_a_board_is_counted_as_the_slow_way_counts_it(qualifier: int) -> None:
    chance = random.Random(SEED)
    for _ in range(4):
        board = chance.sample(DECK if chance.random() < 0.5 else range(26), 4)
        room = make_room()
        shown = np.array(board, np.int64)
        holes = count_board(shown, qualifier, suit_tables().keys, *room)
        assert holes == 17_296
        rows, counts = room[0], room[5]
        for i in chance.sample(range(holes), 40):
            hole = rows[i, :3].tolist()
            assert rows[i, HOLE] == hole_number(hole)
            assert rows[i, KEY] == flush_key(card_set((*hole, *board)))
            own, shared = suit_masks(card_set(hole)), suit_masks(card_set(board))
            low, high = showdown_counts(own, shared, (0, 0, 0, 0), 3, qualifier)
            below, not_above = low[0] + high[0], low[0] + low[1] + high[0] + high[1]
            story = f"{card_names(hole)} on {card_names(board)}, seed {SEED}"
            assert counts[i].tolist() == [below, not_above, sum(low)], story


def test_each_decision_moves_just_its_own_deals() -> None:
    """A strategy changed in one hand at one decision changes the sums by that hand alone."""
    chance = random.Random(SEED)
    listed, weights = board_classes()
    row = chance.randrange(len(listed))
    board = listed[row].tolist()
    hole = chance.sample([card for card in DECK if card not in board], 3)
    number = hole_number(hole)
    opens, flop = np.zeros((1, HOLES), np.uint8), np.zeros((1, 1326, HOLES), np.uint8)
    river = np.zeros((1, len(listed), -(-HOLES // 8)), np.uint8)

    def sums() -> list[int]:
        total = np.zeros((1, 16, 4, 4), np.int64)
        args = (opens, flop, river, suit_tables().keys, total)
        every_deal.price(row, len(listed), listed, weights, QUALIFIER, *args)
        deals: list[int] = total[0, :, :, 0].sum(axis=0).tolist()
        return deals

    weight = int(weights[row])
    every = 6 * 17_296 * weight
    assert sums() == [0, 0, 0, every]
    river[0, row, number // 8] |= 1 << number % 8
    assert sums() == [0, 0, 6 * weight, every - 6 * weight]
    high, low = max(board[0], board[2]), min(board[0], board[2])
    flop[0, high * (high - 1) // 2 + low, number] = 1
    assert sums() == [0, weight, 5 * weight, every - 6 * weight]
    opens[0, number] = 1
    assert sums() == [6 * weight, 0, 0, every - 6 * weight]


# Whole games.


EDGE = Fraction(250813118729, 2768504238500)
COST = Fraction(21720847741, 325706381000)
"""Of the published strategy of Chase the Flush."""


def test_chase_the_flush_over_some_boards() -> None:
    """Best play has the solver's value; the published strategy its price, confirmed by playing."""
    case, basic, best = make_case("ctf"), found("ctf", "basic"), best_strategy("ctf")
    some = on_some_boards(price, lambda: count_many([best, basic], case.rules))
    values = [
        [Solution(case, endings(split_counts(sums, price.DEALER_HANDS))).value for sums in one]
        for one in some
    ]
    assert_near([of_best for of_best, _ in values], solve("ctf").value)
    assert_near([-of_basic for _, of_basic in values], EDGE)
    assert_near([of_best - of_basic for of_best, of_basic in values], COST)
    played = simulate("ctf", rounds=200_000, seed=SEED, strategy=basic, exact=False)
    errors = (played.mean + float(EDGE)) / played.standard_error
    assert abs(errors) < 3, f"seed {SEED}"


@pytest.mark.skipif(extent(True, False), reason="plays every deal: at full length only")
def test_chase_the_flush_over_every_deal() -> None:
    """Best play has the solver's counts; the published strategy its price."""
    case = make_case("ctf")
    basic = found("ctf", "basic")
    river = play_best_but(["river"], basic, best_strategy("ctf"))
    several = [best_strategy("ctf"), river, *stages(basic, case)]
    best, alone, *counts = count_many(several, case.rules)
    assert endings(best) == solve("ctf").endings
    published = compare(case, counts, solve("ctf"))
    assert published.solution.house_edge == EDGE
    assert published.cost == COST
    # By decision: what was there to lose, and together the whole.
    assert list(published.costs) == ["opening", "flop", "river"]
    assert min(published.costs.values()) > 0
    assert sum(published.costs.values()) == published.cost
    # Best play before it brings other hands to the river than the strategy does.
    by_itself = solve("ctf").value - Solution(case, endings(alone)).value
    assert 0 < by_itself != published.costs["river"]


COSTS = {
    "short": (7, Fraction(3683679047, 4152756357750), Fraction(983408467, 11074016954000)),
    "outs": (12, Fraction(281316089, 593250908250), Fraction(1758655229, 33222050862000)),
}
"""Of each list its lines, its cost in Antes, and the opening's part of that."""


@pytest.mark.skipif(extent(True, False), reason="tabulates whole rivers: at full length only")
@pytest.mark.parametrize("name", [*COSTS])
def test_lists_by_dealer_outs(name: str) -> None:
    """What docs/strategy.md says that they cost, and at which decision."""
    lines, cost, opening = COSTS[name]
    assert len(find_rules("ctf", name)) == lines
    priced = price_strategy(found("ctf", name))
    assert priced.cost == cost == sum(priced.costs.values())
    assert priced.costs["opening"] == opening


def test_high_card_flush_over_every_deal() -> None:
    """Best play, the published strategy, and three rules that cost a tenth of it."""
    best = price_strategy(best_strategy("hcf"))
    assert best.solution.endings == solve("hcf").endings
    assert best.cost == 0
    basic = price_strategy(found("hcf", "basic"))
    assert basic.solution.house_edge == Fraction(2286257119043, 84320729092600)
    assert basic.cost == Fraction(871448374, 1860016082925) < Fraction(5, 10_000)
    strategy = found("hcf", "short")
    short = price_strategy(strategy)
    assert short.cost == Fraction(27283057, 572312640900)
    played = simulate("hcf", rounds=400_000, seed=SEED, strategy=strategy, exact=False)
    errors = (played.mean - float(short.solution.value)) / played.standard_error
    assert abs(errors) < 3, f"seed {SEED}"


def test_rules_that_do_not_allow_a_strategy() -> None:
    game = find_game("hcf")
    (decision,) = game.rules.decisions
    low = replace(game.rules, decisions=(replace(decision, most=(1,) * 8),))
    basic = found("hcf", "basic")
    with pytest.raises(InputError, match="takes raise_2x, which these rules do not have"):
        price_strategy(basic, rules=low)
    shifted = replace(game.rules, decisions=(replace(decision, most=(1, 1, 1, 1, 1, 1, 3, 3)),))
    with pytest.raises(InputError, match="raise_2x with a flush of 5 cards"):
        price_strategy(basic, rules=shifted)
    # Tabulated for the rules that are played, the same list raises what they allow.
    lower = find_strategy("hcf", "basic", rules=low)
    assert isinstance(lower, Strategy)
    assert price_strategy(lower, rules=low).cost > 0
