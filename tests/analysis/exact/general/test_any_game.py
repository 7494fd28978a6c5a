"""Games that have no kernel of their own: solved, advised on, simulated; else refused."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path

import msgspec
import pytest
from tests.analysis.exact.general.forms import dealt_at_once, flush_rush, mixed
from tests.extent import extent

from longsuit.analysis.certificate.certificate import write_certificate
from longsuit.analysis.exact.case import Case, main_table, make_case
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
from longsuit.analysis.exact.tuned import CHASE, HIGH_CARD, check_tuned, tuned_shape
from longsuit.analysis.numbers import percent
from longsuit.analysis.simulate.any_game import simulate_any
from longsuit.core.cards import card_set, parse_cards, suit_masks
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game, game_from_file
from longsuit.core.games.game import Game, Scale

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


def worth(position: Position) -> dict[int, Fraction]:
    return {choice.action: Fraction(choice.value, position.deals) for choice in position.choices}


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
    case, parts = make_case(game), [masks(cards) for cards in (hole, board, seen, dealer)]
    assert worth(value_any(case, *parts)) == worth(value_position(case, *parts))


def test_a_position_of_a_game_of_ones_own(two_card_chase: Case) -> None:
    known = worth(value_any(two_card_chase, masks("Ah Kh"), masks("2h 3c 9d")))
    assert known == {4: Fraction(1407842, 1070190), 0: Fraction(2241009, 1070190)}
    river = worth(value_any(two_card_chase, masks("Ah Kh"), masks("2h 3h 9h Tc 4s")))
    assert list(river) == [3, 1, 2]  # fold, one Ante, and two with five cards


def test_too_many_boards_to_come_are_refused(two_card_chase: Case) -> None:
    game = with_board(two_card_chase.game, 3, 5)
    with pytest.raises(InputError, match=r"has 12,271,512 boards to come, and 3,000,000"):
        value_any(
            msgspec.structs.replace(two_card_chase, game=game),
            masks("Ah Kh"),
            masks("2h 3c"),
        )


@pytest.mark.parametrize(
    "form",
    [mixed(4), flush_rush(4, (2, 1, 2)), form_of(make_case("ctf"), ranks=4), dealt_at_once(4)],
    ids=["mixed", "rush", "chase", "at once"],
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
    with pytest.raises(InputError, match="can be solved, advised on and simulated; certificates"):
        write_certificate(two_card_chase)
    with pytest.raises(InputError, match="strategies of it are to come"):
        check_tuned(two_card_chase.game, "strategies")


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


def test_what_the_solver_does_not_count_is_refused_in_a_sentence() -> None:
    game = find_game("ctf")
    by_margin = Scale("margin", (Fraction(0), Fraction(1), Fraction(2)))
    main = (msgspec.structs.replace(game.main[0], pays=by_margin), *game.main[1:])
    odd = msgspec.structs.replace(game, main=main)
    with pytest.raises(InputError, match="pays by a margin, or by lengths beside a table"):
        payoffs(odd, odd.rules, main_table(game))
    rush = find_game("rush")
    table = main_table(rush)
    assert table is not None
    lines = tuple(
        msgspec.structs.replace(line, hand="3-card straight flush") for line in table.lines[-1:]
    )
    with pytest.raises(InputError, match="names hands of which some win and some do not"):
        payoffs(rush, rush.rules, msgspec.structs.replace(table, lines=lines))
