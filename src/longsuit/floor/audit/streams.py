"""A stream in a stretch of the log: where it is taken up, how far it is followed, what comes of it.

A stretch begins and ends anywhere, in the middle of rounds. A table is taken up at its first *cut*
in the stretch and followed to the first cut after it, so every record is replayed once, by whoever
has the cut before it. At a dealt table a cut is the record that begins a round: it says who sits
where and who leaves or sits out, and with the settings that is all that a round starts from. At a
live table it is the record of END ROUND, unless that draws an award: a hand of its round may still
be claimed late, so that round is looked up again.
"""

from functools import lru_cache

import msgspec
from msgspec import Struct

from longsuit.core.money import Mites
from longsuit.core.progressive.events import (
    Contributed,
    MeterOpened,
    TerminalCleared,
    WagersCollected,
    WagersRegistered,
)
from longsuit.core.progressive.ledger import Transfer
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.round.codec import from_text, to_text
from longsuit.floor.audit.chain import complaint, posting_rows, read_events, says
from longsuit.floor.audit.findings import Broken
from longsuit.floor.audit.meter_stream import FedRun, Run, check_contribution, twice
from longsuit.floor.audit.reconcile import TableStory, chapters, packed
from longsuit.floor.audit.table_stream import Events, TableReplay
from longsuit.floor.ledger.accounts import PRACTICE, in_front, meter_books
from longsuit.floor.store.audit_rows import Pages, PostingRow, Row
from longsuit.floor.tables.events import RoundBegun, TableSet, TableSettings
from longsuit.floor.tables.state import FloorTable, evolve_floor

# Settings and terms travel between processes as JSON: most are never looked at.


def as_json(value: TableSettings | MeterOpened) -> bytes:
    """Settings, or how a meter was opened, as JSON; the same always give the same bytes."""
    return msgspec.json.encode(value, enc_hook=to_text, order="deterministic")


@lru_cache(maxsize=10_000)
def settings_of(told: bytes) -> TableSettings:
    """Settings from their JSON."""
    return msgspec.json.decode(told, type=TableSettings, dec_hook=from_text)


@lru_cache(maxsize=10_000)
def opened_of(told: bytes) -> MeterOpened:
    """How a meter was opened, from its JSON."""
    return msgspec.json.decode(told, type=MeterOpened, dec_hook=from_text)


class TablePart(Struct):
    """What came of a table in a stretch."""

    start: int
    """The version of the cut that it was taken up at; 0 from its first record on."""
    end: int
    """The version of the cut that it was followed to, or of the last record."""
    left: bytes
    """The settings then."""
    settings: list[tuple[int, int, bytes]]
    """Those that were set: version and position of the record, and the settings."""
    story: TableStory
    rounds: int
    shuffles: int
    settlements: int
    running: bool
    """The log ends in the middle of a round."""
    front: dict[str, Mites]
    """What lies in front of each player in the end."""
    unopened: int = 0
    lost: int = 0
    sealed: int = 0
    """The version of the first record with a deck that was sealed after the words."""
    promised: int = 0
    """Of the last with one that was sealed before them."""


class MeterPart(Struct):
    """What came of a meter: runs of contributions, and the records between them."""

    items: list[Run | Row]


class TableWalk:
    """One table in a stretch."""

    def __init__(self, name: str, given: bytes) -> None:
        self.at: Row | None = None
        """The record at hand."""
        self.unknown = False
        """It should have been taken up, but for settings that are not known yet."""
        self.first = 1
        """The first record that is replayed, and the last."""
        self.last = 0
        self._name = name
        self.given = b""
        """The settings that it was taken up with at a cut."""
        self._settings = given
        self._start = 0
        self._begun = False
        self._replay: TableReplay | None = None
        self._rows: list[tuple[Row, Events]] = []
        self._next: Row | None = None
        self._gap = 0
        """The first record without content, where rounds are gone."""

    def take(self, pages: Pages, row: Row) -> None:
        """The next record in the stretch."""
        self.at = row
        if self._is_gone(row):
            return
        told = read_events(row)
        begins = _begins(told)
        if self._replay is None and not self._take_up(pages, row, told):
            return
        if begins and self._gap:
            self._close_gap(pages, row)
            self._begun = True
        if begins and self._rows:
            self._replay_rows()
        if row.version >= self.first:
            self._rows.append((row, told))

    def _is_gone(self, row: Row) -> bool:
        """Whether the round of a record is gone: what it has put into meters is still told."""
        replay = self._replay
        if row.events and (not self._gap or _begins(told := read_events(row))):
            return False
        if replay is None:
            # Whoever has the cut before it goes on up to the next.
            return not row.events
        if not self._gap:
            if self._rows:
                self._replay_rows()
            self.at, self._gap = row, row.version
            replay.leave_off()
        elif row.events:
            replay.fed(row, told)
        return True

    def _close_gap(self, pages: Pages, row: Row) -> None:
        """Rounds go on: the ledger entries of those that are gone stand as they were sealed."""
        replay, self.last = self._replay, row.version - 1
        assert replay is not None
        entries = pages.postings(row.stream, self._gap, self.last)
        if any(not name.startswith(PRACTICE) for entry in entries for name in entry[3:5]):
            raise Broken("ledger entries of the shortened records before it are not play money.")
        replay.postings += entries
        self._gap = 0

    def _take_up(self, pages: Pages, row: Row, told: Events) -> bool:
        """Whether the table is taken up here: at a cut, or at the first record of all."""
        begins = _begins(told)
        after = [one.after for one in told if isinstance(one, TableSet)]
        self._settings = as_json(after[-1]) if after else self._settings
        if row.version == 1:
            self._replay = TableReplay(self._name, None)
            return True
        if not begins and not _ends_live(told):
            return False
        if not self._settings:
            self.unknown = True
            return False
        settings = settings_of(self._settings)
        if not begins and not settings.setup.live:
            return False
        terminal = Terminal(settings.setup) if begins else _ended(pages, row, settings)
        state = FloorTable(settings, terminal)
        self._replay = TableReplay(self._name, state)
        self.given, self._start, self._begun = self._settings, row.version, begins
        self.first = row.version if begins else row.version + 1
        self.last = self.first - 1
        return True

    def _replay_rows(self) -> None:
        replay, rows = self._replay, self._rows
        assert replay is not None
        self._rows = []
        try:
            replay.span(rows, begun=self._begun)
        finally:
            self.at = replay.at
        self._begun = False
        self.last = rows[-1][0].version

    def finish(self, pages: Pages, end: int, *, whole: bool) -> None:
        """Follow the table to the next cut, or to the end of the log; if it is not `whole`, no."""
        if self._replay is None:
            return
        if whole:
            self._next = self._read_on(pages, end)
        if self._rows:
            self._replay_rows()
        if self._gap and self._next is not None:
            self._close_gap(pages, self._next)
        elif self._next is not None:
            self.at = self._next
            self._replay.may_begin(self._next)
        elif self._gap and whole:
            raise Broken("no round begins after the shortened records.")

    def _read_on(self, pages: Pages, end: int) -> Row | None:
        """The records up to the next cut; returns the one that begins a round."""
        live = bool(self._settings) and settings_of(self._settings).setup.live
        before = self._rows[-1][0] if self._rows else self.at
        assert before is not None
        for row in pages.after(before.stream, before.version, end):
            if complaint(row, before, pages.latest):
                # Whoever has that stretch says what is wrong with it.
                return None
            before = row
            if self._is_gone(row):
                continue
            told = read_events(row)
            if _begins(told):
                return row
            self._rows.append((row, told))
            if live and _ends_live(told):
                return None
        return None

    @property
    def postings(self) -> list[PostingRow]:
        """The ledger entries that its records lead to."""
        return self._replay.postings if self._replay is not None else []

    def part(self) -> TablePart | None:
        """What came of it, if it was taken up at all."""
        replay = self._replay
        if replay is None:
            return None
        left = replay.state.settings if replay.state is not None else None
        return TablePart(
            self._start,
            self._next.version if self._next is not None else max(self.last, self._start),
            as_json(left) if left is not None else b"",
            [(version, at, as_json(settings)) for version, at, settings in replay.settings],
            replay.story,
            replay.rounds,
            replay.shuffles,
            replay.settlements,
            replay.is_open and self._next is None,
            in_front(replay.state) if replay.state is not None else {},
            *(replay.unopened, replay.lost, replay.sealed, replay.promised),
        )


def _begins(told: Events) -> bool:
    """Whether a round of a dealt table begins, and nothing else is told."""
    return bool(told) and type(told[0]) is RoundBegun


def _ends_live(told: Events) -> bool:
    """Whether a live table's round is counted and over, with no light on.

    A late claim clears the terminal too, and leaves the lights of the next round as they are.
    """
    kinds = {type(event) for event in told}
    return TerminalCleared in kinds and WagersCollected in kinds


def _ended(pages: Pages, row: Row, settings: TableSettings) -> Terminal:
    """A live table's terminal after the record that ends a round, from the one that started it."""
    records = [read_events(row)]
    for earlier in pages.before(row.stream, row.version - 1):
        records.append(read_events(earlier))
        if any(isinstance(event, WagersRegistered) for event in records[-1]):
            break
    else:
        raise Broken("it ends a round that never started.")
    table = FloorTable(settings, Terminal(settings.setup))
    for told in reversed(records):
        for event in told:
            table = evolve_floor(table, event)
    return table.terminal


class MeterWalk:
    """One meter in a stretch."""

    def __init__(self, name: str, given: bytes) -> None:
        self.at: Row | None = None
        self.unknown = False
        self.first = 0
        self.last = 0
        self.postings: list[PostingRow] = []
        self.given = given
        """How it was opened: by these terms contributions are checked."""
        self._name = name
        self._opened = opened_of(given) if given else None
        self._items: list[Run | Row] = []
        self._run: Run | None = None

    def take(self, _pages: Pages, row: Row) -> None:
        """The next record in the stretch."""
        self.at = row
        self.first = self.first or row.version
        self.last = row.version
        told = read_events(row)
        if told and isinstance(told[0], MeterOpened):
            self._opened = told[0]
        opened = self._opened
        if opened is None:
            self.unknown = True
            return
        if len(told) == 1 and type(told[0]) is Contributed:
            self._contribution(opened, row, told[0])
        else:
            self._items.append(row)
            self._run = None
        entries: list[Transfer] = []
        for event in told:
            entries.extend(meter_books(self._name, event, practice=opened.practice))
        self.postings.extend(posting_rows(row, entries))

    def _contribution(self, opened: MeterOpened, row: Row, event: Contributed) -> None:
        if row.schema > 1 and not opened.terms.by:
            raise Broken("what tables put into it, they tell, and it gathers.")
        check_contribution(opened.terms, event)
        if not says(row, (event,), (event,)):
            raise Broken("it is not written in the floor's own form.")
        run = self._run
        if run is None:
            run = self._run = Run(row, row)
            self._items.append(run)
        run.last = row
        run.wagers += event.wagers
        fed = run.tables.get(event.table)
        if fed is None:
            fed = run.tables[event.table] = FedRun(chapters(), event.round, 0)
        elif event.round <= fed.last:
            raise Broken(twice(event.table, event.round, fed.last))
        fed.last, fed.wagers = event.round, event.wagers
        fed.ended.add(packed(event.round, event.wagers, row.who, row.command), row.version)

    def finish(self, _pages: Pages, _end: int, *, whole: bool) -> None:
        """A meter is as long as the stretch: others replay what leads up to it."""

    def part(self) -> MeterPart:
        """What came of it."""
        return MeterPart(self._items)
