"""Proposals, priced by the solver, meet their target, and none of a family is missed."""

import doctest
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest

from longsuit.analysis.design import Design, Target, design
from longsuit.analysis.design import proposal as module
from longsuit.analysis.design.bounds import allowed_pays, read_bounds
from longsuit.analysis.design.family import make_family
from longsuit.analysis.design.hands import by_rarity, read_lines
from longsuit.analysis.design.ladder import height, roughness
from longsuit.analysis.design.proposal import RANKS, Rank
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import LinePrice, price
from longsuit.analysis.exact.solver import solve
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import any_wager, find_game, find_paytable, paytables
from longsuit.core.paytable import PayTable, by_length, check_paytable

XTRA = any_wager("xtra")

FLUSH_BONUS = any_wager("flush-bonus")
SAME_SUIT = any_wager("same-suit")

HCF, CTF = "high-card-flush", "chase-the-flush"
PRICED = [table for table in paytables() if table.wager != XTRA.id]
SEED = 6


def percents(least: str, most: str) -> tuple[Fraction, Fraction]:
    return Fraction(least) / 100, Fraction(most) / 100


def flush_bonus(*pays: int) -> PayTable:
    """The Flush Bonus with these pays for 7, 6, 5 and 4 cards."""
    text = ",".join(f"{length}={pay}" for length, pay in zip((7, 6, 5, 4), pays, strict=True))
    return by_length(text, HCF, FLUSH_BONUS)


# What is proposed


@pytest.mark.parametrize("table", PRICED, ids=lambda table: f"{table.wager} {table.id}")
def test_proposals_priced_by_the_solver_meet_their_target(table: PayTable) -> None:
    usual = price(table).house_edge
    target = Target((usual - Fraction(1, 100), usual + Fraction(1, 200)))
    found = design(table.game, table.wager, target, like=table, count=8)
    assert found.complete
    assert len(found.proposals) == min(8, found.total)
    wager = any_wager(table.wager)
    for proposal in found.proposals:
        check_paytable(proposal.table, wager)
        priced = price(proposal.table)
        assert target.edge[0] <= priced.house_edge <= target.edge[1]
        assert proposal.house_edge == priced.house_edge
        assert proposal.hit_frequency == priced.hit_frequency
        assert proposal.variance == wager_law(priced).player_variance
        pays = list(proposal.pays.values())
        assert pays == sorted(set(pays), reverse=True)
        assert proposal.top == pays[0]
        assert proposal.table.meters == table.meters
    # The table itself meets a target around its own edge, and nothing is nearer to it.
    assert found.proposals[0].table.digest == table.digest


@pytest.mark.parametrize("table", PRICED, ids=lambda table: f"{table.wager} {table.id}")
def test_the_polynomials_are_the_solver(table: PayTable) -> None:
    """Edge, hits and mean square of random pays, from the family and from the solver."""
    chance = Random(SEED)
    game, wager = find_game(table.game), any_wager(table.wager)
    family = make_family(game, wager, table, seats=4)
    for _ in range(5):
        length = chance.randint(1, len(family.lines)) if family.may_drop else len(family.lines)
        pays = sorted(chance.sample(range(1, 900), length), reverse=True)
        figures = family.price(family.table(pays))
        lines = family.lines[:length]
        gains = sum(line.gain(pay) for line, pay in zip(lines, pays, strict=True))
        assert figures.house_edge == family.edge - gains
        assert figures.hit_frequency == family.hits + sum(line.hits for line in lines)
        swings = sum(line.swing(pay) for line, pay in zip(lines, pays, strict=True))
        # Who wins by none of these lines loses 1, or has what a meter or another's hand pays.
        assert swings == sum(
            line.probability * (square - 1) for line, square in squares_of(family.table(pays))
        )


def squares_of(table: PayTable) -> list[tuple[LinePrice, Fraction]]:
    """Each line with a pay, and the mean square of what it nets over the dynamic draws."""
    found = []
    less = 0 if table.basis == "to 1" else 1
    dynamic_lines = sum(bool(line.dynamic) for line in table.lines) or 1
    drawn = Fraction(sum(table.dynamic_lines), 2 * dynamic_lines)
    for one in price(table).lines:
        if one.line.meter is not None:
            continue
        square = (one.line.pays - less) ** 2
        if one.line.dynamic:
            raised = [(pay - less) ** 2 for pay in one.line.dynamic]
            square += drawn * (sum(raised) / Fraction(len(raised)) - square)
        found.append((one, square))
    return found


def test_all_of_a_small_family_is_found() -> None:
    """Brute force: every table of the family priced by the solver, one by one."""
    ladder = [1, 2, 3, 5, 8, 10, 15, 20, 50, 100, 200, 300]
    target = Target(percents("3", "9"))
    expected = [
        pays
        for pays in combinations(reversed(ladder), 4)
        if target.edge[0] <= price(flush_bonus(*pays)).house_edge <= target.edge[1]
    ]
    known = (300, 100, 10, 1)
    middle = sum(target.edge) / 2

    def key(pays: tuple[int, ...]) -> tuple[object, ...]:
        near = sum(abs(height(a) - height(b)) for a, b in zip(pays, known, strict=True))
        edge = price(flush_bonus(*pays)).house_edge
        rough = sum(map(roughness, pays))
        return near, rough, abs(edge - middle), tuple(-pay for pay in pays)

    found = design("hcf", "flush-bonus", target, pays=",".join(map(str, ladder)), count=500)
    assert 0 < len(expected) == found.total
    assert found.family == len(list(combinations(ladder, 4)))
    assert [tuple(one.pays.values()) for one in found.proposals] == sorted(expected, key=key)


@pytest.mark.parametrize("rank", RANKS)
def test_ranking_is_as_documented_and_stable(rank: Rank) -> None:
    target = Target(percents("4", "6"))
    many = design("ctf", "same-suit", target, rank=rank, count=200)
    assert many.complete
    few = design("ctf", "same-suit", target, rank=rank, count=7)
    assert few.proposals == many.proposals[:7]
    assert len({one.table.digest for one in many.proposals}) == 200
    squares = [one.variance + one.house_edge**2 for one in many.proposals]
    if rank == "steady":
        assert squares == sorted(squares)
    elif rank == "wild":
        assert squares == sorted(squares, reverse=True)
    elif rank == "round":
        rough = [sum(map(roughness, one.pays.values())) for one in many.proposals]
        assert rough == sorted(rough)
    else:
        usual = find_paytable(find_game(CTF), SAME_SUIT, "A")
        near = [
            sum(abs(height(one.pays[line.hand]) - height(line.pays)) for line in usual.lines)
            for one in many.proposals
        ]
        assert near == sorted(near)
        assert near[0] == 0


# The X-tra Bonus, which is won with the main game


def test_xtra_proposals_are_priced_with_the_main_game() -> None:
    target = Target(percents("2.2", "2.4"))
    found = design("ctf", "xtra", target, count=6)
    assert found.complete
    assert list(found.proposals[0].pays.values()) == [250, 20, 5, 1]
    for proposal in found.proposals:
        solution = solve(CTF, xtra=proposal.table)
        assert target.edge[0] <= solution.house_edge <= target.edge[1]
        assert (proposal.house_edge, proposal.variance) == (solution.house_edge, solution.variance)
        assert proposal.hit_frequency == solution.xtra_frequency
    chance = Random(SEED)
    game = find_game(CTF)
    family = make_family(game, XTRA, find_paytable(game, XTRA, "A"))
    squares = set()
    for length in (4, 3, 4, 1):
        pays = sorted(chance.sample(range(1, 500), length), reverse=True)
        solution = solve(CTF, xtra=family.table(pays))
        pairs = list(zip(family.lines, pays, strict=False))
        assert solution.house_edge == family.edge - sum(line.gain(pay) for line, pay in pairs)
        assert solution.xtra_frequency == sum(line.hits for line, _ in pairs)
        mean_square = solution.variance + solution.value**2
        squares.add(mean_square - sum(line.swing(pay) for line, pay in pairs))
    assert len(squares) == 1
    # Table B has no pay for four cards, and is found among tables of three lines.
    three = design("ctf", "xtra", Target(percents("2.28", "2.29")), like="B", count=1)
    assert three.proposals[0].pays == {"7-card flush": 400, "6-card flush": 70, "5-card flush": 7}
    assert three.proposals[0].house_edge == solve(CTF, xtra="B").house_edge


def test_xtra_whose_pays_would_change_decisions_is_refused() -> None:
    rules = find_game(CTF).rules
    ties = type(rules)(rules.decisions, rules.qualifier, rules.unqualified, "win")
    with pytest.raises(InputError, match="best play depends on the X-tra pays"):
        design("ctf", "xtra", Target(percents("2", "3")), rules=ties)


# Targets and bounds


def lines_of(found: Design) -> set[int]:
    return {len(one.pays) for one in found.proposals}


def test_hit_frequency_settles_the_lines() -> None:
    edge = percents("30", "60")
    few = design("hcf", "flush-bonus", Target(edge, percents("3", "4")), count=5)
    assert lines_of(few) == {3}
    assert all(3 <= one.hit_frequency * 100 <= 4 for one in few.proposals)
    both = design("hcf", "flush-bonus", Target(edge, percents("3", "23")), count=900)
    assert lines_of(both) == {3, 4}
    assert both.total == few.total + design("hcf", "flush-bonus", Target(edge)).total
    usual = dict(zip(both.hands, (300, 100, 10, 1), strict=True))
    steps = [
        sum(abs(height(one.pays.get(hand, 0)) - height(pay)) for hand, pay in usual.items())
        for one in both.proposals
    ]
    assert steps == sorted(steps)


def test_a_hit_frequency_that_no_lines_have_is_told() -> None:
    found = design("hcf", "flush-bonus", Target(percents("4", "5"), percents("5", "7")))
    assert (found.total, found.proposals, found.nearest) == (0, (), None)
    assert "3.0566% with lines down to the 5-card flush" in found.shortfall
    dynamic = Target(percents("20", "25"), percents("1", "2"))
    found = design("hcf", "progressive", dynamic, like="PT-PRG-HCF-D01a")
    assert found.shortfall.count("down to") == 1  # Dynamic pays are drawn from all lines.


def test_the_nearest_edge_is_told_when_none_is_met() -> None:
    target = Target(percents("5", "5.0001"))
    found = design("hcf", "flush-bonus", target, pays="1,2,3,5,10,20,50,100")
    assert (found.total, found.proposals) == (0, ())
    assert found.nearest is not None
    nearest = found.nearest.house_edge
    assert f"{float(nearest * 100):.4f}%" in found.shortfall
    away = [
        max(target.edge[0] - edge, edge - target.edge[1])
        for pays in combinations([100, 50, 20, 10, 5, 3, 2, 1], 4)
        for edge in [price(flush_bonus(*pays)).house_edge]
    ]
    assert max(target.edge[0] - nearest, nearest - target.edge[1]) == min(away)


def test_lines_can_be_fixed_bounded_and_stepped() -> None:
    target = Target(percents("3", "8"), top=(200, 400))
    fixed = read_bounds(["6=55", "5=8..12"], FLUSH_BONUS)
    found = design("hcf", "flush-bonus", target, fixed=fixed, count=300)
    assert found.total == len(found.proposals) > 0
    for one in found.proposals:
        p7, p6, p5, p4 = one.pays.values()
        assert (200 <= p7 <= 400, p6, 8 <= p5 <= 12, p4 < p5) == (True, 55, True, True)
    wide = design("hcf", "flush-bonus", target, step=Fraction(5, 2), count=300)
    assert wide.total > 0
    for one in wide.proposals:
        pays = list(one.pays.values())
        assert all(2 * a >= 5 * b for a, b in pairwise(pays))


def test_a_fixed_line_of_a_progressive_stays_below_the_meters() -> None:
    game = find_game(CTF)
    table = find_paytable(game, any_wager("stax"), "STAX-1")
    family = make_family(game, any_wager("stax"), table)
    choices = allowed_pays(family, "nice", {}, None)
    # The least meter above is seeded with 500; a pay of the wager itself wins nothing.
    assert all(min(open_to) > 5 and max(open_to) < 500 for open_to in choices)
    assert all(pay % 5 == 0 for open_to in choices for pay in open_to)


def test_other_lines_go_by_rarity() -> None:
    hands = read_lines("4f, 7f, 5sf", SAME_SUIT)
    assert hands == ("7-card flush", "5-card straight flush", "4-card flush")
    found = design("ctf", "same-suit", Target(percents("20", "30")), hands=hands, count=3)
    assert all(tuple(one.pays) == hands for one in found.proposals)
    assert by_rarity(["A-K-Q suited", "3-card straight flush"])[0] == "A-K-Q suited"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"wager": "ante"}, "has no paytable to design"),
        ({"wager": "xtra"}, "There is no wager 'xtra' here"),
        ({"count": 0}, "From 1 to 1,000"),
        ({"rank": "best"}, "near, round, steady or wild"),
        ({"seats": 0}, "At least one seat"),
        ({"seats": 7}, "at most 6"),
        ({"step": Fraction(1, 2)}, "from 1 to 100"),
        ({"step": Fraction(400), "rank": "near"}, "from 1 to 100"),
        ({"step": Fraction(90), "pays": "1..50"}, "no pays fall"),
        ({"like": "Z"}, "There is no paytable 'Z'"),
        ({"hands": ("5-card straight flush",)}, "does not pay for '5-card straight flush'"),
        ({"hands": ("4-card flush", "5-card flush")}, "would never pay"),
        ({"fixed": {"3-card flush": (1, 1)}}, "no line '3-card flush' to fix"),
        ({"fixed": {"7-card flush": (10, 10), "6-card flush": (20, 20)}}, "no pay left"),
        ({"fixed": {"7-card flush": (201, 202)}}, "No pay of those allowed lies in 201..202"),
        ({"pays": "1,2"}, "no pay left"),
        ({"wager": "progressive", "hands": ("3-card straight flush",)}, "lines of a progressive"),
    ],
)  # fmt: skip
def test_what_cannot_be_designed_is_refused(options: dict[str, object], said: str) -> None:
    given: dict[str, object] = {"wager": "flush-bonus", **options}
    with pytest.raises(InputError, match=said):
        design("hcf", target=Target(percents("4", "6")), **given)  # type: ignore[arg-type]


def test_a_top_prize_is_given_once() -> None:
    with pytest.raises(InputError, match="give it once"):
        design(
            *("hcf", "flush-bonus", Target(percents("4", "6"), top=(300, 300))),
            fixed={"7-card flush": (300, 300)},
        )


def test_the_top_line_of_the_x_tra_is_at_least_four_cards() -> None:
    with pytest.raises(InputError, match="4 cards or more"):
        design("ctf", "xtra", Target(percents("2", "3")), hands=read_lines("7,6,3", XTRA))


def test_the_example_runs() -> None:
    assert doctest.testmod(module).failed == 0
