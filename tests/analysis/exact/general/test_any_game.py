"""Games that have no kernel of their own: solved, advised on, simulated; else refused."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path

import msgspec
import pytest
from tests.analysis.exact.general.forms import (
    Twin,
    by_margin,
    dealt_at_once,
    flush_rush,
    mixed,
    rush_pay,
)
from tests.extent import extent

import longsuit
from longsuit.analysis.certificate.certificate import write_certificate
from longsuit.analysis.exact import solver
from longsuit.analysis.exact.advice import advise
from longsuit.analysis.exact.case import Case, case_of, make_case
from longsuit.analysis.exact.decisions import habits
from longsuit.analysis.exact.general import (
    Dealer,
    Form,
    Pay,
    Point,
    Street,
    fixed,
    form_of,
    solve_form,
)
from longsuit.analysis.exact.general.position import value_any
from longsuit.analysis.exact.general.positions import check_positions
from longsuit.analysis.exact.law.returns import return_lines
from longsuit.analysis.exact.payoffs import payoffs
from longsuit.analysis.exact.position import Position, value_position
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.solver import solve, solve_case
from longsuit.analysis.exact.strategy import best_strategy
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD, check_tuned, tuned_shape
from longsuit.analysis.faceup.exposure import expose
from longsuit.analysis.faceup.study import study
from longsuit.analysis.numbers import percent
from longsuit.analysis.simulate.any_game import simulate_any
from longsuit.analysis.strategies.search import search
from longsuit.core.cards import card_set, parse_cards, suit_masks
from longsuit.core.errors import InputError
from longsuit.core.games import catalog
from longsuit.core.games.catalog import find_game, game_from_file
from longsuit.core.games.game import Game

PAGE = Path(__file__).parents[4] / "docs" / "games.md"


@pytest.fixture(scope="module")
def two_card_chase(tmp_path_factory: pytest.TempPathFactory) -> Case:
    """The game that docs/games.md writes."""
    path = tmp_path_factory.mktemp("game") / "mine.toml"
    path.write_text(PAGE.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0])
    game = game_from_file(path).game
    return Case(game, game.rules, None, payoffs(game, game.rules))


def masks(cards: str) -> tuple[int, int, int, int]:
    return suit_masks(card_set(parse_cards(cards)))


def with_board(game: Game, *cards: int) -> Game:
    """The game with other numbers of community cards at its streets."""
    pairs = zip(game.streets, cards, strict=True)
    streets = tuple(msgspec.structs.replace(street, board=count) for street, count in pairs)
    return msgspec.structs.replace(game, streets=streets)


def named(case: Case, position: Position) -> dict[str, Fraction]:
    names, deals = (*case.payoffs.names, "fold", "check"), position.deals * case.payoffs.unit
    return {names[one.action]: Fraction(one.value, deals) for one in position.choices}


def test_kernels_are_found_by_shape(two_card_chase: Case) -> None:
    assert tuned_shape(find_game("ctf")) == CHASE
    assert tuned_shape(find_game("hcf")) == HIGH_CARD
    assert tuned_shape(two_card_chase.game) is None
    chase = find_game("ctf")
    *early, last = chase.rules.decisions
    open_size = msgspec.structs.replace(last, exact=False)
    rules = msgspec.structs.replace(chase.rules, decisions=(*early, open_size))
    assert tuned_shape(chase, rules) is None


@pytest.mark.parametrize(
    ("game", "hole", "board", "seen", "dealer"),
    [
        ("ctf", "Ah Kh 9h", "2c 9d Ks Kd", "", ""),
        ("ctf", "Ah Kh 9s", "2c 9h", "Kd 3h", "Jh"),
        ("ctf", "Ah Kh 9s", "", "", ""),
        ("hcf", "Th 8h 6h Js Ad Qd Jc", "", "2c 3c", "Ac"),
    ],
)
def test_a_position_equals_that_of_the_tuned_kernels(
    game: str, hole: str, board: str, seen: str, dealer: str
) -> None:
    case = make_case(game)
    own, shared, out, held = (masks(cards) for cards in (hole, board, seen, dealer))
    before = (0,) * (len(parse_cards(board)) // 2)
    known = named(case, value_position(case, own, shared, out, held))
    assert value_any(case, own, shared, out, held, before) == known


def test_a_position_of_a_game_of_ones_own(two_card_chase: Case) -> None:
    known = value_any(two_card_chase, masks("Ah Kh"), masks("2h 3c 9d"))
    assert known == {"check": Fraction(1407842, 1070190), "bet_2x": Fraction(2241009, 1070190)}
    board = masks("2h 3h 9h Tc 4s")
    river = value_any(two_card_chase, masks("Ah Kh"), board, bets=(0,))
    assert list(river) == ["fold", "bet_1x", "bet_2x"]  # two Antes with five cards


def test_positions_of_flush_rush_are_those_of_its_posted_pays() -> None:
    """Every card to come, by a second reading of the pays: fold loses what stands by then."""
    hole, later = parse_cards("Ah Kh 9h 2d"), parse_cards("3h 4s")
    deck = [card for card in range(52) if card not in hole]

    def pay(cards: Sequence[int]) -> int:
        return rush_pay(tuple((card // 13, card % 13) for card in cards))

    def second(cards: Sequence[int]) -> Fraction:
        left = [card for card in deck if card not in cards]
        return Fraction(sum(pay([*cards, last]) for last in left), len(left))

    six = [*hole, *later]
    found = {one.action: one.value for one in advise("rush", six).options}
    assert found == {"play_1x": second(six), "fold": -2}
    drawn = list(combinations(deck, 2))
    some = random.Random(17).sample(drawn, 40)
    for two in some:
        best = max(one.value for one in advise("rush", [*hole, *two]).options)
        assert best == max(second([*hole, *two]), -2)
    first = {one.action: one.value for one in advise("rush", hole).options}
    known = sum((max(second([*hole, *two]), Fraction(-2)) for two in drawn), Fraction(0))
    assert first == {"play_1x": known / len(drawn), "fold": -1}


ODD = """
[game]
id = "odd-one"
short = "odd"
name = "Odd One"
seats = 2
hole = 1
[game.dealer]
cards = 2
qualifier = "42"
unqualified = "push"
ties = "lose"
[[game.street]]
name = "first"
board = 1
free = "check"
up_to = 2
[[game.street]]
name = "second"
own = 1
free = "fold"
bet = 1
[[game.street]]
name = "third"
board = 1
free = "check"
up_to = [1, 1, 2, 2, 2, 2]
[[game.wager]]
id = "ante"
name = "Ante"
main = { fold = "lose", ahead = "win", tie = "as ruled", behind = "lose", unqualified = "as ruled", pays = { margin = [1, 3, "7/2"] } }
[game.bet]
id = "more"
name = "More"
verb = "bet"
several = true
main = { fold = "lose", ahead = "win", tie = "push", behind = "lose", unqualified = "compared", pays = { length = [1, 2] } }
"""  # noqa: E501
"""Own cards and a board by turns, several bets, pays by margin and by length."""


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Case:
    path = tmp_path_factory.mktemp("odd") / "odd.toml"
    path.write_text(ODD)
    return case_of(game_from_file(path))


def test_a_file_with_own_cards_board_and_margins_is_solved_and_advised_on(odd: Case) -> None:
    """Three ranks a suit: the twin deals every card, `seen` takes the others out of the deck."""
    form = form_of(odd, ranks=3)
    value = Twin(form).value() / form.unit
    assert solve_form(form).value == value
    seen = suit_masks(card_set(card for card in range(52) if card % 13 >= 3))
    total, hands = Fraction(0), 0
    for own, board in permutations([suit * 13 + rank for suit in range(4) for rank in range(3)], 2):
        hole, shared = (suit_masks(card_set([card])) for card in (own, board))
        total += max(value_any(odd, hole, shared, seen).values())
        hands += 1
    assert total / hands == value


def test_a_table_of_hands_beside_margins_is_counted_in_two_ways(tmp_path: Path) -> None:
    """Straight flushes of three pay more, and the Ante goes by margin: position by position too."""
    text = ODD.replace('"odd-one"', '"odd-two"').replace('"odd"', '"odt"')
    text = text.replace("[game.bet]", WITH_A_TABLE).replace("Odd One", "Odd Two")
    text += """
[[paytable]]
id = "A"
game = "odd-two"
wager = "twin"
basis = "to 1"
[paytable.pays]
"3-card straight flush" = 20
"2-card flush" = "1/2"
"""
    path = tmp_path / "odd.toml"
    path.write_text(text)
    case = case_of(game_from_file(path))
    assert case.payoffs.hands and case.payoffs.margins
    seen = suit_masks(card_set(card for card in range(52) if card % 13 >= 3))
    total, hands = Fraction(0), 0
    for own, board in permutations([suit * 13 + rank for suit in range(4) for rank in range(3)], 2):
        hole, shared = (suit_masks(card_set([card])) for card in (own, board))
        total += max(value_any(case, hole, shared, seen).values())
        hands += 1
    assert solve_form(form_of(case, ranks=3)).value == total / hands


WITH_A_TABLE = """
[[game.wager]]
id = "twin"
name = "Twin"
basis = "to 1"
unmatched = "push"
main = { fold = "push", ahead = "win", tie = "win", behind = "lose", unqualified = "compared", pays = "table" }
[game.bet]
"""  # noqa: E501


def test_what_was_bet_before_is_asked_for_where_it_may_differ(odd: Case) -> None:
    own, board = masks("2h 4h"), masks("3h")
    assert value_any(odd, own, board, bets=(2,)) != value_any(odd, own, board, bets=(0,))
    game = find_game("rush")
    with pytest.raises(InputError, match=r"Say what was bet at the decision before this one, such"):
        advise("rush", parse_cards("Ah Kh 9h 2d 3h 4s"), bets=(0,))
    assert game.several


def test_too_many_ways_for_the_cards_to_come_are_refused(odd: Case) -> None:
    *early, last = odd.game.streets
    streets = (*early, msgspec.structs.replace(last, own=2, board=2))
    many = msgspec.structs.replace(odd, game=msgspec.structs.replace(odd.game, streets=streets))
    with pytest.raises(InputError, match=r"has 21,187,600 ways for the cards to come, and 3,000,0"):
        value_any(many, masks("Ah"), masks("2h"))


@pytest.mark.parametrize(
    "form",
    [
        mixed(4),
        flush_rush(4, (2, 1, 2)),
        form_of(make_case("ctf"), ranks=4),
        dealt_at_once(4),
        by_margin(4),
    ],
    ids=["mixed", "rush", "chase", "at once", "margin"],
)
def test_rounds_played_come_near_the_exact_counts(form: Form) -> None:
    rounds = 100_000
    solved = solve_form(form, rounds=rounds, seed=7)
    assert sum(solved.played.values()) == rounds
    assert set(solved.played) <= set(solved.endings)
    for ending, deals in solved.endings.items():
        chance = deals / form.deals
        error = sqrt(rounds * chance * (1 - chance))
        assert abs(solved.played.get(ending, 0) - rounds * chance) <= max(4 * error, 1)


def test_simulation_lands_within_three_errors(two_card_chase: Case) -> None:
    game = two_card_chase.game
    flop, river = game.rules.decisions
    decisions = msgspec.structs.replace(flop, board=1), msgspec.structs.replace(river, board=2)
    rules = msgspec.structs.replace(game.rules, decisions=decisions)
    small = msgspec.structs.replace(with_board(game, 1, 1), rules=rules)
    case = Case(small, rules, None, payoffs(small, rules))
    run = simulate_any(case, rounds=200_000, seed=3)
    assert run.net.exact == solve_case(case).value
    assert run.net.errors_off is not None and abs(run.net.errors_off) < 3
    assert simulate_any(case, rounds=200_000, seed=3) == run


@pytest.mark.parametrize("hole", range(1, 8))
def test_every_split_of_seven_cards_between_hand_and_board_can_be_counted(hole: int) -> None:
    streets = tuple(Street(board=1) for _ in range(7 - hole))
    nets = (((0, 0, 0), (1, 0, -1)),) * 8
    form = Form(
        hole=hole,
        streets=streets,
        dealer=Dealer(hole),
        points=(Point(len(streets), fixed(1), "check"),),
        pays=(Pay((1,), nets), Pay((0,), nets)),
    )
    check_positions(form)


def test_what_is_to_come_is_refused_in_one_sentence(two_card_chase: Case) -> None:
    with pytest.raises(InputError, match="has no certificate: its checker, a program of its own"):
        write_certificate(two_card_chase)
    with pytest.raises(InputError, match="has no certificate: its checker"):
        write_certificate(make_case("ils"))
    with pytest.raises(InputError, match="strategies as files are for games of three cards with"):
        check_tuned(two_card_chase, "strategies as files")


def test_a_table_that_takes_a_wager_is_played_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A winner that the table leaves out loses the bonus: so decisions hang on it."""
    text = catalog.file_of(find_game("ctf")).text
    usual = case_of(catalog.game_from_text(text, "ctf.toml"))
    text = text.replace('unmatched = "push"', 'unmatched = "lose"')
    case = case_of(catalog.game_from_text(text, "lose.toml"))
    asked: list[Case] = []

    def rivers(one: Case) -> tuple[None, bool]:
        asked.append(one)
        return None, True

    monkeypatch.setattr(solver, "_rivers", rivers)
    monkeypatch.setattr(solver, "solve_chase", asked.append)
    solver.solve_decisions(case)
    assert not solver.xtra_is_free(case) and asked == [case, case]
    asked.clear()
    solver.solve_decisions(usual)
    assert asked == [usual.without_xtra()] * 2


def test_kernels_are_not_given_hands_that_they_do_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards and a board of four, and a table of the main game with a straight flush."""
    monkeypatch.setattr(catalog, "_own", {})
    text = catalog.file_of(find_game("ctf")).text.replace('hands = "flush"\nshortest = 4\n', "")
    for old, new in (("chase-the-flush", "chase-sf"), ('"ctf"', '"csf"'), ("the Flush", "SF")):
        text = text.replace(old, new)
    line = '[paytable.pays]\n"5-card straight flush" = 500\n'
    game = catalog.add_game(
        catalog.game_from_text(text.replace("[paytable.pays]\n", line, 1), "sf.toml")
    )
    case = make_case(game.id)
    assert tuned_shape(game) == CHASE and case.payoffs.hands
    for refused in (
        lambda: habits(game.id),
        lambda: best_strategy(game.id),
        lambda: study(game.id, seats=1),
        lambda: expose(case, ["card"]),
        lambda: search(game.id, 2),
    ):
        with pytest.raises(InputError, match="for main games that pay by the length of a flush"):
            refused()
    with pytest.raises(InputError, match="simulated at one seat of the main game"):
        longsuit.simulate(game, 100, seats=2)


def test_flush_rush_as_a_file_is_the_form_written_by_hand() -> None:
    assert form_of(make_case("rush")) == flush_rush()


def smaller(case: Case, second: int, hole: int, *own: int) -> Case:
    """The case with another second bet and fewer own cards: at first, and at each street."""
    pairs = zip(case.game.streets, own, strict=True)
    streets = tuple(msgspec.structs.replace(street, own=count) for street, count in pairs)
    game = msgspec.structs.replace(case.game, hole=hole, streets=streets)
    rules = case.rules.with_(multiples=(1, second))
    return Case(game, rules, case.xtra, payoffs(game, rules, case.xtra))


def check_rush(solution: Solution, form: Form, second: int = 1) -> None:
    """What the form written by hand comes to, in every figure that is shown."""
    solved = solve_form(form)
    play: dict[tuple[int, ...], int] = {
        bets: n for n, bets in enumerate([(1, second), (0, 0), (1, 0)])
    }
    shares: Counter[int] = Counter()
    for way, deals in solved.endings.items():
        shares[play[way.bets]] += deals
    known = [Fraction(shares[n], solution.deals) for n in range(3)]
    assert solution.deals == form.deals
    assert solution.value == solved.value
    assert list(solution.actions) == [f"play_1x, play_{second}x", "fold", "play_1x, fold"]
    assert list(solution.actions.values()) == known
    assert solution.average_wager == 1 + (1 + second) * known[0] + known[2]
    assert solution.distribution[Fraction(-1)] == known[1]
    assert solution.distribution[Fraction(-2)] == known[2]
    lines = return_lines(solution)
    assert sum(line.contribution for line in lines) == solution.value
    won = {line.outcome for line in lines if line.net > 0}
    assert won == {"ahead"}
    assert {line.outcome for line in lines if line.net == -2 - second} == {"behind"}


def test_a_game_without_a_dealer_and_with_several_bets_has_a_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LONGSUIT_CACHE", "off")
    told: list[tuple[int, int]] = []
    case = smaller(make_case("rush"), 3, 3, 0, 1, 1)
    solution = solve_case(case, lambda done, of: told.append((done, of)))
    check_rush(solution, flush_rush(13, (3, 1, 1), 3), 3)
    run = simulate_any(case, rounds=100_000, seed=11)
    assert run.net.exact == solution.value
    assert run.net.errors_off is not None and abs(run.net.errors_off) < 3
    assert [exact for _, exact in run.actions.values()] == list(solution.actions.values())
    assert min(solution.actions.values()) > 0
    assert told == [(done, 64) for done in range(1, 65)]


@pytest.mark.skipif(extent(True, False), reason="a whole deck: at full length only")
def test_flush_rush_is_solved_as_published() -> None:
    solution = solve("rush")
    assert solution.house_edge == Fraction(3134981, 83615350)
    assert percent(solution.house_edge, 4) == "3.7493%"
    check_rush(solution, flush_rush())


def test_a_table_may_name_hands_of_which_some_win_and_some_do_not() -> None:
    """A straight flush of three cards wins with a flush of four, and loses with three."""
    rush = make_case("rush")
    assert rush.xtra is not None
    *lines, last = rush.xtra.lines
    added = msgspec.structs.replace(last, hand="3-card straight flush", pays=Fraction(2))
    table = msgspec.structs.replace(rush.xtra, lines=(*lines, last, added))
    case = Case(rush.game, rush.rules, table, payoffs(rush.game, rush.rules, table))
    small, plain = (solve_form(form_of(one, ranks=4)) for one in (case, rush))
    assert small.value == plain.value
