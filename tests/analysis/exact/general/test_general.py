"""The general solver against a slow twin, and against the tuned kernels."""

from fractions import Fraction

import msgspec
import numpy as np
import pytest
from tests.analysis.exact.general.forms import (
    Twin,
    by_margin,
    dealt_at_once,
    flush_rush,
    many_bets,
    mixed,
)
from tests.analysis.exact.oracle import Chase
from tests.extent import extent

from longsuit.analysis.exact import solve
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.general import (
    Form,
    Point,
    Street,
    count_positions,
    fixed,
    form_of,
    solve_form,
)
from longsuit.analysis.exact.kernels import high_card_flush
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Decision, MainRules
from longsuit.core.ranking import make_key

FULL = pytest.mark.skipif(extent(True, False), reason="whole decks: at full length only")


def variants(game: str) -> list[MainRules]:
    """Five rule variants of a game."""
    own = find_game(game).rules
    *early, last = own.decisions
    dear = Decision(last.name, last.board, last.free, (2,) * 8, last.exact)
    return [
        own,
        msgspec.structs.replace(own, ties="lose"),
        msgspec.structs.replace(own, unqualified="play", ties="win"),
        msgspec.structs.replace(own, qualifier=make_key("432")),
        msgspec.structs.replace(own, decisions=(*early, dear)),
    ]


@pytest.mark.parametrize(
    "form",
    [
        mixed(3),
        flush_rush(3, (2, 1, 2)),
        dealt_at_once(4),
        dealt_at_once(3, 4, 3),
        many_bets(6),
        by_margin(3),
        by_margin(4, 3),
        by_margin(4, 3, 4),
    ],
    ids=["mixed", "rush", "at once", "more cards", "399 actions", "margin", "margin at once", "4"],
)
def test_equals_the_slow_twin(form: Form) -> None:
    solved = solve_form(form)
    assert solved.value == Twin(form).value()
    assert sum(solved.endings.values()) == form.deals


@pytest.mark.parametrize("number", range(5))
def test_high_card_flush_equals_the_tuned_kernel_on_small_decks(number: int) -> None:
    case = make_case("high-card-flush", rules=variants("high-card-flush")[number])
    known = case.payoffs
    tuned = high_card_flush.solve(
        np.array(known.pay),
        known.fold,
        np.array(known.allowed),
        case.rules.qualifier,
        ranks=extent(5, 6),
    )
    solved = solve_form(form_of(case, ranks=extent(5, 6)))
    for end, deals in solved.endings.items():
        action = len(known.pay) if end.folded else known.multiples.index(end.bets[0])
        outcome = ("ahead", "tie", "behind").index(end.outcome)
        assert tuned.counts[action, end.hand, int(end.qualifies), outcome] == deals
    assert sum(solved.endings.values()) == tuned.counts.sum() == solved.form.deals


@pytest.mark.parametrize("number", range(5))
def test_chase_the_flush_equals_the_oracle_on_small_decks(number: int) -> None:
    case = make_case("chase-the-flush", rules=variants("chase-the-flush")[number])
    assert case.xtra is not None
    pays = {length: _xtra(case.payoffs.pay, length, case.payoffs.unit) for length in range(4, 8)}
    oracle = Chase(case.rules, pays, [13 * suit + rank for suit in range(4) for rank in range(3)])
    solved = solve_form(form_of(case, ranks=3))
    assert sum(solved.endings.values()) == solved.form.deals
    first = case.rules.decisions[0].most[0]
    for opening in extent(solved.openings[number::9], solved.openings):
        own = [
            13 * suit + rank
            for suit, mask in enumerate(opening.masks)
            for rank in range(3)
            if mask >> rank & 1
        ]
        wanted = oracle.opening(own)
        assert opening.actions == {0: wanted["check"], first: wanted[f"bet_{first}x"]}


def _xtra(
    pay: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...], length: int, unit: int
) -> Fraction:
    ahead = pay[0][1][0]
    return Fraction(ahead[length] - ahead[0], unit)


@FULL
@pytest.mark.parametrize("game", ["high-card-flush", "chase-the-flush"])
@pytest.mark.parametrize("number", range(5))
def test_whole_decks_equal_the_tuned_kernels(game: str, number: int) -> None:
    case = make_case(game, rules=variants(game)[number])
    solved = solve_form(form_of(case))
    assert solved.value == solve(game, rules=case.rules).value


@FULL
def test_flush_rush_on_a_whole_deck() -> None:
    solved = solve_form(flush_rush())
    assert sum(solved.endings.values()) == solved.form.deals
    assert solved.value == Fraction(-3134981, 83615350)


@FULL
def test_two_card_chase_on_a_whole_deck() -> None:
    """The figure that the game's file and docs/games.md give."""
    assert solve("two-card-chase").house_edge == Fraction(2371094723, 105355341000)


def test_a_form_with_too_many_positions_is_refused_with_their_number() -> None:
    form = msgspec.structs.replace(mixed(13), hole=1)
    long = msgspec.structs.replace(
        form, streets=(*(msgspec.structs.replace(s, own=1, board=1) for s in form.streets),)
    )
    with pytest.raises(InputError, match=f"{count_positions(long):,} positions"):
        solve_form(long)


def test_a_street_without_cards_is_refused() -> None:
    """Two decisions on the same cards would be counted as one."""
    form = mixed(3)
    streets = (*form.streets[:2], Street())
    with pytest.raises(InputError, match="Each street deals a card at least"):
        solve_form(msgspec.structs.replace(form, streets=streets))


def test_a_form_with_too_many_actions_is_refused_before_they_are_listed() -> None:
    points = tuple(Point(at, fixed(*range(1, 101)), "check") for at in range(3))
    with pytest.raises(InputError, match=r"has 1,040,603 actions after all .* \(5,000\)"):
        solve_form(msgspec.structs.replace(many_bets(1), points=points))


def test_a_form_that_keeps_too_much_of_one_hole_hand_is_refused() -> None:
    """Ten bets at each of three decisions, the last two before and after the last of six cards."""
    form = many_bets(10)
    streets = Street(board=4), Street(board=1), Street(board=1)
    points = tuple(msgspec.structs.replace(p, street=p.street + 1) for p in form.points)
    big = msgspec.structs.replace(form, streets=streets, points=points, ranks=13)
    with pytest.raises(InputError, match="one hole hand takes 7,102,557,840 bytes"):
        solve_form(big)
