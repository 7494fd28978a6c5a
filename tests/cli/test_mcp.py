"""Assistants ask over MCP, through the official client, and get what the library says."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from tests.own_game import QUICK, write_game

import longsuit
from longsuit.cli.mcp import TOOLS, make_server
from longsuit.core.games import catalog

PATIENCE_SECONDS = 120


def ask(tool: str, **arguments: Any) -> Any:
    """One question to a server in this process."""

    async def talk() -> Any:
        async with Client(make_server()) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(talk())


def test_every_tool_is_told_with_its_bounds() -> None:
    async def talk() -> Any:
        async with Client(make_server()) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(talk())}
    assert set(tools) == {tool.__name__ for tool in TOOLS}
    assert all(tool.description for tool in tools.values())
    rounds = tools["simulate"].input_schema["properties"]["rounds"]
    assert (rounds["minimum"], rounds["maximum"]) == (2, 10_000_000)


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("solve", {"game": "hcf"}, lambda: longsuit.solve("hcf")),
        ("solve", {"game": "hcf", "ties": "lose"}, lambda: longsuit.solve("hcf", ties="lose")),
        (
            "advise",
            {"game": "hcf", "hole": "Th8h6h Js Ad Qd Jc"},
            lambda: longsuit.advise("hcf", "Th8h6h Js Ad Qd Jc"),
        ),
        (
            "price",
            {"game": "ctf", "wager": "stax", "meters_in_cents": {"diamond": 400_000}},
            lambda: longsuit.price("ctf", "stax", meters={"diamond": 400_000}),
        ),
        (
            "price",
            {"game": "hcf", "wager": "flush-bonus", "pays": {"7": 300, "6": 100, "5": 10}},
            lambda: longsuit.price("hcf", "flush-bonus", {7: 300, 6: 100, 5: 10}),
        ),
    ],
)
def test_answers_are_those_of_the_library(tool: str, arguments: Any, expected: Any) -> None:
    answer = ask(tool, **arguments)
    assert not answer.is_error
    assert answer.structured_content == json.loads(json.dumps(expected().to_dict()))


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


def test_a_game_is_a_name_or_the_text_of_a_file(tmp_path: Path, no_games: None) -> None:
    file = write_game(tmp_path, text=QUICK)
    for tool in ("solve", "price", "simulate"):
        answer = ask(tool, game=str(file), **({"wager": "three-suit"} if tool == "price" else {}))
        assert answer.is_error and "There is no game" in answer.content[0].text
    assert not catalog.own_files()
    told = ask("solve", game=QUICK).structured_content
    assert told == json.loads(json.dumps(longsuit.solve("thf").to_dict()))
    assert "thf" in {one["short"] for one in ask("games").structured_content.values()}
    answer = ask("solve", game=QUICK.replace("hole = 3", "hole = 8"))
    assert answer.is_error and answer.content[0].text.count("game.toml, line ") == 1
    assert ask("solve", game="#\n" + "x" * 30_000).is_error


def test_the_table_of_the_main_game_is_of_whatever_wager_has_one() -> None:
    asked = {"game": "rush", "hole": "Ah Kh 9h 2d 3h 4s"}
    answer = ask("advise", **asked, xtra="A", bets=[1])
    assert not answer.is_error
    assert answer.structured_content == ask("advise", **asked).structured_content
    assert "Say what was bet" in ask("advise", **asked, bets=[0]).content[0].text
    answer = ask("advise", game="hcf", hole="Ah Kh 2d 3c 4c 5c 6c", xtra="A")
    assert answer.content[0].text.endswith("has no wager of the main game that is paid by a table.")


def test_the_games_name_what_the_other_tools_take() -> None:
    told = ask("games").structured_content
    assert set(told) == {game.id for game in longsuit.games()}
    assert told["chase-the-flush"]["strategies"][0] == "best"


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("solve", {"game": "poker"}, "There is no game 'poker'"),
        ("solve", {"game": "ctf", "xtra": "/etc/passwd"}, "There is no such paytable"),
        ("solve", {"game": "hcf", "qualifier": "x" * 100}, "at most 60"),
        ("simulate", {"game": "hcf", "strategy": "own.py"}, "There is no strategy of that name"),
        ("simulate", {"game": "hcf", "rounds": 10**9}, "10000000"),
        ("advise", {"game": "ctf", "hole": "Ah"}, "has 3 cards, not 1."),
        ("price", {"game": "ctf", "wager": "stax", "pays": {"7": -1}}, "greater than or equal"),
    ],
)
def test_bad_questions_are_answered_in_a_sentence(tool: str, arguments: Any, said: str) -> None:
    answer = ask(tool, **arguments)
    assert answer.is_error
    assert said in answer.content[0].text
    assert "Traceback" not in answer.content[0].text


def test_the_command_talks_over_standard_input_and_output() -> None:
    program = "import sys; from longsuit.cli.main import main; sys.exit(main(['mcp']))"
    server = StdioServerParameters(command=sys.executable, args=["-c", program])

    async def talk() -> Any:
        async with Client(server, read_timeout_seconds=PATIENCE_SECONDS) as client:
            return await client.call_tool("price", {"game": "ctf", "wager": "same-suit"})

    answer = asyncio.run(talk())
    assert answer.structured_content["house_edge"]["exact"] == "135443/2389010"
