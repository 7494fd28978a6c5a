"""No room on the disk: commands are put off in one sentence, and nothing is half written."""

import asyncio
import os
import resource
import threading
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import event
from tests.extent import chance, extent
from tests.faults.books import check_books
from tests.faults.conftest import Figures
from tests.faults.crowd import Crowd
from tests.faults.processes import ServerProcess, Servers
from tests.faults.tables import TABLES, play_through, prepare
from tests.floor.playing import DEALER, PATIENCE, Bot, config, running, wagers_open, wait_for

from longsuit.floor.audit.run import audit
from longsuit.floor.engine import committer
from longsuit.floor.log.record import Head
from longsuit.floor.service.floor import FloorDown
from longsuit.floor.tables.commands import SeatPlayer, UnseatPlayer

TIMES = extent(1, 25)
SORRY = "The floor cannot write now: try again with the same key."
WORDS = {SORRY, "The floor cannot read or write now: try again."}
"""All that anybody is told while there is no room."""


def test_a_full_disk_puts_commands_off(
    sqlite_database: str, servers: Servers, figures: Figures
) -> None:
    """The system refuses to let the server's files grow, and later does not."""
    prepare(sqlite_database)
    server = servers.make(sqlite_database, TABLES)
    # The log goes through a pipe, as it does to a service manager: its disk is another.
    os.mkfifo(server.told)
    lines: list[str] = []
    log = threading.Thread(target=read_pipe, args=(server.told, lines))
    log.start()
    server.start_and_wait()

    async def fill_now_and_then(crowd: Crowd) -> None:
        for _ in range(TIMES):
            await crowd.have_been_told(crowd.chance.randint(1, 30))
            limit_files(server, 0)
            await crowd.have_been_put_off()
            assert not await asyncio.to_thread(server.is_ready), "a full disk is told"
            limit_files(server, resource.RLIM_INFINITY)

    try:
        crowd = play_through(fill_now_and_then, [server.address], chance("full disk"))
    finally:
        ended = server.end()
        log.join(PATIENCE)
    server.told.unlink()
    server.told.write_text("".join(lines), encoding="utf-8")
    assert ended == 0, server.tail()
    assert server.errors() == []
    assert set(crowd.put_off) <= WORDS
    found = check_books(sqlite_database, crowd)
    figures(times_full=TIMES, **crowd.figures, **found.figures)


def read_pipe(pipe: Path, lines: list[str]) -> None:
    with pipe.open(encoding="utf-8") as told:
        lines.extend(told)


def limit_files(server: ServerProcess, size: int) -> None:
    """No file of the server's may grow beyond this."""
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, hard))


_FULL = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$;
CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON records
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()
"""
_ROOM = "DROP TRIGGER full_disk ON records; DROP FUNCTION refuse()"


def test_a_database_without_room_puts_commands_off(
    postgres_database: str, servers: Servers, figures: Figures
) -> None:
    """All is written but the commit, which fails for a while, as on a disk that is full."""
    prepare(postgres_database)
    server = servers.make(postgres_database, TABLES)
    server.start_and_wait()

    async def fill_now_and_then(crowd: Crowd) -> None:
        connection = await psycopg.AsyncConnection.connect(postgres_database, autocommit=True)
        async with connection:
            for _ in range(TIMES):
                await crowd.have_been_told(crowd.chance.randint(1, 30))
                await connection.execute(_FULL)
                await crowd.have_been_put_off()
                await connection.execute(_ROOM)

    crowd = play_through(fill_now_and_then, [server.address], chance("no room"))
    assert server.end() == 0, server.tail()
    assert server.errors() == []
    assert set(crowd.put_off) <= WORDS
    found = check_books(postgres_database, crowd)
    figures(times_full=TIMES, **crowd.figures, **found.figures)


def test_nothing_is_half_written(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit: the batch that does not fit leaves no trace, in the log or in memory."""
    monkeypatch.setattr(committer, "TRIES", 2)
    pages = 1 << 30
    with running(sqlite_database, config(T1={"mode": "dealt"}, T2={"mode": "dealt"})) as floor:

        @event.listens_for(floor.database, "checkout")
        def limit(connection: object, *_: object) -> None:
            cursor = connection.cursor()  # type: ignore[attr-defined]
            cursor.execute(f"PRAGMA max_page_count = {pages}")
            cursor.close()

        for table in ("T1", "T2"):
            wait_for(floor, table, wagers_open)
        dealer = Bot(floor, "T1", DEALER)
        pages = 1  # No smaller than it is: the file stays, and does not grow.
        seat = SeatPlayer(by=DEALER.actor, seat=1, player="ann", stack=5_00)
        free = UnseatPlayer(by=DEALER.actor, seat=1)
        for number in range(1000):
            key, command = f"key {number}", (free if number % 2 else seat)
            before = dealer.state.seated()
            try:
                dealer.must(command, key)
            except FloorDown as error:
                assert str(error) == SORRY
                break
        else:
            pytest.fail("the file never got full")
        stood, seated = floor.engine.memory.heads["table T1"], dealer.state.seated()
        assert (floor.log.head("table T1"), seated) == (stood, before)
        assert floor.log.receipt("dealer Dee", key) is None
        # Other tables say the same, and everybody can still look.
        with pytest.raises(FloorDown, match="try again with the same key"):
            Bot(floor, "T2", DEALER).ask(seat, "at T2")
        assert floor.log.head("table T2").version == 2
        pages = 1 << 30
        answer = dealer.must(command, key)
        assert (answer.version, answer.again) == (stood.version + 1, False)
        assert dealer.must(command, key).again
        assert Bot(floor, "T2", DEALER).must(seat, "at T2").version == 3
        assert audit(floor.log, workers=1).clean
    with running(sqlite_database, config()) as floor:
        assert floor.engine.memory.heads["table T1"] == Head(
            stood.version + 1, floor.log.head("table T1").hash, floor.log.head("table T1").at
        )
