"""The line to PostgreSQL is cut in mid-commit: what was written is found, and not repeated."""

import asyncio
from collections.abc import Iterator

import psycopg
import pytest
from tests.extent import chance, extent
from tests.faults.books import check_books
from tests.faults.conftest import Figures
from tests.faults.crowd import Crowd
from tests.faults.holding import held_commit
from tests.faults.processes import Servers
from tests.faults.proxy import Fate, Proxy
from tests.faults.tables import TABLES, play_through, prepare
from tests.floor.playing import DEALER, PATIENCE, config, running, wagers_open, wait_for

from longsuit.floor.service.floor import FloorDown
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.tables.commands import SeatPlayer

CUTS = extent(5, 400)


class Cutter:
    """Decides which commits are cut, half of them before and half after they are done."""

    def __init__(self) -> None:
        self.chance = chance("cuts")
        self.share = 0.0

    def __call__(self) -> Fate:
        if self.chance.random() >= self.share:
            return "pass"
        return self.chance.choice(["before", "after"])


@pytest.fixture
def cutter() -> Cutter:
    return Cutter()


@pytest.fixture
def proxy(postgres_database: str, cutter: Cutter) -> Iterator[Proxy]:
    opened = Proxy(postgres_database, cutter)
    yield opened
    opened.close()


def test_a_connection_cut_in_the_middle_of_a_commit(
    postgres_database: str, proxy: Proxy, cutter: Cutter, servers: Servers, figures: Figures
) -> None:
    """Whether the commit was done cannot be known by who asked for it: the log tells."""
    prepare(postgres_database)
    server = servers.make(proxy.address, TABLES)
    server.start_and_wait()

    async def cut_now_and_then(crowd: Crowd) -> None:
        cutter.share = 0.15
        while sum(proxy.cuts.values()) < CUTS:
            await crowd.have_been_told(1)
        cutter.share = 0

    crowd = play_through(cut_now_and_then, [server.address], chance("cut commits"))
    assert server.end() == 0, server.tail()
    assert server.errors() == []
    assert crowd.late == 0
    found = check_books(postgres_database, crowd)
    figures(**proxy.cuts, **crowd.figures, **found.figures)


def test_connections_that_the_database_ends(
    postgres_database: str, servers: Servers, figures: Figures
) -> None:
    """pg_terminate_backend for whoever is at work, and now and then for everybody."""
    prepare(postgres_database)
    server = servers.make(postgres_database, TABLES)
    server.start_and_wait()
    ended = 0

    async def end_now_and_then(crowd: Crowd) -> None:
        nonlocal ended
        connection = await psycopg.AsyncConnection.connect(postgres_database, autocommit=True)
        async with connection:
            while ended < CUTS:
                busy = "state <> 'idle'" if crowd.chance.random() < 0.8 else "true"
                for _ in range(2000):
                    found = await connection.execute(_END.format(busy=busy).encode())
                    if hit := len(await found.fetchall()):
                        break
                    await asyncio.sleep(0)
                ended += hit
                await crowd.have_been_told(1)

    crowd = play_through(end_now_and_then, [server.address], chance("ended connections"))
    assert server.end() == 0, server.tail()
    assert server.errors() == []
    assert crowd.late == 0
    found = check_books(postgres_database, crowd)
    figures(ended=ended, **crowd.figures, **found.figures)


# What a cut must not do to those who wait


def seat(number: int) -> SeatPlayer:
    return SeatPlayer(by=DEALER.actor, seat=number, player=f"player {number}", stack=5_00)


def test_nobody_waits_for_an_answer_that_does_not_come(sqlite_database: str) -> None:
    """The engine cannot look after its leases: what has come in with that turn is put off."""
    with running(sqlite_database, config(T1={"mode": "dealt"})) as floor:
        wait_for(floor, "T1", wagers_open)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(floor.engine, "_keep_up", gone)
            answer = floor.ask(DEALER, "T1", seat(1), "one key")
            with pytest.raises(FloorDown, match="try again with the same key"):
                answer.result(PATIENCE)
        assert floor.ask(DEALER, "T1", seat(1), "one key").result(PATIENCE).ok


def gone() -> None:
    raise DatabaseError("gone")


def test_who_no_longer_waits_holds_up_nobody(sqlite_database: str) -> None:
    """One of a batch is not there any more when it is written: the others hear, and it is done."""
    with running(sqlite_database, config(T1={"mode": "dealt"})) as floor:
        wait_for(floor, "T1", wagers_open)
        with held_commit(floor) as begun:
            first = floor.ask(DEALER, "T1", seat(1), "first")
            begun.wait(PATIENCE)
            others = [floor.ask(DEALER, "T1", seat(n), f"key {n}") for n in (2, 3, 4)]
            assert others[0].cancel()
        assert [one.result(PATIENCE).ok for one in (first, *others[1:])] == [True] * 3
        assert floor.ask(DEALER, "T1", seat(2), "key 2").result(PATIENCE).again


_END = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND backend_type = 'client backend' AND {busy}
"""
