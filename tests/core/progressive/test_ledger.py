"""The ledger and the statements: each event with its entries, worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest
from tests.core.progressive.floor import (
    DIAMOND,
    END,
    SPADE,
    STAR,
    START,
    Floor,
    mites,
    names,
    replay_terminal,
)
from tests.core.progressive.test_meters import SMALL, correct, small
from tests.core.progressive.test_must_hit import AT_ONCE, Secrets, open_table

from longsuit.core.progressive import events
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.evolve import replay_meter
from longsuit.core.progressive.ledger import Ledger, Purpose, Transfer, meter_entries, table_entries
from longsuit.core.progressive.statement import Change, Statement, statement
from longsuit.core.progressive.terms import Terms

CLAIM = Claim("T1", 7, 2)
TERMS = Terms(1_00, 100_00, 333, 101, ())
E04: dict[str, Any] = {"paytables": {"progressive": "PT-BJS-HCF-SF-E04"}}


# Events and their entries


@pytest.mark.rule("PRG-7")
@pytest.mark.parametrize(
    ("event", "entries"),
    [
        (
            events.MeterOpened("m", TERMS),
            [("house", "meter m", "100", Purpose.SEED)],
        ),
        (
            events.Contributed("T1", 7, 3, mites("0.0999"), mites("0.0303")),
            [
                ("house", "meter m", "0.0999", Purpose.CONTRIBUTION),
                ("house", "reserve m", "0.0303", Purpose.CONTRIBUTION),
            ],
        ),
        (
            events.Contributed("T1", 7, 3, mites("0.0999"), 0),
            [("house", "meter m", "0.0999", Purpose.CONTRIBUTION)],
        ),
        (
            events.AwardLocked(CLAIM, 4, STAR, Fraction(1), 123_45, mites("40.5"), mites("59.5")),
            [
                ("meter m", "pending m", "123.45", Purpose.AWARD),
                ("reserve m", "meter m", "40.5", Purpose.RESEED),
                ("house", "meter m", "59.5", Purpose.RESEED),
            ],
        ),
        (
            events.AwardLocked(CLAIM, 4, SPADE, Fraction(1, 10), 12_34),
            [("meter m", "pending m", "12.34", Purpose.AWARD)],
        ),
        (
            events.JackpotPaid(CLAIM, 123_45, "Ann"),
            [("pending m", "player Ann", "123.45", Purpose.JACKPOT)],
        ),
        (
            events.AwardVoided(CLAIM, 123_45, mites("40.5"), mites("59.5"), "misread", "Dee"),
            [
                ("pending m", "meter m", "123.45", Purpose.VOID),
                ("meter m", "reserve m", "40.5", Purpose.VOID),
                ("meter m", "house", "59.5", Purpose.VOID),
            ],
        ),
        (
            events.MeterCorrected("meter", mites("-3.0001"), "recount", "Sue", "Sam"),
            [("meter m", "house", "3.0001", Purpose.CORRECTION)],
        ),
        (
            events.MeterCorrected("reserve", mites("5"), "recount", "Sue", "Sam"),
            [("house", "reserve m", "5", Purpose.CORRECTION)],
        ),
        (events.TableJoined("T1"), []),
        (events.TableLeft("T1"), []),
        (events.TriggerSealed(1, 500_00, "ab" * 32), []),
        (events.TriggerOpened(1, 500_00, "cd" * 32, 700_00, "T1", 7, (1, 2), 2), []),
    ],
)
def test_what_an_event_of_a_meter_moves(
    event: Any, entries: list[tuple[str, str, str, Purpose]]
) -> None:
    expected = tuple(Transfer(a, b, mites(sum_), why) for a, b, sum_, why in entries)
    assert meter_entries("m", event) == expected


@pytest.mark.rule("PRG-6", "PRG-7")
@pytest.mark.parametrize(
    ("event", "entries"),
    [
        (
            events.WagersCollected(("T1 seat 2", "T1 seat 5"), 1_00),
            [
                ("player T1 seat 2", "tray T1", "1", Purpose.PROGRESSIVE_WAGER),
                ("player T1 seat 5", "tray T1", "1", Purpose.PROGRESSIVE_WAGER),
            ],
        ),
        (
            events.SumAgreed(1, 250_00, "", "T1 seat 5", "Dee"),
            [("tray T1", "player T1 seat 5", "250", Purpose.FIXED_PAY)],
        ),
        (
            events.EnvyPaid(2, 5, STAR, 200_00, "T1 seat 2"),
            [("tray T1", "player T1 seat 2", "200", Purpose.ENVY)],
        ),
        # A meter's award moves in the meter's own stream.
        (events.SumAgreed(1, 5000_00, "main", "T1 seat 5", "Dee"), []),
        (events.JackpotClaimed(1, 5, STAR, "main", 5000_00, "Dee"), []),
        (events.JackpotVoided(1, "misread", "Dee"), []),
        (events.RegistrationCancelled(), []),
        (events.TerminalCleared(), []),
    ],
)
def test_what_an_event_of_a_live_table_moves(
    event: Any, entries: list[tuple[str, str, str, Purpose]]
) -> None:
    floor = Floor().open("hcf", **E04)
    floor.start(2, 5)
    expected = tuple(Transfer(a, b, mites(sum_), why) for a, b, sum_, why in entries)
    assert table_entries(floor.terminal(), event) == expected


@pytest.mark.rule("PRG-7")
def test_opening_a_table_moves_nothing() -> None:
    floor = Floor().open("hcf", **E04)
    opened = floor.stream("table T1")[0]
    assert table_entries(None, opened) == ()
    # The seed of 5,000 is all there is in the books.
    assert floor.house.ledger.balances == {
        "house": mites("-5000"),
        "meter T1/main": mites("5000"),
    }


@pytest.mark.rule("PRG-6", "PRG-7")
def test_the_settlement_of_a_dealt_round_goes_over_the_tray() -> None:
    floor = Floor().open("hcf", live=False, **E04)
    wagers = {"ante": 10_00, "progressive": 1_00}
    floor.seat({1: wagers, 2: wagers, 3: {"ante": 10_00}})
    floor.do(START)
    hands = ("8h 7h 6h 5h 4h 3h 2h", "Qs Ks As 7c 3c 5d 9d", "2s 4c 6d 8c Tc Jd Qh")
    # A dealer with ace-king-10-9-4 of diamonds beats all but Ann's seven hearts.
    floor.deal(*hands, "Ad Kd Td 9h 4d 6c 2d", action="raise_1x")
    # Ann staked 21: Ante and Raise of 10 win 10 each. Bob staked 21, has 3 for his A-K-Q and 200
    # for Ann's hand. Cy staked 20 and lost it.
    assert floor.balance("player Ann") == mites("19")
    assert floor.balance("player Bob") == mites("182")
    assert floor.balance("player Cy") == mites("-20")
    assert floor.balance("tray T1") == mites("-181")
    assert floor.value("T1/main") == mites("5000")
    floor.claim(1, STAR)
    floor.pay(1)
    floor.do(END)
    assert floor.balance("player Ann") == mites("5019")
    assert floor.balance("tray T1") == mites("-181")
    # Seeds of 5,000 twice and 27 cents of each of two progressive wagers.
    assert floor.balance("house") == mites("-10000.54")
    assert floor.house.ledger.trial_balance() == 0


@pytest.mark.rule("PRG-7")
def test_an_account_that_nobody_has_used_holds_nothing() -> None:
    ledger = Ledger()
    assert (ledger.balance("player Zoe"), ledger.trial_balance()) == (0, 0)
    ledger.post([Transfer("a", "b", 7, Purpose.WAGERS), Transfer("b", "c", 3, Purpose.PAYS)])
    assert ledger.balances == {"a": -7, "b": 4, "c": 3}
    assert ledger.trial_balance() == 0


@pytest.mark.rule("PRG-6", "PRG-7")
def test_trays_and_players_hold_whole_cents() -> None:
    floor = small()
    for number in range(40):
        floor.start(1, 2 + number % 5)
        if number % 7 == 3:
            floor.claim(1, (SPADE, STAR)[number % 2])
            floor.pay(1)
        floor.do(END)
    balances = floor.house.ledger.balances
    fractions = {account.split()[0] for account, held in balances.items() if held % 10_000}
    # Only the meter, its reserve and the house that feeds them hold parts of a cent.
    assert fractions == {"meter", "reserve", "house"}
    assert sum(balances.values()) == 0
    # 80 wagers of a dollar went into the tray, and no jackpot came out of it.
    assert floor.balance("tray T1") == mites("80")


@pytest.mark.rule("PRG-6")
def test_a_fixed_pay_and_an_envy_pay_leave_the_meter_alone() -> None:
    floor = Floor().open("hcf", **E04)
    floor.start(1, 2, 3)
    before = floor.meter("T1/main")
    assert floor.claim(2, DIAMOND) == 250_00
    floor.pay(2)
    assert floor.meter("T1/main") == before
    assert floor.balance("tray T1") == mites("-250")
    floor.claim(1, STAR)
    locked = floor.meter("T1/main")
    paid = floor.pay(1)
    # The jackpot is out of the pending account; two envy pays of 200 are out of the tray.
    assert names(paid).count("EnvyPaid") == 2
    assert floor.meter("T1/main").value == locked.value
    assert floor.balance("tray T1") == mites("-650")


@pytest.mark.rule("PRG-7")
def test_the_books_of_a_mystery_award() -> None:
    floor = open_table(Secrets(), AT_ONCE)
    floor.start(3)
    floor.do(END)
    assert floor.balance("pending T1/must-hit") == mites("500.15")
    assert floor.balance("meter T1/must-hit") == mites("500")
    floor.pay(3)
    assert floor.balance("pending T1/must-hit") == 0
    assert floor.balance("player T1 seat 3") == mites("495.15")
    # Seeds of 10,000 + 2,500 + 1,000 + 500 + 500 + 500, and 20% of a wager of 5 dollars.
    assert floor.balance("house") == mites("-15001")


@pytest.mark.rule("PRG-7")
def test_recording_what_was_told_gives_the_same_books() -> None:
    floor = open_table(Secrets(), AT_ONCE)
    floor.open("hcf", "T2", paytables={"progressive": SMALL})
    floor.start(1, 2, table="T2")
    floor.claim(2, SPADE, table="T2")
    floor.void(2, table="T2")
    floor.round(3)
    floor.pay(3)
    again = Floor()
    for stream, event in floor.told:
        again.house.record(stream, event)
    again.check_books()
    assert again.told == floor.told
    assert again.house.ledger.balances == floor.house.ledger.balances
    assert again.house.meters == floor.house.meters
    assert again.house.tables == floor.house.tables
    # Each stream by itself gives its table or its meter.
    for table, terminal in floor.house.tables.items():
        assert replay_terminal(floor.stream(f"table {table}")) == terminal
    for name, meter in floor.house.meters.items():
        assert replay_meter(floor.stream(f"meter {name}")) == meter


def test_a_stream_starts_with_its_opening() -> None:
    with pytest.raises(ValueError, match=r"^there are no events to replay$"):
        replay_meter([])
    with pytest.raises(ValueError, match=r"^a meter starts with MeterOpened$"):
        replay_meter([events.TableJoined("T1")])
    with pytest.raises(ValueError, match=r"^a table starts with TableOpened$"):
        replay_terminal([events.LightTurned(1, True)])


# Statements


def a_long_day() -> Floor:
    """A seed of 100, a reserve of 40.5005, two rounds, a void, a tenth, a jackpot, a correction."""
    floor = small(reserve="40.5005")
    floor.round(1, 2, 3)
    floor.start(1, 2)
    floor.claim(2, STAR)
    floor.void(2)
    floor.claim(2, SPADE)
    floor.pay(2)
    floor.claim(1, STAR)
    floor.pay(1)
    floor.do(END)
    correct(floor, mites("-0.0050"))
    return floor


@pytest.mark.rule("PRG-7", "PRG-8")
def test_a_statement_explains_every_change() -> None:
    told = statement(a_long_day().stream("meter T1/main"))
    where = "T1 round 2 seat"
    lines: list[tuple[str, str, str, str]] = [
        ("meter", "reseeds", "100", "first seed"),
        ("reserve", "corrections", "40.5005", "correction by Sue and Sam: counted"),
        ("meter", "contributions", "0.0999", "contribution, T1 round 1"),
        ("reserve", "contributions", "0.0303", "contribution, T1 round 1"),
        # The claim of 100.09 and the new seed, 40.5308 of it from the reserve.
        ("meter", "awards", "-100.09", f"award for {STAR}, {where} 2"),
        ("meter", "reseeds", "40.5308", f"seed after the award to {where} 2"),
        ("reserve", "reseeds", "-40.5308", f"seed after the award to {where} 2"),
        ("meter", "reseeds", "59.4692", f"seed after the award to {where} 2"),
        # All of it back.
        ("meter", "voids", "100.09", "award voided, T1 round 2: misread"),
        ("meter", "voids", "-40.5308", "award voided, T1 round 2: misread"),
        ("reserve", "voids", "40.5308", "award voided, T1 round 2: misread"),
        ("meter", "voids", "-59.4692", "award voided, T1 round 2: misread"),
        # A tenth of 100.0999 is 10.00999, and 90.0999 is left.
        ("meter", "awards", "-10", f"award for {SPADE}, {where} 2"),
        ("meter", "awards", "-90.09", f"award for {STAR}, {where} 1"),
        ("meter", "reseeds", "40.5308", f"seed after the award to {where} 1"),
        ("reserve", "reseeds", "-40.5308", f"seed after the award to {where} 1"),
        ("meter", "reseeds", "59.4692", f"seed after the award to {where} 1"),
        ("meter", "contributions", "0.0666", "contribution, T1 round 2"),
        ("reserve", "contributions", "0.0202", "contribution, T1 round 2"),
        ("meter", "corrections", "-0.005", "correction by Sue and Sam: counted"),
    ]
    assert [(c.account, c.kind, c.mites, c.why) for c in told.changes] == [
        (account, kind, mites(amount), why) for account, kind, amount, why in lines
    ]
    assert (told.opening, told.opening_reserve) == (0, 0)
    assert (told.closing, told.closing_reserve) == (mites("100.0715"), mites("0.0202"))
    assert (told.pending, told.unexplained) == (0, 0)
    assert told.total("awards") == mites("-200.18")
    assert told.total("reseeds") == mites("300")
    assert told.total("voids") == mites("0.09")
    assert told.total("contributions") == mites("0.1665")
    assert told.total("corrections") == mites("-0.005")
    assert told.total("contributions", "reserve") == mites("0.0505")
    assert told.total("corrections", "reserve") == mites("40.5005")
    assert told.total("reseeds", "reserve") == mites("-81.0616")
    assert told.total("voids", "reserve") == mites("40.5308")


@pytest.mark.rule("PRG-7")
def test_a_period_opens_as_the_one_before_closed() -> None:
    history = a_long_day().stream("meter T1/main")
    for first in range(1, len(history)):
        earlier, later = statement(history, 0, first), statement(history, first)
        assert (later.opening, later.opening_reserve) == (earlier.closing, earlier.closing_reserve)
        assert earlier.changes + later.changes == statement(history).changes
        assert (earlier.unexplained, later.unexplained) == (0, 0)
        changed = sum(c.mites for c in later.changes if c.account == "meter")
        assert later.closing == later.opening + changed


@pytest.mark.rule("PRG-7")
def test_a_period_of_a_few_events() -> None:
    history = a_long_day().stream("meter T1/main")
    assert names(history)[3:5] == ["Contributed", "AwardLocked"]
    # The claim alone: 100.09 is pending, and the meter is at its seed again.
    told = statement(history, 4, 5)
    assert told.meter == "T1/main"
    assert (told.opening, told.closing) == (mites("100.0999"), mites("100.0099"))
    assert told.pending == mites("100.09")
    assert told.changes[0] == Change(
        4, "meter", "awards", mites("-100.09"), f"award for {STAR}, T1 round 2 seat 2"
    )
    # A period in which nothing happened.
    quiet = Statement("T1/main", told.closing, 0, (), told.closing, 0, told.pending)
    assert statement(history, 5, 5) == quiet
    with pytest.raises(ValueError, match=r"^a statement is of a meter that exists$"):
        statement([])
