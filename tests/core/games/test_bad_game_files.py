"""Faults in a game's file, each told in one sentence with its line; and nothing is loaded."""

import re
from pathlib import Path

import pytest
from tests.own_game import TEXT

from longsuit.cli.main import main
from longsuit.core.games import catalog


def renamed(name: str) -> str:
    """The file of a game in the box under names that no game has."""
    game = catalog.known_game(name)
    text = catalog.file_of(game).text.replace(f'"{game.id}"', '"bad-game"')
    return text.replace(f'short = "{name}"', 'short = "bad"')


SOUND = {"chase": TEXT, "rush": renamed("rush"), "luv": renamed("ils")}
"""Each with faults of its own: a board, no dealer and several bets, a wager on every hand."""
ONE = "pays = 1 }"
COVER = 'looks_at = "table"'
ANTE = (
    'main = { fold = "lose", ahead = "win", tie = "as ruled", behind = "lose", '
    'unqualified = "as ruled", pays = 1 }'
)


OF_CHASE: dict[str, tuple[str, str, str]] = {
    # what: (text, what stands there instead, part of the complaint)
    "not TOML": ("[game]", "[game", "this is not TOML"),
    "a key twice": ("seats = 6", "seats = 6\nseats = 6", "'game.seats' is here twice"),
    "no game": ("[game]", "[other]", "'other' is not known here"),
    "foreign key": ("[game]", "jokers = 2\n[game]", "'jokers' is not known here"),
    "foreign key in the game": ("seats = 6", "seats = 6\ndecks = 6", "'decks' is not known here"),
    "no id": ('id = "my-chase"\nshort', "short", "the game has no id"),
    "id is a number": ('id = "my-chase"\n', "id = 2\n", "the id is text in quotes"),
    "id in capitals": ('id = "my-chase"\n', 'id = "TCC"\n', "small letters, digits"),
    "no short": ('short = "mine"\n', "", "the game has no short"),
    "short with a space": ('short = "mine"', 'short = "t c"', "the short is small letters"),
    "no name": ('name = "My Chase"\n', "", "the game has no name"),
    "empty name": ('name = "My Chase"', 'name = " "', "the name is text in quotes"),
    "no seats": ("seats = 6\n", "", "the game has no seats"),
    "seats as text": ("seats = 6", 'seats = "six"', "seats is a whole number from 1 to 10"),
    "no seat": ("seats = 6", "seats = 0", "seats is a whole number from 1 to 10, not 0"),
    "seats are true": ("seats = 6", "seats = true", "seats is a whole number"),
    "no hole cards": ("hole = 2 ", "hole = 0 ", "hole is a whole number from 1 to 7, not 0"),
    "eight in a hand": ("hole = 2 ", "hole = 3 ", "a hand has up to 7 cards, and 3 and 5"),
    "no dealer": ("[game.dealer]", "[game.house]", "'house' is not known here"),
    "foreign key of the dealer": ("ties = ", "peeks = 1\nties = ", "'peeks' is not known here"),
    "no qualifier": ("qualifier = ", "# ", "the dealer has no qualifier"),
    "bad qualifier": ('"932"', '"9 high"', "'9 high' is not a qualifier"),
    "no such flush": ('"932"', '"3-high-5"', "There is no 3-high-5 flush"),
    "bad unqualified": (
        '= "push"            # what',
        '= "void" #',
        "unqualified is one of",
    ),
    "bad ties": ('ties = "push"', 'ties = "house"', "ties is one of win, push, lose, not"),
    "a street is no list": ("[[game.street]]", "[game.street]", "cannot overwrite a value"),
    "no street name": ('name = "flop"\n', "", "the street has no name"),
    "streets of one name": ('name = "river"', 'name = "flop"', "the street 'flop' is here twice"),
    "a later street without cards": ("board = 2\n", "", "a street after the first deals cards"),
    "board below nothing": ("board = 3 ", "board = -1 ", "board is a whole number from 0 to 7"),
    "no free": ('free = "check"', "# ", "the street has no free"),
    "bad free": ('free = "check"', 'free = "pass"', "free is one of check, fold"),
    "fold too early": ('free = "check"', 'free = "fold"', "free is check on every street but"),
    "no bet at a street": ("bet = 2 ", "# ", "a street has either bet"),
    "two bets at a street": ("bet = 2 ", "bet = 2\nup_to = [1] #", "a street has either bet"),
    "bet of nothing": ("bet = 2 ", "bet = 0 ", "bet is a whole number from 1 to 100, not 0"),
    "bet too large": ("bet = 2 ", "bet = 101 ", "bet is a whole number from 1 to 100, not 101"),
    "five multiples": ("[1, 1, 1, 2, 2, 2]", "[1, 1, 1, 2, 2]", "up_to has six whole numbers"),
    "multiple of nothing": ("[1, 1, 1, 2, 2, 2]", "[0, 1, 1, 2, 2, 2]", "up_to has six whole"),
    "multiple in parts": ("[1, 1, 1, 2, 2, 2]", "[1, 1, 1.5, 2, 2, 2]", "up_to has six whole"),
    "first is no ante": ('id = "ante"', 'id = "blind"', "the first wager is the ante"),
    "no ante": ('main = { fold = "lose"', '# main = { fold = "lose"', "nothing decides the Ante"),
    "foreign key of a wager": ("bonus = true", "wild = true", "'wild' is not known here"),
    "id twice": ('id = "suit-bonus"', 'id = "ante"', "two wagers are called 'ante'"),
    "name twice": ('also = ["suits"]', 'also = ["chase"]', "two wagers are called 'chase'"),
    "also is no list": ('also = ["suits"]', 'also = "suits"', "other names are a list"),
    "bad basis": ('basis = "to 1"    ', 'basis = "to 2"    ', "basis is one of to 1, for 1"),
    "no basis": ('basis = "to 1"    ', "#", "is about a paytable, and the Suit Bonus has no basis"),
    "bad hands": ('hands = "flush"', 'hands = "pairs"', "hands is one of flush, straight flush"),
    "too short": ("shortest = 4", "shortest = 1", "shortest is a whole number from 2 to 7"),
    "bad unmatched": ('unmatched = "lose"', 'unmatched = "win"', "unmatched is one of lose, push"),
    "a Must Hit meter without a progressive": (
        "bonus = true",
        "must_hit = true",
        'a Must Hit meter goes with a wager whose basis is "for 1"',
    ),
    "a Must Hit meter on nothing": (
        "[[paytable]]",
        '[practice]\ntable = "x"\nmust_hit = true\n[[paytable]]',
        "no wager of the game has must_hit",
    ),
    "bad pick": ('pick = "first"', 'pick = "last"', "pick is one of first, best"),
    "bonus is no flag": ("bonus = true", 'bonus = "yes"', "bonus is true or false"),
    "side equals ante": ("bonus = true", "equals_ante = true", "only another wager of the main"),
    "main is no section": (ANTE, "main = true", "'main' is a section of its own"),
    "foreign key of main": ('fold = "lose"', 'fold = "lose", leave = 1', "'leave' is not known"),
    "no fold": ('fold = "lose", ', "", "the main has no fold"),
    "bad verdict": ('fold = "lose"', 'fold = "half"', "fold is one of win, push, lose"),
    "pays nothing": ("pays = 1 }\n\n[[game.wager]]", "pays = 0 }\n\n[[game.wager]]", "above 0"),
    "pays no number": ("pays = 1 }\n\n[[g", 'pays = "even" }\n\n[[g', "pays is a number above 0"),
    "table without basis": ("pays = 1 }\n\n[[g", 'pays = "table" }\n\n[[g', "pays by a table"),
    "no bet": ("[game.bet] ", "[game.bets] ", "'bets' is not known here"),
    "no verb": ('verb = "bet"', "#", "the bet has no verb"),
    "bad verb": ('verb = "bet"', 'verb = "call"', "verb is one of bet, raise"),
    "the bet folds": (
        "main = { ahead",
        'main = { fold = "lose", ahead',
        "'fold' is not known here",
    ),
    "no paytable": ('"suit-bonus"\nbasis', '"ante"\nbasis', "the Ante has no paytable"),
    "bad paytable": ('"4-card flush" = 1', '"4-card flush" = -1', "never negative"),
    "paytable of another game": ('game = "my', 'game = "our', "is a wager of my-"),
}
OF_RUSH: dict[str, tuple[str, str, str]] = {
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
FAULTS = [
    (sound, what, *fault)
    for sound, faults in (("chase", OF_CHASE), ("rush", OF_RUSH), ("luv", OF_LUV))
    for what, fault in faults.items()
]


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


@pytest.mark.parametrize(
    ("sound", "what", "there", "instead", "why"), FAULTS, ids=[what for _, what, *_ in FAULTS]
)
def test_a_fault_is_one_sentence_with_its_line_and_nothing_is_loaded(
    sound: str,
    what: str,
    there: str,
    instead: str,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert there in SOUND[sound]
    text = SOUND[sound].replace(there, instead, 1)
    if what == "a progressive on the table":
        text = text.replace('basis = "to 1"\nhands', 'basis = "for 1"\nhands')
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    for command in (["game", "check"], ["games", "--file"], ["analyze"], ["play"]):
        assert main([*command, str(file)]) == 2
        said = capsys.readouterr()
        assert why in said.err and not said.out
        told = rf"longsuit {command[0]}: bad\.toml, line \d+: [^\n]*[^.\n]\.\n"
        assert re.fullmatch(told, said.err), said.err
    assert not catalog.own_files()


@pytest.mark.parametrize("sound", SOUND)
def test_the_files_are_sound_without_the_fault(sound: str) -> None:
    assert catalog.game_from_text(SOUND[sound], "sound.toml")
