"""kill -9 at random moments of play: nothing acknowledged is lost, nothing is done twice."""

import asyncio

from tests.faults.books import check_books
from tests.faults.conftest import Figures
from tests.faults.crowd import Crowd
from tests.faults.extent import chance, extent
from tests.faults.processes import Servers
from tests.faults.tables import TABLES, play_through, prepare

KILLS = extent(6, 200)
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
