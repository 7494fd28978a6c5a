"""A log in the hands of a forger who knows the form: numbers, hashes and postings all fit again."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, delete, insert, select

from longsuit.floor.log.record import GENESIS, SCHEMA, record_hash
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.store.day_balances import carry
from longsuit.floor.store.round_index import KINDS
from longsuit.floor.store.schema import carried, milestones, people, postings, records

Event = dict[str, Any]


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
    text: str = ""
    """What is written instead of the events, if anything."""

    def event(self, kind: str) -> Event | None:
        return next((one for one in self.events if one["type"] == kind), None)

    def written(self) -> str:
        return self.text or json.dumps(self.events, separators=(",", ":"), ensure_ascii=False)


Entries = list[Entry]


def load(engine: Engine) -> Entries:
    """Every record, in commit order."""
    with engine.connect() as connection:
        rows = connection.execute(select(records).order_by(records.c.position)).all()
        booked = connection.execute(select(postings).order_by(postings.c.id)).all()
    by_record: dict[tuple[str, int], Entry] = {}
    for row in rows:
        entry = Entry(row.stream, row.at, row.who, row.command, json.loads(row.events))
        assert entry.written() == row.events
        by_record[row.stream, row.version] = entry
    for row in booked:
        line = {name: getattr(row, name) for name in ("line", "source", "target", "mites")}
        line |= {"at": row.at, "reason": row.reason}
        by_record[row.stream, row.version].postings.append(line)
    return list(by_record.values())


def save(engine: Engine, entries: Entries) -> None:
    """Write the log anew, every number and hash as it should be."""
    heads: dict[str, str] = {}
    versions: Counter[str] = Counter()
    rows, booked = [], []
    marked: dict[tuple[str, str, int], dict[str, Any]] = {}
    numbers: Counter[str] = Counter()
    for position, entry in enumerate(entries, 1):
        stream, events = entry.stream, entry.written()
        versions[stream] += 1
        previous, version = heads.get(stream, GENESIS), versions[stream]
        content = (version, entry.at, entry.who, entry.command, entry.schema, events)
        heads[stream] = record_hash(previous, stream, *content)
        names = ("version", "at", "who", "command", "schema", "events")
        row = dict(zip(names, content, strict=True))
        row |= {"position": position, "tx": 0, "stream": stream}
        rows.append(row | {"previous": previous, "hash": heads[stream]})
        for event in entry.events if stream.startswith("table ") else ():
            name = {"RoundBegun": "number", "WagersRegistered": "round"}.get(event["type"], "")
            numbers[stream] = event.get(name, numbers[stream])
        for kind in {event["type"] for event in entry.events} & {*KINDS.values()}:
            where = {"stream": stream, "kind": kind, "version": version}
            marked[stream, kind, version] = where | {"number": numbers[stream], "at": entry.at}
        booked += [{"stream": stream, "version": version, **line} for line in entry.postings]
    with engine.begin() as connection:
        connection.execute(delete(carried))
        connection.execute(delete(milestones))
        connection.execute(delete(postings))
        connection.execute(delete(records))
        connection.execute(insert(records), rows)
        if marked:
            connection.execute(insert(milestones), list(marked.values()))
        if booked:
            numbered = [{"id": number, **line} for number, line in enumerate(booked, 1)]
            connection.execute(insert(postings), numbered)
            columns = ("stream", "at", "source", "target", "mites")
            carry(connection, [tuple(line[name] for name in columns) for line in booked])


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
