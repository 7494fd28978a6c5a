"""The report of a day: one worked out by hand, its borders, and settings that change."""

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from sqlalchemy import Engine
from tests.core.progressive.floor import mites
from tests.floor.reports.scripted import (
    ANN,
    DAY,
    LOSING,
    MINUTE,
    T1,
    ZONE,
    Script,
    money,
    play_the_day,
    report_of,
    table_of,
    wager_of,
)

from longsuit.core.errors import InputError
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.reports.period import day_at, gaming_day
from longsuit.floor.reports.table_day import Totals


@pytest.fixture
def script(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Script:
    return Script(engine, monkeypatch)


@pytest.fixture
def played(script: Script) -> Script:
    play_the_day(script)
    return script


# The day worked out by hand


def test_each_wager_of_a_dealt_table(played: Script, engine: Engine) -> None:
    table = table_of(report_of(engine), "T1")
    assert [line.wager for line in table.wagers] == ["main", "same-suit", "stax"]
    assert [part.wager for part in table.wagers[0].parts] == ["ante", "xtra", "all-in"]
    assert money(wager_of(table, "main")) == (4, 190_00, 130_00, mites("60"))
    assert money(wager_of(table, "ante")) == (4, 50_00, 10_00, mites("40"))
    assert money(wager_of(table, "xtra")) == (4, 50_00, 60_00, mites("-10"))
    assert money(wager_of(table, "all-in")) == (2, 90_00, 60_00, mites("30"))
    assert money(wager_of(table, "same-suit")) == (1, 5_00, 505_00, mites("-500"))
    stax = wager_of(table, "stax")
    assert money(stax) == (3, 15_00, 0, mites("-986.70"))
    assert (stax.contributions_mites, stax.seeds_mites) == (mites("1.70"), mites("1000"))
    assert (stax.jackpots, stax.envy) == (1000_00, 0)
    assert stax.paytable == "STAX Progressive Paytable 1"
    assert stax.hold is not None
    assert stax.hold.exact == Fraction("-986.70") / 15
    assert stax.hold.decimal == float(stax.hold.exact)


def test_a_dealt_table_as_a_whole(played: Script, engine: Engine) -> None:
    table = table_of(report_of(engine), "T1")
    assert (table.name, table.game, table.mode) == ("Chase 1", "chase-the-flush", "dealt")
    assert (table.rounds, table.cancelled, table.seats) == (3, 1, 4)
    assert (table.drop, table.taken) == (1500_00, 395_00)
    assert (table.handle, table.tray) == (210_00, -425_00)
    assert table.win_mites == mites("-1426.70")
    assert table.hold is not None
    assert table.hold.exact == Fraction("-1426.70") / 210
    assert (table.jackpots, table.envy, table.cut) == (1000_00, 0, 0)
    assert (table.robot_handle, table.robot_tray) == (0, 0)
    assert (table.theory, table.expected_cents) == (None, None)
    # The table's first record is of the day before.
    assert table.first_record == 2
    assert table.last_record == played.log.head("table T1").version - 1


@pytest.mark.rule("TBL-6")
def test_a_live_table(played: Script, engine: Engine) -> None:
    table = table_of(report_of(engine), "L1")
    assert (table.mode, table.rounds, table.cancelled, table.seats) == ("live", 2, 0, 5)
    assert (table.drop, table.taken) == (0, 0)
    (line,) = table.wagers
    assert (line.wager, line.paytable) == ("progressive", "PT-BJS-HCF-SF-E04")
    assert money(line) == (5, 5_00, 240_00, mites("-5236.35"))
    assert (line.envy, line.jackpots) == (200_00, 5000_81)
    assert (line.contributions_mites, line.seeds_mites) == (mites("1.35"), mites("5000"))
    assert (table.handle, table.tray) == (5_00, -235_00)


def test_a_practice_table_with_a_robot(played: Script, engine: Engine) -> None:
    table = table_of(report_of(engine), "P1")
    assert (table.mode, table.rounds, table.seats) == ("practice", 1, 2)
    assert (table.drop, table.taken) == (1000_00, 0)
    assert money(wager_of(table, "main")) == (2, 20_00, 40_00, mites("-20"))
    assert money(wager_of(table, "raise")) == (2, 10_00, 20_00, mites("-10"))
    assert money(wager_of(table, "flush-bonus")) == (1, 1_00, 2_00, mites("-1"))
    assert money(wager_of(table, "straight-flush-bonus")) == (0, 0, 0, 0)
    line = wager_of(table, "progressive")
    # What goes to the reserves stays the house's: 0.14 and 0.18 are the meters'.
    assert money(line) == (2, 2_00, 0, mites("1.68"))
    assert line.contributions_mites == mites("0.32")
    assert (table.robot_handle, table.robot_tray) == (11_00, -9_00)
    assert (table.handle, table.tray) == (23_00, -19_00)
    assert wager_of(table, "straight-flush-bonus").hold is None


def sums(total: Totals) -> tuple[int, ...]:
    return (
        *(total.tables, total.rounds, total.cancelled, total.seats, total.drop, total.taken),
        *(total.handle, total.tray, total.jackpots, total.envy),
    )


def test_play_money_is_not_added_to_money(played: Script, engine: Engine) -> None:
    dealt, live, practice, everything = report_of(engine).totals
    assert [one.mode for one in (dealt, live, practice, everything)] == [
        *("dealt", "live", "practice", "all")
    ]
    assert sums(dealt) == (1, 3, 1, 4, 1500_00, 395_00, 210_00, -425_00, 1000_00, 0)
    assert sums(live) == (1, 2, 0, 5, 0, 0, 5_00, -235_00, 5000_81, 200_00)
    assert sums(practice) == (1, 1, 0, 2, 1000_00, 0, 23_00, -19_00, 0, 0)
    assert sums(everything) == (*(2, 5, 1, 9, 1500_00, 395_00, 215_00, -660_00, 6000_81, 200_00),)
    assert everything.win_mites == mites("-1426.70") + mites("-5236.35")
    assert (practice.robot_handle, everything.robot_handle) == (11_00, 0)


@pytest.mark.rule("PRG-7")
def test_every_meter_is_reconciled(played: Script, engine: Engine) -> None:
    report = report_of(engine)
    found = {meter.meter: meter for meter in report.meters}
    rows = {
        name: (
            *(meter.value.opening, meter.value.contributions, meter.value.awards),
            *(meter.value.reseeds, meter.value.voids, meter.value.corrections),
            meter.value.closing,
        )
        for name, meter in found.items()
    }
    expected = {
        "L1/main": ("5000", "1.35", "-10001.62", "10000", "0.81", "0", "5000.54"),
        "P1/level-1": ("10000", "0.14", "0", "0", "0", "0", "10000.14"),
        "P1/level-2": ("5000", "0.18", "0", "0", "0", "0", "5000.18"),
        "T1/diamond": ("500", "0.50", "0", "0", "0", "0", "500.50"),
        "T1/heart": ("1000", "0.50", "-1000", "1000", "0", "0", "1000.50"),
        "T1/spade": ("2500", "0.50", "0", "0", "0", "0", "2500.50"),
        "T1/star": ("10000", "0.20", "0", "0", "0", "1", "10001.20"),
    }
    assert rows == {name: tuple(map(mites, amounts)) for name, amounts in expected.items()}
    level = found["P1/level-1"].reserve
    assert (level.opening, level.contributions, level.closing) == (0, mites("0.06"), mites("0.06"))
    pending = found["L1/main"].pending
    assert (pending.opening, pending.locked, pending.closing) == (0, mites("10001.62"), 0)
    assert (pending.voided, pending.paid) == (mites("5000.81"), mites("5000.81"))
    assert [meter.unexplained for meter in report.meters] == [0] * 7
    whole = report.meter_totals
    assert (whole.meter, whole.unexplained, whole.changes) == ("all", 0, ())
    # Without the two of the practice table.
    assert [one.meter for one in report.meters if one.practice] == ["P1/level-1", "P1/level-2"]
    assert (whole.value.opening, whole.value.closing) == (mites("19000"), mites("19003.24"))
    assert whole.reserve.closing == 0
    assert whole.pending.paid == mites("6000.81")


@pytest.mark.rule("PRG-8")
def test_every_change_of_a_meter_says_why_when_and_who(played: Script, engine: Engine) -> None:
    changes = {meter.meter: meter.changes for meter in report_of(engine).meters}
    told = [(one.who, one.kind, one.mites, one.why) for one in changes["T1/heart"]]
    won = "T1 round 1 seat 1"
    assert told == [
        ("dealer Dee", "awards", mites("-1000"), f"award for A-K-Q-J-10 suited, {won}"),
        ("dealer Dee", "reseeds", mites("1000"), f"seed after the award to {won}"),
        ("dealer Dee", "contributions", mites("0.25"), "contribution, T1 round 1"),
        ("dealer Dee", "contributions", mites("0.25"), "contribution, T1 round 2"),
    ]
    (correction,) = [one for one in changes["T1/star"] if one.kind == "corrections"]
    assert correction.who == "supervisor Sue"
    assert correction.why == "correction by Sue and Sam: sign read a dollar low"
    voids = [one for one in changes["L1/main"] if one.kind == "voids"]
    assert [one.mites for one in voids] == [mites("5000.81"), mites("-5000")]
    assert {one.why for one in voids} == {"award voided, L1 round 2: seven in a row"}
    for name, list_of in changes.items():
        assert {one.stream for one in list_of} <= {f"meter {name}", f"table {name.split('/')[0]}"}
        for one in list_of:
            assert DAY.start <= one.at < DAY.end
            (record,) = played.log.read(one.stream, one.record - 1, 1)
            assert (one.at, one.who) == (record.at, record.who)
    assert {one.account for one in changes["P1/level-2"]} == {"meter", "reserve"}


def test_the_ledger_at_the_end_of_the_day(played: Script, engine: Engine) -> None:
    report = report_of(engine)
    found = {
        one.account: (one.opening, one.received, one.given, one.closing)
        for one in report.ledger.accounts
        if not {"meter", "reserve"} & {*one.account.split()[:2]}
    }
    expected = {
        "house": ("-19000", "5000", "11004.05", "-25004.05"),
        "cage": ("0", "395", "1500", "-1105"),
        "tray L1": ("0", "5", "240", "-235"),
        "tray T1": ("0", "210", "635", "-425"),
        "players": ("0", "8375.81", "610", "7765.81"),
        "practice house": ("-15000", "0", "0.50", "-15000.50"),
        "practice cage": ("0", "0", "1000", "-1000"),
        "practice tray P1": ("0", "23", "42", "-19"),
        "practice players": ("0", "1022", "12", "1010"),
        "practice robots": ("0", "20", "11", "9"),
        "pending L1/main": ("0", "10001.62", "10001.62", "0"),
        "pending T1/heart": ("0", "1000", "1000", "0"),
    }
    assert found == {name: tuple(map(mites, four)) for name, four in expected.items()}
    assert report.ledger.trial_balance == 0
    assert report.differences == ()
    # The house first, then the cage, the trays, those who play, and the meters; play money last.
    kinds = [one.account.split()[0] for one in report.ledger.accounts]
    assert list(dict.fromkeys(kinds)) == [
        *("house", "cage", "tray", "players", "meter", "pending", "practice")
    ]


# Borders


def test_money_counts_on_the_day_on_which_it_moves(played: Script, engine: Engine) -> None:
    """The round that the day's last moment settled is ended, and counted, in the next."""
    report = report_of(engine, DAY.date + timedelta(days=1))
    (table,) = report.tables
    assert (table.table, table.rounds, table.handle, table.drop) == ("T1", 0, 0, 0)
    stax = wager_of(table, "stax")
    assert (stax.contributions_mites, stax.win_mites, stax.hold) == (
        *(mites("0.85"), mites("-0.85"), None),
    )
    (star,) = [meter for meter in report.meters if meter.meter == "T1/star"]
    assert (star.value.opening, star.value.closing) == (mites("10001.20"), mites("10001.30"))
    assert report.differences == ()


def test_the_day_before_has_the_first_seeds(played: Script, engine: Engine) -> None:
    report = report_of(engine, DAY.date - timedelta(days=1))
    assert [table.table for table in report.tables] == ["L1", "P1", "T1"]
    assert all(table.handle == table.rounds == 0 for table in report.tables)
    assert report.meter_totals.value.reseeds == mites("19000")
    assert {one.why for meter in report.meters for one in meter.changes} == {"first seed"}


def test_days_without_anything(played: Script, engine: Engine) -> None:
    long_before = report_of(engine, date(2020, 1, 1))
    assert (long_before.tables, long_before.meters) == ((), ())
    assert (long_before.ledger.accounts, long_before.ledger.trial_balance) == ((), 0)
    later = report_of(engine, date(2026, 6, 1))
    assert later.tables == ()
    assert sums(later.totals[-1]) == (0,) * 10
    assert [meter.value.opening for meter in later.meters] == [
        meter.value.closing for meter in later.meters
    ]
    assert (later.meter_totals.value.opening, later.differences) == (mites("19004.09"), ())


def hours(on: date, zone: str, hour: int) -> float:
    day = gaming_day(on, zone, hour)
    return (day.end - day.start) / 3_600_000_000


def test_where_clocks_change_a_day_is_shorter_or_longer() -> None:
    assert hours(date(2026, 3, 28), ZONE, 6) == 23
    assert hours(date(2026, 3, 29), ZONE, 6) == 24
    assert hours(date(2026, 3, 29), ZONE, 0) == 23
    assert hours(date(2026, 10, 25), ZONE, 0) == 25
    assert hours(date(2026, 10, 24), ZONE, 6) == 25
    # The hour that the clock leaves out, and the hour that it has twice.
    assert hours(date(2026, 3, 28), ZONE, 2) == 24
    assert hours(date(2026, 10, 25), ZONE, 2) == 25


@pytest.mark.parametrize("hour", [0, 2, 3, 6, 23])
@pytest.mark.parametrize("zone", ["UTC", ZONE, "America/New_York", "Australia/Lord_Howe"])
def test_days_follow_each_other_without_a_gap(zone: str, hour: int) -> None:
    days = [gaming_day(date(2026, 1, 1) + timedelta(days=n), zone, hour) for n in range(400)]
    for day, following in pairwise(days):
        assert day.end == following.start
        assert day_at(day.start, zone, hour) == day
        assert day_at(day.end - 1, zone, hour) == day


def test_a_day_in_utc() -> None:
    day = gaming_day(date(2026, 5, 10))
    begins = datetime(2026, 5, 10, tzinfo=UTC)
    assert day.start == int(begins.timestamp()) * 1_000_000
    assert day.end - day.start == 86_400_000_000
    assert DAY.start == day.start + 4 * 60 * MINUTE


@pytest.mark.parametrize(
    ("zone", "hour", "why"),
    [
        ("Mars/Base", 0, "There is no time zone 'Mars/Base'"),
        ("", 0, "There is no time zone ''"),
        ("Europe", 0, "There is no time zone 'Europe'"),
        ("../../etc/passwd", 0, "There is no time zone"),
        ("a\nb\x00", 0, "There is no time zone 'a?b?'"),
        ("UTC", 24, "from 0 to 23"),
        ("UTC", -1, "from 0 to 23"),
    ],
)
def test_no_such_day(zone: str, hour: int, why: str) -> None:
    with pytest.raises(InputError) as refused:
        gaming_day(date(2026, 5, 10), zone, hour)
    assert why in str(refused.value)


def test_the_last_day_of_the_calendar_has_no_end() -> None:
    with pytest.raises(InputError, match="out of any calendar's reach"):
        gaming_day(date.max)


# Settings that change in the day


@pytest.mark.rule("TBL-7")
def test_a_changed_paytable_has_lines_of_its_own(script: Script, engine: Engine) -> None:
    script.at = DAY.start
    script.open(T1)
    for paytable in ("A", "B", "A"):
        changed = TableConfig(**{**T1.model_dump(), "paytables": {"xtra": paytable}})
        if paytable == "B" or script.memory.tables["T1"].round is not None:
            script.open(changed)
        script.begin("T1")
        if "Ann" not in {name for name, _ in script.memory.tables["T1"].seated().values()}:
            script.seat("T1", 1, "Ann", 500_00)
        script.place("T1", 1, ANN, ante=10_00, xtra=10_00, stax=5_00)
        script.start("T1", *LOSING)
        script.act("T1", 1, ANN, "check", "check", "fold")
        script.end("T1")
    table = table_of(report_of(engine), "T1")
    mains = [(line.paytable, line.handle) for line in table.wagers if line.wager == "main"]
    assert mains == [("B", 20_00), ("A", 40_00)]
    lines = [line for line in table.wagers if line.wager == "stax"]
    assert [line.contributions_mites for line in lines] == [mites("0.85"), mites("1.70")]
    assert (table.rounds, table.handle) == (3, 75_00)
