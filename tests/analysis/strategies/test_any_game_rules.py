"""Rule lists of games that have no kernel of their own, against every deal played by hand."""

from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest
from tests.analysis.exact.general.test_any_game import ODD
from tests.extent import extent

from longsuit.analysis.exact.case import Case, case_of
from longsuit.analysis.exact.general import form_of
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.numbers import percent
from longsuit.analysis.strategies.any_game import count
from longsuit.analysis.strategies.box import boxed
from longsuit.analysis.strategies.price_cache import price_rules
from longsuit.analysis.strategies.rules import RuleList, read_rules_file
from longsuit.core.cards import Card, card_set
from longsuit.core.games import catalog
from longsuit.core.games.catalog import add_game, game_from_file
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import Table, make_table

RULES = """
game = "odd"
first = [
  "bet 2x with a two-card flush of 4-2 or better and at least one card of 4 or better",
  "bet 1x with at most two cards that beat you",
]
second = ["bet if two of your own cards in it", "bet with at most 5 weighted outs"]
third = ["bet with a three-card flush", "bet 1x if no higher card on the board"]
"""
DECK = [suit * 13 + rank for suit in range(4) for rank in range(3)]


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Case:
    monkeypatch.setattr(catalog, "_own", {})
    path = tmp_path / "odd.toml"
    path.write_text(ODD)
    file = game_from_file(path)
    add_game(file)
    return case_of(file)


def played(rules: RuleList, table: Table, cards: tuple[Card, ...]) -> list[Fraction]:
    """What a deal of own, board, own and board comes to against each hand of the dealer."""
    steps = [(cards[:1], cards[1:2]), ((cards[0], cards[2]), cards[1:2])]
    steps.append(((cards[0], cards[2]), (cards[1], cards[3])))
    bet, folded = 0, False
    for own, board in steps:
        action = rules.action(own, board)
        if action == "fold":
            folded = True
            break
        bet += 0 if action == "check" else int(action[4:-1])
    own, board = steps[-1]
    found = []
    for hidden in combinations([card for card in DECK if card not in cards], 2):
        hand = Hand(1, card_set((*own, *board)), {"ante": 200}, 200 * bet, folded, own=own)
        back = settle(table, [hand], card_set((*hidden, *board))).returned_to(1)
        found.append(Fraction(back - 200 - 200 * bet, 200))
    return found


@pytest.mark.skipif(extent(True, False), reason="a whole deck: at full length only")
@pytest.mark.parametrize(
    ("name", "edge"),
    [
        ("short", Fraction(18460031, 463749000)),
        ("counting", Fraction(12830116067, 463563500400)),
    ],
)
def test_the_lists_of_two_card_chase_cost_what_the_page_says(name: str, edge: Fraction) -> None:
    (rules,) = (one for one in boxed("two-card-chase") if one.id == name)
    found = price_rules(rules)
    assert found.solution.house_edge == edge
    page = (Path(__file__).parents[3] / "docs" / "strategy.md").read_text(encoding="utf-8")
    assert f"`{name}` | {len(rules)} | {percent(found.cost)} |" in page


def test_a_rule_list_comes_to_what_every_deal_comes_to(odd: Case) -> None:
    rules = read_rules_file(RULES, "odd.toml")
    solution = Solution(odd, count(rules, odd, form_of(odd, ranks=3)))
    table = make_table(odd.game.id)
    results = [net for cards in permutations(DECK, 4) for net in played(rules, table, cards)]
    assert solution.deals == len(results)
    assert solution.value == sum(results) / len(results)
    assert solution.variance + solution.value**2 == sum(n * n for n in results) / len(results)
