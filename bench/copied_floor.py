"""A floor made longer by copies of its own rows, with later numbers and times.

What is read by number, time or account is where it would be on a floor that has really been played
for so long. What only an audit looks at is not: hashes and the numbers inside of events are copied.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from longsuit.core.progressive.meter import Meter
from longsuit.floor.engine.memory import Memory
from longsuit.floor.engine.recovery import load
from longsuit.floor.log.codec import encode
from longsuit.floor.log.record import Head
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.projections.fold import DAY
from longsuit.floor.store.snapshots import Snapshot, write_snapshots
from longsuit.floor.tables.state import FloorTable

KEY = b"R3Jvd3RoIG9mIGEgZmxvb3IsIG1lYXN1cmVkIGhlcmU="
"""Of the vault of such floors."""

_COPY = (
    """INSERT INTO records (tx, stream, version, at, who, command, schema, program, events, hash)
    SELECT 0, r.stream, version + :k * versions, at + :k * :time, who, command, schema, program,
        events, hash
    FROM records r JOIN ends USING (stream) WHERE position <= :records ORDER BY position""",
    """INSERT INTO postings (stream, version, line, at, source, target, mites, purpose)
    SELECT p.stream, version + :k * versions, line, at + :k * :time, source, target, mites, purpose
    FROM postings p JOIN ends USING (stream) WHERE id <= :postings ORDER BY id""",
    """INSERT INTO rounds SELECT r.stream, number + :k * :rounds, first + :k * versions,
        began + :k * :time, staked, returned, last + :k * versions, over + :k * :time, cancelled
    FROM rounds r JOIN ends USING (stream) WHERE number <= :rounds""",
    """INSERT INTO jackpots SELECT j.stream, at_table, round + :k * :rounds, number,
        version + :k * versions, at + :k * :time, seat, hand, cents, state, player,
        closed + :k * :time
    FROM jackpots j JOIN ends USING (stream) WHERE round <= :rounds""",
    """INSERT INTO setups SELECT s.stream, version + :k * versions
    FROM setups s JOIN ends USING (stream) WHERE version <= versions""",
    """INSERT INTO day_balances SELECT d.stream, d.account, d.day + :k * :days,
        d.mites + :k * whole.mites
    FROM day_balances d JOIN whole ON whole.stream = d.stream AND whole.account = d.account
    WHERE d.day <= :last_day""",
)
_ENDS = """CREATE TEMP TABLE ends AS
SELECT stream, max(version) AS versions FROM records GROUP BY stream"""
_WHOLE = """CREATE TEMP TABLE whole AS
SELECT stream, account, mites, max(day) FROM day_balances GROUP BY stream, account"""


def copy_floor(source: Path, target: Path, times: int) -> None:
    """So many times the floor; none of its rounds may be running."""
    memory = _states(source)
    shutil.copyfile(source, target)
    with closing(sqlite3.connect(target, isolation_level=None)) as file:
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -300000"):
            file.execute(f"PRAGMA {setting}")
        file.execute(_ENDS)
        file.execute(_WHOLE)
        named = {
            "records": "SELECT max(position) FROM records",
            "postings": "SELECT max(id) FROM postings",
            "rounds": "SELECT max(number) FROM rounds",
            "last_day": "SELECT max(day) FROM day_balances",
            "days": "SELECT max(day) - min(day) + 1 FROM day_balances",
        }
        last = {name: file.execute(query).fetchone()[0] for name, query in named.items()}
        last["time"] = last["days"] * DAY
        file.execute("BEGIN")
        for k in range(1, times):
            for statement in _COPY:
                file.execute(statement, last | {"k": k})
        file.execute("UPDATE balances SET mites = mites * ?", (times,))
        file.execute("COMMIT")
        file.execute("PRAGMA journal_mode = WAL")
    _note_states(target, memory, times, last["rounds"], last["time"])


def _states(file: Path) -> Memory:
    """Where the streams of a floor have got to."""
    engine, memory = open_database(str(file)), Memory()
    log, safe = Log(engine), Safe(KEY)
    log.keyed_digest = safe.keyed_digest
    load(log, safe, memory)
    engine.dispose()
    assert not memory.damaged
    return memory


def _note_states(file: Path, memory: Memory, times: int, rounds: int, time: int) -> None:
    """Snapshots where the streams end now, of the state in which they ended before."""
    taken = []
    for stream, head in memory.heads.items():
        kind, _, name = stream.partition(" ")
        state: FloorTable | Meter = memory.meters[name] if kind == "meter" else memory.tables[name]
        if isinstance(state, FloorTable):
            state = _numbered(state, rounds * times)
        end = Head(head.version * times, head.hash, head.at + (times - 1) * time)
        taken.append(Snapshot(stream, end, encode(state).decode()))
    engine = open_database(str(file))
    with engine.begin() as connection:
        write_snapshots(connection, taken, Safe(KEY).keyed_digest)
    engine.dispose()


def _numbered(table: FloorTable, number: int) -> FloorTable:
    terminal = table.terminal
    assert terminal.round is not None
    ended = replace(terminal.round, number=number)
    # What was changed in the round is over with it, and is in no snapshot.
    return replace(table, changes={}, terminal=replace(terminal, number=number, round=ended))
