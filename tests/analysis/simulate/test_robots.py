"""A game played by the thresholds of its file: the hands one by one, and the exact mean."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.extent import SEED
from tests.own_game import QUICK, write_game

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.simulate.robots import play_round, simulate_robot
from longsuit.cli.main import main
from longsuit.core.cards import parse_cards
from longsuit.core.games import catalog
from longsuit.core.games.catalog import add_game, find_game, game_from_file
from longsuit.core.games.table import make_table

RUSH = make_table("rush")


def played(cards: str) -> tuple[int, bool]:
    hand, dealer = play_round(RUSH, list(parse_cards(cards)))
    assert dealer == []
    return hand.bet, hand.folded


def test_hands_of_a_game_with_two_bets() -> None:
    assert played("Ah Kd Qs Jc Th 9h 8h") == (0, True)  # one card of a suit: 32 is the threshold
    assert played("3h 2h Qs Jc Td 9c 8h") == (100_00, True)  # two, and then no three
    assert played("3h 2h Qs Jc 4h 9c 8h") == (200_00, False)
    assert played("Ah Kh Qh Jc 4h 9c 8h") == (200_00, False)


def test_one_bet_a_round_is_the_last_decision() -> None:
    table = make_table("ctf")
    hand, dealer = play_round(table, list(parse_cards("Ah Kh Qh 2c 3d 4s 9h 8h 7h 6h")))
    assert hand.bet == 300_00 and not hand.folded
    assert dealer == list(parse_cards("2c 3d 4s 9h 8h 7h 6h"))


def test_a_table_is_chosen_by_either_option(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for option in (["--xtra", "B"], ["--paytable", "xtra=B"], []):
        options = ["--strategy", "robot", "--rounds", "300", "--seed", "1", "--json", *option]
        assert main(["simulate", "ctf", *options]) == 0
        found.append(json.loads(capsys.readouterr().out)["net"])
    assert found[0] == found[1] != found[2]
    other = ["--strategy", "robot", "--rounds", "300", "--paytable", "same-suit=B"]
    assert main(["simulate", "ctf", *other]) == 2
    assert "only the rules and the table of the main game" in capsys.readouterr().err


def test_a_robot_that_always_raises_lands_within_three_errors_of_the_exact_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "_own", {})
    text = QUICK.replace('robot = "T32"\n', "").replace("three-flush", "always-flush")
    text = text.replace('"thf"', '"alf"').replace("Three Flush", "Always Flush")
    game = add_game(game_from_file(write_game(tmp_path, text=text)))
    case = make_case(game.id)
    always = replace(case, payoffs=replace(case.payoffs, fold=-10_000))
    exact = solve_case(always).value
    run = simulate_robot(find_game(game.id), case.rules, rounds=30_000, seed=SEED)
    print(f"seed {SEED}")
    assert run.folded == 0 and run.wagered == 2
    assert abs(run.net.mean - float(exact)) < 3 * run.net.standard_error
    assert simulate_robot(game, case.rules, rounds=500, seed=7) == simulate_robot(
        game, case.rules, rounds=500, seed=7
    )


def test_what_cannot_be_counted_is_said_once_and_simulated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "_own", {})
    later = 'robot = "T32"\n[[game.street]]\nname = "later"\nown = 2\nboard = 2\n'
    text = QUICK.replace('robot = "T32"\n', later)
    file = str(write_game(tmp_path, text=text))
    for command in (["analyze", file], ["simulate", file, "--rounds", "400"]):
        assert main(command) == 2
        said = capsys.readouterr().err
        assert "has 2,23" in said and "--strategy robot" in said and said.count("\n") == 1
    asked = ["simulate", file, "--rounds", "400", "--seed", "5", "--strategy", "robot"]
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "400 rounds, seed 5" in said and "±" in said
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["strategy"] == "robot"
    assert main([*asked, "--seats", "2"]) == 2
