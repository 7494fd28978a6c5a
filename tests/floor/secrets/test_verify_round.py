"""A round checked from outside: `longsuit verify-round`, and the examples of docs/fairness.md."""

import hashlib
import io
import json
import re
import shlex
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Said

from longsuit.cli.main import main
from longsuit.core.cards import card_names, parse_cards
from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.secrets.shuffle import Word, check, commit, shuffle

DOCS = Path(__file__).parents[3] / "docs" / "fairness.md"
LANGUAGES = ("json", "python", "javascript", "text", "console")
Verify = Callable[..., Said]


def block(language: str) -> str:
    """The one piece of the document that is written in that language."""
    assert language in LANGUAGES
    found = re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def example() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(block("json"))
    return told


@pytest.fixture
def verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Verify:
    """Runs the command in a folder where `round.json` is the example with changes."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def run(*args: str, **changes: Any) -> Said:
        told = {name: value for name, value in (example() | changes).items() if value != "gone"}
        Path("round.json").write_text(json.dumps(told), encoding="utf-8")
        code = main(["verify-round", *args])
        return Said(code, *capsys.readouterr())

    return run


def by_options(**changes: str) -> list[str]:
    told = example()
    named = {name: str(told[name]) for name in ("table", "round", "commitment", "seed")}
    args = [f"--{name}={value}" for name, value in (named | changes).items() if value]
    return args + [f"--word={one['seat']}:{one['player']}:{one['word']}" for one in told["words"]]


# What holds


@pytest.mark.rule("TBL-5")
def test_the_command_prints_what_the_document_shows(verify: Verify) -> None:
    typed, shown = block("console").split("\n", maxsplit=1)
    program, command, *args = shlex.split(typed.removeprefix("$ "))
    assert (program, command) == ("longsuit", "verify-round")
    assert verify(*args) == (0, shown, "")


@pytest.mark.rule("TBL-5")
def test_a_round_that_holds_as_json(verify: Verify) -> None:
    deck = block("text").split()
    said = verify("round.json", "--json", deck=deck)
    assert (said.code, said.err) == (0, "")
    told = json.loads(said.out)
    assert told["holds"] is True
    assert [(one["check"], one["holds"]) for one in told["checks"]] == [
        ("commitment", True),
        ("dealt", True),
        ("deck", True),
    ]
    assert told["deck"] == deck
    for name in ("table", "round", "commitment", "seed", "words"):
        assert told[name] == example()[name]


def test_without_a_file(verify: Verify) -> None:
    said = verify(*by_options(), f"--dealt={' '.join(example()['dealt'])}", "--json")
    assert (said.code, said.err) == (0, "")
    assert json.loads(said.out)["deck"] == block("text").split()
    assert [one["check"] for one in json.loads(said.out)["checks"]] == ["commitment", "dealt"]
    upper = by_options(seed=example()["seed"].upper(), commitment=example()["commitment"].upper())
    assert verify(*upper).code == 0


def test_from_standard_input(verify: Verify, monkeypatch: pytest.MonkeyPatch) -> None:
    content = io.BytesIO(block("json").encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content, encoding="ascii"))
    assert verify("-").code == 0


@pytest.mark.parametrize("name", ["words", "dealt"])
def test_words_and_cards_may_be_left_out(verify: Verify, name: str) -> None:
    """A round without words is another deck; one without cards has nothing to compare."""
    said = verify("round.json", **{name: "gone"}, **({"dealt": []} if name == "words" else {}))
    assert said.code == 0
    assert ("with no words" in said.out) is (name == "words")
    assert "dealt" not in said.out


def test_more_than_is_asked_for_is_no_fault(verify: Verify) -> None:
    assert verify("round.json", game="chase-the-flush", opened_at=1).code == 0


def test_what_was_noted_agrees(verify: Verify) -> None:
    said = verify("round.json", *by_options(), "--dealt", "9c Qh")
    assert (said.code, said.err) == (0, "")
    assert "noted holds" in said.out


# What does not


OTHER = "0" * 64
ANN = {"seat": 1, "player": "Ann", "word": 'my dog is called "Biscuit"'}
BOB = {"seat": 2, "player": "Bob", "word": "bring it ♥"}
LIES: dict[str, tuple[list[str], dict[str, Any], str]] = {
    "commitment": ([], {"commitment": OTHER}, "The seed does not open the commitment 000"),
    "seed": ([], {"seed": OTHER}, "The seed does not open the commitment 481477c"),
    "table": ([], {"table": "Table 4"}, "The seed does not open"),
    "round": ([], {"round": 42}, "The seed does not open"),
    "order": ([], {"words": [ANN, BOB]}, "The shuffle has Ks as card 1, and it was 9c."),
    "word": ([], {"words": [BOB]}, "The shuffle has "),
    "dealt": ([], {"dealt": ["9c", "Qd"]}, "The shuffle has Qh as card 2, and it was Qd."),
    "deck": ([], {"deck": ["9c"]}, "A deck has 52 cards, and the file names 1."),
    "noted table": (["--table", "T"], {}, "You noted the table T, and the file says Table 3."),
    "noted round": (["--round", "0"], {}, "You noted the round 0, and the file says 41."),
    "noted commitment": (["--commitment", OTHER], {}, "You noted the commitment 000"),
    "noted seed": (["--seed", OTHER], {}, "You noted the seed 000"),
    "noted word": (["--word", "1:Ann:x"], {}, "The word 'x' of Ann at seat 1 is not in the file."),
    "noted cards": (["--dealt", "Qh"], {}, "The shuffle has 9c as card 1, and it was Qh."),
}


@pytest.mark.rule("TBL-5")
@pytest.mark.parametrize("lie", LIES)
def test_what_does_not_hold_is_exit_1_and_one_line(verify: Verify, lie: str) -> None:
    args, changes, why = LIES[lie]
    said = verify("round.json", *args, **changes)
    assert said.code == 1
    assert said.err.startswith(f"longsuit verify-round: {why}")
    assert said.err.count("\n") == 1
    assert "DOES NOT HOLD: " + why in said.out
    as_json = verify("round.json", *args, "--json", **changes)
    assert (as_json.code, as_json.err) == (1, said.err)
    told = json.loads(as_json.out)
    assert told["holds"] is False
    wrong = [one["says"] for one in told["checks"] if not one["holds"]]
    assert wrong[0].startswith(why)
    assert sorted(told["deck"]) == sorted(block("text").split())


def test_a_lie_by_options(verify: Verify) -> None:
    said = verify(*by_options(seed=OTHER))
    assert said.code == 1
    assert "The seed does not open the commitment" in said.err


# What cannot be read


WORD = "A word has from 1 to 100 printable characters, in one line."
BAD: dict[str, tuple[list[str], dict[str, Any], str]] = {
    "nothing": ([], {}, "Name a file, or give --table, --round, --commitment and --seed."),
    "no seed by option": (by_options(seed=""), {}, "Name a file, or give --table"),
    "no round by option": (by_options(round=""), {}, "Name a file, or give --table"),
    "missing file": (["missing.json"], {}, "missing.json: No such file or directory."),
    "folder": (["."], {}, ".: Is a directory."),
    "option": (["--colour"], {}, "No such option"),
    "round in letters": (by_options(round="x"), {}, "Invalid value for '--round'"),
    "seed not opened": (["round.json"], {"seed": None}, "The seed of this round is not opened yet"),
    "seed left out": (["round.json"], {"seed": "gone"}, "The seed of this round is not opened yet"),
    "short seed": (["round.json"], {"seed": "ab"}, "The seed is 64 hexadecimal digits."),
    "seed by option": (by_options(seed="ab"), {}, "The seed is 64 hexadecimal digits."),
    "commitment": (["round.json"], {"commitment": "x" * 64}, "The commitment is 64 hexadecimal"),
    "no table": (["round.json"], {"table": "gone"}, "is not a round as JSON: Object missing"),
    "round as text": (["round.json"], {"round": "41"}, "is not a round as JSON: Expected `int`"),
    "half a round": (["round.json"], {"round": 1.5}, "is not a round as JSON: Expected `int`"),
    "words as text": (["round.json"], {"words": "lucky"}, "is not a round as JSON: Expected"),
    "word without seat": (["round.json"], {"words": [{"player": "Ann"}]}, "is not a round"),
    "no card": (["round.json"], {"dealt": ["1x"]}, "'1x' is not a card"),
    "escape as card": (["round.json"], {"dealt": ["\x1b[2J"]}, "'?[2J' is not a card"),
    "card twice": (["round.json"], {"dealt": ["9c", "9c"]}, "The card 9c is named twice."),
    "dealt by option": (["round.json", "--dealt", "1x"], {}, "'1x' is not a card"),
    "half a character": (["round.json"], {"table": "\ud800"}, "round.json is not a round as JSON"),
    "half by option": (by_options(table="\udc80"), {}, "is not in UTF-8"),
    "word without player": (["--word", "1:lucky"], {}, "'1:lucky' is not a word: write SEAT:"),
    "word without seat number": (["--word", "Ann:1:x"], {}, "'Ann:1:x' is not a word"),
    "empty word": (
        ["--word", "1:Ann:"],
        {},
        WORD,
    ),
    "two lines": (
        ["--word", "1:Ann:a\nb"],
        {},
        WORD,
    ),
}


@pytest.mark.parametrize("fault", BAD)
def test_bad_input_is_exit_2_and_one_line(verify: Verify, fault: str) -> None:
    args, changes, why = BAD[fault]
    said = verify(*args, **changes)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("longsuit verify-round: ")
    assert why in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"],
    ids=["nothing", "half", "a list", "no text", "null", "deep"],
)
def test_a_file_that_is_no_round(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    assert main(["verify-round", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"longsuit verify-round: {file} is not a round as JSON: ")
    assert said.err.count("\n") == 1


def test_a_strangers_file_does_not_command_the_terminal(verify: Verify) -> None:
    said = verify("round.json", "--table", "T", table="\x1b[2Jred", dealt=[])
    assert said.code == 1
    assert "\x1b" not in said.out + said.err
    assert "?[2Jred" in said.out


# The examples of the document


def said_by(*command: str, folder: Path, lie: str = "") -> str:
    told = block("json")
    (folder / "round.json").write_text(told.replace("Biscuit", lie or "Biscuit"), encoding="utf-8")
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", check=True, timeout=300
    ).stdout


@pytest.mark.rule("TBL-5")
def test_the_worked_example_is_right() -> None:
    told = example()
    added = [Word(**one) for one in told["words"]]
    secret = Secret(bytes.fromhex(told["seed"]))
    deck = shuffle(told["table"], told["round"], secret, added)
    assert card_names(deck) == block("text").strip()
    assert commit(told["table"], told["round"], secret) == told["commitment"]
    dealt = parse_cards(" ".join(told["dealt"]))
    assert (
        check(told["table"], told["round"], told["commitment"], told["seed"], added, dealt) is None
    )


def test_the_worked_example_passes_over_the_draw_that_the_text_says() -> None:
    told = example()
    added = [[one["seat"], one["player"], one["word"]] for one in told["words"]]
    line = json.dumps(added, separators=(",", ":"), ensure_ascii=False)
    message = f"longsuit round shuffle\n{told['table']}\n{told['round']}\n{line}\n".encode()
    stream = hashlib.shake_256(message + bytes.fromhex(told["seed"])).digest(22)
    draws = struct.unpack(">11H", stream)
    text = " ".join(DOCS.read_text(encoding="utf-8").split())
    assert f"begins with the draws {draws[0]}, {draws[1]}, {draws[2]}." in text
    assert f"Of 52 cards {draws[0]} takes the one at {draws[0] % 52}, `{told['dealt'][0]}`" in text
    assert f"of the 51 left {draws[1]} takes the one at {draws[1] % 51}, `Qh`" in text
    assert f"The eleventh draw is {draws[10]}; with 42 cards left it is not below 65520" in text
    assert 65536 // 42 * 42 == 65520 <= draws[10]


@pytest.mark.rule("TBL-5")
def test_ten_lines_of_python_check_a_round(tmp_path: Path) -> None:
    python = (sys.executable, "-I", "-W", "ignore", "-c", block("python"))
    assert "longsuit" not in re.findall(r"import (.*)", block("python"))
    assert said_by(*python, folder=tmp_path) == f"True True\n{block('text')}"
    assert said_by(*python, folder=tmp_path, lie="Cookie").startswith("True False\n")


@pytest.mark.rule("TBL-5")
def test_ten_lines_of_javascript_check_a_round(tmp_path: Path) -> None:
    """Run where there is Node; everywhere its text has the same labels, numbers and cards."""
    for part in ("longsuit round seal\\n", "longsuit round shuffle\\n", '"cdhs"', "2048"):
        assert part in block("javascript")
        assert part in block("python")
    for part in ('"sha256"', '"shake256"', "23456789TJQKA", "readUInt16BE", "65536 - (65536 % n)"):
        assert part in block("javascript")
    if node := shutil.which("node"):
        (tmp_path / "check.js").write_text(block("javascript"), encoding="utf-8")
        run = (node, "check.js")
        assert said_by(*run, folder=tmp_path) == f"true true\n{block('text')}"
        assert said_by(*run, folder=tmp_path, lie="Cookie").startswith("true false\n")
