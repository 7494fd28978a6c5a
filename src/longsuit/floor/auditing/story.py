"""What tables and meters each tell of the same commands: it has to be the same story.

A round that ends feeds every meter of its table once; a jackpot leaves the meter that the table
says, with the same amount. Each stream tells it in its own order, which for one table and one meter
is the same order, so the two lists are compared from the front as they grow.
"""

import zlib
from array import array
from functools import lru_cache
from typing import Any

from msgspec import Struct

from longsuit.floor.auditing.faults import Broken, Fault
from longsuit.progressive import events

MOST_WAGERS = 15
MOST_ROUNDS = 1 << 27

Told = tuple[Any, ...]
"""What happened between a table and a meter besides contributions, with who asked and the key."""


def moved(event: Any, who: str, command: str) -> Told:
    """What happened, in the words that a table and a meter share."""
    match event:
        case events.TableJoined():
            return "joined", who, command
        case events.AwardLocked(claim=claim):
            award = (event.seat, event.hand, str(event.share), event.amount)
            return "locked", claim.round, claim.number, *award, who, command
        case events.JackpotPaid(claim=claim):
            return "paid", claim.round, claim.number, event.amount, event.player, who, command
        case events.AwardVoided(claim=claim):
            what = (event.amount, event.reason, event.by)
            return "voided", claim.round, claim.number, *what, who, command
        case events.TriggerOpened():
            return "drawn", event.round, event.seats, event.winner, who, command
    raise Broken(f"{type(event).__name__} is no event between a table and a meter.")


def packed(number: int, wagers: int, who: str, command: str) -> int:
    """A contribution in one number: the round, its wagers, and a mark of the command."""
    if not (0 < number < MOST_ROUNDS and 0 < wagers <= MOST_WAGERS):
        raise Broken(f"there is no round {number} with {wagers} wagers.")
    return number << 36 | wagers << 32 | _mark_of(who, command)


@lru_cache(maxsize=64)
def _mark_of(who: str, command: str) -> int:
    """A table and its meters tell of one command one after another."""
    return zlib.crc32(f"{who}\n{command}".encode())


def unpacked(told: int) -> str:
    """The same for people."""
    wagers = told >> 32 & MOST_WAGERS
    return f"round {told >> 36} with {wagers} progressive wager{'' if wagers == 1 else 's'}"


class Contributions(Struct):
    """Rounds that fed meters, each with the record that says so."""

    told: "array[int]"
    versions: "array[int]"

    def add(self, told: int, version: int) -> None:
        """One more."""
        self.told.append(told)
        self.versions.append(version)

    def extend(self, more: "Contributions") -> None:
        """Those that follow."""
        self.told.extend(more.told)
        self.versions.extend(more.versions)


def contributions() -> Contributions:
    """None yet."""
    return Contributions(array("q"), array("q"))


class TableStory(Struct):
    """What a table says of its meters."""

    ended: Contributions
    """Every round with registered wagers that ended: each of its meters has it."""
    moved: dict[str, list[tuple[Told, int]]]
    """By meter: jackpots locked, paid, voided and drawn, each with the record."""


class MeterStory(Struct):
    """What a meter says of one table."""

    ended: Contributions
    moved: list[tuple[Told, int]]
    compared: int = 0
    """How many contributions have been found to agree."""
    agreed: int = 0
    """How many of what moved."""


class Stories:
    """All of them, compared as they grow."""

    def __init__(self) -> None:
        self._tables: dict[str, TableStory] = {}
        self._links: dict[str, tuple[str, ...]] = {}
        self._meters: dict[tuple[str, str], MeterStory] = {}

    def link(self, table: str, meters: tuple[str, ...]) -> None:
        """A table feeds these meters."""
        self._links[table] = meters
        self._table(table)
        for meter in meters:
            self._meter(meter, table)

    def _table(self, table: str) -> TableStory:
        return self._tables.setdefault(table, TableStory(contributions(), {}))

    def _meter(self, meter: str, table: str) -> MeterStory:
        return self._meters.setdefault((meter, table), MeterStory(contributions(), []))

    def table_told(self, table: str, more: TableStory) -> None:
        """A table goes on."""
        story = self._table(table)
        story.ended.extend(more.ended)
        for meter, moved in more.moved.items():
            story.moved.setdefault(meter, []).extend(moved)

    def meter_told(self, meter: str, table: str, ended: Contributions) -> None:
        """A meter has been fed by a table."""
        self._meter(meter, table).ended.extend(ended)

    def meter_fed(self, meter: str, table: str, told: int, version: int) -> None:
        """One contribution more."""
        self._meter(meter, table).ended.add(told, version)

    def meter_moved(self, meter: str, table: str, told: Told, version: int) -> None:
        """Something else happened between a meter and a table."""
        self._meter(meter, table).moved.append((told, version))

    def disagreement(self, position: int) -> Fault | None:
        """The first thing that a table and a meter tell differently, as far as both have got."""
        for (meter, table), story in self._meters.items():
            found = self._contributions_differ(meter, table, story, position)
            found = found or self._moves_differ(meter, table, story, position)
            if found is not None:
                return found
        return None

    def _contributions_differ(
        self, meter: str, table: str, story: MeterStory, position: int
    ) -> Fault | None:
        ended = self._table(table).ended
        end = min(len(ended.told), len(story.ended.told))
        theirs, ours = ended.told[story.compared : end], story.ended.told[story.compared : end]
        if theirs == ours:
            story.compared = end
            return None
        at = next(i for i, (a, b) in enumerate(zip(theirs, ours, strict=True)) if a != b)
        at += story.compared
        return Fault(
            position,
            f"meter {meter}",
            story.ended.versions[at],
            f"it is fed by {table} {unpacked(story.ended.told[at])}, but what {table} ended "
            f"then, in its record {ended.versions[at]}, is {unpacked(ended.told[at])}"
            f"{_mark(story.ended.told[at], ended.told[at])}.",
        )

    def _moves_differ(
        self, meter: str, table: str, story: MeterStory, position: int
    ) -> Fault | None:
        moved = self._table(table).moved.get(meter, [])
        for at in range(story.agreed, min(len(moved), len(story.moved))):
            (theirs, there), (ours, here) = moved[at], story.moved[at]
            if theirs != ours:
                what = f"it says {_shown(ours)}, and {table} in its record {there} says"
                return Fault(position, f"meter {meter}", here, f"{what} {_shown(theirs)}.")
            story.agreed = at + 1
        return None

    def left_over(self, position: int) -> Fault | None:
        """What only one of the two tells, once both have been heard to the end."""
        for (meter, table), story in self._meters.items():
            table_stream, meter_stream = f"table {table}", f"meter {meter}"
            if meter not in self._links.get(table, ()):
                what = f"{table} is not a table that feeds this meter."
                return Fault(position, meter_stream, 1, what)
            ended, moved = self._table(table).ended, self._table(table).moved.get(meter, [])
            if len(ended.told) > len(story.ended.told):
                at = len(story.ended.told)
                what = f"it ended {unpacked(ended.told[at])}, and the meter {meter} has none of it."
                return Fault(position, table_stream, ended.versions[at], what)
            if len(story.ended.told) > len(ended.told):
                at = len(ended.told)
                what = f"it is fed by {table} {unpacked(story.ended.told[at])}"
                what += f", and {table} ended no such round."
                return Fault(position, meter_stream, story.ended.versions[at], what)
            if len(moved) > len(story.moved):
                told, version = moved[len(story.moved)]
                what = f"it says {_shown(told)}, and the meter {meter} says nothing of it."
                return Fault(position, table_stream, version, what)
            if len(story.moved) > len(moved):
                told, version = story.moved[len(moved)]
                what = f"it says {_shown(told)}, and {table} says nothing of it."
                return Fault(position, meter_stream, version, what)
        return None


def _mark(ours: int, theirs: int) -> str:
    """A word for contributions that differ in nothing but the command."""
    return ", by another command" if ours >> 32 == theirs >> 32 else ""


def _shown(told: Told) -> str:
    kind, *rest = told
    return f"'{kind} {', '.join(map(str, rest))}'"
