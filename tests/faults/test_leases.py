"""Servers that fight for tables: one runs each, and when it dies or sleeps another goes on."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Future

import psycopg
import pytest
from tests.faults.books import check_books
from tests.faults.conftest import Figures
from tests.faults.crowd import Crowd
from tests.faults.extent import chance, extent
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

from longsuit.floor import service
from longsuit.floor.audit import audit
from longsuit.floor.chain import Record
from longsuit.floor.recovery import refresh
from longsuit.floor.service import Elsewhere, Floor
from longsuit.floor.store import log
from longsuit.floor.store.log import Log
from longsuit.floor.work import Answer
from longsuit.round import commands as ask

LEASE = 1.0
TIMES = extent(1, 30)
SHORT_PATIENCE = 2.0
"""Seconds after which a bot turns to another server; the one asked may be asleep."""


Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture
def pair(postgres_database: str, servers: Servers) -> Iterator[Pair]:
    """Two servers on one database."""
    prepare(postgres_database)
    # A commit asks for this itself; who is frozen while renewing leases has not asked.
    alter(postgres_database, "SET idle_in_transaction_session_timeout = 5000")
    both = (
        servers.make(postgres_database, TABLES, lease=LEASE),
        servers.make(postgres_database, TABLES, lease=LEASE),
    )
    for server in both:
        server.start_and_wait()
    yield both
    alter(postgres_database, "RESET idle_in_transaction_session_timeout")


def alter(database: str, setting: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {connection.info.dbname} {setting}".encode())


def holder(crowd: Crowd, pair: Pair) -> ServerProcess:
    """Who runs one of the tables, by what the bots were told."""
    table = crowd.chance.choice(["T1", "T2", "T3", "P1"])
    at = crowd.where.get(table, crowd.addresses[0])
    return next(server for server in pair if server.address == at)


async def taken_over(crowd: Crowd, lost: ServerProcess) -> float:
    """Wait until every table is run by another; the seconds that took."""
    began = time.monotonic()
    tables = ("T1", "T2", "T3", "P1")
    async with asyncio.timeout(PATIENCE * 4):
        while any(crowd.where.get(one, crowd.addresses[0]) == lost.address for one in tables):
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


def test_a_table_is_there_while_its_lease_is_taken(sqlite_database: str) -> None:
    """It is read anew from its last snapshot: whoever looks meanwhile sees it as it was."""
    with running(sqlite_database, config(T1={"mode": "dealt"})) as floor:
        wait_for(floor, "T1", wagers_open)
        memory = floor.engine.memory
        seen: list[object] = []

        class Watched(Log):
            def each(self, stream: str, after: int = 0, size: int = 2000) -> Iterator[Record]:
                for record in super().each(stream, after, size):
                    seen.append((memory.tables["T1"], memory.heads[stream]))
                    yield record

        before = memory.tables["T1"], memory.heads["table T1"]
        refresh(Watched(floor.database), floor.engine._safe, memory, ["table T1"], anew=True)
        assert seen == [before, before]
        assert (memory.tables["T1"], memory.heads["table T1"]) == before


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


def test_a_line_that_falls_silent_in_mid_commit_holds_up_nobody_for_long(
    postgres_database: str, proxy: Proxy, fates: list[Fate], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database gives up on the open transaction, and with it the hold on the lease."""
    monkeypatch.setattr(service, "LEASE_SECONDS", LEASE)
    monkeypatch.setattr(log, "LONGEST_COMMIT", LEASE)
    tables = config(T1={"mode": "dealt"})
    with running(proxy.address, tables) as a, running(postgres_database, tables) as b:
        table = DealtTable(a, "T1", {1: "ann", 2: "bob"}, 5_000_00)
        table.wager()
        fates.append("hold")
        start = ask.StartRound(by=DEALER.actor)
        silent: Future[Answer] = a.ask(DEALER, "T1", start, "one key")
        _until_held(b)
        answer = Bot(b, "T1", DEALER).must(start, "one key")
        assert not answer.again
        proxy.release()
        try:
            late = silent.result(PATIENCE)
        except Elsewhere:
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


def _until_held(floor: Floor) -> None:
    for _ in range(int(PATIENCE * 100)):
        if "T1" in floor.engine.held:
            return
        time.sleep(0.01)
    raise AssertionError("nobody took over")
