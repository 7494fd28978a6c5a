"""`longsuit day`: for the eye, for scripts, as files, and what a user may get wrong."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import text
from tests.floor.reports.scripted import (
    DAY,
    SUE,
    T1,
    ZONE,
    Script,
    from_json,
    play_the_day,
    report_of,
)

from longsuit.cli.main import main
from longsuit.core.progressive.commands import CorrectMeter
from longsuit.floor.reports.export import SECTIONS, to_csv
from longsuit.floor.store.database import open_database

WHEN = ("--date", "2026-05-10", "--zone", ZONE, "--hour", "6")


class Said(NamedTuple):
    code: int
    out: str
    err: str


class Desk:
    """The command on a floor whose day the tests know by heart."""

    def __init__(self, database: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.database = database
        self._capsys = capsys

    def day(self, *words: str, when: tuple[str, ...] = WHEN) -> Said:
        code = main(["day", "--db", self.database, *when, *words])
        return Said(code, *self._capsys.readouterr())


@pytest.fixture
def desk(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    monkeypatch.setenv("COLUMNS", "80")
    engine = open_database(database)
    play_the_day(Script(engine, monkeypatch))
    engine.dispose()
    return Desk(database, capsys)


def words(line: str) -> list[str]:
    return line.split()


def test_a_day_for_the_eye(desk: Desk) -> None:
    said = desk.day()
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[:2] == [
        "Gaming day 2026-05-10",
        "2026-05-10 06:00 to 2026-05-11 06:00, Europe/Berlin",
    ]
    told = [words(line) for line in lines]
    assert words("All In 2 $90.00 $30.00 33.33% -22.20% +0.8 sd") in told
    assert words("Main game 4 $190.00 $60.00 31.58% 0.67% +0.4 sd") in told
    assert words("STAX Progressive 3 $15.00 -$986.70 -6,578.00% 21.91% -28.1 sd") in told
    assert words("Together $210.00 -$1,426.70 -679.38% 2.31%") in told
    assert words("house -$19,000.00 $5,000.00 $11,004.05 -$25,004.05") in told
    assert words("trial balance $0.00") in told
    together = " ".join(said.out.split())
    assert "3 rounds, 4 hands, 1 cancelled, drop $1,500.00, taken $395.00" in together
    assert "jackpots $5,000.81, envy $200.00" in together
    assert "Sue: correction by Sue and Sam: sign read a dollar low" in together
    assert "award voided, L1 round 2: seven in a row" in together
    assert "contributions $0.50 of 2 rounds" in together
    assert together.count("unexplained $0.00") == 7
    for title in ("All dealt tables", "All live tables", "All practice tables", "All tables"):
        assert title in said.out


def test_a_day_fits_a_terminal(desk: Desk, eighty_columns: Callable[[str], str]) -> None:
    said = desk.day("--no-theory")
    assert max(map(len, eighty_columns(said.out).splitlines())) <= 80


def test_without_theory(desk: Desk) -> None:
    said = desk.day("--no-theory")
    assert said.code == 0
    assert words("Main game 4 $190.00 $60.00 31.58%") in [words(x) for x in said.out.splitlines()]


def test_a_day_for_scripts(desk: Desk) -> None:
    said = desk.day("--json", "--no-theory")
    assert (said.code, said.err) == (0, "")
    engine = open_database(desk.database)
    report = report_of(engine)
    engine.dispose()
    assert from_json(said.out) == report
    assert json.loads(said.out)["day"]["zone"] == ZONE


def test_a_day_as_files(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    said = desk.day("--csv", str(folder), "--no-theory")
    assert said == Said(0, "", "")
    engine = open_database(desk.database)
    sections = to_csv(report_of(engine))
    engine.dispose()
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert set(found) == {f"2026-05-10-{name}.csv" for name in SECTIONS}
    for name, content in sections.items():
        path = folder / f"2026-05-10-{name}.csv"
        assert path.read_bytes().decode() == content
    # Once more, and with JSON: the files are the day's, and say the same again.
    said = desk.day("--csv", str(folder), "--json", "--no-theory")
    assert from_json(said.out).day == DAY
    assert len(list(folder.iterdir())) == len(SECTIONS)


def test_today_and_yesterday(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    here = ("--zone", ZONE, "--hour", "6", "--json", "--no-theory")
    for moment, on, wanted in (
        (DAY.end - 1, (), DAY.date),
        (DAY.end, (), DAY.date + timedelta(days=1)),
        (DAY.end, ("--date", "yesterday"), DAY.date),
        (DAY.start, ("--date", "today"), DAY.date),
    ):
        monkeypatch.setattr("longsuit.cli.day.time.time_ns", lambda at=moment: at * 1000)
        said = desk.day(*on, when=here)
        assert from_json(said.out).day.date == wanted


def test_a_day_on_which_nothing_happened(desk: Desk) -> None:
    said = desk.day(when=("--date", "2026-07-01"))
    assert said.code == 0
    assert "Nothing happened at any table." in said.out
    assert "All" not in said.out


def test_books_that_do_not_agree_are_exit_1(desk: Desk) -> None:
    engine = open_database(desk.database)
    with engine.begin() as connection:
        connection.execute(
            text(
                "DELETE FROM postings WHERE source = "
                "(SELECT id FROM names WHERE name = 'practice tray P1')"
            )
        )
    engine.dispose()
    said = desk.day("--no-theory")
    assert said.code == 1
    assert said.err == (
        "longsuit day: The tray of P1 won $23.00 by the ledger and -$19.00 by the log.\n"
    )
    assert said.out.startswith("Gaming day")


def test_what_people_typed_does_nothing_to_a_terminal(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_database(desk.database)
    script = Script(engine, monkeypatch, keys="more")
    script.at = DAY.start
    script.open(T1.model_copy(update={"id": "T9"}))
    reason = "red \x1b[31m\x07[bold]alert[/bold]"
    script.ask(
        CorrectMeter(by=SUE, part="meter", amount=1, reason=reason, second="Sam"), meter="T9/star"
    )
    engine.dispose()
    said = desk.day("--no-theory")
    assert "\x1b" not in said.out and "\x07" not in said.out
    assert "red ?[31m?[bold]alert[/bold]" in " ".join(said.out.split())


BAD = [
    (["--date", "2026-13-01"], "'2026-13-01' is no period"),
    (["--date", "tomorrow"], "'tomorrow' is no period"),
    (["--date", "9999-12-31"], "9999-12-31 is out of any calendar's reach"),
    (["--zone", "Mars/Base"], "There is no time zone 'Mars/Base'"),
    (["--hour", "24"], "from 0 to 23"),
    (["--hour", "six"], "longsuit day: "),
    (["--csv", "no/such/folder"], "There is no folder no/such"),
    (["--csv", "taken"], "taken: "),
    (["--db", "nowhere.db"], "There is no database"),
    (["--db", "notes.txt"], "file is not a database"),
    (["--db", "oracle://here"], "in SQLite or PostgreSQL, not oracle"),
    (["--yaml"], "longsuit day: "),
    (["today"], "longsuit day: "),
]


@pytest.mark.parametrize("args", [args for args, _ in BAD], ids=" ".join)
def test_bad_input_is_one_line_and_exit_2(
    args: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    why = next(why for bad, why in BAD if bad == args)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("These are notes, and no database at all.\n" * 50)
    (tmp_path / "taken").write_text("a file")
    open_database("longsuit.db").dispose()
    before = sorted(path.name for path in tmp_path.iterdir())
    assert main(["day", "--no-theory", *args]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("longsuit day: ")
    assert why in said.err
    after = {path.name for path in tmp_path.iterdir()}
    assert after - {"longsuit.db-wal", "longsuit.db-shm"} == set(before) - {
        *("longsuit.db-wal", "longsuit.db-shm")
    }


def test_a_new_floor_has_an_empty_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    open_database("longsuit.db").dispose()
    assert main(["day", "--json"]) == 0
    report = from_json(capsys.readouterr().out)
    assert (report.tables, report.meters, report.differences) == ((), (), ())
    assert report.day.zone == "UTC"
    assert report.day.date >= date(2026, 1, 1)
