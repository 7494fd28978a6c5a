"""What wagers should hold, beside what they held."""

import random
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from sqlalchemy import Engine
from tests.core.progressive.floor import mites
from tests.floor.reports.scripted import (
    ANN,
    BOB,
    DAY,
    Script,
    claim,
    paying,
    play_the_day,
    report_of,
    table_of,
    wager_of,
)

from longsuit.analysis.exact import solve
from longsuit.analysis.exact.must_hit import price_must_hit
from longsuit.analysis.exact.pricing import price
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game, paytables
from longsuit.core.games.table import make_table
from longsuit.core.progressive.terms import MustHit
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.reports.theory import bonus, main_game, progressive


@pytest.fixture
def script(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Script:
    return Script(engine, monkeypatch)


@pytest.fixture
def played(script: Script) -> Script:
    play_the_day(script)
    return script


# Theory


def test_theory_stands_beside_every_hold(played: Script, engine: Engine) -> None:
    report = report_of(engine, theory=True)
    chase = solve("chase-the-flush")
    table = table_of(report, "T1")
    main = wager_of(table, "main")
    assert main.theory is not None and main.expected_cents is not None
    assert main.theory.exact == chase.element_of_risk
    assert main.expected_cents.exact == chase.element_of_risk * 190_00
    # Antes of 10, of 10 + 20 in one round, and of 10.
    spread = chase.standard_deviation * sqrt(10_00**2 + 30_00**2 + 10_00**2)
    assert main.deviations == pytest.approx((60_00 - chase.house_edge * 50_00) / spread)
    stax = wager_of(table, "stax")
    assert stax.theory is not None
    assert stax.theory.exact == price(paytable("STAX Progressive Paytable 1")).house_edge
    parts = sum((part.theory.exact * part.handle for part in main.parts if part.theory), 0)
    assert parts != 0
    live = wager_of(table_of(report, "L1"), "progressive")
    # Three seats, then two: each of the five wagers had 8/5 other seats on average.
    envy = price(paytable("PT-BJS-HCF-SF-E04"), seats=2).envy
    alone = price(paytable("PT-BJS-HCF-SF-E04")).house_edge
    assert live.theory is not None
    assert live.theory.exact == alone - envy * Fraction(8, 5)
    everything = report.totals[-1]
    assert everything.theory is not None and everything.expected_cents is not None
    # Practice is play money.
    real = [one for one in report.tables if one.mode != "practice"]
    expected = [line.expected_cents for one in real for line in one.wagers if line.handle]
    assert everything.expected_cents.exact == sum(one.exact for one in expected if one)
    assert everything.theory.exact == everything.expected_cents.exact / 215_00


def paytable(name: str) -> Any:
    return next(one for one in paytables() if one.id == name)


@pytest.mark.parametrize("game", ["chase-the-flush", "high-card-flush"])
def test_the_parts_of_the_main_game_come_to_the_whole(game: str) -> None:
    definition = find_game(game)
    xtra = make_table(game).offer("xtra")
    figures = dict(main_game(game, definition.rules, xtra.paytable if xtra else None))
    main = figures.pop("main")
    solution = solve(game)
    assert set(figures) == {*definition.mandatory, definition.bet.id}
    assert sum(one.mean for one in figures.values()) == main.mean == solution.house_edge
    staked = sum(one.mean / one.edge for one in figures.values())
    assert staked == solution.average_wager
    assert main.edge == solution.element_of_risk
    assert main.variance == solution.variance
    assert all(one.variance is not None and one.variance > 0 for one in figures.values())


@pytest.mark.parametrize(
    "table", [one for one in paytables() if one.wager != "xtra"], ids=lambda one: one.id
)
def test_theory_of_a_side_wager_is_its_exact_price(table: Any) -> None:
    if not table.meters:
        assert bonus(table).edge == price(table).house_edge
        return
    for others in (0, 3):
        figures = progressive(table, table.base * 2, Fraction(others), None, 1)
        assert figures.edge == price(table, base=table.base * 2, seats=others + 1).house_edge
    mystery = progressive(table, table.base, Fraction(0), MustHit(), 4)
    long_run = price_must_hit(MustHit(), table.base, seats=4).per_wager / table.base
    # An award has its contributions and its seed in it, but for the part of a cent left behind.
    assert float(price(table).house_edge - mystery.edge) == pytest.approx(float(long_run), 1e-4)
    assert mystery.variance is None


def test_the_spread_of_a_wager_is_that_of_its_draws() -> None:
    """A thousand draws by the table's own chances, against the exact variance."""
    seed = 20260510
    drawn = random.Random(seed)
    table = paytable("PT-PRG-HCF-D03")
    priced = price(table)
    lines = [*priced.lines, None]
    weights = [float(one.probability) for one in priced.lines]
    weights.append(1 - sum(weights))
    seeds = {one.meter.id: one.seed / table.base for one in priced.meters}
    dynamic = [one.line.hand for one in priced.lines if one.line.dynamic]
    fewest, most = table.dynamic_lines
    square = mean = 0.0
    count = 200_000
    for one in drawn.choices(lines, weights, k=count):
        if one is None:
            continue
        cost = float(one.line.pays)
        if one.line.dynamic:
            raised = drawn.sample(dynamic, drawn.randint(fewest, most))
            if one.line.hand in raised:
                cost = float(drawn.choice(one.line.dynamic))
        if one.line.share == 1:
            cost += seeds[str(one.line.meter)]
        mean += cost / count
        square += cost * cost / count
    exact = progressive(table, table.base, Fraction(0), None, 1).variance
    assert exact is not None
    # The rarest line, a seed of 2,000 a dollar, hardly comes up: the rest has to agree.
    assert square - mean**2 == pytest.approx(float(exact), rel=0.35), f"seed {seed}"


def test_no_game_is_solved_for_a_report_without_theory(
    played: Script, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("solved")

    monkeypatch.setattr("longsuit.floor.reports.table_day.main_game", never)
    report = report_of(engine)
    assert all(line.theory is None for table in report.tables for line in table.wagers)
    with pytest.raises(AssertionError, match="solved"):
        report_of(engine, theory=True)


# What theory leaves aside


HANDS = ("4h 5h 6h 7h 8h 9h 2c", "Kc Kd Ks 2h 3c 3d 3s", "Qc Qd Qs Jc Jd Js 2d")
DEALER = "Ah Ac Ad As 5c 5d 5s"


@pytest.mark.rule("PRG-12")
def test_envy_at_a_dealt_table(script: Script, engine: Engine) -> None:
    """Ann has two of the three seats: nobody is paid for a hand of their own."""
    config = TableConfig(
        id="H1",
        game="hcf",
        mode="dealt",
        seats_per_player=2,
        face_up=True,
        paytables={"progressive": "PT-BJS-HCF-SF-E04"},
        approval=0,
    )
    script.at = DAY.start
    script.open(config)
    script.begin("H1")
    for seat, by in ((1, ANN), (2, BOB), (3, ANN)):
        script.seat("H1", seat, by.name, 500_00)
        script.place("H1", seat, by, ante=5_00, progressive=1_00)
    script.start("H1", *HANDS, DEALER)
    for seat, by in ((1, ANN), (2, BOB), (3, ANN)):
        script.act("H1", seat, by, "fold")
    script.touch("H1", *claim(1, "6-card straight flush"), *paying(5000_00))
    script.end("H1")
    report = report_of(engine, theory=True)
    table = table_of(report, "H1")
    line = wager_of(table, "progressive")
    assert (line.wagers, line.handle, line.paid, line.envy) == (3, 3_00, 200_00, 200_00)
    assert (line.jackpots, line.seeds_mites) == (5000_00, mites("5000"))
    # Of three hands, Ann's two could each have been paid for Bob's, and Bob's for both of Ann's.
    table_of_pays = paytable("PT-BJS-HCF-SF-E04")
    envy = price(table_of_pays, seats=2).envy
    assert line.theory is not None
    assert line.theory.exact == price(table_of_pays).house_edge - envy * Fraction(4, 3)
    assert wager_of(table, "main").note.startswith("Players see each other's cards")
    assert report.differences == ()


@pytest.mark.rule("HCF-10")
def test_a_cap_on_bonuses(script: Script, engine: Engine) -> None:
    config = TableConfig(id="H1", game="hcf", mode="dealt", bonus_cap=30)
    script.at = DAY.start
    script.open(config)
    script.begin("H1")
    script.seat("H1", 1, "Ann", 500_00)
    script.place("H1", 1, ANN, ante=5_00, flush_bonus=20_00)
    # A five-card flush pays 10 to 1: 200, cut to 30.
    script.start("H1", "4h 5h 7h 9h Jh 2c 2d", DEALER)
    script.act("H1", 1, ANN, "fold")
    script.end("H1")
    table = table_of(report_of(engine, theory=True), "H1")
    line = wager_of(table, "flush-bonus")
    assert (line.handle, line.paid, table.cut) == (20_00, 50_00, 170_00)
    assert line.note == "Theory leaves the cap on bonus payouts aside."
    assert wager_of(table, "main").note == ""


def test_a_game_that_cannot_be_solved_has_no_theory(
    played: Script, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise InputError("The X-tra pays are too large.")

    monkeypatch.setattr("longsuit.floor.reports.table_day.main_game", refuse)
    monkeypatch.setattr("longsuit.floor.reports.table_day.progressive", refuse)
    report = report_of(engine, theory=True)
    main = wager_of(table_of(report, "T1"), "main")
    assert (main.theory, main.note) == (None, "The X-tra pays are too large.")
    assert wager_of(table_of(report, "T1"), "same-suit").theory is not None
    assert table_of(report, "T1").theory is None
    assert report.totals[-1].expected_cents is None
