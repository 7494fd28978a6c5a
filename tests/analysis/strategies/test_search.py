"""The search: gains by cells against gains hand by hand, lists against all lists."""

import random
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

from longsuit.analysis.exact import advise
from longsuit.analysis.exact.case import main_table
from longsuit.analysis.exact.kernels.board_sweep import count_board, make_room
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.numbering import HOLES, board_classes, holes
from longsuit.analysis.exact.payoffs import payoffs
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD
from longsuit.analysis.strategies import gains, search
from longsuit.analysis.strategies.facts import BEATEN, FLUSH, facts
from longsuit.analysis.strategies.family import FAMILIES, Family
from longsuit.analysis.strategies.gains import Grid, facts_of
from longsuit.analysis.strategies.kernels import every_deal
from longsuit.analysis.strategies.price import DEALER_HANDS
from longsuit.analysis.strategies.tables import flop_classes, suit_tables
from longsuit.analysis.strategies.words import parse_condition
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game

SEED = 64


def test_a_found_list_costs_what_its_price_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a small family, so that it is quick; and two rules are no worse than one."""
    small = Family(
        (
            tuple(
                f"a three-card flush of {ranks} or better"
                for ranks in ("J-3-2", "T-9-2", "T-8-6", "T-7-2")
            ),
            ("at least one card of J or better", "at least two cards of J or better"),
        )
    )
    monkeypatch.setitem(FAMILIES[HIGH_CARD], "raise", small)
    one, two = search.search("hcf", 1), search.search("hcf", {"raise": 2})
    for found, length in ((one, 1), (two, 2)):
        assert len(found.rules) == length
        assert found.priced.cost == found.costs["raise"]
    assert (
        one.rules.decisions["raise"][0].text == "raise with a three-card flush of T-8-6 or better"
    )
    assert one.priced.cost == Fraction(871448374, 1860016082925)
    assert two.priced.cost < one.priced.cost


@pytest.mark.parametrize("length", [0, 17])
def test_a_length_that_no_list_has(length: int) -> None:
    with pytest.raises(InputError, match=f"A decision has 1 to 16 rules, not {length}"):
        search.search("hcf", length)


def value(held: np.ndarray, gain: np.ndarray, listed: list[tuple[int, bool]]) -> float:
    decided = np.zeros(len(gain), np.bool_)
    for condition, bets in reversed(listed):
        decided[held[condition]] = bets
    return float(gain[decided].sum())


@pytest.mark.parametrize("seed", range(12))
def test_short_lists_against_all_lists(seed: int) -> None:
    """One rule: the best of all. Two: the best of all in these small cases too."""
    chance = np.random.default_rng(seed)
    held = chance.random((7, 12)) < 0.4
    gain = chance.integers(-50, 51, 12).astype(np.float64)
    lists = search._Lists(held, gain)
    for length in (1, 2):
        every = max(
            value(held, gain, list(zip(order, bets, strict=True)))
            for order in permutations(range(7), length)
            for bets in product((True, False), repeat=length)
        )
        found = [(choice.condition, choice.bets) for choice in lists.best(length)]
        assert value(held, gain, found) == pytest.approx(every), f"seed {seed}, {length} rules"


def test_the_river_by_cells_and_hand_by_hand() -> None:
    game = find_game("ctf")
    known = payoffs(game, game.rules, main_table(game, None))
    lines = bet_lines(known.pay, DEALER_HANDS)
    grid = Grid(
        parse_condition("a T-high three-card flush or better and at most 10 cards that beat you")
    )
    listed, weights = board_classes()
    row = random.Random(SEED).randrange(len(listed))
    board = listed[row].tolist()
    # All but a few holes have bet at the opening: only those few come to the river.
    chance = random.Random(SEED)
    room = make_room()
    count_board(listed[row], game.rules.qualifier, suit_tables().keys, *room)
    some = [room[0][i, :3].tolist() for i in chance.sample(range(17_296), 25)]
    opens = np.ones(HOLES, np.uint8)
    for a, b, c in some:
        opens[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a] = 0
    cells = np.zeros((grid.size, 3), np.int64)
    every_deal.river_cells(
        row, len(listed), listed, weights, game.rules.qualifier, lines, known.fold * DEALER_HANDS,
        opens, np.zeros((1326, HOLES), np.uint8), grid.marks(), False,
        *suit_tables(), cells,
    )  # fmt: skip
    slow: dict[tuple[bool, bool], Fraction] = {}
    for hole in some:
        values = {option.action: option.value for option in advise("ctf", hole, board).options}
        seen = facts(hole, board)
        cell = seen.flush >= grid.cuts[FLUSH][0], seen.beaten > 10
        deals = DEALER_HANDS * 6 * int(weights[row]) * known.unit
        slow[cell] = slow.get(cell, Fraction(0)) + (values["bet_1x"] - values["fold"]) * deals
    fast: dict[tuple[bool, bool], Fraction] = {}
    for values_seen, (gain, _, times) in zip(
        grid.facts(np.arange(grid.size)), cells.tolist(), strict=True
    ):
        if times:
            cell = bool(values_seen[FLUSH] >= grid.cuts[FLUSH][0]), bool(values_seen[BEATEN] > 10)
            fast[cell] = fast.get(cell, Fraction(0)) + gain
    assert fast == slow, f"seed {SEED}"
    assert int(cells[:, 2].sum()) == 25 * 6 * int(weights[row])


@pytest.mark.parametrize("decision", ["opening", "flop"])
def test_the_cells_of_a_family_hold_the_gains_of_every_hand(decision: str) -> None:
    """However fine the family cuts: there are more cells than any machine has room for."""
    family = FAMILIES[CHASE][decision]
    grid = Grid(family.tests())
    board = np.array([], np.int64) if decision == "opening" else flop_classes()[100]
    hands = holes()[~np.isin(holes(), board).any(axis=1)]
    drawn = np.random.default_rng(SEED)
    gain = drawn.integers(-50, 51, len(hands))
    seen = facts_of(hands, board)
    cells = grid.gather(grid.cells_of(seen), gain)
    assert cells.most == int(gain[gain > 0].sum())
    for condition in drawn.choice(np.array(list(family.conditions())), 20):
        tests = parse_condition(str(condition))
        inside = gains.holds(tests, seen.astype(np.int64))
        assert cells.gain[gains.holds(tests, cells.facts)].sum() == gain[inside].sum(), condition
