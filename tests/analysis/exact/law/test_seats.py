"""Two seats of a round, against every deal of small decks and against all seven-card hands."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from msgspec.structs import replace

from longsuit.analysis.exact.law.seats import count_pairs
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import price
from longsuit.core.games.catalog import any_wager, find_game, find_paytable
from longsuit.core.ranking import Shape, shape, shape_counts

ACE, KING, QUEEN, TWO, THREE = 12, 11, 10, 0, 1


def every_deal(hole: int, board: int, ranks: tuple[int, ...]) -> Counter[tuple[Shape, Shape]]:
    """Every board and both hands, dealt one by one."""
    cards = [1 << (13 * suit + rank) for suit in range(4) for rank in ranks]
    found: Counter[tuple[Shape, Shape]] = Counter()
    for shared in combinations(cards, board):
        rest = [card for card in cards if card not in shared]
        for first in combinations(rest, hole):
            left = [card for card in rest if card not in first]
            for second in combinations(left, hole):
                one, two = sum(shared + first), sum(shared + second)
                found[shape(one), shape(two)] += 1
    return found


@pytest.mark.parametrize(
    ("hole", "board", "ranks"),
    [
        (3, 0, (ACE, KING, QUEEN)),
        (2, 2, (ACE, TWO, THREE)),
        (1, 3, (ACE, KING, QUEEN)),
        (2, 1, (ACE, KING, QUEEN, TWO)),
    ],
)
def test_every_deal_of_two_seats(hole: int, board: int, ranks: tuple[int, ...]) -> None:
    dealt = every_deal(hole, board, ranks)
    pairs = count_pairs(hole, board, sum(1 << rank for rank in ranks))
    counted = {
        (one, two): int(pairs.counts[i, j])
        for i, one in enumerate(pairs.shapes)
        for j, two in enumerate(pairs.shapes)
        if pairs.counts[i, j]
    }
    assert counted == dealt
    assert pairs.deals == sum(dealt.values())


@pytest.mark.parametrize("game", ["ctf", "hcf"])
def test_each_of_two_seats_is_dealt_any_hand(game: str) -> None:
    definition = find_game(game)
    hole, board = definition.hole, definition.board
    pairs = count_pairs(hole, board)
    assert pairs.deals == comb(52, board) * comb(52 - board, hole) * comb(52 - board - hole, hole)
    for row, form in zip(pairs.counts.tolist(), pairs.shapes, strict=True):
        assert Fraction(sum(row), pairs.deals) == Fraction(shape_counts()[form], comb(52, 7))
    assert (pairs.counts == pairs.counts.T).all()


def test_envy_of_two_seats_spreads_as_the_pairs_of_hands_do() -> None:
    """The player's variance with envy, from the law of both hands written out."""
    table = find_paytable(find_game("hcf"), any_wager("progressive"), "PT-BJS-HCF-SF-E04")
    paid = tuple(
        replace(line, meter=None, share=Fraction(0), pays=Fraction(500)) if line.meter else line
        for line in table.lines
    )
    fixed = replace(table, lines=paid, meters=())
    pairs = count_pairs(7, 0)
    lines = [fixed.line_for(form) for form in pairs.shapes]
    mean = square = Fraction(0)
    for i, own in enumerate(lines):
        for j, other in enumerate(lines):
            count = int(pairs.counts[i, j])
            result = (own.pays if own else 0) + (other.envy if other else 0)
            mean += Fraction(count) * result
            square += Fraction(count) * result**2
    exact = square / pairs.deals - (mean / pairs.deals) ** 2
    assert wager_law(price(fixed, seats=2)).player_variance == exact
