"""Games as files: the boxed ones and the example of docs/games.md are sound, bad ones refused."""

import re
from pathlib import Path

import pytest

from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES, game_by_id, game_from_file, paytables
from longsuit.core.games.settlement import rulings

DOC = (Path(__file__).parents[3] / "docs" / "games.md").read_text(encoding="utf-8")
SOUND = DOC.partition("```toml\n")[2].partition("```")[0]
ANTE = (
    'main = { fold = "lose", ahead = "win", tie = "as ruled", behind = "lose", '
    'unqualified = "as ruled", pays = 1 }'
)

BAD: dict[str, tuple[str, str, str]] = {
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


def complaint(text: str, tmp_path: Path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        game_from_file(file)
    return str(refused.value)


def test_there_are_bad_files_enough() -> None:
    assert len(BAD) >= 40


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_one_sentence_with_its_line(what: str, tmp_path: Path) -> None:
    there, instead, why = BAD[what]
    assert there in SOUND
    text = SOUND.replace(there, instead, 1)
    said = complaint(text, tmp_path)
    assert why in said, said
    assert re.fullmatch(r"mine\.toml, line \d+: [^\n]*[^.\n]\.", said), said
    assert [game.id for game in GAMES] == ["chase-the-flush", "high-card-flush"]


@pytest.mark.parametrize(
    ("there", "instead"),
    [("seats = 6", "seats = 0"), ('verb = "bet"', 'verb = "call"'), ("board = 2", "board = 9")],
)
def test_the_line_is_the_one_at_fault(there: str, instead: str, tmp_path: Path) -> None:
    line = SOUND[: SOUND.index(there)].count("\n") + 1
    assert f"line {line}: " in complaint(SOUND.replace(there, instead, 1), tmp_path)


def test_no_game_and_no_paytable(tmp_path: Path) -> None:
    assert complaint("", tmp_path) == "mine.toml, line 1: a game starts with [game]."
    bare = SOUND.partition("[[paytable]]")[0]
    assert "there is no [[paytable]]" in complaint(bare, tmp_path)
    second = SOUND + "\n[[game.wager]]\nid = 'b'\nname = 'B'\nbasis = 'to 1'\n"
    assert "the B has no [[paytable]] in this file" in complaint(second, tmp_path)


def test_the_example_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SOUND, encoding="utf-8")
    assert main(["game", "check", str(file)]) == 0
    assert capsys.readouterr().out in DOC
    assert main(["games", "--file", str(file)]) == 0
    assert "My Chase" in capsys.readouterr().out
    game = game_from_file(file).game
    assert [decision.board for decision in game.rules.decisions] == [3, 5]
    folded = rulings(game, game.rules, "folded")
    assert [(one.wager, one.verdict) for one in folded] == [("ante", "lose")]


def test_a_bad_file_is_refused_at_the_door(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[game]\n", encoding="utf-8")
    for command in (["game", "check"], ["games", "--file"]):
        assert main([*command, str(file)]) == 2
        assert "mine.toml, line 1: the game has no id." in capsys.readouterr().err


@pytest.mark.parametrize("name", [one.id for one in GAMES])
def test_a_game_in_the_box_is_such_a_file(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["game", "export", name]) == 0
    file = tmp_path / "own.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    found = game_from_file(file)
    assert found.game == game_by_id(name)
    assert found.paytables() == paytables(name)
