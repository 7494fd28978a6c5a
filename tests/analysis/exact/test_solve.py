"""Both main games solved: the printed figures, the laws of a solution, variants, small decks."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.analysis.exact.oracle import Chase
from tests.extent import extent

from longsuit.analysis.exact import Solution, price, solve, solve_many
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.decisions import habits
from longsuit.analysis.exact.figures import figures, rounded_like
from longsuit.analysis.exact.kernels import chase_the_flush
from longsuit.analysis.exact.payoffs import payoffs
from longsuit.analysis.exact.solver import chase_under, run_chase
from longsuit.core.cards import Card
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import any_wager, find_game, find_paytable
from longsuit.core.games.game import ANYTHING, MainRules
from longsuit.core.paytable import PayTable, by_length
from longsuit.core.ranking import make_key

XTRA = any_wager("xtra")

CTF, HCF = find_game("ctf"), find_game("hcf")
TABLE_A = "7=250,6=20,5=5,4=1"
DEALS_OF_A_HAND = comb(49, 2) * comb(47, 2) * comb(45, 3)
FILE = """
[[paytable]]
id = "Mine"
game = "chase-the-flush"
wager = "xtra"
basis = "to 1"
[paytable.pays]
"7-card flush" = 250
"6-card flush" = 20
"5-card flush" = 5
"4-card flush" = 1
"""


@pytest.fixture(scope="module")
def chase() -> dict[str, Solution]:
    a, b, nothing = solve_many("ctf", ["A", "B", "7=0"])
    return {"A": a, "B": b, "nothing": nothing}


@pytest.fixture(scope="module")
def high_card() -> Solution:
    return solve("hcf")


@pytest.fixture(scope="module")
def both(chase: dict[str, Solution], high_card: Solution) -> list[Solution]:
    return [*chase.values(), high_card]


def edge_of(wager: str, paytable: str) -> Fraction:
    return price(find_paytable(CTF, any_wager(wager), paytable)).house_edge


def to_places(value: Fraction, places: int) -> str:
    """Decimals by long division, rounded half up; no float."""
    scaled = (2 * value * 10**places + 1) // 2
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"


# The figures that documents print.


@pytest.mark.parametrize(("xtra", "printed"), [("A", "2.39"), ("B", "2.29")])
@pytest.mark.rule("CTF-18")
def test_printed_house_edge_of_chase_the_flush(
    chase: dict[str, Solution], xtra: str, printed: str
) -> None:
    assert to_places(chase[xtra].house_edge * 100, 2) == printed


@pytest.mark.parametrize(
    ("wager", "paytable", "printed"),
    [("same-suit", "A", "5.67"), ("same-suit", "B", "8.46"), ("stax", "STAX-1", "21.91")],
)
@pytest.mark.rule("CTF-20", "PRG-10")
def test_printed_house_edge_of_a_wager(wager: str, paytable: str, printed: str) -> None:
    assert to_places(edge_of(wager, paytable) * 100, 2) == printed


def test_the_loss_to_seven_digits(chase: dict[str, Solution]) -> None:
    assert to_places(chase["A"].house_edge, 7) == "0.0239067"


def test_the_antes_wagered(chase: dict[str, Solution]) -> None:
    assert to_places(chase["A"].average_wager, 6) == "3.564878"


def test_high_card_flush_edge(high_card: Solution) -> None:
    assert to_places(high_card.house_edge * 100, 2) == "2.66"


def test_exact_fractions(chase: dict[str, Solution], high_card: Solution) -> None:
    assert chase["A"].house_edge == Fraction(12033802351, 503364407000)
    assert chase["B"].house_edge == Fraction(11508229771, 503364407000)
    assert high_card.house_edge == Fraction(1348050875653, 50592437455560)


def test_every_deal_is_counted(chase: dict[str, Solution], high_card: Solution) -> None:
    assert chase["A"].deals == 398_664_610_344_000 == comb(52, 3) * DEALS_OF_A_HAND
    assert high_card.deals == 6_071_092_494_667_200 == comb(52, 7) * comb(45, 7)


def test_the_figures_agree(chase: dict[str, Solution]) -> None:
    table = figures()
    assert {figure.printed for figure in table} == {
        *("2.39%", "2.29%", "5.67%", "8.46%", "21.91%"),
        *("0.0239067", "3.564878", "2.66%"),
    }
    for figure in table:
        assert figure.agrees, figure
    assert table[0].exact == chase["A"].house_edge


def test_a_figure_that_differs_is_told() -> None:
    assert rounded_like(Fraction(5674, 100_000), "5.67%") == "5.67%"
    assert rounded_like(Fraction(5676, 100_000), "5.67%") == "5.68%"
    assert rounded_like(Fraction(1, 30), "0.0239067") == "0.0333333"


# The laws of a solution.


def test_the_distribution_is_one(both: list[Solution]) -> None:
    for solution in both:
        nets = solution.distribution
        assert sum(nets.values()) == 1
        assert list(nets) == sorted(nets)
        mean = sum(net * chance for net, chance in nets.items())
        assert mean == solution.value == -solution.house_edge
        spread = sum((net - mean) ** 2 * chance for net, chance in nets.items())
        assert spread == solution.variance
        assert solution.standard_deviation**2 == pytest.approx(float(spread), rel=1e-12)
        assert solution.deals == sum(solution.endings.values())


def test_actions_and_wagers(chase: dict[str, Solution], high_card: Solution) -> None:
    for solution in chase.values():
        shares = solution.actions
        assert list(shares) == ["bet_3x", "bet_2x", "bet_1x", "fold"]
        wagered = 2 + 3 * shares["bet_3x"] + 2 * shares["bet_2x"] + shares["bet_1x"]
        assert wagered == solution.average_wager
    shares = high_card.actions
    assert list(shares) == ["raise_1x", "raise_2x", "raise_3x", "fold"]
    wagered = 1 + shares["raise_1x"] + 2 * shares["raise_2x"] + 3 * shares["raise_3x"]
    assert wagered == high_card.average_wager
    for solution in (*chase.values(), high_card):
        assert sum(solution.actions.values()) == 1
        assert all(0 < share < 1 for share in solution.actions.values())
        assert solution.element_of_risk == solution.house_edge / solution.average_wager


def test_only_long_flushes_raise_more(high_card: Solution) -> None:
    """Nobody raises twice with four cards, or three times with five (HCF-5)."""
    for action, length, _, _ in high_card.endings:
        if action < 3:
            assert action + 1 <= {5: 2, 6: 3, 7: 3}.get(length, 1)


def test_the_xtra_table_moves_the_value_and_no_action(chase: dict[str, Solution]) -> None:
    a, b, nothing = chase["A"], chase["B"], chase["nothing"]
    assert a.actions == b.actions == nothing.actions
    pays = {7: 250, 6: 20, 5: 5, 4: 1}
    won = sum(
        count * pays.get(length, 0)
        for (action, length, _, outcome), count in a.endings.items()
        if outcome == "ahead" and action < 3
    )
    assert a.value - nothing.value == Fraction(won, a.deals)


def test_bets_of_the_same_size_are_counted_once() -> None:
    """With one Ante at every decision three Antes are the most that can be wagered."""
    pairs = zip(CTF.rules.decisions, (1, 1, 1), strict=True)
    rules = replace(CTF.rules, decisions=tuple(replace(d, most=(m,) * 8) for d, m in pairs))
    solution = solve("ctf", rules=rules)
    assert list(solution.actions) == ["bet_1x", "fold"]
    assert sum(solution.actions.values()) == 1
    assert solution.average_wager == 2 + solution.actions["bet_1x"]
    assert solution.element_of_risk == solution.house_edge / solution.average_wager


def test_ties_that_win_pay_the_xtra_bonus_too() -> None:
    rules = replace(CTF.rules, ties="win")
    solution = solve("ctf", rules=rules)
    paid = sum(
        count
        for (action, length, _, outcome), count in solution.endings.items()
        if action < 3 and length >= 4 and outcome != "behind"
    )
    assert solution.xtra_frequency == Fraction(paid, solution.deals)
    assert solution.value > solve("ctf").value


# What `xtra` may be.


def test_a_table_is_named_in_five_ways(chase: dict[str, Solution], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, encoding="utf-8")
    short = by_length(TABLE_A, CTF.id, XTRA)
    given: list[str | PayTable | None] = [None, "A", "a", str(path), TABLE_A, short]
    named = ["A", "A", "A", "Mine", TABLE_A, TABLE_A]
    for solution, name in zip(solve_many("chase-the-flush", given), named, strict=True):
        assert solution.paytables == {"xtra": name}
        assert solution.distribution == chase["A"].distribution


def test_a_table_of_another_wager_is_refused() -> None:
    same_suit = find_paytable(CTF, any_wager("same-suit"), "A")
    with pytest.raises(InputError, match="not for the X-tra Bonus"):
        solve("ctf", xtra=same_suit)
    with pytest.raises(InputError, match="no wager of the main game that is paid"):
        solve("hcf", xtra="A")
    with pytest.raises(InputError, match="There is no paytable 'Z'"):
        solve("ctf", xtra="Z")


def multiples(rules: MainRules, *antes: int) -> MainRules:
    pairs = zip(rules.decisions, antes, strict=True)
    return replace(rules, decisions=tuple(replace(d, most=(most,) * 8) for d, most in pairs))


def direct_value(rules: MainRules, text: str) -> Fraction:
    """The game with these X-tra pays inside every decision."""
    case = make_case("ctf", text, rules)
    solved = run_chase(case)
    pairs = zip(solved.bet.tolist(), solved.check.tolist(), strict=True)
    scale = comb(52, 3) * DEALS_OF_A_HAND * case.payoffs.unit
    return Fraction(sum(max(pair) for pair in pairs), scale)


def test_many_tables_from_one_solve() -> None:
    seed = 20
    chance = random.Random(seed)
    tables = [
        ",".join(f"{n}={chance.randrange(400)}/{chance.randrange(1, 7)}" for n in (7, 6, 5, 4))
        for _ in range(6)
    ]
    chosen = chance.randrange(6)
    values = [solution.value for solution in solve_many("ctf", tables)]
    assert values[chosen] == direct_value(CTF.rules, tables[chosen]), f"seed {seed}"
    assert len(set(values)) == 6


def test_tables_that_change_decisions() -> None:
    """A dear last bet folds hands that could win an X-tra, so each table needs its own solve."""
    rules = multiples(CTF.rules, 3, 2, 20)
    assert not chase_under(make_case("ctf", rules=rules)).xtra_free
    table = "7=900,6=300,5=120,4=60"
    rich, poor = solve_many("ctf", [table, "7=0"], rules=rules)
    assert rich.value == direct_value(rules, table)
    assert rich.actions["fold"] < poor.actions["fold"]


# Variants of the rules.

VARIANTS: list[tuple[str, dict[str, Any], int]] = [
    ("paid Antes", {"unqualified": "win"}, 1),
    ("compared Antes", {"unqualified": "play"}, 1),
    ("lost ties", {"ties": "lose"}, -1),
]


@pytest.mark.parametrize(("name", "changes", "sign"), extent(VARIANTS[:1], VARIANTS))
def test_a_variant_of_chase_the_flush(
    chase: dict[str, Solution], name: str, changes: dict[str, Any], sign: int
) -> None:
    rules = replace(CTF.rules, **changes)
    with_a, plain = solve_many("ctf", ["A", "7=0"], rules=rules)
    assert (with_a.value - chase["A"].value) * sign > 0, name
    assert with_a.deals == chase["A"].deals
    # The kernel's own values of the openings say the same, and one way always is worse.
    solved = chase_under(make_case("ctf", "7=0", rules))
    bet, check = solved.bet.tolist(), solved.check.tolist()
    scale = comb(52, 3) * DEALS_OF_A_HAND
    assert Fraction(sum(map(max, zip(bet, check, strict=True))), scale) == plain.value
    assert Fraction(sum(bet), scale) < plain.value
    assert Fraction(sum(check), scale) < plain.value


HIGH_CARD_VARIANTS: list[tuple[dict[str, Any], int]] = [
    ({"unqualified": "push"}, -1),
    ({"unqualified": "play"}, 1),
    ({"qualifier": ANYTHING}, 1),
    ({"ties": "lose"}, -1),
    ({"ties": "win"}, 1),
    ({"decisions": (replace(HCF.rules.decisions[0], most=(4,) * 8),)}, 1),
    ({"decisions": (replace(HCF.rules.decisions[0], most=(1,) * 8),)}, -1),
]


@pytest.mark.parametrize(("changes", "sign"), HIGH_CARD_VARIANTS)
def test_a_variant_of_high_card_flush(
    high_card: Solution, changes: dict[str, Any], sign: int
) -> None:
    rules = replace(HCF.rules, **changes)
    solution = solve("hcf", rules=rules)
    assert (solution.value - high_card.value) * sign > 0
    assert sum(solution.distribution.values()) == 1
    for habit in habits("hcf", rules=rules):
        assert habit.value + habit.cost == solution.value
        assert habit.cost > 0


def test_no_qualifier_is_an_ante_that_is_always_compared() -> None:
    anything = solve("hcf", rules=replace(HCF.rules, qualifier=ANYTHING))
    compared = solve("hcf", rules=replace(HCF.rules, unqualified="play"))
    assert anything.value > 0
    # In both the Raise is compared with every hand: the games are the same.
    assert anything.distribution == compared.distribution


def test_rules_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(InputError, match="from 1 to 100 Antes"):
        solve("ctf", rules=multiples(CTF.rules, 3, 2, 101))
    with pytest.raises(InputError, match="qualifier"):
        solve("hcf", rules=replace(HCF.rules, qualifier=1 << 40))
    with pytest.raises(InputError, match="3 decisions"):
        solve("ctf", rules=replace(CTF.rules, decisions=CTF.rules.decisions[:2]))


# Whole games of small decks, against the oracle.

SMALL_DECKS = [
    (0b111111, 0b1111, 0, 0),
    (0b1010000000101, 0b1100000000001, 0b10010, 0b1),
    (0b1111, 0b111, 0b111, 0),
    (0b1111111, 0b1, 0b1, 0b1),
]


def small_rules(chance: random.Random) -> MainRules:
    usual = multiples(CTF.rules, *(chance.randrange(1, 6) for _ in range(3)))
    return replace(
        usual if chance.random() < 0.5 else CTF.rules,
        qualifier=chance.choice([ANYTHING, make_key("32"), make_key("932"), make_key("5432")]),
        unqualified=chance.choice(["push", "win", "play"]),
        ties=chance.choice(["push", "win", "lose"]),
    )


def cards_of(masks: tuple[int, ...]) -> list[Card]:
    return [13 * s + r for s, r in product(range(4), range(13)) if masks[s] >> r & 1]


@pytest.mark.parametrize("seed", range(extent(2, len(SMALL_DECKS))))
def test_whole_chase_the_flush_of_a_small_deck(seed: int) -> None:
    chance = random.Random(seed)
    masks = SMALL_DECKS[seed]
    rules = small_rules(chance)
    pays = {n: Fraction(chance.randrange(30), chance.randrange(1, 4)) for n in (7, 6, 5, 4)}
    table = by_length(",".join(f"{n}={pay}" for n, pay in pays.items()), CTF.id, XTRA)
    deck = cards_of(masks)
    known = payoffs(CTF, rules, table)
    solved = chase_the_flush.solve(
        np.array(masks, np.int64),
        np.array(known.pay, np.int64),
        known.fold,
        rules.qualifier,
        alike=False,
    )
    slow = Chase(rules, pays, deck).value()
    story = f"seed {seed}: {rules} {pays}"
    hands = len(deck)
    deals = comb(hands, 3) * comb(hands - 3, 2) * comb(hands - 5, 2) * comb(hands - 7, 3)
    assert int(solved.counts.sum()) == deals, story
    total = sum(
        int(count) * net(known.pay, known.fold)(*(int(i) for i in place))
        for place, count in np.ndenumerate(solved.counts)
    )
    assert Fraction(total, deals * known.unit) == slow, story
    best = sum(map(max, zip(solved.bet.tolist(), solved.check.tolist(), strict=True)))
    assert Fraction(best, deals * known.unit) == slow, story


def net(pay: Any, fold: int) -> Callable[[int, int, int, int], int]:
    """What a deal nets that ends so."""

    def of(action: int, length: int, qualifies: int, outcome: int) -> int:
        return fold if action == 3 else int(pay[action][qualifies][outcome][length])

    return of
