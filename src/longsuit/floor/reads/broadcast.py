"""What a table's feeds send: a row of messages, each made once for all who see the same.

A message holds what changed of the view since the message before it, so it says no more than two
views do. Viewers have a place in the row and nothing else; the row is short, and whoever falls
behind its end has to begin anew.
"""

from collections import deque
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.view import sign
from longsuit.core.refusals import Refused
from longsuit.core.round.codec import to_text
from longsuit.core.round.events import ActionTaken
from longsuit.core.texts import LINK_LOST, sentence
from longsuit.floor.engine.engine import Engine
from longsuit.floor.people.identity import Micros
from longsuit.floor.reads.delta import diff
from longsuit.floor.reads.fixed_view import FixedViews
from longsuit.floor.reads.subscriptions import Telling
from longsuit.floor.reads.table_feed import KEPT, Step
from longsuit.floor.reads.table_view import ANYONE, Looker, TableView, table_view
from longsuit.floor.tables.state import FloorTable

_EVENTS = (
    "What happened, each with its `type`; cards are numbers 0 to 51, clubs first, deuce first."
)
_CHANGE = (
    "What changed of the view since the message before: `[value]` is the new value, `[]` takes a "
    "key away, an object holds the changes within, of arrays by index."
)
_encoder = msgspec.json.Encoder(enc_hook=to_text)


class FeedStart(Struct, frozen=True):
    """The first message of a feed."""

    version: int
    """Records after this one follow."""
    view: TableView
    """The table as it is now; `view.version` says which record it is of."""


class FeedNews(Struct, frozen=True, omit_defaults=True):
    """One record of the table. Without events: the meters moved, or the feed is just alive."""

    version: int
    events: Annotated[tuple[Any, ...] | None, Meta(description=_EVENTS)] = None
    change: Annotated[dict[str, Any] | None, Meta(description=_CHANGE)] = None


def encode(message: Struct) -> str:
    """A message as it is sent."""
    return _encoder.encode(message).decode()


class Stand(Struct, frozen=True):
    """A table at one moment."""

    table: FloorTable
    meters: Mapping[str, Meter]
    version: int
    fixed: str
    deadline: Micros | None
    now: Micros
    lost: Refused | None = None
    """Why no progressive wager is taken now."""

    def view(self, looker: Looker) -> TableView:
        """As the looker may see it."""
        made = table_view(self.table, self.meters, self.version, looker, self.fixed)
        lost = f"{sentence(self.lost)} {LINK_LOST}" if self.lost is not None else ""
        return replace(made, deadline=self.deadline, now=self.now, link_lost=lost)

    def looks_like(self, other: "Stand") -> bool:
        """Whether everyone sees the same of it; time passes, and of meters cents are seen."""
        same = self.deadline == other.deadline and self.lost == other.lost
        return same and sign(self.meters) == sign(other.meters)


class Frame:
    """A table at one moment, and the record that led to it."""

    def __init__(
        self, number: int, stand: Stand, step: Step | None = None, before: "Frame | None" = None
    ) -> None:
        self.number, self.stand, self._step, self._before = number, stand, step, before
        self._views: dict[Looker, Any] = {}
        self._messages: dict[tuple[Looker, bool], str] = {}
        self._players = _players(stand.table)
        passed = [_players(after) for after, _ in step.events] if step is not None else []
        earlier = before._players if before is not None else frozenset()
        self._concerned = self._players.union(earlier, *passed)

    def forget_before(self) -> None:
        """Nobody is told any more how it came to this."""
        self._before = None

    def forget_views(self) -> None:
        """Most have been told how it went on: whoever has not may have them made again."""
        self._views.clear()

    def view(self, looker: Looker) -> Any:
        """The table as the looker sees it, as JSON has it."""
        kind = _kind(looker, self._players)
        if kind not in self._views:
            self._views[kind] = msgspec.to_builtins(self.stand.view(kind), enc_hook=to_text)
        return self._views[kind]

    def message(self, looker: Looker, *, brief: bool = False) -> str:
        """What the looker is told of it; whoever has no part in it hears what anyone does."""
        kind = _kind(looker, self._concerned)
        if (kind, brief) not in self._messages:
            assert self._before is not None
            change = diff(self._before.view(kind), self.view(kind))
            assert isinstance(change, dict)
            events = heard(self._step, kind, brief=brief) if self._step is not None else None
            told = encode(FeedNews(self.stand.version, events, change))
            self._messages[kind, brief] = told
        return self._messages[kind, brief]


def heard(step: Step, looker: Looker, *, brief: bool = False) -> tuple[Any, ...]:
    """The events of a record that the looker hears of; in brief, decisions alone."""
    told = step.for_looker(looker)
    return tuple(one for one in told if not brief or isinstance(one, ActionTaken))


def _players(table: FloorTable) -> frozenset[str]:
    state = table.round
    return frozenset(seat.player for seat in state.seats if seat.player) if state else frozenset()


def _kind(looker: Looker, players: frozenset[str]) -> Looker:
    """Who sees the same as the looker: the staff have a terminal, players their own cards."""
    return looker if looker.is_staff or looker.name in players else ANYONE


class Broadcast:
    """The last messages of one table; for one thread."""

    def __init__(self, engine: Engine, telling: Telling, fixed: FixedViews, table: str) -> None:
        self._engine, self._telling, self._fixed = engine, telling, fixed
        self._table = table
        self._frames: deque[Frame] = deque(maxlen=KEPT)
        self._begin(0)

    @property
    def last(self) -> Frame:
        """The table as those who are up to date know it."""
        return self._frames[-1]

    def start(self, version: int, looker: Looker) -> str:
        """The first message for a looker who has heard of records up to a version."""
        view = {**self.last.view(looker), "now": self._engine.now()}
        return encode(FeedStart(version, view))  # type: ignore[arg-type]

    def _begin(self, number: int) -> None:
        self._frames.clear()
        version, table = self._telling.stand(self._table)
        self._frames.append(Frame(number, self._stand(version, table)))

    def _stand(self, version: int, table: FloorTable) -> Stand:
        """The table after a record, with its meters as they are now."""
        engine = self._engine
        return Stand(
            table,
            engine.meters_of(table.settings),
            version,
            self._fixed.digest(table.settings),
            engine.deadline(table.id, version),
            engine.now(),
            engine.lost_link(table),
        )

    def advance(self) -> None:
        """Take in what has happened since."""
        steps = self._telling.recent(self._table, self.last.stand.version)
        if steps is None:
            # Too much: everybody has lost their place.
            self._begin(self.last.number + 2)
            return
        for step in steps:
            table = step.events[-1][0] if step.events else self.last.stand.table
            self._add(self._stand(step.version, table), step)
        last = self.last.stand
        now = self._stand(last.version, last.table)
        if not now.looks_like(last):
            self._add(now)

    def _add(self, stand: Stand, step: Step | None = None) -> None:
        self._frames.append(Frame(self.last.number + 1, stand, step, self.last))
        self._frames[0].forget_before()
        self._frames[max(0, len(self._frames) - 3)].forget_views()

    def after(self, number: int) -> list[Frame] | None:
        """What follows a place in the row; None when that is too far back."""
        if number < self._frames[0].number:
            return None
        return [frame for frame in self._frames if frame.number > number]
