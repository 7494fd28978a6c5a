"""The feed of a table: what happened since a version, and what happens from now on.

Each message is made for one looker, from the events and the table after each of them.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from longsuit.floor.log.codec import decode_state, events_left
from longsuit.floor.log.record import DamagedStream, Head, fault
from longsuit.floor.reads.table_view import Looker, hear
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables.state import FloorTable, evolve_floor, without_round

KEPT = 100
"""Records of each table, some three rounds, that are kept at hand for viewers who come back.

Who has missed more is told from the log since its last snapshot, or starts anew from the view."""


class Step(Struct, frozen=True):
    """One record of a table: its events, each with the table after it."""

    version: int
    events: tuple[tuple[FloorTable, Any], ...]

    def for_looker(self, looker: Looker) -> list[Any]:
        """The events that the looker may hear of."""
        return hear(self.events, looker)


class TableFeed:
    """The last records of one table."""

    def __init__(self) -> None:
        self._steps: deque[Step] = deque(maxlen=KEPT)

    def add(self, step: Step) -> None:
        """One more record."""
        self._steps.append(step)

    def since(self, version: int) -> list[Step] | None:
        """The records after a version, or None when they reach further back than is kept."""
        if not self._steps or self._steps[0].version > version + 1:
            return None
        return [step for step in self._steps if step.version > version]


def steps_of(
    table: FloorTable | None, told: list[tuple[int, list[Any]]]
) -> tuple[list[Step], FloorTable | None]:
    """Records of a table as steps, and the table after them; `table` is as it stood before."""
    steps = []
    for version, events in told:
        pairs = []
        for event in events:
            table = evolve_floor(table, event)
            pairs.append((table, event))
        steps.append(Step(version, tuple(pairs)))
    return steps, table


def read_steps(log: Log, name: str, after: int) -> Iterator[Step]:
    """The records of a table after a version, from the log itself, for as long as they hold."""
    stream = f"table {name}"
    table: FloorTable | None = None
    head, gap = Head(), False
    snapshot = log.snapshot(stream)
    if snapshot is not None and snapshot.head.version <= after:
        state = decode_state(stream, snapshot.state)
        assert isinstance(state, FloorTable)
        table, head = state, snapshot.head
    for record in log.each(stream, head.version):
        if wrong := fault(record, head):
            raise DamagedStream(wrong)
        head = record.head
        events, gap = events_left(record, gap)
        if record.is_shortened and table is not None:
            table = without_round(table)
        found, table = steps_of(table, [(record.version, list(events))])
        if record.version > after:
            yield from found
