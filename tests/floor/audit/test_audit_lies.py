"""Lies that keep the hash chain whole: each is found, and said in a sentence of its own.

The forger writes the whole log anew, every number, hash and posting as a floor would have. Only
what was decided does not follow any more.
"""

import pickle
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import Engine, insert
from tests.extent import extent
from tests.floor.audit.forged import Entries, load, save
from tests.floor.audit.lies import LIES
from tests.floor.played import play_floor

from longsuit.core.progressive.events import (
    Claim,
    MeterOpened,
    TableJoined,
    TriggerOpened,
    TriggerSealed,
)
from longsuit.core.progressive.evolve import evolve_meter
from longsuit.core.progressive.meter import contribution, lock_award
from longsuit.core.progressive.must_hit import Cycle, Secret, commitment, trigger, winner
from longsuit.core.progressive.terms import Terms
from longsuit.floor.audit.findings import Broken
from longsuit.floor.audit.meter_stream import FedRun, MeterReplay, Run
from longsuit.floor.audit.reconcile import Stories, chapters, packed
from longsuit.floor.audit.run import audit
from longsuit.floor.log.packed import encode_events
from longsuit.floor.store.audit_rows import Row
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.names import Names
from longsuit.floor.store.schema import postings

SEED = 17


@pytest.fixture(scope="module")
def packed_log(played: Entries) -> bytes:
    """To be unpacked for each lie, which is many times quicker than a copy."""
    return pickle.dumps(played)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Entries:
    """A log with everything in it."""
    url = str(tmp_path_factory.mktemp("played") / "floor.db")
    play_floor(url, rounds=10, seed=SEED, running=True)
    engine = open_database(url)
    entries = load(engine)
    engine.dispose()
    return entries


@pytest.mark.rule("PRG-2", "PRG-3", "PRG-5", "PRG-7", "PRG-8", "PRG-11", "PRG-14", "TBL-5")
@pytest.mark.parametrize("database", extent(["sqlite"], ["sqlite", "postgres"]), indirect=True)
@pytest.mark.parametrize("name", list(LIES))
def test_a_lie_is_found(engine: Engine, packed_log: bytes, name: str) -> None:
    forge, sentence = LIES[name]
    entries: Entries = pickle.loads(packed_log)
    stream = forge(entries)
    save(engine, entries)
    report = audit(Log(engine))
    assert sentence in report.fault
    assert report.fault.startswith(stream)
    assert report.faults


@pytest.mark.parametrize("stream", ["meter ctf star", "table C1", "table Z"])
def test_a_posting_without_its_record(engine: Engine, played: Entries, stream: str) -> None:
    save(engine, played)
    line = {"version": 9_999, "line": 1, "at": 1, "mites": 5, "purpose": 1}
    number = sum(len(entry.postings) for entry in played) + 1
    with engine.begin() as connection:
        named = {"stream": stream, "source": "house", "target": "player Zed"}
        numbers = Names().numbers(connection, named.values())
        row = {"id": number, **{name: numbers[one] for name, one in named.items()}, **line}
        connection.execute(insert(postings), [row])
    report = audit(Log(engine))
    what = "line 1 of its ledger entries is there, and the record is not."
    assert report.fault == f"{stream}, record 9999: {what}"


@pytest.mark.rule("PRG-11")
def test_a_must_hit_award_that_came_too_late() -> None:
    """The trigger had been reached at an END ROUND before, and nothing was drawn."""
    secret = Secret(bytes(range(32)))
    terms = Terms(5_00, 20_00, 300, 0, (), by=24_00)
    cycle = Cycle("M", 1, 20_00, 24_00)
    replay = MeterReplay("M", Stories())
    meter, number = None, 0

    def record(*told: Any) -> None:
        nonlocal meter, number
        for event in told:
            meter = evolve_meter(meter, event)
        number += 1
        written = encode_events(told)
        row = Row(number, "meter M", number, 0, "system", "key", 2, "0", written, b"", 0)
        replay.record(row)

    record(MeterOpened("M", terms))
    record(TableJoined("T"))
    record(TriggerSealed(1, 20_00, commitment(cycle, secret)))
    due = trigger(cycle, secret)
    rounds = 0
    while replay.meter is not None and replay.meter.shown < due:
        rounds += 1
        replay.run(_run(rounds))
        meter = replay.meter
    assert meter is not None
    fed = contribution(meter, "T", rounds + 1, 1)
    seat = winner(cycle, secret, "T", rounds + 1, (4,))
    opened = TriggerOpened(1, 20_00, secret.open().hex(), due, "T", rounds + 1, (4,), seat)
    claim = Claim("T", rounds + 1, 1)
    locked = lock_award(evolve_meter(meter, fed), claim, seat, "Must Hit", Fraction(1))
    with pytest.raises(Broken, match=r"the meter had reached .* before, and its trigger was"):
        record(fed, opened, locked)


def _run(number: int) -> Run:
    """One wager of round so and so."""
    row = Row(number, "meter M", number, 0, "system", "key", 2, "0", b"", b"", 0)
    ended = chapters()
    ended.add(packed(number, 1, "system", "key"), number)
    return Run(row, row, 1, {"T": FedRun(ended, number, number)})
