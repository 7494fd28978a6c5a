"""What the main game wins by the shape of the hand, against deals dealt one by one."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace
from tests.extent import SEED, chance, extent

from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.lines import bet_lines
from longsuit.analysis.exact.numbering import HOLES, board_classes
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.strategy import best_strategy
from longsuit.analysis.strategies.by_shape import count_by_shape, results_by_shape
from longsuit.analysis.strategies.kernels import by_shape
from longsuit.analysis.strategies.price import DEALER_HANDS
from longsuit.analysis.strategies.tables import suit_tables
from longsuit.core.cards import FULL_SUIT, card_set
from longsuit.core.ranking import Shape, shape

CASES = [("hcf", None), ("ctf", "A"), ("ctf", "B")]


@pytest.mark.parametrize(("game", "xtra"), CASES)
def test_the_parts_by_length_are_the_solvers(game: str, xtra: str | None) -> None:
    """The solver counts deals by the length of the flush, another way."""
    case = make_case(game, xtra)
    solved = solve_case(case)
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for form, won in results_by_shape(case).items():
        found[form.flush] += won
    expected: defaultdict[int, Fraction] = defaultdict(Fraction)
    for ending, deals in solved.endings.items():
        expected[ending[1]] += solved.net(ending) * Fraction(deals, solved.deals)
    assert found == expected


@pytest.mark.parametrize(("game", "xtra"), CASES[:1] if extent(True, False) else CASES)
def test_what_is_in_the_box_is_counted_again(game: str, xtra: str | None) -> None:
    case = make_case(game, xtra)
    units = solve_case(case).deals * case.payoffs.unit
    counted = {
        Shape(code >> 6, code >> 3 & 7, code & 7): Fraction(total, units)
        for code, total in enumerate(count_by_shape(case).tolist())
        if total
    }
    assert counted == results_by_shape(case)


def test_some_hands_of_chase_the_flush_one_by_one() -> None:
    """Hands that come to the river on one board: the kernel against the advice for each."""
    case, best = make_case("ctf"), best_strategy("ctf")
    drawn = chance("by shape")
    listed, weights = board_classes()
    row = drawn.randrange(len(listed))
    board = listed[row].tolist()
    rest = [card for card in range(52) if card not in board]
    holes = {tuple(sorted(drawn.sample(rest, 3))) for _ in range(20)}
    slow: defaultdict[Shape, Fraction] = defaultdict(Fraction)
    # Two runs that differ in these hands alone: folding them, and playing them best.
    river = np.zeros_like(best.arrays["river"])
    nobody = np.zeros(HOLES, np.uint8)
    never = np.zeros((1326, HOLES), np.uint8)
    known = case.payoffs
    lines = bet_lines(np.array(known.pay, np.int64), DEALER_HANDS)
    forms = np.array([shape(mask) for mask in range(FULL_SUIT + 1)], np.int64).T.copy()
    runs = []
    for _ in range(2):
        sums = np.zeros(by_shape.CODES, np.int64)
        by_shape.chase(
            row, len(listed), listed, weights, case.rules.qualifier, lines,
            known.fold * DEALER_HANDS, nobody, never, river, suit_tables().keys, forms, sums,
        )  # fmt: skip
        runs.append(sums)
        for a, b, c in holes:
            number = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
            river[row, number >> 3] |= 1 << (number & 7)
    for hole in holes:
        values = {option.action: option.value for option in advise("ctf", hole, board).options}
        slow[shape(card_set((*hole, *board)))] += values["bet_1x"] - values["fold"]
    units = DEALER_HANDS * 6 * int(weights[row]) * known.unit
    change = runs[1] - runs[0]
    fast = {
        Shape(code >> 6, code >> 3 & 7, code & 7): Fraction(int(change[code]), units)
        for code in np.flatnonzero(change).tolist()
    }
    assert fast == {form: won for form, won in slow.items() if won}, f"seed {SEED}"


def test_other_rules_are_not_taken_from_the_box() -> None:
    """One with the name of a table in the box, and another qualifier: counted for itself."""
    case = make_case("hcf")
    other = make_case("hcf", rules=replace(case.rules, qualifier=0))
    found = results_by_shape(other)
    assert sum(found.values()) == solve_case(other).value
    assert found != results_by_shape(case)
