"""The front desk: help, `longsuit games`, and how everything that a user mistypes is answered."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from longsuit import __version__
from longsuit.cli.main import COMMANDS, main
from longsuit.core.games.catalog import games, paytables

PROGRAM = "import sys; from longsuit.cli.main import main; sys.exit(main())"
SLOW_TO_LOAD = ("numba", "numpy", "rich", "typer", "msgspec", "click")


def run(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *args],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("args", [[], ["--help"], ["-h"], ["help"]])
def test_help_names_every_command(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.startswith("Usage: longsuit COMMAND")
    for name, (_, does) in COMMANDS.items():
        assert f"  {name}" in said.out
        assert does in said.out


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([option]) == 0
    assert capsys.readouterr().out == f"longsuit {__version__}\n"


def test_help_loads_nothing_slow() -> None:
    code = (
        "import sys; from longsuit.cli.main import main; assert main(['--help']) == 0; "
        "print(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True
    )
    loaded = set(done.stderr.split())
    assert "longsuit.cli.main" in loaded
    assert loaded.isdisjoint(SLOW_TO_LOAD)
    assert "longsuit.core.games" not in loaded


def test_the_installed_program_is_this_one() -> None:
    program = Path(sys.executable).with_name("longsuit")
    done = subprocess.run(
        [str(program), "--help"], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout.startswith("Usage: longsuit COMMAND")


def every_command() -> list[list[str]]:
    """The commands; those with parts, such as `strategy export`, part by part."""
    named: list[list[str]] = []
    for name, (module, _) in COMMANDS.items():
        parts = getattr(import_module(module), "commands", None)
        named += [[name, part] for part in parts] if parts else [[name]]
    return named


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_every_command_has_help(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    said = capfd.readouterr()
    name = " ".join(words)
    assert said.err == ""
    assert f"Usage: longsuit {name}" in said.out
    # An assistant's protocol has a form of its own.
    assert ("--json" in said.out) == (words != ["mcp"])


def test_games_for_the_eye(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["games"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    for game in games():
        assert f"{game.name}  {game.id} ({game.short}), {game.seats} seats" in said.out
        for wager in (*game.wagers, game.bet):
            assert wager.name in said.out
    together = " ".join(said.out.split())
    for ids in ("A, B", "STAX Progressive Paytable 1"):
        assert ids in together


def test_games_in_a_pipe_are_plain_lines() -> None:
    done = run("games")
    assert done.returncode == 0
    assert done.stderr == ""
    assert not any(line.endswith(" ") for line in done.stdout.splitlines())
    assert "\x1b" not in done.stdout


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    told = json.loads(said.out)
    ids = [game["id"] for game in told["games"]]
    assert ids[:2] == ["chase-the-flush", "high-card-flush"]
    assert ids[2:] == ["flush-rush", "i-luv-suits", "two-card-chase"]
    chase, high_card, *others = told["games"]
    assert [w["paytables"] for game in others for w in game["wagers"]] == [
        ["A"], [], ["Example"], [], ["A"],
    ]  # fmt: skip
    assert (chase["short"], chase["seats"]) == ("ctf", 7)
    assert (high_card["short"], high_card["seats"]) == ("hcf", 6)
    assert chase["bet"] == {"id": "all-in", "name": "All In"}
    assert high_card["bet"] == {"id": "raise", "name": "Raise"}
    assert {w["id"]: w["mandatory"] for w in chase["wagers"]} == {
        "ante": True,
        "xtra": True,
        "same-suit": False,
        "stax": False,
    }
    assert {w["id"]: w["mandatory"] for w in high_card["wagers"]} == {
        "ante": True,
        "flush-bonus": False,
        "straight-flush-bonus": False,
        "progressive": False,
    }
    posted = {w["id"]: w["paytables"] for g in (chase, high_card) for w in g["wagers"]}
    assert posted["xtra"] == ["A", "B"]
    assert posted["ante"] == []
    assert len(posted["progressive"]) == 14
    assert sum(map(len, posted.values())) == len(paytables())


BAD = [
    (["deal"], "longsuit: there is no command 'deal'"),
    (["Games"], "longsuit: there is no command 'Games'"),
    (["--colour"], "longsuit: there is no command '--colour'"),
    ([""], "longsuit: there is no command ''"),
    (["games", "--yaml"], "longsuit games: "),
    (["games", "ctf"], "longsuit games: "),
    (["play"], "longsuit play: "),
    (["play", "poker"], "longsuit play: There is no game 'poker'"),
    (["play", "[/b]"], "longsuit play: There is no game '[/b]'"),
    (["play", "ctf", "hcf"], "longsuit play: "),
    (["play", "ctf", "--seats"], "longsuit play: "),
    (["play", "ctf", "--seats", "many"], "longsuit play: "),
    (["play", "ctf", "--seats", "0"], "Chase the Flush has from 1 to 7 seats"),
    (["play", "ctf", "--seats", "8"], "Chase the Flush has from 1 to 7 seats"),
    (["play", "hcf", "--seats", "7"], "High Card Flush has from 1 to 6 seats"),
    (["play", "ctf", "--bankroll", "lots"], "'lots' is not an amount in dollars"),
    (["play", "ctf", "--bankroll=-5"], "'-5' is not an amount in dollars"),
    (["play", "ctf", "--bankroll", "1e3"], "'1e3' is not an amount in dollars"),
    (["play", "ctf", "--ante", "five"], "'five' is not an amount in dollars"),
    (["play", "ctf", "--wager", "stax=5"], "With --wager goes --ante"),
    (["play", "ctf", "--ante", "5", "--wager", "stax"], "Say how much: --wager stax=5."),
    (["play", "ctf", "--ante", "5", "--wager", "=5"], "'=5' is not a wager and its amount"),
    (["play", "ctf", "--ante", "5", "--wager", "tie=5"], "There is no wager 'tie' here"),
    (["play", "ctf", "--ante", "5", "--wager", "stax=x"], "'x' is not an amount in dollars"),
    (["play", "ctf", "--paytable", "xtra"], "'xtra' alone is not a wager and its paytable"),
    (["play", "ctf", "--paytable", "xtra=Z"], "There is no paytable 'Z'"),
    (["play", "ctf", "--paytable", "bonus=A"], "There is no wager 'bonus' here"),
    (["play", "ctf", "--xtra", "Z"], "There is no paytable 'Z'"),
    (["play", "ctf", "--xtra", "7=1,7=2"], "The length 7 is given twice"),
    (["play", "ctf", "--xtra", "3=1"], "pays for 4 cards or more"),
    (["play", "ctf", "--xtra", "missing.toml"], "missing.toml cannot be read"),
    (["play", "hcf", "--xtra", "A"], "has no wager of the main game that is paid"),
    (["play", "ctf", "--seed=-1"], "The seed is a whole number"),
    (["play", "ctf", "--seed", "9223372036854775808"], "The seed is a whole number"),
    (["play", "ctf", "--seed", "x"], "longsuit play: "),
    (["play", "ctf", "--rounds", "0"], "The rounds to play are one or more"),
    (["play", "ctf", "--save", "/no/such/folder/file"], "cannot be written"),
    (["play", "ctf", "--save", "."], "cannot be written"),
]


@pytest.mark.parametrize("args", [args for args, _ in BAD], ids=" ".join)
def test_bad_input_is_one_line_on_standard_error_and_exit_2(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    why = next(why for bad, why in BAD if bad == args)
    assert main(args) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("longsuit")
    assert said.err.endswith("\n")
    assert why in said.err


@pytest.mark.parametrize("args", [["deal"], ["play", "poker"], ["play", "ctf", "--seats", "x"]])
def test_bad_input_in_a_process_of_its_own(args: list[str]) -> None:
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("args", [["games"], ["games", "--json"], ["--help"]], ids=" ".join)
def test_a_reader_that_goes_away_is_no_error(args: list[str], unbuffered: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read()
    assert complaint == ""
    assert process.returncode == 0


@pytest.mark.parametrize("args", ["games", "--help", "paytables hcf --json"])
def test_an_output_that_cannot_be_written_is_one_sentence(args: str) -> None:
    shell = f'exec "{sys.executable}" -c "{PROGRAM}" {args}'
    for where, sentence in (
        (">&-", "longsuit: standard output is closed."),
        (">/dev/full", "The result could not be written: No space left on device."),
    ):
        done = subprocess.run(
            ["sh", "-c", f"{shell} {where}"],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr.endswith(f"{sentence}\n")
        assert done.stderr.count("\n") == 1


def test_nobody_to_complain_to() -> None:
    shell = f'exec "{sys.executable}" -c "{PROGRAM}" nothing 2>&-'
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_short_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "-h"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"Usage: longsuit {command}")
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out == said.out
