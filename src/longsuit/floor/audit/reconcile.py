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

from longsuit.core.progressive import events
from longsuit.floor.audit.findings import Broken, Fault
from longsuit.floor.tables.links import Relinked

MOST_WAGERS = 15
MOST_ROUNDS = 1 << 27

Told = tuple[Any, ...]
"""What happened between a table and a meter besides contributions, with who asked and the key."""


def moved(event: Any, who: str, command: str) -> Told:
    """What happened, in the words that a table and a meter share."""
    match event:
        case events.TableJoined():
            return "joined", who, command
        case events.TableLeft():
            return "left", who, command
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
    """Every round with registered wagers that ended: each of its meters then has it."""
    moved: dict[str, list[tuple[Told, int]]]
    """By meter: joined, left, jackpots locked, paid, voided and drawn, each with the record."""
    links: list[tuple[int, str, bool]]
    """When it joined a meter, or left it: after how many rounds, which, and whether it joined."""

    def relink(self, links: Relinked, command: tuple[str, str], version: int) -> None:
        """The table leaves some meters and joins others."""
        for joins, names in ((False, links.left), (True, links.joined)):
            for meter in names:
                told = ("joined" if joins else "left", *command)
                self.moved.setdefault(meter, []).append((told, version))
                self.links.append((len(self.ended.told), meter, joins))


class Span(Struct):
    """A time for which a table shares a meter, counted in the table's own rounds."""

    start: int
    end: int | None = None
    """None while it does."""


class MeterStory(Struct):
    """What a meter says of one table."""

    ended: Contributions
    moved: list[tuple[Told, int]]
    spans: list[Span]
    """When the table says that it shared the meter."""
    left: list[int]
    """After how many contributions the meter says that the table left it."""
    compared: int = 0
    """How many contributions have been found to agree."""
    span: int = 0
    """The span that is being compared."""
    reached: int = 0
    """How many of the table's rounds have been compared, or were none of this meter's."""
    agreed: int = 0
    """How many of what moved."""


class Stories:
    """All of them, compared as they grow."""

    def __init__(self) -> None:
        self._tables: dict[str, TableStory] = {}
        self._meters: dict[tuple[str, str], MeterStory] = {}

    def _table(self, table: str) -> TableStory:
        return self._tables.setdefault(table, TableStory(contributions(), {}, []))

    def _meter(self, meter: str, table: str) -> MeterStory:
        return self._meters.setdefault((meter, table), MeterStory(contributions(), [], [], []))

    def table_told(self, table: str, more: TableStory) -> None:
        """A table goes on."""
        story = self._table(table)
        before = len(story.ended.told)
        for after, meter, joins in more.links:
            spans = self._meter(meter, table).spans
            if joins:
                spans.append(Span(before + after))
            else:
                spans[-1].end = before + after
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
        story = self._meter(meter, table)
        story.moved.append((told, version))
        if told[0] == "left":
            story.left.append(len(story.ended.told))

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
        """Span by span, as far as both have got."""
        ended = self._table(table).ended
        while story.span < len(story.spans):
            span = story.spans[story.span]
            start = max(story.reached, span.start)
            end = len(ended.told) if span.end is None else span.end
            count = min(end - start, len(story.ended.told) - story.compared)
            theirs = ended.told[start : start + count]
            ours = story.ended.told[story.compared : story.compared + count]
            if theirs != ours:
                at = next(i for i, (a, b) in enumerate(zip(theirs, ours, strict=True)) if a != b)
                here, there = story.compared + at, start + at
                return Fault(
                    position,
                    f"meter {meter}",
                    story.ended.versions[here],
                    f"it is fed by {table} {unpacked(story.ended.told[here])}, but what {table} "
                    f"ended then, in its record {ended.versions[there]}, is "
                    f"{unpacked(ended.told[there])}"
                    f"{_mark(story.ended.told[here], ended.told[there])}.",
                )
            story.compared += count
            story.reached = start + count
            if story.reached < end or span.end is None:
                return None
            story.span += 1
        return None

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
            found = self._rounds_left(meter, table, story, position)
            found = found or self._moves_left(meter, table, story, position)
            if found is not None:
                return found
        return None

    def _rounds_left(
        self, meter: str, table: str, story: MeterStory, position: int
    ) -> Fault | None:
        table_stream, meter_stream = f"table {table}", f"meter {meter}"
        if not story.spans:
            what = f"{table} is not a table that feeds this meter."
            return Fault(position, meter_stream, 1, what)
        ended = self._table(table).ended
        at = _not_reached(story, len(ended.told))
        if at is not None:
            what = f"it ended {unpacked(ended.told[at])}, and the meter {meter} has none of it."
            return Fault(position, table_stream, ended.versions[at], what)
        if len(story.ended.told) > story.compared:
            at = story.compared
            what = f"it is fed by {table} {unpacked(story.ended.told[at])}"
            what += f", and {table} ended no such round."
            return Fault(position, meter_stream, story.ended.versions[at], what)
        return None

    def _moves_left(self, meter: str, table: str, story: MeterStory, position: int) -> Fault | None:
        table_stream, meter_stream = f"table {table}", f"meter {meter}"
        moved = self._table(table).moved.get(meter, [])
        if len(moved) > len(story.moved):
            told, version = moved[len(story.moved)]
            what = f"it says {_shown(told)}, and the meter {meter} says nothing of it."
            return Fault(position, table_stream, version, what)
        if len(story.moved) > len(moved):
            told, version = story.moved[len(moved)]
            what = f"it says {_shown(told)}, and {table} says nothing of it."
            return Fault(position, meter_stream, version, what)
        rounds = 0
        leaves = [version for told, version in story.moved if told[0] == "left"]
        for span, here, version in zip(story.spans, story.left, leaves, strict=False):
            rounds += (span.end or 0) - span.start
            if here != rounds:
                what = f"{table} has fed it {here} times when it leaves, and says {rounds}."
                return Fault(position, meter_stream, version, what)
        return None


def _not_reached(story: MeterStory, rounds: int) -> int | None:
    """The first of a table's rounds that should have fed a meter, and has not."""
    for span in story.spans[story.span :]:
        start = max(story.reached, span.start)
        if start < (rounds if span.end is None else span.end):
            return start
    return None


def _mark(ours: int, theirs: int) -> str:
    """A word for contributions that differ in nothing but the command."""
    return ", by another command" if ours >> 32 == theirs >> 32 else ""


def _shown(told: Told) -> str:
    kind, *rest = told
    return f"'{kind} {', '.join(map(str, rest))}'"
