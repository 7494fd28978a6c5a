"""Servers that fight for tables: one runs each, and when it dies or sleeps another goes on."""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future

import psycopg
import pytest
from tests.extent import chance, extent
from tests.faults.books import check_books
from tests.faults.conftest import Figures
from tests.faults.crowd import Crowd
from tests.faults.processes import ServerProcess, Servers
from tests.faults.proxy import Fate, Proxy
from tests.faults.tables import TABLES, play_through, prepare
from tests.floor.playing import (
    DEALER,
    PATIENCE,
    Bot,
    DealtTable,
    config,
    running,
    wagers_open,
    wait_for,
)

from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.engine.ask import Answer
from longsuit.floor.engine.recovery import refresh
from longsuit.floor.log.record import Record
from longsuit.floor.service import floor as service
from longsuit.floor.service.floor import Elsewhere, FloorDown
from longsuit.floor.store import transactions
from longsuit.floor.store.database import DatabaseError, open_database
from longsuit.floor.store.event_log import Lease, Log
from longsuit.floor.store.people_rows import admit_guest
from longsuit.floor.store.redaction import writing

FOUR = ("T1", "T2", "T3", "P1")
LEASE = 1.0
TIMES = extent(1, 30)
FIGHTS = extent(2, 200)
SHORT_PATIENCE = 2.0
"""Seconds after which a bot turns to another server; the one asked may be asleep."""


Pair = tuple[ServerProcess, ServerProcess]
Connection = psycopg.AsyncConnection[tuple[object, ...]]


@pytest.fixture
def pair(postgres_database: str, servers: Servers) -> Pair:
    """Two servers on one database."""
    prepare(postgres_database)
    both = (
        servers.make(postgres_database, TABLES, lease=LEASE),
        servers.make(postgres_database, TABLES, lease=LEASE),
    )
    for server in both:
        server.start_and_wait()
    return both


def holder(crowd: Crowd, pair: Pair) -> ServerProcess:
    """Who runs one of the tables, by what the bots were told."""
    table = crowd.chance.choice(FOUR)
    at = crowd.where.get(table, crowd.addresses[0])
    return next(server for server in pair if server.address == at)


async def taken_over(crowd: Crowd, lost: ServerProcess) -> float:
    """Wait until every table is run by another; the seconds that took."""
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE * 4):
        while any(crowd.where.get(one, crowd.addresses[0]) == lost.address for one in FOUR):
            await asyncio.sleep(0.01)
    await crowd.have_been_told(4)
    return time.monotonic() - began


def test_a_dead_server_is_replaced_by_another(
    postgres_database: str, pair: Pair, figures: Figures
) -> None:
    """kill -9 of whoever runs a table: the other goes on with the same rounds."""
    seconds: list[float] = []

    async def kill_now_and_then(crowd: Crowd) -> None:
        for _ in range(TIMES):
            await crowd.have_been_told(crowd.chance.randint(1, 30))
            dead = holder(crowd, pair)
            dead.kill()
            seconds.append(await taken_over(crowd, dead))
            dead.start_and_wait()

    addresses = [server.address for server in pair]
    crowd = play_through(kill_now_and_then, addresses, chance("dead"), SHORT_PATIENCE)
    _check(postgres_database, pair, crowd, figures, killed=TIMES, longest=f"{max(seconds):.1f} s")


def test_a_server_that_slept_past_its_lease_writes_no_more(
    postgres_database: str, pair: Pair, figures: Figures
) -> None:
    """SIGSTOP at any moment, also in the middle of a commit; awake again, it finds itself out."""
    seconds: list[float] = []

    async def hold_now_and_then(crowd: Crowd) -> None:
        for _ in range(TIMES):
            await crowd.have_been_told(crowd.chance.randint(1, 30))
            asleep = holder(crowd, pair)
            asleep.hold()
            try:
                seconds.append(await taken_over(crowd, asleep))
            finally:
                asleep.let_go()

    addresses = [server.address for server in pair]
    crowd = play_through(hold_now_and_then, addresses, chance("asleep"), SHORT_PATIENCE)
    _check(postgres_database, pair, crowd, figures, held=TIMES, longest=f"{max(seconds):.1f} s")


def test_servers_that_fight_for_leases_never_both_run_a_table(
    postgres_database: str, pair: Pair, figures: Figures
) -> None:
    """Every lease keeps running out though both are well: whoever is first has the table."""
    taken = 0

    async def run_out_now_and_then(crowd: Crowd) -> None:
        nonlocal taken
        connection = await psycopg.AsyncConnection.connect(postgres_database, autocommit=True)
        async with connection:
            before = await _takings(connection)
            while taken < FIGHTS:
                await crowd.have_been_told(crowd.chance.randint(1, 10))
                # One by one: whoever renews several at once is not to wait for us in a circle.
                for table in FOUR:
                    await connection.execute(
                        "UPDATE leases SET expires = 0 WHERE name = %s", [table]
                    )
                taken = await _takings(connection) - before

    addresses = [server.address for server in pair]
    crowd = play_through(run_out_now_and_then, addresses, chance("fights"), SHORT_PATIENCE)
    _check(postgres_database, pair, crowd, figures, taken_over=taken)


async def _takings(connection: Connection) -> int:
    """How often leases have been taken: each time has a token of its own."""
    found = await (await connection.execute("SELECT sum(token) FROM leases")).fetchone()
    assert found is not None
    return int(str(found[0]))


def _check(
    database: str,
    pair: Pair,
    crowd: Crowd,
    figures: Figures,
    **counted: object,
) -> None:
    for server in pair:
        assert server.end() == 0, server.tail()
        assert server.errors() == []
    found = check_books(database, crowd)
    figures(**counted, **crowd.figures, **found.figures)


def test_a_table_is_there_while_its_lease_is_taken(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read anew from its last snapshot: whoever looks meanwhile sees it as it was."""
    with running(sqlite_database, config(T1={"mode": "dealt"})) as floor:
        wait_for(floor, "T1", wagers_open)
        memory = floor.engine.memory
        seen: list[object] = []

        plain = Log.each

        def watched(log: Log, stream: str, after: int = 0, size: int = 2000) -> Iterator[Record]:
            for record in plain(log, stream, after, size):
                seen.append((memory.tables["T1"], memory.heads[stream]))
                yield record

        monkeypatch.setattr(Log, "each", watched)
        before = memory.tables["T1"], memory.heads["table T1"]
        refresh(floor.log, floor.engine._safe, memory, ["table T1"], anew=True)
        assert seen == [before, before]
        assert (memory.tables["T1"], memory.heads["table T1"]) == before


def test_who_takes_a_table_over_tells_of_all_that_it_finds(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last that the other has acknowledged is in the view, though nothing comes after it."""
    # The first loses no lease however slow it is; the second looks for them often.
    monkeypatch.setattr(service, "LEASE_SECONDS", 3600.0)
    tables = config(T1={"mode": "dealt"})
    with running(postgres_database, tables) as a:
        wait_for(a, "T1", wagers_open)
        monkeypatch.setattr(service, "LEASE_SECONDS", LEASE)
        with running(postgres_database, tables) as b, b.engine.watch("T1"):
            b.engine.attend("T1").result(PATIENCE)
            # It hears of nothing before it has the table.
            monkeypatch.setattr(b.engine, "_catch_up", lambda *_: None)
            heard: list[int] = []
            b.telling.listen("T1", lambda step: heard.append(step.version))
            before = b.telling.version("T1")
            DealtTable(a, "T1", {1: "ann", 2: "bob"}, 5_000_00).wager()
            last = a.log.head("table T1").version
            a.engine.stop()
            _until(lambda: b.telling.version("T1") == last, "the view is of the last record")
            assert heard == list(range(before + 1, last + 1))


# A line that falls silent


@pytest.fixture
def fates() -> list[Fate]:
    """What becomes of the next commits; then all are passed on."""
    return []


@pytest.fixture
def proxy(postgres_database: str, fates: list[Fate]) -> Iterator[Proxy]:
    opened = Proxy(postgres_database, lambda: fates.pop(0) if fates else "pass")
    yield opened
    opened.close()


@pytest.mark.parametrize("held", ["records", "leases"])
def test_a_line_that_falls_silent_in_mid_commit_holds_up_nobody_for_long(
    postgres_database: str,
    proxy: Proxy,
    fates: list[Fate],
    monkeypatch: pytest.MonkeyPatch,
    held: str,
) -> None:
    """The database gives up on the open transaction, and with it the hold on the lease."""
    monkeypatch.setattr(service, "LEASE_SECONDS", LEASE)
    monkeypatch.setattr(transactions, "LONGEST_COMMIT", LEASE)
    tables = config(T1={"mode": "dealt"})
    start = ask.StartRound(by=DEALER.actor)
    with running(proxy.address, tables) as a:
        if held == "records":
            # The next commit is then a command's, and no renewal of a lease.
            monkeypatch.setattr(a.engine, "_keep_up", lambda: None)
        table = DealtTable(a, "T1", {1: "ann", 2: "bob"}, 5_000_00)
        table.wager()
        fates.append("hold")
        if held == "leases":
            _until(lambda: proxy.cuts["hold"] == 1, "the leases are renewed")
        silent: Future[Answer] = a.ask(DEALER, "T1", start, "one key")
        _until(lambda: proxy.cuts["hold"] == 1, "the command is written")
        with running(postgres_database, tables) as b:
            _until(lambda: "T1" in b.engine.held, "another takes over")
            answer = Bot(b, "T1", DEALER).must(start, "one key")
            assert not answer.again
            proxy.release()
            try:
                late = silent.result(PATIENCE)
            except (Elsewhere, FloorDown):
                pass
            else:
                assert (late.version, late.again) == (answer.version, True)
            with pytest.raises(Elsewhere):
                Bot(a, "T1", DEALER).ask(ask.CancelRound(by=DEALER.actor))
            table.floor = b
            for bot in (table.dealer, *table.bots.values()):
                bot.floor = b
            table.decide(0)
            table.end()
            wait_for(b, "T1", wagers_open)
            assert proxy.cuts["hold"] == 1
            assert audit(b.log, workers=1).clean


def test_who_falls_silent_at_the_door_holds_up_nobody_for_long(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest is being admitted, and nothing more is heard: the next one gets in."""
    engine = open_database(postgres_database)
    monkeypatch.setattr(transactions, "LONGEST_COMMIT", 0.2)
    with pytest.raises(DatabaseError), writing(engine, alone=True):
        monkeypatch.setattr(transactions, "LONGEST_COMMIT", PATIENCE)
        admit_guest(engine, 1_800_000_000_000_000)
    engine.dispose()


def test_a_renewal_that_failed_is_tried_again_at_once(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who could not renew its leases does not go on as if it had."""
    monkeypatch.setattr(service, "LEASE_SECONDS", 3600)
    with running(sqlite_database, config(T1={"mode": "dealt"})) as floor:
        wait_for(floor, "T1", wagers_open)
        floor.engine.alone = False
        tries: list[int] = []

        def renew(held: list[Lease]) -> list[Lease]:
            tries.append(len(held))
            if len(tries) == 1:
                raise DatabaseError("gone")
            return held

        monkeypatch.setattr(floor.leases, "renew", renew)
        floor.engine._renewed = -3600.0
        floor.engine.wake()
        _until(lambda: len(tries) == 2, "it is tried again")
        assert tries == [1, 1]


def _until(holds: Callable[[], bool], what: str) -> None:
    for _ in range(int(PATIENCE * 100)):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError(f"it never came to this: {what}")
