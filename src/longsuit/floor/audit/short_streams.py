"""Streams of few records, such as people or slips: all of each is replayed when it is joined."""

from msgspec import Struct

from longsuit.floor.own_games.events import GAMES
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.register.events import REGISTER
from longsuit.floor.retention.events import RETENTION
from longsuit.floor.slips.register import SLIPS
from longsuit.floor.store.audit_rows import Pages, PostingRow, Row

SHORT = (PEOPLE, REGISTER, SLIPS, GAMES, RETENTION)


class ShortPart(Struct):
    """Their records in a stretch."""

    items: list[Row]


class ShortWalk:
    """One of them in a stretch."""

    unknown = False
    given = b""

    def __init__(self) -> None:
        self.at: Row | None = None
        self.first = self.last = 0
        self.postings: list[PostingRow] = []
        self._items: list[Row] = []

    def take(self, _pages: Pages, row: Row) -> None:
        """The next record in the stretch."""
        self.at = row
        self.first, self.last = self.first or row.version, row.version
        self._items.append(row)

    def finish(self, _pages: Pages, _end: int, *, whole: bool) -> None:
        """It is as long as the stretch."""

    def part(self) -> ShortPart:
        """What came of it."""
        return ShortPart(self._items)
