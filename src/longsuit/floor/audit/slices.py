"""A stretch of the log, checked by one process: its links, its tables, its meters, its postings."""

from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.core.money import Mites, show_mites
from longsuit.floor.audit.chain import complaint
from longsuit.floor.audit.findings import CHAIN, LEDGER, Broken, Fault
from longsuit.floor.audit.short_streams import SHORT, ShortPart, ShortWalk
from longsuit.floor.audit.streams import MeterPart, MeterWalk, TablePart, TableWalk
from longsuit.floor.store.audit_rows import Pages, PostingRow, Row
from longsuit.floor.store.schema import PURPOSES

Walk = TableWalk | MeterWalk | ShortWalk
Part = TablePart | MeterPart | ShortPart
NONSENSE = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(TypeError, ValueError, StopIteration),
)
"""What the rules may stumble over when they are given what can never have been."""


def words(error: Exception) -> str:
    """What is wrong with a record, in words."""
    if isinstance(error, Broken | InputError):
        return str(error)
    return f"it cannot be replayed ({type(error).__name__})."


Given = dict[str, bytes]
"""By stream: the settings of tables and the terms of meters, as far as they are known."""


class Piece(Struct):
    """What came of a stretch."""

    records: int
    ends: dict[str, tuple[Row, Row]]
    """The first and the last record of each stream."""
    parts: dict[str, Part]
    faults: list[Fault]
    given: Given
    """The settings and terms that it was checked with."""
    unknown: bool
    """Some stream could not be followed for want of settings: it has to be done again."""
    postings: int
    balances: dict[str, Mites]
    gone: dict[str, list[tuple[int, int]]]
    """Records without content by stream: the first and the last of each run."""


def check_piece(pages: Pages, first: int, end: int, last: int, given: Given) -> Piece:
    """Check the records from one position up to another, of a log that goes on to `last`."""
    return _Stretch(pages, last, given).check(first, end)


class _Stretch:
    def __init__(self, pages: Pages, last: int, given: Given) -> None:
        self._pages = pages
        self._last = last
        self._given = given
        self._walks: dict[str, Walk] = {}
        self._ends: dict[str, tuple[Row, Row]] = {}
        self._broken: dict[str, Fault] = {}
        self._unbalanced: list[Fault] = []
        self._postings = 0
        self._balances: dict[str, Mites] = {}
        self._gone: dict[str, list[tuple[int, int]]] = {}

    def check(self, first: int, end: int) -> Piece:
        rows = self._pages.stretch(first, end)
        self._read(rows)
        for stream, walk in self._walks.items():
            self._finish(stream, walk)
        for stream, walk in self._walks.items():
            if stream not in self._broken and not walk.unknown:
                self._check_postings(stream, walk)
        parts = {
            stream: part
            for stream, walk in self._walks.items()
            if stream not in self._broken and (part := walk.part()) is not None
        }
        return Piece(
            len(rows),
            self._ends,
            parts,
            [*self._broken.values(), *self._unbalanced],
            {stream: walk.given for stream, walk in self._walks.items() if walk.given},
            any(walk.unknown for walk in self._walks.values()),
            self._postings,
            self._balances,
            self._gone,
        )

    def _read(self, rows: Sequence[Row]) -> None:
        pages, walks, broken = self._pages, self._walks, self._broken
        last: dict[str, Row] = {}
        for row in rows:
            stream = row.stream
            if stream in broken:
                continue
            before = last.get(stream)
            if before is None and type(row.version) is int and row.version > 1:
                before = pages.one(stream, row.version - 1)
            if wrong := complaint(row, before, pages.latest):
                self._break(Fault(row.position, _named(stream), row.version, wrong, CHAIN))
                continue
            last[stream] = row
            if not row.events:
                self._note_gone(row)
            walk = walks.get(stream) or self._meet(row)
            if walk is None:
                continue
            try:
                walk.take(pages, row)
            except (Broken, InputError, *NONSENSE) as error:
                self._blame(stream, walk, error)
        self._ends = {stream: (self._ends[stream][0], row) for stream, row in last.items()}

    def _note_gone(self, row: Row) -> None:
        runs = self._gone.setdefault(row.stream, [])
        if runs and runs[-1][1] == row.version - 1:
            runs[-1] = runs[-1][0], row.version
        else:
            runs.append((row.version, row.version))

    def _meet(self, row: Row) -> Walk | None:
        """The first record of a stream in this stretch."""
        self._ends[row.stream] = (row, row)
        walk = _walk(row.stream, self._given.get(row.stream, b""))
        if walk is None:
            what = "there is no such kind of stream."
            self._break(Fault(row.position, row.stream, row.version, what, CHAIN))
            return None
        self._walks[row.stream] = walk
        return walk

    def _finish(self, stream: str, walk: Walk) -> None:
        try:
            walk.finish(self._pages, self._last, whole=stream not in self._broken)
        except (Broken, InputError, *NONSENSE) as error:
            self._blame(stream, walk, error)

    def _blame(self, stream: str, walk: Walk, error: Exception) -> None:
        """Whatever a lie in the log leads to is a fault of the record at hand."""
        row = walk.at
        assert row is not None
        self._break(Fault(row.position, stream, row.version, words(error)))

    def _break(self, fault: Fault) -> None:
        known = self._broken.get(fault.stream)
        if known is None or fault.order < known.order:
            self._broken[fault.stream] = fault

    # The ledger

    def _check_postings(self, stream: str, walk: Walk) -> None:
        """Every entry follows from a record, and every record has its entries."""
        if walk.last < walk.first:
            return
        found = self._pages.postings(stream, walk.first, walk.last)
        if found != walk.postings:
            self._unbalanced.append(self._posting_fault(stream, found, walk.postings))
            return
        if place := self._pages.unordered(stream, walk.first, walk.last):
            version, line = place
            what = f"line {line} of its ledger entries is numbered before the one before it."
            self._unbalanced.append(
                Fault(self._position(stream, version), stream, version, what, LEDGER)
            )
            return
        self._postings += len(found)
        balances = self._balances
        for _, _, _, source, target, mites, _ in found:
            balances[source] = balances.get(source, 0) - mites
            balances[target] = balances.get(target, 0) + mites

    def _posting_fault(
        self, stream: str, found: list[PostingRow], expected: list[PostingRow]
    ) -> Fault:
        pairs = zip_longest(found, expected)
        one, other = next((one, other) for one, other in pairs if one != other)
        if other is None or (one is not None and one[:2] < other[:2]):
            version, line = one[0], one[1]
            what = f"nothing leads to line {line} of its ledger entries, {_entry(one)}."
        elif one is None or one[:2] > other[:2]:
            version, line = other[0], other[1]
            what = f"line {line} of its ledger entries is missing, {_entry(other)}."
        else:
            version, line = one[0], one[1]
            what = f"line {line} of its ledger entries is {_entry(one)}"
            what += f", and should be {_entry(other)}."
        return Fault(self._position(stream, version), stream, version, what, LEDGER)

    def _position(self, stream: str, version: int) -> int:
        return next(iter(self._pages.after(stream, version - 1, self._last))).position


def _walk(stream: str, given: bytes) -> Walk | None:
    """Who follows a stream, by its kind."""
    kind, _, name = stream.partition(" ")
    if kind == "table":
        return TableWalk(name, given)
    if kind == "meter":
        return MeterWalk(name, given)
    return ShortWalk() if stream in SHORT else None


def _named(stream: object) -> str:
    """The name of a stream, even where it is no text."""
    return stream.decode(errors="replace") if isinstance(stream, bytes) else str(stream)


def _entry(row: PostingRow) -> str:
    _, _, at, source, target, mites, purpose = row
    amount = show_mites(mites) if isinstance(mites, int) else mites
    known = isinstance(purpose, int) and 0 <= purpose < len(PURPOSES)
    why = PURPOSES[purpose].value if known else purpose
    return f"{amount} from {source} to {target} at {at} for '{why}'"
