"""A table in outline is what it is in full, in fewer words."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.floor.played import play_floor
from tests.golden_floor import unpack

from longsuit.core.progressive.jackpots import to_approve
from longsuit.core.round.events import RoundSettled
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.record import SCHEMA
from longsuit.floor.store.database import open_to_read, upgrade
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables.outline import CLAIMS, Outline, evolve_outline, outline_of, outlined
from longsuit.floor.tables.state import FloorTable, config_in, evolve_floor, with_config


def waits(table: FloorTable) -> bool:
    """Whether a bonus pay waits for a supervisor."""
    return any(to_approve(table.terminal))


def check(url: str) -> tuple[int, int]:
    """After every record: the table's outline, and the outline that was played on by itself."""
    checked = claims = 0
    engine = open_to_read(url)
    log = Log(engine)
    for stream in (one for one in log.streams() if one.startswith("table ")):
        table: FloorTable | None = None
        outline: Outline | None = None
        for record in log.each(stream):
            claimed = False
            for event in events_of(record):
                table = evolve_floor(table, event)
                claimed = claimed or type(event) in CLAIMS
                claimed = claimed or (type(event) is RoundSettled and waits(table))
            assert table is not None
            table = with_config(table, record.who, record.command)
            if outline is None:
                outline = outline_of(table)
            for event in events_of(record, outlined(outline.settings)):
                outline = evolve_outline(outline, event)
            assert outline.claimed is claimed
            config = config_in(record.who, record.command) or outline.config
            outline = replace(outline, config=config, claimed=False)
            assert outline == outline_of(table), (stream, record.version)
            checked += 1
            claims += claimed
    engine.dispose()
    return checked, claims


@pytest.mark.parametrize("seed", [3, 8])
def test_an_outline_is_that_of_the_whole_table(sqlite_database: str, seed: int) -> None:
    """Tables of each kind, played by chance: settings, closings, seats, rounds and meters."""
    play_floor(sqlite_database, rounds=5, seed=seed, running=True)
    checked, claims = check(sqlite_database)
    assert checked > 300 and claims > 0


@pytest.mark.parametrize("form", [*range(1, SCHEMA + 1)])
def test_records_of_every_form_give_outlines(form: int, tmp_path: Path) -> None:
    file = unpack(form, tmp_path)
    upgrade(str(file))
    checked, claims = check(str(file))
    assert checked > 300 and claims > 0


@pytest.mark.rule("CON-13")
def test_a_bonus_that_waits_for_a_supervisor_is_told(sqlite_database: str) -> None:
    """At a table that asks for an approval from the first cent on."""
    play_floor(sqlite_database, rounds=6, seed=3, tables=("C2",))
    engine = open_to_read(sqlite_database)
    table: FloorTable | None = None
    seen: list[bool] = []
    for record in Log(engine).each("table C2"):
        for event in events_of(record):
            table = evolve_floor(table, event)
            if isinstance(event, RoundSettled):
                setup = replace(table.settings.setup, approval=1)
                strict = replace(table.settings, setup=setup)
                waiting = any(to_approve(replace(table.terminal, setup=setup)))
                assert RoundSettled in outlined(strict)
                outline = replace(outline_of(table), settings=strict)
                assert evolve_outline(outline, event).claimed is waiting
                seen.append(waiting)
    engine.dispose()
    assert {*seen} == {True, False}
