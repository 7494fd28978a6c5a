"""A log in the hands of a forger who knows the form: numbers, hashes and postings all fit again."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Engine, delete, insert, select

from longsuit.core.progressive.events import MeterEvent
from longsuit.core.round.codec import from_text
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import GENESIS, SCHEMA, Record, record_hash
from longsuit.floor.people.changes import PEOPLE, PeopleEvent
from longsuit.floor.reads.archive import record_view
from longsuit.floor.register.events import RegisterEvent
from longsuit.floor.slips.register import SlipEvent
from longsuit.floor.store.names import Names
from longsuit.floor.store.projections.rebuild import rebuild
from longsuit.floor.store.records import names_in, read_record, record_row
from longsuit.floor.store.schema import (
    people,
    postings,
    postings_told,
    records,
    records_told,
)
from longsuit.floor.tables.events import TableStreamEvent

Event = dict[str, Any]
EVENTS = tuple[TableStreamEvent | MeterEvent | PeopleEvent | RegisterEvent | SlipEvent, ...]


@dataclass
class Entry:
    """A record with its ledger entries."""

    stream: str
    at: int
    who: str
    command: str
    events: list[Event]
    postings: list[dict[str, Any]] = field(default_factory=list)
    schema: int = SCHEMA
    raw: bytes = b""
    """What is written instead of the events, if anything."""

    def event(self, kind: str) -> Event | None:
        return next((one for one in self.events if one["type"] == kind), None)

    def written(self) -> bytes:
        """The events as a floor writes them; what is none is written all the same."""
        return self.raw or _written(msgspec.msgpack.encode(self.events))


@lru_cache(maxsize=20_000)
def _written(packed: bytes) -> bytes:
    """A lie changes a few records of a log, and leaves the others as they were."""
    told: list[Event] = msgspec.msgpack.decode(packed)
    try:
        return encode_events(msgspec.convert(told, EVENTS, dec_hook=from_text))
    except msgspec.ValidationError:
        return msgspec.msgpack.encode([[one] for one in told])


Entries = list[Entry]


def load(engine: Engine) -> Entries:
    """Every record, in commit order."""
    with engine.connect() as connection:
        told, posted = records_told, postings_told
        rows = connection.execute(select(told).order_by(told.c.position)).all()
        booked = connection.execute(select(posted).order_by(posted.c.id)).all()
    by_record: dict[tuple[str, int], Entry] = {}
    for row in rows:
        record = read_record(row)
        events = json.loads(json.dumps(record_view(record).events))
        entry = Entry(row.stream, row.at, row.who, record.command, events)
        assert entry.written() == row.events
        by_record[row.stream, row.version] = entry
    for row in booked:
        line = {name: getattr(row, name) for name in ("line", "source", "target", "mites")}
        line |= {"at": row.at, "purpose": row.purpose}
        by_record[row.stream, row.version].postings.append(line)
    return list(by_record.values())


def save(engine: Engine, entries: Entries) -> None:
    """Write the log anew, every number and hash as it should be."""
    heads: dict[str, bytes] = {}
    versions: Counter[str] = Counter()
    rows, booked = [], []
    for position, entry in enumerate(entries, 1):
        stream, events = entry.stream, entry.written()
        versions[stream] += 1
        previous, version = heads.get(stream, GENESIS), versions[stream]
        content = (version, entry.at, entry.who, entry.command, entry.schema, "0", events)
        heads[stream] = record_hash(previous, stream, *content)
        rows.append((position, Record(stream, *content, heads[stream])))
        booked += [{"stream": stream, "version": version, **line} for line in entry.postings]
    with engine.begin() as connection:
        connection.execute(delete(postings))
        connection.execute(delete(records))
        accounts = {line[side] for line in booked for side in ("source", "target")}
        known = Names().numbers(connection, names_in([one for _, one in rows]) | accounts)
        written = [{"position": place, "tx": 0, **record_row(one, known)} for place, one in rows]
        connection.execute(insert(records), written)
        if booked:
            named = [
                line | {name: known[line[name]] for name in ("stream", "source", "target")}
                for line in booked
            ]
            numbered = [{"id": number, **line} for number, line in enumerate(named, 1)]
            connection.execute(insert(postings), numbered)
        rebuild(connection)


def save_people(engine: Engine, entries: Entries) -> None:
    """The table of people as the log has it."""
    rows: dict[str, dict[str, Any]] = {}
    for entry in entries:
        for event in entry.events if entry.stream == PEOPLE else ():
            name = event["name"]
            match event["type"]:
                case "PersonAdded" | "AdminClaimed":
                    rows[name] = {"name": name, "role": event.get("role", "admin"), "active": True}
                    rows[name] |= {"created": entry.at, "password": "", "failures": 0}
                    rows[name] |= {"locked_until": 0}
                case "RoleChanged":
                    rows[name]["role"] = event["after"]
                case "AccountClosed" | "AccountReopened" as kind:
                    rows[name]["active"] = kind == "AccountReopened"
    with engine.begin() as connection:
        connection.execute(delete(people))
        connection.execute(insert(people), list(rows.values()))


def find(
    entries: Entries,
    kind: str,
    where: Callable[[Event], bool] = lambda _: True,
    *,
    last: bool = False,
) -> tuple[int, Entry, Event]:
    """The first or last record with such an event: its place, itself, the event."""
    found = list(_all(entries, kind, where))
    assert found, f"no {kind}"
    return found[-1 if last else 0]


def _all(
    entries: Entries, kind: str, where: Callable[[Event], bool]
) -> Iterator[tuple[int, Entry, Event]]:
    for place, entry in enumerate(entries):
        for event in entry.events:
            if event["type"] == kind and where(event):
                yield place, entry, event
