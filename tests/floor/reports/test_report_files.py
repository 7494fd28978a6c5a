"""A day's report as JSON and as CSV: the same figures, to the last part of a cent."""

import csv
import io
import json
from fractions import Fraction

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine
from tests.core.progressive.floor import mites
from tests.floor.reports.scripted import DAY, Script, from_json, play_the_day, report_of, table_of

from longsuit.api.responses import encode
from longsuit.floor.reports.day import DayReport
from longsuit.floor.reports.export import (
    SECTIONS,
    local_time,
    plain_mites,
    to_csv,
    to_json,
)


@pytest.fixture
def report(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> DayReport:
    play_the_day(Script(engine, monkeypatch))
    return report_of(engine, theory=True)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_json_there_and_back(report: DayReport) -> None:
    written = to_json(report)
    assert from_json(written) == report
    assert to_json(from_json(written)) == written
    told = json.loads(written)
    assert told["day"]["date"] == "2026-05-10"
    chase = next(one for one in told["tables"] if one["table"] == "T1")
    main = chase["wagers"][0]
    assert main["handle"] == 190_00
    assert main["theory"]["exact"] == "12033802351/1794432759415"
    assert Fraction(main["hold"]["exact"]) == Fraction(60, 190)
    assert main["hold"]["decimal"] == pytest.approx(60 / 190)


def test_an_api_sends_it_as_it_is(report: DayReport) -> None:
    assert from_json(encode(report)) == report


def test_every_section_is_a_table_of_its_own(report: DayReport) -> None:
    sections = to_csv(report)
    assert set(sections) == set(SECTIONS)
    for name, text in sections.items():
        heading = text.splitlines()[0].split(",")
        assert heading[0] == "date"
        assert len(heading) == len(set(heading)), name
        for row in csv.reader(io.StringIO(text, newline="")):
            assert len(row) == len(heading), name
        assert all(row["date"] == "2026-05-10" for row in rows(text))


def test_wagers_as_csv(report: DayReport) -> None:
    found = {(row["table"], row["wager"]): row for row in rows(to_csv(report)["wagers"])}
    stax = found["T1", "stax"]
    assert (stax["handle"], stax["paid"], stax["win"]) == ("15.00", "0.00", "-986.70")
    assert (stax["contributions"], stax["seeds"], stax["jackpots"]) == (
        "1.70",
        "1000.00",
        "1000.00",
    )
    assert (stax["hold"], stax["hold_exact"]) == ("-65.78000000", "-3289/50")
    assert stax["theory_exact"] == "2818037/12863900"
    assert found["T1", "all-in"]["part_of"] == "main"
    assert found["T1", "main"]["part_of"] == ""
    assert found["P1", "straight-flush-bonus"]["hold_exact"] == ""
    assert float(found["T1", "main"]["deviations"]) == pytest.approx(0.44, abs=0.01)


def test_sums_of_the_csv_are_those_of_the_report(report: DayReport) -> None:
    sections = {name: rows(text) for name, text in to_csv(report).items()}
    for table in report.tables:
        own = [row for row in sections["wagers"] if row["table"] == table.table]
        whole = [row for row in own if not row["part_of"]]
        assert sum(mites(row["win"]) for row in whole) == table.win_mites
        assert sum(mites(row["handle"]) for row in whole) == table.handle * 10_000
    everything = sections["totals"][-1]
    assert everything["mode"] == "all"
    assert mites(everything["win"]) == report.totals[-1].win_mites
    for meter in report.meters:
        for account, part in (("meter", meter.value), ("reserve", meter.reserve)):
            (row,) = [
                row
                for row in sections["meters"]
                if (row["meter"], row["account"]) == (meter.meter, account)
            ]
            own = [
                row
                for row in sections["changes"]
                if (row["meter"], row["account"]) == (meter.meter, account)
            ]
            changed = sum(mites(one["amount"]) for one in own)
            assert mites(row["opening"]) + changed == mites(row["closing"]) == part.closing
    *accounts, balance = sections["ledger"]
    assert sum(mites(row["closing"]) for row in accounts) == 0
    assert (balance["account"], balance["closing"]) == ("trial balance", "0.00")
    assert sections["differences"] == []


def test_times_are_the_floors_own(report: DayReport) -> None:
    assert local_time(DAY, DAY.start) == "2026-05-10T06:00:00.000000+02:00"
    assert local_time(DAY, DAY.end - 1) == "2026-05-11T05:59:59.999999+02:00"
    times = [row["time"] for row in rows(to_csv(report)["changes"])]
    assert all(one.startswith("2026-05-10T06:0") for one in times)


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (0, "0.00"),
        (1, "0.000001"),
        (-1, "-0.000001"),
        (mites("1234567.89"), "1234567.89"),
        (mites("-0.05"), "-0.05"),
        (mites("500.150075"), "500.150075"),
    ],
)
def test_amounts_to_the_last_mite(amount: int, shown: str) -> None:
    assert plain_mites(amount) == shown
    assert mites(shown) == amount


def test_a_name_is_no_formula_for_a_spreadsheet(report: DayReport) -> None:
    table = replace(table_of(report, "T1"), name="=1+1")
    found = rows(to_csv(replace(report, tables=(table,)))["tables"])
    assert [row["name"] for row in found] == ["'=1+1"]
