"""Tables whose wagers add at START ROUND: the log, the audit, the reports and a second server.

The core's part is in tests/core/progressive/test_at_start.py. END ROUND is the default.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.floor.audit.forged import Entries, load, save
from tests.floor.playing import (
    DEALER,
    PATIENCE,
    SUPERVISOR,
    Bot,
    DealtTable,
    config,
    running,
    until,
)
from tests.floor.tables.test_contributions import claim, kinds
from tests.wording import reason_of

from longsuit.analysis.report.html import to_html
from longsuit.core.errors import InputError
from longsuit.core.money import MITES
from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.events import RegistrationCancelled, WagersRegistered
from longsuit.core.round import commands as ask
from longsuit.core.round.events import RoundCancelled
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import FloorConfig, HouseConfig, TableConfig, table_settings
from longsuit.floor.config.table_entry import config_of
from longsuit.floor.engine.engine import Engine
from longsuit.floor.papers.catalog import prepare
from longsuit.floor.papers.facts import recorded
from longsuit.floor.papers.kinds import Wanted, house_of
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import day_at
from longsuit.floor.retention.rule import what_goes
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import SetTable
from longsuit.floor.tables.events import MetersFed, RoundBegun

pytestmark = pytest.mark.rule("PRG-2")
LINKS = {name: f"link/{name}" for name in ("star", "spade", "heart", "diamond")}
LIVE: dict[str, Any] = {"mode": "live", "links": LINKS, "contributions": "start"}
BY = DEALER.actor
TABLES = config(L1=LIVE, L2=LIVE, D1={**LIVE, "mode": "dealt"})
WAGER = 5_00 * 200
"""Mites that one wager puts into the star meter."""


def started(floor: Floor, table: str, *seats: int) -> Bot:
    """A live table's round, started."""
    dee = Bot(floor, table, DEALER)
    dee.must(touch.SetLights(by=BY, seats=seats))
    dee.must(ask.StartRound(by=BY))
    return dee


def cancel(bot: Bot) -> None:
    bot.must(ask.CancelRound(by=BY, reason="a fault"))


def star(floor: Floor) -> int:
    """What stands above the seed."""
    return floor.meters()["link/star"].value - 10_000_00 * MITES


def play(floor: Floor) -> None:
    """Every way in which a wager adds at START ROUND and comes out again."""
    started(floor, "L1", 1, 3).must(ask.EndRound(by=BY))
    cancel(started(floor, "L1", 1, 2, 3))
    assert star(floor) == 2 * WAGER
    spade = floor.meters()["link/spade"].value
    dee = Bot(floor, "L1", DEALER)
    hand, why = "6-card straight flush", "seen in a picture"
    dee.must(touch.ClaimLate(by=BY, seat=3, hand=hand, reason=why, supervisor="Sue"))
    [award] = floor.meters()["link/spade"].pending
    assert award.amount == spade // MITES, "with what its own round has added"
    dee.must(touch.VoidJackpot(by=BY, reason="the other seat"))
    # One table's round is cancelled after another table has won the link.
    dee = started(floor, "L1", 5)
    assert claim(Bot(floor, "L2", DEALER)) == 10_000_00 + 4 * 10
    cancel(dee)
    assert star(floor) == 0, "the winner has what the cancelled round had added"
    table = DealtTable(floor, "D1", {1: "Ann", 4: "Bob"}, 1_000_00)
    table.wager()
    table.start()
    assert star(floor) == 2 * WAGER
    cancel(table.dealer)
    assert star(floor) == 0
    table.play(2)


def test_it_is_audited_reported_and_stands_after_a_start(sqlite_database: str) -> None:
    with running(sqlite_database, TABLES) as floor:
        play(floor)
        report = audit(floor.log, workers=1)
        assert report.clean, report.fault
        meters = floor.meters()
        assert all(meter.off_by == 0 for meter in meters.values())
        statement = floor.published.statement("link/star", 0, 2**62)
        assert statement is not None and statement.unexplained == 0
        with reading(floor.database) as rows:
            today = day_at(floor.engine.now())
            day = day_report(rows, today, theory=False)
            facts = recorded(rows, house_of(HouseConfig()))
            paper = prepare(Wanted("meters", today.title, period=today.title), facts, rows)()
            controls = prepare(Wanted("controls", today.title), facts)()
        changes = paper.table("each-link/spade").rows
        given = [row for row in changes if "given back, L1 round 2" in row[-1].text]
        assert [row[3].text for row in given] == ["-$0.75"]
        assert "D1, L1, L2: each progressive wager" in to_html(controls)
        assert "What a cancelled round has added comes out again" in to_html(controls)
        assert not list(day.differences)
        added = sum(one.value.contributions for one in day.meters if one.meter == "link/star")
        assert added == meters["link/star"].contributed
    with running(sqlite_database, config()) as floor:
        assert floor.meters() == meters


Lie = Callable[[Entries], Entries]


def _without(kind: str) -> Lie:
    """Whoever wrote it left one record out."""

    def lie(entries: Entries) -> Entries:
        found = next(one for one in entries if one.event(kind))
        return [one for one in entries if one is not found]

    return lie


def _twice(entries: Entries) -> Entries:
    at = next(i for i, one in enumerate(entries) if one.event("ContributionReturned"))
    return [*entries[: at + 1], entries[at], *entries[at + 1 :]]


def _less(entries: Entries) -> Entries:
    found = next(one for one in entries if one.event("ContributionReturned"))
    event = found.event("ContributionReturned")
    assert event is not None
    event["main"] -= 7
    return entries


def _never_fed(entries: Entries) -> Entries:
    """START ROUND that adds nothing, at a table that adds then."""
    for one in entries:
        if one.event("WagersRegistered") and one.event("MetersFed"):
            one.events = [event for event in one.events if event["type"] != "MetersFed"]
            one.postings = []
            break
    return entries


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param(_without("ContributionReturned"), id="never given back"),
        pytest.param(_twice, id="given back twice"),
        pytest.param(_less, id="given back in part"),
        pytest.param(_without("RegistrationCancelled"), id="given back of a round that went on"),
        pytest.param(_never_fed, id="nothing added at START ROUND"),
    ],
)
def test_a_lie_about_it_is_found(tmp_path: Path, lie: Lie) -> None:
    url = str(tmp_path / "x.db")
    with running(url, config(L1=LIVE)) as floor:
        started(floor, "L1", 1, 3).must(ask.EndRound(by=BY))
        cancel(started(floor, "L1", 1, 2))
        started(floor, "L1", 4).must(ask.EndRound(by=BY))
    engine = open_database(url)
    try:
        save(engine, load(engine))
        assert audit(Log(engine), workers=1).clean
        save(engine, lie(load(engine)))
        assert audit(Log(engine), workers=1).fault
    finally:
        engine.dispose()


def test_a_practice_log_that_is_shortened_keeps_what_was_given_back() -> None:
    begun, fed = RoundBegun(1, ()), (WagersRegistered(1, (1,)), MetersFed(1, 1, ()))
    cancelled = (RoundCancelled("a misdeal"), RegistrationCancelled())
    assert what_goes([(begun,), fed[:1], cancelled]) == [0, 1, 2]
    assert what_goes([(begun,), fed, cancelled]) == []


# The setting


def said(**changes: Any) -> TableConfig:
    """A table for money, with changes."""
    given = {"id": "T1", "game": "ctf", "approval": "none", "mode": "live", **changes}
    return TableConfig.model_validate(given)


def test_the_configuration_says_it_and_silence_means_end_round() -> None:
    house = HouseConfig(legal_maximum=0)
    for contributions in ("end", "start"):
        settings, _ = table_settings(said(contributions=contributions), house)
        assert bool(settings.setup.at_start) is (contributions == "start")
        assert config_of(settings).contributions == contributions
    assert table_settings(said(), house)[0].setup.at_start is not True
    with pytest.raises(InputError, match="a table with a Must Hit meter cannot add at START"):
        table_settings(said(contributions="start", must_hit={}), house)
    with pytest.raises(ValueError, match="Input should be 'end' or 'start'"):
        said(contributions="middle")


def test_it_is_changed_between_rounds_and_with_another_meter(sqlite_database: str) -> None:
    with running(sqlite_database, config(L1={"mode": "live"}, L2={"mode": "live"})) as floor:
        dee = started(floor, "L1", 1)
        sue = Bot(floor, "L1", SUPERVISOR)

        def change(**changes: Any) -> str:
            wanted = said(id="L1", contributions="start", **changes)
            settings, _ = table_settings(wanted, HouseConfig(legal_maximum=0))
            answer = sue.ask(SetTable(by=SUPERVISOR.actor, settings=settings))
            return "" if answer.ok else reason_of(answer)

        assert change(links=LINKS) == "That is done between rounds: end this round first."
        dee.must(ask.EndRound(by=BY))
        assert change() == (
            "L1 cannot share the meter L1/star: wagers add to it at END ROUND, and those of L1 at "
            "START ROUND; name another meter, and move the money there."
        )
        assert change(links=LINKS) == ""
        two = {"reason": "new controls", "second": "Abe"}
        move = touch.ReduceMeter(
            by=SUPERVISOR.actor, cause="moved", part="meter", amount=WAGER, to="link/star", **two
        )
        assert floor.ask_meter(SUPERVISOR, "L1/star", move, "moves").result(PATIENCE).ok
        assert star(floor) == WAGER
        started(floor, "L1", 1)
        assert star(floor) == 2 * WAGER
        assert audit(floor.log, workers=1).clean


def test_a_damaged_meter_keeps_the_round_and_says_so(sqlite_database: str) -> None:
    """What START ROUND added cannot come out of a meter whose records are damaged."""
    with running(sqlite_database, config(L1=LIVE)) as floor:
        dee = started(floor, "L1", 1)
        floor.engine.memory.set_aside("meter link/star", "it is damaged.")
        refused = dee.ask(ask.CancelRound(by=BY, reason="a fault"))
        assert reason_of(refused) == (
            "The meter link/star is out of play: its records are damaged."
        )


def test_what_a_cancelled_round_added_comes_out_after_another_server_has_won_it(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a notice comes through: the server that cancels reads what stands before it writes."""

    def only(table: str) -> FloorConfig:
        return config(**{table: LIVE})

    with running(postgres_database, only("L1")) as a, running(postgres_database, only("L2")) as b:
        both = {"L1", "L2"}
        until(lambda: set(a.meters()["link/star"].tables) == both, "both know of both")
        until(lambda: set(b.meters()["link/star"].tables) == both, "both know of both")
        monkeypatch.setattr(Engine, "_keep_up", Engine._keep_leases)
        dee = started(a, "L1", 1, 2)
        assert claim(Bot(b, "L2", DEALER)) == 10_000_00 + 3 * 10
        cancel(dee)
        assert star(a) == 0
        assert kinds(a, "meter link/star")[-2:] == ["AwardLocked", "ContributionReturned"]
        cancel(started(a, "L1", 1))
        report = audit(a.log, workers=1)
        assert report.fault == ""
