"""A player's own function, and how a strategy is found by its name."""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.strategies import player_function
from longsuit.analysis.strategies.lookup import find_rules, find_strategy
from longsuit.analysis.strategies.player_function import OwnStrategy, load_own, tabulate_own
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.core.cards import parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game

PATIENCE = 60.0
FUNCTION = '''
def play(hole, board):
    """Three suited, or as little as that with the board."""
    suits = [card[1] for card in (*hole, *board)]
    longest = max(suits.count(suit) for suit in "cdhs")
    if longest >= 3:
        return "bet"
    return "fold" if len(board) == 4 else "check"


def tight(hole, board):
    return "check" if len(board) < 4 else "FOLD"


def four(hole, board):
    suits = [card[1] for card in hole]
    return "raise" if max(map(suits.count, suits)) >= 4 else "fold"


def broken(hole, board):
    return 1 / (hole[0] != "2c")


def odd(hole, board):
    return "stand"


def none(hole, board):
    pass
'''


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(FUNCTION)
    return str(path)


def test_a_function_is_asked_hand_by_hand(mine: str) -> None:
    strategy = find_strategy("ctf", mine)
    assert isinstance(strategy, OwnStrategy)
    assert strategy.game == find_game("ctf")
    for hole, board, action in [
        ("Th 8h 6h", "", "bet_3x"),
        ("Th 8h 6c", "", "check"),
        ("Th 8h 6c", "2h 3s", "bet_2x"),
        ("Th 8h 6c", "2h 3s 4s 5d", "bet_1x"),
        ("Th 8h 6c", "2c 3s 4s 5d", "fold"),
    ]:
        assert strategy.action(parse_cards(hole), parse_cards(board)) == action
    other = find_strategy("ctf", f"{mine}:tight")
    assert other.action(parse_cards("Th8h6h"), parse_cards("2h3h4h5h")) == "fold"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("broken", "mine.py:broken failed on 2c 3d 4h: ZeroDivisionError: division by zero."),
        (
            "odd",
            "mine.py:odd answers 'stand' for 2c 3d 4h; the actions there are: check, bet_3x, bet.",
        ),
        (
            "none",
            "mine.py:none answers None for 2c 3d 4h; the actions there are: check, bet_3x, bet.",
        ),
    ],
)
def test_a_bad_answer_is_told_with_the_hand(mine: str, name: str, sentence: str) -> None:
    strategy = find_strategy("ctf", f"{mine}:{name}")
    with pytest.raises(InputError) as refused:
        strategy.action(parse_cards("2c 3d 4h"))
    assert str(refused.value) == sentence


def test_prints_of_overlapping_threads_stay_aside_and_the_output_comes_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The second comes while the first is asked, and is still asked when the first has ended."""
    inside = {card: Event() for card in ("2c", "3c")}
    ends = {card: Event() for card in ("2c", "3c")}

    def talk(hole: Sequence[str], _board: Sequence[str]) -> str:
        inside[hole[0]].set()
        assert ends[hole[0]].wait(PATIENCE)
        print(f"asked for {hole[0]}")
        return "check"

    own, before = OwnStrategy(find_game("ctf"), talk), sys.stdout
    with ThreadPoolExecutor(2) as pool:
        asked = {}
        for card, begun in inside.items():
            asked[card] = pool.submit(own.ask, (card, "4d", "5h"), ())
            assert begun.wait(PATIENCE)
        for card, end in ends.items():
            end.set()
            assert asked[card].result(PATIENCE) == "check"
    assert sys.stdout is before
    assert capsys.readouterr() == ("", "asked for 2c\nasked for 3c\n")


def test_a_file_that_cannot_be_used(mine: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no function other\(hole, board\)"):
        find_strategy("ctf", f"{mine}:other")
    with pytest.raises(InputError, match="There is no file"):
        find_strategy("ctf", str(tmp_path / "none.py"))
    bad = tmp_path / "bad.py"
    bad.write_text("def play(hole, board)\n    return 'bet'\n")
    with pytest.raises(InputError, match=r"bad\.py, line 1: "):
        find_strategy("ctf", str(bad))
    bad.write_text("import no_such_module\n")
    with pytest.raises(InputError, match=r"bad\.py cannot be loaded: ModuleNotFoundError"):
        find_strategy("ctf", str(bad))


def test_a_function_of_high_card_flush_is_tabulated(
    mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first classes, against the same as a rule; all six million take a minute."""
    part = 40_000
    monkeypatch.setattr(player_function, "class_count", lambda: part)
    told: list[tuple[int, int]] = []
    strategy = tabulate_own(
        load_own(find_game("hcf"), f"{mine}:four"), lambda done, total: told.append((done, total))
    )
    rules = find_rules("hcf", "basic")
    first = rules.decisions["raise"][:1]
    only_four = type(rules)(rules.game, "", "four", {"raise": first})
    assert (strategy.arrays["hands"] == tabulate(only_four).arrays["hands"][:part]).all()
    assert strategy.about["strategy"] == "mine.py:four"
    assert told[-1] == (part, part)


def test_a_bad_function_of_high_card_flush_stops_at_once(mine: str) -> None:
    with pytest.raises(InputError, match=r"mine\.py:odd answers 'stand' for .*; the actions"):
        find_strategy("hcf", f"{mine}:odd")


def test_strategies_by_name(tmp_path: Path) -> None:
    named = find_strategy("hcf", " Short ")
    assert isinstance(named, Strategy) and named.about["strategy"] == "short"
    file = tmp_path / "kept.npz"
    named.save(file)
    again = find_strategy("hcf", str(file))
    assert isinstance(again, Strategy)
    assert (again.arrays["hands"] == named.arrays["hands"]).all()
    with pytest.raises(InputError, match="is a strategy for High Card Flush, not for Chase the"):
        find_strategy("ctf", str(file))
    with pytest.raises(
        InputError, match=r"There is no strategy 'nobody' .* there are: best, basic"
    ):
        find_strategy("hcf", "nobody")


def test_rule_files_by_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "hcf"\nid = "mine"\nraise = ["raise with a four-card flush or better"]')
    assert find_rules("hcf", str(path)).id == "mine"
    with pytest.raises(InputError, match="is a strategy for High Card Flush"):
        find_rules("ctf", str(path))
    with pytest.raises(InputError, match="cannot be read: No such file"):
        find_rules("ctf", str(tmp_path / "none.toml"))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="is not a text file in UTF-8"):
        find_rules("hcf", str(path))
