"""What a house does to meters on a running floor: by two people, between rounds, and on record."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.floor.playing import DEALER, PATIENCE, SUPERVISOR, Bot, config, running
from tests.wording import reason_of

from longsuit.core.errors import InputError
from longsuit.core.money import MITES
from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.terms import Terms, Win
from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import HouseConfig, TableConfig, check_chances, table_settings
from longsuit.floor.reads.table_view import Looker
from longsuit.floor.reports.custody import cash_to_hold
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import day_at
from longsuit.floor.service.floor import Floor
from longsuit.floor.service.pit import Desk
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import CloseTable

STAR = "7-card straight flush"
TABLES = config(
    one={"mode": "live"},
    two={"mode": "live", "links": {"star": "one/star"}},
    old={"mode": "live"},
)
TWO: dict[str, Any] = {"by": SUPERVISOR.actor, "reason": "a test", "second": "Sam"}


def to_meter(floor: Floor, meter: str, command: Any, key: str = "") -> str:
    """Why a command to a meter was refused; nothing when it was done."""
    asked = floor.ask_meter(SUPERVISOR, meter, command, key or f"{command}"[:60] + str(id(command)))
    return reason_of(asked.result(PATIENCE))


def play(floor: Floor, table: str, rounds: int = 1) -> Bot:
    dee, by = Bot(floor, table, DEALER), DEALER.actor
    for _ in range(rounds):
        dee.must(touch.TurnLight(by=by, seat=1, on=True))
        dee.must(ask.StartRound(by=by))
        dee.must(ask.EndRound(by=by))
    return dee


@pytest.mark.rule("CON-21", "CON-22", "CON-28")
def test_a_maximum_is_set_between_rounds_and_what_is_above_it_is_kept_apart(tmp_path: Path) -> None:
    database = str(tmp_path / "x.db")
    with running(database, TABLES) as floor:
        play(floor, "one")
        low = touch.SetMeter(limit=10_000_00, bound=0, **TWO)
        assert "cannot be below the meter" in to_meter(floor, "one/star", low)
        figures = touch.SetMeter(limit=10_000_15, bound=1_00, **TWO)
        dee, by = Bot(floor, "two", DEALER), DEALER.actor
        dee.must(touch.TurnLight(by=by, seat=1, on=True))
        dee.must(ask.StartRound(by=by))
        runs = "A round runs at two: end it, then change one/star."
        assert to_meter(floor, "one/star", figures) == runs
        dee.must(ask.EndRound(by=by))
        assert to_meter(floor, "one/star", replace(figures, limit=10_000_25)) == ""
        play(floor, "one", 2)
        sign = floor.sign("one")
        assert sign is not None
        assert (sign.meters[0].value, sign.meters[0].maximum) == (10_000_25, 10_000_25)
        assert sign.meters[0].overflow == 15
        taken = touch.CorrectMeter(part="meter", amount=-1, **TWO)
        said = "Choose one of the reasons for which a meter may go down."
        assert to_meter(floor, "one/star", taken) == said
        reduce = touch.ReduceMeter(cause="over-limit", part="overflow", amount=5 * MITES, **TWO)
        assert to_meter(floor, "one/star", reduce) == ""
        meter = floor.meters()["one/star"]
        assert (meter.overflow, meter.off_by) == (10 * MITES, 0)
        report = audit(floor.log)
        assert report.clean, report.fault
        statement = floor.published.statement("one/star", 0, 2**62)
        assert statement is not None and statement.unexplained == 0
    with running(database, TABLES) as floor:
        assert floor.meters()["one/star"] == meter, "after a start it is as it was"


@pytest.mark.rule("CON-22", "CON-28", "PRG-2")
def test_nobody_changes_what_a_round_may_win(tmp_path: Path) -> None:
    """Whoever has seen the hand makes its award neither smaller nor larger before it is pending."""
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        play(floor, "one", 3)
        stood = floor.meters()["one/star"].value
        dee, by = Bot(floor, "two", DEALER), DEALER.actor
        dee.must(touch.TurnLight(by=by, seat=1, on=True))
        dee.must(ask.StartRound(by=by))
        runs = "A round runs at two: end it, then change one/star."
        for cause, to in (("malfunction", ""), ("moved", "one/spade"), ("seed-recovery", "")):
            how: dict[str, Any] = {"cause": cause, "part": "meter", "amount": 1, "to": to}
            taken = touch.ReduceMeter(**how, **TWO)
            assert to_meter(floor, "one/star", taken) == runs
        more = touch.CorrectMeter(part="meter", amount=MITES, **TWO)
        assert to_meter(floor, "one/star", more) == runs
        come = touch.ReduceMeter(cause="moved", part="meter", amount=1, to="one/star", **TWO)
        assert to_meter(floor, "one/spade", come) == runs
        unseen = touch.CorrectMeter(part="reserve", amount=7, **TWO)
        assert to_meter(floor, "one/star", unseen) == ""
        dee.must(touch.ChooseSeat(by=by, seat=1))
        dee.must(touch.ChooseHand(by=by, hand=STAR))
        dee.must(touch.PendingJackpot(by=by))
        [award] = floor.meters()["one/star"].pending
        assert award.amount == stood // MITES
        dee.must(touch.VoidJackpot(by=by, reason="misread"))
        dee.must(ask.CancelRound(by=by))
        taken = touch.ReduceMeter(cause="malfunction", part="meter", amount=1, **TWO)
        assert to_meter(floor, "one/star", taken) == ""


@pytest.mark.rule("CON-23")
def test_no_round_adds_more_than_the_bound(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        assert to_meter(floor, "one/star", touch.SetMeter(limit=0, bound=10, **TWO)) == ""
        dee, by = play(floor, "one"), DEALER.actor
        dee.must(touch.TurnLight(by=by, seat=1, on=True))
        dee.must(touch.TurnLight(by=by, seat=2, on=True))
        said = "The round would add $0.20 to star; one round may add $0.10 at most."
        assert reason_of(dee.ask(ask.StartRound(by=by))) == said
        dee.must(touch.TurnLight(by=by, seat=2, on=False))
        dee.must(ask.StartRound(by=by))


@pytest.mark.rule("CON-26")
def test_a_meter_is_retired_and_its_money_goes_to_another(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        play(floor, "old", 3)
        retire = touch.RetireMeter(to="one/star", **TWO)
        assert to_meter(floor, "old/star", retire).startswith("old shares the meter old/star")
        Bot(floor, "old", SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))
        assert to_meter(floor, "old/star", replace(retire, to="none")) == "There is no such meter."
        before = floor.meters()
        assert to_meter(floor, "old/star", retire) == ""
        after = floor.meters()
        moved = before["old/star"].value
        assert after["one/star"].value == before["one/star"].value + moved
        assert (after["old/star"].value, after["old/star"].retired) == (0, True)
        move = touch.ReduceMeter(cause="moved", part="meter", amount=7, to="one/spade", **TWO)
        assert to_meter(floor, "one/star", move) == ""
        assert floor.meters()["one/spade"].brought == 7
        desk = {one.id: one for one in Desk(floor).meters()}
        assert desk["old/star"].retired and desk["one/star"].hit_count == 0
        top = desk["one/star"].terms.top
        assert top is not None and (top.hand, top.chance) == (STAR, Fraction(2, 8361535))
        report = audit(floor.log)
        assert report.clean, report.fault
        assert to_meter(floor, "old/star", retire, "again") == "The meter old/star is retired."


@pytest.mark.rule("CON-17")
def test_two_tables_that_win_at_once_have_an_order_on_record(tmp_path: Path) -> None:
    """Whoever comes first has the meter, and whoever comes second its seed."""
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        by = DEALER.actor
        for table in ("one", "two"):
            dee = Bot(floor, table, DEALER)
            dee.must(touch.TurnLight(by=by, seat=1, on=True))
            dee.must(ask.StartRound(by=by))
            dee.must(touch.ChooseSeat(by=by, seat=1))
            dee.must(touch.ChooseHand(by=by, hand=STAR))
        asked = [
            floor.ask(DEALER, table, touch.PendingJackpot(by=by), f"at once {table}")
            for table in ("two", "one")
        ]
        assert all(one.result(PATIENCE).ok for one in asked)
        second, first = floor.published.jackpots("one/star", 10**6)
        assert (first.table, second.table) == ("two", "one")
        assert (first.record < second.record, second.cents) == (True, 10_000_00)


@pytest.mark.rule("CON-17")
def test_a_lost_link_takes_no_wager_and_says_so(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        dealer = Looker("dealer", "Dee")
        view = floor.view("two", dealer)
        assert view is not None and view.link_lost == ""
        floor.engine.memory.set_aside("meter one/star", "it is damaged.")
        view = floor.view("two", dealer)
        assert view is not None
        assert view.link_lost.endswith("The link is lost: no progressive wager is taken.")
        light = touch.TurnLight(by=DEALER.actor, seat=1, on=True)
        said = reason_of(Bot(floor, "two", DEALER).ask(light))
        assert said == "The meter one/star is out of play: its records are damaged."
        other = floor.view("old", dealer)
        assert other is not None and other.link_lost == ""


@pytest.mark.rule("CON-30")
def test_the_day_shows_players_funds_apart_from_the_houses(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        play(floor, "one", 3)
        now = floor.log.head("table one").at
        with reading(floor.database) as rows:
            report = day_report(rows, day_at(now), theory=False)
        assert report.differences == ()
        held = {one.meter: one for one in report.custody.meters}
        meters = floor.meters()
        assert {name: one.displayed for name, one in held.items()} == {
            name: meter.value for name, meter in meters.items()
        }
        total = sum(one.value + one.reserve + one.pending_mites for one in meters.values())
        assert report.custody.held == total == -report.custody.house


@pytest.mark.rule("CON-29")
def test_the_second_highest_large_prize_is_the_cash_to_hold() -> None:
    house = HouseConfig(legal_maximum=0)

    def prize(most: int) -> Any:
        entry: dict[str, Any] = {"id": "t", "game": "ctf", "mode": "live"}
        limits = {"ante": (5, 10, 5), "same-suit": (1, most, 1)}
        entry |= {"limits": limits, "paytables": {"same-suit": "A"}}
        return cash_to_hold(table_settings(TableConfig(**entry), house)[0])

    assert prize(80) is None, "of 2000 to 1 and 300 to 1 the second is 24,000 dollars"
    found = prize(100)
    assert found is not None
    assert (found.table, found.prizes, found.amount) == ("t", 2, 30_000_00)


@pytest.mark.rule("CON-32")
def test_an_award_that_is_too_rare_is_not_offered() -> None:
    fair = Terms(5_00, 1, 1, 0, (Win("fair", Fraction(1), Fraction(1, 100_000_000)),))
    check_chances({"main": fair})
    rare = Terms(5_00, 1, 1, 0, (Win("rare", Fraction(1), Fraction(1, 100_000_001)),))
    with pytest.raises(InputError, match="less than once in 100,000,000 wagers"):
        check_chances({"main": rare})


@pytest.mark.rule("CON-18", "CON-21")
def test_a_late_claim_at_the_maximum_has_all_that_was_shown(tmp_path: Path) -> None:
    """What its own round added went above the maximum, so nothing of it is taken off."""
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        dee = play(floor, "one", 8)
        limit = floor.meters()["one/star"].shown + 1
        assert limit > 10_000_00, "above the seed"
        assert to_meter(floor, "one/star", touch.SetMeter(limit=limit, bound=0, **TWO)) == ""
        play(floor, "one", 4)
        full = floor.meters()["one/star"]
        assert full.shown == limit and full.overflow > 0
        late: dict[str, Any] = {"seat": 1, "hand": STAR, "reason": "camera", "supervisor": "Sue"}
        dee.must(touch.ClaimLate(by=DEALER.actor, **late))
        assert dee.state.terminal.jackpots[-1].amount == limit
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("CON-21")
def test_a_late_claim_at_a_maximum_that_is_the_seed_has_the_seed(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        assert to_meter(floor, "one/star", touch.SetMeter(limit=10_000_00, bound=0, **TWO)) == ""
        dee = play(floor, "one", 3)
        late: dict[str, Any] = {"seat": 1, "hand": STAR, "reason": "camera", "supervisor": "Sue"}
        dee.must(touch.ClaimLate(by=DEALER.actor, **late))
        assert dee.state.terminal.jackpots[-1].amount == 10_000_00
        assert audit(floor.log, workers=1).fault == ""


@pytest.mark.rule("CON-21")
def test_no_correction_lifts_a_meter_above_its_maximum(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        assert to_meter(floor, "one/star", touch.SetMeter(limit=10_000_00, bound=0, **TWO)) == ""
        lift = touch.CorrectMeter(part="meter", amount=100 * MITES, **TWO)
        assert "A maximum cannot be below the meter" in to_meter(floor, "one/star", lift)
        assert floor.meters()["one/star"].shown == 10_000_00


@pytest.mark.rule("CON-28")
def test_a_round_at_a_table_known_in_outline_keeps_the_figures_of_its_meter(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        dee, by = Bot(floor, "two", DEALER), DEALER.actor
        dee.must(touch.TurnLight(by=by, seat=1, on=True))
        dee.must(ask.StartRound(by=by))
        # As a server knows it that does not run it.
        floor.engine.memory.keep_outline("two")
        said = to_meter(floor, "one/star", touch.SetMeter(limit=20_000_00, bound=0, **TWO))
        assert said.startswith("A round runs at two")
