"""Rule files: read, written, refused with file and line; the lists in the box."""

import pytest

from longsuit.analysis.strategies.box import boxed, ids, in_the_box
from longsuit.analysis.strategies.rules import read_rules_file, write_rules
from longsuit.core.cards import parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES

GOOD = """\
game = "ctf"
id = "mine"
opening = [
  "bet with two suited of Q-9 or better",   # or three
]
flop = ["bet 2x with a three-card flush or better", "otherwise check"]
river = [
  "fold with less than a J-high three-card flush",
  "bet on anything",
]
"""


def test_the_first_rule_that_holds_decides() -> None:
    rules = read_rules_file(GOOD, "mine.toml")
    assert (rules.game, rules.id, rules.name, len(rules)) == ("chase-the-flush", "mine", "mine", 3)
    for hole, board, action in [
        ("Qh 9h 2c", "", "bet_3x"),
        ("Qh 8h 2c", "", "check"),
        ("Qh 8h 2c", "3h 4s", "bet_2x"),
        ("Qh 8h 2c", "3c 4s", "check"),
        ("Qh 8h 2c", "3h 4s 5d 6d", "bet_1x"),
        ("Th 8h 2c", "3h 4s 5d 6d", "fold"),
    ]:
        assert rules.action(parse_cards(hole), parse_cards(board)) == action, (hole, board)


def test_the_size_of_a_raise() -> None:
    text = 'game = "hcf"\nraise = ["raise 1x with a six-card flush", "raise with anything"]'
    rules = read_rules_file(text, "x.toml")
    six, five, two = "2c3c4c5c6c7c 8d", "2c3c4c5c6c 8d9h", "2c3c4d5d6h7h8s"
    assert [rules.action(parse_cards(hand)) for hand in (six, five, two)] == [
        *("raise_1x", "raise_2x", "raise_1x")
    ]
    dear = read_rules_file('game = "hcf"\nraise = ["raise 3x with anything"]', "x.toml")
    with pytest.raises(InputError, match="'raise 3x with anything' is not allowed with a flush of"):
        dear.action(parse_cards(two))


def test_what_is_written_reads_back() -> None:
    for game in GAMES:
        for rules in boxed(game.id):
            assert read_rules_file(write_rules(rules), "again.toml") == rules


@pytest.mark.parametrize(
    ("change", "line", "why"),
    [
        (('"ctf"', '"whist"'), 1, "there is no game 'whist'"),
        (('game = "ctf"', ""), 1, "the game is missing"),
        (('id = "mine"', "id = 3"), 2, "the id is text in quotes"),
        (('id = "mine"', 'pace = "slow"'), 2, "'pace' is not known here; expected: game, id"),
        (("Q-9", "9-Q"), 4, "the ranks 9-Q do not fall"),
        (("bet with two", "raise with two"), 4, "'raise' is no action of the opening decision"),
        (("bet with two", "fold with two"), 4, "'fold' is no action of the opening decision"),
        (("bet 2x", "bet 3x"), 6, "'bet 3x' is no action of the flop decision: bet 2x"),
        (("otherwise check", "otherwise pray"), 6, "'pray' is no action of the flop decision"),
        (('"otherwise check"', '"otherwise check", "bet with two suited"'), 6, "nothing is left"),
        (("fold with less", "give up when less"), 8, "is not a rule, such as 'bet with a three"),
        (("bet on anything", "bet on hearts"), 9, "'hearts' is not a condition"),
        (("flop = [", "flop = 5 #"), 6, "'flop' is a list of sentences in square brackets"),
        (("flop = [", "flop = [3, "), 6, "'flop' is a list of sentences in quotes"),
        (("river = [", "river = "), 8, "this is not TOML"),
    ],
)
def test_a_mistake_is_named_with_its_line(change: tuple[str, str], line: int, why: str) -> None:
    assert change[0] in GOOD
    with pytest.raises(InputError, match=why) as refused:
        read_rules_file(GOOD.replace(*change, 1), "mine.toml")
    sentence = str(refused.value)
    assert sentence.endswith(".") and "\n" not in sentence
    assert sentence.startswith(f"mine.toml, line {line}:") or "this is not TOML" in sentence


def test_a_file_without_rules() -> None:
    with pytest.raises(InputError, match=r"x\.toml, line 1: there are no rules"):
        read_rules_file('game = "hcf"', "x.toml")


def test_the_box() -> None:
    for game in GAMES:
        names = ids()[game.id]
        assert len(set(names)) == len(names)
        assert {"basic", "short"} <= set(names)
        assert in_the_box(game, " Basic ") == boxed(game.id)[names.index("basic")]
        assert in_the_box(game, "none") is None
        for rules in boxed(game.id):
            assert rules.name and rules.source
