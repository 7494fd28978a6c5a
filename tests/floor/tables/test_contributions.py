"""What rounds put into meters needs no order: tables tell it, and meters gather it in time."""

import os
import random
from functools import partial
from typing import Any

import pytest
from bench.audit import Writer
from sqlalchemy import func, select, update
from tests.floor.played import Bots, settings
from tests.floor.playing import DEALER, PATIENCE, SUPERVISOR, Bot, config, running, until
from tests.floor.tables.test_turns import BY, PLAIN, started, turn_of, waiting
from tests.floor.told import told

from longsuit.core.money import MITES
from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.commands import CorrectMeter
from longsuit.core.progressive.events import MeterOpened, TableJoined, TableLeft
from longsuit.core.progressive.evolve import evolve_meter, standing
from longsuit.core.progressive.meter import Fed, Meter, gather
from longsuit.core.progressive.terms import Terms
from longsuit.core.refusals import Code
from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.edges import MACHINE
from longsuit.floor.engine import tenant
from longsuit.floor.engine.clock import MOST_OUT, Clock
from longsuit.floor.engine.engine import Engine
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.schema import records
from longsuit.floor.tables.commands import CloseTable

METER = "meter link/star"
WAGER = 5_00 * 200
"""Mites that one wager puts into the meter: 2.00% of five dollars."""
SEED_MITES = 10_000_00 * MITES


def play(live: Bot, seats: int = 1) -> None:
    """A round of a live table."""
    for seat in range(1, seats + 1):
        live.must(touch.TurnLight(by=BY, seat=seat, on=True))
    live.must(ask.StartRound(by=BY))
    live.must(ask.EndRound(by=BY))


def claim(live: Bot, hand: str = "7-card straight flush") -> int:
    """A round in which a seat wins; returns the amount."""
    live.must(touch.TurnLight(by=BY, seat=2, on=True))
    live.must(ask.StartRound(by=BY))
    live.must(touch.ChooseSeat(by=BY, seat=2))
    live.must(touch.ChooseHand(by=BY, hand=hand))
    live.must(touch.PendingJackpot(by=BY))
    return live.state.terminal.jackpots[-1].amount


def kinds(floor: Floor, stream: str) -> list[str]:
    return [event["type"] for record in floor.log.read(stream) for event in told(record)]


@pytest.mark.rule("PRG-2", "PRG-9")
def test_a_round_ends_while_another_server_writes_to_its_meters(postgres_database: str) -> None:
    with running(postgres_database, config(T1=PLAIN)) as floor:
        live = started(floor, "T1")
        with turn_of(postgres_database, *(f"meter {one}" for one in PLAIN["links"].values())):
            assert floor.ask(DEALER, "T1", ask.EndRound(by=BY), "end").result(PATIENCE).ok
            assert waiting(floor.log) == 0
        assert live.state.terminal.phase == "idle"
        assert floor.meters()["link/star"].value == SEED_MITES + WAGER
        assert kinds(floor, METER) == ["MeterOpened", "TableJoined"]


@pytest.mark.rule("PRG-2", "PRG-3", "PRG-9")
def test_an_award_takes_what_was_put_in_at_a_server_that_nobody_has_heard_of(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a notice comes through, and nobody looks: what is committed is in the award."""
    with (
        running(postgres_database, config(T1=PLAIN)) as a,
        running(postgres_database, config(T2=PLAIN)) as b,
    ):
        here, there = Bot(a, "T1", DEALER), Bot(b, "T2", DEALER)
        until(lambda: set(b.meters()["link/star"].tables) == {"T1", "T2"}, "both know of both")
        until(lambda: set(a.meters()["link/star"].tables) == {"T1", "T2"}, "both know of both")
        monkeypatch.setattr(Engine, "_keep_up", Engine._keep_leases)
        for _ in range(3):
            play(here, seats=2)
        play(there)
        assert b.meters()["link/star"].value == SEED_MITES + WAGER
        assert claim(there) == 10_000_00 + 7 * 10
        (gathered,) = [
            event
            for record in a.log.read(METER)
            for event in told(record)
            if event["type"] == "ContributionsGathered"
        ]
        assert list(gathered["parts"]) == [
            {"table": "T1", "round": 3, "wagers": 2, "main": 6 * WAGER, "reserve": 0},
            {"table": "T2", "round": 1, "wagers": 1, "main": WAGER, "reserve": 0},
        ]
        # The other server writes next, and reads before it does: its own rounds are in already.
        assert claim(here) == 10_000_00
        report = audit(a.log, workers=1)
        assert report.fault == ""


@pytest.mark.rule("PRG-2", "PRG-9")
def test_servers_whose_clocks_are_apart_accuse_nobody(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each may be a minute from the database's: a round after a gathering has an older time."""

    def set_clock(apart: float) -> None:
        wall = partial(_wall, round(apart * MOST_OUT))
        monkeypatch.setattr(tenant, "Clock", lambda *_: Clock(wall))

    set_clock(-0.9)
    with running(postgres_database, config(T2=PLAIN)) as b:
        set_clock(0.9)
        with running(postgres_database, config(T1=PLAIN)) as a:
            here, there = Bot(a, "T1", DEALER), Bot(b, "T2", DEALER)
            claim(here)
            play(there)
            assert a.meters()["link/star"].tables == {"T1", "T2"}
            assert audit(a.log, workers=1).fault == ""


def _wall(apart: int) -> int:
    return MACHINE.wall() + apart


@pytest.mark.rule("PRG-8")
def test_a_correction_comes_after_all_that_was_put_in(database: str) -> None:
    with running(database, config(T1=PLAIN)) as floor:
        live = Bot(floor, "T1", DEALER)
        play(live)
        # The seed may be taken, and the ten cents of the round: not a mite more.
        for amount, done in ((SEED_MITES + WAGER + 1, False), (SEED_MITES + WAGER, True)):
            change = touch.ReduceMeter(
                by=SUPERVISOR.actor,
                cause="malfunction",
                part="meter",
                amount=amount,
                reason="a test",
                second="Abe",
            )
            asked = floor.ask_meter(SUPERVISOR, "link/star", change, f"correct {amount}")
            assert asked.result(PATIENCE).ok is done
        assert floor.meters()["link/star"].value == 0
        play(live)
        assert floor.meters()["link/star"].value == WAGER
        assert kinds(floor, METER)[2:] == ["ContributionsGathered", "FundsLeft"]
        assert audit(floor.log, workers=1).fault == ""
    with running(database, config()) as floor:
        assert floor.meters()["link/star"].value == WAGER


@pytest.mark.rule("PRG-3", "PRG-9")
def test_no_jackpot_is_paid_while_nobody_knows_what_was_put_in(sqlite_database: str) -> None:
    """A table whose records are damaged has put in more than can be read: the link waits for it."""
    with running(sqlite_database, config(T1=PLAIN, T2=PLAIN)) as floor:
        for _ in range(2):
            play(Bot(floor, "T1", DEALER))
            play(Bot(floor, "T2", DEALER))
        with floor.database.begin() as connection:
            last = select(func.max(records.c.position)).scalar_subquery()
            damaged = update(records).where(records.c.position == last)
            connection.execute(damaged.values(hash=bytes(32)))
    with running(sqlite_database, config()) as floor:
        assert list(floor.damaged()) == ["table T2"]
        live = Bot(floor, "T1", DEALER)
        light = touch.TurnLight(by=BY, seat=2, on=True)
        asked = floor.ask(SUPERVISOR, "T1", light, "light").result(PATIENCE)
        assert asked.refused is not None and asked.refused.code is Code.METER_OUT_OF_PLAY
        change = CorrectMeter(
            by=SUPERVISOR.actor, part="meter", amount=1, reason="a test", second="Abe"
        )
        asked = floor.ask_meter(SUPERVISOR, "link/star", change, "correct").result(PATIENCE)
        assert asked.refused is not None and asked.refused.code is Code.METER_OUT_OF_PLAY
        assert kinds(floor, METER) == ["MeterOpened", "TableJoined", "TableJoined"]
        assert live.state.terminal.phase == "idle"


@pytest.mark.rule("PRG-9")
def test_who_leaves_a_link_needs_to_know_nobody_else(sqlite_database: str) -> None:
    """It brings what it has put in itself; what a damaged table has put in is gathered later."""
    with running(sqlite_database, config(T1=PLAIN, T2=PLAIN, T3=PLAIN)) as floor:
        for name in ("T1", "T2", "T3"):
            play(Bot(floor, name, DEALER))
        kept = floor.engine.memory.heads["table T2"]
        floor.engine.memory.damaged["table T2"] = "T2 cannot be read."
        floor.engine.memory.known_in_part.add("table T2")
        assert floor.engine.memory.out_of_play("", "link/star") is not None
        closing = CloseTable(by=SUPERVISOR.actor)
        assert floor.ask(SUPERVISOR, "T1", closing, "close").result(PATIENCE).ok
        (gathered,) = [
            event
            for record in floor.log.read(METER)
            for event in told(record)
            if event["type"] == "ContributionsGathered"
        ]
        assert [part["table"] for part in gathered["parts"]] == ["T1"]
        assert floor.engine.memory.heads["table T2"] == kept
        # T2 is mended: all that was put in is there.
        floor.engine.memory.damaged.clear()
        floor.engine.memory.known_in_part.clear()
        assert claim(Bot(floor, "T3", DEALER)) == 10_000_00 + 3 * 10
        report = audit(floor.log, workers=1)
        assert report.fault == ""


def test_what_a_command_is_refused_gathers_nothing(sqlite_database: str) -> None:
    with running(sqlite_database, config(T1=PLAIN)) as floor:
        live = Bot(floor, "T1", DEALER)
        play(live)
        before = floor.log.head(METER)
        assert not live.ask(touch.PendingJackpot(by=BY)).ok
        assert not live.ask(touch.VoidJackpot(by=BY, reason="none")).ok
        assert floor.log.head(METER) == before


# Laws


def meter_of(tables: int) -> Meter:
    terms = Terms(5_00, 100_00, 200, 50, ())
    meter = evolve_meter(None, MeterOpened("M", terms))
    for number in range(tables):
        meter = evolve_meter(meter, TableJoined(f"T{number}"))
    return meter


@pytest.mark.rule("PRG-7")
@pytest.mark.parametrize("seed", range(20))
def test_whenever_a_meter_is_gathered_it_comes_to_the_same(seed: int) -> None:
    """Against the slow way: one sum of all that was ever put in."""
    chance = random.Random(seed)
    meter, fed = meter_of(4), {f"T{n}": Fed() for n in range(4)}
    main = reserve = 0
    for _ in range(60):
        table, wagers = f"T{chance.randrange(4)}", chance.randint(1, 6)
        then = fed[table]
        added = (5_00 * wagers * 200, 5_00 * wagers * 50)
        fed[table] = Fed(then.round + 1, wagers, then.main + added[0], then.reserve + added[1])
        main, reserve = main + added[0], reserve + added[1]
        if chance.random() < 0.3 and (gathered := gather(meter, fed)) is not None:
            meter = evolve_meter(meter, gathered)
            assert gather(meter, fed) is None
        stands = standing(meter, fed)
        assert (stands.value, stands.reserve) == (100_00 * MITES + main, reserve)
        assert stands.off_by == meter.off_by == 0
        # Whoever has heard of less sees less, and never more than there is.
        older = {name: one for name, one in fed.items() if chance.random() < 0.5}
        assert meter.value <= standing(meter, older).value <= stands.value


def test_a_table_that_comes_back_starts_anew() -> None:
    meter, fed = meter_of(1), {"T0": Fed(3, 1, 300_000, 75_000)}
    gathered = gather(meter, fed)
    assert gathered is not None
    for event in (gathered, TableLeft("T0"), TableJoined("T0")):
        meter = evolve_meter(meter, event)
    assert gather(meter, {}) is None
    more = gather(meter, {"T0": Fed(4, 2, 200_000, 50_000)})
    assert more is not None
    assert (more.parts[0].main, more.parts[0].reserve) == (200_000, 50_000)


@pytest.mark.rule("PRG-7", "PRG-9")
@pytest.mark.parametrize("seed", [5, 6])
def test_recovery_and_memory_stand_at_the_same(sqlite_database: str, seed: int) -> None:
    """Tables on one link by chance: read again from the log, each meter stands as it did."""
    writer = Writer(sqlite_database, seed, os.environ[KEY_VARIABLE].encode())
    bots = Bots(writer)
    for name in ("C1", "C2", "C3"):
        bots.open(settings(name, "ctf", mode="live"))
    for _ in range(40):
        bots.play(bots.chance.choice(("C1", "C2", "C3")), 1)
    stood: dict[str, Any] = {
        name: writer._work.standing(name) for name in ("ctf star", "ctf heart", "ctf must-hit")
    }
    writer.close()
    engine = open_database(sqlite_database)
    report = audit(Log(engine), workers=1)
    engine.dispose()
    assert report.fault == ""
    with running(sqlite_database, config()) as floor:
        assert {name: floor.meters()[name] for name in stood} == stood
        for name, meter in stood.items():
            assert report.meters[name] == meter.value
            assert meter.off_by == 0
