"""Receipts: found without looking at the others, kept for as long as is promised, then gone."""

from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from tests.floor.cost import counting
from tests.floor.playing import config, running

from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.store import receipts
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.store.receipts import Receipt

SECOND = 1_000_000
DAY = 24 * 3600 * SECOND


def keep(engine: Engine, first: int, last: int, *, at: int = 0) -> None:
    """So many receipts, each at a time of its own unless all have one."""
    rows = [Receipt(f"player {n % 7}", f"k{n}", 7, 1, at or n * SECOND) for n in range(first, last)]
    Log(engine).write(Commit([], [], rows, {}, []))


def left(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return [
            row[0] for row in connection.execute(text("SELECT seconds FROM receipts ORDER BY 1"))
        ]


def test_receipts_are_found_by_who_and_key(engine: Engine) -> None:
    keep(engine, 1, 50)
    log = Log(engine)
    asked = [("player 3", "k3"), ("player 3", "k10"), ("player 4", "k3"), ("x", "y")]
    assert set(log.receipts_of(asked)) == {("player 3", "k3"), ("player 3", "k10")}
    assert log.receipts_of([]) == {}
    assert len(log.receipts_of([(f"player {n % 7}", f"k{n}") for n in range(200)])) == 49


def test_a_look_at_receipts_costs_the_same_however_many_there_are(sqlite_database: str) -> None:
    engine = open_database(sqlite_database)
    log, asked = Log(engine), [(f"player {n % 7}", f"k{n}") for n in range(1, 6)]
    costs = []
    for first, last in ((1, 300), (300, 3000)):
        keep(engine, first, last)
        with counting(engine) as cost:
            assert len(log.receipts_of(asked)) == len(asked)
        costs.append(cost.steps)
    engine.dispose()
    assert costs[1] <= costs[0] + 50, costs


def test_old_receipts_go_in_batches_the_oldest_first(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receipts, "AT_ONCE", 10)
    log = Log(engine)
    keep(engine, 1, 36)
    assert log.forget_receipts(31 * SECOND)
    assert left(engine) == list(range(11, 36))
    assert log.forget_receipts(31 * SECOND)
    assert log.forget_receipts(31 * SECOND)
    assert not log.forget_receipts(31 * SECOND)
    assert left(engine) == [31, 32, 33, 34, 35]


def test_receipts_of_one_commit_go_together(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receipts, "AT_ONCE", 10)
    log = Log(engine)
    keep(engine, 1, 36, at=5 * SECOND)
    assert log.forget_receipts(6 * SECOND) and left(engine) == []


@pytest.mark.parametrize("days", [1, 30])
def test_a_receipt_is_kept_for_the_days_of_the_house(tmp_path: Path, days: int) -> None:
    house = HouseConfig(receipt_days=days)
    tables = config().model_copy(update={"house": house})
    with running(str(tmp_path / "floor.db"), tables) as floor:
        now = 100 * DAY
        keep(floor.database, 1, 2, at=now - days * DAY)
        keep(floor.database, 2, 3, at=now - days * DAY - SECOND)
        floor.forget_receipts(now)
        assert left(floor.database) == [(now - days * DAY) // SECOND]
    assert HouseConfig().receipt_days == 30
