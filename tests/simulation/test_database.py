"""The simulated database shows servers what the real one shows them."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError
from tests.simulation.kernel import SECOND
from tests.simulation.plan import draw
from tests.simulation.server import Life, SimSharing
from tests.simulation.world import World, make_world

from longsuit.floor.store.bulk import insert_once
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.schema import names
from longsuit.floor.store.sharing import PostgresSharing
from longsuit.floor.store.transactions import OutOfTurn

_COUNT = select(func.count()).select_from(names)


def _read(reader: Any) -> int:
    return int(reader.execute(_COUNT).scalar_one())


def _put(engine: Any, *new: str) -> None:
    with engine.begin() as writer:
        writer.execute(insert(names), [{"name": name} for name in new])


def _between_two_statements(engine: Any) -> list[object]:
    """What somebody who reads sees of a writer: before its commit, and after it."""
    told: list[object] = []
    for moment in (False, True):
        log = Log(engine)
        reading = log.at_one_moment() if moment else log._reading()
        with reading as found:
            reader = found._reading().__enter__() if isinstance(found, Log) else found
            told.append(_read(reader))
            with engine.begin() as writer:
                writer.execute(insert(names), [{"name": f"one {moment}"}])
                told.append(_read(reader))
            told.append(_read(reader))
        with engine.connect() as anew:
            told.append(_read(anew))
    return told


def _given_up(engine: Any) -> list[object]:
    """What is left of a transaction that was not committed, or could not be."""
    _put(engine, "there")
    told: list[object] = []
    with suppress(ZeroDivisionError), engine.begin() as writer:
        writer.execute(insert(names), [{"name": "gone"}])
        told.append(_read(writer))
        raise ZeroDivisionError
    with engine.connect() as writer:
        writer.execute(insert(names), [{"name": "gone too"}])
    try:
        _put(engine, "new", "there")
    except IntegrityError:
        told.append("refused")
    once = insert_once(engine.dialect.name, names, "name")
    with engine.begin() as writer:
        writer.execute(once, [{"name": "there"}, {"name": "here"}])
    with engine.connect() as reader:
        told.append(_read(reader))
    return told


def _leases(engine: Any) -> list[object]:
    """Whoever holds a lease keeps it; one that is given up is taken, with a higher token."""
    mine, theirs = Leases(engine, "mine", 60), Leases(engine, "theirs", 60)
    first = mine.take("T1")
    assert first is not None
    told: list[object] = [first.token, theirs.take("T1"), mine.renew([first]) == [first]]
    told += [theirs.taken(), mine.taken()]
    mine.give_up([first])
    second = theirs.take("T1")
    told += [second and second.token, mine.renew([first]), mine.holders()]
    return told


@pytest.mark.parametrize("looks", [_between_two_statements, _given_up, _leases])
def test_it_shows_what_the_real_one_shows(
    database: str, tmp_path: Path, looks: Callable[[Any], list[object]]
) -> None:
    with (
        _model(tmp_path, 1 if database.startswith("sqlite") else 2) as world,
        _real(database) as it,
    ):
        assert looks(world.store.connect(Life(world.servers[0]))) == looks(it)


@contextmanager
def _model(folder: Path, servers: int) -> Iterator[World]:
    """The simulated database, where nothing goes wrong."""
    (folder / "model").mkdir()
    plan = replace(draw(1), servers=servers, drifts=(0.0,) * servers, latency=0.0, faults=())
    world = make_world(plan, folder / "model")
    try:
        yield world
    finally:
        world.store.close()
        world.checks.close()


@contextmanager
def _real(database: str) -> Iterator[Any]:
    engine = open_database(database)
    try:
        yield engine
    finally:
        engine.dispose()


def _turns(log: Log) -> list[str]:
    """Whoever writes to a stream has it to themselves; who waits for too long is told so."""
    told = []
    with log.turn(["meter a", "meter b"]):
        with log.turn(["meter c"]):
            told.append("another is free")
        with suppress(OutOfTurn), log.turn(["meter c", "meter b"]):
            told.append("taken twice")
        with log.turn(["meter c"]):
            told.append("who was told so holds nothing")
    with log.turn(["meter b"]):
        told.append("free again")
    return told


def test_turns_are_taken_as_on_postgresql(postgres_database: str, tmp_path: Path) -> None:
    told: list[str] = []
    with _model(tmp_path, 2) as world, _real(postgres_database) as real:
        life = Life(world.servers[0])
        model: Any = world.store.connect(life)
        log = Log(model, sharing=SimSharing(world, life))
        world.kernel.spawn(lambda: told.extend(_turns(log)))
        world.kernel.run(10 * SECOND)
        assert told
        assert told == _turns(Log(real))


def _write(engine: Any, sharing: Any) -> None:
    """Commits with their notices, by two servers, and one that is given up."""
    for number, notice in enumerate(("one\nmeter a", "two\nmeter b\ntable T", "two")):
        with engine.connect() as writer:
            writer.execute(insert(names), [{"name": f"not kept {number}"}])
            sharing.notify(writer, "two\nnever")
        with engine.begin() as writer:
            writer.execute(insert(names), [{"name": f"kept {number}"}])
            sharing.notify(writer, notice)


def test_notices_are_heard_as_on_postgresql(postgres_database: str, tmp_path: Path) -> None:
    """Once the transaction is through, and in order; whoever begins to listen looks at all."""
    heard: list[list[object]] = [[], []]
    with _model(tmp_path, 2) as world, _real(postgres_database) as real:
        lives = [Life(server) for server in world.servers]
        for server, life in zip(world.servers, lives, strict=True):
            server.life = life
        SimSharing(world, lives[0]).listen(real, heard[0].append, "one").start()
        model: Any = [world.store.connect(life) for life in lives]
        sharing = SimSharing(world, lives[1])
        world.kernel.spawn(lambda: _write(model[1], sharing))
        world.kernel.run(SECOND)
        listening = PostgresSharing().listen(real, heard[1].append, "one")
        listening.start()
        try:
            _until(lambda: heard[1] == [None])
            _write(real, PostgresSharing())
            _until(lambda: len(heard[1]) == 3)
        finally:
            listening.stop()
    # There a server is known by its life, here by the name in its notices.
    assert heard[0] == [None, ["meter a"], ["meter b", "table T"], None]
    assert heard[1] == [None, ["meter b", "table T"], None]


def _until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)
