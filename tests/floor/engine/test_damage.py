"""Records that somebody touched: their stream is set aside with an alarm, and the others go on."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, text
from structlog.testing import capture_logs
from tests.floor.playing import (
    DEALER,
    PATIENCE,
    SUPERVISOR,
    Bot,
    DealtTable,
    config,
    running,
    wagers_open,
    wait_for,
)
from tests.wording import reason_of

from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.progressive.commands import ClaimLate, CorrectMeter, TurnLight
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.floor.audit.run import audit
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import Head, make_record
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.service.pit import Desk
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.tables.commands import CloseTable, SeatPlayer, UnseatPlayer
from longsuit.floor.tables.events import RoundBegun

FLOOR = config(T1={"mode": "dealt"}, T2={"game": "hcf", "mode": "dealt"})
TWINS = config(T1={"mode": "dealt"}, T3={"mode": "dealt", "links": {"star": "T1/star"}})
"""Two tables on one meter."""
Harm = Callable[[Engine, str], None]


def run(engine: Engine, statement: str, **values: object) -> None:
    with engine.begin() as connection:
        assert connection.execute(text(statement), values).rowcount == 1, statement


def rows(engine: Engine, stream: str) -> list[Any]:
    query = text(
        "SELECT version, schema, events, hash, stream FROM records_told "
        "WHERE stream = :s ORDER BY version"
    )
    with engine.connect() as connection:
        return list(connection.execute(query, {"s": stream}))


def write(engine: Engine, stream: str, version: int, events: bytes) -> None:
    change = (
        "UPDATE records SET events = :e WHERE stream = "
        "(SELECT id FROM names WHERE name = :s) AND version = :v"
    )
    run(engine, change, e=events, s=stream, v=version)


def one_byte(engine: Engine, stream: str) -> None:
    """Of the last record but one."""
    row = rows(engine, stream)[-2]
    write(engine, stream, row.version, row.events[:-1] + bytes([row.events[-1] ^ 1]))


def a_stack(engine: Engine, stream: str) -> None:
    """Ten thousand dollars more for somebody, in the record that opens the wagers."""
    found, told = next(
        (row, told)
        for row in reversed(rows(engine, stream))
        if isinstance((told := events_of(row)[0]), RoundBegun)
    )
    first, *others = told.seated
    richer = replace(told, seated=(replace(first, stack=first.stack + 10_000_00), *others))
    write(engine, stream, found.version, encode_events([richer]))


def a_record_gone(engine: Engine, stream: str) -> None:
    version = rows(engine, stream)[-2].version
    run(
        engine,
        "DELETE FROM records WHERE stream = "
        "(SELECT id FROM names WHERE name = :s) AND version = :v",
        s=stream,
        v=version,
    )


def two_swapped(engine: Engine, stream: str) -> None:
    first, second = (row.version for row in rows(engine, stream)[-2:])
    move = (
        "UPDATE records SET version = :new WHERE stream = "
        "(SELECT id FROM names WHERE name = :s) AND version = :old"
    )
    for old, new in ((first, 1_000_000), (second, first), (1_000_000, second)):
        run(engine, move, s=stream, old=old, new=new)


HARMS = [one_byte, a_stack, a_record_gone, two_swapped]


@pytest.fixture
def harmed(database: str) -> Iterator[tuple[str, Engine]]:
    """A floor that was played, and a way into its database behind its back."""
    with running(database, FLOOR) as floor:
        for name in ("T1", "T2"):
            DealtTable(floor, name, {1: f"ann {name}", 3: f"bob {name}"}, 1_000_00).play(2)
            wait_for(floor, name, wagers_open)
    engine = open_database(database)
    yield database, engine
    engine.dispose()


def refusals(floor: Floor, table: str) -> set[str]:
    """What everybody is told who asks something of a table."""
    player = SeatPlayer(by=DEALER.actor, seat=5, player="eve", stack=5_00)
    asked = [
        (DEALER, player),
        (DEALER, ask.StartRound(by=DEALER.actor)),
        (SUPERVISOR, CloseTable(by=SUPERVISOR.actor)),
    ]
    answers = [Bot(floor, table, who).ask(command) for who, command in asked]
    assert not any(answer.ok for answer in answers)
    return {reason_of(answer) for answer in answers}


def plays_on(floor: Floor, table: str) -> None:
    """A round from its wagers to its end, with whoever sits there."""
    before = floor.engine.memory.heads[f"table {table}"].version
    wait_for(floor, table, wagers_open)
    DealtTable(floor, table, {5: f"cat {before}"}, 1_000_00).play(1)
    assert floor.engine.memory.heads[f"table {table}"].version > before


OUT_OF_PLAY = "Table T1 is out of play: the pit desk says why."


@pytest.mark.parametrize("harm", HARMS)
def test_a_start_sets_a_damaged_table_aside(harmed: tuple[str, Engine], harm: Harm) -> None:
    """Nothing is written to it, whoever asks; the table beside it is played."""
    database, engine = harmed
    harm(engine, "table T1")
    before = rows(engine, "table T1")
    with capture_logs() as told, running(database, FLOOR) as floor:
        assert list(floor.damaged()) == ["table T1"]
        assert "record" in floor.damaged()["table T1"]
        assert refusals(floor, "T1") == {OUT_OF_PLAY}
        assert "T1" not in floor.tables() and "T1" not in floor.engine.held
        plays_on(floor, "T2")
        assert not audit(floor.log, workers=1).clean
    assert rows(engine, "table T1") == before
    alarms = [one for one in told if one["log_level"] == "error"]
    assert [one["stream"] for one in alarms] == ["table T1"]


def test_a_last_record_that_is_gone_is_missed(harmed: tuple[str, Engine]) -> None:
    """The ledger has entries of it: it was there."""
    database, engine = harmed
    change = CorrectMeter(
        by=SUPERVISOR.actor, part="meter", amount=1, reason="a test", second="Abe"
    )
    with running(database, FLOOR) as floor:
        assert floor.ask_meter(SUPERVISOR, "T1/star", change, "c").result(PATIENCE).ok
    last = rows(engine, "meter T1/star")[-1].version
    gone = (
        "DELETE FROM records WHERE stream = "
        "(SELECT id FROM names WHERE name = 'meter T1/star') AND version = :v"
    )
    run(engine, gone, v=last)
    with running(database, FLOOR) as floor:
        assert floor.damaged() == {"meter T1/star": f"meter T1/star: record {last} should be here."}


def test_a_cell_that_cannot_be_read_damages_one_stream(sqlite_database: str) -> None:
    with running(sqlite_database, FLOOR) as floor:
        for name in ("T1", "T2"):
            wait_for(floor, name, wagers_open)
    engine = open_database(sqlite_database)
    spoil = (
        "UPDATE records SET command = 'text' WHERE stream = "
        "(SELECT id FROM names WHERE name = 'table T1') AND version = 2"
    )
    run(engine, spoil)
    engine.dispose()
    with running(sqlite_database, FLOOR) as floor:
        assert floor.damaged() == {"table T1": "table T1, record 2: it cannot be read."}
        assert floor.engine.memory.heads["table T1"].version == 1
        plays_on(floor, "T2")


def test_a_table_without_a_record_that_holds_is_refused_too(harmed: tuple[str, Engine]) -> None:
    database, engine = harmed
    write(engine, "table T1", 1, b"\x90")
    with running(database, FLOOR) as floor:
        assert floor.engine.table("T1") is None and floor.has("T1")
        assert refusals(floor, "T1") == {OUT_OF_PLAY}
        assert "table T1" in Desk(floor).streams() and floor.has_stream("table T1")
        plays_on(floor, "T2")


# A running server


def untouched(_engine: Engine, _stream: str) -> None:
    """The records fit to each other, and tell of something that there is not."""


def behind_its_back(engine: Engine, harm: Harm, head: Head) -> None:
    """The table has gone on, as another server has it, and somebody touches what was written."""
    log = Log(engine)
    for _ in range(2):
        record = make_record("table T1", head, head.at + 1, "system", "auto", b"\x91\x91\x7f")
        log.write(Commit([record], [], [], {}, []))
        head = record.head
    harm(engine, "table T1")


@pytest.mark.parametrize("harm", [one_byte, two_swapped, untouched])
def test_a_server_that_reads_on_sets_a_damaged_table_aside(database: str, harm: Harm) -> None:
    """What it knew stays on show; nothing is played on it, and the other table goes on."""
    with running(database, FLOOR) as floor:
        DealtTable(floor, "T1", {1: "ann", 3: "bob"}, 1_000_00).play(1)
        known = wait_for(floor, "T1", wagers_open)
        engine = open_database(database)
        try:
            behind_its_back(engine, harm, floor.engine.memory.heads["table T1"])
            before = rows(engine, "table T1")
            assert refusals(floor, "T1") == {OUT_OF_PLAY}
            assert floor.engine.table("T1") == known
            plays_on(floor, "T2")
            assert rows(engine, "table T1") == before
        finally:
            engine.dispose()


def two_servers(database: str, stack: ExitStack) -> tuple[Floor, Floor]:
    """Both know of a table that the first one runs, and the second one hears no more of it."""
    first = stack.enter_context(running(database, FLOOR))
    second = stack.enter_context(running(database, FLOOR))
    wait_for(second, "T1", wagers_open)
    wait_for(second, "T2", wagers_open)
    return first, second


@pytest.mark.parametrize("harm", HARMS)
def test_another_server_does_not_take_over_a_damaged_table(
    postgres_database: str, harm: Harm
) -> None:
    """It reads on where it had got to, or all of it anew: neither way is it deceived."""
    with ExitStack() as stack:
        first, second = two_servers(postgres_database, stack)
        heads = second.log.heads
        stood = dict(heads())
        second.log.heads = lambda streams=None: stood  # type: ignore[method-assign]
        DealtTable(first, "T1", {1: "ann", 3: "bob"}, 1_000_00).play(1)
        wait_for(first, "T1", wagers_open)
        engine = open_database(postgres_database)
        stack.callback(engine.dispose)
        harm(engine, "table T1")
        second.log.heads = heads  # type: ignore[method-assign]
        second.engine.wake()
        DealtTable(first, "T2", {1: "cat"}, 1_000_00)
        wait_for(second, "T2", lambda t: 1 in t.seated())
        assert list(second.damaged()) == ["table T1"]
        # The first one has what it wrote in memory; the second one plays on after it.
        first.stop()
        before = rows(engine, "table T1")
        second.engine._renewed = 0.0
        second.engine.wake()
        plays_on(second, "T2")
        assert refusals(second, "T1") == {OUT_OF_PLAY}
        assert "T1" not in second.engine.held
        assert rows(engine, "table T1") == before


@pytest.mark.parametrize("whole", [False, True], ids=["a record", "a stream"])
def test_what_was_known_and_is_gone_is_missed(postgres_database: str, whole: bool) -> None:
    """A log never gets shorter."""
    with ExitStack() as stack:
        _, second = two_servers(postgres_database, stack)
        engine = open_database(postgres_database)
        stack.callback(engine.dispose)
        versions = [row.version for row in rows(engine, "table T1")]
        gone = versions if whole else versions[-1:]
        for version in gone:
            run(
                engine,
                "DELETE FROM records WHERE stream = "
                "(SELECT id FROM names WHERE name = 'table T1') AND version = :v",
                v=version,
            )
        second.engine._polled = 0.0
        second.engine.wake()
        answer = Bot(second, "T1", DEALER).ask(ask.StartRound(by=DEALER.actor))
        assert reason_of(answer) == OUT_OF_PLAY
        assert second.damaged() == {"table T1": f"table T1: record {gone[0]} should be here."}


def test_a_reader_who_meets_damage_is_shown_none_of_it(sqlite_database: str) -> None:
    """Whoever comes back from long ago is read the log; what is wrong there stops the table."""
    with running(sqlite_database, FLOOR) as floor:
        DealtTable(floor, "T1", {1: "ann"}, 1_000_00).play(1)
        wait_for(floor, "T1", wagers_open)
        engine = open_database(sqlite_database)
        write(engine, "table T1", 3, b"\x90")
        engine.dispose()
        floor.telling._feeds.clear()
        assert floor.telling.since("T1", 1) == []
        assert list(floor.damaged()) == ["table T1"]
        assert not floor.telling.goes_back_to("T1", 1)
        assert refusals(floor, "T1") == {OUT_OF_PLAY}


# Meters


def test_tables_on_a_damaged_meter_refuse_what_would_touch_it(harmed: tuple[str, Engine]) -> None:
    """Rounds without the progressive go on; the wager, its round and a correction do not."""
    database, engine = harmed
    one_byte(engine, "meter T1/star")
    before = rows(engine, "meter T1/star")
    no = "The meter T1/star is out of play: its records are damaged."
    with running(database, FLOOR) as floor:
        assert list(floor.damaged()) == ["meter T1/star"]
        table = wait_for(floor, "T1", wagers_open)
        offers = table.settings.setup.table.offers
        wagers = {offer.wager: offer.limits.least for offer in offers}
        dealer, ann = Bot(floor, "T1", DEALER), Bot(floor, "T1", Visitor("player", "ann T1"))
        placed = ann.ask(ask.PlaceWagers(by=ann.visitor.actor, seat=1, wagers=wagers))
        assert reason_of(placed) == no
        change = CorrectMeter(
            by=SUPERVISOR.actor, part="meter", amount=1, reason="a test", second="Abe"
        )
        corrected = floor.ask_meter(SUPERVISOR, "T1/star", change, "c").result(PATIENCE)
        assert reason_of(corrected) == no
        offer = table.settings.setup.offer
        assert offer is not None
        del wagers[offer.wager]
        ann.must(ask.PlaceWagers(by=ann.visitor.actor, seat=1, wagers=wagers))
        dealer.must(ask.StartRound(by=DEALER.actor))
        while (state := dealer.state.round) is not None and state.turn:
            free = legal_actions(state, state.turn)[0]
            ann.must(ask.Act(by=ann.visitor.actor, seat=1, action=free.name, amount=free.least))
        dealer.must(ask.EndRound(by=DEALER.actor))
        plays_on(floor, "T2")
    assert rows(engine, "meter T1/star") == before


@pytest.mark.parametrize("place", [0, -1])
def test_a_round_that_waits_for_a_damaged_meter_does_not_end(
    sqlite_database: str, place: int
) -> None:
    """Its wagers were registered before. Another may be cancelled; closing would touch meters."""
    no = "The meter T1/star is out of play: its records are damaged."
    ann = Visitor("player", "ann")
    with running(sqlite_database, TWINS) as floor:
        for name in ("T1", "T3"):
            played = DealtTable(floor, name, {1: "ann"}, 1_000_00)
            played.wager()
            played.start()
    engine = open_database(sqlite_database)
    write(engine, "meter T1/star", rows(engine, "meter T1/star")[place].version, b"\x90")
    engine.dispose()
    with running(sqlite_database, TWINS) as floor:
        dealer, player = Bot(floor, "T1", DEALER), Bot(floor, "T1", ann)
        while (state := dealer.state.round) is not None and state.turn:
            free = legal_actions(state, state.turn)[0]
            player.must(ask.Act(by=ann.actor, seat=1, action=free.name, amount=free.least))
        assert reason_of(dealer.ask(ask.EndRound(by=DEALER.actor))) == no
        dealer = Bot(floor, "T3", DEALER)
        dealer.must(ask.CancelRound(by=DEALER.actor, reason="the meter"))
        wait_for(floor, "T3", wagers_open)
        dealer.must(UnseatPlayer(by=DEALER.actor, seat=1))
        closed = Bot(floor, "T3", SUPERVISOR).ask(CloseTable(by=SUPERVISOR.actor))
        assert reason_of(closed) == no


# The vault


def spoil_seed(engine: Engine, sealed: bytes | None) -> None:
    """Of T1's round; without anything in its place it is gone."""
    if sealed is None:
        run(engine, "DELETE FROM vault WHERE name LIKE 'seed T1 %'")
    else:
        run(engine, "UPDATE vault SET sealed = :new WHERE name LIKE 'seed T1 %'", new=sealed)


@pytest.mark.rule("TBL-5")
@pytest.mark.parametrize("how", ["spoilt", "gone", "another"])
def test_a_seed_that_is_not_the_promised_one_is_not_dealt_from(
    harmed: tuple[str, Engine], how: str
) -> None:
    """One row of the vault holds up one table; a seed of another round opens, and does not fit."""
    database, engine = harmed
    with running(database, FLOOR) as floor:
        for name in ("T1", "T2"):
            dealt = DealtTable(floor, name, {4: f"cat {name}"}, 1_000_00)
            dealt.wager()
            dealt.start()
    with engine.connect() as connection:
        other = connection.execute(text("SELECT sealed FROM vault WHERE name LIKE 'seed T2 %'"))
        another = bytes(other.scalar_one())
    spoil_seed(engine, {"spoilt": b"no token", "gone": None, "another": another}[how])
    with running(database, FLOOR) as floor:
        assert list(floor.damaged()) == ["table T1"]
        assert refusals(floor, "T1") == {OUT_OF_PLAY}
        assert "T1" not in floor.engine.held
        Bot(floor, "T2", DEALER).must(ask.CancelRound(by=DEALER.actor, reason="enough"))
        plays_on(floor, "T2")


@pytest.mark.rule("PRG-11")
@pytest.mark.parametrize("how", ["spoilt", "gone", "another"])
def test_a_round_does_not_end_without_the_trigger_that_was_promised(
    sqlite_database: str, how: str
) -> None:
    tables = config(T1={"mode": "dealt", "must_hit": {}}, T2={"game": "hcf", "mode": "dealt"})
    with running(sqlite_database, tables) as floor:
        played = DealtTable(floor, "T1", {1: "ann"}, 1_000_00)
        played.wager()
        played.start()
        played.decide()
        wait_for(floor, "T2", wagers_open)
        meter = floor.engine.memory.tables["T1"].settings.setup.meters[MYSTERY_METER]
    engine = open_database(sqlite_database)
    if how == "gone":
        run(engine, "DELETE FROM vault WHERE name LIKE 'trigger %'")
    else:
        seed = "(SELECT sealed FROM vault WHERE name LIKE 'seed T1 %')"
        new = seed if how == "another" else "'no token'"
        run(engine, f"UPDATE vault SET sealed = {new} WHERE name LIKE 'trigger %'")
    engine.dispose()
    with running(sqlite_database, tables) as floor:
        assert list(floor.damaged()) == [f"meter {meter}"]
        refused = Bot(floor, "T1", DEALER).ask(ask.EndRound(by=DEALER.actor))
        assert reason_of(refused) == f"The meter {meter} is out of play: its records are damaged."
        plays_on(floor, "T2")


def test_a_late_claim_does_not_touch_a_damaged_meter(sqlite_database: str) -> None:
    """It is made between rounds, where nothing else leads to a meter."""
    live = config(L1={"mode": "live"})
    by = DEALER.actor
    with running(sqlite_database, live) as floor:
        dealer = Bot(floor, "L1", DEALER)
        for _ in range(3):
            dealer.must(TurnLight(by=by, seat=3, on=True))
            dealer.must(ask.StartRound(by=by))
            dealer.must(ask.EndRound(by=by))
    engine = open_database(sqlite_database)
    one_byte(engine, "meter L1/star")
    before = rows(engine, "meter L1/star")
    with running(sqlite_database, live) as floor:
        late = ClaimLate(
            by=by, seat=3, hand="7-card straight flush", reason="seen", supervisor="Sue"
        )
        refused = Bot(floor, "L1", DEALER).ask(late)
        assert reason_of(refused) == "The meter L1/star is out of play: its records are damaged."
    assert rows(engine, "meter L1/star") == before
    engine.dispose()
