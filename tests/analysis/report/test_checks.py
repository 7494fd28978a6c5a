"""What is checked while a sheet is made: each check holds, and each can fail."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from longsuit.analysis.exact import solve
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.payoffs import Payoffs
from longsuit.analysis.exact.solution import Ending, Solution
from longsuit.analysis.report.checks import checks_table, shapes
from longsuit.analysis.report.settings import Choice
from longsuit.core.games.catalog import any_wager, find_game, find_paytable
from longsuit.core.ranking import Shape, shape_counts

XTRA = any_wager("xtra")

Endings = dict[Ending, int]
HCF = find_game("hcf")


def made(endings: Endings, known: Payoffs | None = None) -> Solution:
    """High Card Flush, had the solver counted this."""
    case = make_case("hcf")
    return Solution(replace(case, payoffs=known or case.payoffs), endings)


def move(endings: Endings, one: Ending, other: Ending) -> Endings:
    """One deal counted elsewhere."""
    return {**endings, one: endings[one] - 1, other: endings[other] + 1}


def test_they_hold_under_every_rule(high_card: object, chase: object) -> None:
    assert {high_card, chase}  # Both sheets were made, so every check held.
    rules = replace(HCF.rules, qualifier=0, ties="lose", unqualified="push")
    rows = checks_table([solve("hcf", rules=rules)], [], shape_counts()).rows
    assert [row[2].text for row in rows] == ["agree"] * 11


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (
            lambda known: known | {(0, 3, True, "tie"): known[0, 3, True, "tie"] + 1},
            "ways to deal",
        ),
        (
            lambda known: move(known, (0, 3, True, "ahead"), (0, 3, True, "behind")),
            "the dealer ahead",
        ),
        (
            lambda known: move(known, (0, 3, False, "ahead"), (0, 3, True, "ahead")),
            "dealer qualifies",
        ),
        (
            lambda known: move(known, (0, 3, True, "tie"), (0, 4, True, "tie")),
            "a longest flush of 3",
        ),
    ],
)
def test_one_deal_counted_wrong_is_found(mistake: Callable[[Endings], Endings], said: str) -> None:
    known = solve("hcf").endings
    with pytest.raises(AssertionError, match=said):
        checks_table([made(mistake(known))], [], shape_counts())


def test_one_wrong_pay_is_found() -> None:
    known = make_case("hcf").payoffs
    wrong = replace(known, fold=known.fold + 1)
    with pytest.raises(AssertionError, match="wager by wager"):
        checks_table([made(solve("hcf").endings, wrong)], [], shape_counts())
    other = find_paytable(find_game("ctf"), XTRA, "B")
    with pytest.raises(AssertionError, match="X-tra Bonus B"):
        checks_table([solve("ctf", xtra="A")], [Choice(other, "B")], shape_counts())


def test_one_hand_of_the_wrong_shape_is_found() -> None:
    counts = dict(shape_counts())
    counts[Shape(4, 3, 0)] -= 1
    counts[Shape(4, 3, 3)] += 1
    with pytest.raises(AssertionError, match="by shape"):
        checks_table([solve("hcf")], [], counts)


def test_shapes_of_seven_cards() -> None:
    """Some that are counted at a glance: eight seven-card straight flushes a suit, one ace high."""
    found = shapes()
    assert sum(found.values()) == 133_784_560
    assert found[Shape(7, 7, 7)] == 4
    assert sum(count for shape, count in found.items() if shape.straight == 7) == 4 * 8
    assert Fraction(found[Shape(7, 7, 0)], 4) == 7
