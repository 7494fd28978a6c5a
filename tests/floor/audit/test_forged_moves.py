"""Money that a forger moves between meters: what the one says must be what the other says."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.floor.audit.forged import Entry, load, save
from tests.floor.playing import config, running

from longsuit.core.money import MITES
from longsuit.core.progressive.events import FundsCame, FundsLeft
from longsuit.core.round.codec import to_text
from longsuit.floor.audit.run import audit
from longsuit.floor.ledger.accounts import meter_books
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.schema import PURPOSES

TABLES = config(
    play={"mode": "practice"},
    one={"mode": "live"},
    two={"mode": "live", "must_hit": {}},
)
LEFT = FundsLeft("moved", 500 * MITES, 0, 0, "one/star", "a test", "Sue", "Sam")
CAME = FundsCame("two/star", 500 * MITES, 0, "Sue", "Sam")
Told = tuple[str, FundsLeft | FundsCame]
"""A meter, and what it says."""


def entry_of(meter: str, event: FundsLeft | FundsCame, at: int) -> Entry:
    """What a meter says, with the postings that a floor would make of it."""
    told = json.loads(msgspec.json.encode(event, enc_hook=to_text))
    entry = Entry(f"meter {meter}", at, "supervisor Sue", "moves", [told])
    for line, one in enumerate(meter_books(meter, event, practice=meter.startswith("play/")), 1):
        posted: dict[str, Any] = {"source": one.source, "target": one.target, "mites": one.mites}
        posted |= {"line": line, "at": at, "purpose": PURPOSES.index(one.purpose)}
        entry.postings.append(posted)
    return entry


def fault_of(folder: Path, *told: Told) -> str:
    """What the audit says of a floor on which meters say this."""
    url = str(folder / "x.db")
    with running(url, TABLES):
        pass
    engine = open_database(url)
    try:
        entries = load(engine)
        at = max(one.at for one in entries) + 1
        save(engine, [*entries, *(entry_of(meter, event, at) for meter, event in told)])
        return audit(Log(engine), workers=1).fault
    finally:
        engine.dispose()


@pytest.mark.rule("CON-26")
def test_a_move_that_both_meters_tell_alike_is_clean(tmp_path: Path) -> None:
    assert fault_of(tmp_path, ("two/star", LEFT), ("one/star", CAME)) == ""


@pytest.mark.rule("CON-26")
@pytest.mark.parametrize(
    "told",
    [
        pytest.param(
            [("play/star", LEFT), ("one/star", replace(CAME, source="play/star"))],
            id="play money that comes as real money",
        ),
        pytest.param(
            [("two/star", LEFT), ("one/star", replace(CAME, supervisor="Nobody", second="Noone"))],
            id="other people at the other end",
        ),
        pytest.param(
            [("two/star", LEFT), ("two/star", LEFT), ("one/star", CAME)],
            id="money that leaves twice and comes once",
        ),
    ],
)
def test_a_move_that_two_meters_tell_differently_is_found(tmp_path: Path, told: list[Told]) -> None:
    assert fault_of(tmp_path, *told).endswith("are told by one of them.")


@pytest.mark.rule("CON-26")
def test_a_move_into_a_must_hit_meter_is_found(tmp_path: Path) -> None:
    moves = replace(LEFT, to="two/must-hit")
    comes = replace(CAME, source="one/star")
    fault = fault_of(tmp_path, ("one/star", moves), ("two/must-hit", comes))
    assert fault.startswith("meter two/must-hit, record ")
    assert fault.endswith("never into or out of a Must Hit meter.")
