"""The simulated database shows servers what the real one shows them."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError
from tests.simulation.plan import draw
from tests.simulation.server import Life
from tests.simulation.world import make_world

from longsuit.floor.store.bulk import insert_once
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.schema import names

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
    servers = 1 if database.startswith("sqlite") else 2
    plan = replace(draw(1), servers=servers, drifts=(0.0,) * servers, latency=0.0, faults=())
    (tmp_path / "model").mkdir()
    world = make_world(plan, tmp_path / "model")
    real = open_database(database)
    try:
        model = world.store.connect(Life(world.servers[0]))
        assert looks(model) == looks(real)
    finally:
        real.dispose()
        world.store.close()
        world.checks.close()
