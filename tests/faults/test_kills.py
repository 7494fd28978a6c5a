"""kill -9 at random moments of play: nothing acknowledged is lost, nothing is done twice."""

import asyncio
import time
from pathlib import Path

import psycopg
from tests.extent import chance, extent
from tests.faults.books import check_books
from tests.faults.conftest import Figures
from tests.faults.crowd import Crowd
from tests.faults.processes import Servers
from tests.faults.tables import TABLES, play_through, prepare

KILLS = extent(4, 200)
FIRST_STARTS = extent(2, 40)
ACKNOWLEDGED = extent(20, 40)
"""Commands between two kills, at most."""
AT_THE_START = 0.15
"""How many of the kills come while the server is still starting."""


def test_a_killed_server_loses_nothing_and_repeats_nothing(
    database: str, servers: Servers, figures: Figures
) -> None:
    prepare(database)
    server = servers.make(database, TABLES)
    server.start_and_wait()

    async def kill_now_and_then(crowd: Crowd) -> None:
        for _ in range(KILLS):
            if crowd.chance.random() >= AT_THE_START:
                await crowd.have_been_told(crowd.chance.randint(1, ACKNOWLEDGED))
            await asyncio.sleep(crowd.chance.uniform(0, 0.05))
            server.kill()
            server.start()

    name = f"kills {database.partition(':')[0]}"
    crowd = play_through(kill_now_and_then, [server.address], chance(name))
    assert server.end() == 0, server.tail()
    assert server.errors() == []
    found = check_books(database, crowd)
    figures(kills=KILLS, **crowd.figures, **found.figures)


def test_a_server_killed_at_its_first_start_starts(
    database: str, tmp_path: Path, servers: Servers, figures: Figures
) -> None:
    """While it makes its tables and its key, on a database that has nothing yet."""
    moments = chance("first start")
    slowest = 0.3
    for number in range(FIRST_STARTS):
        fresh = anew(database, tmp_path / f"first {number}.db")
        server = servers.make(fresh, TABLES)
        server.start()
        time.sleep(moments.uniform(0, slowest))
        server.kill()
        began = time.monotonic()
        server.start_and_wait()
        # So that the next kill is somewhere in the start, on a slow machine as well.
        slowest = time.monotonic() - began
        assert server.end() == 0, server.tail()
        assert server.errors() == []
    figures(first_starts=FIRST_STARTS)


def anew(database: str, file: Path) -> str:
    """An empty database of the same kind."""
    if database.startswith("sqlite"):
        return f"sqlite:///{file}"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return database
