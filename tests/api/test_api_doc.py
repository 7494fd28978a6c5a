"""The commands of docs/api.md, run as they stand but for the address."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.api.serving import House, open_house
from tests.floor.playing import wait_for

from longsuit.api.declines import CODES
from longsuit.core.refusals import Code
from longsuit.floor.config.settings import PRACTICE
from longsuit.floor.tables.automation import Pace
from longsuit.floor.tables.state import FloorTable

DOC = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
SHELL = re.findall(r"```sh\n(.*?)```", DOC, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", DOC, re.DOTALL)
ADDRESS = "127.0.0.1:8080"


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The floor of a first start. It waits a little for players, so that none is overtaken."""
    pace = Pace(robot=0.05, start=0.1, wait=0.5, show=0.1)
    database = str(tmp_path_factory.mktemp("floor") / "floor.db")
    with open_house(database, PRACTICE, pace=pace, people={}) as house:
        yield house


def its_turn(table: FloorTable) -> bool:
    return table.round is not None and table.round.turn == 1


def second_round(table: FloorTable) -> bool:
    return table.round is not None and table.round.number == 2


def test_the_commands_of_the_document_play_a_round(practice: House, tmp_path: Path) -> None:
    said = []
    waits = iter([its_turn, second_round])
    for command in SHELL:
        if "sleep" in command:
            # As long as it takes, not as long as it is told.
            wait_for(practice.floor, "chase", next(waits))
        here = command.replace(ADDRESS, practice.address.removeprefix("http://"))
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", "-c", re.sub(r"sleep \d+;", "", here)],
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=300,
        )
        said.append(done.stdout)
    guest, me, lobby, view, sat, robot, wagered, acted, checked, again = said
    assert json.loads(guest)["guest"] and json.loads(me)["name"] == json.loads(guest)["name"]
    assert [table["id"] for table in json.loads(lobby)["tables"]] == ["chase", "high-card"]
    assert json.loads(view)["id"] == "chase" and len(json.loads(view)["fixed"]) == 32
    for answer in (sat, robot, wagered, acted):
        assert json.loads(answer)["ok"] and not json.loads(answer)["again"], answer
    assert "commitment holds" in checked and "with no words" in checked
    assert json.loads(again) == {**json.loads(sat), "again": True}

    (tmp_path / "token.txt").write_text(json.loads(guest)["token"], encoding="utf-8")
    assert len(PYTHON) == 1
    program = PYTHON[0].replace(ADDRESS, practice.address.removeprefix("http://"))
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=300,
    )
    first, second = done.stdout.splitlines()
    assert first == second and first.startswith("from ")


def test_the_document_names_every_address_and_option(practice: House) -> None:
    told = practice.anyone().get("/api/openapi.json").json()
    for path in told["paths"]:
        root = path.partition("{")[0].rstrip("/")
        assert root in DOC, path
    for option in ("--db", "--host", "--port", "--config", "--behind-proxy", "--address", "--json"):
        assert f"`{option}`" in DOC, option


def test_every_code_is_in_the_document() -> None:
    listed = DOC.partition("## Codes")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", listed)) - {"code", "reason"}
    assert named == {*Code, *CODES.values(), "busy", "down", "late"}
