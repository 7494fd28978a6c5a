"""What signed checkpoints cost: a floor with and without them, and a proof in a long log.

The machine's other work hits both floors alike: they are played in turn, and what is compared is
the processor's time for a round and the waits of the bots.
"""

import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import func, select

from bench.crowd import HOUSE, SEATS, Crowd, sqlite
from bench.measure import show
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.config.settings import FloorConfig
from longsuit.floor.log.record import Head, Record, make_record
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.checkpoint_rows import Checkpoints
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Commit, Log
from longsuit.floor.store.schema import checkpoints
from longsuit.floor.tables.automation import AT_ONCE

TABLES, SECONDS, REPEAT = 20, 5.0, 4
RECORDS, STEP, PROOFS = 100_000, 2_000, 200
SIGNER = Signer([Ed25519PrivateKey.generate()])


def run() -> None:
    os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())
    best: dict[str, tuple[float, float, int]] = {}
    for _ in range(REPEAT):
        for name, signer in (("without", None), ("with checkpoints", SIGNER)):
            found = _play(signer)
            best[name] = min(best.get(name, found), found)
    bare = best["without"][0]
    rows = [
        (name, f"{own * 1e3:.2f}", f"{own / bare:.3f}", f"{wait * 1e3:.1f}", str(made))
        for name, (own, wait, made) in best.items()
    ]
    show(
        f"{TABLES} tables of {SEATS} bots on SQLite, the best of {REPEAT} in turn",
        rows,
        *("", "processor ms a round", "of without", "median ms", "checkpoints"),
    )
    show(f"In a log of {RECORDS:,} records", _long_log(), "", "processor ms")


def _play(signer: Signer | None) -> tuple[float, float, int]:
    """Processor seconds a round, the median wait, and how many checkpoints were made."""
    names = [f"T{n}" for n in range(TABLES)]
    made = [{"id": name, "game": "ctf", "mode": "dealt", "approval": 0} for name in names]
    config = FloorConfig.model_validate({"house": HOUSE, "table": made})
    with sqlite() as url:
        floor = Floor(url, config, pace=AT_ONCE, signer=signer)
        floor.start()
        try:
            crowd = Crowd(floor, names)
            crowd.sit_down()
            used = time.process_time()
            crowd.play(SECONDS)
            used = time.process_time() - used
        finally:
            floor.stop()
        sizes = _how_many(url)
    waits = sorted(crowd.seconds)
    return used / crowd.rounds, waits[len(waits) // 2], sizes


def _how_many(url: str) -> int:
    engine = open_database(url)
    with engine.connect() as connection:
        found = int(connection.execute(select(func.count()).select_from(checkpoints)).scalar_one())
    engine.dispose()
    return found


def _long_log() -> list[tuple[str, str]]:
    chance = random.Random(1)
    with TemporaryDirectory() as folder:
        engine = open_database(str(Path(folder) / "floor.db"))
        log, kept = Log(engine), Checkpoints(engine)
        heads: dict[str, Head] = {}
        extending = []
        for _ in range(RECORDS // STEP):
            log.write(Commit([_record(heads, chance) for _ in range(STEP)], [], [], {}, []))
            extending.append(_processor(lambda: _extend(kept)))
        last = kept.last()
        assert last is not None
        size = last.size
        including, growing = [], []
        for _ in range(PROOFS):
            stream = chance.choice(sorted(heads))
            version = chance.randint(1, heads[stream].version)
            including.append(
                _processor(lambda s=stream, v=version: kept.inclusion(s, v, size))  # type: ignore[misc]
            )
            first = chance.randrange(1, size)
            growing.append(
                _processor(lambda f=first: kept.consistency(f, size))  # type: ignore[misc]
            )
        engine.dispose()
    return [
        (
            f"a checkpoint of {STEP:,} new records",
            f"{sorted(extending)[len(extending) // 2] * 1e3:.1f}",
        ),
        ("a proof that a record is in it", f"{sorted(including)[PROOFS // 2] * 1e3:.1f}"),
        ("a proof that it only grew", f"{sorted(growing)[PROOFS // 2] * 1e3:.1f}"),
    ]


def _processor(work: Callable[[], object]) -> float:
    """Seconds of the processor that the work takes."""
    before = time.process_time()
    work()
    return time.process_time() - before


def _record(heads: dict[str, Head], chance: random.Random) -> Record:
    stream = f"table T{chance.randrange(20)}"
    made = make_record(stream, heads.get(stream, Head()), 1, "bench", "bench", b"\x90")
    heads[stream] = made.head
    return made


def _extend(kept: Checkpoints) -> None:
    assert kept.extend(kept.make_name(), lambda one: SIGNER.sign(one, 1), 1) is not None
