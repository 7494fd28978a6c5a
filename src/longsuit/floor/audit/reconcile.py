"""What tables and meters each tell of the same commands: it has to be the same story.

A table and a meter tell of each other in the same order, so the two lists are compared from the
front as they grow, and what has been compared is let go of. Rounds feed a Must Hit meter in its own
stream, as every meter in form 1 of the log. All others are told by the table alone, and the meter
says up to which round it has gathered them, and how much: it is the sum of those rounds.
"""

import zlib
from array import array
from functools import lru_cache
from typing import Any

from msgspec import Struct

from longsuit.core.money import Mites
from longsuit.core.progressive import events
from longsuit.core.progressive.terms import Terms
from longsuit.floor.audit.findings import Broken, Fault
from longsuit.floor.engine.clock import MOST_OUT
from longsuit.floor.people.identity import MINUTE
from longsuit.floor.slips.register import SlipIssued
from longsuit.floor.tables.links import Relinked

MOST_WAGERS = 15
MOST_ROUNDS = 1 << 27
_JOINS, _LEAVES = 1, 2
"""What stands for the wagers where no round is told of."""
HEARD_WITHIN = 2 * MOST_OUT + MINUTE
"""After which a round that was written before is in every meter that is gathered.

Two servers may be so far apart in time, and what is still being committed is not heard of."""

Told = tuple[Any, ...]
"""A jackpot as a table and a meter tell of it, with who asked and the key."""
Move = tuple[Told, int, int]
"""The same with the version of the record that tells of it, and its place in the log."""


def moved(event: Any, who: str, command: str) -> Told:
    """What happened, in the words that a table and a meter share."""
    match event:
        case events.AwardLocked(claim=claim):
            award = (event.seat, event.hand, str(event.share), event.amount)
            return "locked", claim.round, claim.number, *award, who, command
        case events.JackpotPaid(claim=claim):
            paid = (event.amount, event.player, event.payment)
            return "paid", claim.round, claim.number, *paid, who, command
        case events.AwardVoided(claim=claim):
            what = (event.amount, event.reason, event.by)
            return "voided", claim.round, claim.number, *what, who, command
        case events.ContributionReturned():
            return "returned", event.round, who, command
        case events.TriggerOpened():
            return "drawn", event.round, event.seats, event.winner, who, command
    raise Broken(f"{type(event).__name__} is no event between a table and a meter.")


# What both tell, in one order


def packed(number: int, wagers: int, who: str, command: str) -> int:
    """A round that feeds a meter in one number: the round, its wagers, a mark of the command."""
    if not (0 < number < MOST_ROUNDS and 0 < wagers <= MOST_WAGERS):
        raise Broken(f"there is no round {number} with {wagers} wagers.")
    return number << 36 | wagers << 32 | _mark_of(who, command)


def linked(who: str, command: str, *, joins: bool) -> int:
    """That a table joins a meter, or leaves it, in one number."""
    return (_JOINS if joins else _LEAVES) << 32 | _mark_of(who, command)


@lru_cache(maxsize=64)
def _mark_of(who: str, command: str) -> int:
    """A table and its meters tell of one command one after another."""
    return zlib.crc32(f"{who}\n{command}".encode())


def unpacked(told: int) -> str:
    """The same for people."""
    number, wagers = told >> 36, told >> 32 & MOST_WAGERS
    if not number:
        return "that the table joins" if wagers == _JOINS else "that the table leaves"
    return f"round {number} with {wagers} progressive wager{'' if wagers == 1 else 's'}"


class Chapters(Struct):
    """What one side tells, each with the record that says so."""

    told: "array[int]"
    versions: "array[int]"

    def add(self, told: int, version: int) -> None:
        """One more."""
        self.told.append(told)
        self.versions.append(version)

    def extend(self, more: "Chapters") -> None:
        """Those that follow."""
        self.told.extend(more.told)
        self.versions.extend(more.versions)

    def drop(self, count: int) -> None:
        """So many have been compared."""
        del self.told[:count]
        del self.versions[:count]


def chapters() -> Chapters:
    """None yet."""
    return Chapters(array("q"), array("q"))


# What a table tells alone, and a meter gathers


class Deposits(Struct):
    """Rounds by which a table has put something into a meter; 0 where it leaves the meter."""

    rounds: "array[int]"
    wagers: "array[int]"
    ats: "array[int]"
    places: "array[int]"
    """Of the records in the log."""

    def add(self, number: int, wagers: int, at: int, place: int) -> None:
        """One more."""
        for column, value in zip(self.columns, (number, wagers, at, place), strict=True):
            column.append(value)

    def extend(self, more: "Deposits") -> None:
        """Those that follow."""
        for column, others in zip(self.columns, more.columns, strict=True):
            column.extend(others)

    def drop(self, count: int) -> None:
        """So many have been gathered."""
        for column in self.columns:
            del column[:count]

    @property
    def columns(self) -> "tuple[array[int], ...]":
        """One beside the other."""
        return self.rounds, self.wagers, self.ats, self.places


def deposits() -> Deposits:
    """None yet."""
    return Deposits(array("q"), array("b"), array("q"), array("q"))


class Gathering(Struct, frozen=True):
    """What a meter says that it has taken in of a table."""

    terms: Terms
    at: int
    place: int
    """Of the record in the log."""
    version: int
    part: events.Part | None = None
    """None where there was nothing to take in."""
    leaves: bool = False
    """The table leaves, and all of its rounds are in the meter."""


class TableStory(Struct):
    """What a table says of its meters, by meter."""

    both: dict[str, Chapters]
    """Joined, left, and rounds that the meter tells of too."""
    alone: dict[str, Deposits]
    """Rounds that the meter gathers."""
    moved: dict[str, list[Move]]
    """Jackpots locked, paid, voided and drawn."""
    slips: list[tuple[SlipIssued, Told]] = []
    """The slips of its jackpots as the stream of slips should have them, each with who asked and
    the key, the position and the version of its record."""

    def relink(self, links: Relinked, command: tuple[str, str], row: Any) -> None:
        """The table leaves some meters and joins others."""
        for joins, names in ((False, links.left), (True, links.joined)):
            for meter in names:
                told = linked(*command, joins=joins)
                self.both.setdefault(meter, chapters()).add(told, row.version)
                if not joins:
                    alone = self.alone.setdefault(meter, deposits())
                    alone.add(0, 0, row.at, row.position)


def table_story() -> TableStory:
    """Nothing yet."""
    return TableStory({}, {}, {})


class Pair:
    """A table and a meter, and what each has told that the other has not yet been heard of."""

    def __init__(self, meter: str, table: str) -> None:
        self.meter, self.table = meter, table
        self.theirs, self.ours = chapters(), chapters()
        self.deposits = deposits()
        self.gatherings: list[Gathering] = []
        self.their_moves: list[Move] = []
        self.our_moves: list[Move] = []
        self._last: Gathering | None = None
        """When the meter was last gathered."""

    def differ(self, position: int) -> Fault | None:
        """The first thing that the two tell differently, as far as both have got."""
        return (
            self._chapters_differ(position) or self._sums_differ(position) or self._moves(position)
        )

    def _chapters_differ(self, position: int) -> Fault | None:
        count = min(len(self.theirs.told), len(self.ours.told))
        theirs, ours = self.theirs.told[:count], self.ours.told[:count]
        if theirs != ours:
            at = next(i for i, (a, b) in enumerate(zip(theirs, ours, strict=True)) if a != b)
            record = self.theirs.versions[at]
            what = f"of {self.table} it tells {unpacked(ours[at])}, and {self.table} tells in its "
            what += f"record {record} {unpacked(theirs[at])}{_mark(ours[at], theirs[at])}."
            return Fault(position, f"meter {self.meter}", self.ours.versions[at], what)
        self.theirs.drop(count)
        self.ours.drop(count)
        return None

    def _sums_differ(self, position: int) -> Fault | None:
        while self.gatherings:
            gathering, there = self.gatherings[0], self.deposits
            wrong = self._left_out()
            count = 0
            if gathering.part is not None:
                ended = gathering.part.round
                while count < len(there.rounds) and 0 < there.rounds[count] <= ended:
                    count += 1
                if (
                    wrong is None
                    and count == len(there.rounds)
                    and (not count or there.rounds[-1] < ended)
                ):
                    # The table has not been heard so far.
                    return None
                wrong = wrong or self._wrong_part(gathering, gathering.part, count)
            elif gathering.leaves:
                if wrong is None and not there.rounds:
                    return None
                if wrong is None and there.rounds[0]:
                    wrong = f"{self.table} leaves it, and its round {there.rounds[0]} is not in it."
                count = 1
            if wrong is not None:
                return Fault(position, f"meter {self.meter}", gathering.version, wrong)
            there.drop(count)
            self._last = gathering
            del self.gatherings[0]
        wrong = self._left_out()
        if wrong is None or self._last is None:
            return None
        return Fault(position, f"meter {self.meter}", self._last.version, wrong)

    def _wrong_part(self, gathering: Gathering, part: events.Part, count: int) -> str | None:
        """Why a table's part is not the sum of its first so many rounds that were not gathered."""
        there, terms = self.deposits, gathering.terms
        if not count or there.rounds[count - 1] != part.round:
            return f"it gathers round {part.round} of {self.table}, which put nothing into it then."
        if there.places[count - 1] >= gathering.place:
            return f"it gathers round {part.round} of {self.table}, which ended later."
        if there.wagers[count - 1] != part.wagers:
            wagers = f"{part.wagers} wagers, and there were {there.wagers[count - 1]}"
            return f"it gathers round {part.round} of {self.table} with {wagers}."
        main, reserve = worth(terms, sum(there.wagers[:count]))
        if (part.main, part.reserve) != (main, reserve):
            said = f"{part.main} and {part.reserve} mites of {self.table}"
            return f"it gathers {said}, whose rounds put in {main} and {reserve}."
        return None

    def _left_out(self) -> str | None:
        """Whether the last gathering should have found a round that it left out."""
        there, last = self.deposits, self._last
        if last is None or not there.rounds or not there.rounds[0]:
            return None
        if there.places[0] < last.place and there.ats[0] + HEARD_WITHIN < last.at:
            return f"it was gathered without round {there.rounds[0]} of {self.table}."
        return None

    def _moves(self, position: int) -> Fault | None:
        count = min(len(self.their_moves), len(self.our_moves))
        for (theirs, there, later), (ours, here, place) in zip(
            self.their_moves[:count], self.our_moves[:count], strict=True
        ):
            what = f"it says {_shown(ours)}, and {self.table} in its record {there} says"
            if theirs != ours:
                return Fault(position, f"meter {self.meter}", here, f"{what} {_shown(theirs)}.")
            if place >= later:
                # A command writes to its meters first: what came after it is not in the amount.
                return Fault(position, f"meter {self.meter}", here, f"{what} so before it.")
        del self.their_moves[:count]
        del self.our_moves[:count]
        return None

    def left_over(self, position: int) -> Fault | None:
        """What only one of the two tells, once both have been heard to the end."""
        table_stream, meter_stream = f"table {self.table}", f"meter {self.meter}"
        for theirs in zip(self.theirs.told, self.theirs.versions, strict=True):
            what = f"it tells {unpacked(theirs[0])}, and the meter {self.meter} has none of it."
            return Fault(position, table_stream, theirs[1], what)
        for ours in zip(self.ours.told, self.ours.versions, strict=True):
            what = f"it tells {unpacked(ours[0])} of {self.table}, which tells nothing of it."
            return Fault(position, meter_stream, ours[1], what)
        for gathering in self.gatherings:
            number = gathering.part.round if gathering.part is not None else 0
            what = f"it gathers round {number} of {self.table}, which ended no such round."
            return Fault(position, meter_stream, gathering.version, what)
        for told, version, _ in self.their_moves:
            what = f"it says {_shown(told)}, and the meter {self.meter} says nothing of it."
            return Fault(position, table_stream, version, what)
        for told, version, _ in self.our_moves:
            what = f"it says {_shown(told)}, and {self.table} says nothing of it."
            return Fault(position, meter_stream, version, what)
        return None


def worth(terms: Terms, wagers: int) -> tuple[Mites, Mites]:
    """What so many wagers put into a meter and its reserve (PRG-2)."""
    handle = terms.wager * wagers
    return handle * terms.main, handle * terms.reserve


class Stories:
    """All of them, compared as they grow."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], Pair] = {}
        self._moves: dict[Told, tuple[int, str, int]] = {}
        """Money that one meter says has left for another, or come from it, and the other has not
        said yet: how often, below zero where it came, and the record."""

    def move(self, told: Told, row: Any, side: int) -> None:
        """One side of a move between two meters: 1 for the one that it leaves, -1 for the other."""
        told = (*told, row.who, row.command)
        open_sides = self._moves.pop(told, (0,))[0] + side
        if open_sides:
            self._moves[told] = (open_sides, row.stream, row.version)

    def pair(self, meter: str, table: str) -> Pair:
        """A meter and a table that tell of each other."""
        found = self._pairs.get((meter, table))
        if found is None:
            found = self._pairs[meter, table] = Pair(meter, table)
        return found

    def table_told(self, table: str, more: TableStory) -> None:
        """A table goes on."""
        for meter, both in more.both.items():
            self.pair(meter, table).theirs.extend(both)
        for meter, alone in more.alone.items():
            self.pair(meter, table).deposits.extend(alone)
        for meter, moved in more.moved.items():
            self.pair(meter, table).their_moves.extend(moved)

    def disagreement(self, position: int) -> Fault | None:
        """The first thing that a table and a meter tell differently, as far as both have got."""
        found = (pair.differ(position) for pair in self._pairs.values())
        return next((fault for fault in found if fault is not None), None)

    def left_over(self, position: int) -> Fault | None:
        """What only one of the two tells, once both have been heard to the end."""
        for (source, target, mites, *_), (_, stream, version) in self._moves.items():
            what = f"{mites} mites from meter {source} to meter {target} are told by one of them."
            return Fault(position, stream, version, what)
        found = (pair.left_over(position) for pair in self._pairs.values())
        return next((fault for fault in found if fault is not None), None)

    def not_gathered(self, meter: str) -> int:
        """The wagers whose parts lie with the tables, once all has been compared."""
        pairs = (pair for (name, _), pair in self._pairs.items() if name == meter)
        return sum(sum(pair.deposits.wagers) for pair in pairs)


def _mark(ours: int, theirs: int) -> str:
    """A word for what differs in nothing but the command."""
    return ", by another command" if ours >> 32 == theirs >> 32 else ""


def _shown(told: Told) -> str:
    kind, *rest = told
    return f"'{kind} {', '.join(map(str, rest))}'"
