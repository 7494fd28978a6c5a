"""Faults in what only some games have: no dealer, several bets, pays by cards, other hands."""

import re
from importlib import resources
from pathlib import Path

import pytest

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game, game_from_file, is_game

BOX = resources.files("longsuit.core.games").joinpath("family")
RUSH = BOX.joinpath("flush_rush.toml").read_text(encoding="utf-8").replace("flush-rush", "bad-game")
LUV = (
    BOX.joinpath("i_luv_suits.toml").read_text(encoding="utf-8").replace("i-luv-suits", "bad-game")
)
RUSH, LUV = RUSH.replace('"rush"', '"bad"'), LUV.replace('"ils"', '"bad"')
ONE = "pays = 1 }"
COVER = 'looks_at = "table"'

OF_RUSH: dict[str, tuple[str, str, str]] = {
    # what: (text, what stands there instead, part of the complaint)
    "neither a dealer nor wins": ("wins = 4\n", "", "either a [game.dealer], or wins"),
    "both": ("wins = 4", 'wins = 4\ndealer = { qualifier = "932" }', "either a [game.dealer], or"),
    "wins with one card": ("wins = 4", "wins = 1", "wins is a whole number from 2 to 7, not 1"),
    "wins with eight": ("wins = 4", "wins = 8", "wins is a whole number from 2 to 7, not 8"),
    "wins in words": ("wins = 4", 'wins = "four"', "wins is a whole number from 2 to 7, not four"),
    "a cap of nothing": (
        "wins = 4",
        "wins = 4\nbonus_cap = 0",
        "bonus_cap is an amount of dollars",
    ),
    "a cap in parts of a cent": ("wins = 4", 'wins = 4\nbonus_cap = "0.001"', "in whole cents"),
    "a cap without end": (
        "wins = 4",
        "wins = 4\nbonus_cap = 99999999999",
        "bonus_cap is an amount",
    ),
    "about is no text": ('about = "No', "about = 7 # ", "the about is text in quotes"),
    "own below nothing": ("own = 2", "own = -2", "own is a whole number from 0 to 7, not -2"),
    "own in parts": ("own = 2", "own = 2.5", "own is a whole number from 0 to 7, not 5/2"),
    "eight cards": ("own = 1", "own = 2", "a hand has up to 7 cards, and 8 and 0 are more"),
    "too many seats": ("seats = 6", "seats = 8", "need more than 52 cards"),
    "a street that deals nothing": ("own = 1\n", "", "a street after the first deals cards"),
    "face up is no flag": (
        "own = 1",
        'own = 1\nface_up = "yes"',
        "face_up is true or false, not yes",
    ),
    "no robot's flush": ('robot = "432"', 'robot = "4-3-2"', "'4-3-2' is not a qualifier"),
    "robot is a number": ('robot = "432"', "robot = 432", "the robot is text in quotes"),
    "free without a bet": (
        'free = "fold"\nbet = 1\nrobot = "32"',
        'free = "fold"',
        "either bet, for",
    ),
    "a robot without a bet": ("own = 1", 'own = 1\nrobot = "32"', "the street has no free"),
    "no decision": ("free", "#", "the street has no free"),
    "five exact bets": (
        'bet = 1\nrobot = "32"',
        "bet = [1, 1, 1, 2, 2]",
        "bet has six whole numbers",
    ),
    "a bet of nothing": (
        'bet = 1\nrobot = "32"',
        "bet = [0, 1, 1, 2, 2, 2]",
        "bet has six whole numbers",
    ),
    "up to nothing": (
        'bet = 1\nrobot = "32"',
        "up_to = 0",
        "up_to is a whole number from 1 to 100",
    ),
    "several is no flag": ("several = true", "several = 2", "several is true or false, not 2"),
    "one bet, and a fold before it": (
        "several = true",
        "several = false",
        "free is check on every",
    ),
    "the bet does not say fold": (
        'main = { fold = "lose", ahead = "win", behind = "lose", pays = 1 }',
        'main = { ahead = "win", behind = "lose", pays = 1 }',
        "the main has no fold",
    ),
    "a tie with nobody": (
        'behind = "lose", pays = 1',
        'tie = "push", behind = "lose", pays = 1',
        "'tie' is not known here",
    ),
    "unqualified nobody": (
        'behind = "lose", pays = 1',
        'unqualified = "push", behind = "lose", pays = 1',
        "'unqualified' is not known here",
    ),
    "a margin over nobody": (ONE, "pays = { margin = [1, 2] } }", "pays by cards is { length = "),
    "pays by nothing": (ONE, "pays = { } }", "pays by cards is { length = "),
    "pays by colour": (ONE, "pays = { colour = [1] } }", "pays by cards is { length = "),
    "pays by two": (ONE, "pays = { length = [1], margin = [1] } }", "pays by cards is { length = "),
    "pays that are no list": (ONE, "pays = { length = 3 } }", "pays by cards is { length = "),
    "no pays at all": (ONE, "pays = { length = [] } }", "is a list of up to 7 odds, from 1 on"),
    "eight pays": (ONE, "pays = { length = [1,1,1,1,1,1,1,1] } }", "pays by length is a list"),
    "pays below nothing": (ONE, "pays = { length = [-1] } }", "odds are 0, a number above it"),
    "pays in words": (ONE, 'pays = { length = ["even"] } }', "odds are 0, a number above it"),
    "pays that are all nothing": (
        ONE,
        "pays = { length = [0, 0] } }",
        "some of these pays are above 0",
    ),
    "the bet has a table": (ONE, 'pays = "table" }', "the Play pays by a table, so its basis"),
    "the ante has no table": ("[[paytable]]", "[[papertable]]", "'papertable' is not known here"),
    "first cards of a main wager": ('pick = "best"', "first = 4", "first is for side wagers"),
    "a main wager on the table": ('pick = "best"', COVER, "looks_at is for side wagers"),
    "pays by players for one hand": (
        '"4-card flush" = 5',
        '"4-card flush" = { by_players = [5, 4] }',
        "the Ante looks at one hand, so its pays are not by players",
    ),
}
OF_LUV: dict[str, tuple[str, str, str]] = {
    "dealer without cards": (
        'qualifier = "932"',
        'qualifier = "932"\ncards = 0',
        "cards is a whole number from 1 to 7",
    ),
    "dealer with eight": (
        'qualifier = "932"',
        'qualifier = "932"\ncards = 8',
        "from 1 to 7, not 8",
    ),
    "a margin too long": (
        ONE + "\n\n#",
        "pays = { margin = [1,1,1,1,1,1,1,1,1] } }\n\n#",
        "is a list of up to 8 odds, from 0 on",
    ),
    "looks at others": (COVER, 'looks_at = "others"', "looks_at is one of own, table, not others"),
    "first and others": (
        COVER,
        COVER + "\nfirst = 3",
        "at first cards or at other hands, not at both",
    ),
    "first of too many": (COVER, "first = 8", "first is a whole number from 2 to 7, not 8"),
    "a progressive on the table": (
        COVER + "\nbonus = true",
        COVER,
        "looks_at is for side wagers whose basis",
    ),
    "a side wager pushes": (
        COVER,
        COVER + '\nunmatched = "push"',
        "only a wager of the main game is returned",
    ),
    "no list by players": (
        "[40, 30, 25, 20, 20, 12]",
        "40",
        "by_players is a list of pays, for one player",
    ),
    "eleven players": ("[40, 30, 25, 20, 20, 12]", "[9,9,9,9,9,9,9,9,9,9,9]", "for two, up to 10"),
    "no players": ("[40, 30, 25, 20, 20, 12]", "[]", "by_players is a list of pays"),
    "a pay below nothing": (
        "[40, 30, 25, 20, 20, 12]",
        "[40, -30]",
        "a pay, seed or base wager is never negative",
    ),
    "a pay in words": ("[40, 30, 25, 20, 20, 12]", '["forty"]', "'forty' is not a number"),
    "a pay and players": (
        "{ by_players = [40",
        "{ pays = 40, by_players = [40",
        "meters, envy and dynamic pays",
    ),
}


@pytest.mark.parametrize("what", [*OF_RUSH, *OF_LUV])
def test_a_fault_is_one_sentence_with_its_line_and_nothing_is_loaded(
    what: str, tmp_path: Path
) -> None:
    sound, (there, instead, why) = (RUSH, OF_RUSH[what]) if what in OF_RUSH else (LUV, OF_LUV[what])
    assert there in sound
    text = sound.replace(there, instead, 1)
    if what == "a progressive on the table":
        text = text.replace('basis = "to 1"\nhands', 'basis = "for 1"\nhands')
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        find_game(str(file))
    said = str(refused.value)
    assert why in said, said
    assert re.fullmatch(r"bad\.toml, line \d+: [^\n]*[^.\n]\.", said), said
    assert not is_game("bad-game") and not is_game("bad")


@pytest.mark.parametrize("text", [RUSH, LUV])
def test_the_files_are_sound_without_the_fault(text: str, tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    file.write_text(text, encoding="utf-8")
    assert game_from_file(file).game.id == "bad-game"
