"""A configuration is applied when it is new or has changed; otherwise what people set stands."""

from typing import Any

import pytest
import structlog
from tests.floor.playing import PATIENCE, SUPERVISOR, Bot, config, running, wait_for
from tests.floor.playing import wagers_open as wagers_are_open
from tests.wording import reason_of

from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import FloorConfig, TableConfig
from longsuit.floor.service.floor import Floor
from longsuit.floor.tables.commands import CloseTable


def one(**settings: Any) -> FloorConfig:
    return config(T1={"mode": "dealt", **settings})


def change(floor: Floor, key: str, **settings: Any) -> None:
    wanted = TableConfig.model_validate(
        {"id": "T1", "game": "ctf", "mode": "dealt", "approval": 0, **settings}
    )
    answer = floor.set_table(SUPERVISOR, wanted, key, new=False).result(PATIENCE)
    assert answer.ok, reason_of(answer)


def close(floor: Floor) -> None:
    Bot(floor, "T1", SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))


def name_of(floor: Floor) -> str:
    table = floor.engine.table("T1")
    assert table is not None
    return table.settings.name


def applied(floor: Floor) -> list[str]:
    """The keys by which configurations were applied."""
    records = floor.log.read("table T1")
    return [one.command for one in records if one.command.startswith("config ")]


def test_what_people_set_stands_until_the_configuration_changes(database: str) -> None:
    first, second = one(name="First"), one(name="Second")
    with running(database, first) as floor:
        assert name_of(floor) == "First"
        change(floor, "a", name="Sue's")
    with running(database, first) as floor:
        assert name_of(floor) == "Sue's"
        close(floor)
    with running(database, first) as floor:
        assert floor.tables() == []
    with running(database, second) as floor:
        assert floor.tables() == ["T1"], "a changed configuration opens it again"
        assert name_of(floor) == "Second"
        change(floor, "b", name="First")
    with running(database, second) as floor:
        assert name_of(floor) == "First"
    with running(database, first) as floor:
        # It has come to what Sue had set: on record, so that what she does now stands.
        assert name_of(floor) == "First"
        close(floor)
    with running(database, first) as floor:
        assert floor.tables() == []
        keys = applied(floor)
        assert len(keys) == 3
        assert keys[0] == keys[2] != keys[1]
        assert all(len(key) == len("config ") + 16 for key in keys)
        assert audit(floor.log, workers=1).fault == ""


def test_a_key_of_a_person_is_no_configuration(sqlite_database: str) -> None:
    with running(sqlite_database, one()) as floor:
        key = applied(floor)[0]
        change(floor, "a", name="Sue's")
        close(floor)
        change(floor, "config 0123456789abcdef", name="Other")
        table = floor.engine.table("T1")
        assert table is not None
        assert f"config {table.config}" == key


def test_a_snapshot_remembers_it(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longsuit.floor.engine.batch.SNAPSHOT_EVERY", 1)
    with running(sqlite_database, one()) as floor:
        wait_for(floor, "T1", wagers_are_open)
        close(floor)
        assert floor.log.snapshot("table T1") is not None
    with running(sqlite_database, one()) as floor:
        assert floor.tables() == []


@pytest.mark.rule("PRG-9")
def test_a_changed_must_hit_is_told_and_not_ignored(sqlite_database: str) -> None:
    with running(sqlite_database, one(must_hit={})):
        pass
    other = one(must_hit={"by": 2000})
    with structlog.testing.capture_logs() as lines, running(sqlite_database, other) as floor:
        assert floor.meters()["T1/must-hit"].terms.by == 1000_00
    (warning,) = [line for line in lines if line["log_level"] == "warning"]
    assert warning["event"] == "a table keeps its settings"
    assert warning["table"] == "T1"
    assert warning["reason"] == (
        "T1 cannot share the meter T1/must-hit: its must-hit-by amount is $1,000.00, "
        "and that of T1 is $2,000.00."
    )
    assert warning["todo"].endswith("link other meters to it")
    # So it is done: the new meter begins at its seed, and the old one keeps its money.
    new = one(must_hit={"by": 2000}, links={"must-hit": "T1/must-hit 2"})
    with structlog.testing.capture_logs() as lines, running(sqlite_database, new) as floor:
        assert floor.meters()["T1/must-hit 2"].terms.by == 2000_00
        assert floor.meters()["T1/must-hit"].tables == frozenset()
    assert not [line for line in lines if line["log_level"] == "warning"]
