"""`longsuit register`, from where the database is."""

import json
from pathlib import Path

import pytest

from longsuit.cli.main import main
from longsuit.floor.audit.run import audit
from longsuit.floor.store.database import connect, make_ready
from longsuit.floor.store.event_log import Log

FLOOR = """
[house]
legal_maximum = 500
[[table]]
id = "T1"
game = "ctf"
mode = "live"
approval = 1200
"""


@pytest.fixture
def db(tmp_path: Path) -> str:
    path = tmp_path / "floor.db"
    engine = connect(str(path))
    make_ready(engine)
    engine.dispose()
    return str(path)


def test_filed_listed_withdrawn_and_exported(
    db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "floor.toml"
    config.write_text(FLOOR, encoding="utf-8")
    assert main(["register", "parts", "--config", str(config), "--json"]) == 0
    names = ", ".join(json.loads(capsys.readouterr().out)["T1"])
    assert names.startswith("rules ")
    letter = ["--kind", "controls", "--authority", "Commission", "--reference", "16-117"]
    about = ["--date", "2016-06-22", "--game", "ctf", "--names", names, "--db", db]
    assert main(["register", "approval", *letter, *about]) == 0
    assert main(["register", "adopt", "wa-300", "--db", db]) == 0
    assert main(["register", "withdraw", "2", "--reason", "a typing error", "--db", db]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == ["Entry 1 is on file.", "Entry 2 is on file.", "Entry 2 is withdrawn."]
    assert main(["register", "list", "--db", db, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(one["kind"], one["holds"]) for one in listed] == [("controls", True), ("limit", False)]
    assert main(["register", "list", "--db", db, "--csv"]) == 0
    assert "a typing error" in capsys.readouterr().out
    assert main(["register", "list", "--db", db]) == 0
    assert "withdrawn" in capsys.readouterr().out
    engine = connect(db)
    assert audit(Log(engine)).fault == ""
    engine.dispose()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["adopt", "wa-9"], "There is no preset 'wa-9'"),
        (["withdraw", "7", "--reason", "why"], "There is no entry 7 on file."),
        (
            ["limit", "--amount", "300", "--since", "2016-13-01", "--citation", "WAC 230-15-140"],
            "'2016-13-01' isn't a date",
        ),
        (["equipment", "--kind", "dice", "--maker", "A", "--model", "B"], "A kind of equipment is"),
    ],
)
def test_bad_input_is_one_sentence(
    db: str, asked: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["register", *asked, "--db", db]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


def test_the_limits_in_the_box_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["register", "presets"]) == 0
    said = capsys.readouterr().out
    assert "wa-300" in said and "WSR 16-20-098" in said and "proposal" in said
